// A measurement checks the request, makes the problem, warms up, takes samples, checks the result
// and derives rates.
#include "kernels/lab/bench/bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <utility>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/find_by_id.h"
#include "kernels/lab/bench/edited_kernels.h"
#include "kernels/lab/bench/hardware_counters.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab {
namespace {

using Clock = std::chrono::steady_clock;

/// Several launches shorter than this are timed together, because two events alone are some
/// microseconds apart.
constexpr double kShortSample = 0.2;  // ms
constexpr int kMostLaunches = 64;
constexpr int kLeastSamples = 3;
constexpr int kCopySamples = 3;
constexpr double kLongCopy = 500.0;  // ms; a longer copy is not repeated

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

const Parameter& find_parameter(const Experiment& experiment, const std::string& id) {
  return core::find_by_id(experiment.parameters, id, [&] {
    return "the experiment '" + experiment.id + "' has no parameter '" + id + "'";
  });
}

void check_value(const Parameter& parameter, std::int64_t value) {
  if (value >= parameter.minimum && value <= parameter.maximum) return;
  throw core::Error(parameter.id + " must lie between " + std::to_string(parameter.minimum) +
                    " and " + std::to_string(parameter.maximum) + ", not " + std::to_string(value));
}

/// Returns the largest value of "n" whose problem takes at most `room` bytes; 0: none fits.
std::int64_t largest_that_fits(const Experiment& experiment, Settings settings,
                               const std::function<double(const Settings&)>& bytes, double room) {
  std::int64_t fits = 0;
  std::int64_t too_large = settings["n"];
  while (too_large - fits > 1) {
    const std::int64_t middle = fits + (too_large - fits) / 2;
    settings.values["n"] = middle;
    (bytes(settings) <= room ? fits : too_large) = middle;
  }
  return fits >= find_parameter(experiment, "n").minimum ? fits : 0;
}

void check_room(const Experiment& experiment, const Settings& settings,
                const std::function<double(const Settings&)>& bytes, double room,
                const std::string& where) {
  if (!bytes || room <= 0 || bytes(settings) <= room) return;
  std::string words = experiment.id + " needs " + core::in_bytes(bytes(settings)) + " of " + where +
                      ", and only " + core::in_bytes(room) + " are free";
  if (settings.values.contains("n")) {
    const std::int64_t fits = largest_that_fits(experiment, settings, bytes, room);
    if (fits > 0) words += "; n = " + std::to_string(fits) + " would fit";
  }
  throw core::OutOfMemory(words);
}

bool uses_gpu(const Experiment& experiment, const std::vector<std::string>& wanted) {
  return std::any_of(experiment.variants.begin(), experiment.variants.end(), [&](const auto& v) {
    const bool asked =
        wanted.empty() || std::find(wanted.begin(), wanted.end(), v.id) != wanted.end();
    return asked && v.processor == Processor::gpu && v.make != nullptr;
  });
}

void check_settings(const Experiment& experiment, const Settings& settings, bool on_gpu) {
  for (const auto& [id, value] : settings.values)
    check_value(find_parameter(experiment, id), value);
  for (const Parameter& parameter : experiment.parameters) {
    if (!settings.values.contains(parameter.id)) {
      throw core::Error(experiment.id + " needs a value for " + parameter.id);
    }
  }
  // A tenth of the memory is left to the rest of the machine.
  check_room(experiment, settings, experiment.host_bytes,
             0.9 * static_cast<double>(core::available_memory()), "memory");
  if (on_gpu) {
    check_room(experiment, settings, experiment.device_bytes,
               0.95 * static_cast<double>(core::free_device_memory()), "the GPU's memory");
  }
}

/// Returns the settings for every value of the sweep; without a sweep, the settings themselves.
std::vector<Settings> all_settings(const Request& request) {
  if (request.sweep.parameter.empty()) return {request.settings};
  std::vector<Settings> all;
  for (const std::int64_t value : request.sweep.values) {
    all.push_back(request.settings);
    all.back().values[request.sweep.parameter] = value;
  }
  return all;
}

std::vector<const Variant*> wanted_variants(const Experiment& experiment, const Request& request) {
  std::vector<const Variant*> wanted;
  for (const Variant& variant : experiment.variants) {
    if (request.variants.empty()) wanted.push_back(&variant);
  }
  for (const std::string& id : request.variants) wanted.push_back(&find_variant(experiment, id));
  return wanted;
}

Timing figures(std::vector<double> samples, int launches) {
  std::sort(samples.begin(), samples.end());
  const std::size_t half = samples.size() / 2;
  const double median =
      samples.size() % 2 == 1 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
  const std::size_t quarter = samples.size() / 4;
  return {.median = median,
          .least = samples.front(),
          .most = samples.back(),
          .samples = static_cast<int>(samples.size()),
          .launches = launches,
          .lower_quarter = samples[quarter],
          .upper_quarter = samples[samples.size() - 1 - quarter]};
}

/// Takes the samples of one run, after a warm-up. If one sample takes very long, the warm-up is the
/// only sample.
Timing sampled(Run& run, const Request& request, const Stop& stop) {
  const int kernels = edited_kernels_launched();
  double first = run.time(1);
  if (edited_kernels_launched() != kernels) first = run.time(1);  // the first launch compiled
  if (stop.stop_requested() || first > request.longest_sample * 1e3) return figures({first}, 1);
  int launches = 1;
  if (run.repeatable()) {
    const double again = run.time(1);  // the first launch may have loaded code or touched new pages
    launches = std::clamp(static_cast<int>(kShortSample / std::max(again, 1e-4)), 1, kMostLaunches);
  }
  std::vector<double> samples;
  const Clock::time_point begin = Clock::now();
  const int most = std::max(1, request.repeats);
  for (int i = 0; i < most && !stop.stop_requested(); ++i) {
    if (i >= std::min(most, kLeastSamples) && seconds_since(begin) > request.seconds) break;
    samples.push_back(run.time(launches) / launches);
  }
  if (samples.empty()) samples.push_back(first);
  return figures(std::move(samples), launches);
}

/// Returns the median of `time`, which must be a function of Run that includes the copies.
double median_with_copies(Run& run, double (Run::*time)(), const Stop& stop) {
  std::vector<double> samples;
  for (int i = 0; i < kCopySamples && !stop.stop_requested(); ++i) {
    samples.push_back((run.*time)());
    if (samples.back() <= 0 || samples.back() > kLongCopy) break;
  }
  return samples.empty() ? 0.0 : figures(samples, 1).median;
}

/// Returns the median time of the copies in each direction. Very long copies run once only.
CopyTimes median_copies(Run& run, const Stop& stop) {
  std::vector<double> there;
  std::vector<double> back;
  for (int i = 0; i < kCopySamples && !stop.stop_requested(); ++i) {
    const CopyTimes times = run.time_copies();
    there.push_back(times.to_device_ms);
    back.push_back(times.to_host_ms);
    if (times.to_device_ms + times.to_host_ms > kLongCopy) break;
  }
  if (there.empty()) return {};
  return {figures(there, 1).median, figures(back, 1).median};
}

void derive(Measurement& m, const Limits& limits) {
  const double seconds = m.time.median * 1e-3;
  if (seconds <= 0) return;
  const double all_seconds = seconds * m.devices;
  m.bytes_per_second = m.work.bytes / all_seconds;
  m.operations_per_second = m.work.floats ? m.work.operations / all_seconds : 0.0;
  const double footprint = (m.work.footprint > 0 ? m.work.footprint : m.work.bytes) / m.devices;
  m.in_cache = footprint > 0 && footprint < limits.cache_bytes;
  find_limit(m, limits);
}

/// Measures one run. Returns false if the measurement was stopped.
bool measure_run(Measurement& m, const Variant& variant, const Problem& problem,
                 const Request& request, const Stop& stop, const Limits& limits) {
  if (stop.stop_requested()) return false;
  const ProfilerRange range(m.experiment + " " + m.variant);
  const std::unique_ptr<Run> run = variant.make(problem, stop);
  m.time = sampled(*run, request, stop);
  m.shape = run->shape();
  m.devices = run->devices();
  if (!stop.stop_requested())
    m.host_ms = variant.processor == Processor::cpu ? m.time.median : run->time_on_host();
  // The copies are timed alone first, because the result that is checked must come from a complete
  // run.
  if (!stop.stop_requested()) m.copies = median_copies(*run, stop);
  if (!stop.stop_requested()) {
    m.with_copies_ms = median_with_copies(*run, &Run::time_with_copies, stop);
  }
  if (!stop.stop_requested() && m.with_copies_ms > 0) {
    m.with_pinned_copies_ms = median_with_copies(*run, &Run::time_with_pinned_copies, stop);
  }
  if (stop.stop_requested()) return false;
  m.outcome = run->outcome();
  if (stop.stop_requested()) return false;  // the check may not have seen all elements
  m.status = m.outcome.right || variant.wrong_on_purpose ? Status::measured : Status::wrong;
  if (m.status == Status::wrong) {
    m.note = "expected " + m.outcome.expected + ", got " + m.outcome.result;
  }
  derive(m, limits);
  return true;
}

Measurement described(const Experiment& experiment, const Variant& variant,
                      const Settings& settings) {
  Measurement m;
  m.experiment = experiment.id;
  m.variant = variant.id;
  m.title = variant.title;
  m.processor = variant.processor;
  m.wrong_on_purpose = variant.wrong_on_purpose;
  m.yardstick = variant.yardstick;
  m.task = variant.task;
  m.settings = settings;
  if (variant.work) m.work = variant.work(settings);
  return m;
}

/// If the variant cannot run, puts the reason into the measurement's status and note and returns
/// true.
bool cannot_run(Measurement& m, const Variant& variant, const Request& request,
                const Machine& machine) {
  const bool all = request.variants.empty();
  if (variant.processor == Processor::gpu && (!machine.no_gpu.empty() || !variant.make)) {
    m.status = Status::needs_gpu;
    m.note = machine.no_gpu.empty() ? "this program has no such code" : machine.no_gpu;
    return true;
  }
  if (all && variant.left_out) m.note = variant.left_out(m.settings);
  if (m.note.empty()) return false;
  m.status = Status::left_out;
  return true;
}

/// Returns a measurement without figures, with the reason in its status and note.
Measurement without_figures(const Measurement& m, Status status, const std::string& note) {
  return {.experiment = m.experiment,
          .variant = m.variant,
          .title = m.title,
          .processor = m.processor,
          .wrong_on_purpose = m.wrong_on_purpose,
          .yardstick = m.yardstick,
          .task = m.task,
          .settings = m.settings,
          .status = status,
          .note = note,
          .work = m.work};
}

/// Returns the measurement completed by `measured`, or with the reason why it failed. An exception
/// caused by a stop request counts as cancelled, not as failed.
Measurement guarded(Measurement m, const Stop& stop,
                    const std::function<bool(Measurement&)>& measured) {
  const auto failed = [&](Status status, const std::string& words) {
    return stop.stop_requested() ? without_figures(m, Status::cancelled, "")
                                 : without_figures(m, status, words);
  };
  try {
    return measured(m) ? m : failed(Status::cancelled, "");
  } catch (const core::Unavailable& missing) {
    return failed(Status::unavailable, missing.what());
  } catch (const std::bad_alloc&) {
    return failed(Status::failed, "there is not enough memory");
  } catch (const std::exception& error) {
    return failed(Status::failed, error.what());
  }
}

/// The problem of one setting. It is made when the first variant needs it; a variant that cannot
/// run needs none.
class LazyProblem {
 public:
  LazyProblem(const Experiment& experiment, const Settings& settings, Stop stop)
      : experiment_(experiment), settings_(settings), stop_(std::move(stop)) {}

