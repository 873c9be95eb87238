// Draws a room frame by frame into Dear ImGui's lists, which become a picture if one is wanted.
#include "app/shell/lectures/lecture_layout.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/rooms/fields/fields_room.h"
#include "app/rooms/lab/lab_room.h"
#include "app/rooms/stage/stage_room.h"
#include "app/shell/interface/imgui_setup.h"
#include "app/shell/interface/layout.h"
#include "app/shell/lectures/lecture_card.h"
#include "app/shell/window/drawn_picture.h"
#include "app/ui/pane.h"

namespace heatwave::shell {

LectureLayout::LectureLayout(session::Session& session)
    : session_(session),
      commands_([this](session::Command command, session::Gesture gesture) {
        if (!session::traits_of(command).for_window) session_.submit(std::move(command), gesture);
      }),
      keys_of_([](std::string_view) { return ""; }) {
  rooms_ = {std::make_unique<fields_room::FieldsRoom>(commands_.gestures()),
            std::make_unique<lab_room::LabRoom>(), std::make_unique<stage_room::StageRoom>()};
  colours_.map = &colour::colour_maps().front();  // no picture shows it
  create_imgui_context();
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  fonts_ = load_fonts();
  open(kWindows.front());
}

LectureLayout::~LectureLayout() { ImGui::DestroyContext(); }

void LectureLayout::open(const LectureWindow& window) {
  unit_ = window.unit;
  ImGui::GetIO().DisplaySize = {static_cast<float>(window.size.width),
                                static_cast<float>(window.size.height)};
  set_font_sizes(fonts_, unit_, 1.0F);
  ui::apply(ui::theme_of(true), unit_);
  ImGui::GetStyle().FontSizeBase = fonts_.size;
}

rooms::Frame LectureLayout::frame() {
  return {{.theme = ui::theme_of(!is_for_paper_),
           .fonts = fonts_,
           .unit = unit_,
           .memory = memory_,
           .places = &places_,
           .is_for_picture = is_for_paper_,
           .less_motion = true,
           .cut = &cut_},
          session_.snapshot(),
          timings_,
          colours_,
          commands_,
          true,
          keys_of_,
          texture_of_};
}

void LectureLayout::draw(rooms::Room& room, const rooms::Layout& layout) {
  constexpr float kSecondsPerFrame = 1.0F / 60;
  ImGui::GetIO().DeltaTime = kSecondsPerFrame;
  ImGui::NewFrame();
  places_.clear();
  cut_.clear();
  rooms::Frame frame = this->frame();
  if (!is_for_paper_) frame.lecture_asks = rooms::LectureAsks::question;
  memory_.controls.clear();
  memory_.tooltips.begin_frame();
  ui::begin_panes(ImGui::GetIO().DisplaySize);
  room.lay_out(layout, session_.snapshot(), unit_);
  room.begin(frame, kSecondsPerFrame);
  room.draw(frame, layout);
  room.draw_over(frame, {0, 0, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y});
  ui::end_panes();
  ImGui::Render();
  take_textures(*ImGui::GetDrawData());
  session_.run(0);
}

void LectureLayout::settle(rooms::Room& room, const rooms::Layout& layout) {
  // A room settles within some frames: lists measure themselves, panes scroll to a line.
  constexpr int kFrames = 8;
  for (int i = 0; i < kFrames; ++i) draw(room, layout);
}

std::string LectureLayout::lacking_code(rooms::Room& room) {
  nlohmann::ordered_json status;
  room.add_status(status, frame());
  const int in_sight = status["lab"]["code_lines_in_sight"];
  const int least = std::min<int>(kLeastCodeLines, status["lab"]["code_lines"]);
  if (in_sight >= least) return {};
  return fmt::format("{} of at least {} lines of code are in sight", in_sight, least);
}

std::string LectureLayout::hidden_in(const LectureWindow& window, const wire::LectureStep& step) {
  open(window);
  rooms::Room& room = *rooms_.at(static_cast<std::size_t>(step.sight.place));
  room.look_at(step.sight);
  const core::Extent size = window.size;
  rooms::Layout layout = lay_out(size, unit_, true, 0.0F, card_width(size, unit_));
  layout.named = step.visible;
  settle(room, layout);
  bool is_code = false;
  for (const std::string& place : step.visible) {
    if (!places_.contains(place)) return fmt::format("'{}' is not drawn", place);
    if (cut_.contains(place)) return fmt::format("'{}' is cut", place);
    is_code = is_code || place.starts_with("source/");
  }
  return is_code ? lacking_code(room) : std::string();
}

std::string LectureLayout::first_hidden(const wire::LectureStep& step) {
  if (step.visible.empty()) return {};
  for (const LectureWindow& window : kWindows) {
    // In large letters the Stage's kernel keeps the executed line in sight, not the named one.
    const bool is_stage = step.sight.place == session::Place::stage;
    if (is_stage && window.unit > 1) continue;
    const std::string reason = hidden_in(window, step);
    if (reason.empty()) continue;
    return fmt::format("{} at {} × {}, scale {}", reason, window.size.width, window.size.height,
                       window.unit);
  }
  return {};
}

namespace {

/// Returns the window for a step's picture. Charts without rows fill what they get: they get more.
core::Extent window_for(const session::Sight& sight) {
  constexpr int kTall = 1240;
  using enum session::LabChart;
  const bool fills = sight.place == session::Place::lab && sight.lab &&
                     (sight.lab->chart == roofline || sight.lab->chart == sweep);
  return {LectureLayout::kWindow.width, fills ? kTall : LectureLayout::kWindow.height};
}

}  // namespace

exporting::Image LectureLayout::picture(const wire::LectureStep& step, float pixels) {
  rooms::Room& room = *rooms_.at(static_cast<std::size_t>(step.sight.place));
  room.look_at(step.sight);
  is_for_paper_ = true;
  ui::apply(ui::theme_of(false), 1.0F);
  ImGui::GetIO().DisplayFramebufferScale = {pixels, pixels};
  const core::Extent window = window_for(step.sight);
  ImGui::GetIO().DisplaySize = {static_cast<float>(window.width),
                                static_cast<float>(window.height)};
  rooms::Layout layout = lay_out(window, 1.0F, false);
  layout.named = step.visible;
  settle(room, layout);
  const ui::Box area = room.picture(session_.snapshot()).area;
  return drawn_picture(*ImGui::GetDrawData(), in_pixels(area, pixels), ui::theme_of(false).panel);
}

}  // namespace heatwave::shell
