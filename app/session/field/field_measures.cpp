// Edits probes and lines, and reads all their places together; the solver takes samples while it
// steps.
#include "app/session/field/field_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <span>
#include <utility>

#include "app/scene/views/catalogue.h"
#include "app/session/field/measure_tables.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSampleMsPerFrame = 1.6;
constexpr double kMostSamplesPerFrame = 16.0;

/// Adds the cells that are read for a place: one at the centre of a cell, otherwise four.
void add_cells(const scene::Between& place, std::vector<core::Cell>& cells) {
  const auto [low, high] = std::pair{place.low, place.high};
  cells.push_back(low);
  if (low == high) return;
  cells.insert(cells.end(), {{high.x, low.y}, {low.x, high.y}, high});
}

std::vector<core::Cell> cells_of(std::span<const scene::Between> places) {
  std::vector<core::Cell> cells;
  for (const scene::Between& place : places) add_cells(place, cells);
  return cells;
}

/// Returns the values of places, given those of their cells.
std::vector<float> values_of(std::span<const scene::Between> places, std::span<const float> cells) {
  std::vector<float> values;
  values.reserve(places.size());
  for (const scene::Between& place : places) {
    values.push_back(static_cast<float>(read_between(place, [&](core::Cell cell) -> double {
      return cells[(cell.y == place.low.y ? 0U : 2U) + (cell.x == place.low.x ? 0U : 1U)];
    })));
    cells = cells.subspan(place.low == place.high ? 1 : 4);
  }
  return values;
}

/// Returns the displayed values at these places: from the average if the view shows it, otherwise
/// from the field, after all pending steps.
std::vector<float> values_at(LiveField& field, DerivedPlane& derived,
                             std::span<const scene::Between> places) {
  if (derived.is_shown()) return derived.values_at(places);
  if (places.empty()) return {};
  return values_of(
      places, field.sample({.component = shown_component(field.scene()), .cells = cells_of(places)})
                  .values);
}

Totals totals_of(LiveField& field) {
  return field.sample({.component = shown_component(field.scene()), .totals = true}).totals.front();
}

std::vector<scene::Between> places_of(const std::vector<core::Point>& points, core::Extent grid) {
  std::vector<scene::Between> places;
  for (const core::Point at : points) places.push_back(scene::between(at, grid));
  return places;
}

/// Returns a line without its values.
std::optional<LineReading> unread_line(const scene::Scene& scene, scene::LineKind kind) {
  const auto& line = line_of(scene.measures, kind);
  if (!line) return {};
  return LineReading{.along = cells_along(*line, scene.extent),
                     .places = places_along(*line, scene.extent),
                     .values = {}};
}

std::vector<scene::Between> probed_cells(const scene::Scene& scene) {
  std::vector<scene::Between> cells;
  for (const scene::Probe& probe : scene.measures.probes) {
    const core::Cell cell = scene::cell_of(probe.at, scene.extent);
    cells.push_back({cell, cell});
  }
  return cells;
}

/// Returns the places of a row of measurements: the probes, then the profile.
std::vector<scene::Between> places_of_row(const scene::Scene& scene) {
  std::vector<scene::Between> places = probed_cells(scene);
  if (scene.measures.profile) {
    const auto line = places_of(places_along(*scene.measures.profile, scene.extent), scene.extent);
    places.insert(places.end(), line.begin(), line.end());
  }
  return places;
}

std::vector<scene::Probe>::iterator found_probe(scene::Scene& scene, int number) {
  auto& probes = scene.measures.probes;
  const auto at = std::find_if(probes.begin(), probes.end(), [number](const scene::Probe& each) {
    return each.number == number;
  });
  if (at == probes.end()) throw core::Error(fmt::format("there is no probe {}", number));
  return at;
}

}  // namespace

Instruments::Instruments(bool keeps_samples, std::int64_t rows_every)
    : keeps_samples_(keeps_samples), rows_every_(rows_every) {
  readings_.samples = log_.samples();
  readings_.totals = totals_.shown();
}

void Instruments::start_over() {
  log_.start_over();
  totals_.begin_anew();
  counted_version_ = 0;
  field_version_ = 0;
  newest_row_ = -1;
}

void Instruments::configure_log(const scene::Scene& scene) {
  if (!keeps_samples_) return;
  log_.configure(scene.measures, scene.extent, shown_quantity(scene).id);
}