  const Problem& get() {
    if (!problem_) {
      problem_ = experiment_.make_problem(settings_, stop_);
      problem_->stop = stop_;
    }
    return *problem_;
  }

 private:
  const Experiment& experiment_;
  const Settings& settings_;
  Stop stop_;
  std::unique_ptr<Problem> problem_;
};

Measurement measured_variant(const Experiment& experiment, const Variant& variant,
                             LazyProblem& problem, const Request& request, const Settings& settings,
                             const Machine& machine, const Stop& stop) {
  Measurement m = described(experiment, variant, settings);
  if (cannot_run(m, variant, request, machine)) return m;
  const Device& device = variant.processor == Processor::cpu ? machine.cpu : machine.gpu;
  return guarded(std::move(m), stop, [&](Measurement& measured) {
    return measure_run(measured, variant, problem.get(), request, stop, device.limits);
  });
}

std::string in_words(const Variant& variant, const Request& request, const Settings& settings) {
  if (request.sweep.parameter.empty()) return variant.title;
  return variant.title + ", " + request.sweep.parameter + " = " +
         std::to_string(settings[request.sweep.parameter]);
}

}  // namespace

const char* name_of(Status status) {
  switch (status) {
    case Status::measured:
      return "measured";
    case Status::wrong:
      return "wrong";
    case Status::needs_gpu:
      return "needs a CUDA GPU";
    case Status::unavailable:
      return "not available";
    case Status::left_out:
      return "left out";
    case Status::failed:
      return "failed";
    case Status::cancelled:
      return "cancelled";
  }
  return "";
}

