// The search box: opened with all that there is to find; what was found in it, or in the help, is
// done.
#include <algorithm>
#include <utility>

#include "app/shell/front.h"
#include "app/shell/key_map.h"
#include "app/shell/search.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

void Front::open_search() {
  SearchModel& search = model_.search;
  if (!std::exchange(search.wants_open, false) || asks_something(model_)) return;
  model_.help_shown = false;
  std::vector<rooms::Room*> all;
  for (const auto& each : rooms_) all.push_back(each.get());
  ShellView shell = shell_view();
  search.entries = entries_of(all, room(), shell);
  try {
    if (model_.lecture.all.empty()) model_.lecture.all = wire::built_in_lectures();
    add_lectures(search.entries, model_.lecture.all);
  } catch (const core::Error& error) {
    tell_why(error);
  }
  search.typed.clear();
  search.fitted.clear();
  search.rows.clear();
  search.chosen = 0;
  search.open = true;
}

void Front::do_what_was_found() {
  constexpr std::size_t kMostRecent = 6;
  SearchModel& search = model_.search;
  const int accepted = std::exchange(search.accepted, -1);
  if (accepted >= 0) {
    const SearchEntry entry = search.entries[static_cast<std::size_t>(accepted)];
    search.open = false;
    const std::string name = name_of(entry);
    std::erase(search.recent, name);
    search.recent.insert(search.recent.begin(), name);
    search.recent.resize(std::min(search.recent.size(), kMostRecent));
    do_entry(entry);
  }
  if (!search.open) search.entries.clear();
}

void Front::do_what_help_has() {
  const std::string id = std::exchange(model_.help_chosen, {});
  if (id.empty()) return;
  const rooms::Action* own = find_action(room(), id);
  perform({.of_room = own, .of_shell = rooms::find_action(ShellView::actions(), id)}, true);
}

void Front::do_entry(const SearchEntry& entry) {
  if (!entry.why_not.empty()) return tell(entry.why_not + ".");
  if (!entry.room.empty()) model_.room = entry.room;
  if (entry.action != nullptr && entry.room.empty()) {
    perform({.of_shell = static_cast<const rooms::ActionRow<ShellView>*>(entry.action)}, true);
  } else if (entry.action != nullptr) {
    perform({.of_room = entry.action}, true);
  } else if (entry.room.empty()) {
    model_.lecture.wanted = entry.finding.id;
  } else {
    room().show_found(entry.finding, frame_of_room());
  }
  if (!entry.finding.in_panel) return;
  if (model_.present.on) model_.present.end();
  model_.panel_shown = true;
  model_.lecture.card_shown = false;
}

}  // namespace heatwave::shell
