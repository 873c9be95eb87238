// Turns edits of the scene into edits of the solver; makes a field again whose devices were lost.
#include "app/session/field/live_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <future>
#include <utility>
#include <vector>

#include "app/scene/mask.h"
#include "app/scene/rasterise.h"
#include "app/scene/scene_edit.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/derived_plane.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/cpu/cpu_field.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {
namespace {

void copy_flags(const field::SetCells& cells, core::Extent extent,
                std::vector<std::uint8_t>& flags) {
  const core::Rect area = cells.area;
  const core::Rect grid = core::whole(extent);
  for (int y = area.y0; y < area.y1; ++y) {
    std::copy_n(cells.flags.begin() + static_cast<std::ptrdiff_t>(area.index(area.x0, y)),
                area.width(), flags.begin() + static_cast<std::ptrdiff_t>(grid.index(area.x0, y)));
  }
}

/// Returns the edits that make these areas match the scene at a step.
std::vector<field::Edit> edits_of(const scene::Scene& scene, std::int64_t step,
                                  const std::vector<core::Rect>& areas, bool with_rules) {
  std::vector<field::Edit> edits;
  if (with_rules) edits.emplace_back(rules_of(scene));
  for (const core::Rect& area : areas) {
    for (const core::Rect& band : scene::bands(area))
      edits.emplace_back(rasterise(scene, band, step));
  }
  return edits;
}

/// Threads that prepare a grid in bands, and a flag that cancels them.
struct Makers {
  int threads = 0;  ///< 0: one for each processor
  const std::atomic<bool>* given_up = nullptr;
};

/// Makes an edit for each band, because the edits of a whole grid may exceed this machine's memory.
/// Threads make them; `take` receives them in order.
template <typename Make, typename Take>
void each_band(core::Extent extent, Makers makers, Make make, Take take) {
  constexpr std::size_t kMostAhead = 8;
  const std::vector<core::Rect> all = scene::bands(core::whole(extent));
  const int processors = core::cpu_facts().processors;
  const auto threads = static_cast<std::size_t>(
      makers.threads > 0 ? std::min(makers.threads, processors) : processors);
  const auto when = all.size() == 1 || threads == 1 ? std::launch::deferred : std::launch::async;
  std::deque<std::future<field::Edit>> ahead;
  for (auto next = all.begin(); next != all.end() || !ahead.empty();) {
    if (makers.given_up != nullptr && *makers.given_up) throw core::Error("given up");
    while (next != all.end() && ahead.size() < std::min(threads, kMostAhead)) {
      ahead.push_back(std::async(when, make, *next++));
    }
    take(ahead.front().get());
    ahead.pop_front();
  }
}

void load_initial_field(field::FieldSolver& solver, const scene::Scene& scene, Makers makers) {
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
  each_band(scene.extent, makers, make, [&](const field::Edit& edit) { solver.apply(edit); });
}

void set_all_cells(field::FieldSolver& solver, const scene::Scene& scene, std::int64_t step,
                   std::vector<std::uint8_t>& flags, Makers makers) {
  flags.resize(static_cast<std::size_t>(scene.extent.cells()));
  const auto make = [&scene, step](core::Rect band) -> field::Edit {
    return rasterise(scene, band, step);
  };
  each_band(scene.extent, makers, make, [&](const field::Edit& edit) {
    copy_flags(std::get<field::SetCells>(edit), scene.extent, flags);
    solver.apply(edit);
  });
}

bool same_rules(const scene::Scene& a, const scene::Scene& b) {
  return a.parameters == b.parameters && a.edges == b.edges && oscillations(a) == oscillations(b);
}

field::PaintCells edit_of(const Painted& paint, core::Extent extent) {
  scene::Mask mask = mask_of(paint.stroke, core::whole(extent));
  return {mask.area, std::move(mask.cells), paint.value, paint.component};
}

void restore_tiles(field::FieldSolver& solver, const std::vector<FieldTile>& tiles) {
  for (const FieldTile& tile : tiles) solver.apply(field::RestoreCells{tile.area, tile.planes});
}

/// Applies edits, without their flags. An item that is moved between two steps leaves no trace.
void apply_edits(const std::vector<field::Edit>& edits, core::Extent extent,
                 field::FieldSolver& solver, Underlay& underlay,
                 const std::vector<std::uint8_t>& flags) {
  for (const field::Edit& edit : edits) {
    const auto* cells = std::get_if<field::SetCells>(&edit);
    if (cells != nullptr) underlay.keep(solver, extent, flags, *cells);
    solver.apply(edit);
    if (cells != nullptr) underlay.put_back(solver, extent, *cells);
  }
}

void copy_all_flags(const std::vector<field::Edit>& edits, core::Extent extent,
                    std::vector<std::uint8_t>& flags) {
  for (const field::Edit& edit : edits) {
    if (const auto* cells = std::get_if<field::SetCells>(&edit)) copy_flags(*cells, extent, flags);
  }
}

/// Advances a solver from `step` to `end`; cells change on the way where a region moves. Returns
/// whether any did.
bool advance_to(std::int64_t end, std::int64_t& step, const scene::Scene& scene,
                field::FieldSolver& solver, scene::MovingRegion& region,
                std::vector<std::uint8_t>& flags) {
  bool has_moved = false;
  while (step < end) {
    const scene::MovingRegion::Change change = region.next(scene, step, end - step);
    solver.advance(change.steps);
    step += change.steps;
    for (const field::Edit& edit : edits_of(scene, step, change.areas, false)) {
      solver.apply(edit);
      copy_flags(std::get<field::SetCells>(edit), scene.extent, flags);
    }
    has_moved = has_moved || !change.areas.empty();
  }
  return has_moved;
}

/// Repeats the changes of a field on a solver, each at its step.
class Repetition {
 public:
  /// Begins with this scene at this step. `most_seconds`: after so long, changes follow without
  /// the steps between them; none: whatever the steps take.
  Repetition(scene::Scene scene, std::int64_t step, int threads, std::optional<double> most_seconds)
      : scene_(std::move(scene)), step_(step), threads_(threads) {
    if (!most_seconds) return;
    late_at_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(*most_seconds));
  }

