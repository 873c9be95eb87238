// Limits of a scene's values, which files and commands share.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "app/scene/scene.h"
#include "kernels/field/equation.h"

namespace heatwave::scene {

inline constexpr int kLargestPace = 1'000'000;
inline constexpr int kMostBands = 256;
/// Limit of coordinates and radii: a thousand times the longest grid.
inline constexpr double kFarthest = 1e9;

/// A phrase that describes the error and follows the value's name; none: the value is valid.
using Flaw = std::optional<std::string>;

Flaw flaw_of_parameter(const field::ParameterInfo& info, double value);
Flaw flaw_of_edge(const field::EquationInfo& equation, field::EdgeKind kind);
Flaw flaw_of_pairs(const field::Edges& edges);
Flaw flaw_of_colormap(const std::string& id);
Flaw flaw_of_range(double low, double high);
/// Checks the name of an expression that the scene is to have besides its own ones.
Flaw flaw_of_expression_name(const Scene& scene, const std::string& name);

/// Returns the name in scene files: "held", "absorbing", …; a reflecting edge has the equation's
/// own name.
std::string name_of(field::EdgeKind kind, const field::EquationInfo& equation);

/// Each throws core::Error for values that no scene may have. None checks the stability limit.
void check_extent(core::Extent extent);
void check_stroke(const Stroke& stroke);
void check_item(const Item& item);
void check_initial(const Initial& initial);
void check_colours(const colour::ColourChoice& colours);
void check_view(const ViewChoice& view, const field::EquationInfo& equation);
void check_pace(Pace pace);
/// Checks a value for a cell.
void check_value(double value, const char* what);
/// Checks an initial field for this equation.
void check_given(const field::FieldState& given, const field::EquationInfo& equation);
void check_scene(const Scene& scene);
/// Checks texts that describe a scene, such as its title.
void check_description(std::initializer_list<std::string_view> texts);

/// Returns the first parameter beyond its stability limit; none: all are stable.
std::optional<std::size_t> unstable_parameter(const Scene& scene);
/// Returns a sentence on the parameter beyond its stability limit; none: all are stable.
std::optional<std::string> broken_stability_rule(const Scene& scene);

}  // namespace heatwave::scene
