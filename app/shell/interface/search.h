// The search over the window: every action of the tables and all names that rooms and lectures
// provide, the typed text, its matches, and the chosen row.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"
#include "app/words/glossary.h"

namespace heatwave::shell {

/// A search entry: an action, a named item of a room, a lecture, or a term of the glossary.
struct SearchEntry {
  std::string room;                       ///< id of its room; empty: every room
  const rooms::Action* action = nullptr;  ///< null: the entry is not an action
  rooms::Finding finding;                 ///< the text that is shown
  std::string keys;                       ///< the action's keys as displayed; empty: none
  std::string why_not;                    ///< reason in one phrase; empty: the action is enabled
};

/// Returns every action that has a description, and all named items of the rooms. Entries that
/// several rooms share appear once. The visible room, `shown`, comes first.
std::vector<SearchEntry> entries_of(const std::vector<rooms::Room*>& all, rooms::Room& shown,
                                    ShellView& shell);
/// Adds the lectures that come with the program.
void add_lectures(std::vector<SearchEntry>& entries,
                  const std::vector<wire::LectureListing>& lectures);
/// Adds the terms of the glossary, which are shown with their definitions.
void add_terms(std::vector<SearchEntry>& entries, const std::vector<words::Term>& terms);
/// Reads the glossary that comes with the program. Throws core::Error.
std::vector<words::Term> shipped_terms();

/// Returns the indices of the matching entries, best first. For an empty text, the recently used
/// ones come first, then the others in their order.
std::vector<int> found_in(const std::vector<SearchEntry>& entries, const std::string& typed,
                          const std::vector<std::string>& recent);
/// The name by which a choice is remembered.
std::string name_of(const SearchEntry& entry);

class SearchPanel {
 public:
  explicit SearchPanel(const ShellContext& shell) : shell_(shell) {}

  void handle(const session::OpenSearch& command);
  /// Draws the box if it is open. The findings of the room `shown` come first.
  void draw(ShellView& view, const std::vector<rooms::Room*>& all, rooms::Room& shown);

  [[nodiscard]] bool is_open() const { return is_open_; }
  void add_status(nlohmann::ordered_json& status) const;

 private:
  void gather(ShellView& view, const std::vector<rooms::Room*>& all, rooms::Room& shown);
  void fit_rows();
  void choose(int row);
  void draw_rows(ShellView& view, float height);
  void take_keys(const ShellView& view);
  /// Closes the box and sends the command of the chosen row.
  void accept();
  void perform(const SearchEntry& entry);
  [[nodiscard]] const SearchEntry& entry_at(int row) const;

  const ShellContext& shell_;
  bool is_open_ = false;
  bool is_new_ = false;  ///< the box was just opened and has no entries yet
  std::string typed_;
  std::string fitted_;                ///< the typed text when the rows were made
  std::vector<SearchEntry> entries_;  ///< filled only while the box is open
  std::vector<int> rows_;             ///< indices of the matching entries
  int chosen_ = 0;                    ///< index of a row
  int seen_row_ = -1;                 ///< the row that was last scrolled to; -1: none
  std::vector<std::string> recent_;   ///< names of the entries chosen before, newest first
};

}  // namespace heatwave::shell
