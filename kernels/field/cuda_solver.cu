// The plain CUDA solver: pitched grids, one launch of 16 × 16 blocks a step, everything in one
// stream.
#include <cuda_runtime.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/event_timer.h"
#include "kernels/field/catalogue.h"
#include "kernels/field/cuda_kernels.cuh"
#include "kernels/field/cuda_solver.h"
#include "kernels/field/cuda_survey.h"
#include "kernels/field/oscillators.h"
#include "kernels/field/solver_checks.h"

namespace heatwave::field {
namespace {

/// Oscillating sources get their values from a table of this many steps at a time.
constexpr std::int64_t kTableSteps = 1024;

dim3 block_shape() { return {16, 16, 1}; }

dim3 blocks_over(core::Extent e) {
  return {(static_cast<unsigned>(e.width) + 15U) / 16U,
          (static_cast<unsigned>(e.height) + 15U) / 16U, 1U};
}

dim3 blocks_over(core::Rect area) { return blocks_over(core::Extent{area.width(), area.height()}); }

template <typename Equation>
class CudaSolver final : public FieldSolver {
 public:
  CudaSolver(core::Extent extent, const core::DeviceFacts& device, const std::string& reason);

  [[nodiscard]] const BackendInfo& backend() const override { return backend_; }
  void load(const FieldState& state) override;
  FieldState save() override;
  std::vector<std::vector<float>> read(core::Rect area) override;
  void apply(const Edit& edit) override {
    std::visit([this](const auto& e) { take(e); }, edit);
  }
  void advance(std::int64_t steps) override;
  void present(DisplayTarget& target) override;
  std::uint64_t survey(core::Cell probe) override {
    return survey_.take(newest_, step_, probe, stream_);
  }
  Report report() override;

 private:
  void take(const SetRules& rules);
  void take(const SetCells& cells);
  void take(const PaintCells& paint);
  void take(const PutCells& put);
  void stage_mask(const std::vector<std::uint8_t>& mask);
  void take_oscillators(const SetCells& cells);

  void launch_step();
  void launch_oscillate(const core::DeviceBuffer<DeviceOscillator>& cells, int count,
                        const float* values, bool both);
  [[nodiscard]] DevicePlanes planes() const {
    return {newest_.data(), other_.data(), newest_.stride(), rim_.data(),
            absorbing_,     extent_.width, extent_.height};
  }
  void show(DisplayTarget& target, const core::PitchedBuffer<float>& cells);
  void clear_rim();

