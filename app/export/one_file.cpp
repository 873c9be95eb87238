// The file is begun by its first frame, whose size the others must have.
#include "app/export/one_file.h"

#include <utility>

namespace heatwave::exporting {

OneFile::OneFile(std::filesystem::path path, Naming naming)
    : path_(std::move(path)), naming_(naming) {}

std::filesystem::path OneFile::add(const Image& image, std::int64_t /*number*/) {
  if (!file_) {
    check(image.extent);
    file_.emplace(path_, naming_);
    extent_ = image.extent;
    put_head(image);
  }
  require_same_extent(path_, extent_, image.extent);
  put_frame(image);
  return {};
}

std::filesystem::path OneFile::close() {
  if (!file_) return {};
  put_end();
  return file_->finish();
}

void OneFile::put(std::span<const std::uint8_t> bytes) {
  file_->append(bytes);
  bytes_ += bytes.size();
}

}  // namespace heatwave::exporting
