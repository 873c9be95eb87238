// A sentence in the middle of the window, some frames a second.
#include "app/shell/preparing.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

using namespace std::chrono_literals;

constexpr auto kGlanceEvery = 40ms;

bool is_left(GlfwWindow& window) {
  const std::vector<KeyPress> keys = window.take_keys();
  const bool quits = std::any_of(keys.begin(), keys.end(), [](const KeyPress& press) {
    return press.chord == rooms::Chord{'Q', true};
  });
  if (quits) window.close();
  return window.should_close();
}

void draw(GlfwWindow& window, ImGuiContextOwner& interface, const Waiting& waiting) {
  constexpr float kWidest = 640;
  window.keep_within_bounds();
  interface.begin(waiting.theme, waiting.unit, static_cast<float>(window.pixels_per_unit()));
  const core::Extent size = window.laid_out();
  const core::Extent pixels = window.framebuffer();
  const float width = std::min(kWidest * waiting.unit, 0.8F * static_cast<float>(size.width));
  const std::string text = ui::in_lines(waiting.told, width);
  const ImVec2 room = ImGui::CalcTextSize(text.c_str());
  const ImVec2 at{(static_cast<float>(size.width) - room.x) / 2,
                  (static_cast<float>(size.height) - room.y) / 2};
  ImGui::GetBackgroundDrawList()->AddText(at, ImGui::GetColorU32(waiting.theme.text), text.c_str());
  glViewport(0, 0, pixels.width, pixels.height);
  glClearColor(waiting.theme.panel.x, waiting.theme.panel.y, waiting.theme.panel.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  interface.render({});
  window.swap();
}

}  // namespace

session::Session prepared(GlfwWindow& window, ImGuiContextOwner& interface, const Waiting& waiting,
                          const std::function<session::Session()>& make) {
  std::future<session::Session> made = std::async(std::launch::async, make);
  do {
    window.poll();
    if (is_left(window)) {
      window.hide();
      made.wait();
      throw ClosedEarly{};
    }
    draw(window, interface, waiting);
  } while (made.wait_for(kGlanceEvery) != std::future_status::ready);
  return made.get();
}

}  // namespace heatwave::shell
