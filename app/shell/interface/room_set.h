// The rooms of the window: which is shown, what keys and commands do in it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/interface/key_map.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class RoomSet {
 public:
  /// `view` makes what rooms and the shell's actions are given.
  RoomSet(const ShellContext& shell, std::function<ShellView()> view);

  void handle(const session::ShowRoom& command);
  void handle(const session::ShowSight& command);
  void handle(const session::ShowFinding& command);
  void handle(const session::PerformAction& command);
  /// Does what the key does in the room shown. Returns the action's id; empty: none has the key.
  std::string handle(const KeyPress& key);

  /// The pointer's input of this frame: for the room shown, unless its picture is held.
  void update();
  void lay_out(const rooms::Layout& layout, float unit);

  [[nodiscard]] rooms::Room& shown() const { return *shown_; }
  [[nodiscard]] const std::vector<rooms::Room*>& all() const { return pointers_; }
  [[nodiscard]] bool shows_field() const { return shown_->field() != nullptr; }
  /// What the rooms show.
  [[nodiscard]] session::Sight sight() const;

 private:
  [[nodiscard]] rooms::Room* find(const std::string& id) const;
  /// Shows the room; an empty id leaves the one shown.
  void show(const std::string& id);

  const ShellContext& shell_;
  std::function<ShellView()> view_;
  std::vector<std::unique_ptr<rooms::Room>> rooms_;
  std::vector<rooms::Room*> pointers_;
  rooms::Room* shown_ = nullptr;
};

}  // namespace heatwave::shell
