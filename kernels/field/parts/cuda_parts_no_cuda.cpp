// This file replaces what parts on CUDA devices need in a program built without nvcc.
#include "kernels/core/error.h"
#include "kernels/field/parts/exchange.h"
#include "kernels/field/parts/parts_frame.h"
#include "kernels/field/parts/row_buffer.h"

namespace heatwave::field {

std::shared_ptr<Exchange> make_cuda_exchange(const Layout& /*layout*/,
                                             const std::vector<int>& /*devices*/,
                                             ExchangeKind /*kind*/) {
  throw core::Error("this program was built without CUDA");
}

std::unique_ptr<RowBuffers> make_cuda_buffers(bool /*on_devices*/) {
  throw core::Error("this program was built without CUDA");
}

std::vector<float> thinned_on_device(const FieldMemory& /*memory*/, std::size_t /*plane*/,
                                     int /*first*/, core::Extent /*thin*/, int /*k*/) {
  throw core::Error("this program was built without CUDA");
}

std::unique_ptr<PartsFrame> make_cuda_frame(int /*first_device*/) {
  throw core::Error("this program was built without CUDA");
}

}  // namespace heatwave::field
