// Draws the equation, typeset, and a slider for each named parameter in one line.
#include "app/rooms/fields/equation_strip.h"

#include <algorithm>

#include "app/rooms/fields/side_groups.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

constexpr float kHeight = 66.0F;      ///< the strip takes this, in design units
constexpr float kLetters = 24.0F;     ///< the equation is at most this large, in design units
constexpr float kParameter = 220.0F;  ///< widest slider, in design units

/// Draws the equation as large as it fits; returns its width.
float draw_equation(const FieldsView& context, const ui::Box& box) {
  if (context.fonts.math == nullptr) return 0.0F;
  const ui::TypesetFormula& formula = formula_of(context, equation_in_tex(context.snapshot.scene));
  const float size =
      std::min({kLetters * context.unit, box.height() / std::max(1.0F, formula.height()),
                box.width() / std::max(1.0F, formula.width)});
  const float top = (box.top + box.bottom - formula.height() * size) / 2;
  draw_formula(*ImGui::GetWindowDrawList(), *context.fonts.math, formula,
               {box.left, top + formula.ascent * size}, size,
               ui::packed_colour(context.theme.text));
  const float width = formula.width * size;
  note_box(context, "equation", {box.left, top, box.left + width, top + formula.height() * size});
  return width;
}

}  // namespace

void EquationStrip::take(std::span<const std::string> named, const scene::Scene& scene) {
  const auto& parameters = scene::equation_of(scene).parameters;
  const auto is_named = [&](const std::string& place) {
    return std::find(named.begin(), named.end(), place) != named.end();
  };
  shows_equation_ = is_named("equation");
  parameters_.clear();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (is_named("parameter/" + parameters[i].id)) parameters_.push_back(i);
  }
}

float EquationStrip::height(float unit) const {
  return shows_equation_ || !parameters_.empty() ? kHeight * unit : 0.0F;
}

void EquationStrip::draw(FieldsView& context) const {
  if (area_.height() <= 0) return;
  const float u = context.unit;
  const float gap = 32 * u;
  const ui::Pane pane("equation strip", area_, {0, 0});
  const auto count = static_cast<float>(parameters_.size());
  const float most = parameters_.empty() ? area_.width() : area_.width() * 0.55F;
  float left = area_.left;
  if (shows_equation_) {
    left += draw_equation(context, {left, area_.top, left + most, area_.bottom}) + gap;
  }
  const float room = (area_.right - left - gap * (count - 1)) / std::max(1.0F, count);
  const float width = std::min(kParameter * u, room);
  for (const std::size_t i : parameters_) {
    const float high = ImGui::GetTextLineHeightWithSpacing() + ImGui::GetFrameHeight() + 2 * u;
    ImGui::SetCursorScreenPos({left, (area_.top + area_.bottom - high) / 2});
    ui::begin_part(("parameter " + std::to_string(i)).c_str(), {width, high},
                   ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw_parameter(context, i);
    ImGui::EndChild();
    const std::string& id = scene::equation_of(context.snapshot.scene).parameters[i].id;
    note_box(context, "parameter/" + id,
             ui::Box::at(left, (area_.top + area_.bottom - high) / 2, width, high));
    left += width + gap;
  }
}

}  // namespace heatwave::fields_room
