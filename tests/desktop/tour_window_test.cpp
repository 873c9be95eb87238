// Tests the tour in the real window: it is offered once, after a first drag, recognises actions,
// and can be found again.
#include <gtest/gtest.h>

#include "app/shell/presenter/tour_guide.h"
#include "window_fixture.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

class TourWindow : public HomeWindowTest {
 protected:
  bool wait_step(int step) {
    return window().wait_until([step](const json& s) { return s["tour"]["step"] == step; });
  }
  bool wait_offer(bool is_offered) {
    return wait([=](const json& s) { return s["tour"]["offered"] == is_offered; });
  }
  void drag_first_item() {
    window().wait_frames(3);
    const json at = window().status()["items"][0]["at"];
    window().move_to(at[0], at[1]);
    window().wait_frames(2);
    window().press();
    window().wait_frames(2);
    window().move_to(at[0].get<double>() + 40, at[1].get<double>() - 20);
    window().wait_frames(2);
    window().release();
  }
  bool wait_place(const char* place) {
    return window().wait_until([place](const json& s) { return s["places"].contains(place); });
  }
};

TEST_F(TourWindow, IsOfferedAfterTheFirstDragAndNeverAgain) {
  open({"--remember"});
  ASSERT_TRUE(window().wait_until([](const json& s) { return s["gallery"]["open"] == true; }));
  window().key("Escape");
  ASSERT_TRUE(wait([](const json& s) { return s["gallery"]["open"] == false && s["greets"]; }));
  EXPECT_EQ(window().status()["tour"]["offered"], false) << "one invitation at a time";
  drag_first_item();
  ASSERT_TRUE(wait_offer(true));
  EXPECT_EQ(window().status()["greets"], false);
  ASSERT_TRUE(wait_place("tour/end"));
  window().click("tour/end");
  EXPECT_TRUE(wait_offer(false));
  leave();
  open({"--remember"});
  window().wait_frames(5);
  EXPECT_EQ(window().status()["tour"]["offered"], false);
  window().key("F3");
  EXPECT_TRUE(wait_step(1)) << "found again by its key";
  window().key("F3");
  EXPECT_TRUE(wait_step(0));
}

TEST_F(TourWindow, EscapeEndsItAndTheOfferOfItThatEveryFreshWindowMakes) {
  for (int times = 0; times < 2; ++times) {
    open({"--fresh", "heat-plate", "--size", "160x120"});
    EXPECT_TRUE(wait([](const json& s) { return s["greets"] == true; }));
    drag_first_item();
    ASSERT_TRUE(wait_offer(true));
    window().key("Escape");
    EXPECT_TRUE(wait_offer(false));
  }
  EXPECT_TRUE(std::filesystem::is_empty(home_.path())) << "no setting is saved";
  window().key("F3");
  ASSERT_TRUE(wait_step(1));
  window().key("Escape");
  EXPECT_TRUE(wait_step(0));
}

TEST_F(TourWindow, ThePanelEndsAboveItsCard) {
  open({"--fresh", "heat-plate", "--window", "1280x800"});
  const auto ends_above = [](const json& s) {
    const json& places = s["places"];
    if (!places.contains("tour card") || !places.contains("side panel")) return false;
    return bottom_of(places["side panel"]) <= places["tour card"][1].get<double>();
  };
  drag_first_item();
  EXPECT_TRUE(wait(ends_above)) << "offered";
  window().key("F5");
  EXPECT_TRUE(wait([](const json& s) {
    return s["present"]["on"] == true && !s["places"].contains("tour card");
  })) << "an audience is offered no tour";
  window().key("F5");
  EXPECT_TRUE(wait(ends_above)) << "it waits";
  const double before = bottom_of(window().status()["places"]["side panel"]);
  window().key("F3");
  ASSERT_TRUE(wait_step(1));
  EXPECT_TRUE(wait(ends_above)) << "begun";
  window().key("Escape");
  EXPECT_TRUE(wait([before](const json& s) {
    return bottom_of(s["places"]["side panel"]) > before;
  })) << "ended";
}

TEST_F(TourWindow, AnAudienceIsNotAskedToDragSomething) {
  open({"--fresh", "heat-plate", "--size", "160x120"});
  ASSERT_TRUE(wait([](const json& s) { return s["greets"] == true; }));
  window().key("F5");
  EXPECT_TRUE(
      wait([](const json& s) { return s["present"]["on"] == true && s["greets"] == false; }));
  window().key("F5");
  EXPECT_TRUE(wait([](const json& s) { return s["greets"] == true; }));
}

TEST_F(TourWindow, AStepThatSpeaksOfSomethingElseDoesNotAskForADrag) {
  open({"--fresh", "heat-plate", "--window", "1280x800"});
  window().key("F3");
  ASSERT_TRUE(wait_step(1));
  EXPECT_EQ(window().status()["greets"], true) << "the first step is about dragging";
  window().click("tour/skip");
  ASSERT_TRUE(wait_step(2));
  EXPECT_EQ(window().status()["greets"], false);
}

TEST_F(TourWindow, IsNotOfferedWhereALectureIsGiven) {
  open({"--fresh", "locks.hwl"});
  ASSERT_TRUE(wait([](const json& s) { return s["lecture"]["open"] == true; }));
  EXPECT_EQ(window().status()["tour"]["offered"], false);
}

TEST_F(TourWindow, IsOfferedAtOnceInARoomWithoutAGreeting) {
  open({"--fresh", "--room", "lab"});
  ASSERT_TRUE(wait_offer(true));
  window().key("1");
  ASSERT_TRUE(wait([](const json& s) { return s["room"] == "fields"; }));
  EXPECT_EQ(window().status()["greets"], false) << "one invitation at a time";
  window().key("Escape");
  EXPECT_TRUE(wait([](const json& s) { return s["greets"] == true; }));
}

