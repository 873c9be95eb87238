// Edits probes and lines, and reads the field for them: neighbouring cells together, and rows in
// bands. Sampling takes at most a tenth of a frame.
#include "app/session/field/field_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "app/scene/rasterise.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/measure_tables.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

bool has_energy(const scene::Scene& scene) { return scene.equation == "wave"; }

/// A row of cells at the current and the previous time level.
struct Row {
  std::span<const float> now;
  std::span<const float> before;
};

Row row_of(const FieldTile& tile, int y, std::size_t component) {
  const std::size_t begin = tile.area.index(tile.area.x0, y);
  const auto width = static_cast<std::size_t>(tile.area.width());
  const auto part = [&](const std::vector<float>& plane) {
    return std::span<const float>(plane).subspan(begin, width);
  };
  return {part(tile.planes[component]), part(tile.planes.back())};
}

double bond(const Row& a, std::size_t i, const Row& b, std::size_t k) {
  return (double{a.now[i]} - double{b.now[k]}) * (double{a.before[i]} - double{b.before[k]});
}

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

/// One read costs as much as a few thousand extra cells.
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

/// Returns the displayed values at these places: from the average if the view shows it, otherwise
/// from small areas of the field, after all pending steps.
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

std::vector<scene::Probe>::iterator found_probe(scene::Scene& scene, int number) {
  auto& probes = scene.measures.probes;
  const auto at = std::find_if(probes.begin(), probes.end(), [number](const scene::Probe& each) {
    return each.number == number;
  });
  if (at == probes.end()) throw core::Error(fmt::format("there is no probe {}", number));
  return at;
}

}  // namespace

void TotalCounter::follow_media(const LiveField& field) {
  if (factors_version_ == field.scene_version()) return;
  factors_version_ = field.scene_version();
  factors_ = {};
  const scene::Scene& scene = field.scene();
  const bool media = std::any_of(
      scene.items.begin(), scene.items.end(),
      [](const scene::Item& item) { return std::holds_alternative<scene::Medium>(item.role); });
  if (!has_energy(scene) || !media) return;
  factors_.assign(static_cast<std::size_t>(scene.extent.cells()), 1.0F);
  for (const core::Rect& band : scene::bands(core::whole(scene.extent))) {
    const field::SetCells cells = rasterise(scene, band);
    std::copy(cells.factors.begin(), cells.factors.end(),
              factors_.begin() +
                  static_cast<std::ptrdiff_t>(core::whole(scene.extent).index(band.x0, band.y0)));
  }
}

Totals TotalCounter::count(LiveField& field) {
  follow_media(field);
  const scene::Scene& scene = field.scene();
  const std::size_t component = shown_component(scene);
  const bool energy = has_energy(scene);
  const core::Rect grid = core::whole(scene.extent);
  const std::vector<std::uint8_t>& flags = field.flags();
  const bool joined_x = scene.edges.left == field::EdgeKind::periodic;
  const bool joined_y = scene.edges.top == field::EdgeKind::periodic;
  const double c2 = energy ? scene.parameters.front() : 0.0;
  const FieldTile first = field.tile({0, 0, grid.x1, 1});
  const auto width = static_cast<std::size_t>(grid.x1);
  const auto is_wall = [&](std::size_t cell) { return (flags[cell] & field::kWall) != 0; };
  Totals totals{.minimum = std::numeric_limits<float>::infinity(),
                .maximum = -std::numeric_limits<float>::infinity(),
                .total = 0.0};
  for (const core::Rect& band : scene::bands(grid)) {
    // The band's last row needs the row below.
    const FieldTile tile = field.tile({0, band.y0, grid.x1, std::min(band.y1 + 1, grid.y1)});
    for (int y = band.y0; y < band.y1; ++y) {
      const Row row = row_of(tile, y, component);
      const bool last = y + 1 == grid.y1;
      const bool has_below = !last || joined_y;
      const Row below = last ? row_of(first, 0, component) : row_of(tile, y + 1, component);
      const std::size_t begin = grid.index(0, y);
      const std::size_t under = last ? 0 : begin + width;
      double sum = 0.0;
      double bonds = 0.0;
      for (std::size_t x = 0; x < width; ++x) {
        totals.minimum = std::min(totals.minimum, row.now[x]);
        totals.maximum = std::max(totals.maximum, row.now[x]);
        const std::size_t cell = begin + x;
        if (is_wall(cell)) continue;
        if (!energy) {
          sum += double{row.now[x]};
          continue;
        }
        const double v = double{row.now[x]} - double{row.before[x]};
        sum += v * v / factor(cell);
        const std::size_t east = x + 1 == width ? 0 : x + 1;
        if ((east != 0 || joined_x) && !is_wall(begin + east)) bonds += bond(row, x, row, east);
        if (has_below && !is_wall(under + x)) bonds += bond(row, x, below, x);
      }
      totals.total += energy ? 0.5 * (sum + c2 * bonds) : sum;
    }
  }
  return totals;
}

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
  // After the loss of a device the field is at an earlier step.
  if (field.step() == step) log_.add(step, values);
  const std::chrono::duration<double, std::milli> took = Clock::now() - start;
  sample_ms_ += kOfTheNewest * (took.count() - sample_ms_);
}

void Instruments::count(LiveField& field, bool in_frame) {
  constexpr int kShare = 20;
  if (!field.scene().measures.totals) {
    if (!totals_->steps.empty()) totals_.begin_anew();
    counter_ = {};  // frees its memory, which equals the field's
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
  instruments_.read(live, core_.averaged(), in_frame);
  // A device lost during reading has lost steps; a headless run repeats them all.
  while (!in_frame && live.step() < live.goal()) {
    core_.catch_up();
    instruments_.read(live, core_.averaged(), false);
  }
}

}  // namespace heatwave::session
