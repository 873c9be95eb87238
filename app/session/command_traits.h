// Traits of all commands of a kind. A command is a struct with `kTraits` and with `fields`, which
// passes each field to a visitor: visit(name, field) for a required field, visit.optional(name,
// field) for an optional one, visit.inner(field) for a struct whose fields appear at the same
// level.
#pragma once

#include <cstdint>
#include <string_view>

namespace heatwave::session {

/// State that Undo restores after a command.
enum class UndoClass : std::uint8_t {
  none,   ///< the command cannot be undone
  scene,  ///< the previous scene; the field continues
  field,  ///< the previous scene and field
};

/// Roles of senders in rising order; each includes the rights of the earlier ones.
enum class ClientRole : std::uint8_t { viewer, student, assistant, lecturer, home };

struct CommandTraits {
  std::string_view name;   ///< name in JSON: "add-item"
  std::string_view words;  ///< description for the help
  UndoClass undo = UndoClass::none;
  bool changes_scene = false;
  /// The field or the Stage's play depends on the command, so recordings contain it. Commands that
  /// only choose where, when or how fast to compute are not recorded: a recording counts the steps
  /// themselves.
  bool recorded = false;
  /// The command reads or writes files, or may lead to that. It is refused unless it comes from the
  /// window or from a script with permission to write.
  bool touches_files = false;
  /// The window carries out the command; a session without a window refuses it.
  bool for_window = false;
  /// The least role of a client that may send it.
  ClientRole least_role = ClientRole::home;
};

// The traits of the usual kinds of commands

/// A change of the scene that can be undone; the field continues.
constexpr CommandTraits scene_edit(std::string_view name, std::string_view words,
                                   ClientRole least_role = ClientRole::home) {
  return {.name = name,
          .words = words,
          .undo = UndoClass::scene,
          .changes_scene = true,
          .recorded = true,
          .least_role = least_role};
}
/// A change of the scene and its field that can be undone.
constexpr CommandTraits field_edit(std::string_view name, std::string_view words,
                                   ClientRole least_role = ClientRole::home) {
  CommandTraits traits = scene_edit(name, words, least_role);
  traits.undo = UndoClass::field;
  return traits;
}
/// A change of the scene that is not undone, such as another view.
constexpr CommandTraits recorded_change(std::string_view name, std::string_view words,
                                        ClientRole least_role = ClientRole::home) {
  CommandTraits traits = scene_edit(name, words, least_role);
  traits.undo = UndoClass::none;
  return traits;
}
constexpr CommandTraits file_command(std::string_view name, std::string_view words) {
  return {.name = name, .words = words, .touches_files = true};
}
constexpr CommandTraits window_command(std::string_view name, std::string_view words,
                                       ClientRole least_role = ClientRole::home) {
  return {.name = name, .words = words, .for_window = true, .least_role = least_role};
}
constexpr CommandTraits window_file_command(std::string_view name, std::string_view words) {
  return {.name = name, .words = words, .touches_files = true, .for_window = true};
}

/// A command without fields.
struct PlainCommand {
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
};
/// A command that turns something on or off.
struct SwitchCommand {
  bool on = true;
  static void fields(auto& self, auto&& visit) { visit("on", self.on); }
};

}  // namespace heatwave::session
