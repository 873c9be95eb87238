// Draws a room frame by frame into Dear ImGui's lists, which nothing reads.
#include "app/shell/lectures/lecture_layout.h"

#include <fmt/format.h>
#include <imgui.h>

#include <utility>

#include "app/rooms/fields/fields_room.h"
#include "app/rooms/lab/lab_room.h"
#include "app/rooms/stage/stage_room.h"
#include "app/shell/interface/layout.h"
#include "app/shell/lectures/lecture_card.h"
#include "app/shell/window/imgui_context.h"
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
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.DisplaySize = {static_cast<float>(kWindow.width), static_cast<float>(kWindow.height)};
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;  // nothing looks at the textures
  fonts_ = load_fonts();
  set_font_sizes(fonts_, 1.0F, 1.0F);
  ui::apply(ui::theme_of(true), 1.0F);
  ImGui::GetStyle().FontSizeBase = fonts_.size;
}

LectureLayout::~LectureLayout() { ImGui::DestroyContext(); }

void LectureLayout::draw(rooms::Room& room, const rooms::Layout& layout) {
  constexpr float kSecondsPerFrame = 1.0F / 60;
  ImGui::GetIO().DeltaTime = kSecondsPerFrame;
  ImGui::NewFrame();
  places_.clear();
  cut_.clear();
  const rooms::Frame frame{{.theme = ui::theme_of(true),
                            .fonts = fonts_,
                            .unit = 1.0F,
                            .memory = memory_,
                            .places = &places_,
                            .is_for_picture = false,
                            .less_motion = true,
                            .cut = &cut_},
                           session_.snapshot(),
                           timings_,
                           colours_,
                           commands_,
                           true,
                           keys_of_,
                           texture_of_};
  memory_.tooltips.begin_frame();
  ui::begin_panes(ImGui::GetIO().DisplaySize);
  room.lay_out(layout, session_.snapshot(), 1.0F);
  room.begin(frame, kSecondsPerFrame);
  room.draw(frame, layout);
  ui::end_panes();
  ImGui::Render();
  session_.run(0);
}

std::string LectureLayout::first_hidden(const wire::LectureStep& step) {
  if (step.visible.empty()) return {};
  // A room settles within some frames: lists measure themselves, panes scroll to a line.
  constexpr int kFrames = 8;
  rooms::Room& room = *rooms_.at(static_cast<std::size_t>(step.sight.place));
  room.look_at(step.sight);
  rooms::Layout layout = lay_out(kWindow, 1.0F, true, 0.0F, card_width(kWindow, 1.0F));
  layout.named = step.visible;
  for (int i = 0; i < kFrames; ++i) draw(room, layout);
  for (const std::string& place : step.visible) {
    if (!places_.contains(place)) return fmt::format("'{}' is not drawn", place);
    if (cut_.contains(place)) {
      return fmt::format("'{}' is cut at {} × {}", place, kWindow.width, kWindow.height);
    }
  }
  return {};
}

}  // namespace heatwave::shell
