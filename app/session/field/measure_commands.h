// What is measured on the field, and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/scene/measures.h"
#include "app/session/command_traits.h"

namespace heatwave::session {

/// Sent when the pointer comes to another cell.
struct ReadCell {
  static constexpr CommandTraits kTraits{.name = "read-cell",
                                         .words = "has the surveys report the value of a cell",
                                         .least_role = ClientRole::viewer};
  int x = -1;  ///< outside the grid: none is reported
  int y = -1;
  static void fields(auto& self, auto&& visit) {
    visit("x", self.x);
    visit("y", self.y);
  }
};

struct AddProbe {
  static constexpr CommandTraits kTraits{.name = "add-probe",
                                         .words = "drops a probe that reads a cell",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  core::Point point;
  static void fields(auto& self, auto&& visit) { visit("point", self.point); }
};

struct MoveProbe {
  static constexpr CommandTraits kTraits{.name = "move-probe",
                                         .words = "puts a probe elsewhere",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  int number = 0;
  core::Point to;
  static void fields(auto& self, auto&& visit) {
    visit("number", self.number);
    visit("to", self.to);
  }
};

struct RemoveProbe {
  static constexpr CommandTraits kTraits{.name = "remove-probe",
                                         .words = "takes a probe away",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  int number = 0;
  static void fields(auto& self, auto&& visit) { visit("number", self.number); }
};

struct SetLine {
  static constexpr CommandTraits kTraits{.name = "set-line",
                                         .words = "lays the profile or the tape across the field",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  scene::LineKind line = scene::LineKind::profile;
  core::Point from;
  core::Point to;
  static void fields(auto& self, auto&& visit) {
    visit("line", self.line);
    visit("from", self.from);
    visit("to", self.to);
  }
};

struct RemoveLine {
  static constexpr CommandTraits kTraits{.name = "remove-line",
                                         .words = "takes the profile or the tape away",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  scene::LineKind line = scene::LineKind::profile;
  static void fields(auto& self, auto&& visit) { visit("line", self.line); }
};

struct SetSampling {
  static constexpr CommandTraits kTraits{
      .name = "set-sampling",
      .words = "sets every how many steps the probes are read; 0: as there is time and room for",
      .undo = UndoClass::scene,
      .changes_scene = true,
      .recorded = true};
  std::int64_t every = 0;
  static void fields(auto& self, auto&& visit) { visit("every", self.every); }
};

struct WatchTotals {
  static constexpr CommandTraits kTraits{
      .name = "watch-totals",
      .words = "follows the least, the most and the heat or energy of the whole field, or does not",
      .undo = UndoClass::scene,
      .changes_scene = true,
      .recorded = true};
  bool on = true;
  static void fields(auto& self, auto&& visit) { visit("on", self.on); }
};

struct SetUnits {
  static constexpr CommandTraits kTraits{
      .name = "set-units",
      .words = "says what cells, steps and values stand for; without units, for nothing",
      .undo = UndoClass::scene,
      .changes_scene = true,
      .recorded = true};
  std::optional<scene::Units> units;
  static void fields(auto& self, auto&& visit) { visit.optional("units", self.units); }
};

struct SaveMeasures {
  static constexpr CommandTraits kTraits{
      .name = "save-measures", .words = "saves what was measured as CSV", .touches_files = true};
  scene::MeasureTable table = scene::MeasureTable::probes;
  std::string path;  ///< empty: a name of its own where pictures go
  static void fields(auto& self, auto&& visit) {
    visit("table", self.table);
    visit.optional("path", self.path);
  }
};

}  // namespace heatwave::session