  const EquationInfo& equation_ = find_equation(Equation::info().id);
  core::Extent extent_;
  core::Stream stream_;
  BackendInfo backend_;
  core::PitchedBuffer<float> newest_;
  core::PitchedBuffer<float> other_;
  core::PitchedBuffer<std::uint8_t> flags_;
  core::PitchedBuffer<float> factors_;  ///< empty until a medium comes
  core::DeviceBuffer<float> rim_;       ///< empty until an edge absorbs
  SetRules rules_;
  AbsorbingSides absorbing_;
  typename Equation::Constants constants_;
  Oscillators oscillators_;
  core::DeviceBuffer<DeviceOscillator> oscillating_cells_;
  core::DeviceBuffer<float> oscillation_table_;
  core::DeviceBuffer<float> staged_values_;
  core::DeviceBuffer<std::uint8_t> staged_mask_;
  core::PitchedBuffer<float> thinned_;
  core::PinnedBuffer<float> host_frame_;
  CudaSurvey survey_;
  core::EventTimer advance_timer_;
  core::EventTimer display_timer_;
  std::int64_t step_ = 0;
};

template <typename Equation>
CudaSolver<Equation>::CudaSolver(core::Extent extent, const core::DeviceFacts& device,
                                 const std::string& reason)
    : extent_(extent),
      backend_{.backend = Backend::cuda,
               .device = device.name,
               .reason = reason,
               .threads = 0,
               .memory_bandwidth = device.memory_bandwidth},
      newest_(extent),
      other_(extent),
      flags_(extent),
      survey_(device.multiprocessors) {
  rules_.parameters = initial_parameters(equation_);
  constants_ = Equation::constants(rules_.parameters);
  newest_.clear(stream_.get());
  other_.clear(stream_.get());
  flags_.clear(stream_.get());
}

template <typename Equation>
void CudaSolver<Equation>::load(const FieldState& state) {
  check_state(state, extent_, equation_);
  newest_.upload(core::whole(extent_), state.planes[0].data(), stream_.get());
  other_.upload(core::whole(extent_), state.planes.back().data(), stream_.get());
  rim_ = core::DeviceBuffer<float>(state.rim.size());
  if (!rim_.empty()) {
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(rim_.data(), state.rim.data(), rim_.size() * sizeof(float),
                                        cudaMemcpyHostToDevice, stream_.get()));
  }
  step_ = state.step;
  take(SetRules(rules_));
  stream_.synchronize();
}

template <typename Equation>
FieldState CudaSolver<Equation>::save() {
  FieldState state{
      .extent = extent_, .step = step_, .planes = read(core::whole(extent_)), .rim = {}};
  state.rim.resize(rim_.size());
  if (!rim_.empty()) {
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(state.rim.data(), rim_.data(), rim_.size() * sizeof(float),
                                        cudaMemcpyDeviceToHost, stream_.get()));
  }
  stream_.synchronize();
  return state;
}

template <typename Equation>
void CudaSolver<Equation>::clear_rim() {
  rim_ =
      core::DeviceBuffer<float>(static_cast<std::size_t>(rim_size(extent_.width, extent_.height)));
  HEATWAVE_CUDA_CHECK(cudaMemsetAsync(rim_.data(), 0, rim_.size() * sizeof(float), stream_.get()));
}

template <typename Equation>
void CudaSolver<Equation>::take(const SetRules& rules) {
  check_rules(rules, equation_);
  rules_ = rules;
  constants_ = Equation::constants(rules_.parameters);
  oscillators_.set_table(rules_.oscillations);
  const AbsorbingSides absorbing = absorbing_sides(rules_.edges);
  if (absorbing.any() && (rim_.empty() || absorbing != absorbing_)) clear_rim();
  absorbing_ = absorbing;
}

template <typename Equation>
void CudaSolver<Equation>::take(const SetCells& cells) {
  check_cells(cells, extent_, rules_);
  flags_.upload(cells.area, cells.flags.data(), stream_.get());
  if (!cells.factors.empty()) {
    if (factors_.empty()) factors_ = core::PitchedBuffer<float>(extent_);
    factors_.upload(cells.area, cells.factors.data(), stream_.get());
  }
  staged_values_.reserve(cells.held_values.size());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(staged_values_.data(), cells.held_values.data(),
                                      cells.held_values.size() * sizeof(float),
                                      cudaMemcpyHostToDevice, stream_.get()));
  settle_cells<<<blocks_over(cells.area), block_shape(), 0, stream_.get()>>>(
      planes(), flags_.data(), flags_.stride(), cells.area, staged_values_.data());
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  take_oscillators(cells);
  stream_.synchronize();  // the edit's arrays are the caller's and may go now
}

