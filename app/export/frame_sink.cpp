// Passes frames to the export queue; lists the formats.
#include "app/export/frame_sink.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "app/export/one_file.h"
#include "app/system/folders.h"
#include "app/system/write_files.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

/// A folder with a PNG file for each frame.
class PictureFolder : public FrameFormat {
 public:
  PictureFolder(std::filesystem::path folder, system::Naming naming)
      : folder_(std::move(folder)), naming_(naming) {}
  std::filesystem::path add(const Image& image, std::int64_t number) override {
    const std::vector<std::uint8_t> png = encoded_png(image);
    newest_ = system::write_whole_file(folder_ / frame_name(number), png, naming_);
    bytes_ += png.size();
    return newest_;
  }
  std::filesystem::path close() override { return newest_; }
  [[nodiscard]] std::uint64_t bytes() const override { return bytes_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path newest_;
  system::Naming naming_;
  std::uint64_t bytes_ = 0;
};

template <typename Format>
std::unique_ptr<FrameFormat> made(const std::filesystem::path& path, system::Naming naming) {
  return std::make_unique<Format>(path, naming);
}

}  // namespace

/// A sink's open file or folder, with its part of the tally.
class FrameSink::Open : core::NonCopyable {
 public:
  Open(std::unique_ptr<FrameFormat> format, std::shared_ptr<FrameTally> tally)
      : format_(std::move(format)), tally_(std::move(tally)) {
    ++tally_->open;
  }
  ~Open() {
    if (!has_file_) {
      tally_->written -= written_;
      tally_->bytes -= bytes_;
    }
    --tally_->open;
  }

  /// Adds the frame; counts it even on failure.
  template <typename Picture>
  std::filesystem::path add(const Picture& picture, std::int64_t number);
  /// A file with all frames gets its name and its final size here.
  std::filesystem::path close();

 private:
  const Image& image_of(const Image& image) { return image; }
  Image image_of(const FieldPicture& picture);
  std::uint64_t count_bytes();

  std::unique_ptr<FrameFormat> format_;
  std::shared_ptr<FrameTally> tally_;
  std::int64_t written_ = 0;
  std::uint64_t bytes_ = 0;
  bool has_file_ = false;  ///< known after close()
};

Image FrameSink::Open::image_of(const FieldPicture& picture) {
  try {
    return coloured(picture);
  } catch (...) {
    format_->give_up();
    throw;
  }
}

std::uint64_t FrameSink::Open::count_bytes() {
  const std::uint64_t more = std::max(format_->bytes(), bytes_) - bytes_;
  bytes_ += more;
  tally_->bytes += more;
  return more;
}

template <typename Picture>
std::filesystem::path FrameSink::Open::add(const Picture& picture, std::int64_t number) {
  std::filesystem::path path;
  try {
    path = format_->add(image_of(picture), number);
  } catch (...) {
    ++tally_->done;
    throw;
  }
  tally_->largest = std::max<std::uint64_t>(tally_->largest, count_bytes());
  ++written_;
  ++tally_->written;
  ++tally_->done;
  return path;
}

std::filesystem::path FrameSink::Open::close() {
  std::filesystem::path path = format_->close();
  has_file_ = !path.empty();
  if (has_file_) (void)count_bytes();
  return path;
}

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

namespace {

std::uint64_t encoded_bytes(std::span<const Image> pictures, const FrameFormatEntry& entry) {
  const system::TemporaryFolder folder;
  const std::string name = "film" + std::string(entry.extension);
  const auto format = entry.make(folder.path() / name, system::Naming::exact);
  std::int64_t number = 0;
  for (const Image& picture : pictures) format->add(picture, number++);
  format->close();
  return format->bytes();
}

}  // namespace

SequenceBytes measured_bytes(std::span<const Image> pictures, std::string_view extension) {
  const auto& formats = frame_formats();
  const auto entry =
      std::find_if(formats.begin(), formats.end(),
                   [&](const FrameFormatEntry& each) { return each.extension == extension; });
  if (entry == formats.end()) {
    throw core::Error(fmt::format("'{}' is not a sequence format", extension));
  }
  const auto first = static_cast<double>(encoded_bytes(pictures.first(1), *entry));
  if (pictures.size() == 1) return {.first = first, .each = first};
  const auto all = static_cast<double>(encoded_bytes(pictures, *entry));
  return {.first = first,
          .each = std::max(0.0, all - first) / static_cast<double>(pictures.size() - 1)};
}

std::vector<std::string> one_file_endings() {
  std::vector<std::string> endings;
  for (const FrameFormatEntry& format : frame_formats()) {
    if (!format.extension.empty()) endings.emplace_back(format.extension);
  }
  return endings;
}

bool is_one_file(const std::filesystem::path& path) {
  const std::vector<std::string> endings = one_file_endings();
  return std::find(endings.begin(), endings.end(), path.extension()) != endings.end();
}

FrameSink::FrameSink(std::shared_ptr<ExportQueue> queue, const std::filesystem::path& path,
                     system::Naming naming, std::shared_ptr<FrameTally> tally)
    : queue_(std::move(queue)) {
  const auto& all = frame_formats();
  const auto format = std::find_if(all.begin(), all.end(), [&](const FrameFormatEntry& each) {
    return each.extension.empty() ? !is_one_file(path) : path.extension() == each.extension;
  });
  open_ = std::make_shared<Open>(format->make(path, naming), std::move(tally));
}

FrameSink::~FrameSink() {
  try {
    close();
  } catch (const std::bad_alloc&) {
    // Without memory for closing it, a file with all frames is discarded.
  }
}

template <typename Picture>
void FrameSink::hand_over(Picture picture, std::int64_t number) {
  const std::size_t bytes = bytes_of(picture);
  queue_->add(bytes, [open = open_, picture = std::move(picture), number] {
    return open->add(picture, number);
  });
}

void FrameSink::add(FieldPicture picture, std::int64_t number) {
  hand_over(std::move(picture), number);
}
void FrameSink::add(Image image, std::int64_t number) { hand_over(std::move(image), number); }

void FrameSink::close() {
  if (open_ == nullptr) return;
  queue_->add(0, [open = open_] { return open->close(); });
  open_.reset();
}

}  // namespace heatwave::exporting
