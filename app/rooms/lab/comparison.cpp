// Compares two runs of an experiment and draws them side by side.
#include "app/rooms/lab/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/ui/controls.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

/// True if two measurements are of the same variant and the same value of a sweep.
bool belong_together(const lab::Measurement& a, const lab::Measurement& b,
                     const std::string& swept) {
  if (a.variant != b.variant) return false;
  const auto in_a = a.settings.values.find(swept);
  const auto in_b = b.settings.values.find(swept);
  const bool both = in_a != a.settings.values.end() && in_b != b.settings.values.end();
  return swept.empty() || (both && in_a->second == in_b->second);
}

const lab::Measurement* ranked_or_null(const lab::Measurement* m) {
  return m != nullptr && m->ranked() ? m : nullptr;
}

/// Returns the uncertainty of a median. It uses quartiles because one outlier can move the extremes
/// anywhere. The factor is that of the notches in a box plot, which contain 95 of 100 medians of
/// such samples.
double uncertainty(const lab::Timing& time) {
  constexpr double kNotch = 1.57;
  constexpr double kSteady = 0.01;   // runs differ by this much without a cause
  constexpr double kAFewOnly = 0.1;  // quartiles of so small a sample are the samples themselves
  const bool is_few = time.samples < 5;
  const double spread = kNotch * (time.upper_quarter - time.lower_quarter) /
                        std::sqrt(std::max(1.0, static_cast<double>(time.samples)));
  return std::max(spread, (is_few ? kAFewOnly : kSteady) * time.median);
}

/// A change counts if the medians differ by more than their uncertainty; a single outlier has no
/// influence. `scale`: factor for the times of `before`.
Change change_between(const lab::Timing& before, const lab::Timing& now, double scale) {
  const double apart = now.median - scale * before.median;
  if (std::abs(apart) <= scale * uncertainty(before) + uncertainty(now)) return Change::same;
  return apart < 0 ? Change::faster : Change::slower;
}

bool about_equal(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(a, b); }

/// How many times more work the later run had to do, and the unit of work.
struct WorkRatio {
  double times = 1.0;
  std::string unit = {};
  bool known = true;
};
WorkRatio work_ratio(const lab::Measurement& before, const lab::Measurement& now) {
  const lab::Work& a = before.work;
  const lab::Work& b = now.work;
  const bool counted = (a.operations > 0 && b.operations > 0) || (a.bytes > 0 && b.bytes > 0);
  if (!counted) return {.known = before.settings == now.settings};
  if (about_equal(a.operations, b.operations) && about_equal(a.bytes, b.bytes)) return {};
  if (a.operations > 0 && b.operations > 0) return {b.operations / a.operations, "operation"};
  return {b.bytes / a.bytes, "byte"};
}

void compare_times(ComparedRow& row) {
  const WorkRatio work = work_ratio(*row.before, *row.now);
  if (!work.known) {
    row.change = Change::other_work;
    return;
  }
  row.unit = work.unit;
  row.change = change_between(row.before->time, row.now->time, work.times);
  const double factor = work.times * row.before->time.median / row.now->time.median;
  row.factor = std::max(factor, 1.0 / factor);
}

ComparedRow compared(const lab::Measurement& now, const lab::Report& before) {
  ComparedRow row{.variant = now.variant, .title = now.title};
  const auto found =
      std::find_if(before.measurements.begin(), before.measurements.end(),
                   [&](const auto& m) { return belong_together(m, now, before.swept); });
  const bool is_there = found != before.measurements.end();
  row.before = ranked_or_null(is_there ? &*found : nullptr);
  row.now = ranked_or_null(&now);
  if (!before.swept.empty() && now.settings.values.contains(before.swept)) {
    row.swept = value_words(parameter_of(now.experiment, before.swept), now.settings[before.swept]);
  }
  if (row.before != nullptr && row.now != nullptr) compare_times(row);
  return row;
}

std::vector<std::string> differences(const lab::Report& before, const lab::Report& now) {
  std::vector<std::string> words;
  const lab::Settings& old_settings = before.measurements.front().settings;
  const lab::Settings& new_settings = now.measurements.front().settings;
  const auto add = [&words](const std::string& what, const std::string& a, const std::string& b) {
    if (a != b) words.push_back(what + ": " + a + " before, " + b + " now");
  };
  for (const auto& [id, value] : new_settings.values) {
    const auto old = old_settings.values.find(id);
    if (id == now.swept || old == old_settings.values.end()) continue;
    const lab::Parameter* parameter = parameter_of(now.experiment, id);
    add(parameter == nullptr ? id : parameter->title, value_words(parameter, old->second),
        value_words(parameter, value));
  }
  add("seed", std::to_string(old_settings.seed), std::to_string(new_settings.seed));
  return words;
}

}  // namespace

