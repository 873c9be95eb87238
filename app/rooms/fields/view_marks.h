// What is drawn over a field's colours: contours and arrows, from above or over hills, on the field
// and on the one beside it.
#pragma once

#include <optional>

#include "app/rooms/fields/fields_view.h"
#include "app/view/sample_wish.h"

namespace heatwave::fields_room {

/// A field that marks are drawn over.
struct MarkedField {
  const lines::Samples& samples;
  const view::FieldLook& look;
  const scene::Scene& scene;
};

/// What the layers of the scene's view over the part of a grid that is seen must know.
std::optional<view::SampleWish> samples_wanted(const scene::Scene& scene, core::Extent grid,
                                               const view::FieldMapping& mapping);
/// The same of the scene's field as a surface, by how large it is seen.
view::SampleWish surface_wanted(const scene::Scene& scene, const view::SurfaceCamera& camera);
/// What lies over the field's colours, below all else; `panes` where there is one beside it.
void draw_view_marks(const FieldsView& context, const rooms::Panes* panes);

}  // namespace heatwave::fields_room
