// Frames as one animated PNG file (APNG): every browser plays it, and what does not shows the
// first.
#pragma once

#include <filesystem>
#include <optional>

#include "app/export/files.h"
#include "app/export/frame_sink.h"

namespace heatwave::exporting {

class AnimatedPng : public FrameFormat {
 public:
  AnimatedPng(std::filesystem::path path, Naming naming);

  std::filesystem::path add(const Image& image, std::int64_t number) override;
  std::filesystem::path close() override;
  [[nodiscard]] std::uint64_t bytes() const override { return bytes_; }

 private:
  void put_frame_control();

  std::filesystem::path path_;
  Naming naming_;
  std::optional<GrowingFile> file_;
  core::Extent extent_;
  std::uint64_t bytes_ = 0;
  std::uint32_t frames_ = 0;
  std::uint32_t sequence_ = 0;  ///< of the chunks that belong to the animation
};

}  // namespace heatwave::exporting
