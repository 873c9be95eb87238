// Draws the last two runs of an experiment side by side.
#include "app/rooms/lab/comparison_view.h"

#include <algorithm>
#include <array>

#include "app/rooms/lab/comparison.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/lab/lab_view.h"
#include "app/rooms/lab/result_table_view.h"
#include "app/rooms/lab/table_look.h"
#include "app/ui/controls.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

constexpr int kColumns = 5;

std::string time_or_dash(const lab::Measurement* m) {
  return m == nullptr ? "–" : words::measured_time(m->time.median);
}

void draw_text(const LabView& context, const std::string& text, ImVec4 ink, bool at_left) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float x = at_left ? from.x : from.x + ImGui::GetContentRegionAvail().x - size.x;
  const float y = from.y + (kRowHeight * context.unit - size.y) / 2;
  ImGui::GetWindowDrawList()->AddText({x, y}, ui::packed(ink), text.c_str());
}

ImVec4 ink_of(const LabView& context, Change change) {
  if (change == Change::slower) return context.theme.error;
  return change == Change::faster ? context.theme.text : context.theme.dim;
}

/// An arrow up where it became faster, down where slower; then the words.
void draw_change(const LabView& context, const ComparedRow& row) {
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec4 ink = ink_of(context, row.change);
  if (row.change == Change::faster || row.change == Change::slower) {
    const float tip = row.change == Change::faster ? -5 * u : 5 * u;
    const ImVec2 middle{from.x + 6 * u, from.y + kRowHeight * u / 2};
    ImGui::GetWindowDrawList()->AddTriangleFilled({middle.x - 6 * u, middle.y - tip},
                                                  {middle.x + 6 * u, middle.y - tip},
                                                  {middle.x, middle.y + tip}, ui::packed(ink));
  }
  ImGui::SetCursorScreenPos({from.x + 20 * u, from.y});
  draw_text(context, change_words(row), ink, true);
}

void draw_compared(LabView& context, const lab::Experiment& experiment, const ComparedRow& row) {
  const bool selected = row.variant == shown_variant(context.model);
  ImGui::TableNextRow(ImGuiTableRowFlags_None, kRowHeight * context.unit);
  ImGui::TableSetColumnIndex(0);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (ui::table_row("##row", selected, kRowHeight * context.unit)) {
    choose_variant(context.model, row.variant);
  }
  explain_variant(context, lab::find_variant(experiment, row.variant), "");
  ImGui::SetCursorScreenPos(from);
  draw_text(context, row.title, context.theme.text, true);
  const auto cell = [&context](int column, const std::string& text) {
    if (ImGui::TableSetColumnIndex(column)) draw_text(context, text, context.theme.text, false);
  };
  cell(1, row.swept);
  cell(2, time_or_dash(row.before));
  cell(3, time_or_dash(row.now));
  if (ImGui::TableSetColumnIndex(4)) draw_change(context, row);
}

float title_width(const LabView& context, const Comparison& comparison) {
  float widest = 0;
  for (const ComparedRow& row : comparison.rows) {
    widest = std::max(widest, ImGui::CalcTextSize(row.title.c_str()).x);
  }
  return std::clamp(widest / context.unit, 136.0F, 288.0F);
}

void set_up(LabView& context, float title, const std::string& swept, const std::string& before,
            const std::string& now) {
  const std::array<std::string, kColumns> titles{"Variant", swept, before, now, "change"};
  const std::array<float, kColumns> widths{title, 120, 136, 136, 264};
  for (int i = 0; i < kColumns; ++i) {
    const auto at = static_cast<std::size_t>(i);
    ImGuiTableColumnFlags flags = ImGuiTableColumnFlags_WidthFixed;
    if (i == 1 && swept.empty()) flags |= ImGuiTableColumnFlags_Disabled;
    ImGui::TableSetupColumn(titles[at].c_str(), flags, widths[at] * context.unit);
  }
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableNextRow(ImGuiTableRowFlags_None, kRowHeight * context.unit);
  ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, ui::packed(context.theme.panel));
  for (int i = 0; i < kColumns; ++i) {
    if (ImGui::TableSetColumnIndex(i)) {
      draw_text(context, titles[static_cast<std::size_t>(i)], context.theme.dim,
                i == 0 || i == kColumns - 1);
    }
  }
}

void draw_rows(LabView& context, const Comparison& comparison, const session::LabResult& before,
               const session::LabResult& now) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  const std::string& swept = now.report.swept;
  const LabTableLook look(context);
  ui::join_next_table();
  if (!ImGui::BeginTable("compared", kColumns, kLabTableFlags)) return;
  set_up(context, title_width(context, comparison), swept, "before, " + before.when,
         "now, " + now.when);
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    draw_compared(context, experiment, comparison.rows[i]);
    ImGui::PopID();
  }
  ImGui::EndTable();
}

}  // namespace

void draw_lab_comparison(LabView& context) {
  const auto now = shown_result(context);
  const auto before = result_before(context);
  if (now == nullptr || before == nullptr) {
    dim_text(context,
             "The last two runs of this machine will stand here side by side, with what became "
             "faster or slower. Run the experiment twice, perhaps with other parameters.");
    return;
  }
  const Comparison comparison = compare(before->report, now->report);
  if (!comparison.why_not.empty()) {
    dim_text(context, comparison.why_not);
    return;
  }
  std::string words;
  for (const std::string& difference : comparison.differences) {
    words += (words.empty() ? "Settings differ: " : "; ") + difference;
  }
  dim_text(context, words.empty() ? "Both runs had the same settings." : words + ".");
  draw_rows(context, comparison, *before, *now);
}

}  // namespace heatwave::lab_room
