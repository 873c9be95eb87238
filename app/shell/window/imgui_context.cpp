// Sets Dear ImGui up and takes it down.
#include "app/shell/window/imgui_context.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "app/shell/interface/fonts.h"
#include "app/ui/keyboard_focus.h"

namespace heatwave::shell {
namespace {

constexpr float kDoubleClickSeconds = 0.5F;  // also where a frame takes a fifth of a second

/// Dear ImGui calls this where the program has called it wrongly.
void report_misuse(ImGuiContext*, void*, const char* message) {
  std::fprintf(stderr, "heatwave: the interface is drawn wrongly: %s\n", message);
}

}  // namespace

ImGuiContextOwner::ImGuiContextOwner(GlfwWindow& window) : window_(window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.UserData = this;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigNavEscapeClearFocusItem = false;  // ui::leave_control() does that
  io.MouseDoubleClickTime = kDoubleClickSeconds;
  // What these tell is for programmers, not for the audience.
  io.ConfigDebugHighlightIdConflicts = false;
  io.ConfigErrorRecoveryEnableTooltip = false;
  io.ConfigErrorRecoveryEnableDebugLog = false;  // it goes to the standard output
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
  // It asks for the window's size and the framebuffer's one after the other: sizes of two moments,
  // where it is resized in between, which come to hundreds of pixels a unit.
  ImGui::GetIO().DisplayFramebufferScale = {pixels_per_unit, pixels_per_unit};
  ImGui::NewFrame();
  has_begun_ = true;
}

void ImGuiContextOwner::on_key(GLFWwindow*, int key, int scancode, int action, int modifiers) {
  auto* self = static_cast<ImGuiContextOwner*>(ImGui::GetIO().UserData);
  ImGui_ImplGlfw_KeyCallback(self->window_.handle(), key, scancode, action, modifiers);
  self->window_.note_key(key, scancode, action, modifiers, ui::next_event());
}

void ImGuiContextOwner::on_letter(GLFWwindow*, unsigned letter) {
  auto* self = static_cast<ImGuiContextOwner*>(ImGui::GetIO().UserData);
  ImGui_ImplGlfw_CharCallback(self->window_.handle(), letter);
  self->window_.note_letter(letter);
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
  // A list without commands draws nothing. Where these lie must not change: an ImVector would be
  // copied.
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