void Instruments::expect(const LiveField& field, const DerivedPlane& derived, std::int64_t steps) {
  const scene::Scene& scene = field.scene();
  configure_log(scene);
  between_steps_ = derived.is_shown();
  const double most = between_steps_ ? std::clamp(kSampleMsPerFrame / std::max(1e-3, sample_ms_),
                                                  1.0, kMostSamplesPerFrame)
                                     : kMostSamplesPerFrame;
  log_.expect(steps, static_cast<std::int64_t>(most));
  wanted_ = {};
  if (between_steps_) return;
  wanted_.component = shown_component(scene);
  if (rows_every_ > 0) {
    row_places_ = places_of_row(scene);
    wanted_.every = rows_every_;
    wanted_.cells = cells_of(row_places_);
    wanted_.totals = scene.measures.totals;
  } else if (log_.any()) {
    wanted_.every = log_.every();
    for (const SampleCurve& curve : log_.curves()) wanted_.cells.push_back(curve.cell);
  }
}

std::int64_t Instruments::steps_to_next(std::int64_t step) const {
  if (!between_steps_) return std::numeric_limits<std::int64_t>::max();
  return rows_every_ > 0 ? rows_every_ - step % rows_every_ : log_.steps_to_next(step);
}

void Instruments::sample(LiveField& field, DerivedPlane& derived) {
  if (log_.wants(field.step())) take_sample(field, derived);
}

void Instruments::sample_row(LiveField& field, DerivedPlane& derived) {
  const std::int64_t step = field.step();
  if (!between_steps_ || rows_every_ == 0 || step % rows_every_ != 0) return;
  MeasuredRow row{.step = step,
                  .values = values_at(field, derived, places_of_row(field.scene())),
                  .totals = {}};
  if (field.scene().measures.totals) row.totals = totals_of(field);
  if (field.step() == step) add_row(std::move(row));
}

void Instruments::collect(LiveField& field) {
  if (wanted_.none()) return;
  const std::int64_t step = field.step();
  const field::SampleSeries series = field.take_samples();
  if (field.step() != step) return;  // the device was lost with the samples
  const std::size_t cells = wanted_.cells.size();
  for (std::size_t i = 0; i < series.steps.size(); ++i) {
    const std::span<const float> values(series.values.data() + i * cells, cells);
    if (rows_every_ == 0) {
      if (log_.wants(series.steps[i])) log_.add(series.steps[i], values);
      continue;
    }
    MeasuredRow row{
        .step = series.steps[i], .values = values_of(row_places_, values), .totals = {}};
    if (wanted_.totals) row.totals = series.totals[i];
    add_row(std::move(row));
  }
}

void Instruments::add_row(MeasuredRow row) {
  // After the loss of a device steps are repeated.
  if (row.step <= newest_row_) return;
  newest_row_ = row.step;
  rows_.push_back(std::move(row));
}

void Instruments::take_sample(LiveField& field, DerivedPlane& derived) {
  constexpr double kOfTheNewest = 0.2;
  const Clock::time_point start = Clock::now();
  const std::int64_t step = field.step();
  const auto values = values_at(field, derived, probed_cells(field.scene()));
  // After the loss of a device the field is at an earlier step.
  if (field.step() == step) log_.add(step, values);
  const std::chrono::duration<double, std::milli> took = Clock::now() - start;
  sample_ms_ += kOfTheNewest * (took.count() - sample_ms_);
}

void Instruments::count(LiveField& field, bool in_frame) {
  constexpr int kShare = 20;
  if (!field.scene().measures.totals) {
    if (!totals_->steps.empty()) totals_.begin_anew();
    counted_version_ = 0;
    readings_.whole.reset();
    return;
  }
  const Clock::time_point start = Clock::now();
  if (counted_version_ == field.field_version() || (in_frame && start < count_due_)) return;
  counted_version_ = field.field_version();
  const std::int64_t step = field.step();
  const Totals totals = totals_of(field);
  if (field.step() != step) return;
  totals_.own().add(step, totals);
  readings_.whole = totals;
  const Clock::time_point end = Clock::now();
  count_due_ = end + kShare * (end - start);
}

