// Views of a field. All code that offers, draws, reads, writes or exports views uses these objects
// and names no view.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/scene.h"
#include "kernels/field/averaging_window.h"
#include "kernels/field/equation.h"

namespace heatwave::scene {

/// The theory of a steady field, up to one common factor.
struct SteadyTheory {
  std::string words;  ///< name of the solution
  /// Returns the value at a point; NaN: it is unknown there.
  std::function<double(core::Point at)> value;
};

/// A mean of squares over time that a view shows instead of the field's component. The session
/// computes it while the view is shown; colours, legend, probes and profile then apply to it.
struct AveragedQuantity {
  field::ComponentInfo info;  ///< names, and default colours
  field::AveragingWindow (*window)(std::span<const double> parameters) = nullptr;
  /// Derives the legend of the average from that of the field's values.
  colour::Legend (*legend)(const colour::Legend& of_values) = nullptr;
  /// Derives the first colours of the average from those of the field.
  colour::ColourChoice (*colours)(const colour::ColourChoice& of_values) = nullptr;
  /// Returns the theory of a scene; null: none is known.
  std::optional<SteadyTheory> (*theory)(const Scene& scene) = nullptr;
};

/// The steps of a field on a line that are kept as rows of a space–time picture.
struct PastSteps {
  std::int64_t every = 1;  ///< steps from one row to the next; rows lie at multiples of it
  std::int64_t over = 1;   ///< steps from the oldest row to the newest
  friend bool operator==(const PastSteps&, const PastSteps&) = default;
};

struct View {
  std::string id;     ///< name in files and on the command line
  std::string title;  ///< name on the panel
  std::string help;
  /// Layers that the view draws by itself. `raised` also decides where the mouse picks: on the
  /// surface, or from above.
  ViewLayers draws;
  /// Returns whether it can show fields of this equation; null: of every equation.
  bool (*suits)(const field::EquationInfo& equation) = nullptr;
  std::string suits_what;  ///< the fields that it can show, for messages
  std::vector<field::ParameterInfo> parameters;
  std::optional<AveragedQuantity> averaged;  ///< none: it shows the field itself
  /// Not null: it shows a field on a line, as curves over a space–time picture of these steps;
  /// null: it shows a plane.
  PastSteps (*past)(std::span<const double> parameters) = nullptr;
};

/// All views in their displayed order; the first one is the default.
const std::vector<View>& views();
const View& view_of(ViewKind kind);
/// Returns the chosen view or, where it cannot show the scene's grid, the first one that can.
ViewChoice view_in_use(const Scene& scene);
const View& view_of(const Scene& scene);
bool suits(const View& view, const field::EquationInfo& equation);
/// Returns whether the view can show the scene's equation and its grid, a line or a plane.
bool suits(const View& view, const Scene& scene);
/// Returns the next view that suits the scene's equation, forwards or (`by` = -1) backwards.
ViewKind neighbour_view(const Scene& scene, int by);

/// Returns a sentence on why this choice is invalid for an equation; none: it is valid.
std::optional<std::string> flaw_of_view(const ViewChoice& choice,
                                        const field::EquationInfo& equation);
/// Returns the values of the view's parameters.
std::vector<double> view_parameters(const ViewChoice& choice);
/// Makes the scene show this view. If the view was shown before, its own quantity keeps its
/// colours; otherwise they are derived from the field's. Precondition: flaw_of_view() returns none.
void choose_view(Scene& scene, ViewKind kind, std::vector<double> parameters);
/// Returns a sentence on why the view cannot show the scene's grid; none: it can.
std::optional<std::string> flaw_on_grid(const View& view, const Scene& scene);
/// Returns a choice as on the command line, such as "intensity:every=8".
std::string view_words(const ViewChoice& choice);

/// Returns the displayed quantity: the view's own, an expression, or the component.
const field::ComponentInfo& shown_quantity(const Scene& scene);
/// Returns whether a component itself is shown: no average over time, and no expression.
bool shows_component(const Scene& scene);
/// Returns the steps that the view averages over; none: it shows the field itself.
std::optional<field::AveragingWindow> averaging(const Scene& scene);
/// Returns the steps that the view keeps of a field on a line; none: it shows a plane.
std::optional<PastSteps> past_steps(const Scene& scene);

}  // namespace heatwave::scene
