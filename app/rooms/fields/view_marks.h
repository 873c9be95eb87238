// Draws contours and arrows over a field's colours, flat or on a surface, and over the field beside
// it.
#pragma once

#include <cstdint>
#include <optional>

#include "app/rooms/fields/fields_view.h"
#include "app/view/sample_request.h"

namespace heatwave::fields_room {

/// Returns the samples that the scene's layers need for the visible part of a grid.
std::optional<view::SampleRequest> samples_wanted(const scene::Scene& scene, core::Extent grid,
                                                  const view::FieldMapping& mapping);
/// The detail of a surface. Software OpenGL needs too long for a fine one that moves.
enum class Detail : std::uint8_t { coarse, fine };

/// Returns the samples that the scene needs as a surface, limited by its size in the window.
view::SampleRequest surface_wanted(const scene::Scene& scene, const view::SurfaceCamera& camera,
                                   Detail detail);
/// Draws the layers over the field's colours, below everything else. `panes`: the field beside it;
/// null: there is none.
void draw_view_marks(const FieldsView& context, const rooms::Panes* panes);
/// Draws the contours of the second quantity, in the colours and the pane of `context`.
void draw_contours(const FieldsView& context, const scene::Scene& scene,
                   const lines::Samples& samples);

}  // namespace heatwave::fields_room
