// What the fields room keeps, private to it, and what its parts are given to draw from.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/rooms/fields/contour_cache.h"
#include "app/rooms/fields/field_tools.h"
#include "app/rooms/fields/measure_strip.h"
#include "app/rooms/fields/measure_tools.h"
#include "app/rooms/fields/stopwatch.h"
#include "app/rooms/room.h"
#include "app/rooms/room_frame.h"
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

/// The size of the grid, typed and not yet applied.
struct TypedSize {
  core::Extent wanted{};
  core::Extent of_extent{};  ///< the extent and the scene that it was typed for
  std::string of_scene;
};

/// Steps per frame.
struct PaceModel {
  int fixed = 1;  ///< kept while the pace is "fit"
  int typed = 0;  ///< being typed; 0: none
};

/// The sequence or the film to be saved next.
struct SequenceModel {
  std::int64_t every = 10;
  std::int64_t frames = 0;
  std::string format;  ///< an extension; empty: a folder
  double gigabytes = static_cast<double>(session::kMostSequenceBytes) / 1e9;
};

struct ContourModel {
  int levels = 2;  ///< at most, of contours and of ticks on the colour bar
  ContourCache now;
  ContourCache before;  ///< over the field beside
};

/// The range of the fluxes that arrows show.
struct ArrowScale {
  view::SteadyRange range;
  std::string of;  ///< the scene and component that it has followed
};

struct FieldsModel {
  std::vector<SceneChoice> scenes;
  std::map<std::string, std::string> last_scene;  ///< by equation
  TypedSize size;
  PaceModel pace;
  SequenceModel sequence;
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
  std::vector<ui::Box> marked;  ///< where labels of what is measured stood in the last frame
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

}  // namespace heatwave::fields_room
