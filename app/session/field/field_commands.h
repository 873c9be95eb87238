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
  static constexpr auto kTraits = scene_edit(
      "set-parameter", "gives a parameter of the equation a value", ClientRole::assistant);
  std::string id;
  double value = 0.0;
  static void fields(auto& self, auto&& visit) {
    visit("id", self.id);
    visit("value", self.value);
  }
};

struct SetGuard : SwitchCommand {
  static constexpr auto kTraits =
      scene_edit("set-guard", "holds parameters within the stability rule, or lets them go");
};

struct SetEdges {
  static constexpr auto kTraits =
      scene_edit("set-edges", "sets the boundary conditions of the grid");
  field::Edges edges;
  static void fields(auto& self, auto&& visit) { visit("edges", self.edges); }
};

struct SetColours {
  static constexpr auto kTraits =
      recorded_change("set-colours", "sets how the component that is shown is coloured");
  colour::ColourChoice colours;
  static void fields(auto& self, auto&& visit) { visit.inner(self.colours); }
};

struct ShowComponent {
  static constexpr auto kTraits = recorded_change(
      "show-component", "shows another component of the field, or an expression of the components");
  /// A component, a view that the scene lists, or an expression such as u^2 + v^2; empty: the
  /// equation's main component
  std::string component;
  static void fields(auto& self, auto&& visit) { visit("component", self.component); }
};

struct ShowBeside {
  static constexpr auto kTraits = recorded_change(
      "show-beside", "shows a second component or expression beside the first one, or none");
  /// A component, a view that the scene lists, or an expression; empty: none
  std::string quantity;
  static void fields(auto& self, auto&& visit) { visit.optional("quantity", self.quantity); }
};

struct SetView {
  static constexpr auto kTraits =
      recorded_change("set-view", "shows the field flat, with contours, or by another view");
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
    visit.optional("relief", self.layers.relief);
    visit.optional("range_outline", self.layers.range_outline);
  }
};

struct SetFlow {
  static constexpr auto kTraits = recorded_change(
      "set-flow", "sets the two expressions, to the right and upwards, whose vectors arrows show");
  std::vector<std::string> expressions;  ///< empty: arrows show the flux of heat or energy
  static void fields(auto& self, auto&& visit) { visit.optional("expressions", self.expressions); }
};

struct SetViewpoint {
  static constexpr auto kTraits = recorded_change(
      "set-viewpoint", "magnifies and moves what is seen of the field, and turns the surface");
  scene::Viewpoint viewpoint;
  static void fields(auto& self, auto&& visit) { visit.inner(self.viewpoint); }
};

struct SetPace {
  static constexpr auto kTraits = recorded_change("set-pace", "sets the steps taken in a frame");
  scene::Pace pace;
  static void fields(auto& self, auto&& visit) { visit("pace", self.pace); }
};

struct DescribeScene {
  static constexpr auto kTraits = recorded_change(
      "describe-scene", "gives the scene a title, and a sentence on what to watch for");
  std::string title;
  std::string watch;
  static void fields(auto& self, auto&& visit) {
    visit("title", self.title);
    visit.optional("watch", self.watch);
  }
};

struct LoadScene {
  static constexpr auto kTraits =
      field_edit("load-scene", "begins another scene", ClientRole::lecturer);
  scene::Scene scene;
  static void fields(auto& self, auto&& visit) { visit("scene", self.scene); }
};

struct SetFormula {
  static constexpr auto kTraits =
      field_edit("set-formula", "gives the scene an equation that is typed as a formula");
  std::string text;
  /// False: a field that has taken steps goes on from its values, where the components are as many.
  bool restart = false;
  static void fields(auto& self, auto&& visit) {
    visit("text", self.text);
    visit.optional("restart", self.restart);
  }
};

struct Resize {
  static constexpr auto kTraits =
      field_edit("resize", "puts the scene on another grid, its shapes scaled with it");
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
  static constexpr auto kTraits = recorded_change(
      "put-back", "brings back a scene, and a field where one is given, as they once were");
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
  static constexpr auto kTraits =
      recorded_change("undo", "takes back the newest change", ClientRole::lecturer);
};

struct Redo : PlainCommand {
  static constexpr auto kTraits =
      recorded_change("redo", "redoes the last undone change", ClientRole::lecturer);
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
  static constexpr auto kTraits =
      scene_edit("add-item", "adds a source, a wall or a medium", ClientRole::student);
  scene::Item item;  ///< the session assigns its id
  static void fields(auto& self, auto&& visit) { visit("item", self.item); }
};

