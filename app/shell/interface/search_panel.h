// The search box over the window: what is typed, what fits it, what is chosen.
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
  /// Draws the box where it is open. `shown` is the room whose findings come first.
  void draw(ShellView& view, const std::vector<rooms::Room*>& all, rooms::Room& shown);

  [[nodiscard]] bool is_open() const { return is_open_; }
  void add_status(nlohmann::ordered_json& status) const;

 private:
  void gather(ShellView& view, const std::vector<rooms::Room*>& all, rooms::Room& shown);
  void fit_rows();
  void choose(int row);
  void draw_rows(ShellView& view, float height);
  void take_keys(const ShellView& view);
  /// Closes the box and sends the command of the row chosen.
  void accept();
  void perform(const SearchEntry& entry);
  [[nodiscard]] const SearchEntry& entry_at(int row) const;

  const ShellContext& shell_;
  bool is_open_ = false;
  bool is_new_ = false;  ///< it was opened, and has no entries yet
  std::string typed_;
  std::string fitted_;                ///< what was typed when the rows were made
  std::vector<SearchEntry> entries_;  ///< as long as it is open
  std::vector<int> rows_;             ///< places of those that fit
  int chosen_ = 0;                    ///< a row
  int seen_row_ = -1;                 ///< the row that was brought into sight
  std::vector<std::string> recent_;   ///< by name, the newest first
};

}  // namespace heatwave::shell
