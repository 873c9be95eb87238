// Writes PNG files in the background, in order, each complete or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/colour/colouring.h"
#include "app/lines/arrows.h"
#include "app/lines/levels.h"
#include "app/system/write_files.h"
#include "kernels/core/geometry.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::exporting {

/// A picture as 8-bit RGB, row 0 at the top.
struct Image {
  core::Extent extent;
  std::vector<std::uint8_t> rgb;
};

/// What a picture of a field has besides its colours.
struct PictureParts {
  bool bar = false;       ///< the colour bar, with numbers
  bool outlines = false;  ///< of sources, walls and media
  bool title = false;     ///< and the step
  static void fields(auto& self, auto&& visit) {
    visit.optional("bar", self.bar);
    visit.optional("outlines", self.outlines);
    visit.optional("title", self.title);
  }
  [[nodiscard]] bool has_frame() const { return bar || title; }
  friend bool operator==(const PictureParts&, const PictureParts&) = default;
};

/// A field to be coloured and written: one pixel a cell. Walls take colour::kWallColour.
struct FieldPicture {
  core::Extent extent;
  std::vector<float> cells;
  std::vector<std::uint8_t> flags;  ///< field::CellFlag of each cell; empty: no walls
  colour::ColourScale scale;
  colour::ColourLimits limits;       ///< marked at the ends of the colour bar
  lines::Levels levels;              ///< of contours, a pixel thin; empty: none
  std::vector<lines::Arrow> arrows;  ///< over it; their flux is their way in pixels
  PictureParts parts;
  std::vector<std::uint8_t> outlined;  ///< nonzero on outlines; empty: there are none
  std::string title;
  std::string moment;  ///< the step, in words
};

/// What a picture takes of the memory while it waits.
std::size_t bytes_of(const FieldPicture& picture);
std::size_t bytes_of(const Image& image);

/// The one place where a field becomes a picture for a file: same field, same bytes.
Image coloured(const FieldPicture& picture);
/// Throws core::Error for sizes that cannot be encoded.
void check_png_size(core::Extent extent);
/// The bytes of a PNG file. Throws core::Error.
std::vector<std::uint8_t> encoded_png(const Image& image);

inline constexpr std::string_view kFramePrefix = "frame-";
/// The file name of a sequence's picture at this step.
std::string frame_name(std::int64_t step);

struct WriterFailure {
  std::string words;  ///< with the path
  bool of_series = false;
};

struct WriterStatus {
  std::int64_t taken = 0;    ///< pictures handed over
  std::int64_t written = 0;  ///< files complete on disk
  std::int64_t failed = 0;
  double seconds_left = 0.0;  ///< until it has caught up, by its pace so far
  std::filesystem::path newest;
  std::filesystem::path newest_single;  ///< that belongs to no series
};

class PngWriter : core::NonCopyable {
 public:
  /// `most_waiting` bytes of pictures may wait before there is no more room.
  explicit PngWriter(std::size_t most_waiting = std::size_t{256} << 20U);
  ~PngWriter();  ///< finishes what was handed over

  /// Work that takes its turn among the pictures: it gives the file that it made. `bytes` wait with
  /// it. It is part of a series. Never blocks.
  void add(std::size_t bytes, std::function<std::filesystem::path()> work);
  /// Missing folders are made. Never blocks.
  void write(FieldPicture picture, std::filesystem::path path, system::Naming naming);
  void write(Image image, std::filesystem::path path, system::Naming naming);

  /// False while so much waits that more would fill the memory: hand over no more until it is true.
  [[nodiscard]] bool has_room() const;
  [[nodiscard]] WriterStatus status() const;
  /// The first failure since the last call, in words with the path; the others only count.
  std::optional<std::string> take_failure();
  /// The failures since the last call: of series only the first, of single pictures each.
  std::vector<WriterFailure> take_failures();
  /// Waits until nothing is left to write.
  void finish();

 private:
  struct Impl;
  /// A picture asked for by itself is told of; one of many is counted with the others.
  enum class Belongs : std::uint8_t { to_nothing, to_a_series };
  void add(std::size_t bytes, Belongs belongs, std::function<std::filesystem::path()> work);

  std::unique_ptr<Impl> impl_;
};

}  // namespace heatwave::exporting
