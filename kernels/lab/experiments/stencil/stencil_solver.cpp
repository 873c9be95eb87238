// This variant solves the heat equation by the program's own field solver, on the CPU or a CUDA
// device.
#include <algorithm>
#include <chrono>

#include "kernels/field/field_solver.h"
#include "kernels/lab/experiments/stencil/stencil_experiment.h"

namespace heatwave::lab::stencil_experiment {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// variant: solver solver-cuda
class SolverRun final : public Run {
 public:
  SolverRun(const StencilProblem& problem, field::Backend backend, Stop stop)
      : problem_(problem),
        stop_(std::move(stop)),
        on_cpu_(backend == field::Backend::cpu),
        solver_(field::make_solver(
            {.equation = "heat", .extent = problem.extent, .backend = backend})) {
    solver_->apply(field::SetRules{.parameters = {static_cast<double>(kAlpha)}});
    solver_->apply(field::SetCells{.area = core::whole(problem.extent),
                                   .flags = held_flags(),  //! plain cells need no test of a mask
                                   .held_values = problem.start});
  }

  [[nodiscard]] bool repeatable() const override { return false; }

  double time(int /*launches*/) override {
    load();
    const double by_clock = advance();
    // The device's own events time the steps.
    return on_cpu_ ? by_clock : solver_->report().advance_ms;
  }
  double time_on_host() override {
    load();
    return advance();
  }
  double time_with_copies() override {
    if (on_cpu_) return 0.0;
    const Clock::time_point begin = Clock::now();
    load();
    solver_->advance(problem_.steps);
    plate_ = solver_->save().planes.front();
    return milliseconds_since(begin);
  }
  Outcome outcome() override {
    if (on_cpu_) plate_ = solver_->save().planes.front();
    return checked_stencil(problem_, plate_);
  }

 private:
  [[nodiscard]] std::vector<std::uint8_t> held_flags() const {
    std::vector<std::uint8_t> flags(problem_.held.size());
    std::transform(
        problem_.held.begin(), problem_.held.end(), flags.begin(),
        [](std::uint8_t held) { return static_cast<std::uint8_t>(held != 0 ? field::kHeld : 0); });
    return flags;
  }
  void load() {
    solver_->load({.extent = problem_.extent, .step = 0, .planes = {problem_.start}, .rim = {}});
  }

  /// Advances by all steps and returns the milliseconds.
  double advance() {
    const Clock::time_point begin = Clock::now();
    // A device takes all steps at once; the CPU polls for a stop about every 64 million cells.
    const std::int64_t most =
        on_cpu_ ? std::max<std::int64_t>(1, (1 << 26) / problem_.extent.cells()) : problem_.steps;
    for (std::int64_t done = 0; done < problem_.steps && !stop_.stop_requested(); done += most) {
      solver_->advance(std::min(most, problem_.steps - done));  //! the solver groups steps itself
    }
    (void)solver_->read({0, 0, 1, 1});  // waits for the device
    return milliseconds_since(begin);
  }
  const StencilProblem& problem_;
  Stop stop_;
  bool on_cpu_;
  std::unique_ptr<field::FieldSolver> solver_;
  std::vector<float> plate_;
};
// end

}  // namespace

std::unique_ptr<Run> stencil_by_solver(const StencilProblem& problem, field::Backend backend,
                                       const Stop& stop) {
  return std::make_unique<SolverRun>(problem, backend, stop);
}

}  // namespace heatwave::lab::stencil_experiment
