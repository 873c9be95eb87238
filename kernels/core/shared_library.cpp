// Libraries are looked for where the system does, and then in the CUDA toolkit's usual folders.
#include "kernels/core/shared_library.h"

#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/platform.h"

namespace heatwave::core {

SharedLibrary::SharedLibrary(std::string title, std::initializer_list<const char*> files)
    : title_(std::move(title)) {
  static constexpr const char* kFolders[] = {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/lib/",
                                             "/usr/local/cuda/extras/CUPTI/lib64/"};
  for (const char* file : files) {
    for (const char* folder : kFolders) {
      library_ = open_library(std::string(folder) + file);
      if (library_ != nullptr) return;
    }
  }
  throw Unavailable(title_ + " is not installed (" + *files.begin() + " was not found)");
}

void* SharedLibrary::address_of(const char* name) const {
  void* address = address_if_there(name);
  if (address == nullptr) throw Unavailable("this version of " + title_ + " has no " + name);
  return address;
}

void* SharedLibrary::address_if_there(const char* name) const {
  return function_in(library_, name);
}

}  // namespace heatwave::core
