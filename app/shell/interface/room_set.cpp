// Finds rooms, actions and findings by their names.
#include "app/shell/interface/room_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/rooms/fields/fields_room.h"
#include "app/rooms/lab/lab_room.h"
#include "app/rooms/stage/stage_room.h"
#include "app/shell/interface/key_map.h"
#include "app/shell/shell_view.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

RoomSet::RoomSet(const ShellContext& shell) : shell_(shell) {
  rooms_.push_back(std::make_unique<fields_room::FieldsRoom>(shell.commands.gestures()));
  rooms_.push_back(std::make_unique<lab_room::LabRoom>());
  rooms_.push_back(std::make_unique<stage_room::StageRoom>());
  for (const auto& each : rooms_) pointers_.push_back(each.get());
  find(rooms::kLab.id)->show(shell.start.place.experiment);
  find(rooms::kStage.id)->show(shell.start.place.lesson);
  find(rooms::kLab.id)->place_divider(shell.start.remembered.lab_divider);
  for (rooms::Room* const room : pointers_) {
    const std::string prefix = room->entry().id + std::string("/");
    std::set<std::string> turned;
    for (const std::string& group : shell.start.remembered.turned_groups) {
      if (group.starts_with(prefix)) turned.insert(group.substr(prefix.size()));
    }
    room->folds().restore(std::move(turned));
  }
  shown_ = find(shell.start.place.room);
  if (shown_ == nullptr) shown_ = pointers_.front();
}

std::vector<std::string> RoomSet::turned_groups() const {
  std::vector<std::string> all;
  for (rooms::Room* const room : pointers_) {
    for (const std::string& title : room->folds().turned()) {
      all.push_back(room->entry().id + std::string("/") + title);
    }
  }
  return all;
}

rooms::Room* RoomSet::find(const std::string& id) const {
  const auto at = std::find_if(pointers_.begin(), pointers_.end(),
                               [&](const rooms::Room* each) { return each->entry().id == id; });
  return at == pointers_.end() ? nullptr : *at;
}

void RoomSet::show(const std::string& id) {
  if (id.empty()) return;
  rooms::Room* const room = find(id);
  if (room == nullptr) throw core::Error(fmt::format("there is no room '{}'", id));
  shown_ = room;
}

void RoomSet::handle(const session::ShowRoom& command) {
  show(command.room);
  if (!command.what.empty()) shown_->show(command.what);
}

void RoomSet::handle(const session::ShowSight& command) {
  show(rooms::kRooms.at(static_cast<std::size_t>(command.sight.place)).id);
  for (rooms::Room* each : pointers_) each->look_at(command.sight);
}

void RoomSet::handle(const session::ShowFinding& command) {
  show(command.room);
  const auto all = shown_->findings(shell_.session.snapshot());
  const auto found = std::find_if(all.begin(), all.end(), [&](const rooms::Finding& each) {
    return each.kind == command.kind && each.id == command.id;
  });
  if (found == all.end()) {
    throw core::Error(fmt::format("there is no {} '{}'", command.kind, command.id));
  }
  shown_->show_found(*found, shell_.view());
}

void RoomSet::handle(const session::PerformAction& command) {
  show(command.room);
  ShellView view = shell_.view();
  // A disabled action throws its reason.
  const auto refuse = [](const std::string& reason) {
    if (!reason.empty()) throw core::Error(reason);
  };
  if (const rooms::Action* action = find_action(*shown_, command.action)) {
    refuse(shown_->why_not(*action, view));
    return shown_->perform(*action, view);
  }
  const auto* row = rooms::find_action(ShellView::actions(), command.action);
  if (row == nullptr) throw core::Error(fmt::format("no action is called '{}'", command.action));
  refuse(rooms::why_not(*row, view));
  row->act(view);
}

void RoomSet::handle(const session::RevealTime& command) {
  shown_->reveal(command.on ? 1 : -1, shell_.view());
}

void RoomSet::update() {
  const ShellView view = shell_.view();
  for (rooms::Room* each : pointers_) {
    if (each == shown_ && !shell_.now.present.holds_picture) {
      each->take_pointer(view);
    } else {
      each->rest(view);
    }
  }
}

void RoomSet::lay_out(const rooms::Layout& layout, float unit) {
  for (rooms::Room* each : pointers_) each->lay_out(layout, shell_.session.snapshot(), unit);
}

session::Sight RoomSet::sight() const {
  session::Sight sight;
  for (const rooms::Room* each : pointers_) each->note_sight(sight);
  const auto place = std::find(rooms::kRooms.begin(), rooms::kRooms.end(), shown_->entry());
  sight.place = static_cast<session::Place>(place - rooms::kRooms.begin());
  return sight;
}

}  // namespace heatwave::shell
