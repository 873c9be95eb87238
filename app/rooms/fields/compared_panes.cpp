// Places two compared fields side by side, or one over the other with a divider.
#include "app/rooms/fields/compared_panes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "app/colour/colouring.h"
#include "app/rooms/fields/colour_bar.h"
#include "app/rooms/fields/overlay.h"
#include "app/rooms/fields/view_marks.h"
#include "app/ui/pen.h"
#include "app/ui/text_lines.h"

namespace heatwave::fields_room {
namespace {

constexpr float kDividerReach = 8.0F;  ///< on both sides of the divider, in design units

/// Returns the width that words on a plate may have in a pane.
float room_on_plate(const ui::Box& pane, float unit) { return pane.width() - 28 * unit; }

struct Plate {
  std::string words;  ///< empty: no room
  ui::Box box;
};

Plate plate_in(const FieldsView& context, const ui::Box& pane, const std::string& words) {
  const float u = context.unit;
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  std::string shown = ui::elided(words, room_on_plate(pane, u));
  if (pane.height() < 2 * pen.line()) shown.clear();
  const float width = shown.empty() ? 0.0F : pen.width(shown) + 16 * u;
  return {shown, ui::Box::at(pane.left + 6 * u, pane.top + 6 * u, width, pen.line() + 8 * u)};
}

void draw_plate(const FieldsView& context, const ui::Box& pane, const std::string& words) {
  const Plate plate = plate_in(context, pane, words);
  if (plate.words.empty()) return;
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  pen.fill(plate.box, ui::with_alpha(context.theme.panel, 0.85F), 4 * context.unit);
  pen.text(plate.box.left + 8 * context.unit, (plate.box.top + plate.box.bottom) / 2, plate.words,
           context.theme.text);
}

/// Returns why there is no difference to see; empty: there is one. An audience drags nothing.
std::string words_of(const rooms::Comparison& comparison, bool presented) {
  if (!comparison.is_comparable) {
    return "No difference: the two fields differ in grid or quantity.";
  }
  if (comparison.largest != 0.0) return "";
  const std::string same = "Both fields are bit-identical, and both take the same steps.";
  return presented ? same : same + " Drag something in either of them.";
}

/// Draws a sentence in the middle of a pane, if all of it fits: a part of it is no use.
void draw_sentence(const FieldsView& context, const ui::Box& pane, const std::string& words) {
  const float u = context.unit;
  const float margin = 12 * u;
  const float room = pane.width() - 4 * margin;
  if (words.empty() || room < 80 * u) return;
  const ImVec2 size = ui::wrapped_size(words, room);
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  const float label = pen.line() + 20 * u;  // the height of the pane's label and its margins
  if (size.y + 2 * margin > pane.height() - 2 * label) return;
  const ImVec2 at{(pane.left + pane.right - size.x) / 2, (pane.top + pane.bottom - size.y) / 2};
  pen.fill({at.x - margin, at.y - margin, at.x + size.x + margin, at.y + size.y + margin},
           ui::with_alpha(context.theme.panel, 0.85F), 4 * u);
  pen.list().AddText(context.fonts.body, context.fonts.size, at,
                     ui::packed_colour(context.theme.text), words.c_str(), nullptr, room);
}

/// Returns a part of an area divided into columns and rows.
ui::Box part_of(const ui::Box& area, int columns, int column, int rows, int row, float gap) {
  const auto side = [gap](float all, int count) {
    return std::max(1.0F, (all - gap * static_cast<float>(count - 1)) / static_cast<float>(count));
  };
  const float width = side(area.width(), columns);
  const float height = side(area.height(), rows);
  return ui::Box::at(area.left + static_cast<float>(column) * (width + gap),
                     area.top + static_cast<float>(row) * (height + gap), width, height);
}

/// Both fields, and their difference, which is twice as wide and high.
struct ThreePanes {
  ui::Box before, now, difference;
  bool is_in_row = false;  ///< the difference stands beside the fields, not below them
};

/// Places both fields beside each other with their difference below them, or below each other with
/// the difference beside them, whichever makes them largest. The edges of the difference are level
/// with the fields' outer ones. All stand in the middle of the area. `bar`: width that the fields'
/// colour bar needs between them and the difference beside them.
ThreePanes three_panes(const ui::Box& area, core::Extent grid, float gap, float bar) {
  const float shape = static_cast<float>(grid.width) / static_cast<float>(grid.height);
  const float in_row =
      std::min((area.width() - 2 * gap - bar) / 3, (area.height() - gap) / 2 * shape);
  const float stacked =
      std::min((area.width() - gap) / 2, (area.height() - gap - gap / shape) / 3 * shape);
  const float width = std::max(1.0F, std::max(in_row, stacked));
  const float height = width / shape;
  const bool is_in_row = in_row > stacked;
  // The difference also has the width, or the height, of the gap between the fields.
  const float large_width = is_in_row ? (2 * height + gap) * shape : 2 * width + gap;
  const float large_height = large_width / shape;
  const float all_width = is_in_row ? width + bar + gap + large_width : large_width;
  const float all_height = is_in_row ? large_height : height + gap + large_height;
  const ImVec2 at{(area.left + area.right - all_width) / 2,
                  (area.top + area.bottom - all_height) / 2};
  const ImVec2 second =
      is_in_row ? ImVec2{at.x, at.y + height + gap} : ImVec2{at.x + width + gap, at.y};
  return {ui::Box::at(at.x, at.y, width, height), ui::Box::at(second.x, second.y, width, height),
          ui::Box::at(at.x + all_width - large_width, at.y + all_height - large_height, large_width,
                      large_height),
          is_in_row};
}

}  // namespace

ui::Box half_of(const ui::Box& area, int which, float gap, core::Extent grid, float taken) {
  const auto scale_in = [&](const ui::Box& part) {
    return std::min((part.width() - taken) / static_cast<float>(grid.width),
                    part.height() / static_cast<float>(grid.height));
  };
  const ui::Box beside = part_of(area, 2, which, 1, 0, gap);
  const ui::Box below = part_of(area, 1, 0, 2, which, gap);
  return scale_in(beside) >= scale_in(below) ? beside : below;
}

void ComparedPanes::take(const rooms::Comparison* comparison) {
  if (comparison == nullptr) tools_.cancel();
  is_on_ = comparison != nullptr;
  if (!is_on_) return;
  layout_ = comparison->layout;
  divided_at_ = comparison->divided_at;
  has_difference_ = comparison->difference;
  extent_ = comparison->extent;
}

void ComparedPanes::place(const ui::Box& area, const ui::Box& of_half, view::FieldMapping& now,
                          core::Extent extent, BarRoom bar) {
  if (!is_on_) return;
  const float gap = kPaneGap * bar.unit;
  ui::Box of_now = area;
  ui::Box of_before = area;
  ui::Box of_difference = of_half;
  if (!wipes() && has_difference_) {
    const ThreePanes places = three_panes(area, extent, gap, bar.width);
    of_before = places.before;
    of_now = places.now;
    of_difference = places.difference;
  } else if (!wipes()) {
    of_before = half_of(area, 0, gap, extent);
    of_now = half_of(area, 1, gap, extent);
  }
  now.place(of_now, extent);
  // All panes share zoom and pan.
  panes_.before = panes_.difference = now;
  panes_.before.place(of_before, extent_);
  panes_.difference.place(of_difference, extent);
  panes_.shows_difference = has_difference_;
  all_ = now.seen().around(panes_.before.seen());
  if (has_difference_) all_ = all_.around(panes_.difference.seen());
  wiped_ = {};
  if (!wipes()) return;
  wiped_ = now.seen();
  const float x = divider();
  panes_.before.show_part({of_before.left, of_before.top, x, of_before.bottom});
  now.show_part({x, of_now.top, of_now.right, of_now.bottom});
}

ComparedPanes::BesideBars ComparedPanes::beside_bars(const view::FieldMapping& now) const {
  if (!has_difference_) return {all_, {}};
  return {now.seen().around(panes_.before.seen()), panes_.difference.seen()};
}

float ComparedPanes::divider() const {
  return std::round(wiped_.left + static_cast<float>(divided_at_) * wiped_.width());
}

void ComparedPanes::request_samples(const scene::Scene& scene) {
  if (is_on_) panes_.request = samples_wanted(scene, extent_, panes_.before);
}

bool ComparedPanes::has_pointer(const view::FieldMapping& now) const {
  const ImVec2 at = ImGui::GetIO().MousePos;
  return now.shown().contains(at) || (is_on_ && panes_.before.shown().contains(at));
}

void ComparedPanes::slide(const rooms::Frame& frame) const {
  const float part = (ImGui::GetIO().MousePos.x - wiped_.left) / std::max(1.0F, wiped_.width());
  frame.send(session::ShowComparison{.layout = layout_,
                                     .divided_at = std::clamp(static_cast<double>(part), 0.0, 1.0),
                                     .difference = has_difference_});
}

bool ComparedPanes::take_pointer(const rooms::Frame& frame, bool room,
                                 const ToolSettings& settings) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool pressed = !std::exchange(was_pressed_, io.MouseDown[0]) && io.MouseDown[0];
  if (!is_on_ || frame.comparison == nullptr) return false;
  const float reach = kDividerReach * frame.unit;
  const bool near = room && std::abs(io.MousePos.x - divider()) <= reach &&
                    io.MousePos.y >= wiped_.top && io.MousePos.y < wiped_.bottom;
  slides_ = io.MouseDown[0] && (slides_ || (pressed && near && !tools_.busy()));
  if (near || slides_) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (slides_) slide(frame);
  const bool over = room && !near && !slides_ && panes_.before.shown().contains(io.MousePos);
  PointerInput pointer{
      .at = look_.to_cells(static_cast<double>(io.MousePos.x), static_cast<double>(io.MousePos.y)),
      .over_field = over,
      .left = io.MouseDown[0] && !slides_,
      .right = io.MouseDown[1],
      .square = io.KeyShift};
  pointer.cells_per_unit = static_cast<double>(frame.unit) / look_.scale_at(pointer.at);
  tools_.settings() = settings;
  tools_.update(pointer, *frame.comparison->snapshot, *frame.comparison->edits);
  const bool in_difference =
      room && has_difference_ && panes_.difference.seen().contains(io.MousePos);
  if (pressed && in_difference) {
    frame.commands.tell("This is the difference: drag something in one of the two fields.");
  }
  return over || near || slides_ || tools_.busy();
}

