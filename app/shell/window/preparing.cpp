// Draws a sentence in the middle of the window, several frames a second.
#include "app/shell/window/preparing.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>

#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

using namespace std::chrono_literals;

constexpr auto kGlanceEvery = 40ms;

bool is_left(GlfwWindow& window, ImGuiContextOwner& interface) {
  const std::vector<KeyPress> keys = interface.take_all_keys();
  const bool quits = std::any_of(keys.begin(), keys.end(), [](const KeyPress& press) {
    return press.chord == rooms::Chord{'Q', true};
  });
  if (quits) window.close();
  return window.should_close();
}

}  // namespace

void prepare_beside(GlfwWindow& window, ImGuiContextOwner& interface,
                    const session::Preparation& work, const std::function<void()>& draw) {
  std::atomic<bool> given_up = false;
  std::future<void> made = std::async(std::launch::async, [&] { work(given_up); });
  do {
    window.poll();
    if (is_left(window, interface)) {
      window.hide();
      given_up = true;
      made.wait();
      throw ClosedEarly{};
    }
    draw();
  } while (made.wait_for(kGlanceEvery) != std::future_status::ready);
  made.get();
}

void draw_told(GlfwWindow& window, ImGuiContextOwner& interface, const ui::Theme& theme, float unit,
               const std::string& told) {
  constexpr float kWidest = 640;
  window.keep_within_bounds();
  interface.begin(theme, unit, static_cast<float>(window.pixels_per_unit()));
  const core::Extent size = window.laid_out();
  const core::Extent pixels = window.framebuffer();
  const float width = std::min(kWidest * unit, 0.8F * static_cast<float>(size.width));
  const std::string text = ui::in_lines(told, width);
  const ImVec2 room = ImGui::CalcTextSize(text.c_str());
  const ImVec2 at{(static_cast<float>(size.width) - room.x) / 2,
                  (static_cast<float>(size.height) - room.y) / 2};
  ImGui::GetBackgroundDrawList()->AddText(at, ImGui::GetColorU32(theme.text), text.c_str());
  glViewport(0, 0, pixels.width, pixels.height);
  glClearColor(theme.panel.x, theme.panel.y, theme.panel.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  interface.render({});
  window.swap();
}

}  // namespace heatwave::shell