TEST_F(TourWindow, WithLargeLettersIsOfferedInOneRow) {
  open({"--fresh", "heat-plate", "--scale", "2"});
  drag_first_item();
  ASSERT_TRUE(wait_place("tour/end"));
  const json places = window().status()["places"];
  EXPECT_EQ(places["tour/begin"][1], places["tour/end"][1]);
}

TEST_F(TourWindow, LeavesTheColourBarFree) {
  open({"--fresh", "--room", "lab", "wave-drop"});
  ASSERT_TRUE(wait_offer(true));
  window().key("1");
  ASSERT_TRUE(wait([](const json& s) { return s["room"] == "fields"; }));
  ASSERT_TRUE(wait_place("tour/end"));
  const json status = window().status();
  const json box = status["places"]["tour/end"];
  const json field = status["field_area"];
  EXPECT_GT(box[0].get<double>(), field[0].get<double>() + field[2].get<double>());
}

TEST_F(TourWindow, ScrollsThePanelToTheGroupThatItSpeaksOf) {
  open({"heat-plate", "--size", "160x120"});
  window().key("F3");
  ASSERT_TRUE(wait_step(1));
  ASSERT_TRUE(wait_place("tour/skip"));
  window().click("tour/skip");
  ASSERT_TRUE(wait_step(2));
  window().wait_frames(4);
  const json places = window().status()["places"];
  const double card = places["tour/skip"][1];
  EXPECT_GT(places["fold/Equation"][1], 40);
  EXPECT_LT(places["fold/Equation"][1].get<double>() + 200, card) << "its sliders are free, too";
}

TEST_F(TourWindow, EveryControlThatAStepRingsIsThere) {
  open({"heat-plate", "--window", "1280x800"});
  window().key("F3");
  for (const shell::TourStep& step : shell::tour_steps()) {
    const auto number = static_cast<int>(&step - shell::tour_steps().data()) + 1;
    // Without the wall there is nothing to take back.
    if (step.task == shell::TourTask::undo) continue;
    ASSERT_TRUE(wait_step(number));
    for (const std::string_view control : step.controls) {
      if (control.empty() || control.starts_with("rail/")) continue;
      EXPECT_TRUE(wait_place(std::string(control).c_str())) << number << ' ' << control;
    }
    ASSERT_TRUE(wait_place("tour/skip"));
    window().click("tour/skip");
  }
  ASSERT_TRUE(wait_step(0));
  EXPECT_TRUE(wait([](const json& s) {
    return s["places"].contains("fold/Lesson") && s["places"]["fold/Lesson"][1] > 40;
  })) << "the panel is not left scrolled";
}

TEST_F(TourWindow, NoticesWhatIsDone) {
  open({"heat-plate", "--size", "160x120"});
  EXPECT_EQ(window().status()["tour"]["offered"], false) << "a script gets no offer";
  window().key("F3");
  ASSERT_TRUE(wait_step(1));
  ASSERT_TRUE(wait([](const json& s) { return s["width"] != 160; })) << "a scene of its own";
  drag_first_item();
  ASSERT_TRUE(wait_step(2));
  ASSERT_TRUE(wait_place("tour/skip"));
  window().click("tour/skip");
  ASSERT_TRUE(wait_step(3));
  window().wait_frames(2);
  const json ringed = window().status()["places"]["Space"];
  XClient screen(window().display());
  const auto beside = [&] {
    const double unit = window().status()["unit"];
    return screen.colour_at(static_cast<int>(ringed[0].get<double>() - 5 * unit),
                            ringed[1].get<int>() + ringed[3].get<int>() / 2);
  };
  const auto ring = beside();
  window().key("space");
  ASSERT_TRUE(wait_step(4));
  window().wait_frames(2);
  EXPECT_NE(beside(), ring) << "the control is ringed while the step speaks of it";
  EXPECT_EQ(window().status()["scene"], "two-sources");
  window().key("g");
  ASSERT_TRUE(wait_step(5));
  window().click("tour/skip");
  ASSERT_TRUE(wait_step(7)) << "no wall was drawn that could be taken back";
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["experiment"] == "histogram"; }));
  window().click("tour/skip");
  ASSERT_TRUE(wait_step(8));
  window().wait_frames(3);
  window().key("Down");
  ASSERT_TRUE(wait_step(9));
  ASSERT_TRUE(wait([](const json& s) { return s["room"] == "stage"; }));
  window().key("1");
  ASSERT_TRUE(wait_place("tour/room")) << "leads back to where the step is done";
  window().click("tour/room");
  ASSERT_TRUE(wait([](const json& s) { return s["room"] == "stage"; }));
  window().wait_frames(5);
  window().key("period");
  ASSERT_TRUE(wait_step(10));
  window().key("End");
  ASSERT_TRUE(wait_step(11));
  window().key("ctrl+p");
  EXPECT_TRUE(wait_step(0)) << "that was the last step";
}

TEST_F(TourWindow, TakesThePlaceOfALecturesWordsAndGivesItBack) {
  open({"--scale", "2"});
  const auto wait_card = [this](bool shown) {
    return window().wait_until([shown](const json& s) { return s["lecture"]["card"] == shown; });
  };
  window().key("F2");
  ASSERT_TRUE(wait_card(true));
  window().key("F3");
  ASSERT_TRUE(wait_step(1));
  EXPECT_TRUE(wait_card(false));
  window().key("F2");
  EXPECT_TRUE(wait_card(true));
  EXPECT_TRUE(wait_step(0));
  window().key("Escape");
  EXPECT_TRUE(wait_card(false)) << "the list of lectures";
}

}  // namespace
}  // namespace heatwave::test
