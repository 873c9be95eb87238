// CpuSolver applies edits, takes surveys and shows a field on the CPU; a stepper advances the
// field.
#include "kernels/field/cpu/cpu_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/denormals.h"
#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/steady_time.h"
#include "kernels/core/thread_team.h"
#include "kernels/field/cpu/cpu_field.h"
#include "kernels/field/cpu/cpu_stepper.h"
#include "kernels/field/formula/formula.h"
#include "kernels/field/grid_solver.h"
#include "kernels/field/solver_checks.h"

namespace heatwave::field {
namespace {

struct RowSurvey {
  float minimum;
  float maximum;
  bool finite;
};

/// The compiler turns the loop into SIMD code without being allowed to reorder anything.
[[gnu::always_inline]] inline RowSurvey survey_of(const float* cells, int count) {
  constexpr int kLanes = 16;
  constexpr float kLargest = std::numeric_limits<float>::max();
  float low[kLanes];
  float high[kLanes];
  int bad[kLanes] = {};
  std::fill(low, low + kLanes, std::numeric_limits<float>::infinity());
  std::fill(high, high + kLanes, -std::numeric_limits<float>::infinity());
  int x = 0;
  for (; x + kLanes <= count; x += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const float value = cells[x + lane];
      low[lane] = value < low[lane] ? value : low[lane];
      high[lane] = value > high[lane] ? value : high[lane];
      bad[lane] |= std::fabs(value) <= kLargest ? 0 : 1;
    }
  }
  for (; x < count; ++x) {
    const float value = cells[x];
    low[0] = value < low[0] ? value : low[0];
    high[0] = value > high[0] ? value : high[0];
    bad[0] |= std::fabs(value) <= kLargest ? 0 : 1;
  }
  return {*std::min_element(low, low + kLanes), *std::max_element(high, high + kLanes),
          std::all_of(bad, bad + kLanes, [](int b) { return b == 0; })};
}

RowSurvey survey_row(const float* cells, int count) {
  return core::kAtBestLevel<survey_of>(cells, count);
}

RowSurvey empty_survey() {
  return {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(), true};
}

RowSurvey merged(RowSurvey a, RowSurvey b) {
  return {std::min(a.minimum, b.minimum), std::max(a.maximum, b.maximum), a.finite && b.finite};
}

class CpuSolver final : public GridSolver {
 public:
  CpuSolver(const SolverRequest& request, const EquationInfo& info, int threads,
            std::string why_threads, core::SimdLevel simd, const std::string& reason)
      : GridSolver(info, request,
                   {.backend = Backend::cpu,
                    .device = core::cpu_facts().name,
                    .reason = reason,
                    .threads = std::min(threads, request.extent.height),
                    .cache_bytes = core::cpu_last_cache()}),
        team_(std::min(threads, request.extent.height)),
        field_(request.extent, info.components.size(), slab()),
        formula_(request.formula),
        stepper_(formula_ ? make_formula_cpu_stepper(formula_)
                          : make_cpu_stepper(info.id, request.extent)),
        why_threads_(std::move(why_threads)) {
    field_.level = simd;
    stepper_->set_parameters(initial_parameters(info));
  }

  [[nodiscard]] FieldMemory memory() override;
  std::uint64_t survey(core::Cell probe) override;
  Report report() override {
    if (report_.advances_done > 0) report_.bytes_per_step = stepper_->bytes_per_step(field_);
    report_.method = with_reason(stepper_->method(), why_threads_);
    return report_;
  }

 private:
  void write_plane(std::size_t plane, core::Rect area, std::span<const float> cells) override {
    plane_at(plane).write(area, cells);
    field_.is_settled = false;
  }
  void read_plane(std::size_t plane, core::Rect area, std::span<float> cells) override {
    plane_at(plane).read(area, cells);
  }
  void clear_planes() override {
    for (std::size_t plane = 0; plane < 2 * components(); ++plane) plane_at(plane).clear();
    field_.is_settled = false;
  }
  void write_rim(std::span<const float> rim) override { field_.rim.assign(rim.begin(), rim.end()); }
  std::vector<float> read_rim() override { return field_.rim; }
  void set_rules(std::span<const double> parameters, AbsorbingSides absorbing) override {
    stepper_->set_parameters(parameters);
    field_.absorbing = absorbing;
  }
  void set_cells(const SetCells& cells) override;
  void hold(std::span<const OscillatingCell> cells, std::span<const float> values) override;
  void paint(const PaintCells& paint) override;
  void put(const PutCells& put) override;
  void advance_cells(std::int64_t steps) override;
  SampleSeries sample_cells(const Sampling& wanted) override;
  void sampling_changed() override { field_.samples.set(sampling(), extent(), slab()); }
  SampleSeries fetch_samples() override { return field_.samples.take(); }
  void show(DisplayTarget& target, std::size_t plane) override;

