// How a frame's picture comes about: the field, the interface over it, and when it is shown.
#include <glad/gl.h>

#include <chrono>
#include <utility>

#include "app/shell/front.h"
#include "app/system/process.h"

namespace heatwave::shell {
namespace {

/// Adds the milliseconds that it takes.
template <typename Work>
void timed(double& sum, const Work& work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  sum +=
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace

void Front::draw() {
  timed(view_ms_, [this] {
    see_field();
    draw_field();
  });
  timed(panels_ms_, [this] {
    build_interface();
    render_interface();
  });
  status_.take(frame_, shell_view(), rooms_);
}

void Front::build_interface() {
  asks_.greets = greets() && audience_ == nullptr;
  model_.aside.clear();
  ShellView shell = shell_view();
  draw_room(shell);
}

void Front::render_interface() {
  interface_timer_.begin();
  // Else the audience would read what is for whoever speaks.
  interface_.render(audience_ != nullptr ? model_.aside : std::vector<ImDrawList*>{});
  interface_timer_.end();
}

void Front::end_picture() {
  timed(swap_ms_, [this] {
    hold_picture();
    magnify();
    show_audience();
    interface_.render_aside();
    if (!std::exchange(only_for_a_picture_, false)) window_.swap();
  });
  if (timings_.first_picture_ms == 0.0) timings_.first_picture_ms = system::process_age_ms();
  status_.write();
  account_for_frame();
  ++frame_;
}

void Front::account_for_frame() {
  const double draw_ms = opengl_uses_cpu_ ? view_ms_ : draw_timer_.milliseconds();
  const double interface_ms = interface_timer_.milliseconds();
  if (!idle_.is_quiet(ImGui::GetTime())) {
    timings_.draw.add(timings_.now, draw_ms);
    timings_.ui.add(timings_.now, panels_ms_ + interface_ms);
    timings_.present.add(timings_.now, swap_ms_);
  }
  // A GPU draws beside the steps, and the swap waits for the screen. OpenGL in software draws in
  // the swap, and steps give way to it.
  const double drawn_ms = opengl_uses_cpu_ ? view_ms_ + swap_ms_ : draw_ms + interface_ms;
  pacer_.note_overhead((panels_ms_ + drawn_ms) * 1e-3);
  view_ms_ = panels_ms_ = swap_ms_ = 0.0;
}

}  // namespace heatwave::shell
