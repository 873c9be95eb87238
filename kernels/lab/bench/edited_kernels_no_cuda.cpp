// A program built without CUDA launches no kernels.
#include "kernels/core/error.h"
#include "kernels/lab/bench/edited_kernels.h"

namespace heatwave::lab {

std::string why_no_edited_kernels() {
  return "this program was built without CUDA, so it launches no kernels";
}

void launch_edited_kernels(std::string /*text*/) { throw core::Error(why_no_edited_kernels()); }

int edited_kernels_launched() { return 0; }

}  // namespace heatwave::lab
