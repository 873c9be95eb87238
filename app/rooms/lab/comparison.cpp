// Finds what belongs together in two runs, and what differs.
#include "app/rooms/lab/comparison.h"

#include <algorithm>
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
  if (row.before != nullptr && row.now != nullptr) {
    row.change = change_between(row.before->time, row.now->time);
    const double factor = row.before->time.median / row.now->time.median;
    row.factor = std::max(factor, 1.0 / factor);
  }
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

Change change_between(const lab::Timing& before, const lab::Timing& now) {
  if (now.most < before.least) return Change::faster;
  if (now.least > before.most) return Change::slower;
  return Change::same;
}

std::string change_words(const ComparedRow& row) {
  switch (row.change) {
    case Change::faster:
      return words::times_as_fast(row.factor) + " faster";
    case Change::slower:
      return words::times_as_fast(row.factor) + " slower";
    case Change::same:
      return "same within the spread";
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
