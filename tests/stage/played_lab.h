// The stage plays kernels of the Lab on the Lab's own problems, and the experiments judge the
// results.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/kernel_text.h"
#include "kernels/stage/machine.h"

namespace heatwave::stage::test {

/// Launches kernels of one file of the Lab on the stage, with memory as the Lab's launchers have
/// it.
class PlayedLab {
 public:
  /// `file` is a path in the folder of the experiments, such as "add/add_kernels.cuh".
  PlayedLab(const std::string& file, const Schedule& schedule);

  /// Declares an array with these values.
  template <typename T>
  Array input(const std::string& name, const std::vector<T>& values) {
    return machine_.array(name, Space::global, scalar_of<T>(),
                          std::vector<double>(values.begin(), values.end()));
  }
  /// Declares an array that was never written.
  template <typename T>
  Array output(const std::string& name, std::size_t size) {
    return machine_.unwritten(name, Space::global, scalar_of<T>(), static_cast<int>(size));
  }
  /// Declares one element of the type to which a kernel's parameter points; all bytes are zero.
  Array zeroed_struct(const std::string& kernel, const std::string& parameter);
  /// Sets the first cells of a `__constant__` array, as cudaMemcpyToSymbol does.
  template <typename T>
  void constant(const std::string& name, const std::vector<T>& values) {
    constants_.emplace_back(name, std::vector<double>(values.begin(), values.end()));
  }
  /// Adds a launch to the play.
  void launch(const std::string& kernel, Dim grid, Dim block, std::vector<Argument> arguments,
              int shared_bytes = 0);
  /// Plays all launches.
  void run();

  /// Returns an array's values after the play. A cell that was never written has all bits set, as
  /// the Lab's poison, which is NaN as a float.
  template <typename T>
  [[nodiscard]] std::vector<T> values(Array array) const {
    std::vector<T> all;
    for (const CellState& cell : end_.arrays[static_cast<std::size_t>(array.id())]) {
      if (cell.written) {
        all.push_back(static_cast<T>(cell.value));
      } else if constexpr (std::is_floating_point_v<T>) {
        all.push_back(std::numeric_limits<T>::quiet_NaN());
      } else {
        all.push_back(static_cast<T>(~T{0}));
      }
    }
    return all;
  }
  /// Returns the value of a struct's cell, such as ".counter".
  [[nodiscard]] double member(Array array, const std::string& cell) const;

  [[nodiscard]] const Trace& trace() const { return trace_; }
  /// Returns the kernels that were launched, without template arguments.
  [[nodiscard]] const std::set<std::string>& launched() const { return launched_; }

 private:
  template <typename T>
  static constexpr Scalar scalar_of() {
    if constexpr (std::is_same_v<T, float>) return Scalar::float32;
    if constexpr (std::is_same_v<T, double>) return Scalar::float64;
    if constexpr (std::is_same_v<T, std::int32_t>) return Scalar::int32;
    if constexpr (std::is_same_v<T, std::uint32_t>) return Scalar::uint32;
    if constexpr (std::is_same_v<T, std::uint64_t>) return Scalar::uint64;
    if constexpr (std::is_same_v<T, std::uint8_t>) return Scalar::uint8;
  }

  KernelText text_;
  Machine machine_;
  std::vector<std::pair<std::string, std::vector<double>>> constants_;
  std::vector<KernelLaunch> launches_;
  std::set<std::string> launched_;
  Trace trace_;
  State end_;
};

/// Some kernels of an experiment, played on one of its problems.
struct LabCase {
  std::string name;               ///< "add each"
  std::string file;               ///< with the kernels: a path in the folder of the experiments
  std::set<std::string> kernels;  ///< kernels that `run` launches
  std::function<lab::Outcome(PlayedLab&)> run;
  std::set<FaultKind> shows = {};  ///< the mistakes that the kernels show; empty: none
  /// True: the result is wrong under most schedules, as the experiment says of the variant.
  bool wrong_on_purpose = false;
};

/// These functions return the cases by what limits the experiments.
std::vector<LabCase> lab_array_cases();
std::vector<LabCase> lab_sum_cases();
std::vector<LabCase> lab_contest_cases();
std::vector<LabCase> lab_grid_cases();
std::vector<LabCase> lab_course_cases();

/// Makes the problem of an experiment at its initial settings with these changes.
template <typename OwnProblem>
std::shared_ptr<const OwnProblem> problem_of(const std::string& experiment,
                                             const std::map<std::string, std::int64_t>& changed) {
  const lab::Experiment& found = lab::find_experiment(experiment);
  lab::Settings settings = lab::initial_settings(found);
  for (const auto& [id, value] : changed) settings.values.at(id) = value;
  std::shared_ptr<const lab::Problem> problem = found.make_problem(settings, {});
  return std::static_pointer_cast<const OwnProblem>(problem);
}

/// Returns how many blocks of this size cover the elements.
inline int blocks_of(std::int64_t elements, std::int64_t threads) {
  return static_cast<int>((elements + threads - 1) / threads);
}

}  // namespace heatwave::stage::test
