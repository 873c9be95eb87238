// Formats the report like the old text profiler: a line for each kernel and each copy.
#include "app/session/lab/profile_report.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "app/export/lab_table.h"
#include "app/words/numbers.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/profile.h"

namespace heatwave::session {
namespace {

constexpr int kMethodWidth = 26;
/// A column whose heading has two lines, so that all columns fit into 1280 pixels.
struct Column {
  const char* above;
  const char* name;
  int width;
};
constexpr std::array<Column, 7> kColumns{{{"", "gputime", 8},
                                          {"", "cputime", 8},
                                          {"", "occupancy", 10},
                                          {"gld_", "incoherent", 11},
                                          {"gld_", "coherent", 9},
                                          {"gst_", "incoherent", 11},
                                          {"gst_", "coherent", 9}}};

using Figures = std::array<std::string, kColumns.size()>;

std::string line_of(const std::string& method, const Figures& figures) {
  std::string text = fmt::format("{:<{}}", method, kMethodWidth);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    text += fmt::format("{:>{}}", figures.at(i), kColumns.at(i).width);
  }
  return text;
}

std::vector<std::string> head_lines() {
  Figures above;
  Figures names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    above.at(i) = kColumns.at(i).above;
    names.at(i) = kColumns.at(i).name;
  }
  return {line_of("", above), line_of("method", names)};
}

/// Formats microseconds with three decimals, like the old profiler; a dash if there are none.
std::string microseconds(double value) { return value > 0 ? fmt::format("{:.3f}", value) : "–"; }

Figures figures_of(const lab::OldReportLine& line, bool counts) {
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

/// Adds a line for a copy, like the old profiler; none if it was not timed.
void add_copy(ProfilePart& part, const std::string& method, double microseconds) {
  if (microseconds <= 0) return;
  part.lines.push_back(line_of(method, figures_of({.gpu_microseconds = microseconds}, false)));
}

ProfilePart measured_part(const lab::Report& report, const lab::Settings& settings) {
  const lab::Machine& machine = report.machine;
  const std::string device = !machine.gpu.name.empty() ? machine.gpu.name
                             : machine.no_gpu.empty()  ? "no GPU was asked for"
                                                       : "no GPU: " + machine.no_gpu;
  ProfilePart part{
      .title = fmt::format("The same of {} ints; times in µs, counters by the old rule, of all "
                           "blocks ({})",
                           words::grouped(settings["n"]), device),
      .lines = head_lines()};
  for (const char* id : {kStraight, kStaged}) {
    lab::OldReportLine line{.method = lab::find_variant(lab::find_experiment(kProfiled), id).title};
    line.counters =
        lab::reverse_counters(settings["n"], settings["threads"], id == std::string(kStaged));
    const lab::Measurement* measured = nullptr;
    for (const lab::Measurement& m : report.measurements) {
      if (m.variant != id || m.settings != settings || !m.timed()) continue;
      line.gpu_microseconds = 1e3 * m.time.median;
      line.cpu_microseconds = 1e3 * m.host_ms;
      line.occupancy = m.shape ? m.shape->occupancy : 0.0;
      measured = &m;
    }
    const lab::CopyTimes copies = measured == nullptr ? lab::CopyTimes{} : measured->copies;
    add_copy(part, "memcpyHtoD", 1e3 * copies.to_device_ms);
    part.lines.push_back(line_of(line.method, figures_of(line, true)));
    add_copy(part, "memcpyDtoH", 1e3 * copies.to_host_ms);
    // Recordings of earlier versions have only the sum of both, by the host's clock.
    if (measured != nullptr && copies.to_device_ms <= 0 && copies.to_host_ms <= 0) {
      add_copy(part, "memcpy, there and back",
               1e3 * (measured->with_copies_ms - measured->host_ms));
    }
  }
  return part;
}

ProfilePart today_part(const lab::Settings& settings) {
  ProfilePart part{.title =
                       "By today's rule, in each block: requests of warps, and sectors of 32 "
                       "bytes"};
  for (const bool staged : {false, true}) {
    const auto c =
        lab::sector_counters(lab::reverse_accesses(settings["n"], settings["threads"], 0, staged));
    part.lines.push_back(fmt::format("{:<{}}{} loads: {} sectors, {} stores: {} sectors",
                                     staged ? "through shared memory" : "straight", kMethodWidth,
                                     c.load_requests, c.load_sectors, c.store_requests,
                                     c.store_sectors));
  }
  part.words =
      "Nsight Compute calls them l1tex__t_requests and l1tex__t_sectors. As many whichever way it "
      "runs: what broke the old rule costs nothing any more. So the counters of an H200 say, too: "
      "of 256K ints 32\u00A0768 sectors of loads and as many of stores, both ways; but "
      "196\u00A0608 instructions of warps straight, and 368\u00A0640 through shared memory.";
  return part;
}

/// Returns the changed settings as command-line options.
std::string changed(const lab::Experiment& experiment, const lab::Settings& settings) {
  std::string text;
  for (const lab::Parameter& parameter : experiment.parameters) {
    const auto at = settings.values.find(parameter.id);
    if (at == settings.values.end() || at->second == parameter.initial) continue;
    text += fmt::format(" --set {}={}", parameter.id,
                        exporting::value_data(experiment.id, parameter.id, at->second));
  }
  return text;
}

}  // namespace