void ComparedPanes::rest(const rooms::Frame& frame) {
  slides_ = false;
  if (!is_on_ || frame.comparison == nullptr) return;
  tools_.update({}, *frame.comparison->snapshot, *frame.comparison->edits);
}

namespace {

/// Returns the frame of the other field, or of the difference, in its colours.
rooms::Frame frame_of(const rooms::Frame& frame, const session::Snapshot& snapshot,
                      const colour::ColourScale& colours) {
  rooms::Frame other{frame,         snapshot,        frame.timings,
                     colours,       frame.commands,  frame.writer_has_room,
                     frame.keys_of, frame.texture_of};
  other.presented = frame.presented;
  return other;
}

}  // namespace

void ComparedPanes::draw_other_marks(const FieldsView& context) {
  const rooms::Frame other = frame_of(context, *context.comparison->snapshot, context.colours);
  draw_item_marks(
      {other, context.model, tools_, context.measures, context.formula, panes_.before, look_});
}

void ComparedPanes::draw_divider(const FieldsView& context) const {
  const float u = context.unit;
  const ui::ChartPen pen(context, *ImGui::GetBackgroundDrawList());
  const float x = divider();
  const float middle = (wiped_.top + wiped_.bottom) / 2;
  const ImVec4 ink = slides_ ? context.theme.accent : ImVec4{1, 1, 1, 1};
  pen.line({x, wiped_.top}, {x, wiped_.bottom}, ImVec4{0, 0, 0, 0.7F}, 5 * u);
  pen.line({x, wiped_.top}, {x, wiped_.bottom}, ink, 2 * u);
  const bool is_near = std::abs(ImGui::GetIO().MousePos.x - x) <= 2 * kDividerReach * u;
  if (context.presented && !is_near && !slides_) return;  // the audience sees no handle
  pen.list().AddCircleFilled({x, middle}, 14 * u, ui::packed_colour(ImVec4{0, 0, 0, 0.7F}));
  pen.list().AddCircle({x, middle}, 13 * u, ui::packed_colour(ink), 0, 2 * u);
  for (const float side : {-1.0F, 1.0F}) {
    pen.list().AddTriangleFilled({x + side * 8 * u, middle}, {x + side * 3 * u, middle - 5 * u},
                                 {x + side * 3 * u, middle + 5 * u}, ui::packed_colour(ink));
  }
}

