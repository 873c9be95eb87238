// Stands in for the interop where the program was built without CUDA.
#include "app/view/interop.h"

namespace heatwave::view {

InteropChoice choose_interop() { return {nullptr, "built without CUDA"}; }

}  // namespace heatwave::view
