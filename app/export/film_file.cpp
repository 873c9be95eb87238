// Raw pixels into ffmpeg, which writes beside the final name.
#include "app/export/film_file.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "app/export/child_process.h"
#include "app/export/files.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "ffmpeg";
constexpr std::chrono::seconds kToEnd{300};

std::vector<std::string> command_for(core::Extent extent, const fs::path& part,
                                     const std::string& container) {
  return {kProgram, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
          fmt::format("{}x{}", extent.width, extent.height), "-r", std::to_string(kFramesPerSecond),
          "-i", "pipe:0",
          // What most players show has an even number of pixels each way: the last come twice.
          "-vf",
          fmt::format("pad=ceil(iw/2)*2:ceil(ih/2)*2,fillborders=right={}:bottom={}:mode=smear",
                      extent.width % 2, extent.height % 2),
          "-pix_fmt", "yuv420p", "-f", container, "file:" + part.string()};
}

}  // namespace

class FilmFile::Encoder {
 public:
  Encoder(const fs::path& path, Naming naming, core::Extent extent)
      : file_(path, naming),
        child_(command_for(extent, file_.part(), path.extension().string().substr(1))) {}

  GrowingFile& file() { return file_; }
  ChildProcess& child() { return child_; }

 private:
  GrowingFile file_;
  ChildProcess child_;
};

FilmFile::FilmFile(fs::path path, Naming naming) : path_(std::move(path)), naming_(naming) {
  if (is_installed(kProgram)) return;
  throw core::Error(
      fmt::format("{} files are encoded by ffmpeg, which is not installed; .gif and "
                  ".apng need nothing else",
                  path_.extension().string()));
}

FilmFile::~FilmFile() = default;

fs::path FilmFile::add(const Image& image, std::int64_t /*number*/) {
  if (encoder_ == nullptr) {
    if (failed_) throw core::Error(fmt::format("'{}' has ended already", path_.string()));
    extent_ = image.extent;
    encoder_ = std::make_unique<Encoder>(path_, naming_, extent_);
  }
  require_same_extent(path_, extent_, image.extent);
  if (encoder_->child().write(image.rgb)) return {};
  (void)encoder_->child().finish(std::chrono::seconds{1});
  const std::string words = encoder_->child().errors();
  encoder_.reset();
  failed_ = true;
  throw core::Error(fmt::format("ffmpeg gave up on '{}': {}", path_.string(),
                                words.empty() ? "it does not say why" : words));
}

fs::path FilmFile::close() {
  if (encoder_ == nullptr) return {};
  const int status = encoder_->child().finish(kToEnd);
  const std::string words = encoder_->child().errors();
  if (status == 0) return made_ = encoder_->file().finish();
  encoder_.reset();
  throw core::Error(fmt::format("ffmpeg could not write '{}': {}", path_.string(),
                                words.empty() ? "it does not say why" : words));
}

std::uint64_t FilmFile::bytes() const {
  if (encoder_ == nullptr) return 0;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(made_.empty() ? encoder_->file().part() : made_, error);
  return error ? 0 : size;
}

}  // namespace heatwave::exporting