template <typename Equation>
void CudaSolver<Equation>::take_oscillators(const SetCells& cells) {
  if (oscillators_.none() && cells.oscillating.empty()) return;
  const auto upload = [this](std::span<const OscillatingCell> from) {
    std::vector<DeviceOscillator> to;
    to.reserve(from.size());
    for (const OscillatingCell& c : from) to.push_back({c.cell.x, c.cell.y, c.oscillation});
    oscillating_cells_.reserve(to.size());
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(oscillating_cells_.data(), to.data(),
                                        to.size() * sizeof(DeviceOscillator),
                                        cudaMemcpyHostToDevice, stream_.get()));
    stream_.synchronize();
  };
  if (!cells.oscillating.empty()) {
    upload(cells.oscillating);
    const std::vector<float> now = oscillators_.values(step_, 1);
    oscillation_table_.reserve(now.size());
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(oscillation_table_.data(), now.data(),
                                        now.size() * sizeof(float), cudaMemcpyHostToDevice,
                                        stream_.get()));
    launch_oscillate(oscillating_cells_, static_cast<int>(cells.oscillating.size()),
                     oscillation_table_.data(), true);
    stream_.synchronize();
  }
  oscillators_.set_cells(cells.area, cells.oscillating);
  if (!oscillators_.none()) upload(oscillators_.cells());
}

template <typename Equation>
void CudaSolver<Equation>::take(const PaintCells& paint) {
  check_paint(paint, extent_);
  stage_mask(paint.mask);
  paint_cells<<<blocks_over(paint.area), block_shape(), 0, stream_.get()>>>(
      planes(), flags_.data(), flags_.stride(), paint.area, staged_mask_.data(), paint.value);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  stream_.synchronize();
}

template <typename Equation>
void CudaSolver<Equation>::stage_mask(const std::vector<std::uint8_t>& mask) {
  staged_mask_.reserve(mask.size());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(staged_mask_.data(), mask.data(), mask.size(),
                                      cudaMemcpyHostToDevice, stream_.get()));
}

template <typename Equation>
void CudaSolver<Equation>::take(const PutCells& put) {
  check_put(put, extent_, equation_);
  stage_mask(put.mask);
  const std::size_t count = put.mask.size();
  staged_values_.reserve(put.planes.size() * count);
  for (std::size_t plane = 0; plane < put.planes.size(); ++plane) {
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(staged_values_.data() + plane * count,
                                        put.planes[plane].data(), count * sizeof(float),
                                        cudaMemcpyHostToDevice, stream_.get()));
  }
  put_cells<<<blocks_over(put.area), block_shape(), 0, stream_.get()>>>(
      planes(), flags_.data(), flags_.stride(), put.area, staged_mask_.data(),
      staged_values_.data(), staged_values_.data() + (put.planes.size() - 1) * count);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  stream_.synchronize();
}

template <typename Equation>
std::vector<std::vector<float>> CudaSolver<Equation>::read(core::Rect area) {
  check_area(area, extent_);
  std::vector<std::vector<float>> planes(
      Equation::kUsesOlder ? 2 : 1, std::vector<float>(static_cast<std::size_t>(area.cells())));
  newest_.download(area, planes.front().data(), stream_.get());
  if constexpr (Equation::kUsesOlder) other_.download(area, planes.back().data(), stream_.get());
  stream_.synchronize();
  return planes;
}

template <typename Equation>
void CudaSolver<Equation>::launch_step() {
  const DeviceGrid grid{.from = newest_.data(),
                        .to = other_.data(),
                        .stride = newest_.stride(),
                        .flags = flags_.data(),
                        .flags_stride = flags_.stride(),
                        .factors = factors_.data(),
                        .factors_stride = factors_.stride(),
                        .rim = rim_.data(),
                        .absorbing = absorbing_,
                        .width = extent_.width,
                        .height = extent_.height};
  step_cells<Equation><<<blocks_over(extent_), block_shape(), 0, stream_.get()>>>(grid, constants_);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  std::swap(newest_, other_);
  ++step_;
}

