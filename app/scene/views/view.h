// A view of a field, as one object. All code that offers, draws, reads, writes or exports views
// uses this object and names no view.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "kernels/field/averaging_window.h"
#include "kernels/field/equation.h"

namespace heatwave::scene {

/// The theory of a steady field, up to one common factor.
struct SteadyTheory {
  std::string words;  ///< name of the solution
  /// Not a number: unknown there.
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

}  // namespace heatwave::scene
