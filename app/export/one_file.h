// Frames that all go into one file, one after the other.
#pragma once

#include <optional>
#include <span>

#include "app/export/frame_sink.h"
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

}  // namespace heatwave::exporting
