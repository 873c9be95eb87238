// The owners of the shell, and the dispatch of commands to them.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/session/envelope.h"
#include "app/shell/documents/documents.h"
#include "app/shell/documents/recovery.h"
#include "app/shell/documents/window_pictures.h"
#include "app/shell/field_view/field_view.h"
#include "app/shell/gallery/gallery.h"
#include "app/shell/interface/interface.h"
#include "app/shell/interface/key_router.h"
#include "app/shell/interface/room_set.h"
#include "app/shell/interface/search.h"
#include "app/shell/interface/settings_panel.h"
#include "app/shell/lectures/lectures.h"
#include "app/shell/playback/playback.h"
#include "app/shell/presenter/presenter.h"
#include "app/shell/presenter/tour_guide.h"

namespace heatwave::shell {

class Owners {
 public:
  Owners(const Start& start, session::Session& session, rooms::CommandSender& commands,
         GlfwWindow& window, std::shared_ptr<exporting::ExportQueue> writer,
         session::SessionOptions compared, ui::Memory& memory, std::function<ShellView()> view);

  /// Passes a command to its owner. Owners that may hold back a command for the session see it
  /// first. A failed command shows a message.
  void carry_out(session::Envelope envelope);
  /// The state that the owners publish.
  [[nodiscard]] const ShellSnapshot& now() const { return now_; }
  /// Updates that state.
  void publish();
  /// Runs the key's action in the visible room.
  void press(const KeyPress& key);
  /// Stores the keyboard layout.
  void note_layout(KeyLayout layout) { now_.layout = std::move(layout); }
  /// Adds the owners' state to the status for scripts.
  void add_status(nlohmann::ordered_json& status) const;

 private:
  void hand_over(const session::Envelope& envelope);
  void send_to_session(const session::Envelope& envelope);

  ShellSnapshot now_;
  ShellContext shell_;
  std::string pressed_;  ///< the newest action that a key ran
  int actions_pressed_ = 0;

 public:
  RoomSet rooms;
  Interface interface;
  GlfwWindow& window;
  SearchPanel search;
  SettingsPanel settings;
  Gallery gallery;
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
