// The rooms: what is drawn in each, and what it wants of the machine.
#include "app/rooms/lab/lab_room.h"
#include "app/rooms/panels.h"
#include "app/rooms/stage/stage_actions.h"
#include "app/rooms/stage/stage_room.h"
#include "app/shell/front.h"

namespace heatwave::shell {

void Front::make_room_for_measuring() {
  // The lab rests the field for as long as it is open: its measurements are to have the machine for
  // themselves, and whoever comes back finds the field as it was left.
  session_.rest(!in_fields());
  // OpenGL in software takes processors that a variant on all processors is being timed on. With
  // so few frames a second it takes little of them, and the window still answers at once. Where a
  // GPU draws, frames cost the processors next to nothing and stay at the screen's rate.
  constexpr double kFramesWhileMeasuring = 25.0;
  const bool measuring = session_.snapshot().lab.running;
  pacer_.limit(measuring && software_drawn_ ? kFramesWhileMeasuring : 0.0);
}

void Front::draw_rooms(panels::PanelContext& context) {
  const core::Extent size = window_.laid_out();
  // Pressing a room in the top bar counts from the next frame on: this one is of one room.
  const panels::Room room = ui_.room;
  // Where no field lies below, the frame began in the panels' own colour: filling the whole window
  // with it again would cost OpenGL in software a good part of its time.
  const float filled = room == panels::Room::fields ? 1.0F : 0.0F;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, panels::with_alpha(context.theme.panel, filled));
  panels::draw_top_bar(context, layout_.top);
  if (room == panels::Room::fields) draw_fields_room(context);
  if (room == panels::Room::lab) draw_lab_room(context);
  if (room == panels::Room::stage) draw_stage_room(context);
  ImGui::PopStyleColor();
  if (ui_.lab.whole_chart && room == panels::Room::lab) {
    panels::draw_whole_chart(
        context, {0, 0, static_cast<double>(size.width), static_cast<double>(size.height)});
  }
  // What is saved in this frame lies below them.
  if (!saves_a_part()) {
    panels::draw_notices(context, place_of_notices());
    panels::draw_help(context, size.width, size.height);
  }
}

view::Area Front::place_of_notices() const {
  constexpr double kLeastWidth = 400;
  const double u = static_cast<double>(unit_);
  if (in_fields()) return layout_.field;
  const auto [x, y, width, height] = ui_.lab.free_place;
  const bool fits = static_cast<double>(width) >= kLeastWidth * u;
  if (ui_.room != panels::Room::lab || !fits) return layout_.room;
  return {x, y, width, height + 16 * unit_};
}

void Front::draw_fields_room(panels::PanelContext& context) {
  panels::draw_field_overlay(context, pointer_);
  panels::draw_colour_bar(context, layout_.colour_bar);
  if (layout_.side.width > 0) panels::draw_side_panel(context, layout_.side);
  panels::draw_transport_bar(context, layout_.transport);
}

void Front::draw_lab_room(panels::PanelContext& context) {
  ui_.lab.chart_area = {};
  panels::draw_lab_room(context, layout_.room);
  if (layout_.side.width > 0) panels::draw_lab_side(context, layout_.side);
  panels::draw_lab_transport(context, layout_.transport);
}

void Front::draw_stage_room(panels::PanelContext& context) {
  panels::keep_stage(context, pacer_.frame_seconds());
  ui_.stage.board_area = {};
  panels::draw_stage_room(context, layout_.room);
  if (layout_.side.width > 0) panels::draw_stage_side(context, layout_.side);
  panels::draw_stage_transport(context, layout_.transport);
}

bool Front::saves_a_part() const {
  return ui_.requests.save_chart || ui_.requests.save_board || ui_.stage.recording;
}

}  // namespace heatwave::shell
