// Creates Dear ImGui's context and loads fonts; no window is needed.
#include "app/shell/interface/imgui_setup.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "app/ui/typeset.h"
#include "app/view/embedded_assets.h"

namespace heatwave::shell {
namespace {

// Dear ImGui measures a font's whole line; these sizes give an em of 16 and 22 units.
constexpr float kBodySize = 19.0F;
constexpr float kLargeSize = 25.0F;
constexpr float kMonoSize = 20.0F;

/// `merges`: the glyphs extend the font that was added before.
ImFont* add_font(std::string_view file, bool merges = false) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const auto bytes = view::embedded_file(file);
  if (bytes.empty()) return atlas.AddFontDefault();
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = merges;
  // The atlas does not write to the data, although its pointer is not const.
  auto* data = const_cast<unsigned char*>(bytes.data());
  return atlas.AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), 0.0F, &config);
}

/// Ends the program when there is no memory: Dear ImGui would use the null pointer, and an
/// exception would leave its stacks of windows and clip rectangles unbalanced.
void* memory_or_end(std::size_t bytes, void*) {
  if (void* const memory = std::malloc(bytes)) return memory;
  std::fputs("heatwave: not enough memory\n", stderr);
  std::_Exit(EXIT_FAILURE);
}

void give_memory_back(void* memory, void*) { std::free(memory); }

}  // namespace

ui::FontSet load_fonts() {
  ui::FontSet fonts;
  fonts.body = add_font("fonts/regular");
  add_font("fonts/icons", true);
  fonts.strong = add_font("fonts/medium");
  fonts.mono = add_font("fonts/mono");
  fonts.math = ui::add_math_font(*ImGui::GetIO().Fonts, view::embedded_file("fonts/math"));
  ImGui::GetIO().FontDefault = fonts.body;
  return fonts;
}

void set_font_sizes(ui::FontSet& fonts, float unit, float pixels_per_unit) {
  // Whole pixels keep letters crisp. The size never drops below one pixel.
  const auto size = [&](float units) {
    return std::max(1.0F, std::round(units * unit * pixels_per_unit)) / pixels_per_unit;
  };
  fonts.size = size(kBodySize);
  fonts.large_size = size(kLargeSize);
  fonts.mono_size = size(kMonoSize);
}

void create_imgui_context() {
  IMGUI_CHECKVERSION();
  ImGui::SetAllocatorFunctions(memory_or_end, give_memory_back);
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  // These tools are for programmers, not for users.
  io.ConfigDebugHighlightIdConflicts = false;
  io.ConfigErrorRecoveryEnableTooltip = false;
  io.ConfigErrorRecoveryEnableDebugLog = false;  // it writes to the standard output
}

}  // namespace heatwave::shell
