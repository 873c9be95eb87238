// Checks a picture's header before allocating memory for its size, and turns pictures into items
// and fields.
#include "app/scene/picture_use.h"

#include <fmt/format.h>
#include <stb_image.h>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

#include "app/json/deflate.h"
#include "app/system/read_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/field_state.h"

namespace heatwave::scene {

namespace {

constexpr std::string_view kPngBegin("\x89PNG\r\n\x1a\n", 8);
constexpr std::string_view kJpegBegin("\xff\xd8\xff", 3);
constexpr int kOfColour = 4;  ///< bytes per pixel: red, green, blue, opacity

struct Head {
  std::int64_t width = 0;
  std::int64_t height = 0;
};

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw core::Error(fmt::format("'{}' {}", where, what));
}

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < count; ++i) number = number << 8U | byte_at(bytes, at + i);
  return number;
}

void check_size(const Head& head, const std::string& where) {
  if (head.width < 1 || head.height < 1) refuse(where, "is a picture without pixels");
  const bool too_long = head.width > kMostPixels || head.height > kMostPixels;
  if (!too_long && head.width * head.height <= kMostPixels) return;
  refuse(where, fmt::format("has {} × {} pixels; at most {} million are read", head.width,
                            head.height, kMostPixels / 1'000'000));
}

/// Returns the bits per pixel in a PNG's header; 0: the format has no such pixels.
int bits_a_pixel(std::string_view png) {
  constexpr std::string_view kFirstChunk("\0\0\0\rIHDR", 8);
  constexpr std::array kChannels{1, 0, 3, 1, 2, 0, 4};  // number of channels, by colour type
  const std::uint8_t depth = byte_at(png, 24);
  const std::uint8_t colour = byte_at(png, 25);
  const bool is_known = png.substr(kPngBegin.size(), kFirstChunk.size()) == kFirstChunk &&
                        (depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16) &&
                        colour < kChannels.size();
  return is_known ? kChannels[colour] * depth : 0;
}

/// Inflates all pixels once, in small steps, so that a damaged file is refused before memory for
/// its pixels is allocated.
void check_png(std::string_view bytes, const std::string& where) {
  constexpr std::size_t kHead = 33;  // the signature and the first chunk
  if (bytes.size() < kHead) refuse(where, "is cut short");
  const int bits = bits_a_pixel(bytes);
  if (bits == 0) refuse(where, "is a PNG that is damaged");
  const Head head{static_cast<std::int64_t>(number_at(bytes, 16, 4)),
                  static_cast<std::int64_t>(number_at(bytes, 20, 4))};
  check_size(head, where);
  // An interlaced picture has less than twice as many rows. Each row begins with a filter byte and
  // ends at a whole byte.
  const std::int64_t most = head.width * head.height * bits / 8 + 4 * head.height + 16;
  json::InflatedLength pixels(static_cast<std::uint64_t>(most));
  bool has_end = false;
  for (std::size_t at = kPngBegin.size(); at + 12 <= bytes.size() && !has_end;) {
    const std::uint64_t length = number_at(bytes, at, 4);
    if (length > bytes.size() - at - 12) refuse(where, "is cut short");
    const std::string_view kind = bytes.substr(at + 4, 4);
    const std::string_view data = bytes.substr(at + 8, static_cast<std::size_t>(length));
    if (kind == "IDAT" && !pixels.add(data)) refuse(where, "is a PNG that is damaged");
    has_end = kind == "IEND";
    at += 12 + static_cast<std::size_t>(length);
  }
  if (!has_end) refuse(where, "is cut short");
  if (!pixels.has_end()) refuse(where, "is a PNG that is damaged");
  core::require_memory(3 * static_cast<std::uint64_t>(most), "a picture of this size");
}

/// Checks that a JPEG is complete: decoders would fill in missing parts.
void check_jpeg(std::string_view bytes, const std::string& where) {
  std::size_t at = 2;
  while (at + 4 <= bytes.size()) {
    if (byte_at(bytes, at) != 0xff) refuse(where, "is a JPEG that is damaged");
    const std::uint8_t marker = byte_at(bytes, at + 1);
    if (marker == 0xff) {
      ++at;
      continue;
    }
    const auto length = static_cast<std::size_t>(number_at(bytes, at + 2, 2));
    at += 2 + length;
    if (marker == 0xda) break;  // the pixels begin here
  }
  const std::size_t pixels = std::min(at, bytes.size());
  if (bytes.find("\xff\xd9", pixels) == std::string_view::npos) refuse(where, "is cut short");
  int width = 0;
  int height = 0;
  int channels = 0;
  if (stbi_info_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                            static_cast<int>(bytes.size()), &width, &height, &channels) == 0) {
    refuse(where, "is a JPEG that is damaged");
  }
  check_size({width, height}, where);
  // Each block of 8 × 8 pixels takes at least a bit, so a small file that claims to be large is
  // refused before it is decoded.
  constexpr std::uint64_t kMostPixelsOfByte = 8 * 64;
  if (static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) >
      kMostPixelsOfByte * bytes.size()) {
    refuse(where, "is a JPEG that is damaged");
  }
  // Memory for the coefficients of a progressive JPEG, and for the pixels.
  core::require_memory(
      std::uint64_t{16} * static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height),
      "a picture of this size");
}

