// Frames as a film, MP4 or WebM, encoded by ffmpeg where it is installed: pixels go to it through
// its standard input.
#pragma once

#include <optional>

#include "app/export/child_process.h"
#include "app/export/one_file.h"

namespace heatwave::exporting {

class FilmFile : public OneFile {
 public:
  /// Throws core::Error where there is no ffmpeg.
  FilmFile(std::filesystem::path path, Naming naming);

 private:
  void put_head(const Image& first) override;
  void put_frame(const Image& image) override;
  void put_end() override;

  std::optional<ChildProcess> encoder_;  ///< empty: before the first frame, and when it has ended
};

}  // namespace heatwave::exporting
