// Draws the frame around a field's picture: its title, its step and the colour bar, in the window's
// font.
#include "app/export/framed_picture.h"

#include <stb_truetype.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "app/export/embedded_font.h"
#include "app/export/line_plot.h"
#include "app/export/pixels.h"
#include "app/lines/contours.h"
#include "kernels/core/error.h"
#include "kernels/core/utf8.h"
#include "kernels/field/cells.h"

namespace heatwave::exporting {
namespace {

/// The font with its metrics at a given size.
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

/// Decodes UTF-8 text; an invalid byte becomes an unknown letter.
std::vector<int> letters_of(std::string_view text) {
  std::vector<int> letters;
  while (!text.empty()) {
    const core::Letter letter = core::first_letter(text);
    letters.push_back(letter.bytes > 0 ? static_cast<int>(letter.code) : 0xFFFD);
    text.remove_prefix(std::max<std::size_t>(1, letter.bytes));
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

void blend(Image& image, int x, int y, int part, colour::Rgb colour) {
  if (x < 0 || y < 0 || x >= image.extent.width || y >= image.extent.height) return;
  std::uint8_t* pixel = pixel_of(image, x, y);
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
  for (std::size_t letters = core::letters_in(text); letters > 0 && width(shown) > room;) {
    shown = text.substr(0, core::bytes_of_letters(text, --letters));
    shown += "…";
  }
  return shown;
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
        blend(image, whole + x0 + column, static_cast<int>(line) + y0 + row, cover[at], colour);
      }
    }
  });
}

namespace {

constexpr colour::Rgb kGround{255, 255, 255};
constexpr colour::Rgb kInk{24, 26, 30};
constexpr colour::Rgb kDim{96, 100, 108};
constexpr double kOutlineStrength = 0.8;

}  // namespace

int magnification(core::Extent field) {
  constexpr int kLeastShort = 360;  // pixels of the shorter side
  constexpr int kMostLong = 1920;   // limit in pixels of the longer side
  const int shorter = std::min(field.width, field.height);
  const int longer = std::max(field.width, field.height);
  return std::max(1, std::min((kLeastShort + shorter - 1) / shorter, kMostLong / longer));
}

namespace {

constexpr double kLeastLetter = 20;
/// Letter sizes along the longer side.
constexpr double kLettersAcross = 36;

/// Letter sizes along the shorter side of a picture of an exact size.
constexpr double kLettersOfExact = 36;

/// Layout of the picture; lengths in pixels.
struct Plan {
  double letter = kLeastLetter;
  int margin = 0;
  core::Rect field;
  core::Rect bar;
  core::Extent all;

  Plan(core::Extent cells, const PictureParts& parts) {
    if (parts.size.is_exact()) {
      lay_out_within(cells, parts);
    } else {
      lay_out_around(cells, parts);
    }
  }

 private:
  static constexpr double kRim = 0.8;    ///< in letters, like the lengths below
  static constexpr double kTitle = 1.9;  ///< height
  static constexpr double kBarWidth = 1.0;
  static constexpr double kNumbers = 4.4;  ///< fixed width: frames of a film must have equal sizes

  [[nodiscard]] int letters(double count) const {
    return static_cast<int>(std::lround(count * letter));
  }
  void place_bar(int right, int top, int bottom) {
    bar = {right + letters(kRim), top, right + letters(kRim + kBarWidth), bottom};
  }

  /// The picture is as large as the field and its frame need.
  void lay_out_around(core::Extent cells, const PictureParts& parts) {
    const int times = parts.size.times > 0 ? parts.size.times : magnification(cells);
    const int longer = std::max(cells.width, cells.height);
    letter = std::max(kLeastLetter, longer * times / kLettersAcross);
    margin = parts.has_frame() ? letters(kRim) : 0;
    const int width = cells.width * times;
    const int height = cells.height * times;
    const int room_high = std::max(height, parts.bar ? letters(8) : 0);
    const int room_wide = std::max(width, parts.title ? letters(14) : 0);
    const int top = margin + (parts.title ? letters(kTitle) : 0);
    const int left = margin + (room_wide - width) / 2;
    const int up = top + (room_high - height) / 2;
    field = {left, up, left + width, up + height};
    int right = margin + room_wide;
    if (parts.bar) {
      place_bar(right, top, top + room_high);
      right = bar.x1 + letters(kNumbers);
    }
    all = {right + margin, top + room_high + margin};
  }

