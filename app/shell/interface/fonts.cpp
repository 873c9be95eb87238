// Loads the fonts. Dear ImGui draws their letters when they are needed, at the size that is needed.
#include "app/shell/interface/fonts.h"

#include <imgui.h>

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

/// `merges`: the letters join the font that was added before.
ImFont* add_font(std::string_view file, bool merges = false) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const auto bytes = view::embedded_file(file);
  if (bytes.empty()) return atlas.AddFontDefault();
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.MergeMode = merges;
  // The atlas does not write to the data, it only asks for a plain pointer.
  auto* data = const_cast<unsigned char*>(bytes.data());
  return atlas.AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), 0.0F, &config);
}

}  // namespace

ui::FontSet load_fonts() {
  ui::FontSet fonts;
  fonts.body = add_font("fonts/regular");
  add_font("fonts/icons", true);
  fonts.strong = add_font("fonts/medium");
  fonts.mono = add_font("fonts/mono");
  ImGui::GetIO().FontDefault = fonts.body;
  return fonts;
}

void set_font_sizes(ui::FontSet& fonts, float unit, float pixels_per_unit) {
  // A whole number of pixels, so that letters are crisp; however small, never without any size.
  const auto size = [&](float units) {
    return std::max(1.0F, std::round(units * unit * pixels_per_unit)) / pixels_per_unit;
  };
  fonts.size = size(kBodySize);
  fonts.large_size = size(kLargeSize);
  fonts.mono_size = size(kMonoSize);
}

}  // namespace heatwave::shell
