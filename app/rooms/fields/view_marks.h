// The views of a field: what each draws over its colours, and what it must know for it.
#pragma once

#include <optional>
#include <span>

#include "app/rooms/fields/fields_view.h"
#include "app/view/sample_wish.h"

namespace heatwave::fields_room {

struct FieldView {
  /// How many values it wants of what is seen; none: it draws nothing over it.
  core::Extent samples;
  bool whole = false;   ///< of the whole grid, seen or not
  bool before = false;  ///< of the step before, too, where the equation looks back
  void (*draw)(const FieldsView&) = nullptr;
};

const FieldView& view_of(session::ViewKind kind);
/// What the scene's view must know, of the part of the grid that is seen; of a surface by how large
/// it is seen.
std::optional<view::SampleWish> samples_wanted(const session::Scene& scene,
                                               const view::FieldMapping& mapping,
                                               const view::SurfaceCamera& camera);
/// What lies over the field's colours, below all else.
void draw_view_marks(const FieldsView& context);

}  // namespace heatwave::fields_room
