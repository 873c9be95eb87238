// The rooms: what is drawn in each, and what it wants of the machine.
#include <imgui.h>

#include <algorithm>

#include "app/shell/crash_question.h"
#include "app/shell/file_question.h"
#include "app/shell/front.h"
#include "app/shell/help.h"
#include "app/shell/lecture_card.h"
#include "app/shell/notice_board.h"
#include "app/shell/picture_question.h"
#include "app/shell/playback_bar.h"
#include "app/shell/presenting.h"
#include "app/shell/search_box.h"
#include "app/shell/top_bar.h"
#include "app/shell/tour_card.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/pane.h"

namespace heatwave::shell {

void Front::make_room_for_measuring() {
  // The lab rests the field for as long as it is open: its measurements are to have the machine for
  // themselves, and whoever comes back finds the field as it was left.
  // A recording takes the steps itself.
  session_.rest(!in_fields() || player_ != nullptr);
  // OpenGL in software takes processors that a variant on all processors is being timed on. Where a
  // GPU draws, frames cost the processors next to nothing and stay at the screen's rate.
  constexpr double kFramesWhileMeasuring = 25.0;
  const bool measuring = session_.snapshot().lab.running;
  pacer_.limit(measuring && opengl_uses_cpu_ ? kFramesWhileMeasuring : 0.0);
}

double Front::rest_beside_measuring() const {
  constexpr double kShare = 0.03;   // of the time may go into frames that nobody waits for
  constexpr double kInTouch = 1.0;  // seconds: whoever does something sees it at once
  const bool measuring = session_.snapshot().lab.running && opengl_uses_cpu_;
  if (!measuring || ImGui::GetTime() - touched_at_ < kInTouch) return 0.0;
  return std::min(pacer_.seconds_between(kShare), IdleWatch::kGlance);
}

void Front::draw_room(ShellView& shell) {
  const core::Extent size = window_.laid_out();
  const ui::Box window{0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
  rooms::Room& shown = *seen_;
  ui::begin_panes({window.right, window.bottom});
  // The frame began in the panels' own colour where they are.
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui::with_alpha(shell.theme.panel, 0.0F));
  const bool bars = !model_.present.on;
  if (bars) draw_top_bar(shell, shown, layout_.top);
  shown.begin(shell, pacer_.frame_seconds());
  if (!holds_picture()) {
    shown.draw(shell, layout_);
    draw_lecture_caption(shell, lecture_caption_);
  }
  if (layout_.side.width() > 0 && model_.lecture.card_shown) {
    draw_lecture_card(shell, layout_.side);
  } else if (layout_.side.width() > 0) {
    shown.draw_side(shell, layout_.side);
  }
  if (lecture_bar_.width() > 0 && model_.lecture.lecture != nullptr)
    draw_lecture_bar(shell, lecture_bar_);
  if (bars) shown.draw_transport(shell, layout_.transport);
  if (const float bar = playback_height(); bar > 0) {
    draw_playback_bar(shell, {0, layout_.transport.top - bar, window.right, layout_.transport.top});
  }
  ImGui::PopStyleColor();
  if (!holds_picture()) shown.draw_over(shell, window);
  // What is saved in this frame lies below them.
  if (shown.wants_picture() || takes_held_picture()) return ui::end_panes();
  if (!asks_something(model_) && !model_.help_shown) draw_paper(shell, window);
  ui::Box place = shown.place_of_notices(layout_, unit_);
  if (!asks_something(model_) && !model_.help_shown && !model_.present.on) {
    // Notices lie above it.
    const float card = draw_tour_card(shell, layout_, place);
    if (card > 0) place.bottom = std::min(place.bottom, layout_.room.bottom - card);
  }
  ui::Box for_notices = place;
  for_notices.bottom -= height_below_notices(shell);
  draw_notices(shell, shown, for_notices);
  draw_presenting(shell, shown, window, model_.present.seen({window.right, window.bottom}),
                  presented_area(), place);
  ui::end_panes();
  draw_help(shell, shown, window);
  draw_picture_question(shell, shown);
  draw_file_dialog(shell);
  draw_crash_question(shell);
  draw_search_box(shell);
  ui::draw_focus_frame(shell);
  model_.dialog_keys.clear();
}

}  // namespace heatwave::shell
