// Lays the report out as the old profiler did: a line for each kernel and each copy.
#include "app/cli/lab_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/cli/lab_requests.h"
#include "app/cli/text_columns.h"
#include "app/session/lab/lab_ptx.h"
#include "app/session/lab/lab_sass.h"
#include "app/words/numbers.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/profile.h"

namespace heatwave::cli {
namespace {

constexpr const char* kProfiled = "reverse";
constexpr const char* kStraight = "direct";
constexpr const char* kStaged = "shared";
constexpr std::int64_t kLectureSize = 256 * 1024;
constexpr int kReportColumns = 100;
constexpr int kMethodWidth = 38;
constexpr std::array<std::pair<const char*, int>, 7> kCounterColumns{{{"gputime", 9},
                                                                      {"cputime", 9},
                                                                      {"occupancy", 10},
                                                                      {"gld_incoherent", 15},
                                                                      {"gld_coherent", 13},
                                                                      {"gst_incoherent", 15},
                                                                      {"gst_coherent", 13}}};

std::string head_of_report() {
  std::string text = "  " + left("method", kMethodWidth);
  for (const auto& [name, width] : kCounterColumns) text += right(name, width);
  return text + "\n";
}

std::string line_of_report(const std::string& method, const std::array<std::string, 7>& figures) {
  std::string text = "  " + left(method, kMethodWidth);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    text += right(figures.at(i), kCounterColumns.at(i).second);
  }
  return text + "\n";
}

/// Microseconds with three digits behind the point, as it printed them; a dash where there are
/// none.
std::string microseconds(double value) { return value > 0 ? fmt::format("{:.3f}", value) : "–"; }

std::array<std::string, 7> figures_of(const lab::OldReportLine& line, bool counts) {
  const lab::OldCounters& c = line.counters;
  const auto count = [counts](std::int64_t n) { return counts ? std::to_string(n) : ""; };
  return {microseconds(line.gpu_microseconds),
          line.cpu_microseconds > 0 ? fmt::format("{:.0f}", line.cpu_microseconds) : "",
          line.occupancy > 0 ? fmt::format("{:.3g}", line.occupancy) : "",
          count(c.gld_incoherent),
          count(c.gld_coherent),
          count(c.gst_incoherent),
          count(c.gst_coherent)};
}

std::string lecture_part() {
  std::string text = "The lecture's two reports (256K ints; times in µs)\n" + head_of_report();
  for (const lab::OldReportLine& line : lab::lecture_report()) {
    text += line_of_report(line.method, figures_of(line, line.cpu_microseconds > 0));
  }
  return text + wrapped(
                    "Its profiler watched one multiprocessor, to which 244 and 254 of the 1024 "
                    "blocks came, so only ratios mean anything.",
                    2, kReportColumns);
}

/// Its counters by the old rule, of all its blocks.
lab::OldCounters counted(const lab::Settings& settings, bool staged) {
  const std::int64_t n = settings["n"];
  const std::int64_t threads = settings["threads"];
  lab::OldCounters all;
  for (std::int64_t block = 0; block * threads < n; ++block) {
    const auto own = lab::old_counters(lab::reverse_accesses(n, threads, block, staged));
    all.gld_incoherent += own.gld_incoherent;
    all.gld_coherent += own.gld_coherent;
    all.gst_incoherent += own.gst_incoherent;
    all.gst_coherent += own.gst_coherent;
  }
  return all;
}

std::string measured_part(const lab::Report& report) {
  const lab::Machine& machine = report.machine;
  std::string text =
      fmt::format("\nThis machine ({}; times in µs; counters by the old rule, of all blocks)\n",
                  machine.no_gpu.empty() ? machine.gpu.name : "no GPU: " + machine.no_gpu) +
      head_of_report();
  for (const lab::Measurement& m : report.measurements) {
    lab::OldReportLine line{.method = m.title};
    line.counters = counted(m.settings, m.variant == kStaged);
    if (m.timed()) {
      line.gpu_microseconds = 1e3 * m.time.median;
      line.cpu_microseconds = 1e3 * m.host_ms;
      line.occupancy = m.shape ? m.shape->occupancy : 0.0;
    }
    text += line_of_report(line.method, figures_of(line, true));
    if (m.with_copies_ms <= 0) continue;
    text += line_of_report(
        "memcopy, there and back",
        figures_of({.gpu_microseconds = 1e3 * (m.with_copies_ms - m.host_ms)}, false));
  }
  return text;
}

std::string today_part(const lab::Settings& settings) {
  std::string text =
      "\nBy today's rule, in each block: requests of warps, and sectors of 32 bytes\n";
  for (const bool staged : {false, true}) {
    const auto c =
        lab::sector_counters(lab::reverse_accesses(settings["n"], settings["threads"], 0, staged));
    text += fmt::format("  {}{} loads: {} sectors, {} stores: {} sectors\n",
                        left(staged ? "through shared memory" : "straight", kMethodWidth),
                        c.load_requests, c.load_sectors, c.store_requests, c.store_sectors);
  }
  return text + wrapped(
                    "Four sectors for each warp, whichever way it runs: what broke the old rule "
                    "costs nothing any more.",
                    2, kReportColumns);
}

std::string tools_part(const lab::Settings& settings) {
  const std::string run =
      fmt::format("heatwave lab {} --variant {} --n {}", kProfiled, kStraight, settings["n"]);
  return fmt::format(
      "\nToday's tools count in the hardware, where the driver lets them (as root, or after\n"
      "NVreg_RestrictProfilingToAdminUsers=0 for the module nvidia):\n"
      "  ncu --set full {0} --repeat 1\n"
      "  nsys profile --stats=true {0}\n"
      "  compute-sanitizer --tool memcheck {0} --repeat 1\n"
      "  cuda-gdb --args {0} --repeat 1\n",
      run);
}

}  // namespace

void lab_profile(const LabOptions& options, const std::function<void(const std::string&)>& print) {
  if (options.experiments != std::vector<std::string>{kProfiled}) {
    throw UsageError("--profile is for the experiment that the lecture profiled: heatwave lab " +
                     std::string(kProfiled) + " --profile");
  }
  lab::Request request = lab_requests(options).front();
  const bool has_size = std::any_of(options.values.begin(), options.values.end(),
                                    [](const LabValue& value) { return value.id == "n"; });
  if (!has_size) request.settings.values["n"] = kLectureSize;
  request.variants = {kStraight, kStaged};
  request.sweep = {};
  const lab::Report report = lab::measure(request, {}, {});
  print(lecture_part() + measured_part(report) + today_part(request.settings) +
        tools_part(request.settings));
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
      const bool all = wanted.empty() && variant.place == lab::Place::gpu;
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
