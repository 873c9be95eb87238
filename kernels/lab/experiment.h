// An experiment of the lab is a problem and several variants that solve it, from naive to fast;
// each variant is measured.
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

/// A number that the user sets, such as the problem's size.
struct Parameter {
  /// Its name in `--n`; "n", "threads", "blocks" and "input" have one meaning in all experiments.
  std::string id;
  std::string title;  ///< "elements"
  std::string help;   ///< one sentence
  std::int64_t minimum = 1;
  std::int64_t maximum = 1;
  std::int64_t initial = 1;
  std::vector<std::string> choices;  ///< names of the values 0, 1, …; empty: a plain number
  std::vector<std::int64_t> sweep;   ///< values worth comparing; empty: none
  /// Name of the value 0 if it is not an amount, such as "auto"; empty: it is an amount.
  std::string zero = {};

  /// Returns the name of a value; empty: it is a plain number.
  [[nodiscard]] std::string name_of(std::int64_t value) const {
    if (value == 0 && !zero.empty()) return zero;
    const bool is_choice = value >= 0 && std::cmp_less(value, choices.size());
    return is_choice ? choices[static_cast<std::size_t>(value)] : std::string();
  }
};

/// Properties of the block size that differ between experiments.
struct BlockThreads {
  std::string help = "Threads of each block of the kernels.";
  std::int64_t minimum = 1;
  std::int64_t initial = 256;
  std::vector<std::int64_t> sweep = {32, 64, 128, 256, 512, 1024};
};

/// Returns the parameter that sets the number of threads in a block.
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
  std::map<std::string, std::int64_t> values;  ///< values by the parameters' ids
  std::uint64_t seed = 1;                      ///< seed of all random input

  [[nodiscard]] std::int64_t operator[](const std::string& id) const { return values.at(id); }
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// The inputs of one experiment at one setting, and the correct result for them.
class Problem : core::NonCopyable {
 public:
  virtual ~Problem() = default;

  /// Checks of many elements poll this token and return early after a stop request; their outcome
  /// is then void.
  Stop stop = {};
};

/// Allocates a variant's memory and returns a run that can be timed. Precondition: the problem
/// outlives the run.
using MakeRun = std::function<std::unique_ptr<Run>(const Problem&, const Stop&)>;

/// The memory traffic and arithmetic that any variant needs at least.
struct Work {
  double bytes = 0.0;
  double operations = 0.0;  ///< 0: none worth counting
  bool tensor_cores = false;
  /// True: the operations are float arithmetic, not increments, bit operations or locks.
  bool floats = true;
  double footprint = 0.0;  ///< bytes of all data, if it is read more than once; 0: equal to `bytes`
  double cells = 0.0;      ///< cells of a grid times its steps; 0: there is no grid that steps
};

/// The actual memory requests of a GPU variant's warps, counted from its kernel's addresses.
struct Traffic {
  /// Passes through the L1 cache and shared memory, which are one unit with 32 banks. An access of
  /// a warp takes as many passes as the most words it has in one bank. A multiprocessor does one
  /// pass in each clock cycle.
  double passes = 0.0;
  /// Bytes in the sectors that the multiprocessors request from L2; a sector has 32 bytes.
  double l2_bytes = 0.0;
  /// Bytes in the sectors that are read from memory or written to it.
  double memory_bytes = 0.0;
};

enum class Processor : std::uint8_t { cpu, gpu };

/// The number of threads that a CPU variant uses.
enum class CpuThreads : std::uint8_t {
  one,
  all,   ///< all processors share the work
  some,  ///< the number that the variant or a parameter sets
};

/// A figure that slides print, measured on older hardware.
struct LectureFigure {
  std::string where;  ///< "Carnegie Mellon, GTX 1080, N = 1024": author, hardware, size
  double milliseconds = 0.0;
  /// The parameters of that measurement. The figure does not compare with measurements at other
  /// values.
  std::map<std::string, std::int64_t> at = {};
  bool with_copies = false;
  double gflops = 0.0;  ///< GFLOP/s as the slides print it; 0: not printed

