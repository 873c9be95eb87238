// Commands for the field: its scene and items, its steps, its measurements, and the files made of
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/export/field_picture.h"
#include "app/scene/measures.h"
#include "app/scene/scene.h"
#include "app/session/command_traits.h"
#include "kernels/field/field_state.h"
#include "kernels/field/report.h"

namespace heatwave::session {

struct SetParameter {
  static constexpr CommandTraits kTraits{.name = "set-parameter",
                                         .words = "gives a parameter of the equation a value",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::assistant};
  std::string id;
  double value = 0.0;
  static void fields(auto& self, auto&& visit) {
    visit("id", self.id);
    visit("value", self.value);
  }
};

struct SetGuard : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "set-guard",
      .words = "holds parameters within the stability rule, or lets them go",
      .undo = UndoClass::scene,
      .changes_scene = true,
      .recorded = true};
};

struct SetEdges {
  static constexpr CommandTraits kTraits{.name = "set-edges",
                                         .words = "sets the boundary conditions of the grid",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true};
  field::Edges edges;
  static void fields(auto& self, auto&& visit) { visit("edges", self.edges); }
};

struct SetColours {
  static constexpr CommandTraits kTraits{
      .name = "set-colours",
      .words = "sets how the component that is shown is coloured",
      .changes_scene = true,
      .recorded = true};
  colour::ColourChoice colours;
  static void fields(auto& self, auto&& visit) { visit.inner(self.colours); }
};

struct ShowComponent {
  static constexpr CommandTraits kTraits{.name = "show-component",
                                         .words = "shows another component of the field",
                                         .changes_scene = true,
                                         .recorded = true};
  std::string component;  ///< empty: the equation's main component
  static void fields(auto& self, auto&& visit) { visit("component", self.component); }
};

struct SetView {
  static constexpr CommandTraits kTraits{
      .name = "set-view",
      .words = "shows the field flat, with contours, or by another view",
      .changes_scene = true,
      .recorded = true};
  scene::ViewKind view{};
  /// Parameters of the view, in its order; empty: their initial values.
  std::vector<double> parameters;
  scene::ViewLayers layers;
  static void fields(auto& self, auto&& visit) {
    visit("view", self.view);
    visit.optional("parameters", self.parameters);
    visit.optional("contours", self.layers.contours);
    visit.optional("arrows", self.layers.arrows);
    visit.optional("raised", self.layers.raised);
    visit.optional("range_outline", self.layers.range_outline);
  }
};

struct SetViewpoint {
  static constexpr CommandTraits kTraits{
      .name = "set-viewpoint",
      .words = "magnifies and moves what is seen of the field, and turns the surface",
      .changes_scene = true,
      .recorded = true};
  scene::Viewpoint viewpoint;
  static void fields(auto& self, auto&& visit) { visit.inner(self.viewpoint); }
};

struct SetPace {
  static constexpr CommandTraits kTraits{.name = "set-pace",
                                         .words = "sets the steps taken in a frame",
                                         .changes_scene = true,
                                         .recorded = true};
  scene::Pace pace;
  static void fields(auto& self, auto&& visit) { visit("pace", self.pace); }
};

struct DescribeScene {
  static constexpr CommandTraits kTraits{
      .name = "describe-scene",
      .words = "gives the scene a title, and a sentence on what to watch for",
      .changes_scene = true,
      .recorded = true};
  std::string title;
  std::string watch;
  static void fields(auto& self, auto&& visit) {
    visit("title", self.title);
    visit.optional("watch", self.watch);
  }
};

struct LoadScene {
  static constexpr CommandTraits kTraits{.name = "load-scene",
                                         .words = "begins another scene",
                                         .undo = UndoClass::field,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::lecturer};
  scene::Scene scene;
  static void fields(auto& self, auto&& visit) { visit("scene", self.scene); }
};

struct Resize {
  static constexpr CommandTraits kTraits{
      .name = "resize",
      .words = "puts the scene on another grid, its shapes scaled with it",
      .undo = UndoClass::field,
      .changes_scene = true,
      .recorded = true};
  core::Extent extent;
  static void fields(auto& self, auto&& visit) { visit("extent", self.extent); }
};

