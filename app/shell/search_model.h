// The search box between frames: what was typed, what fits, what was chosen.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"

namespace heatwave::shell {

/// What can be found: an action, something that a room knows by name, or a lecture.
struct SearchEntry {
  std::string room;                       ///< its id; empty: of every room
  const rooms::Action* action = nullptr;  ///< null: it is no action
  rooms::Finding finding;                 ///< what is shown of it
  std::string keys;                       ///< as shown; empty: none
  std::string why_not;                    ///< as one phrase; empty: it can be done now
};

struct SearchModel {
  bool open = false;
  bool wants_open = false;
  std::string typed;
  std::string fitted;                ///< what was typed when the rows were made
  std::vector<SearchEntry> entries;  ///< as long as it is open
  std::vector<int> rows;             ///< places of those that fit
  int chosen = 0;                    ///< a row
  int shown = -1;                    ///< the row that was brought into sight
  int accepted = -1;                 ///< the place of an entry that is to be done; −1: none
  std::vector<std::string> recent;   ///< by name, the newest first
};

}  // namespace heatwave::shell