  void repeat(const FieldChange& change, field::FieldSolver& solver,
              std::vector<std::uint8_t>& flags) {
    go_to(change.step, solver, flags);
    struct Visitor {
      Repetition& here;
      field::FieldSolver& solver;
      std::vector<std::uint8_t>& flags;
      void operator()(const scene::Scene& next) const { here.change(next, solver, flags); }
      void operator()(const Painted& paint) const {
        solver.apply(edit_of(paint, here.scene_.extent));
      }
      void operator()(const std::vector<FieldTile>& tiles) const { restore_tiles(solver, tiles); }
      void operator()(const CellsSet& /*all*/) const {
        set_all_cells(solver, here.scene_, here.step_, flags, {here.threads_});
      }
    };
    std::visit(Visitor{*this, solver, flags}, change.what);
  }

  void go_to(std::int64_t end, field::FieldSolver& solver, std::vector<std::uint8_t>& flags) {
    constexpr auto kSoon = std::chrono::milliseconds(50);
    std::int64_t chunk = late_at_ ? 1 : end;
    while (step_ < end && (!late_at_ || Clock::now() < *late_at_)) {
      const Clock::time_point start = Clock::now();
      underlay_.forget();
      advance_to(std::min(end, step_ + chunk), step_, scene_, solver, region_, flags);
      if (Clock::now() - start < kSoon) chunk *= 2;
    }
  }

  [[nodiscard]] std::int64_t step() const { return step_; }
  [[nodiscard]] Underlay take_underlay() { return std::move(underlay_); }

 private:
  using Clock = std::chrono::steady_clock;

  void change(const scene::Scene& next, field::FieldSolver& solver,
              std::vector<std::uint8_t>& flags) {
    const std::vector<field::Edit> edits =
        edits_of(next, step_, changed_areas(scene_, next), !same_rules(scene_, next));
    apply_edits(edits, next.extent, solver, underlay_, flags);
    copy_all_flags(edits, next.extent, flags);
    scene_ = next;
  }

  scene::Scene scene_;
  std::int64_t step_;
  int threads_;
  std::optional<Clock::time_point> late_at_;
  Underlay underlay_;
  scene::MovingRegion region_;
};

