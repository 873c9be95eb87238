// Finds the owner of each command at compile time.
#include "app/shell/owners.h"

#include <exception>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/session/command.h"
#include "app/shell/interface/key_map.h"
#include "app/shell/window/imgui_context.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
Owners::Owners(const Start& start, session::Session& session, rooms::CommandSender& commands,
               GlfwWindow& the_window, std::shared_ptr<exporting::ExportQueue> writer,
               session::SessionOptions compared, ui::Memory& memory,
               std::function<ShellView()> view)
    : shell_{.start = start,
             .session = session,
             .commands = commands,
             .now = now_,
             .sight = [this] { return rooms.sight(); },
             .room = [this]() -> const rooms::Room& { return rooms.shown(); },
             .view = std::move(view)},
      rooms(shell_),
      interface(shell_),
      window(the_window),
      search(shell_),
      settings(shell_),
      gallery(shell_),
      documents(shell_),
      recovery(shell_, the_window),
      pictures(shell_, the_window, std::move(writer)),
      lectures(shell_),
      playback(shell_),
      presenter(shell_, the_window),
      tour(shell_),
      field(shell_, std::move(compared)),
      keys(shell_, memory) {
  now_.layout = ImGuiContextOwner::layout();
  now_.has_dragged = start.remembered.has_dragged;
  publish();
}

void Owners::publish() {
  now_.room = rooms.shown().entry().id;
  now_.reveals = rooms.shown().reveals();
  now_.lab_divider = rooms.lab_divider();
  now_.turned_groups = rooms.turned_groups();
  now_.asks_something = documents.asks_something() || recovery.asks_something() ||
                        search.is_open() || gallery.is_open() || pictures.asks_something() ||
                        settings.is_open();
  now_.interface = interface.status();
  now_.interface.search_open = search.is_open();
  now_.interface.gallery_open = gallery.is_open();
  now_.interface.settings_open = settings.is_open();
  now_.field = field.status();
  now_.lecture = lectures.status();
  now_.playback = playback.status();
  now_.present = presenter.status();
  now_.tour = tour.status();
  now_.pictures = pictures.status();
  now_.documents = documents.status();
  now_.is_full_screen = window.is_full_screen();
}

void Owners::carry_out(session::Envelope envelope) {
  try {
    if (const std::string why = session::why_not_permitted(envelope); !why.empty()) {
      throw core::Error(why);
    }
    hand_over(envelope);
  } catch (const std::exception& error) {
    shell_.tell_why(error);
  }
}

void Owners::hand_over(const session::Envelope& envelope) {
  std::visit(
      [&](const auto& each) {
        if constexpr (std::decay_t<decltype(each)>::kTraits.for_window) {
          session::owner_of(each, rooms, interface, window, search, settings, gallery, documents,
                            pictures, lectures, playback, presenter, tour, field)
              .handle(each);
          publish();
        } else {
          send_to_session(envelope);
        }
      },
      envelope.command);
}

void Owners::send_to_session(const session::Envelope& envelope) {
  const session::Command& command = envelope.command;
  now_.has_dragged = now_.has_dragged || is_dragged(command);
  tour.observe(command);
  recovery.observe(command);
  if (!playback.admit(command) || !lectures.admit(command, envelope.gesture)) return;
  shell_.session.submit(envelope);
}

void Owners::press(const KeyPress& key) {
  KeyAction action = action_of(rooms.shown(), key);
  const auto is = [&key](int sign) {
    return key.chord == rooms::Chord{sign} || key.typed == rooms::Chord{sign};
  };
  if (accepts_blanking_keys(now_) && (is('B') || is('.'))) {
    action = {.of_shell = rooms::find_action(ShellView::actions(), "blank_screen")};
  }
  const rooms::Action* known = action.any();
  const std::string id = known != nullptr ? known->id : "";
  // A lecture goes on by these keys all the time, so that their captions would tell nothing.
  if (id != "lecture_next" && id != "lecture_back") {
    presenter.handle(name_of(key.chord), known != nullptr ? known->what : "");
  }
  if (known == nullptr) return;
  ShellView view = shell_.view();
  if (action.of_room != nullptr) {
    rooms.shown().perform(*action.of_room, view);
  } else {
    rooms::perform(*action.of_shell, view);
  }
  pressed_ = known->id;
  ++actions_pressed_;
}

void Owners::add_status(nlohmann::ordered_json& status) const {
  status["done"] = pressed_;
  status["actions"] = actions_pressed_;
  status["offers_to_go_back"] = recovery.asks_something();
  status["told"] = interface.message();
  documents.add_status(status);
  presenter.add_status(status);
  search.add_status(status);
  gallery.add_status(status);
  pictures.add_status(status);
}

}  // namespace heatwave::shell
