// Tests a lecture in the real window, in a real X server: steps by a presenter's keys and by
// clicks, and the return to the earlier state.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "lecture_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

TEST_F(LectureWindow, TheRailHasButtonsForTheNextStepAndBack) {
  open_full_size("dot.hwl");
  window().resize(1000, 700);
  window().key("F2");
  ASSERT_TRUE(wait([](const json& s) {
    return s["places"].contains("rail/Lesson") && s["places"].contains("lecture place");
  }));
  window().wait_frames(3);
  const json place = window().status()["places"]["lecture place"];
  EXPECT_GE(place[0].get<double>(), 1000 - 56.0) << "on the rail";
  EXPECT_LE(place[0].get<double>() + place[2].get<double>(), 1000.0);
  window().click("Page Down");
  EXPECT_TRUE(arrives(0, true));
  window().click("Page Down");
  EXPECT_TRUE(arrives(1));
  window().click("Page Up");
  EXPECT_TRUE(arrives(0, true));
  window().click("F2");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"]["card"] == true; }));
}

TEST_F(LectureWindow, AFieldAtScale2HasHalfOfTheWindowsWidth) {
  WindowTest::open({"heat.hwl", "--window", "1280x800", "--scale", "2"});
  ASSERT_TRUE(wait([](const json& s) { return s["lecture"]["open"] == true; }));
  const auto is_half = [](const json& s) {
    return s["cell"].get<double>() * s["width"].get<double>() >= 640 - 1;
  };
  EXPECT_TRUE(wait([&](const json& s) {
    return is_half(s) && s["lecture"]["card"] == true && s["places"].contains("equation");
  }));
  window().key("F2");
  EXPECT_TRUE(wait([&](const json& s) {
    return is_half(s) && s["lecture"]["card"] == false && s["places"].contains("lecture caption");
  }));
}

TEST_F(LectureWindow, APresentersKeysLeadThroughItAndBack) {
  open("dot.hwl");
  EXPECT_TRUE(stage_stands_at("dot", 0));
  window().key("Next");
  EXPECT_TRUE(arrives(0, true)) << "the answer comes first";
  window().key("Next");
  EXPECT_TRUE(arrives(1));
  EXPECT_TRUE(stage_stands_at("dot", 17));
  window().key("period");
  EXPECT_TRUE(stage_stands_at("dot", 18));
  window().key("Next");
  window().key("Next");
  EXPECT_TRUE(arrives(2));
  EXPECT_TRUE(stage_stands_at("dot", 29));
  window().key("Prior");
  EXPECT_TRUE(arrives(1, true));
  EXPECT_TRUE(stage_stands_at("dot", 18)) << "the stage keeps its step";
  window().key("Prior");
  window().key("Prior");
  EXPECT_TRUE(arrives(0, true));
}

TEST_F(LectureWindow, AFieldComesBackAsItWasLeft) {
  open(written(R"({"title": "Pond", "room": "fields", "scene": "wave-drop",
                   "commands": [{"do": "advance", "steps": 120}]},
                  {"title": "Plate", "room": "fields", "scene": "heat-plate"},
                  {"title": "Lab", "room": "lab", "lab": {"experiment": "race"}})"));
  EXPECT_TRUE(wait([](const json& s) { return s["step"] == 120 && s["scene"] == "wave-drop"; }));
  for (int step = 121; step <= 123; ++step) {
    window().key("period");
    EXPECT_TRUE(wait([&](const json& s) { return s["step"] == step; }));
  }
  window().click("Page Down");
  EXPECT_TRUE(wait([](const json& s) { return s["scene"] == "heat-plate" && s["step"] == 0; }));
  window().click("Page Down");
  EXPECT_TRUE(
      wait([](const json& s) { return s["room"] == "lab" && s["lab"]["experiment"] == "race"; }));
  window().key("Next");
  window().click("Page Up");
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "fields"; }));
  window().click("Page Up");
  EXPECT_TRUE(wait([](const json& s) {
    return s["scene"] == "wave-drop" && s["step"] == 123 && s["playing"] == false;
  }));
}

