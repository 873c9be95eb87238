// The field as a whole: its scene, its rules, its course.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

struct SetGuard {
  static constexpr CommandTraits kTraits{
      .name = "set-guard",
      .words = "holds parameters within the stability rule, or lets them go",
      .undo = UndoClass::scene,
      .changes_scene = true,
      .recorded = true};
  bool on = true;
  static void fields(auto& self, auto&& visit) { visit("on", self.on); }
};

struct SetEdges {
  static constexpr CommandTraits kTraits{.name = "set-edges",
                                         .words = "sets what the edges of the grid are",
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
  std::string component;  ///< empty: the equation's main one
  static void fields(auto& self, auto&& visit) { visit("component", self.component); }
};

struct SetView {
  static constexpr CommandTraits kTraits{
      .name = "set-view",
      .words = "shows the field flat, with contours, or by another view",
      .changes_scene = true,
      .recorded = true};
  scene::ViewKind view{};
  std::vector<double> parameters;  ///< of the view, in its order; empty: their initial values
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
  std::vector<float> cells;  ///< component after component, row by row
  static void fields(auto& self, auto&& visit) { visit("cells", self.cells); }
};

/// To the bit. How a recording begins in mid-course, and how it takes up what no command in it did.
struct PutBack {
  static constexpr CommandTraits kTraits{
      .name = "put-back",
      .words = "brings back a scene, and a field where one is given, as they once were",
      .changes_scene = true,
      .recorded = true};
  scene::Scene scene;
  int newest_id = 0;  ///< the highest number that an item was ever given
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
  /// The step at which the field pauses; none: the field runs on, or to the step that an earlier
  /// Play named if a pause interrupted that.
  std::optional<std::int64_t> until;
  static void fields(auto& self, auto&& visit) { visit.optional("until", self.until); }
};

struct Pause {
  static constexpr CommandTraits kTraits{
      .name = "pause", .words = "lets the field rest", .least_role = ClientRole::assistant};
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

struct Advance {
  static constexpr CommandTraits kTraits{
      .name = "advance", .words = "takes so many steps at once, whether playing or not"};
  std::int64_t steps = 1;
  static void fields(auto& self, auto&& visit) { visit("steps", self.steps); }
};

struct Reset {
  static constexpr CommandTraits kTraits{
      .name = "reset",
      .words = "brings back the first field of the scene; its items stay as they are",
      .undo = UndoClass::field,
      .recorded = true,
      .least_role = ClientRole::assistant};
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

struct Undo {
  static constexpr CommandTraits kTraits{.name = "undo",
                                         .words = "takes back the newest change",
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::lecturer};
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

struct Redo {
  static constexpr CommandTraits kTraits{.name = "redo",
                                         .words = "does again what was undone last",
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::lecturer};
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

struct ChooseBackend {
  static constexpr CommandTraits kTraits{.name = "choose-backend",
                                         .words = "chooses what computes the field"};
  field::Backend backend = field::Backend::automatic;
  int threads = 0;  ///< 0: as many as the machine has processors
  static void fields(auto& self, auto&& visit) {
    visit("backend", self.backend);
    visit.optional("threads", self.threads);
  }
};

}  // namespace heatwave::session
