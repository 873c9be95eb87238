// The owners of the shell, and the way of a command to the one that carries it out.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/session/envelope.h"
#include "app/shell/documents/documents.h"
#include "app/shell/documents/recovery.h"
#include "app/shell/documents/window_pictures.h"
#include "app/shell/field_view/field_view.h"
#include "app/shell/interface/interface.h"
#include "app/shell/interface/key_router.h"
#include "app/shell/interface/room_set.h"
#include "app/shell/interface/search_panel.h"
#include "app/shell/lectures/lectures.h"
#include "app/shell/playback/playback.h"
#include "app/shell/presenter/presenter.h"
#include "app/shell/presenter/tour_guide.h"
#include "app/shell/window/window_control.h"

namespace heatwave::shell {

class Owners {
 public:
  Owners(const Start& start, session::Session& session, rooms::CommandSender& commands,
         GlfwWindow& window, std::shared_ptr<exporting::ExportQueue> writer,
         session::SessionOptions compared, ui::Memory& memory, std::function<ShellView()> view);

  /// Hands a command to its owner. A command for the session goes through those that may keep it
  /// back. What cannot be done is told.
  void carry_out(session::Envelope envelope);
  /// What the owners show of themselves.
  [[nodiscard]] const ShellSnapshot& now() const { return now_; }
  /// Brings that up to date.
  void publish();
  /// Does what a key does in the room shown.
  void press(const KeyPress& key);
  /// What is printed on the keys.
  void note_layout(KeyLayout layout) { now_.layout = std::move(layout); }
  /// Tells a script that drives the window what the owners show.
  void add_status(nlohmann::ordered_json& status) const;

 private:
  void hand_over(const session::Envelope& envelope);
  void send_to_session(const session::Envelope& envelope);

  ShellSnapshot now_;
  ShellContext shell_;
  std::string pressed_;  ///< the action that a key was for, the newest
  int actions_pressed_ = 0;

 public:
  RoomSet rooms;
  Interface interface;
  WindowControl window;
  SearchPanel search;
  Documents documents;
  Recovery recovery;
  WindowPictures pictures;
  Lectures lectures;
  Playback playback;
  Presenter presenter;
  TourGuide tour;
  FieldView field;
  KeyRouter keys;
};

}  // namespace heatwave::shell