struct ChangeItem {
  static constexpr auto kTraits =
      scene_edit("change-item", "replaces the item of the same number", ClientRole::student);
  scene::Item item;
  static void fields(auto& self, auto&& visit) { visit("item", self.item); }
};

struct MoveItem {
  static constexpr auto kTraits =
      scene_edit("move-item", "moves an item by a number of cells", ClientRole::student);
  int id = 0;
  core::Point by;
  static void fields(auto& self, auto&& visit) {
    visit("id", self.id);
    visit("by", self.by);
  }
};

/// Sends only the new points of a stroke, not all of it each time.
struct ExtendItem {
  static constexpr auto kTraits =
      scene_edit("extend-item", "lengthens an item that is a brush stroke", ClientRole::student);
  int id = 0;
  std::vector<core::Point> points;
  static void fields(auto& self, auto&& visit) {
    visit("id", self.id);
    visit("points", self.points);
  }
};

struct RemoveItem {
  static constexpr auto kTraits = scene_edit("remove-item", "removes an item", ClientRole::student);
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
  static constexpr auto kTraits =
      field_edit("erase", "rubs out items under the brush and brings the field there to rest",
                 ClientRole::student);
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
  static constexpr auto kTraits =
      scene_edit("add-probe", "drops a probe that reads a cell", ClientRole::student);
  core::Point point;
  static void fields(auto& self, auto&& visit) { visit("point", self.point); }
};

struct MoveProbe {
  static constexpr auto kTraits =
      scene_edit("move-probe", "puts a probe elsewhere", ClientRole::student);
  int number = 0;
  core::Point to;
  static void fields(auto& self, auto&& visit) {
    visit("number", self.number);
    visit("to", self.to);
  }
};

struct RemoveProbe {
  static constexpr auto kTraits =
      scene_edit("remove-probe", "takes a probe away", ClientRole::student);
  int number = 0;
  static void fields(auto& self, auto&& visit) { visit("number", self.number); }
};

struct SetLine {
  static constexpr auto kTraits =
      scene_edit("set-line", "lays the profile or the tape across the field", ClientRole::student);
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
  static constexpr auto kTraits =
      scene_edit("remove-line", "takes the profile or the tape away", ClientRole::student);
  scene::LineKind line = scene::LineKind::profile;
  static void fields(auto& self, auto&& visit) { visit("line", self.line); }
};

struct SetSampling {
  static constexpr auto kTraits =
      scene_edit("set-sampling", "sets the steps between samples of the probes; 0: automatic");
  std::int64_t every = 0;
  static void fields(auto& self, auto&& visit) { visit("every", self.every); }
};

struct WatchTotals : SwitchCommand {
  static constexpr auto kTraits = scene_edit(
      "watch-totals",
      "records the minimum, the maximum and the total heat or energy, or stops recording them");
};

struct SetUnits {
  static constexpr auto kTraits = scene_edit(
      "set-units", "sets the physical units of cells, steps and values, or removes them");
  std::optional<scene::Units> units;
  static void fields(auto& self, auto&& visit) { visit.optional("units", self.units); }
};

struct SaveMeasures {
  static constexpr auto kTraits = file_command("save-measures", "saves what was measured as CSV");
  scene::MeasureTable table = scene::MeasureTable::probes;
  std::string path;  ///< empty: a fresh name in the export folder
  static void fields(auto& self, auto&& visit) {
    visit("table", self.table);
    visit.optional("path", self.path);
  }
};

struct SaveFieldPng {
  static constexpr auto kTraits =
      file_command("save-field-png", "saves the field as a picture, one pixel a cell");
  std::string path;  ///< empty: a fresh name in the export folder
  exporting::PictureParts with;
  static void fields(auto& self, auto&& visit) {
    visit.optional("path", self.path);
    visit.inner(self.with);
  }
};

struct SetExportFolder {
  static constexpr auto kTraits = file_command(
      "set-export-folder", "sets the folder of pictures, films and tables without a given name");
  std::string path;
  static void fields(auto& self, auto&& visit) { visit("path", self.path); }
};

struct SaveScene {
  static constexpr auto kTraits = file_command("save-scene", "saves the scene as a file");
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
  static constexpr auto kTraits =
      file_command("start-sequence", "saves a picture at a fixed interval of steps");
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
  static constexpr auto kTraits = file_command("stop-sequence", "ends the sequence of pictures");
};

}  // namespace heatwave::session