/// Returns the camera's orientation from Exif data in a JPEG's header, from 1 to 8; 1: none is
/// given.
int held_as(std::string_view exif) {
  constexpr std::string_view kBegin("Exif\0\0", 6);
  constexpr std::uint64_t kTag = 0x0112;
  constexpr std::size_t kEntry = 12;
  if (!exif.starts_with(kBegin) || exif.size() < 14) return 1;
  const std::string_view tiff = exif.substr(kBegin.size());
  const bool lowest_first = tiff.starts_with("II");
  const auto number = [&](std::size_t at, std::size_t count) -> std::uint64_t {
    if (at > tiff.size() || count > tiff.size() - at) return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      value = value << 8U | byte_at(tiff, lowest_first ? at + count - 1 - i : at + i);
    }
    return value;
  };
  const auto table = static_cast<std::size_t>(number(4, 4));
  const std::uint64_t entries = number(table, 2);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t at = table + 2 + kEntry * i;
    if (at + kEntry > tiff.size()) break;
    if (number(at, 2) != kTag) continue;
    const std::uint64_t held = number(at + 8, 2);
    return held >= 1 && held <= 8 ? static_cast<int>(held) : 1;
  }
  return 1;
}

/// Returns the orientation of a complete JPEG.
int held_as_in(std::string_view jpeg) {
  for (std::size_t at = 2; at + 4 <= jpeg.size();) {
    const std::uint8_t marker = byte_at(jpeg, at + 1);
    const auto length = static_cast<std::size_t>(number_at(jpeg, at + 2, 2));
    if (marker == 0xda) break;
    if (marker == 0xe1 && length > 2 && at + 2 + length <= jpeg.size()) {
      return held_as(jpeg.substr(at + 4, length - 2));
    }
    at += marker == 0xff ? 1 : 2 + length;
  }
  return 1;
}

GrayPicture upright(GrayPicture picture, int held) {
  if (held == 1) return picture;
  const auto [width, height] = picture.extent;
  const bool lies = held >= 5;
  const bool from_right = held == 2 || held == 3 || held == 7 || held == 8;
  const bool from_below = held == 3 || held == 4 || held == 6 || held == 7;
  GrayPicture now{lies ? core::Extent{height, width} : picture.extent, {}};
  now.shades.reserve(picture.shades.size());
  for (int y = 0; y < now.extent.height; ++y) {
    for (int x = 0; x < now.extent.width; ++x) {
      const int across = lies ? y : x;
      const int down = lies ? x : y;
      now.shades.push_back(picture.shades[core::whole(picture.extent)
                                              .index(from_right ? width - 1 - across : across,
                                                     from_below ? height - 1 - down : down)]);
    }
  }
  return now;
}

/// Returns the perceived brightness of a pixel on white.
std::uint8_t shade_of(const stbi_uc* pixel) {
  const int light = (54 * pixel[0] + 183 * pixel[1] + 19 * pixel[2] + 128) / 256;
  const int opaque = pixel[3];
  return static_cast<std::uint8_t>((light * opaque + 255 * (255 - opaque) + 127) / 255);
}

}  // namespace

GrayPicture picture_in(std::string_view bytes, const std::string& where) {
  if (bytes.starts_with(kPngBegin)) {
    check_png(bytes, where);
  } else if (bytes.starts_with(kJpegBegin)) {
    check_jpeg(bytes, where);
  } else {
    refuse(where, "is neither a PNG nor a JPEG");
  }
  int width = 0;
  int height = 0;
  int channels = 0;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                            static_cast<int>(bytes.size()), &width, &height, &channels, kOfColour),
      &stbi_image_free);
  if (pixels == nullptr) {
    // The reason may quote the file's own bytes; null: an allocation failed.
    const char* const reason = stbi_failure_reason();
    refuse(where, fmt::format("cannot be read as a picture: {}",
                              words::printable(reason != nullptr ? reason : "out of memory")));
  }
  GrayPicture picture{{width, height}, {}};
  const auto count = static_cast<std::size_t>(picture.extent.cells());
  picture.shades.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    picture.shades.push_back(shade_of(pixels.get() + i * kOfColour));
  }
  return upright(std::move(picture), bytes.starts_with(kJpegBegin) ? held_as_in(bytes) : 1);
}

GrayPicture read_picture(const std::filesystem::path& file) {
  return picture_in(system::whole_file(file, kLargestPictureFile),
                    words::printable(file.filename().string()));
}

