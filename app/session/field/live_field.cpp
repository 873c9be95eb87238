// Edits of the scene become edits of the solver; a lost device is replaced by the CPU.
#include "app/session/field/live_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <future>
#include <utility>

#include "app/scene/initial_field.h"
#include "app/scene/mask.h"
#include "app/scene/rasterise.h"
#include "app/scene/scene_edit.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

/// Saving takes at most a hundredth of the time.
constexpr int kCheckpointShare = 100;
constexpr auto kCheckpointEvery = 2s;

void copy_flags(const field::SetCells& cells, core::Extent extent,
                std::vector<std::uint8_t>& flags) {
  const core::Rect area = cells.area;
  const core::Rect grid = core::whole(extent);
  for (int y = area.y0; y < area.y1; ++y) {
    std::copy_n(cells.flags.begin() + static_cast<std::ptrdiff_t>(area.index(area.x0, y)),
                area.width(), flags.begin() + static_cast<std::ptrdiff_t>(grid.index(area.x0, y)));
  }
}

/// All that a solver must be told for these areas to be as in the scene.
std::vector<field::Edit> edits_of(const Scene& scene, const std::vector<core::Rect>& areas,
                                  bool with_rules) {
  std::vector<field::Edit> edits;
  if (with_rules) edits.emplace_back(rules_of(scene));
  for (const core::Rect& area : areas) {
    for (const core::Rect& band : bands(area)) edits.emplace_back(rasterise(scene, band));
  }
  return edits;
}

/// An edit for each band of the grid, so that a grid may be larger than what this machine's memory
/// could hold of it: made by all threads, and taken in their order.
template <typename Make, typename Take>
void each_band(core::Extent extent, Make make, Take take) {
  constexpr std::size_t kMostAhead = 8;
  const std::vector<core::Rect> all = bands(core::whole(extent));
  const auto threads = static_cast<std::size_t>(core::cpu_facts().processors);
  const bool alone = all.size() == 1 || threads == 1;
  std::deque<std::future<field::Edit>> ahead;
  for (auto next = all.begin(); next != all.end() || !ahead.empty();) {
    while (next != all.end() && ahead.size() < std::min(threads, kMostAhead)) {
      ahead.push_back(
          std::async(alone ? std::launch::deferred : std::launch::async, make, *next++));
    }
    take(ahead.front().get());
    ahead.pop_front();
  }
}

void load_initial_field(field::FieldSolver& solver, const Scene& scene) {
  if (begins_as_given(scene)) {
    solver.load(*scene.given);
    return;
  }
  solver.load({.extent = scene.extent, .step = first_step(scene), .planes = {}, .rim = {}});
  if (starts_at_zero(scene)) return;
  const auto make = [&scene](core::Rect band) -> field::Edit {
    const std::vector<std::uint8_t> all(static_cast<std::size_t>(band.cells()), 1);
    return field::PutCells{band, all, initial_planes(scene, band)};
  };
  each_band(scene.extent, make, [&](const field::Edit& edit) { solver.apply(edit); });
}

bool same_rules(const Scene& a, const Scene& b) {
  return a.parameters == b.parameters && a.edges == b.edges && oscillations(a) == oscillations(b);
}

}  // namespace

void require_host_memory(const Scene& scene, field::Backend backend) {
  const bool on_cpu = backend == field::Backend::cpu ||
                      (backend == field::Backend::automatic && !core::cuda_status().usable);
  const field::EquationInfo& equation = field::find_equation(scene.equation);
  const std::uint64_t of_solver = on_cpu ? 2 * equation.components.size() * sizeof(float) + 1 : 0;
  core::require_memory(
      static_cast<std::uint64_t>(scene.extent.cells()) * (1 + of_solver),
      fmt::format("a grid of {} × {} cells", scene.extent.width, scene.extent.height));
}

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
  return choice_.make({.equation = scene.equation,
                       .extent = scene.extent,
                       .backend = backend,
                       .threads = threads,
                       .device = choice_.device});
}

