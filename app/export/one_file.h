// Formats that hold all frames in one file: animated GIF and PNG, and films by ffmpeg.
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

/// A format derives from this and says what stands before, in, and after its frames.
class OneFile : public FrameFormat {
 public:
  OneFile(std::filesystem::path path, system::Naming naming);

  std::filesystem::path add(const Image& image, std::int64_t number) final;
  std::filesystem::path close() final;
  void give_up() final;
  [[nodiscard]] std::uint64_t bytes() const final { return file_ ? file_->bytes() : 0; }

 protected:
  /// Throws core::Error for frames that the format cannot hold; there is no file yet.
  virtual void check(core::Extent /*extent*/) const {}
  /// Writes what stands before the first frame, which put_frame gets as well.
  virtual void put_head(const Image& first) = 0;
  virtual void put_frame(const Image& image) = 0;
  virtual void put_end() = 0;

  void put(std::span<const std::uint8_t> bytes) { file_->append(bytes); }
  [[nodiscard]] system::GrowingFile& file() { return *file_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  system::Naming naming_;
  /// Empty: before the first frame, and when the file was given up.
  std::optional<system::GrowingFile> file_;
  bool given_up_ = false;
  core::Extent extent_;
};

/// An animated GIF, which every program shows: 256 colours a frame.
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
  std::vector<std::array<std::uint8_t, 3>> colours;  ///< 1 to 256 of them
  std::vector<std::uint8_t> pixels;                  ///< places in it
};

/// Exact where the picture has at most 256 colours; else the most frequent 256, and whatever has
/// another one takes the nearest of them.
Palette palette_of(const Image& image);

/// Codes of `bits` and more, as GIF packs them, not yet cut into blocks; 2 <= bits <= 8.
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
  std::uint32_t sequence_ = 0;  ///< of the chunks that belong to the animation
};

/// A film, MP4 or WebM. Pixels go to ffmpeg through its standard input.
class FilmFile : public OneFile {
 public:
  /// Throws core::Error where there is no ffmpeg.
  FilmFile(std::filesystem::path path, system::Naming naming);

 private:
  void put_head(const Image& first) override;
  void put_frame(const Image& image) override;
  void put_end() override;

  /// Empty: before the first frame, and when it has ended.
  std::optional<system::ChildProcess> encoder_;
};

}  // namespace heatwave::exporting