  /// The field is as large as the picture allows.
  void lay_out_within(core::Extent cells, const PictureParts& parts) {
    all = parts.size.exact;
    letter = std::min(all.width, all.height) / kLettersOfExact;
    margin = parts.has_frame() ? letters(kRim) : 0;
    const int top = margin + (parts.title ? letters(kTitle) : 0);
    const int beside = parts.bar ? letters(kRim + kBarWidth) + letters(kNumbers) : 0;
    const core::Extent room{std::max(1, all.width - 2 * margin - beside),
                            std::max(1, all.height - top - margin)};
    core::Extent size = fitted(cells, room);
    // Squares of unequal sizes would look like an error.
    const int times = size.width / cells.width;
    if (!parts.smooth && times > 0) size = {times * cells.width, times * cells.height};
    const int left = margin + (room.width - size.width) / 2;
    const int up = top + (room.height - size.height) / 2;
    field = {left, up, left + size.width, up + size.height};
    if (parts.bar) place_bar(field.x1, field.y0, std::max(field.y1, field.y0 + letters(8)));
  }
};

/// Draws a tip with a rim in the end's colour; `down` is 1 below the bar, -1 above it.
void draw_tip(Image& image, const core::Rect& bar, int down, colour::Rgb colour) {
  const int half = bar.width() / 2;
  const int middle = bar.x0 + half;
  const int edge = down > 0 ? bar.y1 : bar.y0 - 1;
  for (int row = 0; row <= half; ++row) {
    const int y = edge + down * (row + 2);
    const int reach = half - row;
    fill(image, {middle - reach, y, middle + reach + 1, y + 1}, kInk);
    if (row > 0) fill(image, {middle - reach + 2, y, middle + reach - 1, y + 1}, colour);
  }
}

/// Marks the ends of the bar beyond which the field has values.
void mark_ends(Image& image, const FieldPicture& picture, const core::Rect& bar) {
  const auto is_beyond = [&](auto beyond) {
    for (std::size_t i = 0; i < picture.cells.size(); ++i) {
      const bool wall = !picture.flags.empty() && (picture.flags[i] & field::kWall) != 0;
      if (!wall && beyond(picture.cells[i])) return true;
    }
    return false;
  };
  const colour::ColourScale& scale = picture.scale;
  if (is_beyond([&](float value) { return value > picture.limits.above; })) {
    draw_tip(image, bar, -1, scale.colour(scale.high));
  }
  if (is_beyond([&](float value) { return value < picture.limits.below; })) {
    draw_tip(image, bar, 1, scale.colour(scale.low));
  }
}

void draw_bar(Image& image, const FieldPicture& picture, const Plan& plan,
              const Lettering& letters) {
  const colour::ColourScale& scale = picture.scale;
  core::Rect bar = plan.bar;
  if (!picture.quantity.empty()) {
    const double room = image.extent.width - bar.x0 - plan.letter / 2;
    letters.write(image, bar.x0, bar.y0, letters.elided(picture.quantity, room), kInk);
    bar.y0 += static_cast<int>(std::lround(2.2 * plan.letter));
  }
  mark_ends(image, picture, bar);
  for (int y = bar.y0; y < bar.y1; ++y) {
    const auto part = (static_cast<float>(y - bar.y0) + 0.5F) / static_cast<float>(bar.height());
    fill(image, {bar.x0, y, bar.x1, y + 1}, scale.colour(scale.value_at(part)));
  }
  const double each = (scale.kind == colour::ScaleKind::linear ? 1.8 : 1.4) * plan.letter;
  const int most = std::clamp(static_cast<int>(bar.height() / each), 2, lines::kMostLevels);
  const lines::Levels levels = lines::levels_of(scale, most);
  const int tick = std::max(3, static_cast<int>(plan.letter / 5));
  const int thick = std::max(1, static_cast<int>(plan.letter / 16));
  const std::vector<double> labelled =
      lines::labelled_levels(scale, levels, letters.height() / bar.height());
  for (const double value : levels.values) {
    const double y = bar.y0 + scale.place_of(value) * bar.height();
    const int line = static_cast<int>(std::lround(y - thick / 2.0));
    fill(image, {bar.x1, line, bar.x1 + tick, line + thick}, kDim);
    if (std::find(labelled.begin(), labelled.end(), value) == labelled.end()) continue;
    // The gap keeps the tick from looking like a minus sign.
    letters.write(image, bar.x1 + tick + 0.4 * plan.letter, y - letters.height() / 2,
                  lines::level_text(scale, value, levels.step), kInk);
  }
}

void write_title(Image& image, const FieldPicture& picture, const Plan& plan,
                 const Lettering& letters) {
  const double moment = letters.width(picture.moment);
  const double right = plan.all.width - plan.margin;
  const double y = plan.margin - plan.letter * 0.1;
  const double room = right - moment - plan.margin - 1.5 * plan.letter;
  letters.write(image, plan.margin, y, letters.elided(picture.title, room), kInk);
  letters.write(image, right - moment, y, picture.moment, kDim);
}

}  // namespace

void draw_outlines(Image& image, const std::vector<std::uint8_t>& outlined) {
  for (std::size_t cell = 0; cell < outlined.size(); ++cell) {
    if (outlined[cell] == 0) continue;
    std::uint8_t* pixel = &image.rgb[3 * cell];
    const int light = colour::is_light({pixel[0], pixel[1], pixel[2]}) ? 0 : 255;
    for (int i = 0; i < 3; ++i) {
      pixel[i] =
          static_cast<std::uint8_t>(std::lround(pixel[i] + kOutlineStrength * (light - pixel[i])));
    }
  }
}

Image framed(const Image& field, const FieldPicture& picture) {
  const Plan plan(picture.extent, picture.parts);
  const Lettering letters(plan.letter);
  Image image = blank_image(plan.all);
  fill(image, core::whole(plan.all), kGround);
  lay(image, plan.field, field);
  if (picture.parts.bar) draw_bar(image, picture, plan, letters);
  if (picture.parts.title) write_title(image, picture, plan, letters);
  return image;
}

core::Extent picture_extent(core::Extent field, const PictureParts& parts) {
  if (field.height == 1 && field.width > 1) return plot_extent(parts);
  if (parts.has_frame() || parts.size.is_given()) return Plan(field, parts).all;
  const int times = parts.magnifies() ? magnification(field) : 1;
  return {field.width * times, field.height * times};
}

core::Extent field_pixels(core::Extent field, const PictureParts& parts) {
  const core::Rect area = Plan(field, parts).field;
  return {area.width(), area.height()};
}

double line_width(core::Extent field, const PictureParts& parts) {
  constexpr double kLinesAcross = 720;
  const core::Extent all = picture_extent(field, parts);
  return std::max(1.0, std::min(all.width, all.height) / kLinesAcross);
}

}  // namespace heatwave::exporting