void LiveField::set_all_cells(field::FieldSolver& solver, const Scene& scene, Flags& flags) const {
  flags.resize(static_cast<std::size_t>(scene.extent.cells()));
  const auto make = [&scene](core::Rect band) -> field::Edit { return rasterise(scene, band); };
  each_band(scene.extent, make, [&](const field::Edit& edit) {
    copy_flags(std::get<field::SetCells>(edit), scene.extent, flags);
    solver.apply(edit);
  });
}

void LiveField::set_view(const Scene& like) {
  // Another component is another field to whoever looks at it.
  if (shown_component(like) != shown_component(scene_)) ++field_version_;
  take_view(scene_, like);
  ++scene_version_;
}

void LiveField::change(Scene next) {
  const std::vector<core::Rect> areas = changed_areas(scene_, next);
  const bool new_rules = !same_rules(scene_, next);
  std::vector<field::Edit> edits = edits_of(next, areas, new_rules);
  // The scene comes first: should the device be lost, the CPU starts with the new one.
  Scene before = std::exchange(scene_, std::move(next));
  try {
    apply_all(edits);
  } catch (...) {
    edits = {};
    scene_ = std::move(before);
    apply_all(edits_of(scene_, areas, new_rules));
    throw;
  }
  ++scene_version_;
  if (!areas.empty()) ++field_version_;
}

void LiveField::apply_all(const std::vector<field::Edit>& edits) {
  on_device([&] {
    for (const field::Edit& edit : edits) {
      const auto* cells = std::get_if<field::SetCells>(&edit);
      if (cells != nullptr) underlay_.keep(*solver_, scene_.extent, flags_, *cells);
      solver_->apply(edit);
      if (cells != nullptr) underlay_.put_back(*solver_, scene_.extent, *cells);
    }
  });
  for (const field::Edit& edit : edits) {
    if (const auto* cells = std::get_if<field::SetCells>(&edit)) {
      copy_flags(*cells, scene_.extent, flags_);
    }
  }
}

void LiveField::restart(Scene next) {
  require_host_memory(next, choice_.backend);
  auto solver = made(next, choice_.backend, choice_.threads);
  Flags flags;
  solver->apply(rules_of(next));
  load_initial_field(*solver, next);
  set_all_cells(*solver, next, flags);
  take_over(std::move(solver), std::move(next), std::move(flags));
  field_started();
}

void LiveField::start_over() {
  on_device([&] { load_initial_field(*solver_, scene_); });
  field_started();
  on_device([&] { set_all_cells(*solver_, scene_, flags_); });
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
  take_over(std::move(solver), std::move(next), std::move(flags));
  field_is_now(state);
}

void LiveField::restore(Scene next, const std::vector<FieldTile>& tiles) {
  change(std::move(next));
  on_device([&] {
    for (const FieldTile& tile : tiles) {
      solver_->apply(field::RestoreCells{tile.area, tile.planes});
    }
  });
  ++field_version_;
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
  take_over(std::move(solver), Scene(scene_), std::move(flags));
  field_is_now(state);
}

void LiveField::take_over(std::unique_ptr<field::FieldSolver> solver, Scene scene, Flags flags) {
  solver_ = std::move(solver);
  backend_ = solver_->backend();
  tickets_before_ = newest_ticket_;
  scene_ = std::move(scene);
  flags_ = std::move(flags);
  ++scene_version_;
  core::return_freed_memory();
}

void LiveField::replace(const field::FieldState& state) {
  on_device([&] { solver_->load(state); });
  field_is_now(state);
  on_device([&] { set_all_cells(*solver_, scene_, flags_); });
}

void LiveField::field_is_now(const field::FieldState& state) {
  field_replaced(state.step);
  if (backend_.backend == field::Backend::cuda) checkpoint_ = {state.step, state};
}

void LiveField::field_started() {
  field_replaced(first_step(scene_));
  if (backend_.backend == field::Backend::cuda)
    checkpoint_ = Checkpoint{.step = step_, .state = {}};
}

