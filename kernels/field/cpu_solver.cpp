// One step after another over the whole grid: every thread steps its band of rows, then all meet.
#include "kernels/field/cpu_solver.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/thread_team.h"
#include "kernels/field/catalogue.h"
#include "kernels/field/cell_step.h"
#include "kernels/field/cpu_grid.h"
#include "kernels/field/cpu_survey.h"
#include "kernels/field/oscillators.h"
#include "kernels/field/solver_checks.h"

namespace heatwave::field {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Oscillating sources get their values from a table of this many steps at a time.
constexpr std::int64_t kTableSteps = 256;

template <typename Equation>
class CpuSolver final : public FieldSolver {
 public:
  CpuSolver(core::Extent extent, int threads, const std::string& reason);

  [[nodiscard]] const BackendInfo& backend() const override { return backend_; }
  void load(const FieldState& state) override;
  FieldState save() override;
  std::vector<std::vector<float>> read(core::Rect area) override;
  void apply(const Edit& edit) override {
    std::visit([this](const auto& e) { take(e); }, edit);
  }
  void advance(std::int64_t steps) override;
  void present(DisplayTarget& target) override;
  std::uint64_t survey(core::Cell probe) override;
  Report report() override { return report_; }

 private:
  void take(const SetRules& rules);
  void take(const SetCells& cells);
  void take(const PaintCells& paint);
  void take(const PutCells& put);
  void set_cell(core::Cell cell, float value) { set_cell(cell, value, value); }
  void set_cell(core::Cell cell, float newest, float older);

  /// The planes of one step. `to` holds the field one step before `from` when the step begins.
  struct Step {
    const PaddedPlane& from;
    PaddedPlane& to;
  };
  void step_rows(const Step& step, int y0, int y1, std::span<const float> oscillation_values);
  void step_row(const Step& step, int y);
  void step_absorbing(const Step& step, int x, int y);
  [[nodiscard]] bool is_absorbing_row(int y) const;
  [[nodiscard]] std::pair<int, int> band(int index) const;
  [[nodiscard]] std::uint8_t flag(int x, int y) const { return flags_[cell_index(x, y)]; }
  [[nodiscard]] std::size_t cell_index(int x, int y) const {
    return core::whole(extent_).index(x, y);
  }
  [[nodiscard]] const float* factors_row(int y) const {
    return factors_.empty() ? nullptr : factors_.data() + cell_index(0, y);
  }
  [[nodiscard]] int wrapped_row(int y) const {
    return y < 0 ? extent_.height - 1 : (y == extent_.height ? 0 : y);
  }

