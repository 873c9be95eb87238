// The panel at the right, in every room: groups that fold, one under the other.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>

#include "app/ui/controls.h"

namespace heatwave::ui {

/// The groups that a person has folded or unfolded, against how they start.
class Folds {
 public:
  [[nodiscard]] bool is_open(const std::string& title, bool starts_open) const {
    return starts_open != turned_.contains(title);
  }
  void turn(const std::string& title) {
    if (turned_.erase(title) == 0) turned_.insert(title);
  }

 private:
  std::set<std::string> turned_;
};

struct Group {
  const char* title;
  std::function<void()> draw;
  bool starts_open = true;
};

/// `id` keeps each room's place of scrolling apart.
void draw_group_list(const Look& look, const Box& area, const char* id, Folds& folds,
                     std::span<const Group> groups);

}  // namespace heatwave::ui
