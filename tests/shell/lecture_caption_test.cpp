// The caption below a presented room has one place for a question and its answer.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "../rooms/desk.h"
#include "app/shell/interface/imgui_setup.h"
#include "app/shell/lectures/lecture_card.h"
#include "app/view/embedded_assets.h"
#include "app/wire/lecture.h"

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
};

/// Returns the height of the caption's words.
float height_of(const LectureCaption& caption) {
  const auto breaks = std::count(caption.lines.begin(), caption.lines.end(), '\n');
  return caption.question_height + static_cast<float>(breaks + 1) * caption.letters;
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
      const LectureCaption asked = cut_caption(status, fonts_, caption_letters(800), room);
      status.answer_shown = true;
      const LectureCaption answered =
          cut_caption(status, fonts_, caption_letters(800), room_of_answer);
      const std::string where = each.name + ", step " + std::to_string(status.step);
      EXPECT_EQ(room, room_of_answer) << where;
      EXPECT_TRUE(answered.is_answer && !asked.is_answer);
      for (const LectureCaption& caption : {asked, answered}) {
        EXPECT_LE(height_of(caption), caption.box.height()) << where;
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::shell
