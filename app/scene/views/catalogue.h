// The views there are, and what follows from the one that a scene has chosen.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/views/view.h"

namespace heatwave::scene {

/// In the order in which they are offered; the first is where a scene names none.
const std::vector<View>& views();
const View& view_of(ViewKind kind);
const View& view_of(const Scene& scene);
/// Throws core::Error naming those that there are.
ViewKind view_named(std::string_view id);
bool suits(const View& view, const std::string& equation);
/// The next one that suits the scene's equation, forwards or (`by` = −1) backwards.
ViewKind neighbour_view(const Scene& scene, int by);

/// What is wrong with this choice for an equation, as a sentence; nothing when it is fine.
std::optional<std::string> flaw_of_view(const ViewChoice& choice, const std::string& equation);
/// The values of its view's parameters.
std::vector<double> view_parameters(const ViewChoice& choice);
/// Makes the scene show this view. Colours of a quantity that the view alone shows stay as they are
/// where it was shown before; else they suit those of the field. Precondition: flaw_of_view() finds
/// none.
void choose_view(Scene& scene, ViewKind kind, std::vector<double> parameters);
/// "intensity:every=8", as on the command line.
std::string view_words(const ViewChoice& choice);

/// The quantity that is shown: the view's own, or else the component.
const field::ComponentInfo& shown_quantity(const Scene& scene);
/// The steps that the view averages over; none: it shows the field as it is.
std::optional<field::AveragingWindow> averaging(const Scene& scene);

}  // namespace heatwave::scene