  const EquationInfo& equation_ = find_equation(Equation::info().id);
  core::Extent extent_;
  core::ThreadTeam team_;
  BackendInfo backend_;
  PaddedPlane newest_;
  PaddedPlane other_;  ///< for waves the field one step before; the next step is written here
  std::vector<std::uint8_t> flags_;
  std::vector<float> factors_;  ///< empty until a medium comes
  std::vector<std::vector<Run>> runs_;
  std::vector<float> rim_;  ///< empty until an edge absorbs
  SetRules rules_;
  AbsorbingSides absorbing_;
  typename Equation::Constants constants_;
  Oscillators oscillators_;
  std::int64_t step_ = 0;
  Report report_;
};

template <typename Equation>
CpuSolver<Equation>::CpuSolver(core::Extent extent, int threads, const std::string& reason)
    : extent_(extent),
      team_(std::min(threads, extent.height)),
      newest_(extent),
      other_(extent),
      flags_(static_cast<std::size_t>(extent.cells())),
      runs_(static_cast<std::size_t>(extent.height), {Run{0, extent.width, false}}) {
  rules_.parameters = initial_parameters(equation_);
  constants_ = Equation::constants(rules_.parameters);
  backend_ = {.backend = Backend::cpu,
              .device = core::cpu_facts().name,
              .reason = reason,
              .threads = team_.size()};
}

template <typename Equation>
void CpuSolver<Equation>::load(const FieldState& state) {
  check_state(state, extent_, equation_);
  newest_.load(state.planes[0]);
  other_.load(state.planes.back());
  rim_ = state.rim;
  step_ = state.step;
  take(SetRules(rules_));
}

template <typename Equation>
FieldState CpuSolver<Equation>::save() {
  FieldState state{.extent = extent_, .step = step_, .planes = {newest_.dense()}, .rim = rim_};
  if constexpr (Equation::kUsesOlder) state.planes.push_back(other_.dense());
  return state;
}

template <typename Equation>
void CpuSolver<Equation>::take(const SetRules& rules) {
  check_rules(rules, equation_);
  rules_ = rules;
  constants_ = Equation::constants(rules_.parameters);
  oscillators_.set_table(rules_.oscillations);
  const AbsorbingSides absorbing = absorbing_sides(rules_.edges);
  if (absorbing.any() && (rim_.empty() || absorbing != absorbing_)) {
    rim_.assign(static_cast<std::size_t>(rim_size(extent_.width, extent_.height)), 0.0F);
  }
  absorbing_ = absorbing;
}

template <typename Equation>
void CpuSolver<Equation>::set_cell(core::Cell cell, float newest, float older) {
  newest_.row(cell.y)[cell.x] = newest;
  other_.row(cell.y)[cell.x] = older;
  const AbsorbingSides at = sides_of(absorbing_, cell.x, cell.y, extent_.width, extent_.height);
  if (!at.any()) return;
  rim_[static_cast<std::size_t>(rim_index(at, cell.x, cell.y, extent_.width, extent_.height))] =
      0.0F;
}

template <typename Equation>
void CpuSolver<Equation>::take(const SetCells& cells) {
  check_cells(cells, extent_, rules_);
  if (!cells.factors.empty() && factors_.empty()) factors_.assign(flags_.size(), 1.0F);
  for (int y = cells.area.y0; y < cells.area.y1; ++y) {
    for (int x = cells.area.x0; x < cells.area.x1; ++x) {
      const std::size_t from = cells.area.index(x, y);
      const std::uint8_t flags = cells.flags[from];
      flags_[cell_index(x, y)] = flags;
      if (!cells.factors.empty()) factors_[cell_index(x, y)] = cells.factors[from];
      if ((flags & kHeld) != 0) set_cell({x, y}, cells.held_values[from]);
      if ((flags & kWall) != 0) set_cell({x, y}, 0.0F);
    }
    runs_[static_cast<std::size_t>(y)] =
        runs_of({flags_.data() + cell_index(0, y), static_cast<std::size_t>(extent_.width)});
  }
  oscillators_.set_cells(cells.area, cells.oscillating);
  const std::vector<float> now = oscillators_.values(step_, 1);
  for (const OscillatingCell& c : cells.oscillating) {
    set_cell(c.cell, now[static_cast<std::size_t>(c.oscillation)]);
  }
  for (int y = cells.area.y0; y < cells.area.y1; ++y) newest_.wrap_row(y);
}

template <typename Equation>
void CpuSolver<Equation>::take(const PaintCells& paint) {
  check_paint(paint, extent_);
  for (int y = paint.area.y0; y < paint.area.y1; ++y) {
    for (int x = paint.area.x0; x < paint.area.x1; ++x) {
      const bool free = (flag(x, y) & (kHeld | kWall)) == 0;
      if (free && paint.mask[paint.area.index(x, y)] != 0) set_cell({x, y}, paint.value);
    }
    newest_.wrap_row(y);
  }
}

template <typename Equation>
void CpuSolver<Equation>::take(const PutCells& put) {
  check_put(put, extent_, equation_);
  for (int y = put.area.y0; y < put.area.y1; ++y) {
    for (int x = put.area.x0; x < put.area.x1; ++x) {
      const std::size_t from = put.area.index(x, y);
      const bool free = (flag(x, y) & (kHeld | kWall)) == 0;
      if (!free || put.mask[from] == 0) continue;
      set_cell({x, y}, put.planes.front()[from], put.planes.back()[from]);
    }
    newest_.wrap_row(y);
  }
}

template <typename Equation>
std::vector<std::vector<float>> CpuSolver<Equation>::read(core::Rect area) {
  check_area(area, extent_);
  std::vector<std::vector<float>> planes(Equation::kUsesOlder ? 2 : 1);
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    planes[plane].reserve(static_cast<std::size_t>(area.cells()));
    for (int y = area.y0; y < area.y1; ++y) {
      const float* row = (plane == 0 ? newest_ : other_).row(y);
      planes[plane].insert(planes[plane].end(), row + area.x0, row + area.x1);
    }
  }
  return planes;
}

