// Prints the report part by part; and what became of kernels.
#include "app/cli/lab_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/cli/lab_requests.h"
#include "app/cli/text_columns.h"
#include "app/session/lab/lab_ptx.h"
#include "app/session/lab/lab_sass.h"
#include "app/session/lab/profile_report.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/bench/hardware_counters.h"
#include "kernels/lab/experiment_catalogue.h"

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

/// The old counters' counterparts of today; what was coherent or not are requests and sectors now.
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

/// What the GPU's own counters say of the two rungs, or why they say nothing.
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

}  // namespace

void lab_profile(const LabOptions& options, const std::function<void(const std::string&)>& print) {
  if (options.experiments != std::vector<std::string>{session::kProfiled}) {
    throw UsageError("--profile is for the experiment that the lecture profiled: heatwave lab " +
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

}  // namespace heatwave::cli
