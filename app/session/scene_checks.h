// What values a scene may have: the same rules for files and for commands.
#pragma once

#include <optional>
#include <string>

#include "app/session/scene.h"
#include "kernels/field/equation.h"

namespace heatwave::session {

inline constexpr int kLongestSide = 1'000'000;

/// A sentence about what is wrong, to be put behind the name of the value; nothing when it is fine.
using Flaw = std::optional<std::string>;

Flaw flaw_of_parameter(const field::ParameterInfo& info, double value);
Flaw flaw_of_edge(const field::EquationInfo& equation, field::EdgeKind kind);
Flaw flaw_of_pairs(const field::Edges& edges);
Flaw flaw_of_colormap(const std::string& id);

/// As in scene files: "held", "absorbing", …; a reflecting edge as this equation calls it.
std::string name_of(field::EdgeKind kind, const field::EquationInfo& equation);

/// Each throws core::Error for values that no scene may have. Whether parameters keep to the
/// stability rule is another matter.
void check_extent(core::Extent extent);
void check_stroke(const Stroke& stroke);
void check_item(const Item& item);
void check_scene(const Scene& scene);

/// Which number breaks the stability rule, as a sentence; nothing when none does.
std::optional<std::string> broken_stability_rule(const Scene& scene);

}  // namespace heatwave::session
