// What the program tells is written in letters that the window's fonts have.
#include "app/shell/interface/fonts.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cstdlib>
#include <string>

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
    fonts_ = fonts_in_atlas(1.0F, 1.0F);
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~Fonts() override { ImGui::DestroyContext(); }
  Fonts(const Fonts&) = delete;
  Fonts& operator=(const Fonts&) = delete;
  Fonts(Fonts&&) = delete;
  Fonts& operator=(Fonts&&) = delete;

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
      for (ImFont* font : {fonts_.body, fonts_.strong, fonts_.large}) {
        EXPECT_NE(font->FindGlyphNoFallback(static_cast<ImWchar>(letter)), nullptr)
            << std::string(from, at) << " in: " << text;
      }
    }
  }

 private:
  ui::FontSet fonts_;
};

TEST_F(Fonts, HaveTheLettersOfAllLectures) {
  const auto all = wire::built_in_lectures();
  ASSERT_FALSE(all.empty());
  for (const wire::LectureListing& each : all) {
    expect_written(each.title + each.about);
    for (const wire::LectureStep& step : wire::read_lecture(each.path).steps) {
      expect_written(step.title + step.text + step.watch + step.question + step.answer);
    }
  }
}

TEST_F(Fonts, HaveTheLettersOfAllLessons) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    expect_written(lesson.title + lesson.shows + lesson.question + lesson.lecture);
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