void LiveField::field_replaced(std::int64_t step) {
  step_ = goal_ = step;
  ++field_version_;
  underlay_.forget();
  checkpoint_.reset();
  checkpoint_due_ = Clock::now() + kCheckpointEvery;
}

void LiveField::paint(const Stroke& stroke, float value, std::size_t component) {
  Mask mask = mask_of(stroke, core::whole(scene_.extent));
  if (!mask.any()) return;
  const field::PaintCells edit{mask.area, std::move(mask.cells), value, component};
  on_device([&] { solver_->apply(edit); });
  ++field_version_;
}

void LiveField::erase(const Stroke& stroke) {
  Scene before = scene_;
  change(erased(scene_, stroke));
  try {
    const auto& components = field::find_equation(scene_.equation).components;
    for (std::size_t c = 0; c < components.size(); ++c) {
      paint(stroke, static_cast<float>(components[c].rest), c);
    }
  } catch (...) {
    change(std::move(before));
    throw;
  }
}

void LiveField::advance(std::int64_t steps) {
  if (steps == 0) return;
  underlay_.forget();
  goal_ = std::max(goal_, step_ + steps);
  try {
    solver_->advance(steps);
    step_ += steps;
    keep_checkpoint();
  } catch (const core::DeviceLost& lost) {
    fall_back(lost.what());
  }
  ++field_version_;
}

std::uint64_t LiveField::state_bytes() const {
  return static_cast<std::uint64_t>(scene_.extent.cells()) * sizeof(float) *
         field::plane_count(field::find_equation(scene_.equation));
}

void LiveField::keep_checkpoint() {
  if (!checkpoint_ || Clock::now() < checkpoint_due_) return;
  const Clock::time_point start = Clock::now();
  // Where there is no memory for a copy to spare, the older one must do.
  if (core::available_memory() > 2 * state_bytes()) {
    checkpoint_ = {step_, solver_->save()};
  }
  const Clock::time_point end = Clock::now();
  checkpoint_due_ =
      end + std::max<Clock::duration>(kCheckpointEvery, kCheckpointShare * (end - start));
}

void LiveField::fall_back(const std::string& words) {
  if (!checkpoint_) throw core::Error("the solver failed: " + words);
  // Until the CPU is ready all stays as it is: what fails here can be tried again.
  auto solver = made(scene_, field::Backend::cpu, choice_.threads);
  Flags flags;
  solver->apply(rules_of(scene_));
  if (checkpoint_->state) {
    solver->load(*checkpoint_->state);
  } else {
    load_initial_field(*solver, scene_);
  }
  set_all_cells(*solver, scene_, flags);
  choice_.backend = field::Backend::cpu;
  solver_ = std::move(solver);
  flags_ = std::move(flags);
  backend_ = solver_->backend();
  tickets_before_ = newest_ticket_;
  backend_.reason = "CUDA failed; going on with the CPU";
  step_ = checkpoint_->step;
  ++field_version_;
  checkpoint_.reset();
  loss_ = fmt::format("CUDA failed ({}); going on with the CPU from step {}.", words, step_);
}

std::optional<std::string> LiveField::take_loss() {
  goal_ = step_;
  return std::exchange(loss_, std::nullopt);
}

std::uint64_t LiveField::survey(core::Cell probe) {
  const std::uint64_t ticket = on_device([&] { return solver_->survey(probe); });
  if (ticket == 0) return 0;
  newest_ticket_ = tickets_before_ + ticket;
  return newest_ticket_;
}

field::Report LiveField::report() {
  field::Report report = on_device([&] { return solver_->report(); });
  if (report.survey.ticket > 0) report.survey.ticket += tickets_before_;
  return report;
}

field::FieldState LiveField::save() {
  return on_device([&] { return solver_->save(); });
}

FieldTile LiveField::tile(core::Rect area) {
  return {area, on_device([&] { return solver_->read(area); })};
}

void LiveField::present(field::DisplayTarget& target, FieldAge age) {
  const std::size_t back = age == FieldAge::step_before ? scene_.colours.size() : 0;
  on_device([&] { solver_->present(target, back + shown_component(scene_)); });
}

}  // namespace heatwave::session
