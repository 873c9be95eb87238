// Leads through the tour: offers it, notices what is done, shows the card.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/presenter/tour.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class TourGuide {
 public:
  /// Offers the tour to a person who is not known to have seen it.
  explicit TourGuide(const ShellContext& shell);

  void handle(const session::MoveTour& command);
  /// Notices what a step of the tour waits for.
  void observe(const session::Command& command);

  void update();
  /// Draws the card. Returns how high it reaches from the room's bottom.
  float draw(ShellView& view, const rooms::Layout& layout, const ui::Box& notices);

  [[nodiscard]] TourStatus status() const;

 private:
  void note_what_is_seen(double now);

  const ShellContext& shell_;
  TourModel model_;
  bool was_seen_ = true;
  int stage_step_ = 0;  ///< of the stage, in the frame before
};

}  // namespace heatwave::shell
