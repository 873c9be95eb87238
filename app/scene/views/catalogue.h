// The list of views, and functions of the view that a scene has chosen.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/views/view.h"

namespace heatwave::scene {

/// All views in their displayed order; the first one is the default.
const std::vector<View>& views();
const View& view_of(ViewKind kind);
const View& view_of(const Scene& scene);
/// Throws core::Error that lists the views.
ViewKind view_named(std::string_view id);
bool suits(const View& view, const std::string& equation);
/// Returns the next view that suits the scene's equation, forwards or (`by` = -1) backwards.
ViewKind neighbour_view(const Scene& scene, int by);

/// Returns a sentence on why this choice is invalid for an equation; none: it is valid.
std::optional<std::string> flaw_of_view(const ViewChoice& choice, const std::string& equation);
/// Returns the values of the view's parameters.
std::vector<double> view_parameters(const ViewChoice& choice);
/// Makes the scene show this view. If the view was shown before, its own quantity keeps its
/// colours; otherwise they are derived from the field's. Precondition: flaw_of_view() returns none.
void choose_view(Scene& scene, ViewKind kind, std::vector<double> parameters);
/// Returns a choice as on the command line, such as "intensity:every=8".
std::string view_words(const ViewChoice& choice);

/// Returns the displayed quantity: the view's own, or the component.
const field::ComponentInfo& shown_quantity(const Scene& scene);
/// Returns the steps that the view averages over; none: it shows the field itself.
std::optional<field::AveragingWindow> averaging(const Scene& scene);

}  // namespace heatwave::scene
