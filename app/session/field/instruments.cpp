// Cells close together are read together; samples get a tenth of a frame at most.
#include "app/session/field/instruments.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/scene/views/catalogue.h"

namespace heatwave::session {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSampleMsPerFrame = 1.6;
constexpr double kMostSamplesPerFrame = 16.0;

core::Rect box_of(std::span<const scene::Between> places) {
  core::Rect box;
  for (const scene::Between& place : places) {
    box = core::united(box, {place.low.x, place.low.y, place.high.x + 1, place.high.y + 1});
  }
  return box;
}

/// One read costs as much as some thousand cells more.
bool worth_one_read(core::Rect box, std::size_t places) {
  constexpr std::int64_t kCellsOfARead = 2048;
  constexpr std::int64_t kPerPlace = 8;
  return places == 1 ||
         box.cells() <= kCellsOfARead + kPerPlace * static_cast<std::int64_t>(places);
}

void read_places(LiveField& field, std::span<const scene::Between> places, std::size_t component,
                 float* values) {
  const core::Rect box = box_of(places);
  if (!worth_one_read(box, places.size())) {
    const std::size_t half = places.size() / 2;
    read_places(field, places.first(half), component, values);
    read_places(field, places.subspan(half), component, values + half);
    return;
  }
  const FieldTile tile = field.tile(box);
  const std::vector<float>& plane = tile.planes[component];
  for (std::size_t i = 0; i < places.size(); ++i) {
    values[i] = static_cast<float>(read_between(
        places[i], [&](core::Cell cell) -> double { return plane[box.index(cell.x, cell.y)]; }));
  }
}

/// What is shown of the field at these places: read from the average that the view shows, or in few
/// parts of the field and never the whole of it, after the steps under way.
std::vector<float> values_at(LiveField& field, AveragedPlane& averaged,
                             std::span<const scene::Between> places) {
  if (averaged.is_shown()) return averaged.values_at(places);
  std::vector<float> values(places.size());
  if (!places.empty()) {
    read_places(field, places, shown_component(field.scene()), values.data());
  }
  return values;
}

std::optional<LineReading> read_line(LiveField& field, AveragedPlane& averaged,
                                     scene::LineKind kind) {
  const scene::Scene& scene = field.scene();
  const auto& line = line_of(scene.measures, kind);
  if (!line) return {};
  LineReading reading{.along = cells_along(*line, scene.extent),
                      .places = places_along(*line, scene.extent),
                      .values = {}};
  std::vector<scene::Between> places;
  for (const core::Point at : reading.places) places.push_back(scene::between(at, scene.extent));
  reading.values = values_at(field, averaged, places);
  return reading;
}

std::vector<scene::Between> probed_cells(const scene::Scene& scene) {
  std::vector<scene::Between> cells;
  for (const scene::Probe& probe : scene.measures.probes) {
    const core::Cell cell = scene::cell_of(probe.at, scene.extent);
    cells.push_back({cell, cell});
  }
  return cells;
}

}  // namespace

Instruments::Instruments(bool keeps_samples) : keeps_samples_(keeps_samples) {
  readings_.samples = log_.samples();
  readings_.totals = totals_.shown();
}

void Instruments::start_over() {
  log_.start_over();
  totals_.begin_anew();
  counter_ = {};
  counted_version_ = 0;
  field_version_ = 0;
}

void Instruments::follow(const scene::Scene& scene) {
  if (!keeps_samples_) return;
  log_.follow(scene.measures, scene.extent, shown_quantity(scene).id);
}

void Instruments::expect(const scene::Scene& scene, std::int64_t steps) {
  follow(scene);
  const double most =
      std::clamp(kSampleMsPerFrame / std::max(1e-3, sample_ms_), 1.0, kMostSamplesPerFrame);
  log_.expect(steps, static_cast<std::int64_t>(most));
}

void Instruments::sample(LiveField& field, AveragedPlane& averaged) {
  if (log_.wants(field.step())) take_sample(field, averaged);
}

void Instruments::take_sample(LiveField& field, AveragedPlane& averaged) {
  constexpr double kOfTheNewest = 0.2;
  const Clock::time_point start = Clock::now();
  const std::int64_t step = field.step();
  const auto values = values_at(field, averaged, probed_cells(field.scene()));
  // A device lost over it has put the field back to an earlier step.
  if (field.step() == step) log_.add(step, values);
  const std::chrono::duration<double, std::milli> took = Clock::now() - start;
  sample_ms_ += kOfTheNewest * (took.count() - sample_ms_);
}

void Instruments::count(LiveField& field, bool in_frame) {
  constexpr int kShare = 20;
  if (!field.scene().measures.totals) {
    if (!totals_->steps.empty()) totals_.begin_anew();
    counter_ = {};  // which has as much as the field
    counted_version_ = 0;
    readings_.whole.reset();
    return;
  }
  const Clock::time_point start = Clock::now();
  if (counted_version_ == field.field_version() || (in_frame && start < count_due_)) return;
  counted_version_ = field.field_version();
  const std::int64_t step = field.step();
  const Totals totals = counter_.count(field);
  if (field.step() != step) return;
  totals_.own().add(step, totals);
  readings_.whole = totals;
  const Clock::time_point end = Clock::now();
  count_due_ = end + kShare * (end - start);
}

void Instruments::read(LiveField& field, AveragedPlane& averaged, bool in_frame) {
  follow(field.scene());
  sample(field, averaged);
  const bool same = field_version_ == field.field_version() &&
                    scene_version_ == field.scene_version() && readings_.step == field.step();
  if (!same) {
    const scene::Measures& measures = field.scene().measures;
    field_version_ = field.field_version();
    scene_version_ = field.scene_version();
    const std::optional<Totals> whole = readings_.whole;
    readings_ = {};
    readings_.whole = whole;
    if (!measures.none()) {
      readings_.probes = values_at(field, averaged, probed_cells(field.scene()));
      readings_.profile = read_line(field, averaged, scene::LineKind::profile);
      readings_.tape = read_line(field, averaged, scene::LineKind::tape);
    }
    readings_.step = field.step();
  }
  count(field, in_frame);
  readings_.samples = log_.samples();
  readings_.totals = totals_.shown();
}

}  // namespace heatwave::session