template <typename Equation>
void CudaSolver<Equation>::launch_oscillate(const core::DeviceBuffer<DeviceOscillator>& cells,
                                            int count, const float* values, bool both) {
  constexpr unsigned kThreads = 128;
  const unsigned blocks = (static_cast<unsigned>(count) + kThreads - 1) / kThreads;
  oscillate<<<blocks, kThreads, 0, stream_.get()>>>(planes(), cells.data(), count, values, both);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

template <typename Equation>
void CudaSolver<Equation>::advance(std::int64_t steps) {
  check_steps(steps);
  advance_timer_.begin(stream_);
  if (oscillators_.none()) {
    for (std::int64_t s = 0; s < steps; ++s) launch_step();
  }
  for (std::int64_t done = 0; !oscillators_.none() && done < steps; done += kTableSteps) {
    const std::int64_t chunk = std::min(kTableSteps, steps - done);
    const std::vector<float> table = oscillators_.values(step_ + 1, chunk);
    oscillation_table_.reserve(table.size());
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(oscillation_table_.data(), table.data(),
                                        table.size() * sizeof(float), cudaMemcpyHostToDevice,
                                        stream_.get()));
    const int count = static_cast<int>(oscillators_.cells().size());
    for (std::int64_t s = 0; s < chunk; ++s) {
      launch_step();
      const std::size_t row = static_cast<std::size_t>(s) * oscillators_.count();
      launch_oscillate(oscillating_cells_, count, oscillation_table_.data() + row, false);
    }
  }
  advance_timer_.end(stream_, steps);
}

template <typename Equation>
void CudaSolver<Equation>::present(DisplayTarget& target) {
  display_timer_.begin(stream_);
  const int k = display_stride(extent_, target.longest_side());
  if (k == 1) {
    show(target, newest_);
  } else {
    const core::Extent thin = display_extent(extent_, target.longest_side());
    if (thinned_.extent() != thin) thinned_ = core::PitchedBuffer<float>(thin);
    thin_cells<<<blocks_over(thin), block_shape(), 0, stream_.get()>>>(
        newest_.data(), newest_.stride(), thinned_.data(), thinned_.stride(), thin, k);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    show(target, thinned_);
  }
  display_timer_.end(stream_, 0);
}

template <typename Equation>
void CudaSolver<Equation>::show(DisplayTarget& target, const core::PitchedBuffer<float>& cells) {
  const core::Extent extent = cells.extent();
  if (target.takes_device_frames()) {
    target.show(DeviceFrame{cells.data(), cells.pitch(), extent, stream_.get()});
    return;
  }
  const auto count = static_cast<std::size_t>(extent.cells());
  if (host_frame_.size() != count) host_frame_ = core::PinnedBuffer<float>(count);
  cells.download(core::whole(extent), host_frame_.data(), stream_.get());
  stream_.synchronize();
  target.show(HostFrame{host_frame_.data(), static_cast<std::size_t>(extent.width), extent});
}

template <typename Equation>
Report CudaSolver<Equation>::report() {
  advance_timer_.poll();
  display_timer_.poll();
  return {.advance_ms = advance_timer_.milliseconds(),
          .advance_steps = advance_timer_.tag(),
          .advances_done = advance_timer_.done(),
          .display_ms = display_timer_.milliseconds(),
          .survey = survey_.newest()};
}

}  // namespace

std::unique_ptr<FieldSolver> make_cuda_solver(const SolverRequest& request,
                                              const std::string& reason) {
  check_extent(request.extent);
  const core::CudaStatus status = core::cuda_status();
  if (!status.usable) throw core::Error(status.reason);
  const core::DeviceFacts device = status.devices.front();
  try {
    return with_equation(
        request.equation, Catalogue{}, [&]<typename Equation>() -> std::unique_ptr<FieldSolver> {
          return std::make_unique<CudaSolver<Equation>>(request.extent, device, reason);
        });
  } catch (const core::OutOfMemory&) {
    const double bytes = 9.0 * static_cast<double>(request.extent.cells());
    throw core::OutOfMemory("a grid of " + std::to_string(request.extent.width) + " × " +
                            std::to_string(request.extent.height) + " cells needs " +
                            core::in_bytes(bytes) + " on the " + device.name + ", which has " +
                            core::in_bytes(static_cast<double>(device.memory)) + " in all");
  }
}

}  // namespace heatwave::field
