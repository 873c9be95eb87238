// Frames that all go into one file, one behind the other: how that begins, goes on and ends.
#pragma once

#include <optional>
#include <span>

#include "app/export/files.h"
#include "app/export/frame_sink.h"

namespace heatwave::exporting {

/// A format says what stands before, in, and behind its frames.
class OneFile : public FrameFormat {
 public:
  OneFile(std::filesystem::path path, Naming naming);

  std::filesystem::path add(const Image& image, std::int64_t number) final;
  std::filesystem::path close() final;
  [[nodiscard]] std::uint64_t bytes() const final { return bytes_; }

 protected:
  /// Throws core::Error for what the format cannot hold; there is no file yet.
  virtual void check(core::Extent /*extent*/) const {}
  /// The first one as well, which is given to the first call; both put what there is to put.
  virtual void put_head(const Image& first) = 0;
  virtual void put_frame(const Image& image) = 0;
  virtual void put_end() = 0;

  void put(std::span<const std::uint8_t> bytes);
  [[nodiscard]] GrowingFile& file() { return *file_; }

 private:
  std::filesystem::path path_;
  Naming naming_;
  std::optional<GrowingFile> file_;
  core::Extent extent_;
  std::uint64_t bytes_ = 0;
};

}  // namespace heatwave::exporting
