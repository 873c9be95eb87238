// Frames as a film, MP4 or WebM, encoded by ffmpeg where it is installed: pixels go to it through
// its standard input.
#pragma once

#include <filesystem>
#include <memory>

#include "app/export/frame_sink.h"

namespace heatwave::exporting {

class FilmFile : public FrameFormat {
 public:
  /// Throws core::Error where there is no ffmpeg.
  FilmFile(std::filesystem::path path, Naming naming);
  /// What was not closed is given up.
  ~FilmFile() override;
  FilmFile(const FilmFile&) = delete;
  FilmFile& operator=(const FilmFile&) = delete;
  FilmFile(FilmFile&&) = delete;
  FilmFile& operator=(FilmFile&&) = delete;

  std::filesystem::path add(const Image& image, std::int64_t number) override;
  std::filesystem::path close() override;
  /// Pixels that were handed over take no room: it is the file's bytes so far.
  [[nodiscard]] std::uint64_t bytes() const override;

 private:
  class Encoder;

  std::filesystem::path path_;
  Naming naming_;
  core::Extent extent_;
  std::unique_ptr<Encoder> encoder_;
  std::filesystem::path made_;  ///< once it is closed
  bool failed_ = false;         ///< and has said so
};

}  // namespace heatwave::exporting
