// Edits of the scene become edits of the solver; a lost device is replaced by the CPU.
#include "app/session/live_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/session/initial_field.h"
#include "app/session/mask.h"
#include "app/session/rasterise.h"
#include "app/session/scene_edit.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/catalogue.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

/// Saving takes at most a hundredth of the time.
constexpr int kCheckpointShare = 100;
constexpr auto kCheckpointEvery = 2s;

void set_cells(field::FieldSolver& solver, const Scene& scene, core::Rect area,
               std::vector<std::uint8_t>& flags) {
  const core::Rect grid = core::whole(scene.extent);
  for (const core::Rect& band : bands(area)) {
    const field::SetCells cells = rasterise(scene, band);
    for (int y = band.y0; y < band.y1; ++y) {
      std::copy_n(cells.flags.begin() + static_cast<std::ptrdiff_t>(band.index(band.x0, y)),
                  band.width(),
                  flags.begin() + static_cast<std::ptrdiff_t>(grid.index(band.x0, y)));
    }
    solver.apply(cells);
  }
}

/// For the initial field and the flags, which lie in this machine's memory on every backend.
void require_host_memory(const Scene& scene) {
  const auto planes = static_cast<std::uint64_t>(field::find_equation(scene.equation).planes);
  core::require_memory(
      static_cast<std::uint64_t>(scene.extent.cells()) * (planes * sizeof(float) + 1),
      fmt::format("a grid of {} × {} cells", scene.extent.width, scene.extent.height));
}

bool same_rules(const Scene& a, const Scene& b) {
  return a.parameters == b.parameters && a.edges == b.edges && oscillations(a) == oscillations(b);
}

}  // namespace

/// Does the work, and when the device is lost over it, does it again on the CPU.
template <typename Work>
auto LiveField::on_device(Work work) {
  try {
    return work();
  } catch (const core::DeviceLost& lost) {
    fall_back(lost.what());
  }
  return work();
}

LiveField::LiveField(Scene scene, SolverChoice choice) : choice_(std::move(choice)) {
  restart(std::move(scene));
}

std::unique_ptr<field::FieldSolver> LiveField::made(const Scene& scene, field::Backend backend,
                                                    int threads) const {
  return choice_.make(
      {.equation = scene.equation, .extent = scene.extent, .backend = backend, .threads = threads});
}

void LiveField::set_all_cells(field::FieldSolver& solver, const Scene& scene, Flags& flags) const {
  flags.resize(static_cast<std::size_t>(scene.extent.cells()));
  set_cells(solver, scene, core::whole(scene.extent), flags);
}

void LiveField::set_view(const colour::ColourChoice& colours, Pace pace) {
  scene_.colours = colours;
  scene_.pace = pace;
  ++scene_version_;
}

void LiveField::change(Scene next) {
  const std::vector<core::Rect> areas = changed_areas(scene_, next);
  const bool new_rules = !same_rules(scene_, next);
  // The scene comes first: should the device be lost, the CPU starts with the new one.
  scene_ = std::move(next);
  ++scene_version_;
  on_device([&] {
    if (new_rules) solver_->apply(rules_of(scene_));
    for (const core::Rect& area : areas) set_cells(*solver_, scene_, area, flags_);
  });
  if (!areas.empty()) ++field_version_;
}

void LiveField::restart(Scene next) {
  auto solver = made(next, choice_.backend, choice_.threads);
  require_host_memory(next);
  const field::FieldState state = initial_field(next);
  Flags flags;
  solver->apply(rules_of(next));
  solver->load(state);
  set_all_cells(*solver, next, flags);
  take_over(std::move(solver), std::move(next), std::move(flags), state);
}

void LiveField::restore(Scene next, const field::FieldState& state) {
  if (next.equation == scene_.equation && next.extent == scene_.extent) {
    change(std::move(next));
    on_device([&] { solver_->load(state); });
    field_is_now(state);
    return;
  }
  auto solver = made(next, choice_.backend, choice_.threads);
  Flags flags;
  solver->apply(rules_of(next));
  set_all_cells(*solver, next, flags);
  // Last, because setting cells would give held ones their newest values.
  solver->load(state);
  take_over(std::move(solver), std::move(next), std::move(flags), state);
}

void LiveField::choose(field::Backend backend, int threads) {
  const field::FieldState state = save();
  auto solver = made(scene_, backend, threads);
  Flags flags;
  solver->apply(rules_of(scene_));
  set_all_cells(*solver, scene_, flags);
  solver->load(state);
  choice_.backend = backend;
  choice_.threads = threads;
  take_over(std::move(solver), Scene(scene_), std::move(flags), state);
}

void LiveField::take_over(std::unique_ptr<field::FieldSolver> solver, Scene scene, Flags flags,
                          const field::FieldState& state) {
  solver_ = std::move(solver);
  scene_ = std::move(scene);
  flags_ = std::move(flags);
  ++scene_version_;
  field_is_now(state);
}

void LiveField::replace(const field::FieldState& state) {
  on_device([&] {
    solver_->load(state);
    set_all_cells(*solver_, scene_, flags_);
  });
  field_is_now(state);
}

void LiveField::field_is_now(const field::FieldState& state) {
  step_ = state.step;
  ++field_version_;
  checkpoint_.reset();
  if (backend().backend != field::Backend::cuda) return;
  checkpoint_ = state;
  checkpoint_due_ = Clock::now() + kCheckpointEvery;
}

void LiveField::paint(const Stroke& stroke, float value) {
  Mask mask = mask_of(stroke, core::whole(scene_.extent));
  if (!mask.any()) return;
  const field::PaintCells edit{mask.area, std::move(mask.cells), value};
  on_device([&] { solver_->apply(edit); });
  ++field_version_;
}

void LiveField::advance(std::int64_t steps) {
  if (steps == 0) return;
  try {
    solver_->advance(steps);
    step_ += steps;
    keep_checkpoint();
  } catch (const core::DeviceLost& lost) {
    fall_back(lost.what());
  }
  ++field_version_;
}

void LiveField::keep_checkpoint() {
  if (!checkpoint_ || Clock::now() < checkpoint_due_) return;
  const Clock::time_point start = Clock::now();
  checkpoint_ = solver_->save();
  const Clock::time_point end = Clock::now();
  checkpoint_due_ =
      end + std::max<Clock::duration>(kCheckpointEvery, kCheckpointShare * (end - start));
}

void LiveField::fall_back(const std::string& words) {
  if (!checkpoint_) throw core::Error("the solver failed: " + words);
  const field::FieldState state = std::move(*checkpoint_);
  choice_.backend = field::Backend::cpu;
  solver_ = made(scene_, choice_.backend, choice_.threads);
  solver_->apply(rules_of(scene_));
  solver_->load(state);
  set_all_cells(*solver_, scene_, flags_);
  field_is_now(state);
  loss_ = fmt::format("CUDA failed ({}); going on with the CPU from step {}.", words, step_);
}

std::optional<std::string> LiveField::take_loss() { return std::exchange(loss_, std::nullopt); }

void LiveField::survey(core::Cell probe) {
  on_device([&] { solver_->survey(probe); });
}

field::Report LiveField::report() {
  return on_device([&] { return solver_->report(); });
}

field::FieldState LiveField::save() {
  return on_device([&] { return solver_->save(); });
}

void LiveField::present(field::DisplayTarget& target) {
  on_device([&] { solver_->present(target); });
}

}  // namespace heatwave::session