  PaddedPlane& plane_at(std::size_t plane) {
    return plane < components() ? field_.newest[plane] : field_.other[plane - components()];
  }
  void wrap_rows(core::Rect area);
  /// Returns into how many pieces the threads divide a read of these cells. A small grid is one
  /// piece, because waking threads would take longer than reading it.
  [[nodiscard]] int pieces_of(core::Extent cells) const {
    constexpr std::int64_t kCellsOfAPiece = 1 << 16;
    constexpr std::int64_t kPiecesAThread = 4;
    const std::int64_t most = std::min<std::int64_t>(cells.height, kPiecesAThread * team_.size());
    return static_cast<int>(std::clamp<std::int64_t>(cells.cells() / kCellsOfAPiece, 1, most));
  }

  core::ThreadTeam team_;
  CpuField field_;
  std::shared_ptr<const formula::Formula> formula_;  ///< null: the equation is a built-in one
  std::unique_ptr<CpuStepper> stepper_;
  /// Reason for the number of threads; empty: as requested, or all processors
  std::string why_threads_;
  Report report_;
};

void CpuSolver::wrap_rows(core::Rect area) {
  for (PaddedPlane& plane : field_.newest) {
    for (int y = area.y0; y < area.y1; ++y) plane.wrap_row(y);
  }
}

void CpuSolver::set_cells(const SetCells& cells) {
  if (!cells.factors.empty()) field_.add_factors();
  const auto count = static_cast<std::size_t>(cells.area.cells());
  for (int y = cells.area.y0; y < cells.area.y1; ++y) {
    const std::uint8_t* row = &cells.flags[cells.area.index(cells.area.x0, y)];
    std::copy_n(row, cells.area.width(), &field_.flags[field_.cell_index(cells.area.x0, y)]);
    const bool is_plain = std::all_of(row, row + cells.area.width(), [](auto f) { return f == 0; });
    if (is_plain && !field_.factors) continue;
    for (int x = cells.area.x0; x < cells.area.x1; ++x) {
      const std::size_t from = cells.area.index(x, y);
      const std::uint8_t flags = cells.flags[from];
      if (field_.factors) {
        const bool is_medium = !cells.factors.empty() && (flags & kMedium) != 0;
        field_.factors->row(y)[x] = is_medium ? cells.factors[from] : 1.0F;
      }
      if (field_.is_free(x, y)) continue;
      for (std::size_t c = 0; c < components(); ++c) {
        const float value = (flags & kWall) != 0 ? rest(c) : cells.held_values[c * count + from];
        field_.set_cell({x, y}, c, value, value);
      }
    }
  }
  field_.find_runs(cells.area.y0, cells.area.y1);
  wrap_rows(cells.area);
}

void CpuSolver::hold(std::span<const OscillatingCell> cells, std::span<const float> values) {
  for (const OscillatingCell& c : cells) {
    const float value = values[static_cast<std::size_t>(c.oscillation)];
    field_.set_cell(c.cell, c.component, value, value);
    field_.newest[c.component].wrap_row(c.cell.y);
  }
}

void CpuSolver::paint(const PaintCells& paint) {
  for (int y = paint.area.y0; y < paint.area.y1; ++y) {
    for (int x = paint.area.x0; x < paint.area.x1; ++x) {
      if (!field_.is_free(x, y) || paint.mask[paint.area.index(x, y)] == 0) continue;
      field_.set_cell({x, y}, paint.component, paint.value, paint.value);
    }
  }
  wrap_rows(paint.area);
}

void CpuSolver::put(const PutCells& put) {
  const bool looks_back = put.planes.size() > components();
  for (int y = put.area.y0; y < put.area.y1; ++y) {
    for (int x = put.area.x0; x < put.area.x1; ++x) {
      const std::size_t from = put.area.index(x, y);
      if (!field_.is_free(x, y) || put.mask[from] == 0) continue;
      for (std::size_t c = 0; c < components(); ++c) {
        const float value = put.planes[c][from];
        field_.set_cell({x, y}, c, value, looks_back ? put.planes[components() + c][from] : value);
      }
    }
  }
  wrap_rows(put.area);
}

void CpuSolver::advance_cells(std::int64_t steps) {
  const auto start = core::SteadyClock::now();
  field_.sync_fixed_cells();
  field_.samples.set_rule(total_rule());
  stepper_->advance(field_, team_, oscillators(), step(), steps);
  report_.advance_ms = core::ms_since(start);
  report_.advance_steps = steps;
  ++report_.advances_done;
}

SampleSeries CpuSolver::sample_cells(const Sampling& wanted) {
  const core::FlushDenormals here;
  Sampling once = wanted;
  once.every = 1;
  CpuSamples samples;
  samples.set(once, extent(), slab());
  samples.set_rule(total_rule());
  samples.begin(step(), 1);
  samples.read_cells(0, field_.newest, {0, extent().height});
  if (samples.adds_rows()) {
    const int pieces = pieces_of(extent());
    team_.share_pieces(pieces, [&](int piece, int /*worker*/) {
      const core::FlushDenormals there;
      samples.add_rows(0, field_, {field_.newest, field_.other}, band_of(extent(), piece, pieces));
    });
  }
  samples.end();
  return samples.take();
}

void CpuSolver::show(DisplayTarget& target, std::size_t which) {
  const auto start = core::SteadyClock::now();
  const PaddedPlane& plane = plane_at(which);
  const int k = display_stride(extent(), target.longest_side());
  if (k == 1) {
    target.show(HostFrame{plane.row(0), plane.stride(), extent()});
  } else {
    const core::Extent thin = display_extent(extent(), target.longest_side());
    core::BlankArray<float> cells(static_cast<std::size_t>(thin.cells()));
    const int pieces = pieces_of(thin);
    team_.share_pieces(pieces, [&](int piece, int /*worker*/) {
      const Band rows = band_of(thin, piece, pieces);
      for (int y = rows.begin; y < rows.end; ++y) {
        const float* from = plane.row(y * k);
        float* to = &cells[core::whole(thin).index(0, y)];
        for (int x = 0; x < thin.width; ++x) to[x] = from[static_cast<std::ptrdiff_t>(x) * k];
      }
    });
    target.show(HostFrame{cells.data(), static_cast<std::size_t>(thin.width), thin});
  }
  report_.display_ms = core::ms_since(start);
}

FieldMemory CpuSolver::memory() {
  FieldMemory memory{
      .planes = {},
      .stride = field_.newest[0].stride(),
      .padding = 1,
      .rim = field_.absorbing.left || field_.absorbing.right ? field_.rim.data() : nullptr,
      .components = static_cast<int>(components())};
  for (std::size_t plane = 0; plane < plane_count(equation()); ++plane) {
    memory.planes.push_back(plane_at(plane).row(0));
  }
  return memory;
}

std::uint64_t CpuSolver::survey(core::Cell probe) {
  const Band own = slab().own;
  const core::Extent surveyed{extent().width, own.rows()};
  const int pieces = pieces_of(surveyed);
  const auto count = static_cast<std::size_t>(pieces);
  std::vector<RowSurvey> parts(count * components(), empty_survey());
  team_.share_pieces(pieces, [&](int piece, int /*worker*/) {
    const Band rows = band_of(surveyed, piece, pieces);
    for (std::size_t c = 0; c < components(); ++c) {
      RowSurvey sum = empty_survey();
      for (int y = rows.begin; y < rows.end; ++y) {
        sum = merged(sum, survey_row(field_.newest[c].row(own.begin + y), extent().width));
      }
      parts[c * count + static_cast<std::size_t>(piece)] = sum;
    }
  });
  Survey survey{.step = step()};
  for (std::size_t c = 0; c < components(); ++c) {
    RowSurvey sum = empty_survey();
    for (std::size_t i = 0; i < count; ++i) sum = merged(sum, parts[c * count + i]);
    survey.components.push_back({.minimum = sum.minimum, .maximum = sum.maximum});
    survey.finite = survey.finite && sum.finite;
    if (extent().contains(probe)) {
      survey.components[c].probe_value = field_.newest[c].row(probe.y)[probe.x];
    }
  }
  if (extent().contains(probe)) survey.probe = probe;
  survey.ticket = report_.survey.ticket + 1;
  report_.survey = std::move(survey);
  return report_.survey.ticket;
}

}  // namespace

std::unique_ptr<GridSolver> make_cpu_solver(const SolverRequest& request,
                                            const std::string& reason) {
  check_extent(request.extent);
  const std::size_t planes = request.formula ? request.formula->program().planes.size()
                                             : equation_of(request).components.size();
  core::require_memory(CpuField::bytes(request.extent, planes),
                       "a grid of " + std::to_string(request.extent.width) + " × " +
                           std::to_string(request.extent.height) + " cells");
  const int all = core::cpu_facts().processors;
  const int wanted = request.stepping.threads;
  const bool is_tuned = request.threads == 0 && wanted > 0 && wanted < all;
  const int threads = request.threads > 0 ? request.threads : is_tuned ? wanted : all;
  const core::SimdLevel best = core::simd_level();
  return std::make_unique<CpuSolver>(request, equation_of(request), threads,
                                     is_tuned ? request.stepping.reason : "",
                                     std::min(request.simd.value_or(best), best), reason);
}

}  // namespace heatwave::field