template <typename Equation>
std::pair<int, int> CpuSolver<Equation>::band(int index) const {
  const auto edge = [this](std::int64_t i) {
    return static_cast<int>(i * extent_.height / team_.size());
  };
  return {edge(index), edge(index + 1)};
}

template <typename Equation>
void CpuSolver<Equation>::advance(std::int64_t steps) {
  check_steps(steps);
  const auto start = Clock::now();
  for (std::int64_t done = 0; done < steps;) {
    const std::int64_t chunk =
        oscillators_.none() ? steps - done : std::min(kTableSteps, steps - done);
    const std::vector<float> table =
        oscillators_.none() ? std::vector<float>{} : oscillators_.values(step_ + 1, chunk);
    team_.run([&](int index) {
      const auto [y0, y1] = band(index);
      for (std::int64_t s = 0; s < chunk; ++s) {
        const auto count = oscillators_.none() ? 0 : oscillators_.count();
        const bool even = s % 2 == 0;
        const Step step{even ? newest_ : other_, even ? other_ : newest_};
        step_rows(step, y0, y1, {table.data() + static_cast<std::size_t>(s) * count, count});
        team_.sync();
      }
    });
    if (chunk % 2 != 0) std::swap(newest_, other_);
    step_ += chunk;
    done += chunk;
  }
  report_.advance_ms = ms_since(start);
  report_.advance_steps = steps;
  ++report_.advances_done;
}

template <typename Equation>
void CpuSolver<Equation>::step_rows(const Step& step, int y0, int y1,
                                    std::span<const float> oscillation_values) {
  for (int y = y0; y < y1; ++y) step_row(step, y);
  if (!oscillation_values.empty()) {
    for (const OscillatingCell& c : oscillators_.in_rows(y0, y1)) {
      step.to.row(c.cell.y)[c.cell.x] = oscillation_values[static_cast<std::size_t>(c.oscillation)];
    }
  }
  for (int y = y0; y < y1; ++y) step.to.wrap_row(y);
}

template <typename Equation>
void CpuSolver<Equation>::step_row(const Step& step, int y) {
  const RowJob job{.north = step.from.row(wrapped_row(y - 1)),
                   .centre = step.from.row(y),
                   .south = step.from.row(wrapped_row(y + 1)),
                   .out = step.to.row(y),
                   .flags = flags_.data() + cell_index(0, y),
                   .factors = factors_row(y)};
  for (const Run& run : runs_[static_cast<std::size_t>(y)]) {
    if (run.special) {
      Equation::step_special(job, constants_, run.begin, run.end);
    } else {
      Equation::step_plain(job, constants_, run.begin, run.end);
    }
  }
  if constexpr (Equation::kAbsorbs) {
    const int last = extent_.width - 1;
    if (is_absorbing_row(y)) {
      for (int x = 0; x <= last; ++x) step_absorbing(step, x, y);
    } else {
      if (absorbing_.left) step_absorbing(step, 0, y);
      // In a grid one column wide the left edge's cell is the right edge's too.
      if (absorbing_.right && !(absorbing_.left && last == 0)) step_absorbing(step, last, y);
    }
  }
}

template <typename Equation>
bool CpuSolver<Equation>::is_absorbing_row(int y) const {
  return (absorbing_.top && y == 0) || (absorbing_.bottom && y == extent_.height - 1);
}

