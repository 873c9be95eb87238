// What every panel is given: the session's snapshot to draw, and a sink for commands.
#pragma once

#include <imgui.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "app/colour/colouring.h"
#include "app/rooms/fields/field_tools.h"
#include "app/rooms/ui_state.h"
#include "app/session/snapshot.h"
#include "app/ui/theme.h"
#include "app/ui/time_series.h"
#include "app/view/field_mapping.h"

namespace heatwave::panels {

struct FontSet {
  ImFont* body = nullptr;
  ImFont* strong = nullptr;
  ImFont* large = nullptr;
  ImFont* mono = nullptr;  ///< for source code: every letter is as wide
  float size = 16.0F;      ///< of body and strong, in window units
  float large_size = 22.0F;
  float mono_size = 16.0F;
};

/// The parts of a frame, as the timings panel shows them.
struct Timings {
  TimeSeries step, copy, draw, ui, present, frame;
  double now = 0.0;  ///< seconds, the clock of the series
  double steps_per_second = 0.0;
  double memory_bandwidth = 0.0;  ///< the limit of the device that steps, bytes/s; 0: not known
  std::string display_path;
};

/// Where the parts of the window lie, in window units.
struct Layout {
  view::Area top, transport, side, field, colour_bar;
  view::Area room;  ///< all between the bars, beside the side panel
};

struct PanelContext {
  const session::Snapshot& snapshot;
  const Timings& timings;
  const Theme& theme;
  const FontSet& fonts;
  const colour::ColourScale& colours;  ///< as the field is drawn now
  UiState& ui;
  FieldTools& tools;
  view::FieldMapping& mapping;
  const CommandSink& sink;
  /// Opens a scene by its name.
  const std::function<void(const std::string&)>& open_scene;
  float unit = 1.0F;  ///< window units per unit of design (the interface's scale)
  /// A picture as a texture that lasts for this frame; null: there are none.
  const std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)>* texture_of =
      nullptr;

  /// A command that is undone by itself.
  void send(session::Command command) const { sink(std::move(command), tools.next_gesture()); }
};

/// The largest unit at which a window of this size still holds everything.
float largest_unit(double width, double height);
Layout lay_out(double width, double height, float unit, bool side_panel);
/// The colour bar's place close to the part of the grid that is seen, and as high.
view::Area beside(const view::Area& field, const view::Area& seen, const view::Area& bar);

}  // namespace heatwave::panels
