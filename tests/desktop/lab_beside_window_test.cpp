// Tests two runs in one chart of the lab, in the real window.
#include "lab_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class LabBesideWindow : public LabWindowTest {};

TEST_F(LabBesideWindow, ARecordedRunLiesBesideThisMachinesAndTheAxisIsAsChosen) {
  open_recorded("reverse");
  // This machine has no results beside the recording until it has measured.
  window().key("space");
  ASSERT_TRUE(window().wait_until(
      [](const json& s) { return s["lab"]["running"] == false && s["lab"]["complete"] == true; },
      120.0));
  EXPECT_EQ(window().status()["lab"]["beside"], "");
  window().key("b");
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["lab"]["beside"] != ""; }));
  EXPECT_EQ(window().status()["lab"]["recorded"], false) << "this machine's is the one shown";
  EXPECT_EQ(window().status()["lab"]["linear"], false);
  window().key("l");
  EXPECT_TRUE(window().wait_until([](const json& s) { return s["lab"]["linear"] == true; }));
  for (int i = 0; i < 8 && window().status()["lab"]["beside"] != ""; ++i) {
    window().key("b");
    window().wait_frames(2);
  }
  EXPECT_EQ(window().status()["lab"]["beside"], "") << "none follows the last one";
}

}  // namespace
}  // namespace heatwave::test