void Instruments::read_places(LiveField& field, DerivedPlane& derived) {
  const scene::Scene& scene = field.scene();
  std::vector<scene::Between> places = probed_cells(scene);
  const std::size_t probes = places.size();
  readings_.profile = unread_line(scene, scene::LineKind::profile);
  readings_.tape = unread_line(scene, scene::LineKind::tape);
  for (const auto* line : {&readings_.profile, &readings_.tape}) {
    if (!*line) continue;
    const auto more = places_of((*line)->places, scene.extent);
    places.insert(places.end(), more.begin(), more.end());
  }
  const std::vector<float> values = values_at(field, derived, places);
  auto next = values.begin() + static_cast<std::ptrdiff_t>(probes);
  readings_.probes.assign(values.begin(), next);
  for (auto* line : {&readings_.profile, &readings_.tape}) {
    if (!*line) continue;
    const auto end = next + static_cast<std::ptrdiff_t>((*line)->places.size());
    (*line)->values.assign(std::exchange(next, end), end);
  }
}

void Instruments::read(LiveField& field, DerivedPlane& derived, bool in_frame) {
  configure_log(field.scene());
  sample(field, derived);
  const bool same = field_version_ == field.field_version() &&
                    scene_version_ == field.scene_version() && readings_.step == field.step();
  if (!same) {
    const scene::Measures& measures = field.scene().measures;
    field_version_ = field.field_version();
    scene_version_ = field.scene_version();
    const std::optional<Totals> whole = readings_.whole;
    readings_ = {};
    readings_.whole = whole;
    if (!measures.none()) read_places(field, derived);
    readings_.step = field.step();
  }
  count(field, in_frame);
  readings_.samples = log_.samples();
  readings_.totals = totals_.shown();
}

void FieldMeasures::apply(const AddProbe& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  const int number = free_probe(next.measures);
  if (number == 0) throw core::Error(fmt::format("all {} probes are in use", scene::kMostProbes));
  scene::check_place(command.point, next.extent, "a probe");
  auto& probes = next.measures.probes;
  const auto place = std::find_if(probes.begin(), probes.end(), [number](const scene::Probe& each) {
    return each.number > number;
  });
  probes.insert(place, {number, command.point});
  core_.edit(std::move(next), "drop a probe", gesture);
}

void FieldMeasures::apply(const MoveProbe& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  scene::check_place(command.to, next.extent, "a probe");
  found_probe(next, command.number)->at = command.to;
  core_.edit(std::move(next), "move a probe", gesture);
}

void FieldMeasures::apply(const RemoveProbe& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.measures.probes.erase(found_probe(next, command.number));
  core_.edit(std::move(next), "remove a probe", gesture);
}

void FieldMeasures::apply(const SetLine& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  line_of(next.measures, command.line) = scene::Segment{command.from, command.to};
  scene::check_measures(next.measures, next.extent);
  core_.edit(std::move(next), fmt::format("lay the {}", core::name_of(command.line)), gesture);
}

void FieldMeasures::apply(const RemoveLine& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  auto& line = line_of(next.measures, command.line);
  if (!line)
    throw core::Error(fmt::format("there is no {} to take away", core::name_of(command.line)));
  line.reset();
  core_.edit(std::move(next), fmt::format("remove the {}", core::name_of(command.line)), gesture);
}

void FieldMeasures::apply(const SetSampling& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.measures.every = command.every;
  scene::check_measures(next.measures, next.extent);
  core_.edit(std::move(next), "set how often probes are read", gesture);
}

void FieldMeasures::apply(const WatchTotals& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.measures.totals = command.on;
  core_.edit(std::move(next), command.on ? "follow the totals" : "leave the totals", gesture);
}

void FieldMeasures::apply(const SetUnits& command, Gesture gesture) {
  if (command.units) scene::check_units(*command.units);
  scene::Scene next = core_.scene();
  next.measures.units = command.units;
  core_.edit(std::move(next), "set units", gesture);
}

void FieldMeasures::apply(const SaveMeasures& command, Gesture /*gesture*/) {
  const scene::Scene& scene = core_.scene();
  measure();
  const std::string text = csv_of(command.table, instruments_.readings(), scene);
  const std::string name = fmt::format("{}-{}.csv", scene.name.empty() ? "scene" : scene.name,
                                       core::name_of(command.table));
  const auto written = saved_text(core_.hub().export_folder, text, command.path, name);
  core_.hub().notices.add(Notice::Kind::info, "Saved what was measured as " + written.string());
}

void FieldMeasures::measure() {
  LiveField& live = core_.live();
  const bool in_frame = core_.hub().manner == Manner::frame;
  instruments_.read(live, core_.derived(), in_frame);
  // A device lost during reading has lost steps; a headless run repeats them all.
  while (!in_frame && live.step() < live.goal()) {
    core_.catch_up();
    instruments_.read(live, core_.derived(), false);
  }
}

}  // namespace heatwave::session
