// What values a scene may have: the same rules for files and for commands.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/scene/scene.h"
#include "kernels/field/equation.h"

namespace heatwave::scene {

inline constexpr int kLargestPace = 1'000'000;
inline constexpr int kMostBands = 256;
/// Of coordinates and radii: a thousand of the longest grids away.
inline constexpr double kFarthest = 1e9;

/// A sentence about what is wrong, to be put behind the name of the value; nothing when it is fine.
using Flaw = std::optional<std::string>;

Flaw flaw_of_parameter(const field::ParameterInfo& info, double value);
Flaw flaw_of_edge(const field::EquationInfo& equation, field::EdgeKind kind);
Flaw flaw_of_pairs(const field::Edges& edges);
Flaw flaw_of_colormap(const std::string& id);
Flaw flaw_of_range(double low, double high);

/// As in scene files: "held", "absorbing", …; a reflecting edge as this equation calls it.
std::string name_of(field::EdgeKind kind, const field::EquationInfo& equation);

/// Each throws core::Error for values that no scene may have. Whether parameters keep to the
/// stability rule is another matter.
void check_extent(core::Extent extent);
void check_stroke(const Stroke& stroke);
void check_item(const Item& item);
void check_initial(const Initial& initial);
void check_colours(const colour::ColourChoice& colours);
void check_view(const ViewChoice& view, const std::string& equation);
void check_pace(Pace pace);
/// Something that a cell can hold.
void check_value(double value, const char* what);
/// A field that a scene of this equation begins with.
void check_given(const field::FieldState& given, const field::EquationInfo& equation);
void check_scene(const Scene& scene);
void check_description(std::string_view title, std::string_view watch);

/// The first parameter that breaks the stability rule; nothing when none does.
std::optional<std::size_t> unstable_parameter(const Scene& scene);
/// Which number breaks the stability rule, as a sentence; nothing when none does.
std::optional<std::string> broken_stability_rule(const Scene& scene);

}  // namespace heatwave::scene
