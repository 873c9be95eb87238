// The search box over the window: the typed text, its matches, and the chosen row.
#pragma once

#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/shell/interface/search.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

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
  std::vector<std::string> recent_;   ///< names, the newest first
};

}  // namespace heatwave::shell