std::string change_words(const ComparedRow& row) {
  const std::string each = row.unit.empty() ? "" : " for each " + row.unit;
  switch (row.change) {
    case Change::faster:
      return words::faster_or_slower(row.factor) + each;
    case Change::slower:
      return words::faster_or_slower(1.0 / row.factor) + each;
    case Change::same:
      return row.unit.empty() ? "same within the spread" : "same" + each;
    case Change::other_work:
      return "not the same work";
    case Change::none:
      break;
  }
  if (row.now == nullptr && row.before == nullptr) return "not ranked in either run";
  return row.now == nullptr ? "only before" : "only now";
}

Comparison compare(const lab::Report& before, const lab::Report& now) {
  Comparison comparison;
  if (before.measurements.empty() || now.measurements.empty()) {
    comparison.why_not = "One of the two runs holds nothing yet.";
  } else if (before.swept != now.swept) {
    comparison.why_not =
        "The last two runs cannot be laid side by side, because they did not sweep the same "
        "parameter.";
  }
  if (!comparison.why_not.empty()) return comparison;
  comparison.differences = differences(before, now);
  for (const lab::Measurement& m : now.measurements) {
    if (m.timed()) comparison.rows.push_back(compared(m, before));
  }
  return comparison;
}

namespace {

constexpr int kColumns = 5;

std::string time_or_dash(const lab::Measurement* m) {
  return m == nullptr ? "–" : words::measured_time(m->time.median);
}

ImVec4 ink_of(const LabView& context, Change change) {
  if (change == Change::slower) return context.theme.error;
  return change == Change::faster ? context.theme.text : context.theme.dim;
}

/// Draws an arrow, up for faster and down for slower, and the words.
void draw_change(const LabView& context, const ComparedRow& row) {
  const float u = context.unit;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec4 ink = ink_of(context, row.change);
  if (row.change == Change::faster || row.change == Change::slower) {
    const float tip = row.change == Change::faster ? -5 * u : 5 * u;
    const ImVec2 middle{from.x + 6 * u, from.y + kRowHeight * u / 2};
    ImGui::GetWindowDrawList()->AddTriangleFilled(
        {middle.x - 6 * u, middle.y - tip}, {middle.x + 6 * u, middle.y - tip},
        {middle.x, middle.y + tip}, ui::packed_colour(ink));
  }
  draw_cell(context, change_words(row), ink, true, 20 * u);
}

/// Shows a tooltip for a variant: what it changed, and the slides' times.
void explain_variant(LabView& context, const lab::Variant& variant) {
  if (!ImGui::IsItemHovered()) return;
  std::string text = variant.title + ". " + variant.what;
  for (const lab::LectureFigure& figure : variant.lecture) {
    text += "\nOn slides: " + words::printed_time(figure.milliseconds, figure.gflops) + " (" +
            figure.where + ").";
  }
  explain(context, text);
}

void draw_compared(LabView& context, const lab::Experiment& experiment, const ComparedRow& row) {
  const bool selected = row.variant == shown_variant(context.model);
  ImGui::TableNextRow(ImGuiTableRowFlags_None, kRowHeight * context.unit);
  ImGui::TableSetColumnIndex(0);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (ui::table_row("##row", selected, kRowHeight * context.unit)) {
    choose_variant(context.model, row.variant);
  }
  explain_variant(context, lab::find_variant(experiment, row.variant));
  ImGui::SetCursorScreenPos(from);
  draw_cell(context, row.title, context.theme.text, true);
  const auto cell = [&context](int column, const std::string& text) {
    if (ImGui::TableSetColumnIndex(column)) draw_cell(context, text, context.theme.text, false);
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
  ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, ui::packed_colour(context.theme.panel));
  for (int i = 0; i < kColumns; ++i) {
    if (ImGui::TableSetColumnIndex(i)) {
      draw_cell(context, titles[static_cast<std::size_t>(i)], context.theme.dim,
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
             "The last two runs on this machine are compared here. Run the experiment twice, "
             "perhaps with other parameters.");
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
