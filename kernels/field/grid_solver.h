// GridSolver is the part of a solver that all backends share: it checks its inputs and keeps the
// rules, the oscillating cells and the step count. Backends do everything that touches cells.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kernels/field/cell_step.h"
#include "kernels/field/equation.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/oscillators.h"
#include "kernels/field/parts/round_clock.h"

namespace heatwave::field {

class GridSolver : public FieldSolver {
 public:
  [[nodiscard]] const BackendInfo& backend() const final { return backend_; }
  void load(const FieldState& state) final;
  FieldState save() final;
  std::vector<float> save_rim() final;
  std::vector<std::vector<float>> read(core::Rect area) final;
  void apply(const Edit& edit) final;
  void advance(std::int64_t steps) final;
  SampleSeries sample(const Sampling& wanted) final;
  void sample_steps(const Sampling& wanted) final;
  SampleSeries take_samples() final;
  void present(DisplayTarget& target, std::size_t plane) final;
  /// Returns where the field's memory lies until the next call.
  [[nodiscard]] virtual FieldMemory memory() = 0;
  /// Promises the solver of a slab that its copied rows are not needed beyond this number of steps
  /// before others are copied over them. `follows`: that happens in memory(), and in the order of
  /// its stream, right after an advance() by this number of steps; until the next call of the
  /// solver only the slab's own rows that others copy are complete.
  virtual void expect_exchange(std::int64_t /*in_steps*/, bool /*follows*/) {}
  /// Returns the clock of the solver's rounds, which runs from the first call on. The solver marks
  /// the moments of its steps; exchanges mark theirs.
  [[nodiscard]] RoundClock& clock();

 protected:
  GridSolver(const EquationInfo& equation, const SolverRequest& request, BackendInfo backend);

  [[nodiscard]] const EquationInfo& equation() const { return equation_; }
  [[nodiscard]] std::size_t components() const { return equation_.components.size(); }
  [[nodiscard]] core::Extent extent() const { return extent_; }
  [[nodiscard]] const Slab& slab() const { return slab_; }
  [[nodiscard]] std::int64_t step() const { return step_; }
  [[nodiscard]] const Oscillators& oscillators() const { return oscillators_; }
  [[nodiscard]] const Sampling& sampling() const { return sampling_; }
  /// Returns what the totals are. Built-in equations that look back are wave equations, whose first
  /// parameter is c². Of a formula it is not known what its energy would be.
  [[nodiscard]] TotalRule total_rule() const {
    if (!equation_.has_energy) return {};
    return {.is_energy = true, .stiffness = static_cast<float>(rules_.parameters.front())};
  }
  /// Returns a component's value in walls.
  [[nodiscard]] float rest(std::size_t component) const {
    return static_cast<float>(equation_.components[component].rest);
  }

 private:
  // Backends implement these functions. All values have been checked. The caller may free arrays as
  // soon as a call returns.

  /// Prepares the calling thread. It is the first call in each public function, on any thread.
  virtual void enter() {}
  virtual std::unique_ptr<RoundClock> make_clock() { return make_host_round_clock(); }
  /// Copies one plane's cells of an area from or to a dense array. Planes are ordered as in
  /// FieldState.
  virtual void write_plane(std::size_t plane, core::Rect area, std::span<const float> cells) = 0;
  virtual void read_plane(std::size_t plane, core::Rect area, std::span<float> cells) = 0;
  /// Sets every plane to zero.
  virtual void clear_planes();
  /// The memory of absorbing edges; empty: never written or cleared.
  virtual void write_rim(std::span<const float> rim) = 0;
  virtual std::vector<float> read_rim() = 0;
  virtual void set_rules(std::span<const double> parameters, AbsorbingSides absorbing) = 0;
  /// Sets flags and factors, and the values of held cells and walls.
  virtual void set_cells(const SetCells& cells) = 0;
  /// Sets oscillating cells to these values at once; there is one value for each oscillation.
  virtual void hold(std::span<const OscillatingCell> cells, std::span<const float> values) = 0;
  /// Tells the backend that oscillators() has changed.
  virtual void oscillators_changed() {}
  virtual void paint(const PaintCells& paint) = 0;
  virtual void put(const PutCells& put) = 0;
  /// Advances, and takes the samples of sampling().
  virtual void advance_cells(std::int64_t steps) = 0;
  /// Takes one sample of the field as it is.
  virtual SampleSeries sample_cells(const Sampling& wanted) = 0;
  /// Tells the backend that sampling() has changed.
  virtual void sampling_changed() = 0;
  virtual SampleSeries fetch_samples() = 0;
  virtual void show(DisplayTarget& target, std::size_t plane) = 0;

  void apply_edit(const SetRules& rules);
  void apply_edit(const SetCells& cells);
  void apply_edit(const PaintCells& edit);
  void apply_edit(const PutCells& edit);
  void apply_edit(const RestoreCells& edit);
  [[nodiscard]] std::size_t rim_floats() const;
  /// Returns the absorbing sides of the whole grid that the solver holds.
  [[nodiscard]] AbsorbingSides held_sides() const;

  const EquationInfo& equation_;
  core::Extent extent_;
  Slab slab_;
  BackendInfo backend_;
  SetRules rules_;
  AbsorbingSides absorbing_;  ///< absorbing sides of the whole grid
  bool has_rim_ = false;
  Oscillators oscillators_;
  std::int64_t step_ = 0;
  Sampling sampling_;
  std::unique_ptr<RoundClock> clock_;  ///< null: rounds are not timed
};

}  // namespace heatwave::field
