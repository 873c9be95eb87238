// Builds the font atlas. The one file that knows how versions of Dear ImGui differ in this.
#include "app/shell/interface/fonts.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/view/embedded_assets.h"

namespace heatwave::shell {
namespace {

// Dear ImGui counts a font's whole line; these give letters on an em of 16 and 22 units.
constexpr float kBodySize = 19.0F;
constexpr float kLargeSize = 25.0F;
constexpr float kMonoSize = 20.0F;

ImFont* add_font(std::string_view file, float pixels) {
  static constexpr ImWchar kRanges[] = {0x20,   0xFF,    // Latin
                                        0x370,  0x3FF,   // Greek
                                        0x2000, 0x206F,  // dashes, quotes
                                        0x2070, 0x209F,  // raised and lowered digits
                                        0x2190, 0x22FF,  // arrows and mathematics
                                        0};
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = 2;
  config.OversampleV = 1;
  const auto bytes = view::embedded_file(file);
  if (bytes.empty()) {
    config.SizePixels = pixels;
    return atlas.AddFontDefault(&config);
  }
  // The atlas does not write to the data, it only asks for a plain pointer.
  auto* data = const_cast<unsigned char*>(bytes.data());
  return atlas.AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), pixels, &config, kRanges);
}

}  // namespace

ui::FontSet fonts_in_atlas(float unit, float pixels_per_unit) {
  ImGuiIO& io = ImGui::GetIO();
  // However small, never without any size.
  const auto pixels = [&](float size) {
    return std::max(1.0F, std::round(size * unit * pixels_per_unit));
  };
  const float body = pixels(kBodySize);
  const float large = pixels(kLargeSize);
  const float mono = pixels(kMonoSize);
  io.Fonts->Clear();
  ui::FontSet fonts;
  fonts.body = add_font("fonts/regular", body);
  fonts.strong = add_font("fonts/medium", body);
  fonts.large = add_font("fonts/medium", large);
  fonts.mono = add_font("fonts/mono", mono);
  fonts.size = body / pixels_per_unit;
  fonts.large_size = large / pixels_per_unit;
  fonts.mono_size = mono / pixels_per_unit;
  io.FontDefault = fonts.body;
  io.FontGlobalScale = 1.0F / pixels_per_unit;
  return fonts;
}

ui::FontSet load_fonts(float unit, float pixels_per_unit) {
  const ui::FontSet fonts = fonts_in_atlas(unit, pixels_per_unit);
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
  return fonts;
}

}  // namespace heatwave::shell
