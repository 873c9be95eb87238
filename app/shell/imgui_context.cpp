// Sets Dear ImGui up and takes it down.
#include "app/shell/imgui_context.h"

#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include "app/shell/fonts.h"

namespace heatwave::shell {

ImGuiContextOwner::ImGuiContextOwner(const GlfwWindow& window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

ImGuiContextOwner::~ImGuiContextOwner() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void ImGuiContextOwner::begin(const ui::Theme& theme, float unit, float pixels_per_unit) {
  if (unit != unit_ || pixels_per_unit != pixels_per_unit_) {
    fonts_ = load_fonts(unit, pixels_per_unit);
    theme_ = nullptr;
  }
  if (&theme != theme_) ui::apply(theme, unit);
  unit_ = unit;
  pixels_per_unit_ = pixels_per_unit;
  theme_ = &theme;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void ImGuiContextOwner::render() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace heatwave::shell
