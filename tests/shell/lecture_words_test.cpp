// The words of every lecture's step fit its card, and a line says so where words do not fit.
#include <gtest/gtest.h>
#include <imgui.h>

#include <string>

#include "../rooms/desk.h"
#include "app/shell/interface/imgui_setup.h"
#include "app/shell/interface/layout.h"
#include "app/shell/lectures/lecture_bar.h"
#include "app/shell/lectures/lecture_card.h"
#include "app/ui/pane.h"
#include "app/ui/theme.h"
#include "app/view/embedded_assets.h"
#include "app/wire/lecture.h"
#include "bare_shell.h"

namespace heatwave::shell {
namespace {

class LectureCards : public ::testing::Test, protected BareShell {
 protected:
  LectureCards() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    fonts_ = load_fonts();
    open({1280, 800}, 1.0F);
  }
  ~LectureCards() override { ImGui::DestroyContext(); }
  void SetUp() override {
    if (view::embedded_file("fonts/regular").empty()) GTEST_SKIP() << "no font was embedded";
  }

  void open(core::Extent window, float unit) {
    window_ = window;
    unit_ = unit;
    ImGui::GetIO().DisplaySize = {static_cast<float>(window.width),
                                  static_cast<float>(window.height)};
    set_font_sizes(fonts_, unit, 1.0F);
    ui::apply(ui::theme_of(true), unit);
    ImGui::GetStyle().FontSizeBase = fonts_.size;
  }

  /// Draws the card of a step until it has settled, and notes the height that its words need.
  void draw_step(const wire::Lecture& lecture, std::size_t step) {
    constexpr int kFrames = 4;
    now_.lecture.lecture = &lecture;
    now_.lecture.step = step;
    now_.lecture.card_shown = true;
    CardHeights heights;
    for (int i = 0; i < kFrames; ++i) {
      ImGui::NewFrame();
      places_.clear();
      ui::begin_panes(ImGui::GetIO().DisplaySize);
      ShellView view = view_of_shell(fonts_, unit_);
      ui::Box side = lay_out(window_, unit_, true, 0.0F, card_width(window_, unit_)).side;
      draw_lecture_bar(view, cut_bar(side, unit_));
      draw_lecture_card(view, side, i == 0, heights);
      ui::end_panes();
      ImGui::Render();
    }
    needed_ = heights.words;
  }

  const test::AssetFolder assets_;
  ui::FontSet fonts_;
  core::Extent window_;
  float unit_ = 1.0F;
  float needed_ = 0.0F;
};

TEST_F(LectureCards, TheWordsOfEveryStepFitAboveItsQuestion) {
  for (const wire::LectureListing& each : wire::built_in_lectures()) {
    const wire::Lecture lecture = wire::read_lecture(each.path);
    for (std::size_t step = 0; step < lecture.steps.size(); ++step) {
      draw_step(lecture, step);
      EXPECT_FALSE(places_.contains("more words")) << each.name << ", step " << step + 1;
    }
  }
}

TEST_F(LectureCards, WordsThatScrollSayThatThereAreMoreAboveTheQuestion) {
  wire::Lecture lecture{.title = "Long", .steps = {{.title = "One", .question = "Why?"}}};
  for (int i = 0; i < 200; ++i) lecture.steps[0].text += "Many words. ";
  draw_step(lecture, 0);
  ASSERT_TRUE(places_.contains("more words"));
  EXPECT_GE(places_["more words"].top, places_["step title"].bottom);
  EXPECT_LE(places_["more words"].bottom, places_["question heading"].top);
  lecture.steps[0].text = "Few words.";
  draw_step(lecture, 0);
  EXPECT_FALSE(places_.contains("more words"));
}

TEST_F(LectureCards, AnAnswerThatFitsInSmallerLettersLeavesTheWordsInSight) {
  open({1920, 1080}, 2.0F);
  const wire::Lecture lecture{
      .steps = {{.title = "A histogram for each block",
                 .text =
                     "Each block has counts of its own, in shared memory. At the end each block "
                     "adds once to each global count.",
                 .question = "How many threads contend for one count of global memory now?",
                 .answer = "Two: one of each block, at the merge."}}};
  for (const bool is_answered : {false, true}) {
    now_.lecture.answer_shown = is_answered;
    draw_step(lecture, 0);
    EXPECT_TRUE(places_.contains("step words")) << is_answered;
    EXPECT_FALSE(places_.contains("more words")) << is_answered;
  }
}

TEST_F(LectureCards, NoWordsAreCutWithoutASign) {
  open({1920, 1080}, 2.0F);
  int whole = 0;
  now_.lecture.answer_shown = true;
  for (const wire::LectureListing& each : wire::built_in_lectures()) {
    const wire::Lecture lecture = wire::read_lecture(each.path);
    for (std::size_t step = 0; step < lecture.steps.size(); ++step) {
      if (lecture.steps[step].question.empty()) continue;
      draw_step(lecture, step);
      if (!places_.contains("step words") || places_.contains("more words")) continue;
      ++whole;
      EXPECT_LE(needed_, places_["room of words"].height() + 1)
          << each.name << ", step " << step + 1;
    }
  }
  EXPECT_GE(whole, 10);
}

TEST_F(LectureCards, ATableFitsTheCardInEveryLecture) {
  open({1920, 1080}, 2.0F);
  int tables = 0;
  for (const wire::LectureListing& each : wire::built_in_lectures()) {
    const wire::Lecture lecture = wire::read_lecture(each.path);
    for (std::size_t step = 0; step < lecture.steps.size(); ++step) {
      draw_step(lecture, step);
      if (!places_.contains("table")) continue;
      ++tables;
      EXPECT_LE(places_["table"].right, static_cast<float>(window_.width)) << each.name << step;
    }
  }
  EXPECT_GE(tables, 8);
}

TEST_F(LectureCards, WithItsWordsFoldedAwayTheQuestionComesBackBeforeItsAnswer) {
  const wire::Lecture lecture{.steps = {{.title = "One", .question = "Why?", .answer = "So."}}};
  LectureStatus status{.lecture = &lecture, .card_shown = true};
  EXPECT_FALSE(status.hides_question());
  status.card_shown = false;
  EXPECT_TRUE(status.hides_question());
  status.caption_drawn = true;
  EXPECT_FALSE(status.hides_question());
  status = {.lecture = &lecture, .answer_shown = true};
  EXPECT_FALSE(status.hides_question()) << "it is answered";
}

}  // namespace
}  // namespace heatwave::shell
