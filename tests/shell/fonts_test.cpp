// Tests that the window's fonts have glyphs for all the program's messages.
#include "app/shell/interface/imgui_setup.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "app/ui/controls.h"
#include "app/view/embedded_assets.h"
#include "app/wire/lecture.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::shell {
namespace {

class Fonts : public ::testing::Test {
 protected:
  Fonts() {
    ::setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    fonts_ = load_fonts();
  }
  ~Fonts() override { ImGui::DestroyContext(); }

  void SetUp() override {
    if (view::embedded_file("fonts/regular").empty()) GTEST_SKIP() << "no font was embedded";
  }

  void expect_written(const std::string& text) {
    const char* at = text.c_str();
    while (*at != '\0') {
      unsigned letter = 0;
      const char* from = at;
      at += ImTextCharFromUtf8(&letter, at, nullptr);
      if (letter == '\n') continue;
      for (ImFont* font : {fonts_.body, fonts_.strong}) {
        EXPECT_TRUE(font->IsGlyphInFont(static_cast<ImWchar>(letter)))
            << std::string(from, at) << " in: " << text;
      }
    }
  }

  ui::FontSet fonts_;
};

TEST_F(Fonts, AreAWholeNumberOfPixelsHighAtEveryScale) {
  for (const float unit : {0.75F, 1.0F, 1.1F, 2.0F, 3.3F}) {
    for (const float pixels : {1.0F, 1.5F, 2.0F}) {
      set_font_sizes(fonts_, unit, pixels);
      for (const float size : {fonts_.size, fonts_.large_size, fonts_.mono_size}) {
        EXPECT_NEAR(size * pixels, std::round(size * pixels), 1e-3) << unit << ' ' << pixels;
      }
      EXPECT_NEAR(fonts_.size, 19 * unit, 0.51);
    }
  }
  set_font_sizes(fonts_, 0.0F, 1.0F);
  EXPECT_GE(fonts_.size, 1.0F);
}

TEST_F(Fonts, AreDrawnAtTheSizeThatIsNeededIntoOneSmallTexture) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {640, 480};
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  for (const float unit : {1.0F, 2.0F, 1.5F}) {
    set_font_sizes(fonts_, unit, 1.0F);
    ImGui::NewFrame();
    ImGui::PushFont(fonts_.strong, fonts_.large_size);
    ImGui::GetBackgroundDrawList()->AddText({0, 0}, IM_COL32_WHITE, "Heat: ∂u/∂t = α ∇²u");
    EXPECT_EQ(ImGui::GetFontSize(), fonts_.large_size);
    ImGui::PopFont();
    ImGui::Render();
  }
  constexpr int kMegabyte = 1 << 20;
  EXPECT_LE(io.Fonts->TexData->GetSizeInBytes(), 2 * kMegabyte);
}

TEST_F(Fonts, HaveEveryIcon) {
  using ui::Icon;
  for (const Icon icon :
       {Icon::play,          Icon::pause,        Icon::step,       Icon::reset,
        Icon::undo,          Icon::redo,         Icon::select,     Icon::disc,
        Icon::rectangle,     Icon::line,         Icon::paint,      Icon::hold,
        Icon::erase,         Icon::probe,        Icon::profile,    Icon::tape,
        Icon::source,        Icon::oscillating,  Icon::wall,       Icon::medium,
        Icon::camera,        Icon::file,         Icon::folder,     Icon::window,
        Icon::film,          Icon::stop,         Icon::record,     Icon::sun,
        Icon::moon,          Icon::panel,        Icon::help,       Icon::chevron_down,
        Icon::chevron_right, Icon::chevron_left, Icon::close,      Icon::duplicate,
        Icon::remove,        Icon::full_screen,  Icon::fit,        Icon::back,
        Icon::to_start,      Icon::to_end,       Icon::next_event, Icon::previous_event,
        Icon::dice}) {
    EXPECT_TRUE(fonts_.body->IsGlyphInFont(static_cast<ImWchar>(icon)))
        << std::hex << static_cast<int>(icon);
  }
}

TEST_F(Fonts, HaveTheLettersOfAllLectures) {
  const auto all = wire::built_in_lectures();
  ASSERT_FALSE(all.empty());
  for (const wire::LectureListing& each : all) {
    expect_written(each.title + each.about);
    for (const wire::LectureStep& step : wire::read_lecture(each.path).steps) {
      expect_written(step.title + step.text + step.watch + step.question + step.answer +
                     step.notes);
    }
  }
}

TEST_F(Fonts, HaveTheLettersOfAllLessons) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    expect_written(lesson.title + lesson.shows + lesson.question + lesson.answer + lesson.lecture);
    for (const stage::Version& each : lesson.versions) expect_written(each.title + each.what);
    for (const auto& each : lesson.inputs) expect_written(each.title + each.help);
  }
}

TEST_F(Fonts, HaveTheLettersOfAllExperiments) {
  for (const lab::Experiment& experiment : lab::experiments()) {
    expect_written(experiment.title + experiment.shows);
    for (const lab::Variant& each : experiment.variants) expect_written(each.title + each.what);
    for (const lab::Parameter& each : experiment.parameters) {
      expect_written(each.title + each.help);
    }
  }
}

}  // namespace
}  // namespace heatwave::shell
