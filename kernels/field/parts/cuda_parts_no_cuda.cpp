// This file replaces the exchange and the frame of parts on CUDA devices in a program built without
// nvcc.
#include "kernels/core/error.h"
#include "kernels/field/parts/exchange.h"
#include "kernels/field/parts/parts_frame.h"

namespace heatwave::field {

std::shared_ptr<Exchange> make_cuda_exchange(const Layout& /*layout*/,
                                             const std::vector<int>& /*devices*/,
                                             ExchangeKind /*kind*/) {
  throw core::Error("this program was built without CUDA");
}

std::unique_ptr<PartsFrame> make_cuda_frame(int /*first_device*/) {
  throw core::Error("this program was built without CUDA");
}

}  // namespace heatwave::field
