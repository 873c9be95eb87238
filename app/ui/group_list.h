// The side panel of every room: groups that fold, one below the other.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/controls.h"

namespace heatwave::ui {

/// Remembers the groups that the user has folded or unfolded, relative to their initial state.
class Folds {
 public:
  [[nodiscard]] bool is_open(const std::string& title, bool starts_open) const {
    return starts_open != turned_.contains(title);
  }
  void turn(const std::string& title) {
    if (turned_.erase(title) == 0) turned_.insert(title);
  }
  /// Unfolds the group and scrolls to it when it is drawn next.
  void look_for(const std::string& title) { wanted_ = title; }
  /// The group that flies out of the rail; empty: none.
  [[nodiscard]] const std::string& flyout() const { return flyout_; }
  void fly_out(const std::string& title) { flyout_ = title; }
  /// The groups that are not in their initial state.
  [[nodiscard]] const std::set<std::string>& turned() const { return turned_; }
  void restore(std::set<std::string> turned) { turned_ = std::move(turned); }
  [[nodiscard]] bool take_wanted(const std::string& title) {
    if (wanted_ != title) return false;
    wanted_.clear();
    return true;
  }

 private:
  std::set<std::string> turned_;
  std::string wanted_;
  std::string flyout_;
};

inline constexpr float kRailWidth = 76;  ///< in design units
/// Returns whether an area is as narrow as the rail of icons.
inline bool is_rail(const Box& area, float unit) { return area.width() < 2 * kRailWidth * unit; }

struct Group {
  const char* title;
  std::function<void()> draw;
  Icon icon = Icon::chevron_right;  ///< on the rail
  bool starts_open = true;
};

/// A row in a room's table of groups.
template <typename View>
struct GroupRow {
  const char* title;
  const char* words;  ///< search words for the group's settings
  void (*draw)(View&);
  Icon icon;
  bool starts_open = true;
  /// Returns whether the group has something to show now; null: it always has.
  bool (*has_content)(const View&) = nullptr;
};

template <typename View>
std::vector<Group> groups_of(View& view, std::span<const GroupRow<View>> rows) {
  std::vector<Group> all;
  for (const GroupRow<View>& row : rows) {
    if (row.has_content != nullptr && !row.has_content(view)) continue;
    all.push_back({row.title, [&view, draw = row.draw] { draw(view); }, row.icon, row.starts_open});
  }
  return all;
}

/// Draws the groups below each other, or, in an area as narrow as the rail, an icon with a word for
/// each, from which it flies out over the room. `id` keeps a separate scroll position for each
/// room.
void draw_group_list(const Look& look, const Box& area, const char* id, Folds& folds,
                     std::span<const Group> groups);

}  // namespace heatwave::ui
