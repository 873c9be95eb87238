// The caption below a presented room has one place for a question and its answer.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "../rooms/desk.h"
#include "app/shell/interface/imgui_setup.h"
#include "app/shell/lectures/lecture_caption.h"
#include "app/shell/lectures/lecture_card.h"
#include "app/view/embedded_assets.h"
#include "app/wire/lecture.h"
#include "app/words/text_equations.h"

namespace heatwave::shell {
namespace {

class LectureCaptions : public ::testing::Test {
 protected:
  LectureCaptions() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {1280, 800};
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    fonts_ = load_fonts();
    set_font_sizes(fonts_, 1.0F, 1.0F);
    ImGui::NewFrame();
  }
  ~LectureCaptions() override {
    ImGui::EndFrame();
    ImGui::DestroyContext();
  }
  void SetUp() override {
    if (view::embedded_file("fonts/regular").empty()) GTEST_SKIP() << "no font was embedded";
  }

  const test::AssetFolder assets_;
  ui::FontSet fonts_;
  ui::Memory memory_;
};

/// Returns the height of the caption's words.
float height_of(const LectureCaption& caption) {
  return caption.question_height + caption.text.height * caption.letters;
}

TEST_F(LectureCaptions, TheRoomStaysAsItIsWhenAnAnswerIsShownInEveryLecture) {
  for (const wire::LectureListing& each : wire::built_in_lectures()) {
    const wire::Lecture lecture = wire::read_lecture(each.path);
    LectureStatus status{.lecture = &lecture};
    for (; status.step < lecture.steps.size(); ++status.step) {
      if (status.here().question.empty()) continue;
      ui::Box room{0, 0, 1280, 800};
      ui::Box room_of_answer = room;
      status.answer_shown = false;
      const LectureCaption asked = cut_caption(status, fonts_, memory_, caption_letters(800), room);
      status.answer_shown = true;
      const LectureCaption answered =
          cut_caption(status, fonts_, memory_, caption_letters(800), room_of_answer);
      const std::string where = each.name + ", step " + std::to_string(status.step);
      EXPECT_EQ(room, room_of_answer) << where;
      EXPECT_TRUE(answered.is_answer && !asked.is_answer);
      for (const LectureCaption& caption : {asked, answered}) {
        EXPECT_LE(height_of(caption), caption.box.height()) << where;
      }
    }
  }
}

TEST_F(LectureCaptions, TheQuestionStandsAboveItsAnswerInLettersForTheLastRowInEveryLecture) {
  for (const wire::LectureListing& each : wire::built_in_lectures()) {
    const wire::Lecture lecture = wire::read_lecture(each.path);
    LectureStatus status{.lecture = &lecture, .answer_shown = true};
    for (; status.step < lecture.steps.size(); ++status.step) {
      if (status.here().question.empty()) continue;
      ui::Box room{0, 0, 1280, 800};
      const LectureCaption caption =
          cut_caption(status, fonts_, memory_, caption_letters(800), room);
      const std::string where = each.name + ", step " + std::to_string(status.step);
      EXPECT_FALSE(caption.question.lines.empty()) << where;
      EXPECT_GT(caption.letters, 0.8F * caption_letters(800)) << where;
    }
  }
}

/// Expects each equation between the sides, and within the lines that the text has.
void expect_in_sight(const ui::EquationText& text, float lines_wide, const std::string& where) {
  for (const ui::EquationText::Equation& each : text.equations) {
    EXPECT_GE(each.at.x, 0) << where;
    EXPECT_LE(each.at.x + each.formula.width * each.size, lines_wide) << where;
    EXPECT_GE(each.at.y - each.formula.ascent * each.size, 0) << where;
    EXPECT_LE(each.at.y + each.formula.descent * each.size, text.height) << where;
  }
}

std::ptrdiff_t equations_in(const std::string& text) {
  return std::ranges::count_if(words::pieces_of(text),
                               [](const words::TextPiece& piece) { return piece.is_equation; });
}

TEST_F(LectureCaptions, EveryEquationIsTypesetAndWholeInTheCardAndInTheCaption) {
  std::ptrdiff_t equations = 0;
  const float width = card_width({1280, 800}, 1.0F) - 32;
  for (const wire::LectureListing& each : wire::built_in_lectures()) {
    const wire::Lecture lecture = wire::read_lecture(each.path);
    LectureStatus status{.lecture = &lecture, .answer_shown = true};
    for (; status.step < lecture.steps.size(); ++status.step) {
      const wire::LectureStep& step = status.here();
      const std::string where = each.name + ", step " + std::to_string(status.step);
      for (const std::string& text : {step.text, step.watch, step.question, step.answer}) {
        ImGui::PushFont(fonts_.strong, fonts_.large_size);
        const ui::EquationText in_card = lay_out_equations(fonts_, memory_, text, width);
        ImGui::PopFont();
        EXPECT_EQ(std::ssize(in_card.equations), equations_in(text)) << where;
        expect_in_sight(in_card, width / fonts_.large_size, where);
        equations += equations_in(text);
      }
      ui::Box room{0, 0, 1280, 800};
      const LectureCaption caption =
          cut_caption(status, fonts_, memory_, caption_letters(800), room);
      EXPECT_EQ(std::ssize(caption.text.equations), equations_in(step.answer)) << where;
      expect_in_sight(caption.text, 1280 / caption.letters, where);
    }
  }
  EXPECT_GT(equations, 5);
}

}  // namespace
}  // namespace heatwave::shell
