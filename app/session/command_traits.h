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
  /// The field depends on the command, so recordings contain it. Commands that only choose where,
  /// when or how fast to compute are not recorded: a recording counts the steps themselves.
  bool recorded = false;
  /// The command reads or writes files, or may lead to that. It is refused unless it comes from the
  /// window or from a script with permission to write.
  bool touches_files = false;
  /// The window carries out the command; a session without a window refuses it.
  bool for_window = false;
  /// The least role of a client that may send it.
  ClientRole least_role = ClientRole::home;
};

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