Settings initial_settings(const Experiment& experiment) {
  Settings settings;
  for (const Parameter& parameter : experiment.parameters) {
    settings.values[parameter.id] = parameter.initial;
  }
  return settings;
}

Settings quick_settings(const Experiment& experiment) {
  Settings settings = initial_settings(experiment);
  for (const auto& [id, value] : experiment.quick) settings.values[id] = value;
  return settings;
}

void check(const Request& request) { check(find_experiment(request.experiment), request); }

void check(const Experiment& experiment, const Request& request) {
  for (const std::string& id : request.variants) find_variant(experiment, id);
  if (request.repeats < 1) throw core::Error("at least one repeat is needed");
  if (!request.sweep.parameter.empty() && request.sweep.values.empty()) {
    throw core::Error("a sweep of " + request.sweep.parameter + " needs values");
  }
  const bool on_gpu = uses_gpu(experiment, request.variants) && core::cuda_status().usable;
  for (const Settings& settings : all_settings(request)) {
    check_settings(experiment, settings, on_gpu);
  }
}

Report measure(const Request& request, const Observer& observer, const Stop& stop) {
  return measure(find_experiment(request.experiment), request, observer, stop);
}

Report measure(const Experiment& experiment, const Request& request, const Observer& observer,
               const Stop& stop) {
  check(experiment, request);
  Report report{this_machine(), experiment.id, request.sweep.parameter, {}};
  const std::vector<const Variant*> variants = wanted_variants(experiment, request);
  const std::vector<Settings> settings = all_settings(request);
  Progress progress{0, static_cast<int>(variants.size() * settings.size()), "the problem"};
  observer.progress(progress);
  for (const Settings& each : settings) {
    LazyProblem problem(experiment, each, stop);
    for (const Variant* variant : variants) {
      if (stop.stop_requested()) break;
      progress.now = in_words(*variant, request, each);
      observer.progress(progress);
      report.measurements.push_back(
          measured_variant(experiment, *variant, problem, request, each, report.machine, stop));
      ++progress.done;
      observer.measured(report.measurements.back());
    }
  }
  observer.progress(progress);
  return report;
}

}  // namespace heatwave::lab
