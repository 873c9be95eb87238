// What the search box finds: every action of the tables, and whatever rooms and lectures are
// called.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// What can be found: an action, something that a room knows by name, or a lecture.
struct SearchEntry {
  std::string room;                       ///< its id; empty: of every room
  const rooms::Action* action = nullptr;  ///< null: it is no action
  rooms::Finding finding;                 ///< what is shown of it
  std::string keys;                       ///< as shown; empty: none
  std::string why_not;                    ///< as one phrase; empty: it can be done now
};

/// Every action of the rooms and the window that has words, and all that the rooms know by name;
/// what several rooms have alike is there once. Of `shown`, the room that is shown, comes first.
std::vector<SearchEntry> entries_of(const std::vector<rooms::Room*>& all, rooms::Room& shown,
                                    ShellView& shell);
/// The lectures that come with the program.
void add_lectures(std::vector<SearchEntry>& entries,
                  const std::vector<wire::LectureListing>& lectures);

/// How well an entry fits what was typed: each of its words, or the program's own word for it, must
/// be in the title, in the words, or in the kind; in the title it may be shortened ("dblsl" for
/// "Double slit"). 0: it does not.
int fit_of(const SearchEntry& entry, const std::string& typed);

/// The places of the entries that fit, the best first; where nothing is typed those used last, then
/// the others as they stand.
std::vector<int> found_in(const std::vector<SearchEntry>& entries, const std::string& typed,
                          const std::vector<std::string>& recent);
/// By which a choice is remembered.
std::string name_of(const SearchEntry& entry);

}  // namespace heatwave::shell
