// CudaSolver applies edits, takes surveys and shows a field on a CUDA device, in one stream; a
// stepper advances the field.
#include <cuda_runtime.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/event_timer.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/cuda/cuda_kernels.cuh"
#include "kernels/field/cuda/cuda_round_clock.h"
#include "kernels/field/cuda/cuda_solver.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/cuda/cuda_survey.h"
#include "kernels/field/cuda/formula_code.h"
#include "kernels/field/grid_solver.h"
#include "kernels/field/solver_checks.h"

namespace heatwave::field {
namespace {

class CudaSolver final : public GridSolver {
 public:
  /// The request's formula owns what the code describes.
  CudaSolver(const SolverRequest& request, const std::shared_ptr<EquationCode>& code,
             const core::DeviceFacts& device, const std::string& reason)
      : GridSolver(code->info(), request,
                   {.backend = Backend::cuda,
                    .device = device.name,
                    .reason = reason,
                    .threads = 0,
                    .memory_bandwidth = device.memory_bandwidth,
                    .cache_bytes = device.l2_cache}),
        formula_(request.formula),
        device_(device.index),
        field_(request.extent, code->info().components.size(), slab()),
        code_(code),
        stepper_(make_cuda_stepper(code, request.extent, device, request.stepping)),
        survey_(device.multiprocessors, code->info().components.size()) {
    stepper_.stepper->set_parameters(initial_parameters(code->info()));
  }

  [[nodiscard]] FieldMemory memory() override;
  void expect_exchange(std::int64_t in_steps, bool follows) override {
    field_.exchange = {.at_step = step() + in_steps, .follows = follows};
  }
  std::uint64_t survey(core::Cell probe) override {
    enter();
    return survey_.take(field_.newest, slab().own, step(), probe, field_.stream);
  }
  Report report() override;

 private:
  void enter() override {
    core::use_device(device_);
    field_.inner.join(field_.stream);
  }
  std::unique_ptr<RoundClock> make_clock() override {
    auto clock = std::make_unique<CudaRoundClock>(field_.stream, device_);
    field_.clock = clock.get();
    return clock;
  }
  void write_plane(std::size_t plane, core::Rect area, std::span<const float> cells) override;
  void read_plane(std::size_t plane, core::Rect area, std::span<float> cells) override;
  void write_rim(std::span<const float> rim) override;
  std::vector<float> read_rim() override;
  void set_rules(std::span<const double> parameters, AbsorbingSides absorbing) override {
    stepper_.stepper->set_parameters(parameters);
    field_.absorbing = absorbing;
  }
  void set_cells(const SetCells& cells) override;
  void hold(std::span<const OscillatingCell> cells, std::span<const float> values) override;
  void oscillators_changed() override { field_.upload_oscillating(oscillators().cells()); }
  void paint(const PaintCells& paint) override;
  void put(const PutCells& put) override;
  void advance_cells(std::int64_t steps) override;
  SampleSeries sample_cells(const Sampling& wanted) override;
  void sampling_changed() override {
    constexpr std::size_t kMostSamples = std::size_t{1} << 16U;
    field_.samples.set(sampling(), field_, kMostSamples);
  }
  SampleSeries fetch_samples() override {
    field_.samples.collect(field_);
    return field_.samples.take_series();
  }
  void show(DisplayTarget& target, std::size_t plane) override;

  const core::PitchedBuffer<float>& plane_at(std::size_t plane) const {
    return plane < components() ? field_.newest[plane] : field_.other[plane - components()];
  }
  void stage_values(std::span<const float> values, std::size_t at = 0);
  void stage_mask(const std::vector<std::uint8_t>& mask);
  void hand_over(DisplayTarget& target, const core::PitchedBuffer<float>& cells);

  std::shared_ptr<const formula::Formula> formula_;
  int device_;
  CudaField field_;
  CudaSamples samples_now_;  ///< samples of the field as it is
  std::shared_ptr<EquationCode> code_;
  ChosenStepper stepper_;
  core::DeviceBuffer<float> staged_values_;
  core::DeviceBuffer<std::uint8_t> staged_mask_;
  core::PitchedBuffer<float> thinned_;
  core::PinnedBuffer<float> host_frame_;
  CudaSurvey survey_;
  core::EventTimer advance_timer_;
  core::EventTimer display_timer_;
};

void CudaSolver::write_plane(std::size_t plane, core::Rect area, std::span<const float> cells) {
  plane_at(plane).upload(area, cells.data(), field_.stream.get());
  field_.stream.synchronize();
}

void CudaSolver::read_plane(std::size_t plane, core::Rect area, std::span<float> cells) {
  plane_at(plane).download(area, cells.data(), field_.stream.get());
  field_.stream.synchronize();
}

void CudaSolver::write_rim(std::span<const float> rim) {
  if (field_.rim.size() != rim.size()) field_.rim = core::DeviceBuffer<float>(rim.size());
  if (rim.empty()) return;
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(field_.rim.data(), rim.data(), rim.size_bytes(),
                                      cudaMemcpyHostToDevice, field_.stream.get()));
  field_.stream.synchronize();
}

std::vector<float> CudaSolver::read_rim() {
  std::vector<float> rim(field_.rim.size());
  if (rim.empty()) return rim;
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(rim.data(), field_.rim.data(), rim.size() * sizeof(float),
                                      cudaMemcpyDeviceToHost, field_.stream.get()));
  field_.stream.synchronize();
  return rim;
}

