// Letter by letter, by stb_truetype.
#include "app/export/lettering.h"

#include <stb_truetype.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "app/export/embedded_font.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

/// The font with its measures at a size.
struct Face {
  stbtt_fontinfo info{};
  float scale = 1.0F;
  double ascent = 0.0;

  explicit Face(double pixels) {
    const auto bytes = embedded_file("fonts/regular");
    if (bytes.empty() || stbtt_InitFont(&info, bytes.data(), 0) == 0) {
      throw core::Error(
          "this program was built without a font: pictures have no colour bar and no title");
    }
    scale = stbtt_ScaleForPixelHeight(&info, static_cast<float>(pixels));
    int up = 0;
    int down = 0;
    int gap = 0;
    stbtt_GetFontVMetrics(&info, &up, &down, &gap);
    ascent = static_cast<double>(scale) * up;
  }
  [[nodiscard]] double advance(int letter, int next) const {
    int width = 0;
    int bearing = 0;
    stbtt_GetCodepointHMetrics(&info, letter, &width, &bearing);
    const int kern = next != 0 ? stbtt_GetCodepointKernAdvance(&info, letter, next) : 0;
    return static_cast<double>(scale) * (width + kern);
  }
};

/// The letters of a text in UTF-8; what is none counts as one that is not known.
std::vector<int> letters_of(std::string_view text) {
  std::vector<int> letters;
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<std::uint8_t>(text[at]);
    const int more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    int letter = more == 0 ? first : first & (0x3f >> more);
    for (int i = 1; i <= more; ++i) {
      const std::size_t place = at + static_cast<std::size_t>(i);
      const int next = place < text.size() ? static_cast<std::uint8_t>(text[place]) : 0;
      letter = letter << 6 | (next & 0x3f);
    }
    letters.push_back(letter);
    at += static_cast<std::size_t>(more) + 1;
  }
  return letters;
}

template <typename Take>
double for_each_letter(const Face& face, const std::vector<int>& letters, Take take) {
  double x = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    take(letters[i], x);
    x += face.advance(letters[i], i + 1 < letters.size() ? letters[i + 1] : 0);
  }
  return x;
}

void lay(Image& image, int x, int y, int part, colour::Rgb colour) {
  if (x < 0 || y < 0 || x >= image.extent.width || y >= image.extent.height) return;
  std::uint8_t* pixel = &image.rgb[3 * core::whole(image.extent).index(x, y)];
  const auto mixed = [part](int was, int is) {
    return static_cast<std::uint8_t>((was * (255 - part) + is * part + 127) / 255);
  };
  pixel[0] = mixed(pixel[0], colour.r);
  pixel[1] = mixed(pixel[1], colour.g);
  pixel[2] = mixed(pixel[2], colour.b);
}

}  // namespace

Lettering::Lettering(double pixels) : pixels_(pixels) { (void)Face(pixels); }

double Lettering::width(std::string_view text) const {
  return for_each_letter(Face(pixels_), letters_of(text), [](int, double) {});
}

std::string Lettering::elided(std::string_view text, double room) const {
  std::string shown(text);
  while (!shown.empty() && width(shown == text ? shown : shown + "…") > room) {
    do {
      shown.pop_back();
    } while (!shown.empty() && (static_cast<std::uint8_t>(shown.back()) & 0xc0) == 0x80);
    // The first byte of the letter whose others have gone.
    if (!shown.empty() && static_cast<std::uint8_t>(shown.back()) >= 0xc0) shown.pop_back();
  }
  return shown == text ? shown : shown + "…";
}

void Lettering::write(Image& image, double x, double y, std::string_view text,
                      colour::Rgb colour) const {
  const Face face(pixels_);
  const double line = std::round(y + face.ascent);
  std::vector<std::uint8_t> cover;
  for_each_letter(face, letters_of(text), [&](int letter, double from) {
    const double left = x + from;
    const auto whole = static_cast<int>(std::floor(left));
    const auto part = static_cast<float>(left - whole);
    int x0 = 0;
    int y0 = 0;
    int x1 = 0;
    int y1 = 0;
    stbtt_GetCodepointBitmapBoxSubpixel(&face.info, letter, face.scale, face.scale, part, 0, &x0,
                                        &y0, &x1, &y1);
    const int width = x1 - x0;
    const int height = y1 - y0;
    if (width < 1 || height < 1) return;
    cover.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
    stbtt_MakeCodepointBitmapSubpixel(&face.info, cover.data(), width, height, width, face.scale,
                                      face.scale, part, 0, letter);
    for (int row = 0; row < height; ++row) {
      for (int column = 0; column < width; ++column) {
        const std::size_t at = static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                               static_cast<std::size_t>(column);
        lay(image, whole + x0 + column, static_cast<int>(line) + y0 + row, cover[at], colour);
      }
    }
  });
}

}  // namespace heatwave::exporting
