// Frames as one animated GIF, which every program shows: 256 colours a frame.
#pragma once

#include <filesystem>
#include <optional>

#include "app/export/files.h"
#include "app/export/frame_sink.h"

namespace heatwave::exporting {

class AnimatedGif : public FrameFormat {
 public:
  AnimatedGif(std::filesystem::path path, Naming naming);

  std::filesystem::path add(const Image& image, std::int64_t number) override;
  std::filesystem::path close() override;
  [[nodiscard]] std::uint64_t bytes() const override { return bytes_; }

 private:
  void begin(core::Extent extent);
  void put(const std::vector<std::uint8_t>& bytes);

  std::filesystem::path path_;
  Naming naming_;
  std::optional<GrowingFile> file_;
  core::Extent extent_;
  std::uint64_t bytes_ = 0;
};

}  // namespace heatwave::exporting
