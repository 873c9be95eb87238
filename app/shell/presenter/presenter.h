// Presenting: the room alone, ink, a spotlight, a countdown, displayed keys, a frozen or a black
// picture, a magnifier, and a window for the audience.
#pragma once

#include <imgui.h>
#include <deque>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/presenter/ink.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/shell/window/audience_window.h"
#include "app/shell/window/glfw_window.h"
#include "app/ui/box.h"
#include "app/view/window_copy.h"

namespace heatwave::shell {

/// A pressed key, while it is shown.
struct ShownKey {
  std::string keys;
  std::string what;  ///< its effect; empty: it has no description
  int times = 1;
  double at = 0.0;  ///< time of the last press, in seconds
};

/// State of presenting: the room alone, a pen, displayed keys, a magnified or a frozen picture.
struct PresentModel {
  /// Scale of the interface while the room is presented alone.
  static constexpr float kEnlarged = 1.5F;
  static constexpr double kKeySeconds = 3.0;   ///< seconds for which a key is shown
  static constexpr double kMarkSeconds = 3.0;  ///< seconds for which a resting pointer is marked

  bool on = false;         ///< the room is presented alone
  bool drawing = false;    ///< the pen, the highlighter or the eraser is in use
  bool audience = false;   ///< a window for the audience shows the room alone
  bool held = false;       ///< the room, or the audience's window, is frozen
  bool spotlight = false;  ///< all but a disc about the pointer is dark
  bool blank = false;      ///< the audience sees a black screen
  float magnified = 1.0F;
  Ink ink;
  /// Time at which the countdown ends, in seconds; none: there is no countdown.
  std::optional<double> countdown_ends;
  std::deque<ShownKey> keys;  ///< the newest is last
  ImVec2 pointer{};           ///< its last known position
  double pointed_at = 0.0;    ///< time of its newest movement, in seconds

  /// Leaves the innermost active part of presenting. Returns false if none is active.
  bool leave_one();
  /// Presents the room alone. Its controls stay hidden until the pointer moves.
  void begin();
  /// Stops presenting the room alone, and clears everything shown over it but the ink of a
  /// lecture's steps.
  void end();
  void magnify(float factor);
  void note_key(const std::string& keys, const std::string& what, double now);
  /// Returns whether the pointer is marked: a resting one would cover what the audience reads.
  [[nodiscard]] bool marks_pointer(double now) const { return now - pointed_at < kMarkSeconds; }
  /// Removes keys that have faded away; returns whether any is left.
  bool shows_keys(double now);
  /// Returns the visible part of a magnified window. The point under the pointer does not move.
  [[nodiscard]] ui::Box seen(ImVec2 window) const;
};

/// Returns the name of a chord, such as "Ctrl Shift Z".
std::string name_of(rooms::Chord chord);

/// Areas for presenting in a frame, in window units.
struct PresentPlaces {
  ui::Box window;
  ui::Box presented;  ///< the room with the lecture's caption, shown to the audience
  ui::Box free;       ///< area in which no words of the room must stay readable
  ui::Box keys;       ///< captions of keys
};

/// Returns the centre of the ring that shows the pointer to an audience: at the window's edge, the
/// ring stays whole.
ImVec2 halo_centre(ImVec2 pointer, const ui::Box& window, float unit);

class Presenter {
 public:
  Presenter(const ShellContext& shell, GlfwWindow& window) : shell_(shell), window_(window) {}

  void handle(const session::Present& command) { command.on ? model_.begin() : model_.end(); }
  void handle(const session::LeavePresenting& /*command*/) { model_.leave_one(); }
  void handle(const session::ShowAudience& command);
  void handle(const session::HoldPicture& command) { model_.held = command.on; }
  void handle(const session::UsePen& command) { model_.drawing = command.on; }
  void handle(const session::ChoosePen& command);
  void handle(const session::WipePen& /*command*/) { model_.ink.wipe(); }
  void handle(const session::ShowSpotlight& command) { model_.spotlight = command.on; }
  void handle(const session::BlankScreen& command);
  void handle(const session::StartCountdown& command);
  void handle(const session::Magnify& command) {
    model_.magnify(static_cast<float>(command.factor));
  }
  /// Shows a pressed key and its effect; empty: it has no description.
  void handle(const std::string& keys, const std::string& what) {
    if (model_.on) model_.note_key(keys, what, ImGui::GetTime());
  }

  /// Follows the pointer and the audience's window.
  void update();
  /// Draws the frozen picture below the interface, while the room is frozen.
  void draw(const core::Rect& presented);
  /// Lets the pen draw, unless a question is open over the window. Captures the pointer.
  void draw_paper(ShellView& view, const PresentPlaces& places);
  /// Draws ink, spotlight, countdown, the pointer's halo, keys and lights over everything else.
  void draw(ShellView& view, const rooms::Room& room, const PresentPlaces& places);
  /// Freezes, magnifies and shows the audience the framebuffer's current picture. Returns false
  /// when the window must not show this frame, because it was drawn to be frozen or, with
  /// `for_file`, for a file.
  bool draw_out(const core::Rect& presented, bool for_file);

  [[nodiscard]] PresentStatus status() const;
  /// Returns the height of the room's picture for its readers, in window units; 0: the room is not
  /// presented, here or to an audience.
  [[nodiscard]] float picture_height(const ui::Box& room, float window_height) const;
  void add_status(nlohmann::ordered_json& status) const;

 private:
  [[nodiscard]] bool holds_room() const { return model_.held && audience_ == nullptr; }
  void update_audience();
  void show_audience(const core::Rect& presented, bool goes_on);
  void magnify();

  const ShellContext& shell_;
  GlfwWindow& window_;
  PresentModel model_;
  std::string shown_;  ///< the lecture's step, and whether its answer is shown
  std::unique_ptr<AudienceWindow> audience_;  ///< null: there is no second window
  view::WindowCopy held_;       ///< frozen picture of the room, or the audience's picture
  view::WindowCopy magnified_;  ///< copy of the whole window
};

}  // namespace heatwave::shell
