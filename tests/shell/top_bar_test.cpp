// Tests the top bar at all window sizes: no parts overlap, and names are readable.
#include "app/shell/interface/top_bar.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "app/rooms/fields/fields_room.h"
#include "app/rooms/lab/lab_room.h"
#include "app/rooms/stage/stage_room.h"
#include "app/scene/assets.h"
#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/shell/interface/imgui_setup.h"
#include "app/shell/interface/layout.h"
#include "app/ui/pane.h"
#include "app/ui/text_lines.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"
#include "tests/shell/bare_shell.h"

namespace heatwave::shell {
namespace {

struct Size {
  int width;
  int height;
  float scale;
};

/// A Dear ImGui context without a display.
class TopBar : public ::testing::Test, protected BareShell {
 protected:
  TopBar() {
    ::setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;  // no texture is uploaded
    fonts_ = load_fonts();
  }
  ~TopBar() override { ImGui::DestroyContext(); }

  void draw(rooms::Room& room, const Size& size) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
    unit_ = std::min(size.scale, largest_unit({size.width, size.height}));
    if (unit_ != drawn_for_) {
      set_font_sizes(fonts_, unit_, 1.0F);
      ui::apply(ui::theme_of(true), unit_);
      ImGui::GetStyle().FontSizeBase = fonts_.size;
      drawn_for_ = unit_;
    }
    places_.clear();
    ImGui::NewFrame();
    now_.room = room.entry().id;
    ShellView view = view_of_shell(fonts_, unit_);
    const rooms::Layout layout = lay_out({size.width, size.height}, unit_, true);
    ui::begin_panes(io.DisplaySize);
    draw_top_bar(view, room, layout.top);
    ui::end_panes();
    expect_in_order(layout.top);
    ImGui::EndFrame();
  }

  void expect_in_order(const ui::Box& bar) {
    for (auto one = places_.begin(); one != places_.end(); ++one) {
      const ui::Box& box = one->second;
      EXPECT_GE(box.left, 0.0F) << one->first;
      EXPECT_LE(box.right, bar.width()) << one->first << trace_;
      EXPECT_LE(box.bottom, bar.height()) << one->first;
      for (auto other = std::next(one); other != places_.end(); ++other) {
        // This place is a part of that one.
        if (other->first.starts_with(one->first + "/")) continue;
        const ui::Box& next = other->second;
        EXPECT_FALSE(box.left < next.right - 0.5F && next.left < box.right - 0.5F)
            << one->first << " and " << other->first << trace_;
      }
    }
    for (const char* name : {"room/Fields", "room/Lab", "room/Stage"}) {
      ASSERT_TRUE(places_.contains(name));
      const std::string title = std::string(name).substr(5);
      EXPECT_GE(places_[name].width(), ImGui::CalcTextSize(title.c_str()).x + 8 * unit_) << name;
    }
    for (const char* name : {"Ctrl Z", "Ctrl Shift Z", "H", "F1"}) {
      EXPECT_TRUE(places_.contains(name)) << name << trace_;
    }
    for (const char* name : {"scene", "lesson", "experiment"}) {
      if (places_.contains(name)) {
        EXPECT_GE(places_[name].width(), 145 * unit_) << name << trace_;
      }
    }
  }

  /// Draws all sizes, without and with both lights.
  void draw_all(rooms::Room& room, const std::string& shown) {
    for (const Size& size : {Size{640, 480, 1}, Size{640, 480, 2}, Size{1280, 800, 1},
                             Size{1280, 800, 2}, Size{1920, 1080, 1}, Size{1920, 1080, 2}}) {
      for (const bool recording : {false, true}) {
        snapshot_.exporting.sequence = recording;
        snapshot_.exporting.frames_taken = 1234;
        snapshot_.recording = {.running = recording, .seconds = 3725, .commands = 12, .bytes = 99};
        trace_ = " in " + shown + " at " + std::to_string(size.width) + " × " +
                 std::to_string(size.scale) + (recording ? " recording" : "");
        draw(room, size);
        const bool has_lights =
            places_.contains("light/pictures") && places_.contains("light/recording");
        EXPECT_EQ(has_lights, recording);
      }
    }
  }