TEST_F(LectureWindow, NotesBelowCodeWaitForTheAnswerToTheQuestion) {
  open_full_size(written(R"({"title": "One", "room": "stage", "stage": {"lesson": "histogram"},
                             "question": "Why?", "answer": "Because."},
                            {"title": "Two", "room": "stage", "stage": {"lesson": "histogram"}})"));
  ASSERT_TRUE(wait([](const json& s) {
    return s["places"].contains("show answer") && s["places"].contains("line/5");
  }));
  EXPECT_FALSE(window().status()["places"].contains("remark/5"));
  window().click("show answer");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("remark/5"); }));
  window().click("Page Down");
  ASSERT_TRUE(arrives(1));
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("remark/5"); }))
      << "this step asks nothing";
}

TEST_F(LectureWindow, TheCardFoldsAndOthersAreChosenFromIt) {
  open("timing.hwl");
  EXPECT_TRUE(wait([](const json& s) { return s["places"].contains("show answer"); }));
  window().key("F2");
  EXPECT_TRUE(wait([](const json& s) {
    return s["lecture"]["card"] == false && !s["places"].contains("show answer");
  }));
  window().key("F2");
  window().click("show answer");
  EXPECT_TRUE(arrives(0, true));
  window().click("close lecture");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"]["open"] == false; }));
  window().click("lecture/wave");
  EXPECT_TRUE(
      wait([](const json& s) { return s["lecture"].value("title", "") == "The wave equation"; }));
  EXPECT_TRUE(wait([](const json& s) { return s["scene"] == "wave-drop" && s["step"] == 10; }));
}

TEST_F(LectureWindow, AStepIsRecordedOrderedAndSavedAndComesOutTheSame) {
  const std::string file = written(
      R"({"title": "One", "room": "fields", "scene": "wave-drop"},
         {"title": "Two", "room": "stage", "stage": {"lesson": "race"}})");
  open(file);
  EXPECT_TRUE(wait([](const json& s) { return s["scene"] == "wave-drop" && s["step"] == 0; }));
  window().click("write lecture");
  window().click("record step");
  EXPECT_TRUE(wait([](const json& s) {
    return s["lecture"]["recording"] == true && s["lecture"]["step"] == 1 && s["step"] > 20;
  }));
  window().key("space");
  EXPECT_TRUE(wait([](const json& s) { return s["playing"] == false; }));
  window().key("w");
  window().key("d");
  window().drag({100, 100}, {140, 140});
  EXPECT_TRUE(wait([](const json& s) { return s["items"].size() == 1; }));
  window().key("period");
  window().wait_frames(2);
  const std::int64_t at = window().status()["step"];
  window().click("record step");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"]["recording"] == false; }));
  window().click("step earlier");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"]["step"] == 0; }));
  window().click("save lecture");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"]["changed"] == false; }));
  std::ifstream text(file);
  const json saved = json::parse(text);
  ASSERT_EQ(saved["steps"].size(), 3U);
  EXPECT_EQ(saved["steps"][0]["title"], "Recorded step");
  EXPECT_EQ(saved["steps"][0]["scene"], "wave-drop");
  EXPECT_EQ(saved["steps"][1]["title"], "One");
  open(file);
  EXPECT_TRUE(wait([&](const json& s) {
    return s["step"] == at && s["items"].size() == 1 && s["lecture"]["going"] == false;
  }));
}

TEST_F(LectureWindow, AStepIsKeptWhileAnotherOnesQuestionWaitsForItsAnswer) {
  open(written(R"({"title": "One", "room": "fields", "scene": "wave-drop"})"));
  window().click("write lecture");
  window().click("write/Question");
  window().wait_frames(3);
  window().key("w");
  window().key("Escape");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"]["changed"] == true; }));
  window().click("record step");
  EXPECT_TRUE(
      wait([](const json& s) { return s["lecture"]["recording"] == true && s["step"] > 9; }));
  window().click("record step");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"]["recording"] == false; }));
  EXPECT_EQ(window().status()["told"].get<std::string>().find("not saved"), std::string::npos);
  window().click("save lecture");
  EXPECT_TRUE(wait([](const json& s) {
    return s["told"] == "The lecture is not saved yet: step 1 has a question and no answer.";
  }));
}

