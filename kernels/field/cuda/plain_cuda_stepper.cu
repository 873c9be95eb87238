// This stepper launches one kernel for each step: blocks of 16 × 16, one thread for each cell.
#include <cuda_runtime.h>

#include <string>
#include <utility>

#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

template <typename Equation>
class PlainCudaStepper final : public CudaStepper {
 public:
  void set_parameters(std::span<const double> parameters) override {
    constants_ = Equation::constants(parameters);
  }

  void advance(CudaField& field, const Oscillators& oscillators, std::int64_t step,
               std::int64_t steps) override {
    oscillators.in_chunks(step, steps, [&](std::int64_t chunk, const auto& values) {
      const float* table = field.upload_values(values);
      for (std::int64_t s = 0; s < chunk; ++s) {
        step_cells<Equation><<<blocks_over(field.extent), block_shape(), 0, field.stream.get()>>>(
            grid_of(field), constants_);
        HEATWAVE_CUDA_CHECK(cudaGetLastError());
        std::swap(field.newest, field.other);
        if (table != nullptr) field.oscillate(table + s * oscillators.count());
      }
    });
  }

  [[nodiscard]] double bytes_per_step(core::Extent extent) const override {
    return bytes_per_cell(Equation::info()) * static_cast<double>(extent.cells());
  }
  [[nodiscard]] std::string method() const override { return "one step a pass over the grid"; }

 private:
  static DeviceGrid<Equation::kComponents> grid_of(const CudaField& field) {
    DeviceGrid<Equation::kComponents> grid{.from = {},
                                           .to = {},
                                           .stride = field.newest[0].stride(),
                                           .flags = field.flags.data(),
                                           .flags_stride = field.flags.stride(),
                                           .factors = field.factors.data(),
                                           .factors_stride = field.factors.stride(),
                                           .rim = field.rim.data(),
                                           .absorbing = field.absorbing,
                                           .width = field.extent.width,
                                           .height = field.extent.height};
    for (int c = 0; c < Equation::kComponents; ++c) {
      grid.from[c] = field.newest[static_cast<std::size_t>(c)].data();
      grid.to[c] = field.other[static_cast<std::size_t>(c)].data();
    }
    return grid;
  }

  typename Equation::Constants constants_{};
};

}  // namespace

std::unique_ptr<CudaStepper> make_plain_cuda_stepper(std::string_view equation) {
  return with_equation(equation, Catalogue{},
                       [&]<typename Equation>() -> std::unique_ptr<CudaStepper> {
                         return std::make_unique<PlainCudaStepper<Equation>>();
                       });
}

}  // namespace heatwave::field
