// Chooses colours, and packs pixels: https://www.w3.org/Graphics/GIF/spec-gif89a.txt, appendix F.
#include "app/export/gif_pixels.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace heatwave::exporting {
namespace {

constexpr std::size_t kMostColours = 256;

using Colour = std::uint32_t;  ///< 0xRRGGBB

Colour colour_at(const Image& image, std::size_t pixel) {
  const std::uint8_t* at = image.rgb.data() + 3 * pixel;
  return std::uint32_t{at[0]} << 16U | std::uint32_t{at[1]} << 8U | at[2];
}

std::array<std::uint8_t, 3> parts_of(Colour colour) {
  return {static_cast<std::uint8_t>(colour >> 16U), static_cast<std::uint8_t>(colour >> 8U),
          static_cast<std::uint8_t>(colour)};
}

int far(const std::array<std::uint8_t, 3>& a, const std::array<std::uint8_t, 3>& b) {
  int sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

std::uint8_t nearest(const std::vector<std::array<std::uint8_t, 3>>& colours, Colour colour) {
  const auto wanted = parts_of(colour);
  int least = std::numeric_limits<int>::max();
  std::size_t best = 0;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const int distance = far(colours[i], wanted);
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  return static_cast<std::uint8_t>(best);
}

/// Bits one after the other, the lowest first.
class Bits {
 public:
  void put(unsigned code, unsigned width) {
    waiting_ |= std::uint64_t{code} << count_;
    count_ += width;
    for (; count_ >= 8; count_ -= 8, waiting_ >>= 8U) {
      bytes_.push_back(static_cast<std::uint8_t>(waiting_));
    }
  }
  std::vector<std::uint8_t> finish() {
    if (count_ > 0) bytes_.push_back(static_cast<std::uint8_t>(waiting_));
    return std::move(bytes_);
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::uint64_t waiting_ = 0;
  unsigned count_ = 0;
};

/// Rows of pixels that were seen, as the code of all but the last and the last pixel.
class Known {
 public:
  Known() { clear(); }
  void clear() { entries_.fill({}); }
  /// Its place: empty, or where this row is.
  struct Entry {
    std::uint32_t key = 0;  ///< 0: empty
    std::uint16_t code = 0;
  };
  Entry& find(unsigned prefix, unsigned pixel) {
    const std::uint32_t key = (prefix << 8U | pixel) + 1;
    std::size_t at = (key * 2654435761U) >> 18U;
    while (entries_[at].key != 0 && entries_[at].key != key) at = (at + 1) % entries_.size();
    return entries_[at];
  }
  static std::uint32_t key_of(unsigned prefix, unsigned pixel) {
    return (prefix << 8U | pixel) + 1;
  }

 private:
  std::array<Entry, 1U << 14U> entries_;  // four times as many as there are codes
};

}  // namespace

Palette palette_of(const Image& image) {
  const std::size_t pixels = image.rgb.size() / 3;
  std::unordered_map<Colour, std::int64_t> counted;
  for (std::size_t i = 0; i < pixels; ++i) ++counted[colour_at(image, i)];
  std::vector<std::pair<std::int64_t, Colour>> frequent;
  frequent.reserve(counted.size());
  for (const auto& [colour, count] : counted) frequent.emplace_back(-count, colour);
  std::sort(frequent.begin(), frequent.end());
  Palette palette;
  std::unordered_map<Colour, std::uint8_t> places;
  for (const auto& [count, colour] : frequent) {
    const bool fits = palette.colours.size() < kMostColours;
    if (fits) palette.colours.push_back(parts_of(colour));
    places[colour] = fits ? static_cast<std::uint8_t>(palette.colours.size() - 1)
                          : nearest(palette.colours, colour);
  }
  palette.pixels.reserve(pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    palette.pixels.push_back(places.at(colour_at(image, i)));
  }
  return palette;
}

std::vector<std::uint8_t> lzw(std::span<const std::uint8_t> pixels, unsigned bits) {
  constexpr unsigned kMostCodes = 4096;
  const unsigned clear = 1U << bits;
  const unsigned end = clear + 1;
  Bits out;
  Known known;
  unsigned next = end + 1;
  unsigned width = bits + 1;
  out.put(clear, width);
  if (pixels.empty()) {
    out.put(end, width);
    return out.finish();
  }
  unsigned prefix = pixels.front();
  for (const std::uint8_t pixel : pixels.subspan(1)) {
    Known::Entry& entry = known.find(prefix, pixel);
    if (entry.key != 0) {
      prefix = entry.code;
      continue;
    }
    out.put(prefix, width);
    if (next < kMostCodes) {
      entry = {Known::key_of(prefix, pixel), static_cast<std::uint16_t>(next)};
      // Whoever reads is one code behind: the width grows when the code after this one needs it.
      if (next++ == 1U << width) ++width;
    } else {
      out.put(clear, width);
      known.clear();
      next = end + 1;
      width = bits + 1;
    }
    prefix = pixel;
  }
  out.put(prefix, width);
  // The reader notes a row for this code too, after which the next may be wider.
  if (next < kMostCodes && next == 1U << width) ++width;
  out.put(end, width);
  return out.finish();
}

}  // namespace heatwave::exporting
