// Temporary folders, by what each system has for them.
#include "app/system/folders.h"

#include "kernels/core/error.h"

namespace heatwave::system {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder()
    : path_(make_unique_folder(fs::temp_directory_path(), "heatwave-")) {
  if (path_.empty()) throw core::Error("no temporary folder can be made");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace heatwave::system
