// Frames as one animated GIF, which every program shows: 256 colours a frame.
#pragma once

#include "app/export/one_file.h"

namespace heatwave::exporting {

class AnimatedGif : public OneFile {
 public:
  using OneFile::OneFile;

 private:
  void check(core::Extent extent) const override;
  void put_head(const Image& first) override;
  void put_frame(const Image& image) override;
  void put_end() override;
};

}  // namespace heatwave::exporting