TEST_F(LectureWindow, WordsAreWrittenAndALectureOfOnesOwnIsSaved) {
  open("timing.hwl");
  window().click("close lecture");
  window().click("new lecture");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"].value("title", "") == "My lecture"; }));
  window().click("write/Step");
  window().wait_frames(3);
  // Dear ImGui sees a key only if it is down in a frame.
  window().hold("ctrl");
  window().hold("a");
  window().wait_frames(3);
  window().let_go("a");
  window().let_go("ctrl");
  for (const char* key : {"A", "b"}) {
    window().wait_frames(3);
    window().key(key);
  }
  window().wait_frames(3);
  window().click("add step");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"].value("count", 0) == 2; }));
  window().click("remove step");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"].value("count", 0) == 1; }));
  window().click("save lecture");
  EXPECT_TRUE(wait([](const json& s) { return s["lecture"]["changed"] == false; }));
  std::ifstream text(window().folder() / "out" / "My-lecture.hwl");
  ASSERT_TRUE(text.good());
  const json saved = json::parse(text);
  EXPECT_EQ(saved["steps"][0]["title"], "Ab");
}

TEST_F(LectureWindow, AQuestionAndItsAnswerAreReadFromTheLastRowInTheRoomAlone) {
  open("dot.hwl");
  window().resize(1280, 800);
  const auto caption = [&](const char* place = "lecture caption") {
    return window().status()["places"][place].get<Area>();
  };
  const auto has_caption = [&](bool has) {
    return wait([=](const json& s) { return s["places"].contains("lecture caption") == has; });
  };
  EXPECT_TRUE(has_caption(false)) << "the words are in the card";
  window().key("F5");
  ASSERT_TRUE(wait([](const json& s) {
    if (!s["places"].contains("lecture caption")) return false;
    const Area area = s["places"]["lecture caption"];
    return std::abs(area[1] + area[3] - 800) < 1;
  }));
  const Area question = caption();
  const Area line = caption("lecture caption line");
  EXPECT_GT(line[3], 36) << "one line has an em of 36";
  EXPECT_LT(line[3], 60);
  window().key("F2");
  EXPECT_TRUE(has_caption(false)) << "folded";
  window().key("F2");
  EXPECT_TRUE(has_caption(true));
  window().key("Next");
  EXPECT_TRUE(arrives(0, true));
  EXPECT_TRUE(has_caption(true));
  window().wait_frames(2);
  EXPECT_EQ(caption(), question) << "the room stays as it was";
  EXPECT_GT(caption("lecture caption line")[1], caption()[1] + 0.9 * line[3])
      << "the question stays above its answer";
  window().key("Next");
  ASSERT_TRUE(arrives(1));
  window().resize(1280, 1000);
  EXPECT_TRUE(wait([&](const json& s) {
    return s["places"].contains("lecture caption line") &&
           std::abs(s["places"]["lecture caption line"][3].get<double>() - line[3] * 1.25) < 2;
  })) << "letters grow with the window's height";
  window().key("F5");
  EXPECT_TRUE(has_caption(false));
  window().key("F4");
  EXPECT_TRUE(has_caption(true)) << "for the audience";
  window().key("shift+F2");
  EXPECT_TRUE(has_caption(false));
  window().key("F4");
  EXPECT_EQ(window().errors(), "");
}

