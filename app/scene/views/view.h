// A way of looking at a field, as one object. Whatever offers, draws, reads, writes or exports
// views asks this object and names no view.
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

/// What theory says of a steady field, known up to one factor for all places.
struct SteadyTheory {
  std::string words;                            ///< which solution it is
  std::function<double(core::Point at)> value;  ///< not a number: not known there
};

/// A mean of squares over time that a view shows instead of the field's component. The session
/// keeps it while the view is shown; colours, legend, probes and profile are then of this quantity.
struct AveragedQuantity {
  field::ComponentInfo info;  ///< names, and the colours that suit it
  field::AveragingWindow (*window)(std::span<const double> parameters) = nullptr;
  /// The legend of the average, from that of the field's values.
  colour::Legend (*legend)(const colour::Legend& of_values) = nullptr;
  /// The first colours of the average, from those of the field.
  colour::ColourChoice (*colours)(const colour::ColourChoice& of_values) = nullptr;
  std::optional<SteadyTheory> (*theory)(const Scene& scene) = nullptr;
};

struct View {
  std::string id;     ///< as in files and on the command line
  std::string title;  ///< as on the panel
  std::string help;
  /// What it draws by itself. `raised` also decides where the mouse picks: on the surface, or from
  /// above.
  ViewLayers draws;
  /// Whether it can show fields of this equation; null: of every equation.
  bool (*suits)(const field::EquationInfo& equation) = nullptr;
  std::string suits_what;  ///< the fields that it can show, for who asks for others
  std::vector<field::ParameterInfo> parameters;
  std::optional<AveragedQuantity> averaged;  ///< none: it shows the field itself
};

}  // namespace heatwave::scene
