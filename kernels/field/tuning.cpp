// Stepping methods are measured in turn, so that other programs on the machine slow them down
// equally.
#include "kernels/field/tuning.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <utility>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 5;
constexpr double kRoundSeconds = 0.01;
/// A method replaces the rule's choice if it takes less than this part of its time and is faster in
/// all rounds but one. Otherwise chance would decide on a busy machine.
constexpr double kClearlyFaster = 0.95;
constexpr int kMostLost = 1;
/// A measured result applies to grids up to this many times larger or smaller.
constexpr double kMostSimilar = 2.0;

std::string text_of(core::Extent e) {
  return std::to_string(e.width) + " × " + std::to_string(e.height);
}

std::vector<core::Extent> grids_of(Backend backend) {
  if (backend == Backend::cuda) {
    return {{256, 256}, {512, 512}, {640, 480}, {1024, 1024}, {2048, 2048}, {4096, 4096}};
  }
  return {{64, 64}, {128, 128}, {256, 256}, {640, 480}, {1024, 1024}, {2048, 2048}};
}

/// Returns all stepping methods to measure, beginning with the rule's own choice.
std::vector<Stepping> candidate_methods(Backend backend) {
  std::vector<Stepping> methods(1);
  if (backend == Backend::cuda) {
    for (const Tiles tiles : kAllTiles) {
      methods.push_back({.in_registers = {}, .tiles = tiles, .threads = 0, .reason = {}});
      methods.push_back({.in_registers = false, .tiles = tiles, .threads = 0, .reason = {}});
    }
    return methods;
  }
  for (int threads = 1; threads < core::cpu_facts().processors; threads *= 2) {
    methods.push_back({.in_registers = {}, .tiles = {}, .threads = threads, .reason = {}});
  }
  return methods;
}

/// Returns a plate of plain cells with held edges, the most common kind of field.
SetCells plate(core::Extent e, std::size_t components) {
  const auto count = static_cast<std::size_t>(e.cells());
  SetCells cells{.area = core::whole(e),
                 .flags = std::vector<std::uint8_t>(count),
                 .held_values = std::vector<float>(components * count),
                 .factors = {},
                 .oscillating = {}};
  const auto hold = [&](int x, int y, int side) {
    std::uint8_t& flags = cells.flags[cells.area.index(x, y)];
    flags = static_cast<std::uint8_t>(flags | side | kHeld);
  };
  for (int y = 0; y < e.height; ++y) {
    hold(0, y, kNoWest);
    hold(e.width - 1, y, kNoEast);
  }
  for (int x = 0; x < e.width; ++x) {
    hold(x, 0, kNoNorth);
    hold(x, e.height - 1, kNoSouth);
  }
  return cells;
}

/// One stepping method on one grid, and the time of a step in each round.
struct Trial {
  std::unique_ptr<FieldSolver> solver;
  std::int64_t steps = 0;
  std::vector<double> seconds{};

  double seconds_for(std::int64_t count) {
    const auto start = Clock::now();
    solver->advance(count);
    (void)solver->read({0, 0, 1, 1});  // waits for the device
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  /// Returns the shortest time, which other programs disturbed least.
  [[nodiscard]] double least() const { return *std::min_element(seconds.begin(), seconds.end()); }
};

Trial begun(const TuningRequest& request, const EquationInfo& equation, core::Extent e,
            const Stepping& stepping) {
  constexpr std::int64_t kFewest = 32;  // shorter runs are stepped by another method
  constexpr std::int64_t kMost = 4096;
  Trial trial{.solver = make_solver({.equation = equation.id,
                                     .extent = e,
                                     .backend = request.backend,
                                     .threads = 0,
                                     .device = request.device,
                                     .simd = {},
                                     .stepping = stepping})};
  trial.solver->apply(SetRules{initial_parameters(equation), Edges{}, {}});
  trial.solver->apply(plate(e, equation.components.size()));
  trial.seconds_for(kFewest);
  const double once = trial.seconds_for(kFewest) / kFewest;
  trial.steps =
      std::clamp(static_cast<std::int64_t>(kRoundSeconds / std::max(once, 1e-9)), kFewest, kMost);
  return trial;
}

bool is_clearly_faster(const Trial& trial, const Trial& by_rule) {
  int lost = 0;
  for (std::size_t i = 0; i < trial.seconds.size(); ++i) {
    if (trial.seconds[i] >= by_rule.seconds[i]) ++lost;
  }
  return lost <= kMostLost && trial.least() < kClearlyFaster * by_rule.least();
}

TunedGrid tuned(const TuningRequest& request, const EquationInfo& equation, core::Extent e) {
  const std::vector<Stepping> methods = candidate_methods(request.backend);
  std::vector<Trial> trials;
  for (const Stepping& method : methods) trials.push_back(begun(request, equation, e, method));
  for (int round = 0; round < kRounds; ++round) {
    for (Trial& trial : trials) {
      trial.seconds.push_back(trial.seconds_for(trial.steps) / static_cast<double>(trial.steps));
    }
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < trials.size(); ++i) {
    const bool is_faster = trials[i].least() < trials[best].least();
    if (is_faster && is_clearly_faster(trials[i], trials[0])) best = i;
  }
  return {.equation = equation.id,
          .extent = e,
          .stepping = methods[best],
          .method = trials[best].solver->report().method,
          .us_per_step = 1e6 * trials[best].least(),
          .us_by_rule = 1e6 * trials[0].least()};
}

}  // namespace

