// Finds what belongs together in two runs, and what differs.
#include "app/rooms/lab/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "app/rooms/lab/chart_data.h"
#include "app/words/numbers.h"

namespace heatwave::lab_room {
namespace {

/// Whether two measurements are of the same variant, at the same value of a sweep.
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

/// How far a median may be off. Quarters instead of ends: one outlier moves an end anywhere. The
/// factor is that of the notches in a box plot, which makes it 95 of 100 medians of the like.
double uncertainty(const lab::Timing& time) {
  constexpr double kNotch = 1.57;
  constexpr double kSteady = 0.01;   // runs differ by that much without any reason of their own
  constexpr double kAFewOnly = 0.1;  // their quarters are the samples themselves
  const bool is_few = time.samples < 5;
  const double spread = kNotch * (time.upper_quarter - time.lower_quarter) /
                        std::sqrt(std::max(1.0, static_cast<double>(time.samples)));
  return std::max(spread, (is_few ? kAFewOnly : kSteady) * time.median);
}

bool about_equal(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(a, b); }

/// How many times the work of the earlier run the later one had to do, and of what it is counted.
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

Change change_between(const lab::Timing& before, const lab::Timing& now, double scale) {
  const double apart = now.median - scale * before.median;
  if (std::abs(apart) <= scale * uncertainty(before) + uncertainty(now)) return Change::same;
  return apart < 0 ? Change::faster : Change::slower;
}

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

}  // namespace heatwave::lab_room
