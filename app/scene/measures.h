// Measurements on a field: probes, lines and the points at which they are sampled. They are plain
// values and change no cell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/json/described_fields.h"
#include "app/scene/shape.h"
#include "kernels/core/geometry.h"
#include "kernels/core/names.h"

namespace heatwave::scene {

inline constexpr int kMostProbes = 8;
inline constexpr std::int64_t kRarestSample = 1'000'000'000;

/// Reads the cell that contains its point.
struct Probe {
  /// From 1 to kMostProbes; it determines the colour, and stays when others are removed.
  int number = 1;
  Point at;
  friend bool operator==(const Probe&, const Probe&) = default;
};

struct Segment {
  Point from;
  Point to;
  friend bool operator==(const Segment&, const Segment&) = default;
};

/// The tables of measured values.
enum class MeasureTable : std::uint8_t { probes, profile, spectrum, totals };
constexpr auto names_of(MeasureTable /*kind*/) {
  return std::to_array<core::Name<MeasureTable>>({{MeasureTable::probes, "probes"},
                                                  {MeasureTable::profile, "profile"},
                                                  {MeasureTable::spectrum, "spectrum"},
                                                  {MeasureTable::totals, "totals"}});
}

/// A profile shows the values along it; a tape measures lengths.
enum class LineKind : std::uint8_t { profile, tape };
constexpr auto names_of(LineKind /*kind*/) {
  return std::to_array<core::Name<LineKind>>(
      {{LineKind::profile, "profile"}, {LineKind::tape, "tape"}});
}

/// Physical units of cells, steps and values. The time step follows from the equation's
/// coefficient.
struct Units {
  double cell = 0.001;  ///< size of a cell in metres
  double rate = 1e-4;   ///< diffusivity of heat in m²/s, or speed of waves in m/s
  double zero = 0.0;    ///< physical value that 0 represents
  double one = 1.0;     ///< physical value that 1 represents
  static void fields(auto& self, auto&& visit) {
    visit("cell", self.cell, json::kPositive);
    visit("rate", self.rate, json::kPositive);
    visit.optional("zero", self.zero);
    visit.optional("one", self.one);
  }
  friend bool operator==(const Units&, const Units&) = default;
};

struct Measures {
  std::vector<Probe> probes;  ///< sorted by number
  std::optional<Segment> profile;
  std::optional<Segment> tape;
  /// Steps between samples of the probes; 0: automatic, as time and memory permit.
  std::int64_t every = 0;
  /// The minimum, the maximum and the total heat or energy are recorded over time.
  bool totals = false;
  std::optional<Units> units;

  static void fields(auto& self, auto&& visit) {
    int next = 1;
    const auto all = [](const Probe& /*probe*/) { return true; };
    visit.part("probes", self.probes, all, Probe{}, [&next](auto& probe, auto&& inner) {
      inner.changed("number", probe.number, next, json::Between{1, kMostProbes});
      inner("at", probe.at);
      next = probe.number + 1;
    });
    visit.optional("profile", self.profile);
    visit.optional("tape", self.tape);
    visit.changed("every", self.every, 0);
    visit.changed("totals", self.totals, false);
    visit.optional("units", self.units);
  }
  [[nodiscard]] bool none() const { return *this == Measures{}; }
  friend bool operator==(const Measures&, const Measures&) = default;
};

const std::optional<Segment>& line_of(const Measures& measures, LineKind kind);
std::optional<Segment>& line_of(Measures& measures, LineKind kind);

const Probe* find_probe(const Measures& measures, int number);
/// Returns the lowest number that no probe has; 0: all are in use.
int free_probe(const Measures& measures);

/// Returns the cell that contains a point; points on the far rim belong to the last cell.
core::Cell cell_of(Point at, core::Extent grid);
double length_of(const Segment& line);

/// The cells along a line from end to end, evenly spaced, about one per cell of length.
struct LineCells {
  std::vector<core::Cell> cells;
  double spacing = 0.0;  ///< distance between them, in cells
};
inline constexpr int kMostLineCells = 4096;
LineCells cells_along(const Segment& line, core::Extent grid);

/// Throws core::Error for measurements that are impossible on such a grid.
void check_measures(const Measures& measures, core::Extent grid);
void check_place(Point at, core::Extent grid, const std::string& what);

/// Throws core::Error for invalid units.
void check_units(const Units& units);

/// Returns the same points on a grid of another size.
Measures scaled(const Measures& measures, core::Extent from, core::Extent to);

/// Returns the exact points of the cells that cells_along() gives. Points beyond the outermost cell
/// centres are moved onto these, because there are no values outside.
std::vector<Point> places_along(const Segment& line, core::Extent grid);

/// A point's position between cell centres: the low cell, the high one, and the shares of the way
/// in both directions.
struct Between {
  core::Cell low;
  core::Cell high;
  double right = 0.0;
  double down = 0.0;
};
Between between(Point at, core::Extent grid);

/// Interpolates linearly between one to four cells, which `value` returns.
template <typename Value>
double read_between(const Between& place, Value value) {
  const auto mixed = [](double part, double low, auto high) {
    return part > 0 ? (1 - part) * low + part * high() : low;
  };
  const auto row = [&](int y) {
    const auto high = [&]() -> double { return value(core::Cell{place.high.x, y}); };
    return mixed(place.right, value(core::Cell{place.low.x, y}), high);
  };
  return mixed(place.down, row(place.low.y), [&] { return row(place.high.y); });
}

}  // namespace heatwave::scene
