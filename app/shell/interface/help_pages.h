// The pages of the help, made from the action tables.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/interface/key_layout.h"

namespace heatwave::shell {

struct HelpLine {
  std::string keys;
  const char* what;
  const rooms::Action* of = nullptr;       ///< the first action that it describes; null: none
  const rooms::Action* clicked = nullptr;  ///< the only one that it describes; null: it has several
  std::string room;                        ///< the action's room; empty: the shown one, or any
};
/// A section of the help.
struct HelpSection {
  std::string title;
  std::vector<HelpLine> lines;
};
/// A part of the help that is shown at once.
struct HelpPage {
  std::string title;
  std::vector<HelpSection> sections;
};
/// Returns the help's pages, with keys as printed on this keyboard: the keys that are used most, in
/// every room; all keys of the shown room; those of the window; and those for teaching.
std::vector<HelpPage> help_of(const rooms::Room& shown, std::span<rooms::Room* const> rooms,
                              const KeyLayout& layout);

}  // namespace heatwave::shell