Stepping Tuning::stepping_for(std::string_view equation, core::Extent extent) const {
  const TunedGrid* nearest = nullptr;
  double least = std::log(kMostSimilar) + 1e-9;
  for (const TunedGrid& grid : grids) {
    if (grid.equation != equation || grid.extent.cells() <= 0) continue;
    const double apart = std::fabs(
        std::log(static_cast<double>(extent.cells()) / static_cast<double>(grid.extent.cells())));
    if (apart > least) continue;
    least = apart;
    nearest = &grid;
  }
  if (nearest == nullptr || nearest->stepping == Stepping{}) return {};
  Stepping stepping = nearest->stepping;
  stepping.reason = "measured here, ";
  if (stepping.threads > 0) {
    stepping.reason += std::to_string(stepping.threads);
    stepping.reason += stepping.threads == 1 ? " thread is" : " threads are";
  } else {
    stepping.reason += "this is";
  }
  stepping.reason += " the fastest at " + text_of(nearest->extent);
  return stepping;
}

std::string tuned_device(Backend backend, std::optional<int> device) {
  if (backend == Backend::cpu) {
    const core::CpuFacts cpu = core::cpu_facts();
    return cpu.name + ", " + std::to_string(cpu.processors) + " processors, " + cpu.simd;
  }
  for (const core::DeviceFacts& each : core::cuda_status().devices) {
    if (each.index != device.value_or(each.index)) continue;
    return each.name + ", capability " + std::to_string(each.major) + "." +
           std::to_string(each.minor) + ", " + std::to_string(each.multiprocessors) +
           " multiprocessors";
  }
  return {};
}

Tuning tune(const TuningRequest& request, const std::function<void(double done)>& progress) {
  Tuning tuning{.backend = request.backend,
                .device = tuned_device(request.backend, request.device),
                .grids = {}};
  const auto grids = request.grids.empty() ? grids_of(request.backend) : request.grids;
  std::vector<std::string> equations = request.equations;
  if (equations.empty()) {
    for (const EquationInfo& equation : field::equations()) equations.push_back(equation.id);
  }
  const double all = static_cast<double>(grids.size() * equations.size());
  for (const std::string& equation : equations) {
    for (const core::Extent e : grids) {
      progress(static_cast<double>(tuning.grids.size()) / all);
      tuning.grids.push_back(tuned(request, find_equation(equation), e));
    }
  }
  progress(1.0);
  return tuning;
}

std::function<std::unique_ptr<FieldSolver>(const SolverRequest&)> tuned_solvers(
    std::vector<Tuning> tunings) {
  return [tunings = std::move(tunings)](const SolverRequest& request) {
    SolverRequest asked = request;
    if (asked.formula) return make_solver(asked);
    const bool on_cpu =
        asked.backend == Backend::cpu ||
        (asked.backend == Backend::automatic && !asked.device && !core::cuda_status().usable);
    const Backend backend = on_cpu ? Backend::cpu : Backend::cuda;
    const std::string device = tuned_device(backend, asked.device);
    for (const Tuning& tuning : tunings) {
      if (tuning.backend != backend || tuning.device != device) continue;
      asked.stepping = tuning.stepping_for(asked.equation, asked.extent);
    }
    return make_solver(asked);
  };
}

}  // namespace heatwave::field
