// Views of a field. All code that offers, draws, reads, writes or exports views uses these objects
// and names no view.
#pragma once

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
};

/// All views in their displayed order; the first one is the default.
const std::vector<View>& views();
const View& view_of(ViewKind kind);
const View& view_of(const Scene& scene);
bool suits(const View& view, const field::EquationInfo& equation);
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
/// Returns a choice as on the command line, such as "intensity:every=8".
std::string view_words(const ViewChoice& choice);

/// Returns the displayed quantity: the view's own, an expression, or the component.
const field::ComponentInfo& shown_quantity(const Scene& scene);
/// Returns whether a component itself is shown: no average over time, and no expression.
bool shows_component(const Scene& scene);
/// Returns the steps that the view averages over; none: it shows the field itself.
std::optional<field::AveragingWindow> averaging(const Scene& scene);

}  // namespace heatwave::scene