const char* const kToolsNeed =
    "They come with the CUDA toolkit. Counting in the hardware needs the driver's permission: "
    "root, or NVreg_RestrictProfilingToAdminUsers=0 for the kernel module nvidia; without it ncu "
    "says ERR_NVGPUCTRPERM.";

std::vector<ProfilePart> lecture_profile() {
  ProfilePart reports{.title = "The two reports of Farber's article (256K ints; times in µs)",
                      .lines = head_lines()};
  for (const lab::OldReportLine& line : lab::lecture_report()) {
    reports.lines.push_back(line_of(line.method, figures_of(line, line.cpu_microseconds > 0)));
  }
  reports.words =
      "Straight to global memory, and staged through shared memory. The counters counted on one "
      "multiprocessor, to which 244 and 254 of the 1024 blocks came: so launch at least 100 "
      "blocks, and only ratios mean anything. The article says that an incoherent store within a "
      "warp increments its counter by 1. Its own figure says 32: 62\u00A0464 / 1952 = 32, one "
      "transaction for each thread, because gld_coherent counts one for each of the 1952 warps "
      "of 244 blocks. A warp is two half-warps of 16 threads: 62\u00A0464 = 16 × 3904.";
  ProfilePart rule{.title = "The rule that it judged by, and its eleven counters"};
  for (const lab::OldCounter& counter : lab::old_counter_names()) {
    rule.lines.push_back(fmt::format("{:<18}{}", counter.name, counter.counted));
  }
  rule.words =
      "On the G80 the words of a half-warp, of 32, 64 or 128 bits, had to lie in one aligned "
      "segment of 64, 128 or 256 bytes, the k-th thread's being the k-th word; not all threads "
      "had to take part. A segment of 256 bytes took two transactions. If the rule was broken, "
      "each thread had a transaction of its own, which was about 10, 4 or 2 times as slow. The "
      "old profiler was an environment variable, CUDA_PROFILE=1; CUDA_PROFILE_LOG named its "
      "file, CUDA_PROFILE_CSV=1 chose CSV, and CUDA_PROFILE_CONFIG named a file that listed at "
      "most four of these counters at a time. A profiled kernel is no longer asynchronous: its "
      "launch returns when the kernel has ended, because the profiler reads the counters then.";
  return {reports, rule};
}

std::vector<ProfilePart> own_profile(const lab::Report& report, const lab::Settings& settings) {
  return {measured_part(report, settings), today_part(settings)};
}

std::vector<ToolLine> tool_lines(const lab::Experiment& experiment, const lab::Variant& variant,
                                 const lab::Settings& settings) {
  const std::string run = fmt::format("heatwave lab {} --variant {}{} --repeat 1", experiment.id,
                                      variant.id, changed(experiment, settings));
  std::vector<ToolLine> lines{
      {"counts in the hardware, kernel by kernel", "ncu --set full " + run},
      {"when what ran, on a time line", "nsys profile --stats=true " + run},
      {"finds accesses out of bounds", "compute-sanitizer --tool memcheck " + run},
      {"finds races in shared memory", "compute-sanitizer --tool racecheck " + run},
      {"stops and steps within a kernel; by its lines where nvcc was given -G",
       "cuda-gdb --args " + run}};
  lines.push_back({"compiles, links and runs a program of your own",
                   "nvcc -std=c++20 -arch=native -c program.cu && nvcc program.o -o program && "
                   "./program"});
  const std::string file = lab::source_file(experiment, variant);
  if (file.ends_with(".cuh")) {
    lines.push_back(
        {"compiles its device code alone, to PTX",
         fmt::format("nvcc -std=c++20 -x cu -ptx -arch=native {} -o kernels.ptx", file)});
  }
  return lines;
}

}  // namespace heatwave::session
