// Formats with all frames in one file: animated GIF and PNG, and films by ffmpeg.
#include "app/export/one_file.h"

#define ZLIB_CONST  // zlib then declares its input as const
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "kernels/core/error.h"

namespace heatwave::exporting {

OneFile::OneFile(std::filesystem::path path, system::Naming naming)
    : path_(std::move(path)), naming_(naming) {}

std::filesystem::path OneFile::add(const Image& image, std::int64_t /*number*/) {
  if (given_up_) throw core::Error(fmt::format("'{}' was given up", path_.string()));
  if (file_) {
    require_same_extent(path_, extent_, image.extent);
  } else {
    check(image.extent);
  }
  try {
    if (!file_) {
      file_.emplace(path_, naming_);
      extent_ = image.extent;
      put_head(image);
    }
    put_frame(image);
  } catch (...) {
    give_up();
    throw;
  }
  return {};
}

void OneFile::give_up() {
  file_.reset();
  given_up_ = true;
}

std::filesystem::path OneFile::close() {
  if (!file_) return {};
  put_end();
  return file_->finish();
}

namespace {

using GifBytes = std::vector<std::uint8_t>;

constexpr int kLongestSide = 65535;

void put_short(GifBytes& bytes, int value) {
  bytes.push_back(static_cast<std::uint8_t>(value & 0xff));
  bytes.push_back(static_cast<std::uint8_t>(value >> 8));
}

void put_text(GifBytes& bytes, std::string_view text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
}

/// Returns the header, with Netscape's extension for endless repetition.
GifBytes head(core::Extent extent) {
  GifBytes bytes;
  put_text(bytes, "GIF89a");
  put_short(bytes, extent.width);
  put_short(bytes, extent.height);
  bytes.insert(bytes.end(), {0x70, 0, 0});  // no global colour table
  bytes.insert(bytes.end(), {0x21, 0xff, 11});
  put_text(bytes, "NETSCAPE2.0");
  bytes.insert(bytes.end(), {3, 1, 0, 0, 0});
  return bytes;
}

/// Returns the least number of bits for this number of colours.
unsigned bits_for(std::size_t colours) {
  unsigned bits = 1;
  while ((std::size_t{1} << bits) < colours) ++bits;
  return bits;
}

GifBytes frame_of(const Image& image) {
  constexpr int kHundredths = 100 / kFramesPerSecond;
  const Palette palette = palette_of(image);
  const unsigned bits = bits_for(palette.colours.size());
  GifBytes bytes{0x21, 0xf9, 4, 0};
  put_short(bytes, kHundredths);
  bytes.insert(bytes.end(), {0, 0});
  bytes.push_back(0x2c);
  put_short(bytes, 0);
  put_short(bytes, 0);
  put_short(bytes, image.extent.width);
  put_short(bytes, image.extent.height);
  bytes.push_back(static_cast<std::uint8_t>(0x80U | (bits - 1)));
  for (std::size_t i = 0; i < std::size_t{1} << bits; ++i) {
    const std::array<std::uint8_t, 3> none{};
    const auto& colour = i < palette.colours.size() ? palette.colours[i] : none;
    bytes.insert(bytes.end(), colour.begin(), colour.end());
  }
  const unsigned least = std::max(2U, bits);
  const GifBytes codes = lzw(palette.pixels, least);
  bytes.push_back(static_cast<std::uint8_t>(least));
  constexpr std::size_t kBlock = 255;
  for (std::size_t at = 0; at < codes.size(); at += kBlock) {
    const std::size_t size = std::min(kBlock, codes.size() - at);
    bytes.push_back(static_cast<std::uint8_t>(size));
    const auto from = codes.begin() + static_cast<std::ptrdiff_t>(at);
    bytes.insert(bytes.end(), from, from + static_cast<std::ptrdiff_t>(size));
  }
  bytes.push_back(0);
  return bytes;
}

}  // namespace

void AnimatedGif::check(core::Extent extent) const {
  if (extent.width <= kLongestSide && extent.height <= kLongestSide) return;
  throw core::Error(
      fmt::format("{} × {} is too large for a GIF file", extent.width, extent.height));
}

void AnimatedGif::put_head(const Image& first) { put(head(first.extent)); }

void AnimatedGif::put_frame(const Image& image) { put(frame_of(image)); }

void AnimatedGif::put_end() {
  constexpr std::array<std::uint8_t, 1> kEnd{0x3b};
  put(kEnd);
}

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

/// Writes codes bit by bit, the lowest bit first.
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

/// A hash table of known pixel rows, keyed by the code of all but the last pixel, and the last
/// pixel.
class Known {
 public:
  Known() { clear(); }
  void clear() { entries_.fill({}); }
  /// An entry of the table; empty, or a row.
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
  std::array<Entry, 1U << 14U> entries_;  // four times the number of codes
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
      // The decoder is one code behind, so the width grows one code later.
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
  // The decoder adds a row for this code, too, after which the width may grow.
  if (next < kMostCodes && next == 1U << width) ++width;
  out.put(end, width);
  return out.finish();
}

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kSignature = 8;
constexpr std::int64_t kControlAt = kSignature + 12 + 13;  // after the signature and IHDR

void put_number(Bytes& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}
void put_number(Bytes& bytes, std::uint16_t value) {
  bytes.push_back(static_cast<std::uint8_t>(value >> 8U));
  bytes.push_back(static_cast<std::uint8_t>(value));
}

std::uint32_t number_at(std::span<const std::uint8_t> bytes) {
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U |
         std::uint32_t{bytes[2]} << 8U | std::uint32_t{bytes[3]};
}

Bytes chunk(std::string_view type, std::span<const std::uint8_t> data) {
  Bytes bytes;
  bytes.reserve(data.size() + 12);
  put_number(bytes, static_cast<std::uint32_t>(data.size()));
  bytes.insert(bytes.end(), type.begin(), type.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
  const uLong check_sum = crc32_z(0, bytes.data() + 4, bytes.size() - 4);
  put_number(bytes, static_cast<std::uint32_t>(check_sum));
  return bytes;
}

Bytes animation_control(std::uint32_t frames) {
  Bytes data;
  put_number(data, frames);
  put_number(data, std::uint32_t{0});  // repeats endlessly
  return chunk("acTL", data);
}

/// Calls `take` with the data of every chunk of this type.
template <typename Take>
void each_chunk(std::span<const std::uint8_t> png, std::string_view type, Take take) {
  for (std::size_t at = kSignature; at + 12 <= png.size();) {
    const std::size_t size = number_at(png.subspan(at));
    if (std::memcmp(png.data() + at + 4, type.data(), 4) == 0) take(png.subspan(at + 8, size));
    at += size + 12;
  }
}

}  // namespace

void AnimatedPng::put_head(const Image& first) {
  // The header is that of any PNG of this size.
  const Bytes png =
      encoded_png({.extent = first.extent, .rgb = std::vector<std::uint8_t>(first.rgb.size())});
  put(std::span(png).first(kControlAt));
  put(animation_control(0));
}

void AnimatedPng::put_frame(const Image& image) {
  const Bytes png = encoded_png(image);
  put_frame_control(image.extent);
  const bool first = frames_++ == 0;
  each_chunk(png, "IDAT", [&](std::span<const std::uint8_t> pixels) {
    if (first) return put(chunk("IDAT", pixels));
    Bytes data;
    data.reserve(pixels.size() + 4);
    put_number(data, sequence_++);
    data.insert(data.end(), pixels.begin(), pixels.end());
    put(chunk("fdAT", data));
  });
}

void AnimatedPng::put_frame_control(core::Extent extent) {
  Bytes data;
  put_number(data, sequence_++);
  put_number(data, static_cast<std::uint32_t>(extent.width));
  put_number(data, static_cast<std::uint32_t>(extent.height));
  put_number(data, std::uint32_t{0});  // x offset
  put_number(data, std::uint32_t{0});  // y offset
  put_number(data, std::uint16_t{1});
  put_number(data, std::uint16_t{kFramesPerSecond});
  data.push_back(0);  // the frame stays until the next one
  data.push_back(0);  // the next frame replaces it
  put(chunk("fcTL", data));
}

void AnimatedPng::put_end() {
  file().overwrite(kControlAt, animation_control(frames_));
  put(chunk("IEND", {}));
}

namespace {

using system::ChildProcess;

constexpr const char* kProgram = "ffmpeg";
constexpr std::chrono::seconds kFrameTimeout{30};
constexpr ChildProcess::Timeouts kEndTimeouts{.idle = std::chrono::seconds{30},
                                              .total = std::chrono::seconds{300}};
constexpr ChildProcess::Timeouts kFailureTimeouts{.idle = std::chrono::seconds{1},
                                                  .total = std::chrono::seconds{1}};

std::vector<std::string> command_for(core::Extent extent, const std::string& container,
                                     const std::string& output) {
  return {kProgram, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
          fmt::format("{}x{}", extent.width, extent.height), "-r", std::to_string(kFramesPerSecond),
          "-i", "pipe:0",
          // Most players need even sizes, so the last column and row are repeated if necessary.
          "-vf",
          fmt::format("pad=ceil(iw/2)*2:ceil(ih/2)*2,fillborders=right={}:bottom={}:mode=smear",
                      extent.width % 2, extent.height % 2),
          "-pix_fmt", "yuv420p", "-f", container, "file:" + output};
}

/// Returns ": " and the program's standard error; empty: it wrote nothing.
std::string reason_from(const ChildProcess& child) {
  const std::string words = child.errors();
  return words.empty() ? words : ": " + words;
}

}  // namespace

FilmFile::FilmFile(std::filesystem::path path, system::Naming naming)
    : OneFile(std::move(path), naming) {
  if (system::is_installed(kProgram)) return;
  throw core::Error(
      fmt::format("{} files are encoded by ffmpeg, which is not installed; .gif and "
                  ".apng need nothing else",
                  this->path().extension().string()));
}

void FilmFile::put_head(const Image& first) {
  const std::string container = path().extension().string().substr(1);
  encoder_.emplace(command_for(first.extent, container, ChildProcess::path_of(file())), file());
}

void FilmFile::put_frame(const Image& image) {
  const ChildProcess::Written written = encoder_->write(image.rgb, kFrameTimeout);
  if (written == ChildProcess::Written::all) return;
  (void)encoder_->finish(kFailureTimeouts);
  const std::string reason = reason_from(*encoder_);
  encoder_.reset();
  if (written == ChildProcess::Written::closed) {
    throw core::Error(
        fmt::format("ffmpeg has stopped before '{}' was complete{}", path().string(), reason));
  }
  throw core::Error(fmt::format("ffmpeg has not read a frame of '{}' within {} s and was ended{}",
                                path().string(), kFrameTimeout.count(), reason));
}

void FilmFile::put_end() {
  const std::optional<int> status = encoder_->finish(kEndTimeouts);
  const std::string reason = reason_from(*encoder_);
  encoder_.reset();
  if (!status) {
    throw core::Error(
        fmt::format("ffmpeg has hung at the end of '{}' and was ended{}", path().string(), reason));
  }
  if (*status != 0) {
    throw core::Error(fmt::format("ffmpeg has failed to write '{}'{}", path().string(), reason));
  }
}

}  // namespace heatwave::exporting
