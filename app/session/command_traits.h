// What is true of every command of a kind, whoever sends it. A command is a struct with `kTraits`
// and with `fields`, which shows a visitor each field and its name: visit(name, field) where it
// must be given, visit.optional(name, field) where it may be left out, visit.inner(field) where the
// fields of a field stand beside the others.
#pragma once

#include <cstdint>
#include <string_view>

namespace heatwave::session {

/// What Undo brings back after a command.
enum class UndoClass : std::uint8_t {
  none,   ///< it is not undone
  scene,  ///< the scene as it was; the field goes on
  field,  ///< the scene and the field as they were
};

/// What a sender may do, in rising order; each may do all that those before it may.
enum class ClientRole : std::uint8_t { viewer, student, assistant, lecturer, home };

struct CommandTraits {
  std::string_view name;   ///< as it travels: "add-item"
  std::string_view words;  ///< what it does, for the help
  UndoClass undo = UndoClass::none;
  bool changes_scene = false;
  /// Without it the field would be another one, so it stands in recordings. What says only where,
  /// when or how fast to compute does not: a recording counts the steps themselves.
  bool recorded = false;
  /// Reads or writes files, or may lead to that: refused unless it comes from the window itself or
  /// from a script that the person has allowed to write.
  bool touches_files = false;
  /// The window carries it out. A session without a window refuses it.
  bool for_window = false;
  /// The least role of a client that may send it.
  ClientRole least_role = ClientRole::home;
};

}  // namespace heatwave::session
