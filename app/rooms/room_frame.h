// The input of a room in each frame: the session's snapshot to draw, and a way to send commands.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/colour/colouring.h"
#include "app/lines/sampled_field.h"
#include "app/rooms/panes.h"
#include "app/session/command.h"
#include "app/session/snapshot.h"
#include "app/ui/look.h"
#include "app/ui/time_series.h"
#include "app/view/relief.h"

namespace heatwave::rooms {

using CommandSink = std::function<void(session::Command, session::Gesture)>;

/// The times of a frame's parts, for the timings panel.
struct Timings {
  ui::TimeSeries step, copy, draw, ui, present, frame;
  double now = 0.0;  ///< seconds, the clock of the series
  double steps_per_second = 0.0;
  double first_picture_ms = 0.0;  ///< since the program's start
  int frames_from_drag = 0;       ///< frames from the newest drag to its picture, both included
  std::string display_path;
};

/// Numbers gestures; commands of one gesture are undone together.
class Gestures {
 public:
  session::Gesture next() { return ++newest_; }

 private:
  session::Gesture newest_ = 0;
};

inline constexpr const char* kNoRoomForPictures =
    "Nothing is saved now: many pictures still wait to be written";

/// Sends the commands of rooms and panels.
class CommandSender {
 public:
  explicit CommandSender(CommandSink sink) : sink_(std::move(sink)) {}

  /// Sends a command that is undone by itself.
  void send(session::Command command) { sink_(std::move(command), gestures_.next()); }
  /// Sends one of several commands that are undone together.
  void send(session::Command command, session::Gesture gesture) {
    sink_(std::move(command), gesture);
  }
  /// Sends the command of a slider or field while it is held; `grip` distinguishes one hold from
  /// the next.
  void edit(session::Command command, int grip) {
    if (std::exchange(grip_, grip) != grip) edited_ = gestures_.next();
    sink_(std::move(command), edited_);
  }
  /// Shows a message for a few seconds.
  void tell(std::string text) { send(session::ShowMessage{std::move(text)}); }

  [[nodiscard]] Gestures& gestures() { return gestures_; }
  [[nodiscard]] const CommandSink& sink() const { return sink_; }

 private:
  CommandSink sink_;
  Gestures gestures_;
  int grip_ = -1;
  session::Gesture edited_ = 0;
};

struct Frame : ui::Look {
  const session::Snapshot& snapshot;
  const Timings& timings;
  const colour::ColourScale& colours;  ///< current colours of the field
  CommandSender& commands;
  bool writer_has_room;  ///< another picture can be saved
  /// Returns the displayed keys of an action of this room or of the window.
  const std::function<std::string(std::string_view)>& keys_of;
  /// Returns a picture as a texture for this frame; empty function: there are no textures.
  const std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)>& texture_of;
  /// The requested samples of the displayed field; null or empty: none were requested.
  const lines::Samples* samples = nullptr;
  /// The samples as heights for a surface; null or empty: no surface is shown.
  const view::Relief* relief = nullptr;
  /// The comparison with another field; null: none.
  const Comparison* comparison = nullptr;
  /// True if the room shows the greeting, because the user may never have dragged anything.
  bool greets = false;
  /// True if a picture of each step is being saved.
  bool saves_sequence = false;

  void send(session::Command command) const { commands.send(std::move(command)); }
  void edit(session::Command command) const { commands.edit(std::move(command), memory.grips); }
};

}  // namespace heatwave::rooms
