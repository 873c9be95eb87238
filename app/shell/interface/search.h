// Contents of the search: every action of the tables, and all names that rooms and lectures
// provide.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// A search entry: an action, a named item of a room, or a lecture.
struct SearchEntry {
  std::string room;                       ///< id of its room; empty: every room
  const rooms::Action* action = nullptr;  ///< null: the entry is not an action
  rooms::Finding finding;                 ///< the text that is shown
  std::string keys;                       ///< in their displayed form; empty: none
  std::string why_not;                    ///< reason in one phrase; empty: the action is enabled
};

/// Returns every action that has a description, and all named items of the rooms. Entries that
/// several rooms share appear once. The visible room, `shown`, comes first.
std::vector<SearchEntry> entries_of(const std::vector<rooms::Room*>& all, rooms::Room& shown,
                                    ShellView& shell);
/// Adds the lectures that come with the program.
void add_lectures(std::vector<SearchEntry>& entries,
                  const std::vector<wire::LectureListing>& lectures);

/// Rates how well an entry matches the typed text. Each typed word, or a synonym of it, must occur
/// in the title, the words or the kind; in the title it may be abbreviated ("dblsl" for "Double
/// slit"). 0: no match.
int fit_of(const SearchEntry& entry, const std::string& typed);

/// Returns the indices of the matching entries, best first. For an empty text, the recently used
/// ones come first, then the others in their order.
std::vector<int> found_in(const std::vector<SearchEntry>& entries, const std::string& typed,
                          const std::vector<std::string>& recent);
/// The name by which a choice is remembered.
std::string name_of(const SearchEntry& entry);

}  // namespace heatwave::shell
