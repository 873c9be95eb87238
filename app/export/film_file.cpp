// Raw pixels go to ffmpeg, which writes into a file that gets its name at the end.
#include "app/export/film_file.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

using system::ChildProcess;

constexpr const char* kProgram = "ffmpeg";
constexpr std::chrono::seconds kFrameTimeout{30};
constexpr ChildProcess::Timeouts kEndTimeouts{.idle = std::chrono::seconds{30},
                                              .total = std::chrono::seconds{300}};
constexpr ChildProcess::Timeouts kFailureTimeouts{.idle = std::chrono::seconds{1},
                                                  .total = std::chrono::seconds{1}};

std::vector<std::string> command_for(core::Extent extent, const std::string& container,
                                     const std::string& output) {
  return {kProgram, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
          fmt::format("{}x{}", extent.width, extent.height), "-r", std::to_string(kFramesPerSecond),
          "-i", "pipe:0",
          // Most players need an even number of pixels each way: the last ones are repeated.
          "-vf",
          fmt::format("pad=ceil(iw/2)*2:ceil(ih/2)*2,fillborders=right={}:bottom={}:mode=smear",
                      extent.width % 2, extent.height % 2),
          "-pix_fmt", "yuv420p", "-f", container, "file:" + output};
}

/// ": " and what the program has written on standard error; empty: it has written nothing.
std::string reason_from(const ChildProcess& child) {
  const std::string words = child.errors();
  return words.empty() ? words : ": " + words;
}

}  // namespace

FilmFile::FilmFile(std::filesystem::path path, system::Naming naming)
    : OneFile(std::move(path), naming) {
  if (system::is_installed(kProgram)) return;
  throw core::Error(
      fmt::format("{} files are encoded by ffmpeg, which is not installed; .gif and "
                  ".apng need nothing else",
                  this->path().extension().string()));
}

void FilmFile::put_head(const Image& first) {
  const std::string container = path().extension().string().substr(1);
  encoder_.emplace(command_for(first.extent, container, ChildProcess::path_of(file())), file());
}

void FilmFile::put_frame(const Image& image) {
  const ChildProcess::Written written = encoder_->write(image.rgb, kFrameTimeout);
  if (written == ChildProcess::Written::all) return;
  (void)encoder_->finish(kFailureTimeouts);
  const std::string reason = reason_from(*encoder_);
  encoder_.reset();
  if (written == ChildProcess::Written::closed) {
    throw core::Error(
        fmt::format("ffmpeg has stopped before '{}' was complete{}", path().string(), reason));
  }
  throw core::Error(fmt::format("ffmpeg has not read a frame of '{}' within {} s and was ended{}",
                                path().string(), kFrameTimeout.count(), reason));
}

void FilmFile::put_end() {
  const std::optional<int> status = encoder_->finish(kEndTimeouts);
  const std::string reason = reason_from(*encoder_);
  encoder_.reset();
  if (!status) {
    throw core::Error(
        fmt::format("ffmpeg has hung at the end of '{}' and was ended{}", path().string(), reason));
  }
  if (*status != 0) {
    throw core::Error(fmt::format("ffmpeg has failed to write '{}'{}", path().string(), reason));
  }
}

}  // namespace heatwave::exporting
