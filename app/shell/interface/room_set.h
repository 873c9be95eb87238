// The rooms of the window: the visible one, and the effect of keys and commands in it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/shell_context.h"

namespace heatwave::shell {

class RoomSet {
 public:
  explicit RoomSet(const ShellContext& shell);

  void handle(const session::ShowRoom& command);
  void handle(const session::ShowSight& command);
  void handle(const session::ShowFinding& command);
  void handle(const session::PerformAction& command);
  void handle(const session::RevealTime& command);

  /// Passes the pointer's input of this frame to the visible room, unless its picture is frozen.
  void update();
  void lay_out(const rooms::Layout& layout, float unit);

  [[nodiscard]] rooms::Room& shown() const { return *shown_; }
  [[nodiscard]] const std::vector<rooms::Room*>& all() const { return pointers_; }
  [[nodiscard]] bool shows_field() const { return shown_->field() != nullptr; }
  /// Share of the lab above its divider.
  [[nodiscard]] float lab_divider() const { return find(rooms::kLab.id)->divider(); }
  /// The groups of side panels that are not in their initial state, as "room/title".
  [[nodiscard]] std::vector<std::string> turned_groups() const;
  /// The current view of each room.
  [[nodiscard]] session::Sight sight() const;

 private:
  [[nodiscard]] rooms::Room* find(const std::string& id) const;
  /// Shows the room; with an empty id, the visible room stays.
  void show(const std::string& id);

  const ShellContext& shell_;
  std::vector<std::unique_ptr<rooms::Room>> rooms_;
  std::vector<rooms::Room*> pointers_;
  rooms::Room* shown_ = nullptr;
};

}  // namespace heatwave::shell
