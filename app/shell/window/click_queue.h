// Presses of the pointer's buttons on their way to Dear ImGui, which before 1.87 asks once a frame
// which are down: two clicks between two frames would be one, and one that has been dragged on
// since would be where the pointer is by then.
#pragma once

#include <array>
#include <deque>
#include <optional>

namespace heatwave::shell {

/// A button is pressed or let go, there in the window.
struct Click {
  int button = 0;
  bool down = false;
  float x = 0.0F;
  float y = 0.0F;

  friend bool operator==(const Click&, const Click&) = default;
};

class ClickQueue {
 public:
  static constexpr int kButtons = 5;

  /// The pointer is there from now on. To be asked where it is would tell only of later.
  void move(float x, float y);
  void add(int button, bool down);
  /// What one frame takes: one.
  std::optional<Click> take();
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  /// As far as has been taken.
  [[nodiscard]] const std::array<bool, kButtons>& down() const { return down_; }

 private:
  std::deque<Click> waiting_;
  float x_ = 0.0F;
  float y_ = 0.0F;
  std::array<bool, kButtons> down_{};
};

}  // namespace heatwave::shell
