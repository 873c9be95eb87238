// What an experiment of the lab is: a problem, and a ladder of ways to solve it, each to be
// measured.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/lab/lab_run.h"

struct CUstream_st;

namespace heatwave::lab {

/// A number that a person sets, such as the problem's size.
struct Parameter {
  std::string id;  ///< as in `--n`; "n", "threads", "blocks" and "input" mean the same everywhere
  std::string title;  ///< "elements"
  std::string help;   ///< one sentence
  std::int64_t minimum = 1;
  std::int64_t maximum = 1;
  std::int64_t initial = 1;
  std::vector<std::string> choices;  ///< names of the values 0, 1, …; empty: a plain number
  std::vector<std::int64_t> sweep;   ///< the values worth comparing; empty: none
  std::string zero = {};  ///< what 0 stands for where it is no amount: "auto"; empty: it is one

  /// The name of a value that has one; empty: it is a plain number.
  [[nodiscard]] std::string name_of(std::int64_t value) const {
    if (value == 0 && !zero.empty()) return zero;
    const bool is_choice = value >= 0 && std::cmp_less(value, choices.size());
    return is_choice ? choices[static_cast<std::size_t>(value)] : std::string();
  }
};

/// What may differ from one experiment's threads per block to another's.
struct BlockThreads {
  std::string help = "Threads of each block of the kernels.";
  std::int64_t minimum = 1;
  std::int64_t initial = 256;
  std::vector<std::int64_t> sweep = {32, 64, 128, 256, 512, 1024};
};

/// The parameter that sets how many threads a block has.
inline Parameter threads_parameter(BlockThreads threads = {}) {
  return {.id = "threads",
          .title = "threads per block",
          .help = std::move(threads.help),
          .minimum = threads.minimum,
          .maximum = 1024,
          .initial = threads.initial,
          .sweep = std::move(threads.sweep)};
}

struct Settings {
  std::map<std::string, std::int64_t> values;  ///< by the parameter's id
  std::uint64_t seed = 1;                      ///< of all random input

  [[nodiscard]] std::int64_t operator[](const std::string& id) const { return values.at(id); }
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// The inputs of one experiment at one setting, and the result that is right for them.
class Problem : core::NonCopyable {
 public:
  virtual ~Problem() = default;
};

/// Makes a variant ready: its memory is there, and `launch` can be timed. The problem outlives it.
using MakeRun = std::function<std::unique_ptr<Run>(const Problem&, const Stop&)>;

/// The least that a variant must move through memory and compute, whatever it really does.
struct Work {
  double bytes = 0.0;
  double operations = 0.0;  ///< 0: none worth counting
  bool tensor_cores = false;
  bool floats = true;  ///< the operations are float arithmetic, and no increments, bits or locks
  double footprint = 0.0;  ///< bytes that it goes over, where more than once; 0: `bytes`
};

/// What the warps of a GPU variant really ask for, counted from how its kernel goes over memory.
struct Traffic {
  /// Passes through the first cache and shared memory, which are one unit with 32 banks: a warp's
  /// access takes one for each way in which its words meet in a bank. A multiprocessor takes one
  /// in a clock.
  double passes = 0.0;
  /// Bytes of the sectors, 32 bytes each, that the multiprocessors ask L2 for.
  double l2_bytes = 0.0;
  /// Bytes of the sectors that come from memory, or go there.
  double memory_bytes = 0.0;
};

enum class Place : std::uint8_t { cpu, gpu };

/// How many threads a CPU variant runs on.
enum class CpuThreads : std::uint8_t {
  one,
  all,   ///< all processors share the work
  some,  ///< as many as the variant or a parameter says
};

/// A figure that a lecture printed, measured on somebody's old hardware.
struct LectureFigure {
  std::string where;  ///< "GTX 1080, N = 1024"
  double milliseconds = 0.0;
  /// The parameters that it was measured at; beside other values it says nothing.
  std::map<std::string, std::int64_t> at = {};
  bool with_copies = false;
  double gflops = 0.0;  ///< GFLOP/s, as printed beside it; 0: none were

