// Draws the formula panel, and applies what is typed in it.
#include "app/rooms/fields/formula_panel.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/rooms/fields/fields_view.h"
#include "app/rooms/fields/side_groups.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/formula_tex.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::fields_room {
namespace {

/// Seconds without a key after which the text is applied.
constexpr double kPause = 0.4;

constexpr std::string_view kEmpty =
    "# My equation\n"
    "u' = D*lap(u)\n"
    "D = 0.2 in [0, 0.25]\n"
    "u(0) = gauss(x, y, 20)\n";

/// Returns the equation of the scene as the text of a formula.
const std::string& text_of(const scene::Scene& scene) {
  return scene.formula ? scene.formula->text() : scene::equation_of(scene).text;
}

std::vector<ui::CodeMarker> markers_of(const std::vector<field::formula::Problem>& problems) {
  std::vector<ui::CodeMarker> markers;
  for (const field::formula::Problem& problem : problems) {
    markers.push_back({.line = problem.place.line,
                       .column = problem.place.column,
                       .length = problem.place.length,
                       .words = problem.message});
  }
  return markers;
}

}  // namespace

void FormulaPanel::turn() {
  is_open_ = !is_open_;
  if (is_open_) editor_.take_keys();
}

ui::Box FormulaPanel::place(const ui::Box& room, float unit) {
  if (!is_open_) return room;
  const float most = room.width() * 0.6F;
  const float width =
      std::clamp(room.width() * 0.42F, std::min(380 * unit, most), std::min(640 * unit, most));
  area_ = ui::Box::at(room.left, room.top, width, room.height());
  return {room.left + width, room.top, room.right, room.bottom};
}

void FormulaPanel::update(const rooms::Frame& frame) {
  if (!is_open_) return;
  const std::string& now = text_of(frame.snapshot.scene);
  if (now != followed_) {
    followed_ = now;
    tex_ = words::tex_of_formula(now);
    symbol_ = symbol_words(now);
    // The applied text comes back while more is being typed.
    if (now != sent_) {
      sent_ = now;
      editor_.set_text(now);
      editor_.set_markers({});
      due_.reset();
    }
  }
  if (due_ && ImGui::GetTime() >= *due_) apply(frame, false);
}

void FormulaPanel::apply(const rooms::Frame& frame, bool restart) {
  due_.reset();
  const std::string text = editor_.text();
  const auto problems = field::formula::problems_of(text);
  editor_.set_markers(markers_of(problems));
  if (!problems.empty() || (!restart && text == text_of(frame.snapshot.scene))) return;
  sent_ = text;
  frame.send(session::SetFormula{text, restart});
}

void FormulaPanel::draw_formula(const FieldsView& view, float height) const {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ui::space({width, height});
  if (!symbol_.empty()) {
    dim_text(view, symbol_);
    note_place(view, "formula/symbol");
  }
  if (view.fonts.math == nullptr) return;
  const ui::TypesetFormula& formula = formula_of(view, tex_);
  if (formula.glyphs.empty()) return;
  constexpr float kLargest = 40;
  const float size =
      std::min({kLargest * view.unit, width / formula.width, height / formula.height()});
  const ImVec4& colour = editor_.markers().empty() ? view.theme.text : view.theme.dim;
  ui::draw_formula(*ImGui::GetWindowDrawList(), *view.fonts.math, formula,
                   {from.x + (width - formula.width * size) / 2,
                    from.y + (height - formula.height() * size) / 2 + formula.ascent * size},
                   size, ui::packed_colour(colour));
}

void FormulaPanel::draw_state(const FieldsView& view, float height) {
  ui::begin_strip("formula state", height);
  const scene::Scene& scene = view.snapshot.scene;
  if (const std::string sliders = slider_words(scene); !sliders.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, view.theme.accent);
    ui::wrapped_text(sliders);
    ImGui::PopStyleColor();
    note_place(view, "formula/sliders");
  }
  if (!editor_.markers().empty()) {
    editor_.draw_markers(view);
    dim_text(view, "The field goes on with the last good formula.");
  } else if (!scene.formula) {
    dim_text(view,
             "The built-in equation as a formula. Change it, and the scene has its own copy.");
  } else {
    dim_text(view, "The field follows this formula. Ctrl Enter begins from its initial values.");
  }
  ImGui::EndChild();
}

void FormulaPanel::draw_buttons(FieldsView& view) {
  const float width = (ImGui::GetContentRegionAvail().x - 8 * view.unit) / 2;
  const bool has_mistakes = !editor_.markers().empty();
  if (icon_button(view, "begin formula", ui::Icon::reset,
                  "Applies the text, and begins from its initial values.", "Ctrl Enter",
                  has_mistakes ? "The formula has mistakes" : "",
                  {.primary = true, .width = width / view.unit, .text = "Begin anew"})) {
    apply(view, true);
  }
  ImGui::SameLine();
  ui::set_next_width(width);
  if (begin_list(view, "##new formula", "New from …")) {
    const auto offer = [&](const std::string& title, std::string_view text) {
      if (!ui::text_row(title.c_str(), false)) return;
      editor_.set_text(text);
      apply(view, true);
    };
    offer("Blank", kEmpty);
    for (const field::EquationInfo& equation : field::equations()) {
      offer(equation.title, equation.text);
    }
    ImGui::EndPopup();
  }
  note_place(view, "new formula");
  explain(view, "Puts another equation in place of the text.");
}

void FormulaPanel::draw(FieldsView& view) {
  if (!is_open_) return;
  const float u = view.unit;
  const ui::Pane pane("formula panel", area_, {16 * u, 12 * u});
  ImGui::GetWindowDrawList()->AddRectFilled({area_.left, area_.top}, {area_.right, area_.bottom},
                                            ui::packed_colour(view.theme.panel));
  ui::draw_edge(view, {area_.right, area_.top}, {area_.right, area_.bottom});
  const float height = ImGui::GetContentRegionAvail().y;
  const float line = ImGui::GetTextLineHeightWithSpacing();
  const auto sliders =
      static_cast<float>(scene::equation_of(view.snapshot.scene).parameters.size());
  const float formula = std::clamp(height * 0.17F, 48 * u, 160 * u);
  const auto height_of = [&](const std::string& words) {
    const float gap = ImGui::GetStyle().ItemSpacing.y;
    return words.empty() ? 0.0F : ui::wrapped_size(words, ImGui::GetContentRegionAvail().x).y + gap;
  };
  const float state = 3 * line + height_of(slider_words(view.snapshot.scene));
  const float buttons = ImGui::GetFrameHeight();
  const float parameters =
      std::min(sliders * (ImGui::GetFrameHeight() + line + 8 * u), height * 0.27F);
  const float gaps = 4 * ImGui::GetStyle().ItemSpacing.y;
  const float text = std::max(
      3 * line, height - formula - height_of(symbol_) - state - buttons - parameters - gaps);
  draw_formula(view, formula);
  const ui::CodeEditor::Edit edit = editor_.draw(view, {ImGui::GetContentRegionAvail().x, text});
  if (edit.changed) due_ = ImGui::GetTime() + kPause;
  if (edit.confirmed) apply(view, true);
  draw_state(view, state);
  draw_buttons(view);
  if (sliders > 0) {
    ui::begin_rest("formula parameters");
    draw_parameters(view);
    ImGui::EndChild();
  }
}

}  // namespace heatwave::fields_room
