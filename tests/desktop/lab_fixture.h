// What tests of the lab in the real window begin with, whether a GPU is here or not.
#pragma once

#include <string>

#include "window_fixture.h"

namespace heatwave::test {

class LabWindowTest : public WindowTest {
 protected:
  void click(const std::string& place) { window().click(place); }

  /// One of several titles, side by side where there is room, in a list that is opened elsewhere.
  void choose(const std::string& list, const std::string& title) {
    const std::string place = list + "/" + title;
    ASSERT_TRUE(wait([&](const nlohmann::json& s) {
      return s["places"].contains(list) || s["places"].contains(place);
    }));
    if (!window().status()["places"].contains(place)) click(list);
    click(place);
  }

  /// So it does where a GPU can measure: what is recorded is then shown when it is chosen.
  bool begins_with_this_machine() { return window().status()["lab"]["recorded"] == false; }

  void open_recorded(const std::string& experiment) {
    open({"--experiment", experiment});
    if (begins_with_this_machine()) choose("origin", "Recorded: H200");
    ASSERT_TRUE(wait([](const nlohmann::json& s) { return s["lab"]["recorded"] == true; }));
  }

  /// A run of all variants of the experiment shown, to its end.
  void run_all() {
    window().key("space");
    ASSERT_TRUE(wait(
        [](const nlohmann::json& s) {
          return s["lab"]["running"] == false && s["lab"]["complete"] == true;
        },
        120.0));
  }
};

}  // namespace heatwave::test
