// Presenting: the room alone, a pen, keys as they are pressed, a held picture, a magnifier, and a
// window for the audience.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/rooms/room.h"
#include "app/shell/presenter/present_model.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/shell/window/audience_window.h"
#include "app/shell/window/glfw_window.h"
#include "app/view/window_copy.h"

namespace heatwave::shell {

/// Places that presenting knows of in a frame, in window units.
struct PresentPlaces {
  ui::Box window;
  ui::Box presented;  ///< the room with the lecture's caption: what the audience sees
  ui::Box free;       ///< where nothing of the room must be read
};

class Presenter {
 public:
  Presenter(const ShellContext& shell, GlfwWindow& window) : shell_(shell), window_(window) {}

  void handle(const session::Present& command);
  void handle(const session::LeavePresenting& command);
  void handle(const session::ShowAudience& command);
  void handle(const session::HoldPicture& command);
  void handle(const session::UsePen& command);
  void handle(const session::WipePen& command);
  void handle(const session::Magnify& command);
  /// Shows a key that was pressed and what it does; empty: nothing that has words.
  void handle(const std::string& keys, const std::string& what);

  /// Follows the pointer and the audience's window.
  void update();
  /// Draws the held picture below the interface, where the room's picture is held.
  void draw(const core::Rect& presented);
  /// Lets the pen draw, unless something is asked over the window.
  void draw_paper(const ui::Box& window);
  /// Draws what lies over the window, with Dear ImGui.
  void draw(ShellView& view, const rooms::Room& room, const PresentPlaces& places);
  /// Takes, magnifies and shows the audience what is in the framebuffer now. Returns false where
  /// this picture was drawn to be held and the window does not show it. `for_file`: likewise.
  bool draw_out(const core::Rect& presented, bool for_file);

  [[nodiscard]] PresentStatus status() const;
  /// How high the picture of the room is for those who read it, in window units; 0: the room is not
  /// presented, here or to an audience.
  [[nodiscard]] float picture_height(const ui::Box& room, float window_height) const;
  void add_status(nlohmann::ordered_json& status) const;

 private:
  [[nodiscard]] bool holds_room() const { return model_.held && audience_ == nullptr; }
  void turn_audience();
  void show_audience(const core::Rect& presented, bool goes_on);
  void magnify();

  const ShellContext& shell_;
  GlfwWindow& window_;
  PresentModel model_;
  std::unique_ptr<AudienceWindow> audience_;  ///< null: there is one window
  view::WindowCopy held_;                     ///< of the room; or what the audience sees
  view::WindowCopy magnified_;                ///< of the window as it was drawn
};

}  // namespace heatwave::shell
