// Runs the tour: offers it, recognises completed steps, draws the card.
#pragma once

#include "app/rooms/room.h"
#include "app/shell/presenter/tour.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class TourGuide {
 public:
  /// Offers the tour to a person who has not seen it, as far as is known.
  explicit TourGuide(const ShellContext& shell);

  void handle(const session::MoveTour& command);
  /// Completes a step that waited for this command.
  void observe(const session::Command& command);

  void update();
  /// Draws the card. Returns its height above the room's bottom.
  float draw(ShellView& view, const rooms::Layout& layout, const ui::Box& notices);

  [[nodiscard]] TourStatus status() const;

 private:
  void note_what_is_seen(double now);

  const ShellContext& shell_;
  TourModel model_;
  bool was_seen_ = true;
  int stage_step_ = 0;  ///< step of the stage in the previous frame
};

}  // namespace heatwave::shell
