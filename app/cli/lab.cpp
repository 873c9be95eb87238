// Runs `heatwave lab`: selects the measurements, runs them, prints them, and reports failures.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/lab_requests.h"
#include "app/cli/lab_terminal.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/progress.h"
#include "app/cli/text_columns.h"
#include "app/export/lab_table.h"
#include "app/session/lab/lab_sources.h"
#include "app/session/lab/profile_report.h"
#include "app/system/process.h"
#include "app/system/read_files.h"
#include "app/system/write_files.h"
#include "app/words/version.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/bench/edited_kernels.h"
#include "kernels/lab/bench/hardware_counters.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/kernel_file.h"

namespace heatwave::cli {
namespace {

constexpr int kReportColumns = 100;

std::string text_of(const std::vector<session::ProfilePart>& parts) {
  std::string text;
  for (const session::ProfilePart& part : parts) {
    text += part.title + "\n";
    for (const std::string& line : part.lines) text += "  " + line + "\n";
    if (!part.words.empty()) text += wrapped(part.words, 2, kReportColumns);
    text += "\n";
  }
  return text;
}

/// Current metrics that correspond to the old counters; coherence has become requests and sectors.
struct Counterpart {
  const char* old;
  const char* metric;
};
constexpr std::array kCounterparts{
    Counterpart{"gld, requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"},
    Counterpart{"gld, sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    Counterpart{"gst, requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"},
    Counterpart{"gst, sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    Counterpart{"local_load", "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"},
    Counterpart{"local_store", "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"},
    Counterpart{"branch", "smsp__inst_executed_op_branch.sum"},
    Counterpart{"divergent_branch", "smsp__sass_branch_targets_threads_divergent.sum"},
    Counterpart{"instructions", "smsp__inst_executed.sum"},
    Counterpart{"warp_serialize", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"},
    Counterpart{"cta_launched", "sm__ctas_launched.sum"}};

/// Returns the GPU's own counters for the two profiled variants, or why there are none.
std::string hardware_part(const lab::Settings& settings) {
  std::string text =
      "Counted by the GPU itself, by CUPTI's range profiler, on all multiprocessors\n";
  const lab::Experiment& experiment = lab::find_experiment(session::kProfiled);
  std::vector<const char*> metrics;
  for (const Counterpart& each : kCounterparts) metrics.push_back(each.metric);
  const auto problem = experiment.make_problem(settings, {});
  std::vector<std::vector<double>> columns;
  for (const char* id : {session::kStraight, session::kStaged}) {
    const auto run = lab::find_variant(experiment, id).make(*problem, {});
    lab::HardwareCounts counts = lab::count_in_hardware(*run, metrics);
    if (!counts.refused.empty()) return text + wrapped("Refused: " + counts.refused + ".", 2, 100);
    columns.push_back(std::move(counts.values));
  }
  text += fmt::format("  {:<18}{:>10}{:>10}\n", "", "straight", "staged");
  for (std::size_t i = 0; i < kCounterparts.size(); ++i) {
    text += fmt::format("  {:<18}{:>10.0f}{:>10.0f}  {}\n", kCounterparts.at(i).old, columns[0][i],
                        columns[1][i], kCounterparts.at(i).metric);
  }
  return text;
}

std::string tools_part(const lab::Settings& settings) {
  const lab::Experiment& experiment = lab::find_experiment(session::kProfiled);
  std::string text = "Today's tools\n" + wrapped(session::kToolsNeed, 2, kReportColumns);
  for (const session::ToolLine& tool : session::tool_lines(
           experiment, lab::find_variant(experiment, session::kStraight), settings)) {
    text += "  " + tool.command + "\n";
  }
  return text;
}

/// Measures the two variants that Farber's article profiled, and prints their report beside
/// the article's, the accesses by the rule of current GPUs, and the commands of current tools.
/// Throws UsageError for another experiment.
void lab_profile(const LabOptions& options, const std::function<void(const std::string&)>& print) {
  if (options.experiments != std::vector<std::string>{session::kProfiled}) {
    throw UsageError(
        "--profile is for the experiment that Farber's article profiled: heatwave lab " +
        std::string(session::kProfiled) + " --profile");
  }
  lab::Request request = lab_requests(options).front();
  const bool has_size = std::any_of(options.values.begin(), options.values.end(),
                                    [](const LabValue& value) { return value.id == "n"; });
  if (!has_size) request.settings.values["n"] = session::kProfiledSize;
  request.variants = {session::kStraight, session::kStaged};
  request.sweep = {};
  const lab::Report report = lab::measure(request, {}, {});
  print(text_of(session::lecture_profile()) +
        text_of(session::own_profile(report, request.settings)));
  if (report.machine.no_gpu.empty()) print(hardware_part(request.settings) + "\n");
  print(tools_part(request.settings));
}

/// Prints the compiled code for `heatwave lab reverse --ptx` or `--sass`, or why there is none.
void lab_compiled(const LabOptions& options, const std::function<void(const std::string&)>& print) {
  const auto show = [&print](const std::string& reason, const session::SourceFile& file) {
    if (!reason.empty()) print("// " + reason + ".\n");
    for (const session::SourceLine& line : file.lines) print(line.text + "\n");
  };
  for (const lab::Experiment* experiment : chosen_experiments(options.experiments)) {
    for (const lab::Variant& variant : experiment->variants) {
      const auto& wanted = options.variants;
      const bool named = std::find(wanted.begin(), wanted.end(), variant.id) != wanted.end();
      const bool all = wanted.empty() && variant.processor == lab::Processor::gpu;
      if (!named && !all) continue;
      print(fmt::format("// {} {}\n", experiment->id, variant.id));
      if (options.ptx) {
        show(session::why_no_ptx(*experiment, variant), session::ptx_of(*experiment, variant));
      }
      if (options.sass) {
        show(session::why_no_sass(*experiment, variant), session::sass_of(*experiment, variant));
      }
    }
  }
}

/// Saves the kernel of the variant.
void save_kernel(const LabOptions& options, const std::function<void(const std::string&)>& print) {
  const lab::Experiment& experiment = *chosen_experiments(options.experiments).front();
  const lab::Variant& variant = lab::find_variant(experiment, options.variants.front());
  const std::string text = session::kernel_text(experiment, variant);
  if (text.empty()) throw core::Error("this variant has no kernel of its own");
  const auto naming = options.force ? system::Naming::replacing : system::Naming::exact;
  const auto file = system::write_whole_text(options.save_kernel, text, naming);
  print(fmt::format("Saved {}. To time it: heatwave lab --kernel {}\n", file.string(),
                    file.string()));
}

using Print = std::function<void(const std::string&)>;

class LabRun {
 public:
  LabRun(const LabOptions& options, const Print& print)
      : options_(options),
        print_(print),
        requests_(lab_requests(options)),
        style_(style_of_standard_output()),
        progress_(requests_.size()) {
    style_.details = !options.experiments.empty();
  }

  void carried_out();

 private:
  void check_all();
  /// Says what a problem takes whose input is large enough to be waited for.
  void tell_cost(const lab::Request& request);
  void measure(std::size_t index);
  /// Measures the edited kernel in the place of the variant, and adds it to the report.
  void measure_edited(const lab::Request& request, const lab::Observer& observer,
                      lab::Report& report);
  void take(lab::Report report);
  void note_failures(const lab::Report& report);
  void finish();
  /// Returns whether standard output shows tables rather than another format.
  [[nodiscard]] bool prints_tables() const { return !options_.format || !options_.out.empty(); }

  const LabOptions& options_;
  const Print& print_;
  system::Interrupt interrupt_;  // constructed before anything that may start threads
  std::vector<lab::Request> requests_;
  TableStyle style_;
  LabProgress progress_;
  std::vector<lab::Report> reports_;
  std::vector<std::string> failures_;
};

/// Reports all invalid names before anything is measured.
void LabRun::check_all() {
  for (lab::Request& request : requests_) {
    if (options_.sweep && options_.sweep->text.empty()) {
      for (const std::string& line : fit_own_sweep(request)) {
        fmt::print(stderr, "heatwave: {}\n", words::printable(line));
      }
    }
    if (!options_.experiments.empty()) lab::check(request);
  }
}

void LabRun::tell_cost(const lab::Request& request) {
  constexpr double kFilledSoon = 1e9;  // bytes
  const lab::Experiment& experiment = lab::find_experiment(request.experiment);
  if (!experiment.host_bytes) return;
  lab::Settings settings = request.settings;
  double most = experiment.host_bytes(settings);
  for (const std::int64_t value : request.sweep.values) {
    settings.values[request.sweep.parameter] = value;
    most = std::max(most, experiment.host_bytes(settings));
  }
  if (most < kFilledSoon) return;
  progress_.clear();
  fmt::print(stderr, "heatwave: {} takes {} of memory, and a while to fill it\n",
             request.experiment, core::in_bytes(most));
}

void LabRun::measure(std::size_t index) {
  const lab::Request& request = requests_[index];
  tell_cost(request);
  const std::string title = exporting::title_of(request.experiment);
  const lab::Observer observer{
      .progress = [&](const lab::Progress& now) { progress_.show(index, title, now); }};
  try {
    lab::Report report = lab::measure(request, observer, interrupt_.token());
    if (!options_.kernel.empty()) measure_edited(request, observer, report);
    take(std::move(report));
  } catch (const core::Error& error) {
    failures_.emplace_back(error.what());
  } catch (const std::bad_alloc&) {
    failures_.push_back(fmt::format("{}: not enough memory", request.experiment));
  }
}

void LabRun::measure_edited(const lab::Request& request, const lab::Observer& observer,
                            lab::Report& report) {
  lab::launch_edited_kernels(system::whole_text(options_.kernel, stage::kLargestKernelFile));
  lab::Report edited = lab::measure(request, observer, interrupt_.token());
  const bool is_measured = std::all_of(edited.measurements.begin(), edited.measurements.end(),
                                       [](const lab::Measurement& each) { return each.timed(); });
  if (is_measured && lab::edited_kernels_launched() == 0) {
    throw core::Error(fmt::format("{} has no kernel of the variant '{}'", options_.kernel.string(),
                                  request.variants.front()));
  }
  for (lab::Measurement& each : edited.measurements) {
    each.variant += lab::kEditedEnding;
    each.title += ", edited";
    report.measurements.push_back(std::move(each));
  }
}

void LabRun::take(lab::Report report) {
  progress_.clear();
  if (prints_tables() && !report.measurements.empty()) {
    if (reports_.empty()) print_(exporting::machine_text(report.machine));
    print_("\n" + lab_table(report, style_));
  }
  note_failures(report);
  reports_.push_back(std::move(report));
}

void LabRun::note_failures(const lab::Report& report) {
  for (const lab::Measurement& m : report.measurements) {
    if (m.status == lab::Status::wrong || m.status == lab::Status::failed) {
      failures_.push_back(fmt::format("{} {}: {}", m.experiment, m.variant, exporting::remark(m)));
    }
  }
}

void LabRun::finish() {
  if (!options_.out.empty()) {
    const std::string text = exporting::lab_text(*options_.format, reports_, words::version());
    const auto naming = options_.force ? system::Naming::replacing : system::Naming::exact;
    const auto path = system::write_whole_text(options_.out, text, naming);
    print_(fmt::format("\nwrote {}\n", path.string()));
  } else if (!prints_tables()) {
    print_(exporting::lab_text(*options_.format, reports_, words::version()));
  }
  if (interrupt_.token().stop_requested()) {
    std::size_t done = 0;
    for (const lab::Report& report : reports_) {
      for (const lab::Measurement& m : report.measurements) done += m.timed() ? 1 : 0;
    }
    throw system::Stopped(interrupt_, fmt::format("stopped by {} after {} measurement{}",
                                                  interrupt_.name(), done, done == 1 ? "" : "s"));
  }
  if (failures_.empty()) return;
  const std::size_t more = failures_.size() - 1;
  throw core::Error(failures_.front() + (more > 0 ? fmt::format(" (and {} more)", more) : ""));
}

void LabRun::carried_out() {
  check_all();
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (interrupt_.token().stop_requested()) break;
    measure(i);
  }
  progress_.clear();
  finish();
}

}  // namespace

void lab(const LabOptions& options, const Print& print) {
  if (options.list) {
    print(options.format == exporting::TableFormat::json
              ? lab_list_json(options.experiments)
              : lab_list(options.experiments, style_of_standard_output()));
    return;
  }
  if (options.ptx || options.sass) return lab_compiled(options, print);
  if (options.profile) return lab_profile(options, print);
  if (!options.save_kernel.empty()) return save_kernel(options, print);
  if (!options.kernel.empty()) {
    const std::string reason = lab::why_no_edited_kernels();
    if (!reason.empty()) {
      throw core::Error(fmt::format(
          "the kernel cannot be timed: {}; 'heatwave stage FILE.cu --cost' counts without a GPU",
          reason));
    }
  }
  check_file(options.out, options.force);
  LabRun(options, print).carried_out();
}

}  // namespace heatwave::cli