TEST_F(LectureWindow, NoTooltipLiesOverTheWordsAndAnyKeyHidesIt) {
  open_full_size("dot.hwl");
  window().wait_frames(3);
  const auto places = [&] { return window().status()["places"]; };
  const Area button = places()["show answer"];
  const Area bar = places()["Page Down"];
  const Area head = places()["close lecture"];
  const Area words{head[0] + head[2] - 400, head[1], 400, bar[1] - head[1] - 16};
  const auto rest_on = [&](const Area& area) {
    window().move_to(area[0] + area[2] / 2, area[1] + area[3] / 2);
    return wait([](const json& s) { return s["places"].contains("tooltip"); });
  };
  for (const Area& control : {button, bar, head}) {
    ASSERT_TRUE(rest_on(control));
    EXPECT_FALSE(meet(places()["tooltip"], words));
  }
  ASSERT_TRUE(rest_on(bar));
  window().key("Next");
  EXPECT_TRUE(wait([](const json& s) { return !s["places"].contains("tooltip"); }));
  window().wait_frames(30);
  EXPECT_FALSE(places().contains("tooltip")) << "the pointer still rests there";
}

TEST_F(LectureWindow, ATermExplainsItselfBesideTheWords) {
  open("coalescing.hwl");
  window().key("Next");
  window().key("Next");
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("term sector"); }));
  const Area term = window().status()["places"]["term sector"];
  window().move_to(term[0] + term[2] / 2, term[1] + term[3] / 2);
  json seen;
  ASSERT_TRUE(wait([&](const json& s) {
    seen = s["places"];
    return seen.contains("tooltip");
  }));
  const Area head = seen["close lecture"];
  const double unit = window().status()["unit"];
  const double width = 400 * unit;
  EXPECT_FALSE(meet(seen["tooltip"], {head[0] + head[2] - width, head[1], width, 500 * unit}));
  EXPECT_EQ(window().errors(), "");
}

TEST_F(LectureWindow, TheColumnThatIsSpokenOfIsInSight) {
  for (const auto& [lecture, step] : {std::pair{"locks.hwl", 0}, {"dot.hwl", 6}}) {
    open(lecture);
    window().resize(1280, 800);
    while (window().status()["lecture"]["step"] < step) {
      window().key("Next");
      window().wait_frames(3);
    }
    const auto in_sight = [](const json& s) {
      if (!s["places"].contains("head/result") || !s["places"].contains("close lecture"))
        return false;
      const Area head = s["places"]["head/result"];
      const Area card = s["places"]["lecture place"];
      return head[0] > 0 && head[0] + 80 < card[0];
    };
    EXPECT_TRUE(wait(in_sight)) << lecture;
    window().resize(1100, 800);
    window().wait_frames(3);
    EXPECT_TRUE(wait(in_sight)) << lecture << " in a narrower window";
  }
}

TEST_F(LectureWindow, AnEquationStandsBesideTheFieldWhereThatLeavesMoreOfIt) {
  open("heat.hwl");
  window().resize(1280, 800);
  while (window().status()["scale"] < 2) window().key("ctrl+plus");
  window().key("F2");
  EXPECT_TRUE(wait([](const json& s) {
    if (!s["places"].contains("equation") || s["lecture"]["card"] == true) return false;
    const Area equation = s["places"]["equation"];
    const double field = s["origin"][0];
    return equation[0] + equation[2] <= field &&
           s["cell"].get<double>() * s["height"].get<double>() > 390;
  })) << window().status();
}

TEST_F(LectureWindow, ARemoteIsEnoughAndBAndTheFullStopBlankTheScreenOnlyWhileItIsPresented) {
  open(written(R"({"title": "One", "room": "fields", "scene": "lens"},
                  {"title": "Two", "room": "fields"})"));
  window().key("b");
  ASSERT_TRUE(wait([](const json& s) { return s["tool"] == 2; })) << "b chooses the rectangle";
  EXPECT_EQ(window().status()["present"]["blank"], false);
  window().key("F5");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["on"] == true; }));
  const std::int64_t step = window().status()["step"];
  for (const char* key : {"period", "b"}) {
    window().key(key);
    ASSERT_TRUE(wait([](const json& s) { return s["present"]["blank"] == true; })) << key;
    EXPECT_EQ(window().colour_at_cell(20, 20), (std::array<int, 3>{0, 0, 0}));
    window().key(key);
    ASSERT_TRUE(wait([](const json& s) { return s["present"]["blank"] == false; })) << key;
  }
  EXPECT_EQ(window().status()["step"], step) << "no step was taken";
  window().key("Next");
  EXPECT_TRUE(arrives(1));
  window().key("Prior");
  EXPECT_TRUE(arrives(0));
  window().key("Escape");
  EXPECT_TRUE(wait([](const json& s) { return s["present"]["on"] == false; }));
}

