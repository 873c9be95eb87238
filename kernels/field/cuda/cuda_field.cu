// A field's device memory is allocated here, and its oscillating cells are uploaded.
#include "kernels/field/cuda/cuda_field.h"

namespace heatwave::field {

dim3 block_shape() { return {16, 16, 1}; }

dim3 blocks_over(core::Extent extent) {
  return {(static_cast<unsigned>(extent.width) + 15U) / 16U,
          (static_cast<unsigned>(extent.height) + 15U) / 16U, 1U};
}

dim3 blocks_over(core::Rect area) { return blocks_over(core::Extent{area.width(), area.height()}); }

cudaStream_t InnerStream::begin(const core::Stream& of_field) {
  if (!queue_) queue_ = std::make_unique<Queue>();
  queue_->begun.record(of_field.get());
  queue_->begun.wait_in(queue_->stream.get());
  return queue_->stream.get();
}

void InnerStream::end() {
  queue_->done.record(queue_->stream.get());
  is_running_ = true;
}

void InnerStream::join(const core::Stream& of_field) {
  if (is_running_) queue_->done.wait_in(of_field.get());
  is_running_ = false;
}

CudaField::CudaField(core::Extent grid, std::size_t components, const std::optional<Slab>& rows)
    : slab(rows.value_or(whole_slab(grid))),
      extent(grid),
      // Tiles with rows to exchange go before the others.
      stream(slab.is_whole() ? core::Stream::Rank::usual : core::Stream::Rank::first),
      flags(grid),
      edge_cells(grid),
      inner_walls(grid),
      oscillates(components) {
  flags.clear(stream.get());
  for (std::size_t c = 0; c < components; ++c) {
    newest.emplace_back(grid).clear(stream.get());
    other.emplace_back(grid).clear(stream.get());
  }
}

DevicePlanes CudaField::planes(std::size_t component) const {
  return {newest[component].data(),
          other[component].data(),
          newest[component].stride(),
          rim.empty() ? nullptr : rim.data() + component * rim_floats(),
          absorbing,
          extent.width,
          extent.height};
}

void CudaField::upload_oscillating(std::span<const OscillatingCell> cells) {
  ++cells_version;
  std::vector<DeviceOscillator> to;
  to.reserve(cells.size());
  oscillates.assign(oscillates.size(), false);
  for (const OscillatingCell& c : cells) {
    oscillates[c.component] = true;
    to.push_back({c.cell.x, c.cell.y, c.oscillation, static_cast<int>(c.component)});
  }
  oscillating_count = static_cast<int>(to.size());
  if (to.empty()) return;
  oscillating.reserve(to.size());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(oscillating.data(), to.data(),
                                      to.size() * sizeof(DeviceOscillator), cudaMemcpyHostToDevice,
                                      stream.get()));
  stream.synchronize();
}

const float* CudaField::upload_values(std::span<const float> values) {
  if (values.empty()) return nullptr;
  oscillation_values.reserve(values.size());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(oscillation_values.data(), values.data(), values.size_bytes(),
                                      cudaMemcpyHostToDevice, stream.get()));
  return oscillation_values.data();
}

void CudaField::oscillate(const float* values) const {
  for (std::size_t c = 0; c < newest.size(); ++c) oscillate(c, values);
}

void CudaField::oscillate(std::size_t component, const float* values) const {
  if (!oscillates[component]) return;
  constexpr unsigned kThreads = 128;
  const unsigned blocks = (static_cast<unsigned>(oscillating_count) + kThreads - 1) / kThreads;
  field::oscillate<<<blocks, kThreads, 0, stream.get()>>>(
      planes(component), static_cast<int>(component), oscillating.data(), oscillating_count,
      values);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

}  // namespace heatwave::field