void ComparedPanes::draw_difference_bar(const FieldsView& context) const {
  const rooms::Comparison& comparison = *context.comparison;
  const auto reach = static_cast<float>(comparison.difference_range);
  const colour::Legend& legend = context.colours.legend;
  // A difference of temperatures in °C begins at zero.
  const colour::ColourScale colours{
      .map = comparison.difference_map,
      .bands = 0,
      .low = -reach,
      .high = reach,
      .legend = {.zero = 0.0, .one = legend.scale(), .unit = legend.unit}};
  const rooms::Frame other = frame_of(context, context.snapshot, colours);
  const FieldsView here{other,           context.model,   context.tools, context.measures,
                        context.formula, context.mapping, context.look};
  draw_colour_bar(here, difference_bar_,
                  {.scene = context.snapshot.scene, .survey = {}, .is_difference = true});
  note_box(context, "difference bar", difference_bar_);
}

std::string ComparedPanes::difference_title(const view::FieldMapping& now, float room) const {
  // In a wipe the edited field is to the right of the divider.
  const bool is_beside = wipes() || panes_.before.seen().left < now.seen().left;
  const std::string terms = is_beside ? "right − left" : "lower − upper";
  const std::string title = "difference: " + terms;
  return ImGui::CalcTextSize(title.c_str()).x <= room ? title : terms;
}