/// Memory of a scene's field: in the solver, and on the host besides it.
struct FieldBytes {
  std::uint64_t of_solver = 0;
  std::uint64_t here = 0;
};
FieldBytes field_bytes(const scene::Scene& scene) {
  const std::size_t components = scene::equation_of(scene).components.size();
  return {field::CpuField::bytes(scene.extent, components),
          static_cast<std::uint64_t>(scene.extent.cells()) + DerivedPlane::bytes(scene)};
}

}  // namespace

std::string cost_of(const scene::Scene& scene) {
  // Cells that are prepared without noticeable delay.
  constexpr std::int64_t kSeenSoon = std::int64_t{1} << 27U;
  if (scene.extent.cells() < kSeenSoon) return {};
  const FieldBytes bytes = field_bytes(scene);
  return fmt::format("{} × {} cells take at least {} of memory, and take a while to appear",
                     scene.extent.width, scene.extent.height,
                     core::in_bytes(static_cast<double>(bytes.of_solver + bytes.here)));
}

std::uint64_t state_bytes(const scene::Scene& scene) {
  return static_cast<std::uint64_t>(scene.extent.cells()) * sizeof(float) *
         field::plane_count(scene::equation_of(scene));
}

void require_host_memory(const scene::Scene& scene, field::Backend backend, double share_here) {
  const bool on_cpu = backend == field::Backend::cpu ||
                      (backend == field::Backend::automatic && !core::cuda_status().usable);
  const FieldBytes bytes = field_bytes(scene);
  const double share = share_here > 0.0 ? share_here : on_cpu ? 1.0 : 0.0;
  core::require_memory(
      bytes.here + static_cast<std::uint64_t>(share * static_cast<double>(bytes.of_solver)),
      fmt::format("a grid of {} × {} cells", scene.extent.width, scene.extent.height));
}

template <typename Work>
auto LiveField::on_device(Work work, std::int64_t until) {
  try {
    return work();
  } catch (const core::DeviceLost& lost) {
    fall_back(lost.what(), until);
  }
  return work();
}

LiveField::LiveField(scene::Scene scene, SolverChoice choice) : choice_(std::move(choice)) {
  restart(std::move(scene));
}

LiveField::Ready LiveField::ready(const scene::Scene& scene, const field::FieldState* state,
                                  field::Backend backend, int threads, bool joins_edges) const {
  Ready ready;
  joins_edges = joins_edges || scene.edges.top == field::EdgeKind::periodic;
  const auto make_solver = [&](const std::atomic<bool>& given_up) {
    const Makers makers{threads, &given_up};
    ready.solver = choice_.make({.equation = scene.equation,
                                 .extent = scene.extent,
                                 .backend = backend,
                                 .threads = threads,
                                 .device = choice_.device,
                                 .formula = scene.formula.shared(),
                                 .joins_edges = joins_edges});
    ready.solver->apply(rules_of(scene));
    if (state == nullptr) load_initial_field(*ready.solver, scene, makers);
    set_all_cells(*ready.solver, scene, state == nullptr ? first_step(scene) : state->step,
                  ready.flags, makers);
    // The state is loaded last, because setting cells would overwrite held ones.
    if (state != nullptr) ready.solver->load(*state);
  };
  const std::string cost = choice_.prepare ? cost_of(scene) : std::string();
  if (cost.empty()) {
    make_solver(false);
  } else {
    choice_.prepare("Preparing the field: " + cost + ".", make_solver);
  }
  return ready;
}

void LiveField::set_view(const scene::Scene& like) {
  // For viewers, another component, an average or an expression counts as another field.
  if (shown_quantity(like).id != shown_quantity(scene_).id ||
      shown_component(like) != shown_component(scene_) || averaging(like) != averaging(scene_)) {
    ++field_version_;
  }
  take_view(scene_, like);
  ++scene_version_;
}

