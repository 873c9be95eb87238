// What is measured on a field: probes, lines, how often. Plain values; no cell is changed by them.
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

/// Reads one cell: the one that its place lies in.
struct Probe {
  int number = 1;  ///< from 1 to kMostProbes; says its colour, and stays when others go
  Point at;
  friend bool operator==(const Probe&, const Probe&) = default;
};

struct Segment {
  Point from;
  Point to;
  friend bool operator==(const Segment&, const Segment&) = default;
};

/// A table of what was measured.
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

/// What cells, steps and values stand for. Time follows from the equation's coefficient.
struct Units {
  double cell = 0.001;  ///< metres
  double rate = 1e-4;   ///< of heat its diffusivity in m²/s, of waves their speed in m/s
  double zero = 0.0;    ///< what a value of 0 stands for
  double one = 1.0;     ///< likewise 1
  static void fields(auto& self, auto&& visit) {
    visit("cell", self.cell, json::kPositive);
    visit("rate", self.rate, json::kPositive);
    visit.optional("zero", self.zero);
    visit.optional("one", self.one);
  }
  friend bool operator==(const Units&, const Units&) = default;
};

struct Measures {
  std::vector<Probe> probes;  ///< in the order of their numbers
  std::optional<Segment> profile;
  std::optional<Segment> tape;
  /// Steps from one sample of the probes to the next; 0: as few as there is time and room for.
  std::int64_t every = 0;
  /// Its least, its most and all its heat or energy are followed over time.
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
/// The lowest number that no probe has; 0: all are in use.
int free_probe(const Measures& measures);

/// The cell that a place lies in; a place on the far rim belongs to the last cell.
core::Cell cell_of(Point at, core::Extent grid);
double length_of(const Segment& line);

/// Cells along a line from end to end, evenly spaced, about one for each cell of its length.
struct LineCells {
  std::vector<core::Cell> cells;
  double spacing = 0.0;  ///< cells from one to the next
};
inline constexpr int kMostLineCells = 4096;
LineCells cells_along(const Segment& line, core::Extent grid);

/// Throws core::Error for what cannot be measured on such a grid.
void check_measures(const Measures& measures, core::Extent grid);
void check_place(Point at, core::Extent grid, const std::string& what);

/// Throws core::Error for what nothing can stand for.
void check_units(const Units& units);

/// The same places on a grid of another size.
Measures scaled(const Measures& measures, core::Extent from, core::Extent to);

}  // namespace heatwave::scene
