// Hands frames to the writer's thread; the list of formats.
#include "app/export/frame_sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/export/animated_gif.h"
#include "app/export/animated_png.h"
#include "app/export/files.h"
#include "app/export/film_file.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

/// A PNG file for each frame.
class PictureFolder : public FrameFormat {
 public:
  PictureFolder(std::filesystem::path folder, Naming naming)
      : folder_(std::move(folder)), naming_(naming) {}
  std::filesystem::path add(const Image& image, std::int64_t number) override {
    const std::vector<std::uint8_t> png = encoded_png(image);
    newest_ = write_whole_file(folder_ / frame_name(number), png, naming_);
    bytes_ += png.size();
    return newest_;
  }
  std::filesystem::path close() override { return newest_; }
  [[nodiscard]] std::uint64_t bytes() const override { return bytes_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path newest_;
  Naming naming_;
  std::uint64_t bytes_ = 0;
};

template <typename Format>
std::unique_ptr<FrameFormat> made(const std::filesystem::path& path, Naming naming) {
  return std::make_unique<Format>(path, naming);
}

}  // namespace

/// What frames become in one sink, and what of the tally is its.
struct FrameSink::Open {
  std::unique_ptr<FrameFormat> format;
  std::shared_ptr<FrameTally> tally;
  std::int64_t written = 0;
  std::uint64_t bytes = 0;

  /// Adds the frame and counts it, whatever becomes of it.
  std::filesystem::path add(const Image& image, std::int64_t number);
  /// What is one file of all frames is there, and has its size, only now.
  std::filesystem::path close();

 private:
  std::uint64_t count_bytes();
  void count_none();
};

std::uint64_t FrameSink::Open::count_bytes() {
  const std::uint64_t more = std::max(format->bytes(), bytes) - bytes;
  bytes += more;
  tally->bytes += more;
  return more;
}

void FrameSink::Open::count_none() {
  tally->written -= std::exchange(written, 0);
  tally->bytes -= std::exchange(bytes, 0);
}

std::filesystem::path FrameSink::Open::add(const Image& image, std::int64_t number) {
  std::filesystem::path path;
  try {
    path = format->add(image, number);
  } catch (...) {
    ++tally->done;
    throw;
  }
  tally->largest = std::max<std::uint64_t>(tally->largest, count_bytes());
  ++written;
  ++tally->written;
  ++tally->done;
  return path;
}

std::filesystem::path FrameSink::Open::close() {
  std::filesystem::path path;
  try {
    path = format->close();
  } catch (...) {
    count_none();
    --tally->open;
    throw;
  }
  if (path.empty()) {
    count_none();
  } else {
    (void)count_bytes();
  }
  --tally->open;
  return path;
}

namespace {

Image image_of(FieldPicture picture) { return coloured(picture); }
Image image_of(Image image) { return image; }

}  // namespace

const std::vector<FrameFormatEntry>& frame_formats() {
  static const std::vector<FrameFormatEntry> kFormats{
      {"", "a folder of PNG files", made<PictureFolder>},
      {".apng", "an animated PNG file", made<AnimatedPng>},
      {".gif", "an animated GIF file", made<AnimatedGif>},
      {".mp4", "MP4, by ffmpeg", made<FilmFile>},
      {".webm", "WebM, by ffmpeg", made<FilmFile>},
  };
  return kFormats;
}

void require_same_extent(const std::filesystem::path& path, core::Extent before, core::Extent now) {
  if (now == before) return;
  throw core::Error(fmt::format("'{}' has pictures of {} × {}, and none of {} × {} can follow",
                                path.string(), before.width, before.height, now.width, now.height));
}

bool is_one_file(const std::filesystem::path& path) {
  const auto& all = frame_formats();
  return std::any_of(all.begin(), all.end(), [&](const FrameFormatEntry& format) {
    return !format.extension.empty() && path.extension() == format.extension;
  });
}

FrameSink::FrameSink(std::shared_ptr<PngWriter> writer, const std::filesystem::path& path,
                     Naming naming, std::shared_ptr<FrameTally> tally)
    : writer_(std::move(writer)), open_(std::make_shared<Open>()) {
  for (const FrameFormatEntry& format : frame_formats()) {
    const bool asked =
        format.extension.empty() ? !is_one_file(path) : path.extension() == format.extension;
    if (asked) open_->format = format.make(path, naming);
  }
  ++tally->open;
  open_->tally = std::move(tally);
}

FrameSink::~FrameSink() { close(); }

template <typename Picture>
void FrameSink::hand_over(Picture picture, std::int64_t number) {
  const std::size_t bytes = bytes_of(picture);
  writer_->add(bytes, [open = open_, picture = std::move(picture), number] {
    return open->add(image_of(picture), number);
  });
}

void FrameSink::add(FieldPicture picture, std::int64_t number) {
  hand_over(std::move(picture), number);
}
void FrameSink::add(Image image, std::int64_t number) { hand_over(std::move(image), number); }

void FrameSink::close() {
  if (open_ == nullptr) return;
  writer_->add(0, [open = std::exchange(open_, nullptr)] { return open->close(); });
}

}  // namespace heatwave::exporting
