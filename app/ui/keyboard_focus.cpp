// Reads the keyboard focus from Dear ImGui's internals, because its public interface does not show
// it.
#include "app/ui/keyboard_focus.h"

#include <imgui_internal.h>

namespace heatwave::ui {

bool controls_have_keys() { return ImGui::GetIO().NavVisible; }

bool has_keyboard_focus() { return controls_have_keys() && ImGui::IsItemFocused(); }

Box focused_box() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiWindow* window = context.NavWindow;
  if (!controls_have_keys() || window == nullptr) return {};
  const ImRect box = ImGui::WindowRectRelToAbs(window, window->NavRectRel[context.NavLayer]);
  return {box.Min.x, box.Min.y, box.Max.x, box.Max.y};
}

unsigned focused_id() { return controls_have_keys() ? ImGui::GetCurrentContext()->NavId : 0; }

bool last_part_has_keys() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const auto& parts = context.CurrentWindow->DC.ChildWindows;
  return !parts.empty() && context.NavWindow == parts.back();
}

void withhold_key(ImGuiKey key) {
  ImGui::SetKeyOwner(key, ImHashStr("withheld"), ImGuiInputFlags_LockThisFrame);
}

void receive_letters() { ImGui::GetCurrentContext()->PlatformImeData.WantTextInput = true; }

void leave_control() {
  const bool held_something = ImGui::GetCurrentContext()->ActiveIdPreviousFrame != 0;
  if (!held_something) ImGui::SetNavCursorVisible(false);
}

void draw_focus_frame(const Look& look) {
  const Box box = focused_box();
  if (box == Box{}) return;
  const float u = look.unit;
  constexpr float kThick = 3;
  const float gap = (kThick / 2 + 1) * u;
  const float beyond = (kThick + 3) * u;
  // Clips the frame to the visible part of the control.
  const ImRect& seen = ImGui::GetCurrentContext()->NavWindow->ClipRect;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.PushClipRect({seen.Min.x - beyond, seen.Min.y - beyond},
                    {seen.Max.x + beyond, seen.Max.y + beyond});
  const ImVec2 from{box.left - gap, box.top - gap};
  const ImVec2 to{box.right + gap, box.bottom + gap};
  // A border in the panel's colour on both sides sets the frame off from any background.
  list.AddRect(from, to, packed_colour(look.theme.panel), 7 * u, (kThick + 3) * u);
  list.AddRect(from, to, packed_colour(look.theme.text), 7 * u, kThick * u);
  list.PopClipRect();
}

std::uint32_t next_event() { return ImGui::GetCurrentContext()->InputEventsNextEventId; }

std::uint32_t first_kept_event() {
  const auto& kept = ImGui::GetCurrentContext()->InputEventsQueue;
  return kept.empty() ? next_event() : kept.front().EventId;
}

void join_next_table() { ImGui::SetNextWindowChildFlags(ImGuiChildFlags_NavFlattened, true); }

void keep_keys_for_room() {
  // Where a question has closed, Dear ImGui would show its cursor again at the next control that it
  // finds, for example when the bar at the top disappears.
  ImGui::SetNavCursorVisible(false);
  const ImGuiID room = ImHashStr("room");
  for (const ImGuiKey key :
       {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow,
        ImGuiKey_PageUp, ImGuiKey_PageDown, ImGuiKey_Home, ImGuiKey_End}) {
    ImGui::SetKeyOwner(key, room);
  }
}

}  // namespace heatwave::ui