void LiveField::change(scene::Scene next) {
  if (!backend_.joins_edges && next.edges.top == field::EdgeKind::periodic) {
    const field::FieldState state = save();
    take_over(ready(scene_, &state, choice_.backend, choice_.threads, true), scene::Scene(scene_));
  }
  const std::vector<core::Rect> areas = changed_areas(scene_, next);
  const bool new_rules = !same_rules(scene_, next);
  std::vector<field::Edit> edits = edits_of(next, step_, areas, new_rules);
  const auto apply = [&](const std::vector<field::Edit>& all) {
    on_device([&] { apply_edits(all, scene_.extent, *solver_, underlay_, flags_); }, step_);
    copy_all_flags(all, scene_.extent, flags_);
  };
  scene::Scene before = std::exchange(scene_, std::move(next));
  try {
    apply(edits);
  } catch (...) {
    edits = {};
    scene_ = std::move(before);
    apply(edits_of(scene_, step_, areas, new_rules));
    throw;
  }
  if (!edits.empty()) checkpoint_.note({step_, scene_});
  ++scene_version_;
  // An expression may have parameters.
  const bool shows_other_values = new_rules && shown_expression(scene_) != nullptr;
  if (!areas.empty() || shows_other_values) ++field_version_;
}

void LiveField::restart(scene::Scene next) {
  require_host_memory(next, choice_.backend, choice_.share_here);
  Ready begun = ready(next, nullptr, choice_.backend, choice_.threads);
  take_over(std::move(begun), std::move(next));
  begin_at(first_step(scene_), nullptr);
}

void LiveField::start_over() {
  const Makers makers{choice_.threads};
  on_device([&] { load_initial_field(*solver_, scene_, makers); });
  begin_at(first_step(scene_), nullptr);
  on_device([&] { set_all_cells(*solver_, scene_, step_, flags_, makers); });
}

void LiveField::restore(scene::Scene next, const field::FieldState& state, const ReadBands& bands) {
  const auto load_bands = [&] {
    if (!bands) return;
    bands([&](FieldTile rows) {
      solver_->apply(field::RestoreCells{rows.area, std::move(rows.planes)});
    });
  };
  if (have_same_equation(next, scene_) && next.extent == scene_.extent) {
    change(std::move(next));
    const bool moves_region = scene::has_moving_region(scene_) && state.step != step_;
    on_device([&] {
      if (moves_region) set_all_cells(*solver_, scene_, state.step, flags_, {choice_.threads});
      solver_->load(state);
      load_bands();
    });
    if (moves_region) ++scene_version_;
  } else {
    Ready restored = ready(next, &state, choice_.backend, choice_.threads);
    take_over(std::move(restored), std::move(next));
    on_device(load_bands);
  }
  begin_at(state.step, &state);
  // A field without planes is another one, from which a lost field cannot be made again.
  if (bands && checkpoint_.is_kept()) checkpoint_.begin_with_copy(scene_, step_, *solver_);
}

void LiveField::restore(scene::Scene next, const std::vector<FieldTile>& tiles) {
  change(std::move(next));
  on_device([&] { restore_tiles(*solver_, tiles); }, step_);
  checkpoint_.note({step_, tiles});
  ++field_version_;
}

void LiveField::choose(field::Backend backend, int threads) {
  const field::FieldState state = save();
  Ready chosen = ready(scene_, &state, backend, threads);
  choice_.backend = backend;
  choice_.threads = threads;
  take_over(std::move(chosen), scene::Scene(scene_));
  begin_at(state.step, &state);
}

void LiveField::take_over(Ready ready, scene::Scene scene) {
  solver_ = std::move(ready.solver);
  backend_ = solver_->backend();
  tickets_before_ = newest_ticket_;
  scene_ = std::move(scene);
  flags_ = std::move(ready.flags);
  ++scene_version_;
  core::return_freed_memory();
}

void LiveField::replace(const field::FieldState& state) {
  on_device([&] { solver_->load(state); });
  begin_at(state.step, &state);
  on_device([&] { set_all_cells(*solver_, scene_, step_, flags_, {choice_.threads}); });
  checkpoint_.note({step_, CellsSet{}});
}

void LiveField::begin_at(std::int64_t step, const field::FieldState* state) {
  step_ = goal_ = step;
  ++field_version_;
  underlay_.forget();
  checkpoint_.forget();
  const bool can_be_lost = backend_.backend == field::Backend::cuda && backend_.outlives_devices;
  if (can_be_lost) checkpoint_.begin(scene_, step, state);
}