TEST_F(LectureWindow, TheTimeThatARemoteShowsNextEndsABlackScreen) {
  open(written(R"({"title": "Guess", "room": "lab",
                   "lab": {"experiment": "reverse", "guess": true}})"));
  ASSERT_TRUE(wait([](const json& s) { return s["lab"]["guesses"] == true; }));
  window().key("F5");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["on"] == true; }));
  const int hidden = window().status()["lab"]["hidden"];
  if (hidden < 2) GTEST_SKIP() << "nothing is measured or recorded here";
  window().key("b");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["blank"] == true; }));
  window().key("Next");
  EXPECT_TRUE(wait([&](const json& s) {
    return s["present"]["blank"] == false && s["lab"]["hidden"] == hidden - 1;
  }));
}

TEST_F(LectureWindow, TheSpeakersNoticesStandInTheCardBesideAnAudiencesRoom) {
  open_full_size("dot.hwl");
  window().key("F4");
  EXPECT_TRUE(wait([](const json& s) {
    return s["places"].contains("notice") && s["places"].contains("speaker/clock") &&
           s["places"]["notice"][0].get<double>() >
               s["places"]["speaker/clock"][0].get<double>() - 32;
  })) << window().status()["places"];
}

TEST_F(LectureWindow, InkStaysWithItsStep) {
  open(written(R"({"title": "One", "room": "fields", "scene": "lens"},
                  {"title": "Two", "room": "fields"})"));
  window().key("shift+F6");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["pen"] == true; }));
  window().key("ctrl+F6");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["tool"] == "highlighter"; }));
  window().drag({20.5, 20.5}, {60.5, 40.5});
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["strokes"] == 1; }));
  window().key("Next");
  ASSERT_TRUE(wait([](const json& s) { return s["present"]["strokes"] == 0; }));
  window().key("Prior");
  EXPECT_TRUE(wait([](const json& s) { return s["present"]["strokes"] == 1; }));
}

TEST_F(LectureWindow, NotesTheNextStepAndTheClockAreForTheSpeakerWhileTheAudienceHasItsOwnWindow) {
  open(written(R"({"title": "One", "room": "fields", "scene": "lens", "notes": "Be slow.",
                   "question": "Why?", "answer": "So."},
                  {"title": "Two", "room": "fields"})"));
  ASSERT_TRUE(wait([](const json& s) { return s["places"].contains("discuss/2"); }));
  EXPECT_FALSE(window().status()["places"].contains("speaker/notes"))
      << "with one window the audience may see it";
  window().key("F4");
  ASSERT_TRUE(wait([](const json& s) {
    return s["places"].contains("speaker/notes") && s["places"].contains("speaker/next") &&
           s["places"].contains("speaker/clock");
  }));
  window().click("discuss/2");
  ASSERT_TRUE(wait([](const json& s) {
    return s["present"]["counts_down"] == true && s["places"].contains("countdown");
  }));
  window().key("ctrl+t");
  EXPECT_TRUE(wait([](const json& s) { return s["present"]["counts_down"] == false; }));
}

TEST_F(LectureWindow, WhatCannotBeDoneIsToldAndTheLectureStays) {
  open(written(R"({"title": "One", "room": "fields", "scene": "lens"},
                  {"title": "Two", "room": "stage", "commands": [{"do": "remove-item", "id": 99}]})"));
  window().key("Next");
  EXPECT_TRUE(wait([](const json& s) {
    return s["told"].get<std::string>().find("steps[1].commands[0]: ") != std::string::npos;
  }));
  EXPECT_TRUE(wait([](const json& s) { return s["room"] == "stage"; }));
  window().key("Prior");
  EXPECT_TRUE(arrives(0));
}

}  // namespace
}  // namespace heatwave::test
