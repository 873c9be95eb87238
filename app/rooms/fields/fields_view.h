// The private state of the fields room, the context that its parts draw from, and the actions that
// keys and buttons share.
#pragma once

#include <imgui.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/colour/colouring.h"
#include "app/lines/contours.h"
#include "app/rooms/fields/field_tools.h"
#include "app/rooms/fields/measure_charts.h"
#include "app/rooms/fields/measure_tools.h"
#include "app/rooms/room.h"
#include "app/ui/box.h"
#include "app/ui/group_list.h"
#include "app/view/field_look.h"
#include "app/view/field_mapping.h"
#include "app/view/steady_range.h"
#include "app/view/surface_camera.h"

namespace heatwave::fields_room {

/// Everything that the drawn contours depend on.
struct ContourKey {
  std::uint64_t version = 0;  ///< version of the samples
  colour::ColourScale scale;
  std::vector<double> levels;
  bool labelled = false;
  float unit = 0.0F;
  ui::Box seen;
  core::Point corner;  ///< window positions of three corners of the grid
  core::Point across;
  core::Point down;
  friend bool operator==(const ContourKey&, const ContourKey&) = default;
};

/// A line as drawn into the window.
struct ContourLine {
  ImU32 colour = 0;
  bool closed = false;
  std::vector<ImVec2> points;
};

/// The drawn contours, kept until the field or its view changes.
struct ContourCache {
  ContourKey key;
  std::vector<ContourLine> lines;
  std::vector<lines::LevelLabel> labels;
};

/// A scene that can be opened.
struct SceneChoice {
  std::string name;
  std::string title;
  std::string watch;
  std::string equation;
  std::string family;  ///< title of the group that it stands in
};

/// A size of the grid that was typed and is not yet applied.
struct TypedSize {
  core::Extent wanted{};
  core::Extent of_extent{};  ///< extent and scene for which it was typed
  std::string of_scene;
};

/// An expression that is being typed, and is applied after a short pause.
struct TypedExpression {
  std::string text;
  std::string of;             ///< text of the shown quantity in the last frame
  std::optional<double> due;  ///< time at which the text is applied; none: nothing was typed
  std::optional<field::formula::Problem> mistake;  ///< the text's first mistake; none: it has none
};

struct TypedQuantities {
  TypedExpression shown;
  bool is_open = false;  ///< the field for an expression is drawn although a component is shown
  TypedExpression beside;
  bool is_beside_open = false;
  std::array<TypedExpression, 2> flow;

  /// True while a typed expression waits for the pause after which it is applied.
  [[nodiscard]] bool wait() const {
    return shown.due || beside.due ||
           std::any_of(flow.begin(), flow.end(),
                       [](const TypedExpression& one) { return one.due.has_value(); });
  }
};

/// Steps per frame.
struct PaceModel {
  int fixed = 1;  ///< kept while the pace is "fit"
  int typed = 0;  ///< value being typed; 0: none
};

struct ContourModel {
  int levels = 2;  ///< maximum number of colour bar ticks and of contours
  ContourCache now;
  ContourCache before;  ///< contours over the other field, or the second quantity
};

/// The range of the fluxes that arrows show.
struct ArrowScale {
  view::SteadyRange range;
  std::string of;  ///< scene and component that the range belongs to
};

struct FieldsModel {
  std::vector<SceneChoice> scenes;
  std::map<std::string, std::string> last_scene;  ///< last shown scene of each equation
  TypedSize size;
  TypedQuantities typed;
  PaceModel pace;
  exporting::PictureParts picture_parts;
  PointerInput pointer;
  bool panning = false;
  bool turning = false;
  ui::Folds folds;
  StripModel strip;
  Stopwatch stopwatch;
  bool show_theory = false;
  ContourModel contours;
  ArrowScale arrows;
  /// Parameters of the views that are not shown now.
  std::map<scene::ViewKind, std::vector<double>> view_parameters;
  std::vector<ui::Box> marked;  ///< boxes of the measures' labels in the last frame
  view::FieldMapping mapping;
  view::SurfaceCamera camera;
  bool was_fitted = false;  ///< fit() was called since the last frame

  /// Shows the whole field again.
  void fit(bool as_surface) {
    was_fitted = true;
    if (as_surface) {
      camera.reset();
    } else {
      mapping.fit();
    }
  }
};

class FormulaPanel;

struct FieldsView : rooms::Frame {
  FieldsModel& model;
  FieldTools& tools;
  MeasureTools& measures;
  FormulaPanel& formula;
  view::FieldMapping& mapping;
  const view::FieldLook& look;

  static std::span<const rooms::ActionRow<FieldsView>> actions();
};

std::span<const ui::GroupRow<FieldsView>> side_groups();

/// Opens a scene by its name or path; shows a message if there is none.
void open_scene(FieldsView& context, const std::string& name);

}  // namespace heatwave::fields_room
