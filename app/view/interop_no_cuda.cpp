// Replaces the interop in a build without CUDA.
#include "app/view/interop.h"

namespace heatwave::view {

InteropChoice choose_interop() { return {nullptr, "built without CUDA"}; }

}  // namespace heatwave::view