  std::string trace_;
  ui::FontSet fonts_;
  float unit_ = 1.0F;

 private:
  float drawn_for_ = 0.0F;
};

TEST_F(TopBar, HoldsEverySceneInEveryWindow) {
  fields_room::FieldsRoom room(commands_.gestures());
  for (const auto& listing : scene::built_in_scenes()) {
    snapshot_.scene = scene::scene_or_blank(listing.name);
    draw_all(room, listing.name);
    if (places_.contains("equation")) {
      EXPECT_GE(places_["equation"].width(),
                ImGui::CalcTextSize("FitzHugh–Nagumo").x + 44 * unit_ - 0.5F);
    }
  }
}

TEST_F(TopBar, HoldsEveryExperimentAndLessonInEveryWindow) {
  lab_room::LabRoom lab;
  for (const lab::Experiment& each : lab::experiments()) {
    lab.show(each.id);
    draw_all(lab, each.id);
  }
  stage_room::StageRoom stage;
  for (const stage::Lesson* each : stage::all_lessons()) {
    stage.show(each->id);
    draw_all(stage, each->id);
  }
}

TEST_F(TopBar, NamesGalleryLecturesAndPresentingWhereThereIsRoom) {
  fields_room::FieldsRoom room(commands_.gestures());
  for (const Size& size : {Size{1280, 800, 1}, Size{1920, 1080, 1}}) {
    draw(room, size);
    for (const char* keys : {"Ctrl G", "Ctrl L", "F5"}) {
      ASSERT_TRUE(places_.contains(keys)) << keys;
      EXPECT_GT(places_[keys].width(), 80 * unit_) << keys << " has a word";
    }
  }
  draw(room, {1920, 1080, 2});
  ASSERT_TRUE(places_.contains("F5"));
  EXPECT_LT(places_["F5"].width(), 40 * unit_) << "an icon alone";
}

TEST_F(TopBar, HasAMenuInWordsWhereTheyHaveNoRoomForButtons) {
  fields_room::FieldsRoom room(commands_.gestures());
  lab_room::LabRoom lab;
  for (rooms::Room* each : std::vector<rooms::Room*>{&room, &lab}) {
    draw(*each, {1280, 800, 2});
    ASSERT_TRUE(places_.contains("menu"));
    EXPECT_GT(places_["menu"].width(), ImGui::CalcTextSize("Menu").x + 32 * unit_);
    for (const char* keys : {"Ctrl G", "Ctrl L", "F5"}) EXPECT_FALSE(places_.contains(keys));
  }
  draw(room, {1280, 800, 1});
  EXPECT_FALSE(places_.contains("menu")) << "each has a button of its own";
}

TEST_F(TopBar, TextIsCutBetweenLettersWithDotsAndFits) {
  fields_room::FieldsRoom room(commands_.gestures());
  draw(room, {1280, 800, 1});
  ImGui::NewFrame();
  const std::string text = "Überlagerung, FitzHugh–Nagumo";
  const float whole = ImGui::CalcTextSize(text.c_str()).x;
  EXPECT_EQ(ui::elided(text, whole, ImGui::GetFont(), ImGui::GetFontSize()), text);
  for (float fits = 0; fits < whole; fits += 3) {
    const std::string cut = ui::elided(text, fits, ImGui::GetFont(), ImGui::GetFontSize());
    EXPECT_LE(ImGui::CalcTextSize(cut.c_str()).x, fits + 0.01F);
    if (cut.empty()) continue;
    ASSERT_TRUE(cut.ends_with("…")) << cut;
    const std::string kept = cut.substr(0, cut.size() - std::string("…").size());
    EXPECT_TRUE(text.starts_with(kept)) << cut;
    EXPECT_NE(static_cast<unsigned char>(text[kept.size()]) & 0xC0U, 0x80U) << cut;
  }
  ImGui::EndFrame();
}

}  // namespace
}  // namespace heatwave::shell
