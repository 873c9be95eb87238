// What a room is given in each frame: the session's snapshot to draw, and a way to ask for things.
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

/// The parts of a frame, as the timings panel shows them.
struct Timings {
  ui::TimeSeries step, copy, draw, ui, present, frame;
  double now = 0.0;  ///< seconds, the clock of the series
  double steps_per_second = 0.0;
  double first_picture_ms = 0.0;  ///< since the program was started
  int frames_from_drag = 0;       ///< from the newest drag to its picture, both counted
  std::string display_path;
};

/// Gestures, each fresh: commands that share one are undone together.
class Gestures {
 public:
  session::Gesture next() { return ++newest_; }

 private:
  session::Gesture newest_ = 0;
};

inline constexpr const char* kNoRoomForPictures =
    "Nothing is saved now: many pictures still wait to be written";

/// How rooms and panels ask for anything: by commands.
class CommandSender {
 public:
  explicit CommandSender(CommandSink sink) : sink_(std::move(sink)) {}

  /// Sends a command that is undone by itself.
  void send(session::Command command) { sink_(std::move(command), gestures_.next()); }
  /// Sends one of several commands that are undone together.
  void send(session::Command command, session::Gesture gesture) {
    sink_(std::move(command), gesture);
  }
  /// Sends what a slider or a field does while it is held; `grip` tells one hold from the next.
  void edit(session::Command command, int grip) {
    if (std::exchange(grip_, grip) != grip) edited_ = gestures_.next();
    sink_(std::move(command), edited_);
  }
  /// Shows a sentence for a few seconds.
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
  const colour::ColourScale& colours;  ///< as the field is drawn now
  CommandSender& commands;
  bool writer_has_room;  ///< for another picture
  /// The keys of an action of this room or of the window, as shown.
  const std::function<std::string(std::string_view)>& keys_of;
  /// A picture as a texture that lasts for this frame; empty: there are none.
  const std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)>& texture_of;
  /// The field's values where the room wanted them, as it is drawn; null or none: it did not.
  const lines::Samples* samples = nullptr;
  /// The same as heights, where the room shows a surface; null or none: it does not.
  const view::Relief* relief = nullptr;
  /// The comparison with the field beside; null: there is none.
  const Comparison* comparison = nullptr;
  /// Whether the room greets a person who is not known to have dragged anything.
  bool greets = false;
  /// Whether a picture of each step of the room is being saved.
  bool saves_sequence = false;

  void send(session::Command command) const { commands.send(std::move(command)); }
  void edit(session::Command command) const { commands.edit(std::move(command), memory.grips); }
};

}  // namespace heatwave::rooms
