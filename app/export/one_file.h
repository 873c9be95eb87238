// Formats with all frames in one file: animated GIF and PNG, and films by ffmpeg.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/export/field_picture.h"
#include "app/export/frame_sink.h"
#include "app/system/child_process.h"
#include "app/system/write_files.h"

namespace heatwave::exporting {

/// Base class of these formats; a derived class writes the head, the frames and the end.
class OneFile : public FrameFormat {
 public:
  OneFile(std::filesystem::path path, system::Naming naming);

  std::filesystem::path add(const Image& image, std::int64_t number) final;
  std::filesystem::path close() final;
  void give_up() final;
  [[nodiscard]] std::uint64_t bytes() const final { return file_ ? file_->bytes() : 0; }

 protected:
  /// Throws core::Error for a size that the format cannot hold. Called before the file is created.
  virtual void check(core::Extent /*extent*/) const {}
  /// Writes the part before the first frame, which put_frame() also receives.
  virtual void put_head(const Image& first) = 0;
  virtual void put_frame(const Image& image) = 0;
  virtual void put_end() = 0;

  void put(std::span<const std::uint8_t> bytes) { file_->append(bytes); }
  [[nodiscard]] system::GrowingFile& file() { return *file_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  system::Naming naming_;
  /// None: before the first frame, and after the file was discarded.
  std::optional<system::GrowingFile> file_;
  bool given_up_ = false;
  core::Extent extent_;
};

/// An animated GIF, which every program shows: 256 colours per frame.
class AnimatedGif : public OneFile {
 public:
  using OneFile::OneFile;

 private:
  void check(core::Extent extent) const override;
  void put_head(const Image& first) override;
  void put_frame(const Image& image) override;
  void put_end() override;
};

/// A picture in at most 256 colours.
struct Palette {
  std::vector<std::array<std::uint8_t, 3>> colours;  ///< 1 to 256 colours
  std::vector<std::uint8_t> pixels;                  ///< indices of colours
};

/// Exact if the picture has at most 256 colours; otherwise the most frequent 256, and the nearest
/// of these for all other colours.
Palette palette_of(const Image& image);

/// Returns LZW codes of at least `bits` bits as in GIF, not yet split into blocks; 2 <= bits <= 8.
std::vector<std::uint8_t> lzw(std::span<const std::uint8_t> pixels, unsigned bits);

/// An animated PNG: every browser plays it, and other programs show its first frame.
class AnimatedPng : public OneFile {
 public:
  using OneFile::OneFile;

 private:
  void put_head(const Image& first) override;
  void put_frame(const Image& image) override;
  void put_end() override;
  void put_frame_control(core::Extent extent);

  std::uint32_t frames_ = 0;
  std::uint32_t sequence_ = 0;  ///< number of the next animation chunk
};

/// A film, MP4 or WebM. Pixels go to ffmpeg through its standard input.
class FilmFile : public OneFile {
 public:
  /// Throws core::Error when ffmpeg is not installed.
  FilmFile(std::filesystem::path path, system::Naming naming);

 private:
  void put_head(const Image& first) override;
  void put_frame(const Image& image) override;
  void put_end() override;

  /// None: before the first frame, and after the end.
  std::optional<system::ChildProcess> encoder_;
};

}  // namespace heatwave::exporting
