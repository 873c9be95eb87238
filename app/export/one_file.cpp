// The first frame begins the file; the others must have its size.
#include "app/export/one_file.h"

#include <fmt/format.h>

#include <utility>

#include "kernels/core/error.h"

namespace heatwave::exporting {

OneFile::OneFile(std::filesystem::path path, system::Naming naming)
    : path_(std::move(path)), naming_(naming) {}

std::filesystem::path OneFile::add(const Image& image, std::int64_t /*number*/) {
  if (given_up_) throw core::Error(fmt::format("'{}' was given up", path_.string()));
  if (file_) {
    require_same_extent(path_, extent_, image.extent);
  } else {
    check(image.extent);
  }
  try {
    if (!file_) {
      file_.emplace(path_, naming_);
      extent_ = image.extent;
      put_head(image);
    }
    put_frame(image);
  } catch (...) {
    give_up();
    throw;
  }
  return {};
}

void OneFile::give_up() {
  file_.reset();
  given_up_ = true;
}

std::filesystem::path OneFile::close() {
  if (!file_) return {};
  put_end();
  return file_->finish();
}

}  // namespace heatwave::exporting