void ComparedPanes::draw_annotations(const FieldsView& context) {
  const rooms::Comparison& comparison = *context.comparison;
  draw_plate(context, panes_.before.seen(), comparison.before);
  draw_plate(context, context.mapping.seen(), comparison.now);
  const ui::Box difference = panes_.difference.seen();
  if (has_difference_ && comparison.largest) {
    const float room = room_on_plate(difference, context.unit);
    difference_title_ = difference_title(context.mapping, room);
    draw_plate(context, difference, difference_title_);
    draw_difference_bar(context);
  }
  if (has_difference_) draw_sentence(context, difference, words_of(comparison, context.presented));
}

void ComparedPanes::draw(const FieldsView& context) {
  if (!is_on_ || context.comparison == nullptr) return;
  draw_other_marks(context);
  if (wiped_.width() > 0) draw_divider(context);
  draw_annotations(context);
}

void ComparedPanes::add_status(nlohmann::ordered_json& status) const {
  status["layout"] = core::name_of(layout_);
  status["divided_at"] = divided_at_;
  status["shows_difference"] = has_difference_;
  status["area"] = panes_.before.shown().by_size();
  status["difference_title"] = difference_title_;
  status["difference_area"] = panes_.difference.seen().by_size();
  status["divider"] = divider();
  const core::Point origin = panes_.before.to_window({0, 0});
  status["origin"] = {origin.x, origin.y};
  status["cell"] = panes_.before.scale();
}

std::optional<ui::Box> place_of_now(const FieldsView& context) {
  if (context.comparison == nullptr) return {};
  const Plate plate = plate_in(context, context.mapping.seen(), context.comparison->now);
  if (plate.words.empty()) return {};
  return plate.box;
}

}  // namespace heatwave::fields_room
