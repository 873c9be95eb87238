// Frames as a film, MP4 or WebM, encoded by ffmpeg where it is installed: pixels go to it through
// its standard input.
#pragma once

#include <optional>

#include "app/export/one_file.h"
#include "app/system/child_process.h"

namespace heatwave::exporting {

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
