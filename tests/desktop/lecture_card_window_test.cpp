// Tests the card of a lecture in the real window: its words, its question and the answer keep each
// other in sight.
#include <gtest/gtest.h>

#include <string>

#include "lecture_fixture.h"

namespace heatwave::test {
namespace {

using nlohmann::json;

TEST_F(LectureWindow, TheCardScrollsToTheWholeAnswer) {
  open_full_size("first-kernel.hwl");
  // With some of these heights it is the answer that brings the scroll bar.
  for (const int height : {800, 785, 770, 755}) {
    window().resize(1280, height);
    ASSERT_TRUE(wait([&](const json& s) {
      return s["places"].contains("Page Down") && bottom_of(s["places"]["Page Down"]) < height &&
             bottom_of(s["places"]["Page Down"]) > height - 110 && !s["places"].contains("answer");
    })) << height;
    window().key("Next");
    EXPECT_TRUE(wait([](const json& s) {
      return s["places"].contains("answer") &&
             bottom_of(s["places"]["answer"]) + 28 < s["places"]["Page Down"][1].get<double>();
    })) << "at a height of "
        << height << ": " << window().status()["places"].value("answer", json()).dump();
    window().key("Prior");
  }
}

TEST_F(LectureWindow, AQuestionAndItsAnswerStayInSightBelowALongText) {
  std::string words;
  for (int i = 0; i < 120; ++i) words += "Many words. ";
  open_full_size(written(R"({"title": "One", "room": "fields", "text": ")" + words +
                         R"(", "question": "Why?", "answer": "Because."},
                         {"title": "Two", "room": "fields"})"));
  const auto in_sight = [](const json& s, const char* place) {
    return s["places"].contains(place) &&
           s["places"][place][1] > bottom_of(s["places"]["close lecture"]) &&
           bottom_of(s["places"][place]) <= s["places"]["Page Down"][1].get<double>();
  };
  ASSERT_TRUE(
      wait([&](const json& s) { return in_sight(s, "question") && in_sight(s, "show answer"); }));
  const json area = window().status()["places"]["question"];
  window().move_to(area[0].get<double>() + 20, area[1].get<double>() - 120);
  for (int i = 0; i < 4; ++i) {
    window().press(5);  // scrolls the text
    window().release(5);
  }
  window().wait_frames(5);
  EXPECT_EQ(window().status()["places"]["question"], area);
  window().key("Next");
  EXPECT_TRUE(arrives(0, true)) << "the answer comes at once";
  EXPECT_TRUE(
      wait([&](const json& s) { return in_sight(s, "question") && in_sight(s, "answer"); }));
  window().key("Next");
  EXPECT_TRUE(arrives(1));
}

/// Returns whether the question and its answer lie between the card's head and its bar.
bool are_in_sight(const json& s) {
  const json& places = s["places"];
  if (!places.contains("question") || !places.contains("answer")) return false;
  return places["question heading"][1].get<double>() >= bottom_of(places["close lecture"]) &&
         places["question"][1].get<double>() >= bottom_of(places["question heading"]) - 1 &&
         places["answer"][1].get<double>() >= bottom_of(places["question"]) &&
         bottom_of(places["answer"]) <= places["Page Down"][1].get<double>();
}

TEST_F(LectureWindow, AtScale2AQuestionAndItsAnswerAreInSightTogether) {
  WindowTest::open({"warps.hwl", "--window", "1280x800", "--scale", "2"});
  ASSERT_TRUE(wait([](const json& s) { return s["lecture"]["open"] == true; }));
  for (const int step : {0, 1, 2, 3}) {
    window().key("Next");
    ASSERT_TRUE(arrives(step, true));
    EXPECT_TRUE(wait(are_in_sight)) << "step " << step;
    const json places = window().status()["places"];
    EXPECT_GE(places["step title"][1].get<double>(), bottom_of(places["close lecture"]));
    EXPECT_LE(bottom_of(places["step title"]), places["question heading"][1].get<double>());
    window().key("Next");
    ASSERT_TRUE(arrives(step + 1));
  }
}

TEST_F(LectureWindow, InAWideWindowWithLargeLettersTheQuestionStaysAboveItsAnswer) {
  WindowTest::open({"dot.hwl", "--window", "1280x720", "--scale", "1.33"});
  ASSERT_TRUE(wait([](const json& s) { return s["lecture"]["open"] == true; }));
  for (const int step : {0, 1, 2}) {
    window().key("Next");
    ASSERT_TRUE(arrives(step, true));
    EXPECT_TRUE(wait(are_in_sight)) << "step " << step;
    window().key("Next");
    ASSERT_TRUE(arrives(step + 1));
  }
}

TEST_F(LectureWindow, TheTimingsOfAFieldStandInSightAboveTheQuestionAndItsAnswer) {
  open_full_size("timing.hwl");
  window().resize(1280, 800);
  window().key("Next");
  ASSERT_TRUE(arrives(0, true));
  EXPECT_TRUE(wait([](const json& s) {
    const json& places = s["places"];
    return places.contains("step timings") && places.contains("answer") &&
           places["step timings"][1].get<double>() > bottom_of(places["close lecture"]) &&
           bottom_of(places["step timings"]) <= places["question"][1].get<double>();
  })) << window().status()["places"].value("step timings", json()).dump();
  window().key("Next");
  ASSERT_TRUE(arrives(1));
  EXPECT_TRUE(wait([](const json& s) { return !s["places"].contains("step timings"); }));
}

TEST_F(LectureWindow, AVeryLongAnswerAtScale2ScrollsBelowItsQuestion) {
  std::string answer;
  for (int i = 0; i < 20; ++i) answer += "This sentence of the answer is not short. ";
  WindowTest::open({written(R"({"title": "One", "text": "Words.", "question": "Why so?",
                             "answer": ")" +
                            answer + R"(", "room": "lab", "lab": {"experiment": "dot"}})"),
                    "--window", "1280x800", "--scale", "2"});
  ASSERT_TRUE(wait([](const json& s) { return s["lecture"]["open"] == true; }));
  window().key("Next");
  ASSERT_TRUE(arrives(0, true));
  const auto begins_below_question = [](const json& s) {
    const json& places = s["places"];
    if (!places.contains("answer")) return false;
    const double below = places["answer"][1].get<double>() - bottom_of(places["question"]);
    return places["question heading"][1].get<double>() >= bottom_of(places["close lecture"]) &&
           below > 0 && below < 80;
  };
  EXPECT_TRUE(wait(begins_below_question))
      << window().status()["places"].value("answer", json()).dump();
  const json question = window().status()["places"]["question"];
  const json before = window().status()["places"]["answer"];
  window().move_to(question[0].get<double>() + 20, bottom_of(question) + 120);
  window().press(5);  // scrolls the answer
  window().release(5);
  EXPECT_TRUE(wait([&](const json& s) { return s["places"]["answer"][1] < before[1]; }));
  EXPECT_EQ(window().status()["places"]["question"], question);
}

}  // namespace
}  // namespace heatwave::test