  /// Whether it may stand beside what was measured at these settings.
  [[nodiscard]] bool fits(const Settings& settings) const {
    return std::all_of(at.begin(), at.end(), [&settings](const auto& set) {
      const auto found = settings.values.find(set.first);
      return found != settings.values.end() && found->second == set.second;
    });
  }
};

/// One rung of the ladder.
struct Variant {
  std::string id;     ///< "shared-tiles"
  std::string title;  ///< "shared-memory tiles"
  std::string what;   ///< one sentence: what this rung changed, and why that should matter
  Place place = Place::cpu;
  CpuThreads cpu_threads = CpuThreads::one;  ///< of a CPU variant
  bool wrong_on_purpose = false;             ///< its result shows a mistake; it is never ranked
  bool yardstick = false;                    ///< a library's, to measure against
  /// What it does, where that is not what the first variant does; times compare only within a task.
  std::string task = {};
  std::function<Work(const Settings&)> work;
  /// What a GPU variant really asks for; empty: whole lines, each once, as much as its work.
  std::function<Traffic(const Settings&)> traffic = {};
  std::vector<LectureFigure> lecture = {};
  /// Why it is left out when all variants run; empty: it is not. Asked for by name it always runs.
  std::function<std::string(const Settings&)> left_out = {};
  std::string source = {};  ///< the file its code stands in; empty: the experiment's own
  MakeRun make = {};        ///< empty where this program or machine cannot have it
};

/// A queue of the GPU's work, as CUDA calls it.
using Queue = CUstream_st*;
/// What a launcher tells of the kernel that it has launched.
struct Launched;

/// A CPU variant with nothing but what every variant has; "CPU, " comes before its title.
inline Variant on_cpu(const std::string& id, const std::string& title, const std::string& what,
                      Work (*work)(const Settings&), MakeRun make,
                      CpuThreads threads = CpuThreads::one) {
  return {.id = id,
          .title = "CPU, " + title,
          .what = what,
          .place = Place::cpu,
          .cpu_threads = threads,
          .work = work,
          .make = std::move(make)};
}
/// The same of the GPU's.
inline Variant on_gpu(const std::string& id, const std::string& title, const std::string& what,
                      Work (*work)(const Settings&), MakeRun make) {
  return {.id = id,
          .title = title,
          .what = what,
          .place = Place::gpu,
          .work = work,
          .make = std::move(make)};
}

struct Experiment {
  std::string id;     ///< "dot"
  std::string title;  ///< "Dot product"
  std::string shows;  ///< three sentences on what it shows and what to look for
  std::vector<Parameter> parameters;
  std::map<std::string, std::int64_t> quick =
      {};  ///< what the quick set changes of the initial values
  /// Bytes that the largest variant needs on the host (with the problem itself) and on the device.
  std::function<double(const Settings&)> host_bytes;
  std::function<double(const Settings&)> device_bytes;
  /// With what is expected of it; stopped, it may return before that is known.
  std::function<std::unique_ptr<Problem>(const Settings&, const Stop&)> pose;
  std::vector<Variant> variants;  ///< the first of each place is the simplest
  /// The file of its allocations and copies, where it shares them; empty: beside its launchers.
  std::string copies = {};
};

/// Turns a maker that takes the experiment's own kind of problem into one that fits any.
template <typename OwnProblem, typename Make>
MakeRun makes(Make make) {
  return [make = std::move(make)](const Problem& problem, const Stop& stop) {
    return std::unique_ptr<Run>(make(static_cast<const OwnProblem&>(problem), stop));
  };
}
/// The same for a run that is a class of its own, made from the problem.
template <typename OwnProblem, typename OwnRun>
MakeRun makes_run() {
  return [](const Problem& problem, const Stop& /*stop*/) {
    return std::unique_ptr<Run>(std::make_unique<OwnRun>(static_cast<const OwnProblem&>(problem)));
  };
}

}  // namespace heatwave::lab
