// Tests files whose names are not valid text.
#include <gtest/gtest.h>

#include <fstream>

#include "driver.h"

namespace heatwave::test {
namespace {

TEST(OddNames, ASceneWhoseNameIsNoUtf8IsShownWithAStatus) {
  if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  const TemporaryFolder folder;
  const auto path = folder.path() / "caf\xe9.json";
  std::ofstream(path) << R"({"equation": "heat", "size": [32, 24]})";
  Window window({path.string()});
  EXPECT_EQ(window.status()["scene"], "caf\xef\xbf\xbd");
  EXPECT_EQ(window.errors(), "");
}

}  // namespace
}  // namespace heatwave::test