struct LoadField {
  static constexpr CommandTraits kTraits{.name = "load-field",
                                         .words = "replaces the field, at rest",
                                         .undo = UndoClass::field,
                                         .recorded = true};
  std::vector<float> cells;  ///< values of each component, row by row
  static void fields(auto& self, auto&& visit) { visit("cells", self.cells); }
};

/// Restores the state to the bit. A recording that begins at a later step starts with this command,
/// and changes without a command are recorded as one.
struct PutBack {
  static constexpr CommandTraits kTraits{
      .name = "put-back",
      .words = "brings back a scene, and a field where one is given, as they once were",
      .changes_scene = true,
      .recorded = true};
  scene::Scene scene;
  int newest_id = 0;  ///< the highest number that an item ever had
  std::optional<field::FieldState> state;
  static void fields(auto& self, auto&& visit) {
    visit("scene", self.scene);
    visit("newest_id", self.newest_id);
    visit.optional("state", self.state);
  }
};

struct Play {
  static constexpr CommandTraits kTraits{
      .name = "play", .words = "lets the field run", .least_role = ClientRole::assistant};
  /// The step at which the field pauses. None: the field runs on, or to the step of an earlier Play
  /// that a Pause has interrupted.
  std::optional<std::int64_t> until;
  static void fields(auto& self, auto&& visit) { visit.optional("until", self.until); }
};

struct Pause : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "pause", .words = "lets the field rest", .least_role = ClientRole::assistant};
};

struct Advance {
  static constexpr CommandTraits kTraits{
      .name = "advance", .words = "takes a number of steps at once, playing or paused"};
  std::int64_t steps = 1;
  static void fields(auto& self, auto&& visit) { visit("steps", self.steps); }
};

struct Reset : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "reset",
      .words = "brings back the first field of the scene; its items stay as they are",
      .undo = UndoClass::field,
      .recorded = true,
      .least_role = ClientRole::assistant};
};

struct Undo : PlainCommand {
  static constexpr CommandTraits kTraits{.name = "undo",
                                         .words = "takes back the newest change",
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::lecturer};
};

struct Redo : PlainCommand {
  static constexpr CommandTraits kTraits{.name = "redo",
                                         .words = "redoes the last undone change",
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::lecturer};
};

struct ChooseBackend {
  static constexpr CommandTraits kTraits{.name = "choose-backend", .words = "chooses the backend"};
  field::Backend backend = field::Backend::automatic;
  int threads = 0;  ///< 0: one for each processor
  static void fields(auto& self, auto&& visit) {
    visit("backend", self.backend);
    visit.optional("threads", self.threads);
  }
};