  /// Returns whether the figure compares with a measurement at these settings.
  [[nodiscard]] bool fits(const Settings& settings) const {
    return std::all_of(at.begin(), at.end(), [&settings](const auto& set) {
      const auto found = settings.values.find(set.first);
      return found != settings.values.end() && found->second == set.second;
    });
  }
};

/// One way to solve the problem.
struct Variant {
  std::string id;     ///< "shared-tiles"
  std::string title;  ///< "shared-memory tiles"
  std::string what;  ///< one sentence: the change to the previous variant, and why it should matter
  Processor processor = Processor::cpu;
  CpuThreads cpu_threads = CpuThreads::one;  ///< for CPU variants
  bool wrong_on_purpose = false;             ///< its result shows a mistake, so it is never ranked
  bool yardstick = false;                    ///< a library's implementation, as a reference
  /// The variant's task if it is not the experiment's main one. Only times of equal tasks compare.
  std::string task = {};
  /// The lower precision that its speed rests on: "TF32, about 3 digits"; empty: it computes as
  /// precisely as the variants of its task.
  std::string lower_precision = {};
  std::function<Work(const Settings&)> work;
  /// Counts the actual traffic of a GPU variant; empty: its work in whole lines, each read once.
  std::function<Traffic(const Settings&)> traffic = {};
  std::vector<LectureFigure> lecture = {};
  /// Returns why the variant is skipped when all variants run; empty: it is not skipped. A variant
  /// that is requested by name always runs.
  std::function<std::string(const Settings&)> left_out = {};
  std::string source = {};  ///< file that contains its code; empty: the experiment's own file
  MakeRun make = {};        ///< empty: not available in this program or on this machine
};

/// A CUDA stream; the declaration needs no CUDA header.
using Queue = CUstream_st*;
/// The description of a launched kernel that a launcher returns.
struct Launched;

/// Returns a CPU variant with the properties that every variant has; "CPU, " is put before its
/// title.
inline Variant on_cpu(const std::string& id, const std::string& title, const std::string& what,
                      Work (*work)(const Settings&), MakeRun make,
                      CpuThreads threads = CpuThreads::one) {
  return {.id = id,
          .title = "CPU, " + title,
          .what = what,
          .processor = Processor::cpu,
          .cpu_threads = threads,
          .work = work,
          .make = std::move(make)};
}
/// Returns a GPU variant with the properties that every variant has.
inline Variant on_gpu(const std::string& id, const std::string& title, const std::string& what,
                      Work (*work)(const Settings&), MakeRun make) {
  return {.id = id,
          .title = title,
          .what = what,
          .processor = Processor::gpu,
          .work = work,
          .make = std::move(make)};
}

struct Experiment {
  std::string id;     ///< "dot"
  std::string title;  ///< "Dot product"
  std::string shows;  ///< three sentences: what it shows and what to look for
  std::vector<Parameter> parameters;
  std::map<std::string, std::int64_t> quick = {};  ///< values that the quick set changes
  /// Return the bytes that the largest variant needs on the host (with the problem) and on the
  /// device.
  std::function<double(const Settings&)> host_bytes;
  std::function<double(const Settings&)> device_bytes;
  /// Makes the problem and its expected result. After a stop request it may return without the
  /// expected result.
  std::function<std::unique_ptr<Problem>(const Settings&, const Stop&)> make_problem;
  /// The first CPU variant and the first GPU variant are the simplest.
  std::vector<Variant> variants;
  /// file with the shared allocations and copies; empty: they are next to the launchers
  std::string copies = {};
};

/// Converts a maker that takes the experiment's own problem type into one that takes any Problem.
template <typename OwnProblem, typename Make>
MakeRun makes(Make make) {
  return [make = std::move(make)](const Problem& problem, const Stop& stop) {
    return std::unique_ptr<Run>(make(static_cast<const OwnProblem&>(problem), stop));
  };
}
/// Returns the maker of a run whose class is constructed from the problem.
template <typename OwnProblem, typename OwnRun>
MakeRun makes_run() {
  return [](const Problem& problem, const Stop& /*stop*/) {
    return std::unique_ptr<Run>(std::make_unique<OwnRun>(static_cast<const OwnProblem&>(problem)));
  };
}

}  // namespace heatwave::lab