template <typename Equation>
void CpuSolver<Equation>::step_absorbing(const Step& step, int x, int y) {
  if constexpr (Equation::kAbsorbs) {
    const std::uint8_t flags = flag(x, y);
    if ((flags & kAbsorb) == 0) return;
    const float* centre = step.from.row(y);
    const Neighbours n{.centre = centre[x],
                       .west = centre[x - 1],
                       .east = centre[x + 1],
                       .north = step.from.row(wrapped_row(y - 1))[x],
                       .south = step.from.row(wrapped_row(y + 1))[x]};
    const AbsorbingSides at = sides_of(absorbing_, x, y, extent_.width, extent_.height);
    const float factor = factors_.empty() ? 1.0F : factors_[cell_index(x, y)];
    float& psi = rim_[static_cast<std::size_t>(rim_index(at, x, y, extent_.width, extent_.height))];
    float& out = step.to.row(y)[x];
    out = step_absorbing_cell<Equation>(n, out, flags, factor, at, constants_, psi);
  }
}

template <typename Equation>
void CpuSolver<Equation>::present(DisplayTarget& target) {
  const auto start = Clock::now();
  const int k = display_stride(extent_, target.longest_side());
  if (k == 1) {
    target.show(HostFrame{newest_.row(0), newest_.stride(), extent_});
  } else {
    const core::Extent thin = display_extent(extent_, target.longest_side());
    std::vector<float> cells(static_cast<std::size_t>(thin.cells()));
    for (int y = 0; y < thin.height; ++y) {
      float* to = cells.data() + core::whole(thin).index(0, y);
      for (int x = 0; x < thin.width; ++x) to[x] = newest_.row(y * k)[x * k];
    }
    target.show(HostFrame{cells.data(), static_cast<std::size_t>(thin.width), thin});
  }
  report_.display_ms = ms_since(start);
}

template <typename Equation>
std::uint64_t CpuSolver<Equation>::survey(core::Cell probe) {
  std::vector<RowSurvey> parts(static_cast<std::size_t>(team_.size()));
  team_.run([&](int index) {
    RowSurvey sum{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                  true};
    const auto [y0, y1] = band(index);
    for (int y = y0; y < y1; ++y) {
      const RowSurvey row = survey_row(newest_.row(y), extent_.width);
      sum.minimum = std::min(sum.minimum, row.minimum);
      sum.maximum = std::max(sum.maximum, row.maximum);
      sum.finite = sum.finite && row.finite;
    }
    parts[static_cast<std::size_t>(index)] = sum;
  });
  Survey survey{.step = step_, .minimum = parts[0].minimum, .maximum = parts[0].maximum};
  for (const RowSurvey& part : parts) {
    survey.minimum = std::min(survey.minimum, part.minimum);
    survey.maximum = std::max(survey.maximum, part.maximum);
    survey.finite = survey.finite && part.finite;
  }
  if (extent_.contains(probe)) {
    survey.probe = probe;
    survey.probe_value = newest_.row(probe.y)[probe.x];
  }
  survey.ticket = report_.survey.ticket + 1;
  report_.survey = survey;
  return survey.ticket;
}

}  // namespace

std::unique_ptr<FieldSolver> make_cpu_solver(const SolverRequest& request,
                                             const std::string& reason) {
  check_extent(request.extent);
  const auto cells = static_cast<std::uint64_t>(request.extent.cells());
  core::require_memory(2 * PaddedPlane::bytes(request.extent) + cells,
                       "a grid of " + std::to_string(request.extent.width) + " × " +
                           std::to_string(request.extent.height) + " cells");
  const int threads = request.threads > 0 ? request.threads : core::cpu_facts().processors;
  return with_equation(
      request.equation, Catalogue{}, [&]<typename Equation>() -> std::unique_ptr<FieldSolver> {
        return std::make_unique<CpuSolver<Equation>>(request.extent, threads, reason);
      });
}

}  // namespace heatwave::field