struct AddItem {
  static constexpr CommandTraits kTraits{.name = "add-item",
                                         .words = "adds a source, a wall or a medium",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  scene::Item item;  ///< the session assigns its id
  static void fields(auto& self, auto&& visit) { visit("item", self.item); }
};

struct ChangeItem {
  static constexpr CommandTraits kTraits{.name = "change-item",
                                         .words = "replaces the item of the same number",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  scene::Item item;
  static void fields(auto& self, auto&& visit) { visit("item", self.item); }
};

struct MoveItem {
  static constexpr CommandTraits kTraits{.name = "move-item",
                                         .words = "moves an item by a number of cells",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  int id = 0;
  core::Point by;
  static void fields(auto& self, auto&& visit) {
    visit("id", self.id);
    visit("by", self.by);
  }
};

/// Sends only the new points of a stroke, not all of it each time.
struct ExtendItem {
  static constexpr CommandTraits kTraits{.name = "extend-item",
                                         .words = "lengthens an item that is a brush stroke",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  int id = 0;
  std::vector<core::Point> points;
  static void fields(auto& self, auto&& visit) {
    visit("id", self.id);
    visit("points", self.points);
  }
};

struct RemoveItem {
  static constexpr CommandTraits kTraits{.name = "remove-item",
                                         .words = "removes an item",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  int id = 0;
  static void fields(auto& self, auto&& visit) { visit("id", self.id); }
};

struct Paint {
  static constexpr CommandTraits kTraits{
      .name = "paint",
      .words = "brings a component of the field under the brush to a value, at rest",
      .undo = UndoClass::field,
      .recorded = true,
      .least_role = ClientRole::student};
  scene::Stroke stroke;
  double value = 1.0;
  std::string component;  ///< empty: the displayed component
  static void fields(auto& self, auto&& visit) {
    visit.inner(self.stroke);
    visit("value", self.value);
    visit.optional("component", self.component);
  }
};

struct Erase {
  static constexpr CommandTraits kTraits{
      .name = "erase",
      .words = "rubs out items under the brush and brings the field there to rest",
      .undo = UndoClass::field,
      .changes_scene = true,
      .recorded = true,
      .least_role = ClientRole::student};
  scene::Stroke stroke;
  static void fields(auto& self, auto&& visit) { visit.inner(self.stroke); }
};

/// Sent when the pointer moves to another cell.
struct ReadCell {
  static constexpr CommandTraits kTraits{
      .name = "read-cell", .words = "reads the value of a cell", .least_role = ClientRole::viewer};
  int x = -1;  ///< outside the grid: no value is reported
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
      .words = "sets the steps between samples of the probes; 0: automatic",
      .undo = UndoClass::scene,
      .changes_scene = true,
      .recorded = true};
  std::int64_t every = 0;
  static void fields(auto& self, auto&& visit) { visit("every", self.every); }
};

struct WatchTotals : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "watch-totals",
      .words =
          "records the minimum, the maximum and the total heat or energy, or stops recording them",
      .undo = UndoClass::scene,
      .changes_scene = true,
      .recorded = true};
};

struct SetUnits {
  static constexpr CommandTraits kTraits{
      .name = "set-units",
      .words = "sets the physical units of cells, steps and values, or removes them",
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
  std::string path;  ///< empty: a fresh name in the export folder
  static void fields(auto& self, auto&& visit) {
    visit("table", self.table);
    visit.optional("path", self.path);
  }
};

struct SaveFieldPng {
  static constexpr CommandTraits kTraits{.name = "save-field-png",
                                         .words = "saves the field as a picture, one pixel a cell",
                                         .touches_files = true};
  std::string path;  ///< empty: a fresh name in the export folder
  exporting::PictureParts with;
  static void fields(auto& self, auto&& visit) {
    visit.optional("path", self.path);
    visit.inner(self.with);
  }
};

struct SaveScene {
  static constexpr CommandTraits kTraits{
      .name = "save-scene", .words = "saves the scene as a file", .touches_files = true};
  std::string path;      ///< empty: a fresh name in the export folder
  bool replace = false;  ///< existing files may be replaced
  bool paused = false;   ///< a window that opens the file does not play
  static void fields(auto& self, auto&& visit) {
    visit.optional("path", self.path);
    visit.optional("replace", self.replace);
    visit.optional("paused", self.paused);
  }
};

/// Default limit of a sequence's disk space, in bytes.
inline constexpr std::int64_t kMostSequenceBytes = 10'000'000'000;

struct StartSequence {
  static constexpr CommandTraits kTraits{.name = "start-sequence",
                                         .words = "saves a picture at a fixed interval of steps",
                                         .touches_files = true};
  std::int64_t every = 10;
  std::int64_t frames = 0;                       ///< 0: until stopped
  std::string folder;                            ///< empty: a fresh folder
  std::int64_t most_bytes = kMostSequenceBytes;  ///< 0: no limit
  /// ".gif" for one file with a fresh name; empty: a folder, or the format of the name.
  std::string format;
  exporting::PictureParts with;
  static void fields(auto& self, auto&& visit) {
    visit("every", self.every);
    visit.optional("frames", self.frames);
    visit.optional("folder", self.folder);
    visit.optional("most_bytes", self.most_bytes);
    visit.optional("format", self.format);
    visit.inner(self.with);
  }
};

struct StopSequence : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "stop-sequence", .words = "ends the sequence of pictures", .touches_files = true};
};

}  // namespace heatwave::session