/// Copies values to the device, after the `at` floats that are already there.
void CudaSolver::stage_values(std::span<const float> values, std::size_t at) {
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(staged_values_.data() + at, values.data(),
                                      values.size_bytes(), cudaMemcpyHostToDevice,
                                      field_.stream.get()));
}

void CudaSolver::stage_mask(const std::vector<std::uint8_t>& mask) {
  staged_mask_.reserve(mask.size());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(staged_mask_.data(), mask.data(), mask.size(),
                                      cudaMemcpyHostToDevice, field_.stream.get()));
}

void CudaSolver::set_cells(const SetCells& cells) {
  ++field_.cells_version;
  field_.flags.upload(cells.area, cells.flags.data(), field_.stream.get());
  field_.edge_cells.set_flags(cells.area, cells.flags);
  field_.inner_walls.set_flags(cells.area, cells.flags);
  if (!cells.factors.empty()) {
    if (field_.factors.empty()) field_.factors = core::PitchedBuffer<float>(extent());
    field_.factors.upload(cells.area, cells.factors.data(), field_.stream.get());
  }
  staged_values_.reserve(cells.held_values.size());
  stage_values(cells.held_values);
  for (std::size_t c = 0; c < components(); ++c) {
    settle_cells<<<blocks_over(cells.area), block_shape(), 0, field_.stream.get()>>>(
        field_.planes(c), field_.flags.data(), field_.flags.stride(), cells.area,
        staged_values_.data() + c * cells.flags.size(), rest(c));
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  field_.stream.synchronize();
}

void CudaSolver::hold(std::span<const OscillatingCell> cells, std::span<const float> values) {
  field_.upload_oscillating(cells);
  staged_values_.reserve(values.size());
  stage_values(values);
  constexpr unsigned kThreads = 128;
  const unsigned blocks = (static_cast<unsigned>(cells.size()) + kThreads - 1) / kThreads;
  for (std::size_t c = 0; c < components(); ++c) {
    start_oscillating<<<blocks, kThreads, 0, field_.stream.get()>>>(
        field_.planes(c), static_cast<int>(c), field_.oscillating.data(), field_.oscillating_count,
        staged_values_.data());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  field_.stream.synchronize();
}

void CudaSolver::paint(const PaintCells& paint) {
  stage_mask(paint.mask);
  paint_cells<<<blocks_over(paint.area), block_shape(), 0, field_.stream.get()>>>(
      field_.planes(paint.component), field_.flags.data(), field_.flags.stride(), paint.area,
      staged_mask_.data(), paint.value);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  field_.stream.synchronize();
}

void CudaSolver::put(const PutCells& put) {
  stage_mask(put.mask);
  const std::size_t count = put.mask.size();
  staged_values_.reserve(put.planes.size() * count);
  for (std::size_t plane = 0; plane < put.planes.size(); ++plane) {
    stage_values(put.planes[plane], plane * count);
  }
  const std::size_t older = put.planes.size() > components() ? components() * count : 0;
  for (std::size_t c = 0; c < components(); ++c) {
    const float* values = staged_values_.data() + c * count;
    put_cells<<<blocks_over(put.area), block_shape(), 0, field_.stream.get()>>>(
        field_.planes(c), field_.flags.data(), field_.flags.stride(), put.area, staged_mask_.data(),
        values, values + older);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
  field_.stream.synchronize();
}

void CudaSolver::advance_cells(std::int64_t steps) {
  advance_timer_.begin(field_.stream);
  field_.samples.set_rule(total_rule());
  for (std::int64_t done = 0; done < steps;) {
    const std::int64_t now = field_.samples.steps_that_fit(step() + done, steps - done);
    if (now == 0) {
      field_.samples.collect(field_);
      continue;
    }
    advance_with_samples(*stepper_.stepper, field_, oscillators(), step() + done, now);
    done += now;
  }
  advance_timer_.end(field_.stream, steps);
}

SampleSeries CudaSolver::sample_cells(const Sampling& wanted) {
  Sampling once = wanted;
  once.every = 1;
  if (samples_now_.wanted() != once) samples_now_.set(once, field_, 1);
  samples_now_.set_rule(total_rule());
  samples_now_.take(field_, step());
  samples_now_.collect(field_);
  return samples_now_.take_series();
}

void CudaSolver::show(DisplayTarget& target, std::size_t plane) {
  display_timer_.begin(field_.stream);
  const core::PitchedBuffer<float>& cells = plane_at(plane);
  const int k = display_stride(extent(), target.longest_side());
  if (k == 1) {
    hand_over(target, cells);
  } else {
    const core::Extent thin = display_extent(extent(), target.longest_side());
    if (thinned_.extent() != thin) thinned_ = core::PitchedBuffer<float>(thin);
    thin_cells<<<blocks_over(thin), block_shape(), 0, field_.stream.get()>>>(
        cells.data(), cells.stride(), thinned_.data(), thinned_.stride(), thin, k);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    hand_over(target, thinned_);
  }
  display_timer_.end(field_.stream, 0);
}

void CudaSolver::hand_over(DisplayTarget& target, const core::PitchedBuffer<float>& cells) {
  const core::Extent shown = cells.extent();
  if (target.takes_device_frames()) {
    target.show(DeviceFrame{cells.data(), cells.pitch(), shown, field_.stream.get(), device_});
    return;
  }
  const auto count = static_cast<std::size_t>(shown.cells());
  if (host_frame_.size() != count) host_frame_ = core::PinnedBuffer<float>(count);
  cells.download(core::whole(shown), host_frame_.data(), field_.stream.get());
  field_.stream.synchronize();
  target.show(HostFrame{host_frame_.data(), static_cast<std::size_t>(shown.width), shown});
}

Report CudaSolver::report() {
  enter();
  advance_timer_.poll();
  display_timer_.poll();
  return {
      .advance_ms = advance_timer_.milliseconds(),
      .advance_steps = advance_timer_.tag(),
      .advances_done = advance_timer_.done(),
      .display_ms = display_timer_.milliseconds(),
      .survey = survey_.newest(),
      .bytes_per_step = advance_timer_.done() > 0 ? stepper_.stepper->bytes_per_step(extent()) : 0,
      .method = stepper_.method(),
      .is_compiling = code_->is_compiling()};
}

FieldMemory CudaSolver::memory() {
  FieldMemory memory{
      .planes = {},
      .stride = field_.newest[0].stride(),
      .padding = 0,
      .rim = field_.absorbing.left || field_.absorbing.right ? field_.rim.data() : nullptr,
      .components = static_cast<int>(components()),
      .stream = field_.stream.get(),
      .device = device_};
  for (std::size_t plane = 0; plane < plane_count(equation()); ++plane) {
    memory.planes.push_back(plane_at(plane).data());
  }
  return memory;
}

/// Returns the device memory that a grid without media takes, in bytes.
double bytes_of(const EquationInfo& equation, core::Extent extent) {
  const auto floats = static_cast<double>(2 * equation.components.size());
  return (floats * sizeof(float) + 1.0) * static_cast<double>(extent.cells());
}

/// Returns the requested device, or the first device if none is requested.
const core::DeviceFacts& device_of(const core::CudaStatus& status, const SolverRequest& request) {
  std::string known;
  for (const core::DeviceFacts& device : status.devices) {
    if (device.index == request.device.value_or(device.index)) return device;
    known += (known.empty() ? "" : ", ") + std::to_string(device.index) + " (" + device.name + ")";
  }
  throw core::Error("there is no CUDA device " + std::to_string(request.device.value_or(0)) +
                    "; there are: " + known);
}

}  // namespace

std::unique_ptr<GridSolver> make_cuda_solver(const SolverRequest& request,
                                             const std::string& reason) {
  check_extent(request.extent);
  const core::CudaStatus status = core::cuda_status();
  if (!status.usable) throw core::Error(status.reason);
  const core::DeviceFacts device = device_of(status, request);
  const EquationInfo& equation = equation_of(request);
  try {
    core::use_device(device.index);  // the constructor allocates on the current device
    const auto code = request.formula ? make_formula_code(request, device, status.driver)
                                      : built_in_code(request.equation);
    return std::make_unique<CudaSolver>(request, code, device, reason);
  } catch (const core::OutOfMemory&) {
    throw core::OutOfMemory("a grid of " + std::to_string(request.extent.width) + " × " +
                            std::to_string(request.extent.height) + " cells needs " +
                            core::in_bytes(bytes_of(equation, request.extent)) + " on the " +
                            device.name + ", which has " +
                            core::in_bytes(static_cast<double>(device.memory)) + " in all");
  }
}

}  // namespace heatwave::field