void LiveField::paint(const scene::Stroke& stroke, float value, std::size_t component) {
  const Painted paint{stroke, value, component};
  const field::PaintCells edit = edit_of(paint, scene_.extent);
  if (std::ranges::count(edit.mask, 0) == std::ssize(edit.mask)) return;
  on_device([&] { solver_->apply(edit); }, step_);
  checkpoint_.note({step_, paint});
  ++field_version_;
}

void LiveField::advance(std::int64_t steps, const field::Sampling& wanted) {
  if (steps == 0) return;
  underlay_.forget();
  goal_ = std::max(goal_, step_ + steps);
  try {
    solver_->sample_steps(wanted);
    if (advance_to(step_ + steps, step_, scene_, *solver_, region_, flags_)) ++scene_version_;
    checkpoint_.keep(scene_, step_, *solver_);
  } catch (const core::DeviceLost& lost) {
    fall_back(lost.what(), 0);
  }
  ++field_version_;
}

LiveField::Rebuilt LiveField::rebuilt_on(field::Backend backend, std::int64_t until) const {
  Rebuilt made{.field = ready(checkpoint_.scene(), checkpoint_.state(), backend, choice_.threads,
                              backend_.joins_edges)};
  Repetition repetition(checkpoint_.scene(), checkpoint_.step(), choice_.threads,
                        most_repeating_s_);
  field::FieldSolver& solver = *made.field.solver;
  for (const FieldChange& change : checkpoint_.changes()) {
    repetition.repeat(change, solver, made.field.flags);
  }
  repetition.go_to(until, solver, made.field.flags);
  made.underlay = repetition.take_underlay();
  made.step = repetition.step();
  return made;
}

void LiveField::fall_back(const std::string& words, std::int64_t until) {
  if (!checkpoint_.is_kept()) throw core::Error("the solver failed: " + words);
  // Nothing changes until the new solver is ready, so that a failed attempt can be repeated.
  const std::size_t had = backend_.parts.size();
  const auto on_other_devices = [&]() -> std::optional<Rebuilt> {
    for (std::size_t most = had; most > 1; --most) {
      try {
        Rebuilt made = rebuilt_on(field::Backend::automatic, until);
        // Where all devices seem to answer, they may fail again.
        if (made.field.solver->backend().parts.size() < had) return made;
        return std::nullopt;
      } catch (const core::Error&) {
        continue;  // Another device was lost, or those that are left have too little memory.
      }
    }
    return std::nullopt;
  };
  std::optional<Rebuilt> made = on_other_devices();
  if (!made) made = rebuilt_on(field::Backend::cpu, until);
  solver_ = std::move(made->field.solver);
  flags_ = std::move(made->field.flags);
  underlay_ = std::move(made->underlay);
  backend_ = solver_->backend();
  tickets_before_ = newest_ticket_;
  step_ = made->step;
  ++scene_version_;
  ++field_version_;
  const bool on_cpu = backend_.backend == field::Backend::cpu;
  if (on_cpu) {
    choice_.backend = field::Backend::cpu;
    checkpoint_.forget();
  }
  const std::size_t has = std::max<std::size_t>(1, backend_.parts.size());
  const std::string with =
      on_cpu ? std::string("the CPU") : fmt::format("{} of {} devices", has, had);
  backend_.reason = "CUDA failed; going on with " + with;
  loss_ = fmt::format("{}; going on with {} from step {}.", words, with, step_);
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

field::SampleSeries LiveField::take_samples() {
  return on_device([&] { return solver_->take_samples(); });
}

field::SampleSeries LiveField::sample(const field::Sampling& wanted) {
  return on_device([&] { return solver_->sample(wanted); });
}

field::FieldState LiveField::save(Saved saved) {
  return on_device([&]() -> field::FieldState {
    if (saved == Saved::whole) return solver_->save();
    return {.extent = scene_.extent, .step = step_, .planes = {}, .rim = solver_->save_rim()};
  });
}

FieldTile LiveField::tile(core::Rect area) {
  return {area, on_device([&] { return solver_->read(area); })};
}

void LiveField::present(field::DisplayTarget& target, std::size_t plane) {
  on_device([&] { solver_->present(target, plane); });
}

}  // namespace heatwave::session
