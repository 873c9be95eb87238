// What the fields room keeps, private to it, and what its parts are given to draw from.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/rooms/fields/contour_cache.h"
#include "app/rooms/fields/field_tools.h"
#include "app/rooms/fields/measure_charts.h"
#include "app/rooms/fields/measure_tools.h"
#include "app/rooms/room.h"
#include "app/rooms/room_frame.h"
#include "app/ui/box.h"
#include "app/ui/group_list.h"
#include "app/view/field_look.h"
#include "app/view/field_mapping.h"
#include "app/view/steady_range.h"
#include "app/view/surface_camera.h"

namespace heatwave::fields_room {

/// A scene that can be opened.
struct SceneChoice {
  std::string name;
  std::string title;
  std::string watch;
  std::string equation;
};

struct FieldsModel {
  std::vector<SceneChoice> scenes;
  std::map<std::string, std::string> last_scene;  ///< by equation
  core::Extent wanted_extent{};                   ///< typed, not yet applied
  core::Extent wanted_for_extent{};
  std::string wanted_for_scene;
  int fixed_pace = 1;  ///< the number kept while the pace is "fit"
  int typed_pace = 0;  ///< steps per frame being typed; 0: none
  std::int64_t sequence_every = 10;
  std::int64_t sequence_frames = 0;
  exporting::PictureParts picture_parts;
  std::string sequence_format;  ///< an extension; empty: a folder
  double sequence_gigabytes = static_cast<double>(session::kMostSequenceBytes) / 1e9;
  PointerInput pointer;
  bool panning = false;
  bool turning = false;
  ui::Folds folds;
  StripModel strip;
  Stopwatch stopwatch;
  bool show_theory = false;
  int levels = 2;  ///< at most, of ticks on the colour bar and of contours
  /// What was set of views that are not shown now.
  std::map<scene::ViewKind, std::vector<double>> view_parameters;
  ContourCache contours;
  ContourCache contours_before;   ///< over the field beside
  std::vector<ui::Box> marked;    ///< where labels of what is measured stood in the last frame
  view::SteadyRange arrow_range;  ///< of what the arrows show
  std::string arrows_of;          ///< the scene and component that it has followed
  view::FieldMapping mapping;
  view::SurfaceCamera camera;
  bool was_fitted = false;  ///< since it was looked at last

  /// All of the field is seen again.
  void fit(bool as_surface) {
    was_fitted = true;
    if (as_surface) {
      camera.reset();
    } else {
      mapping.fit();
    }
  }
};

struct FieldsView : rooms::Frame {
  FieldsModel& model;
  FieldTools& tools;
  MeasureTools& measures;
  view::FieldMapping& mapping;
  const view::FieldLook& look;

  static std::span<const rooms::ActionRow<FieldsView>> actions();
};

std::span<const ui::GroupRow<FieldsView>> side_groups();

void draw_fields_side(FieldsView& context, const ui::Box& area);

}  // namespace heatwave::fields_room
