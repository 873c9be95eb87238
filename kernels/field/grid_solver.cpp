// Every edit is checked before the backend applies it, and takes effect in one order on every
// backend.
#include "kernels/field/grid_solver.h"

#include <algorithm>
#include <utility>

#include "kernels/field/solver_checks.h"

namespace heatwave::field {

GridSolver::GridSolver(const EquationInfo& equation, const SolverRequest& request,
                       BackendInfo backend)
    : equation_(equation),
      extent_(request.extent),
      slab_(request.slab.value_or(whole_slab(request.extent))),
      backend_(std::move(backend)) {
  rules_.parameters = initial_parameters(equation_);
}

void GridSolver::load(const FieldState& state) {
  check_state(state, extent_, equation_);
  enter();
  sampling_changed();
  for (std::size_t plane = 0; plane < state.planes.size(); ++plane) {
    write_plane(plane, core::whole(extent_), state.planes[plane]);
  }
  if (state.planes.empty()) clear_planes();
  write_rim(state.rim);
  has_rim_ = !state.rim.empty();
  step_ = state.step;
  apply_edit(SetRules(rules_));
}

void GridSolver::clear_planes() {
  constexpr int kCellsAtOnce = 1 << 20;
  const int rows = std::clamp(kCellsAtOnce / extent_.width, 1, extent_.height);
  const std::vector<float> zeros(static_cast<std::size_t>(rows) *
                                 static_cast<std::size_t>(extent_.width));
  for (std::size_t plane = 0; plane < plane_count(equation_); ++plane) {
    for (int y = 0; y < extent_.height; y += rows) {
      const core::Rect band{0, y, extent_.width, std::min(extent_.height, y + rows)};
      write_plane(plane, band, std::span(zeros).first(static_cast<std::size_t>(band.cells())));
    }
  }
}

FieldState GridSolver::save() {
  return {
      .extent = extent_, .step = step_, .planes = read(core::whole(extent_)), .rim = save_rim()};
}

std::vector<float> GridSolver::save_rim() {
  enter();
  return has_rim_ ? read_rim() : std::vector<float>{};
}

RoundClock& GridSolver::clock() {
  enter();
  if (!clock_) clock_ = make_clock();
  return *clock_;
}

std::vector<std::vector<float>> GridSolver::read(core::Rect area) {
  check_area(area, extent_);
  enter();
  std::vector<std::vector<float>> planes(plane_count(equation_));
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    planes[plane].resize(static_cast<std::size_t>(area.cells()));
    read_plane(plane, area, planes[plane]);
  }
  return planes;
}

void GridSolver::apply(const Edit& edit) {
  enter();
  std::visit([this](const auto& e) { apply_edit(e); }, edit);
}

std::size_t GridSolver::rim_floats() const {
  return components() * static_cast<std::size_t>(rim_size(extent_.width, extent_.height));
}

void GridSolver::apply_edit(const SetRules& rules) {
  check_rules(rules, equation_);
  rules_ = rules;
  oscillators_.set_table(rules_.oscillations);
  const AbsorbingSides absorbing = absorbing_sides(rules_.edges);
  if (absorbing.any() && (!has_rim_ || absorbing != absorbing_)) {
    write_rim(std::vector<float>(rim_floats()));
    has_rim_ = true;
  }
  absorbing_ = absorbing;
  set_rules(rules_.parameters, held_sides());
}

AbsorbingSides GridSolver::held_sides() const {
  AbsorbingSides held = absorbing_;
  held.top = held.top && slab_.own.begin == 0;
  held.bottom = held.bottom && slab_.own.end == extent_.height;
  return held;
}

void GridSolver::apply_edit(const SetCells& cells) {
  check_cells(cells, extent_, rules_, equation_);
  set_cells(cells);
  const bool any_before = !oscillators_.none();
  oscillators_.set_cells(cells.area, cells.oscillating);
  if (!cells.oscillating.empty()) hold(cells.oscillating, oscillators_.values(step_, 1));
  if (any_before || !oscillators_.none()) oscillators_changed();
}

void GridSolver::apply_edit(const PaintCells& edit) {
  check_paint(edit, extent_, equation_);
  paint(edit);
}

void GridSolver::apply_edit(const PutCells& edit) {
  check_put(edit, extent_, equation_);
  put(edit);
}

void GridSolver::apply_edit(const RestoreCells& edit) {
  check_restore(edit, extent_, equation_);
  for (std::size_t plane = 0; plane < edit.planes.size(); ++plane) {
    write_plane(plane, edit.area, edit.planes[plane]);
  }
}

void GridSolver::advance(std::int64_t steps) {
  check_steps(steps);
  enter();
  if (clock_) clock_->begin(steps);
  advance_cells(steps);
  if (clock_) clock_->mark(Moment::steps_end);
  step_ += steps;
}

SampleSeries GridSolver::sample(const Sampling& wanted) {
  check_sampling(wanted, extent_, equation_);
  enter();
  SampleSeries sample = sample_cells(wanted);
  sample.steps = {step_};
  return sample;
}

void GridSolver::sample_steps(const Sampling& wanted) {
  if (wanted == sampling_) return;
  check_sampling(wanted, extent_, equation_);
  enter();
  sampling_ = wanted;
  sampling_changed();
}

SampleSeries GridSolver::take_samples() {
  enter();
  return fetch_samples();
}

void GridSolver::present(DisplayTarget& target, std::size_t plane) {
  if (plane >= plane_count(equation_)) check_component(plane, equation_);
  enter();
  show(target, plane);
}

}  // namespace heatwave::field