namespace {

std::size_t bands_of(const PictureChoice& choice) {
  return choice.use == PictureUse::media ? choice.lighter.size() + 1 : 1;
}

/// Bands are counted from 1.
Role role_of(const PictureChoice& choice, std::size_t band) {
  if (choice.use == PictureUse::sources) return Source{.value = choice.value};
  if (choice.use == PictureUse::walls) return Wall{};
  if (band <= choice.lighter.size()) return Medium{choice.lighter[band - 1]};
  if (choice.darkest_is_wall && !choice.lighter.empty()) return Wall{};
  return Medium{choice.factor};
}

/// Returns the band of a shade that is used: the further from the threshold, the higher.
std::uint8_t band_of(std::uint8_t shade, double threshold, bool takes_bright, std::size_t bands) {
  const double edge = threshold * 256;
  const double part = takes_bright ? (shade - edge) / (256 - edge) : (edge - shade) / edge;
  const auto band = static_cast<std::size_t>(part * static_cast<double>(bands)) + 1;
  return static_cast<std::uint8_t>(std::min(band, bands));
}

}  // namespace

std::vector<std::uint8_t> chosen_places(const PlacedPicture& picture, const PictureChoice& choice) {
  std::vector<std::uint8_t> places = picture.shades;
  if (choice.use == PictureUse::field || choice.use == PictureUse::input) {
    if (choice.inverted) {
      for (std::uint8_t& shade : places) shade = static_cast<std::uint8_t>(255 - shade);
    }
    return places;
  }
  const bool takes_bright = (choice.use == PictureUse::sources) != choice.inverted;
  for (std::uint8_t& shade : places) {
    const bool bright = shade >= choice.threshold * 256;
    const bool taken = bright == takes_bright;
    shade = taken ? band_of(shade, choice.threshold, takes_bright, bands_of(choice)) : 0;
  }
  return places;
}

void divide_in_bands(PictureChoice& choice, std::size_t bands) {
  // Rounds to the displayed digits, so that the factors can be typed again.
  constexpr double kShown = 1000;
  choice.lighter.clear();
  const std::size_t count = std::clamp<std::size_t>(bands, 1, kMostPictureBands);
  for (std::size_t band = 1; band < count; ++band) {
    const double part = static_cast<double>(band) / static_cast<double>(count);
    choice.lighter.push_back(std::round(std::pow(choice.factor, part) * kShown) / kShown);
  }
}

std::vector<Item> items_of(const PlacedPicture& picture, const PictureChoice& choice) {
  const std::vector<std::uint8_t> places = chosen_places(picture, choice);
  const core::Rect& area = picture.area;
  std::vector<Item> items;
  for (std::size_t band = 1; band <= bands_of(choice); ++band) {
    std::vector<std::uint8_t> own;
    own.reserve(places.size());
    for (const std::uint8_t place : places) own.push_back(place == band ? 1 : 0);
    if (std::find(own.begin(), own.end(), 1) == own.end()) continue;
    items.push_back({.role = role_of(choice, band),
                     .shape = Stencil{{static_cast<double>(area.x0), static_cast<double>(area.y0)},
                                      {static_cast<double>(area.x1), static_cast<double>(area.y1)},
                                      places_from({area.width(), area.height()}, own)}});
  }
  if (items.empty()) {
    const bool bright = (choice.use == PictureUse::sources) != choice.inverted;
    throw core::Error(bright ? "nothing of the picture is bright enough: lower the threshold"
                             : "nothing of the picture is dark enough: raise the threshold");
  }
  return items;
}

Scene begun_with(const Scene& scene, const PlacedPicture& picture, const PictureChoice& choice) {
  const field::EquationInfo& equation = scene::equation_of(scene);
  const std::size_t components = equation.components.size();
  const std::size_t shown = shown_component(scene);
  const auto cells = static_cast<std::size_t>(scene.extent.cells());
  field::FieldState state{.extent = scene.extent, .step = 0, .planes = {}, .rim = {}};
  for (std::size_t p = 0; p < field::plane_count(equation); ++p) {
    const auto rest = static_cast<float>(equation.components[p % components].rest);
    state.planes.emplace_back(cells, rest);
    if (p % components != shown) continue;
    const std::vector<std::uint8_t> shades = chosen_places(picture, choice);
    const core::Rect grid = core::whole(scene.extent);
    const core::Rect& area = picture.area;
    for (int y = area.y0; y < area.y1; ++y) {
      for (int x = area.x0; x < area.x1; ++x) {
        const double part = shades[area.index(x, y)] / 255.0;
        state.planes.back()[grid.index(x, y)] =
            static_cast<float>(choice.low + part * (choice.high - choice.low));
      }
    }
  }
  Scene next = scene;
  next.given = GivenField(std::make_shared<const field::FieldState>(std::move(state)));
  next.initial.clear();
  return next;
}

Scene read_by_formula(const Scene& scene, GrayPicture picture, const PictureChoice& choice) {
  if (!scene.formula || !reads_picture(*scene.formula.shared())) {
    throw core::Error("no formula of the scene reads a picture: add a line p = picture");
  }
  if (choice.inverted) {
    for (std::uint8_t& shade : picture.shades) shade = static_cast<std::uint8_t>(255 - shade);
  }
  Scene next = scene;
  next.formula = SceneFormula(scene.formula.shared(), ScenePicture(reduced(std::move(picture))));
  return next;
}

}  // namespace heatwave::scene
