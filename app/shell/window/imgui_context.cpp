// Sets Dear ImGui up and takes it down.
#include "app/shell/window/imgui_context.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

#include "app/shell/interface/fonts.h"
#include "app/ui/byte_sum.h"

namespace heatwave::shell {
namespace {

/// From 1.87 on Dear ImGui hands clicks out frame by frame itself.
constexpr bool kQueuesClicks = IMGUI_VERSION_NUM >= 18700;

}  // namespace

ImGuiContextOwner::ImGuiContextOwner(const GlfwWindow& window) : window_(window.handle()) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.UserData = this;
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  glfwSetKeyCallback(window.handle(), on_key);
  glfwSetCharCallback(window.handle(), on_letter);
  if (!kQueuesClicks) {
    double x = 0.0;
    double y = 0.0;
    glfwGetCursorPos(window.handle(), &x, &y);
    on_pointer(window.handle(), x, y);
    glfwSetCursorPosCallback(window.handle(), on_pointer);
    glfwSetMouseButtonCallback(window.handle(), on_button);
  }
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiContextOwner::~ImGuiContextOwner() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiContextOwner::begin(const ui::Theme& theme, float unit, float pixels_per_unit) {
  if (unit != unit_ || pixels_per_unit != pixels_per_unit_) {
    const int version = fonts_.version + 1;
    fonts_ = load_fonts(unit, pixels_per_unit);
    fonts_.version = version;
    theme_ = nullptr;
  }
  if (&theme != theme_) ui::apply(theme, unit);
  unit_ = unit;
  pixels_per_unit_ = pixels_per_unit;
  theme_ = &theme;
  for (const KeyEvent& event : keys_.take()) pass_on(event);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // It asks for the window's size and the framebuffer's one after the other: sizes of two moments,
  // where it is resized in between, which come to hundreds of pixels a unit.
  ImGui::GetIO().DisplayFramebufferScale = {pixels_per_unit, pixels_per_unit};
  take_click();
  allow_double_clicks();
  ImGui::NewFrame();
  has_begun_ = true;
}

void ImGuiContextOwner::take_click() {
  if (kQueuesClicks) return;
  ImGuiIO& io = ImGui::GetIO();
  if (const auto click = clicks_.take()) io.MousePos = {click->x, click->y};
  std::copy(clicks_.down().begin(), clicks_.down().end(), std::begin(io.MouseDown));
}

void ImGuiContextOwner::on_pointer(GLFWwindow*, double x, double y) {
  auto* self = static_cast<ImGuiContextOwner*>(ImGui::GetIO().UserData);
  self->clicks_.move(static_cast<float>(x), static_cast<float>(y));
}

void ImGuiContextOwner::on_button(GLFWwindow*, int button, int action, int) {
  auto* self = static_cast<ImGuiContextOwner*>(ImGui::GetIO().UserData);
  self->clicks_.add(button, action == GLFW_PRESS);
}

/// Dear ImGui counts from frame to frame, and takes a press and its release in two of them: where
/// frames take long, two clicks as quick as can be would be none.
void ImGuiContextOwner::allow_double_clicks() {
  constexpr float kBetween = 0.3F;  // seconds, by a hand
  ImGuiIO& io = ImGui::GetIO();
  io.MouseDoubleClickTime = kBetween + io.DeltaTime + std::exchange(frame_before_, io.DeltaTime);
}

void ImGuiContextOwner::on_key(GLFWwindow*, int key, int scancode, int action, int modifiers) {
  auto* self = static_cast<ImGuiContextOwner*>(ImGui::GetIO().UserData);
  self->keys_.add({.key = key, .scancode = scancode, .action = action, .modifiers = modifiers});
}

void ImGuiContextOwner::on_letter(GLFWwindow*, unsigned letter) {
  auto* self = static_cast<ImGuiContextOwner*>(ImGui::GetIO().UserData);
  self->keys_.add({.letter = letter});
}

void ImGuiContextOwner::pass_on(const KeyEvent& event) {
  if (event.letter != 0) {
    ImGui_ImplGlfw_CharCallback(window_, event.letter);
  } else {
    ImGui_ImplGlfw_KeyCallback(window_, event.key, event.scancode, event.action, event.modifiers);
  }
}

bool ImGuiContextOwner::has_input() const {
  if (!keys_.empty() || !clicks_.empty()) return true;
  const ImGuiIO& io = ImGui::GetIO();
  const bool pressed =
      std::any_of(std::begin(io.MouseDown), std::end(io.MouseDown), [](bool down) { return down; });
  return pressed || io.MouseDelta.x != 0.0F || io.MouseDelta.y != 0.0F || io.MouseWheel != 0.0F ||
         io.MouseWheelH != 0.0F;
}

std::uint64_t ImGuiContextOwner::drawn() const {
  const ImDrawData& all = *ImGui::GetDrawData();
  ui::ByteSum bytes;
  for (int i = 0; i < all.CmdListsCount; ++i) {
    const ImDrawList& list = *all.CmdLists[i];
    for (const ImDrawCmd& command : list.CmdBuffer) {
      bytes.add(command.GetTexID());
      bytes.add(command.ClipRect);
      bytes.add(command.ElemCount);
    }
    bytes.add(std::span<const ImDrawVert>(list.VtxBuffer.begin(), list.VtxBuffer.end()));
    bytes.add(std::span<const ImDrawIdx>(list.IdxBuffer.begin(), list.IdxBuffer.end()));
  }
  return bytes.sum();
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
  // A list without commands draws nothing. Where these lie must not change: an ImVector would be
  // copied.
  std::deque<std::pair<ImDrawList*, ImVector<ImDrawCmd>>> left_out;
  for (int i = 0; i < all.CmdListsCount; ++i) {
    ImDrawList* list = all.CmdLists[i];
    const bool is_aside = std::find(aside_.begin(), aside_.end(), list) != aside_.end();
    if (is_aside == aside) continue;
    left_out.emplace_back().first = list;
    list->CmdBuffer.swap(left_out.back().second);
  }
  ImGui_ImplOpenGL3_RenderDrawData(&all);
  for (auto& [list, commands] : left_out) list->CmdBuffer.swap(commands);
}

}  // namespace heatwave::shell
