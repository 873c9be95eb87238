// Fixture for tests of the lab in the real window, with or without a GPU.
#pragma once

#include <string>

#include "window_fixture.h"

namespace heatwave::test {

class LabWindowTest : public WindowTest {
 protected:
  void click(const std::string& place) { window().click(place); }

  /// Chooses a title from buttons side by side or, in a narrow panel, from a list.
  void choose(const std::string& list, const std::string& title) {
    const std::string place = list + "/" + title;
    ASSERT_TRUE(wait([&](const nlohmann::json& s) {
      return s["places"].contains(list) || s["places"].contains(place);
    }));
    if (!window().status()["places"].contains(place)) click(list);
    click(place);
  }

  /// Returns whether the lab first shows this machine, as it does with a GPU; recorded results must
  /// then be chosen.
  bool begins_with_this_machine() { return window().status()["lab"]["recorded"] == false; }

  void open_recorded(const std::string& experiment) {
    open({"--experiment", experiment});
    if (begins_with_this_machine()) choose("origin", "Recorded: H200");
    ASSERT_TRUE(wait([](const nlohmann::json& s) { return s["lab"]["recorded"] == true; }));
  }

  /// Runs all variants of the experiment, and waits for the end.
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
