// The group of the equation: formula, parameters, stability.
#include "app/rooms/fields/equation_group.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <string>

#include "app/rooms/fields/fields_view.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

void draw_parameter(FieldsView& context, const field::EquationInfo& equation, std::size_t index) {
  const scene::Scene& scene = context.snapshot.scene;
  const field::ParameterInfo& info = equation.parameters[index];
  double value = index < scene.parameters.size() ? scene.parameters[index] : info.initial;
  double maximum = info.maximum;
  if (scene.guarded) maximum = std::min(maximum, scene::stable_limit(scene, index));
  // Where nothing is the natural choice, small values matter most.
  const bool logarithmic = info.minimum == 0.0 && info.initial == 0.0;
  const char* format = logarithmic ? "%.4f" : "%.3f";
  ImGui::TextColored(context.theme.dim, "%s", info.title.c_str());
  if (!info.unit.empty()) {
    ImGui::SameLine();
    ui::text_ending_at(ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x, info.unit);
  }
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  if (slider(context, ("##" + info.id).c_str(), value, info.minimum, maximum, format, info.help,
             logarithmic)) {
    context.edit(session::SetParameter{info.id, value});
  }
}

/// Up to where a parameter is stable; `name` tells it from others that the rule bounds.
void draw_stability(FieldsView& context, std::size_t index, const std::string& name) {
  const scene::Scene& scene = context.snapshot.scene;
  const double limit = scene::stable_limit(scene, index);
  const std::string what = name.empty() ? "" : " " + name + " =";
  const std::string why = scene::largest_factor(scene) > 1.0 ? " with these media" : "";
  if (scene.parameters[index] <= limit * (1 + 1e-9)) {
    dim_text(context, fmt::format("Stable up to{} {:.4g}{}.", what, limit, why));
  } else {
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.error);
    ui::wrapped_text(
        fmt::format("Unstable: above{} {:.4g}{} the field blows up.", what, limit, why));
    ImGui::PopStyleColor();
  }
}

void draw_guard(FieldsView& context, const field::EquationInfo& equation) {
  const scene::Scene& scene = context.snapshot.scene;
  bool guarded = scene.guarded;
  if (toggle(context, "guard", "keep it stable", guarded,
             "Holds the parameters within the stability rule " + equation.stability_rule + ".")) {
    context.send(session::SetGuard{guarded});
  }
  std::vector<std::size_t> bounded;
  for (std::size_t i = 0; i < scene.parameters.size(); ++i) {
    if (std::isfinite(scene::stable_limit(scene, i))) bounded.push_back(i);
  }
  for (const std::size_t i : bounded) {
    draw_stability(context, i, bounded.size() > 1 ? equation.parameters[i].title : "");
  }
}

/// The formula with its brackets kept on one line, where they fit.
std::string wrapped(const std::string& formula) {
  std::string bound;
  int depth = 0;
  for (const char letter : formula) {
    depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (letter == ' ' && depth > 0) {
      bound += "\u00A0";  // a space at which no line ends
    } else {
      bound += letter;
    }
  }
  const std::string longest = bound.substr(bound.rfind(' ') + 1);
  const bool fits = ImGui::CalcTextSize(longest.c_str()).x <= ImGui::GetContentRegionAvail().x;
  return fits ? bound : formula;
}

}  // namespace

void draw_equation_group(FieldsView& context) {
  const field::EquationInfo& equation = field::find_equation(context.snapshot.scene.equation);
  dim_text(context, wrapped(equation.formula));
  for (std::size_t i = 0; i < equation.parameters.size(); ++i) draw_parameter(context, equation, i);
  draw_guard(context, equation);
}

}  // namespace heatwave::fields_room
