// Sets up Dear ImGui and shuts it down.
#include "app/shell/window/imgui_context.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <deque>
#include <functional>
#include <iterator>
#include <string_view>

#include "app/shell/interface/imgui_setup.h"
#include "app/ui/keyboard_focus.h"

namespace heatwave::shell {
namespace {

constexpr float kDoubleClickSeconds = 0.5F;  // long enough for frames of 0.2 s

static_assert(rooms::key::kSpace == GLFW_KEY_SPACE && rooms::key::kEscape == GLFW_KEY_ESCAPE);
static_assert(rooms::key::kTab == GLFW_KEY_TAB && rooms::key::kDelete == GLFW_KEY_DELETE &&
              rooms::key::kBackspace == GLFW_KEY_BACKSPACE);
static_assert(rooms::key::kRight == GLFW_KEY_RIGHT && rooms::key::kLeft == GLFW_KEY_LEFT);
static_assert(rooms::key::kDown == GLFW_KEY_DOWN && rooms::key::kUp == GLFW_KEY_UP);
static_assert(rooms::key::kPageUp == GLFW_KEY_PAGE_UP &&
              rooms::key::kPageDown == GLFW_KEY_PAGE_DOWN);
static_assert(rooms::key::kHome == GLFW_KEY_HOME && rooms::key::kF1 == GLFW_KEY_F1);
static_assert(rooms::key::kF2 == GLFW_KEY_F2 && rooms::key::kF3 == GLFW_KEY_F3 &&
              rooms::key::kF4 == GLFW_KEY_F4 && rooms::key::kF5 == GLFW_KEY_F5 &&
              rooms::key::kF8 == GLFW_KEY_F8 && rooms::key::kF9 == GLFW_KEY_F9);
static_assert(rooms::key::kF11 == GLFW_KEY_F11 && rooms::key::kKeypadAdd == GLFW_KEY_KP_ADD);
static_assert(rooms::key::kKeypadSubtract == GLFW_KEY_KP_SUBTRACT);

/// Returns the sign printed on the key in the user's layout; empty: unknown.
std::string name_of_key(int key, int scancode) {
  if (key == GLFW_KEY_SPACE || key >= GLFW_KEY_ESCAPE) return {};
  const char* name = glfwGetKeyName(key, scancode);
  return name != nullptr ? name : "";
}

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

/// Returns whether the key, pressed with these modifiers, means something and types no letter.
bool is_chord(int key, int modifiers) {
  if (is_modifier(key)) return false;
  const bool commands = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
  return commands || ((modifiers & GLFW_MOD_SHIFT) != 0 && key >= GLFW_KEY_ESCAPE);
}

/// Dear ImGui calls this when the program misuses it.
void report_misuse(ImGuiContext*, void*, const char* message) {
  std::fprintf(stderr, "heatwave: the interface is drawn wrongly: %s\n", message);
}

}  // namespace

ImGuiContextOwner::ImGuiContextOwner(GlfwWindow& window) : window_(window) {
  create_imgui_context();
  ImGuiIO& io = ImGui::GetIO();
  io.UserData = this;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigNavEscapeClearFocusItem = false;  // ui::leave_control() handles Esc
  io.MouseDoubleClickTime = kDoubleClickSeconds;
  // Dear ImGui asserts that a delayed single click comes later than a double click.
  io.MouseSingleClickDelay = kDoubleClickSeconds + 0.1F;
  ImGui::GetCurrentContext()->ErrorCallback = report_misuse;
  fonts_ = load_fonts();
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  glfwSetKeyCallback(window.handle(), on_key);
  glfwSetCharCallback(window.handle(), on_letter);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiContextOwner::~ImGuiContextOwner() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiContextOwner::begin(const ui::Theme& theme, float unit, float pixels_per_unit) {
  if (unit != unit_ || pixels_per_unit != pixels_per_unit_ || &theme != theme_) {
    set_font_sizes(fonts_, unit, pixels_per_unit);
    ui::apply(theme, unit);
    ImGui::GetStyle().FontSizeBase = fonts_.size;
  }
  unit_ = unit;
  pixels_per_unit_ = pixels_per_unit;
  theme_ = &theme;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // Dear ImGui's backend queries the window and the framebuffer separately. During a resize their
  // sizes may not match and can give hundreds of pixels per unit.
  ImGui::GetIO().DisplayFramebufferScale = {pixels_per_unit, pixels_per_unit};
  ImGui::NewFrame();
  has_begun_ = true;
}

void ImGuiContextOwner::on_key(GLFWwindow*, int key, int scancode, int action, int modifiers) {
  auto* self = static_cast<ImGuiContextOwner*>(ImGui::GetIO().UserData);
  if (action == GLFW_RELEASE && is_modifier(key)) self->separate_keys();
  ImGui_ImplGlfw_KeyCallback(self->window_.handle(), key, scancode, action, modifiers);
  if (action == GLFW_PRESS && is_chord(key, modifiers)) self->separate_keys();
  if (action == GLFW_RELEASE || key == GLFW_KEY_UNKNOWN) return;
  const rooms::Chord held{.key = key,
                          .control = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
                          .shift = (modifiers & GLFW_MOD_SHIFT) != 0};
  self->keys_.push_back(press_of(held, name_of_key(key, scancode), action == GLFW_REPEAT));
  self->keys_.back().event = ui::next_event();
}

/// Dear ImGui takes a key's press and a modifier's release in one frame, in which Ctrl V is then a
/// V alone. Where a key changes twice, it leaves the rest for the next frame; no keyboard has an
/// F24.
void ImGuiContextOwner::separate_keys() {
  separator_down_ = !separator_down_;
  ImGui::GetIO().AddKeyEvent(ImGuiKey_F24, separator_down_);
}

void ImGuiContextOwner::on_letter(GLFWwindow*, unsigned letter) {
  auto* self = static_cast<ImGuiContextOwner*>(ImGui::GetIO().UserData);
  ImGui_ImplGlfw_CharCallback(self->window_.handle(), letter);
  // GLFW reports a character right after its key.
  if (!self->keys_.empty()) note_typed(self->keys_.back(), letter);
}

std::vector<KeyPress> ImGuiContextOwner::take_keys() {
  const std::uint32_t kept = ui::first_kept_event();
  const auto waits = std::find_if(keys_.begin(), keys_.end(),
                                  [&](const KeyPress& press) { return press.event > kept; });
  std::vector<KeyPress> taken(keys_.begin(), waits);
  keys_.erase(keys_.begin(), waits);
  return taken;
}

KeyLayout ImGuiContextOwner::layout() {
  return KeyLayout([](int key) { return name_of_key(key, 0); });
}

bool ImGuiContextOwner::has_input() const {
  const ImGuiIO& io = ImGui::GetIO();
  const bool pressed =
      std::any_of(std::begin(io.MouseDown), std::end(io.MouseDown), [](bool down) { return down; });
  return pressed || io.MouseDelta.x != 0.0F || io.MouseDelta.y != 0.0F || io.MouseWheel != 0.0F ||
         io.MouseWheelH != 0.0F;
}

std::uint64_t ImGuiContextOwner::drawn() const {
  std::uint64_t sum = 0;
  const auto add = [&sum](const void* data, std::size_t bytes) {
    sum = sum * 31 + std::hash<std::string_view>()({static_cast<const char*>(data), bytes});
  };
  const ImDrawData& all = *ImGui::GetDrawData();
  for (const ImDrawList* each : all.CmdLists) {
    const ImDrawList& list = *each;
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const ImTextureID texture = command.GetTexID();
      add(&texture, sizeof(texture));
      add(&command.ClipRect, sizeof(command.ClipRect));
      add(&command.ElemCount, sizeof(command.ElemCount));
    }
    add(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
    add(list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.size_in_bytes()));
  }
  return sum;
}

void ImGuiContextOwner::render(std::span<ImDrawList* const> aside) {
  aside_.assign(aside.begin(), aside.end());
  ImGui::Render();
  has_begun_ = false;
  draw(false);
}

void ImGuiContextOwner::render_aside() {
  if (aside_.empty()) return;
  draw(true);
  aside_.clear();
}

void ImGuiContextOwner::draw(bool aside) {
  ImDrawData& all = *ImGui::GetDrawData();
  // A list without commands draws nothing. The commands' addresses must not change, and an ImVector
  // would be copied.
  std::deque<std::pair<ImDrawList*, ImVector<ImDrawCmd>>> left_out;
  for (ImDrawList* list : all.CmdLists) {
    const bool is_aside = std::find(aside_.begin(), aside_.end(), list) != aside_.end();
    if (is_aside == aside) continue;
    left_out.emplace_back().first = list;
    list->CmdBuffer.swap(left_out.back().second);
  }
  ImGui_ImplOpenGL3_RenderDrawData(&all);
  for (auto& [list, commands] : left_out) list->CmdBuffer.swap(commands);
}

}  // namespace heatwave::shell
