// Places the second quantity beside the first one.
#include "app/rooms/fields/quantity_pane.h"

#include "app/rooms/fields/colour_bar.h"
#include "app/rooms/fields/compared_panes.h"
#include "app/rooms/fields/overlay.h"
#include "app/rooms/fields/view_marks.h"

namespace heatwave::fields_room {

std::array<ui::Box, 2> QuantityPane::halves(const ui::Box& area, core::Extent grid, float taken,
                                            float unit) {
  const float gap = kPaneGap * unit;
  return {half_of(area, 0, gap, grid, taken), half_of(area, 1, gap, grid, taken)};
}

void QuantityPane::place(const ui::Box& field, const view::FieldMapping& first,
                         core::Extent extent) {
  panes_.before = first;
  panes_.before.place(field, extent);
}

void QuantityPane::request_samples(const scene::Scene& scene) {
  panes_.request = is_on_ ? samples_wanted(scene, scene.extent, panes_.before) : std::nullopt;
  if (!panes_.request) return;
  panes_.request->before = panes_.request->vectors = false;  // arrows lie over the first quantity
}

ImVec2 QuantityPane::aimed(ImVec2 pointer, bool is_pressed, const view::FieldMapping& first) {
  if (!is_pressed) has_pointer_ = is_on_ && panes_.before.shown().contains(pointer);
  if (!is_on_ || !has_pointer_) return pointer;
  const core::Point at = first.to_window(
      look_.to_cells(static_cast<double>(pointer.x), static_cast<double>(pointer.y)));
  return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

void QuantityPane::draw(const FieldsView& context) {
  if (!is_on_ || context.beside == nullptr) return;
  const rooms::QuantityBeside& beside = *context.beside;
  const rooms::Frame& frame = context;
  const rooms::Frame other{frame,           context.snapshot,  context.timings,
                           beside.colours,  context.commands,  context.writer_has_room,
                           context.keys_of, context.texture_of};
  const FieldsView here{other,           context.model, context.tools, context.measures,
                        context.formula, panes_.before, look_};
  if (beside.samples != nullptr) draw_contours(here, beside.scene, *beside.samples);
  draw_item_marks(here);
  draw_colour_bar(here, bar_, {beside.scene, beside.survey});
}

}  // namespace heatwave::fields_room
