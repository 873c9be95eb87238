// Chooses what the Lab's charts show, and the words for it.
#include "app/rooms/lab/chart_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/rooms/lab/chart_rows.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/utilisation.h"

namespace heatwave::lab_room {
namespace {

/// Returns the index of a variant in its experiment; past the end: unknown.
std::size_t rung_of(const lab::Experiment* experiment, const std::string& variant) {
  if (experiment == nullptr) return 0;
  const auto found = std::find_if(experiment->variants.begin(), experiment->variants.end(),
                                  [&](const auto& v) { return v.id == variant; });
  return static_cast<std::size_t>(found - experiment->variants.begin());
}

bool ranked_and_comparable(const lab::Measurement* m, const lab::Measurement& other) {
  return m->ranked() && !m->yardstick && m->comparable_with(other);
}

Leaders leaders_beside(const Ladder& ladder, const lab::Measurement& measurement) {
  Leaders leaders;
  for (const lab::Measurement* m : ladder.rungs) {
    if (!ranked_and_comparable(m, measurement)) continue;
    const bool on_cpu = m->processor == lab::Processor::cpu;
    const lab::Measurement*& simplest = on_cpu ? leaders.simplest_cpu : leaders.simplest_gpu;
    if (simplest == nullptr) simplest = m;
    if (leaders.best == nullptr || lab::is_better(*m, *leaders.best)) leaders.best = m;
  }
  return leaders;
}

void find_leaders(Ladder& ladder) {
  for (const lab::Measurement* m : ladder.rungs) {
    if (!m->ranked() || m->yardstick || ladder.leaders_of(*m).best != nullptr) continue;
    const auto where = m->task.empty() ? ladder.tasks.begin() : ladder.tasks.end();
    ladder.tasks.insert(where, leaders_beside(ladder, *m));
  }
  if (!ladder.tasks.empty()) static_cast<Leaders&>(ladder) = ladder.tasks.front();
}

/// Lists the devices that measured something.
std::string devices_of(const lab::Report& report) {
  bool cpu = false;
  bool gpu = false;
  for (const lab::Measurement& m : report.measurements) {
    if (m.timed()) (m.processor == lab::Processor::cpu ? cpu : gpu) = true;
  }
  std::string devices = gpu ? report.machine.gpu.name : "";
  if (cpu || !gpu)
    devices += (devices.empty() ? "" : " · ") + short_device_name(report.machine.cpu.name);
  return devices;
}

/// Lists all settings except `swept`, in the experiment's order; unknown settings come last.
std::string settings_text(const std::string& experiment, const lab::Settings& settings,
                          const std::string& swept) {
  std::string words;
  const auto add = [&](const std::string& id, std::int64_t value) {
    if (id != swept) words += setting_text(experiment, id, value) + " · ";
  };
  if (const lab::Experiment* known = experiment_of(experiment)) {
    for (const lab::Parameter& parameter : known->parameters) {
      const auto set = settings.values.find(parameter.id);
      if (set != settings.values.end()) add(set->first, set->second);
    }
  }
  for (const auto& [id, value] : settings.values) {
    if (parameter_of(experiment, id) == nullptr) add(id, value);
  }
  return words + fmt::format("seed {}", settings.seed);
}

}  // namespace

const lab::Experiment* experiment_of(const std::string& id) {
  for (const lab::Experiment& experiment : lab::experiments()) {
    if (experiment.id == id) return &experiment;
  }
  return nullptr;
}

const lab::Parameter* parameter_of(const std::string& experiment, const std::string& id) {
  const lab::Experiment* known = experiment_of(experiment);
  if (known == nullptr) return nullptr;
  for (const lab::Parameter& parameter : known->parameters) {
    if (parameter.id == id) return &parameter;
  }
  return nullptr;
}

Leaders Ladder::leaders_of(const lab::Measurement& measurement) const {
  for (const Leaders& leaders : tasks) {
    if (leaders.best->comparable_with(measurement)) return leaders;
  }
  return {};
}

const lab::Measurement* Ladder::find(const std::string& variant) const {
  for (const lab::Measurement* m : rungs) {
    if (m->variant == variant) return m;
  }
  return nullptr;
}

bool are_level(const lab::Measurement& a, const lab::Measurement& b) {
  if (!a.comparable_with(b)) return false;
  const bool is_equally_precise =
      lab::lower_precision_of(a).empty() == lab::lower_precision_of(b).empty();
  // Recordings of earlier versions lack the quarters.
  const auto begin_of = [](const lab::Timing& time) {
    return time.lower_quarter > 0 ? time.lower_quarter : time.median;
  };
  const auto end_of = [](const lab::Timing& time) {
    return time.upper_quarter > 0 ? time.upper_quarter : time.median;
  };
  return is_equally_precise && begin_of(a.time) <= end_of(b.time) &&
         begin_of(b.time) <= end_of(a.time);
}

bool Ladder::is_best(const lab::Measurement& m) const {
  const lab::Measurement* first = leaders_of(m).best;
  if (first == nullptr || &m == first) return first != nullptr;
  return ranked_and_comparable(&m, *first) && are_level(m, *first);
}

const lab::Measurement* Ladder::faster_at_lower_precision() const {
  const lab::Measurement* fastest = best;
  for (const lab::Measurement* m : rungs) {
    const bool counts = best != nullptr && m->ranked() && !m->yardstick &&
                        m->comparable_with(*best) && !lab::lower_precision_of(*m).empty();
    if (counts && m->time.median < fastest->time.median) fastest = m;
  }
  return fastest == best ? nullptr : fastest;
}

std::ptrdiff_t Ladder::count_of_best() const {
  return std::count_if(rungs.begin(), rungs.end(), [this](const lab::Measurement* m) {
    return best != nullptr && m->comparable_with(*best) && is_best(*m);
  });
}

Ladder ladder_of(const lab::Report& report, std::optional<std::int64_t> swept_value) {
  Ladder ladder;
  ladder.report = &report;
  for (const lab::Measurement& m : report.measurements) {
    const auto value = m.settings.values.find(report.swept);
    const bool elsewhere =
        swept_value && value != m.settings.values.end() && value->second != *swept_value;
    if (!elsewhere && ladder.find(m.variant) == nullptr) ladder.rungs.push_back(&m);
  }
  const lab::Experiment* experiment = experiment_of(report.experiment);
  std::stable_sort(ladder.rungs.begin(), ladder.rungs.end(), [&](const auto* a, const auto* b) {
    return rung_of(experiment, a->variant) < rung_of(experiment, b->variant);
  });
  find_leaders(ladder);
  return ladder;
}

std::vector<std::int64_t> swept_values(const lab::Report& report) {
  std::set<std::int64_t> values;
  for (const lab::Measurement& m : report.measurements) {
    const auto value = m.settings.values.find(report.swept);
    if (value != m.settings.values.end()) values.insert(value->second);
  }
  return {values.begin(), values.end()};
}

std::optional<std::int64_t> shown_value(const lab::Report& report, const lab::Settings* settings) {
  const std::vector<std::int64_t> values = swept_values(report);
  if (values.empty()) return {};
  if (settings != nullptr) {
    const auto set = settings->values.find(report.swept);
    const bool known = set != settings->values.end() &&
                       std::find(values.begin(), values.end(), set->second) != values.end();
    if (known) return set->second;
  }
  return values.back();
}

Ladder shown_ladder(const LabModel& model, const lab::Report& report) {
  const auto set = model.settings.find(report.experiment);
  if (set != model.settings.end()) return ladder_of(report, shown_value(report, &set->second));
  const lab::Experiment* experiment = experiment_of(report.experiment);
  if (experiment == nullptr) return ladder_of(report, shown_value(report, nullptr));
  const lab::Settings initial = lab::initial_settings(*experiment);
  return ladder_of(report, shown_value(report, &initial));
}

ui::ChartHeading chart_heading(const session::LabResult& result, const std::string& what,
                               const lab::Measurement* of, const std::string& swept) {
  const lab::Report& report = result.report;
  const lab::Experiment* experiment = experiment_of(report.experiment);
  ui::ChartHeading heading;
  heading.title = (experiment != nullptr ? experiment->title : report.experiment) + ": " + what;
  heading.recorded = result.recorded;
  const std::string devices = devices_of(report);
  const std::string when = result.when.empty() ? "" : ", " + result.when;
  heading.origin = (result.recorded ? "Recorded on " : "") + devices + when;
  if (of != nullptr) heading.settings = settings_text(report.experiment, of->settings, swept);
  return heading;
}

std::string setting_text(const std::string& experiment, const std::string& parameter,
                         std::int64_t value) {
  const lab::Parameter* known = parameter_of(experiment, parameter);
  const bool short_name = known == nullptr || parameter == "n";
  return (short_name ? parameter : known->title) + " = " + value_words(known, value);
}

std::string value_words(const lab::Parameter* parameter, std::int64_t value) {
  if (parameter == nullptr) return words::grouped(value);
  const std::string name = parameter->name_of(value);
  return name.empty() ? words::grouped(value) : name;
}

std::string title_beside_tag(const lab::Measurement& measurement) {
  const std::string place = measurement.processor == lab::Processor::cpu ? "CPU, " : "GPU, ";
  const std::string& title = measurement.title.empty() ? measurement.variant : measurement.title;
  return title.rfind(place, 0) == 0 ? title.substr(place.size()) : title;
}

std::string why_not_measured(const lab::Measurement& measurement) {
  const std::string status = lab::name_of(measurement.status);
  return measurement.note.empty() ? status : status + ": " + measurement.note;
}

std::string why_in_short(const lab::Measurement& measurement) {
  const bool needs_gpu = measurement.status == lab::Status::needs_gpu;
  return needs_gpu ? lab::name_of(measurement.status) : why_not_measured(measurement);
}

std::string how_wrong(const lab::Measurement& measurement) {
  const lab::Outcome& outcome = measurement.outcome;
  if (!outcome.note.empty() && measurement.wrong_on_purpose) return outcome.note;
  if (outcome.expected.empty()) return measurement.note;
  return "expected " + outcome.expected + ", got " + outcome.result;
}

std::string error_words(double error) {
  if (!(error > 0)) return "none";
  constexpr double kLarge = 1e-3;
  return error < kLarge ? fmt::format("{:.1e}", error) : fmt::format("{:.3g}\u00A0%", error * 100);
}

std::string short_device_name(std::string name) {
  name = name.substr(0, name.find(" @"));
  for (const std::string noise : {"(R)", "(TM)", " CPU", " Processor"}) {
    for (auto at = name.find(noise); at != std::string::npos; at = name.find(noise)) {
      name.erase(at, noise.size());
    }
  }
  const auto cores = name.find("-Core");
  if (cores != std::string::npos) name.erase(name.rfind(' ', cores));
  return name;
}

std::string share_of_limit(const lab::Measurement& measurement, const lab::Machine& machine) {
  if (measurement.part_of_limit > 0) {
    return words::percent(measurement.part_of_limit) + " of its limit";
  }
  if (measurement.in_cache) return "in cache";
  const bool beats_copy = lab::utilisation_of(measurement, machine).beats_copy();
  return beats_copy ? "faster than a copy" : "";
}

namespace {

/// "Recorded: H200", for a sweep "H200 by blocks"; the chart's heading shows the full name.
std::string recording_title(const session::LabResult& recorded) {
  const lab::Machine& machine = recorded.report.machine;
  std::string name =
      machine.gpu.name.empty() ? short_device_name(machine.cpu.name) : machine.gpu.name;
  const std::string maker = "NVIDIA ";
  if (name.starts_with(maker)) name.erase(0, maker.size());
  const std::string& swept = recorded.report.swept;
  return swept.empty() ? "Recorded: " + name : name + " by " + swept;
}

std::shared_ptr<const session::LabResult> result_of(const LabView& context, std::size_t origin) {
  const session::LabStatus& lab = context.snapshot.lab;
  const auto& from = origin == 0 ? lab.results : lab.recorded;
  const auto found = from.find(shown_experiment(context.model).id);
  const std::size_t place = origin == 0 ? 0 : origin - 1;
  if (found == from.end() || place >= found->second.size()) return nullptr;
  return found->second[place];
}

}  // namespace

Origins origins_of(const session::LabStatus& lab, const std::string& experiment) {
  Origins origins{{"This machine"}, {"The newest run of this machine."}};
  const auto recorded = lab.recorded.find(experiment);
  if (recorded == lab.recorded.end()) return origins;
  for (const auto& each : recorded->second) {
    origins.titles.push_back(recording_title(*each));
    origins.help.push_back("Measured on another machine, " + each->when + ", with this program.");
  }
  return origins;
}

std::size_t shown_beside(const LabView& context) {
  const auto& all = context.model.run_beside;
  const auto chosen = all.find(shown_experiment(context.model).id);
  if (chosen == all.end() || chosen->second == 1 + shown_recording(context)) return 0;
  return chosen->second;
}

std::shared_ptr<const session::LabResult> result_beside(const LabView& context) {
  const std::size_t beside = shown_beside(context);
  return beside == 0 ? nullptr : result_of(context, beside - 1);
}

void choose_next_beside(LabView& context) {
  const std::string& experiment = shown_experiment(context.model).id;
  const std::size_t count = origins_of(context.snapshot.lab, experiment).titles.size();
  std::size_t next = shown_beside(context) + 1;
  while (next <= count &&
         (next == 1 + shown_recording(context) || result_of(context, next - 1) == nullptr)) {
    ++next;
  }
  context.model.run_beside[experiment] = next <= count ? next : 0;
}

const lab::Measurement* Beside::of(const lab::Measurement& m) const {
  const lab::Measurement* found = ladder.find(m.variant);
  return found != nullptr && has_bar(*found) ? found : nullptr;
}

std::string Beside::label(const lab::Measurement& m) const {
  const lab::Measurement* other = of(m);
  if (other == nullptr) return "";
  std::string words = words::measured_time(other->time.median);
  for (const auto& [id, value] : other->settings.values) {
    const auto here = m.settings.values.find(id);
    if (here != m.settings.values.end() && here->second == value) continue;
    words += "   " + setting_text(m.experiment, id, value);
  }
  return words;
}

Beside beside_of(const LabModel& model, const session::LabResult* result) {
  if (result == nullptr) return {};
  return {shown_ladder(model, result->report), chart_heading(*result, "", nullptr).origin};
}

ui::Range range_of_times(const Ladder& ladder, const Ladder& before, const Beside& beside,
                         bool linear) {
  ui::PositiveEnds ends;
  for (const lab::Measurement* m : ladder.rungs) {
    if (const lab::Measurement* other = beside.of(*m)) ends.include(other->time.median);
    if (!has_bar(*m)) continue;
    for (const double ms : {m->time.least, m->time.most, m->with_copies_ms}) ends.include(ms);
    const lab::Measurement* old = before.find(m->variant);
    if (old != nullptr && old->timed()) ends.include(old->time.median);
    for (const double ms : lab::kernel_times_of_lecture(*m)) ends.include(ms);
  }
  return linear ? ui::zero_range(ends.most) : ui::log_range(ends.least, ends.most, 1.6);
}

}  // namespace heatwave::lab_room
