// Frames as one animated PNG file (APNG): every browser plays it, and what does not shows the
// first.
#pragma once

#include <cstdint>

#include "app/export/one_file.h"

namespace heatwave::exporting {

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

}  // namespace heatwave::exporting
