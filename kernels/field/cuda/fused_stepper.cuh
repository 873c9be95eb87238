// These steppers take several steps in one pass over the grid. Tiles of plain cells and tiles with
// media are stepped in registers; tiles with any other cells are stepped in shared memory. The
// tiles are sorted anew whenever cells change.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/cuda_check.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/cuda/recording_kernels.h"
#include "kernels/field/cuda/register_passes.cuh"
#include "kernels/field/cuda/shared_tiles.cuh"
#include "kernels/field/cuda/tile_lists.h"

namespace heatwave::field {

/// Raises the kernel's limit of dynamic shared memory, which is 48 KB by default.
template <typename Kernel>
void allow_memory(Kernel* kernel, std::size_t bytes) {
  HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           static_cast<int>(bytes)));
}

/// The tile types of a pass: for plain cells, for media, and for the mixed parts into which the
/// grid is divided for sorting.
template <typename PlainOf, int kAcross, int kDown>
struct Tiling {
  using Plain = PlainOf;
  using Equation = typename Plain::Equation;
  using Media = typename Plain::Media;
  using Mixed = SharedTile<Equation, Plain::kShape.width / kAcross, Plain::kShape.height / kDown,
                           Plain::kShape.steps>;
  static_assert(Mixed::kShape.width * kAcross == Plain::kShape.width);
  static_assert(Mixed::kShape.height * kDown == Plain::kShape.height);
  static_assert(Media::kShape.width == Plain::kShape.width);
  static_assert(Media::kShape.height % Mixed::kShape.height == 0);
  static_assert(Media::kShape.steps == Plain::kShape.steps);
};

template <typename Tiling>
class FusedCudaStepper final : public CudaStepper {
 public:
  using Equation = typename Tiling::Equation;
  using Constants = typename Equation::Constants;

  /// `recording`: the tiles whose kernels record samples; unset: there are none.
  FusedCudaStepper(const core::DeviceFacts& device, std::optional<Tiles> recording)
      : plain_(make_plain_cuda_stepper(Equation::info().id)),
        recording_(recording),
        multiprocessors_(device.multiprocessors),
        steps_media_(sizeof(MediaTileMemory) <= device.shared_memory_per_block) {
    allow_memory(step_mixed_tiles<Equation, Mixed, NoSamples>, sizeof(Mixed));
    if (steps_media_) {
      allow_memory(step_media_tiles<Equation, Media, NoSamples>, sizeof(MediaTileMemory));
    }
    Plain::allow_memory();
  }

  void set_parameters(std::span<const double> parameters) override {
    plain_->set_parameters(parameters);
    constants_ = Equation::constants(parameters);
  }

  void advance(CudaField& field, const Oscillators& oscillators, std::int64_t step,
               std::int64_t steps) override {
    why_plain_ = steps < kFewestFusedSteps ? "a faster method does not pay off for this few steps"
                 : has_memory_for_passes(field)
                     ? ""
                     : "the device's memory has no room for the additional fields of passes";
    if (!why_plain_.empty()) {
      advance_with_samples(*plain_, field, oscillators, step, steps);
      return;
    }
    prepare(field, oscillators);
    oscillators.in_chunks(step, steps, [&](std::int64_t chunk, const auto& values) {
      const float* table = field.upload_values(values);
      for (std::int64_t done = 0; done < chunk;) {
        const std::int64_t now =
            field.samples.steps_in_pass(field, step + done, std::min(kSteps, chunk - done));
        pass(field, step + done, static_cast<int>(now),
             table == nullptr ? nullptr : table + done * oscillators.count(),
             static_cast<int>(oscillators.count()));
        done += now;
      }
      step += chunk;
    });
  }

  [[nodiscard]] bool samples_in_passes(const CudaField& field) const override {
    return recording_ && field.samples.fit_in_passes();
  }

  /// The halo cells of a tile come from the cache, because the neighbouring tile has just read
  /// them.
  [[nodiscard]] double bytes_per_step(core::Extent extent) const override {
    return why_plain_.empty() ? bytes_read_and_written<Equation>(extent) / kSteps
                              : plain_->bytes_per_step(extent);
  }
  [[nodiscard]] std::string method() const override {
    return why_plain_.empty() ? std::to_string(kSteps) + " steps a pass over the grid" + Plain::kHow
                              : with_reason(plain_->method(), why_plain_);
  }

 private:
  using Planes = std::vector<core::PitchedBuffer<float>>;
  using Plain = typename Tiling::Plain;
  using Media = typename Tiling::Media;
  using MediaTileMemory = MediaMemory<Equation, Media>;
  using Mixed = typename Tiling::Mixed;

  static constexpr std::int64_t kSteps = Plain::kShape.steps;
  /// A pass also steps the halos. With fewer steps than this, stepping one at a time is as fast.
  static constexpr std::int64_t kFewestFusedSteps = 3;

  /// If the equation looks back, a pass writes to separate arrays. If they do not fit into memory,
  /// the grid is stepped by the plain stepper.
  bool has_memory_for_passes(const CudaField& field) {
    if (Equation::kStepsBack == 0 || !next_newest_.empty()) return true;
    if (lacks_memory_) return false;
    try {
      Planes newest;
      Planes older;
      for (int c = 0; c < Equation::kComponents; ++c) {
        newest.emplace_back(field.extent);
        older.emplace_back(field.extent);
      }
      next_newest_ = std::move(newest);
      next_older_ = std::move(older);
    } catch (const core::OutOfMemory&) {
      lacks_memory_ = true;
    }
    return !lacks_memory_;
  }

  void prepare(CudaField& field, const Oscillators& oscillators) {
    if (next_rim_.size() != field.rim.size()) {
      next_rim_ = core::DeviceBuffer<float>(field.rim.size());
    }
    // Entries of cells that do not absorb are never written.
    if (!field.rim.empty()) {
      HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(next_rim_.data(), field.rim.data(),
                                          field.rim.size() * sizeof(float),
                                          cudaMemcpyDeviceToDevice, field.stream.get()));
    }
    tiles_.renew(field, oscillators, Mixed::kShape, steps_media_,
                 [this](const Parts& parts) { return Plain::cut(parts, multiprocessors_); });
  }

  void pass(CudaField& field, std::int64_t step, int steps, const float* values, int oscillations) {
    Planes& to = Equation::kStepsBack > 0 ? next_newest_ : field.other;
    FusedGrid<Equation> grid{.newest = {},
                             .older = {},
                             .next_newest = {},
                             .next_older = {},
                             .stride = field.newest[0].stride(),
                             .flags = field.flags.data(),
                             .flags_stride = field.flags.stride(),
                             .factors = field.factors.data(),
                             .factors_stride = field.factors.stride(),
                             .rim = field.rim.data(),
                             .next_rim = next_rim_.data(),
                             .absorbing = field.absorbing,
                             .extent = field.extent,
                             .mirrors = mirrors_of(field),
                             .steps = steps};
    for (int c = 0; c < Equation::kComponents; ++c) {
      const auto i = static_cast<std::size_t>(c);
      grid.newest[c] = field.newest[i].data();
      grid.next_newest[c] = to[i].data();
      if constexpr (Equation::kStepsBack > 0) {
        grid.older[c] = field.other[i].data();
        grid.next_older[c] = next_older_[i].data();
      }
    }
    if (field.samples.due(step, steps) == 0) {
      launch(field, grid, values, oscillations);
    } else {
      launch_recording(field, grid, values, oscillations,
                       field.samples.in_pass(field, step, steps));
    }
    std::swap(field.newest, to);
    if constexpr (Equation::kStepsBack > 0) std::swap(field.other, next_older_);
    std::swap(field.rim, next_rim_);
  }

  /// Launches the kernels that also record samples.
  void launch_recording(const CudaField& field, FusedGrid<Equation> grid, const float* values,
                        int oscillations, PassSamples samples) {
    if (recording_kernels_.mixed == nullptr) {
      recording_kernels_ = recording_tile_kernels(Equation::info().id, *recording_);
      allow_memory(recording_kernels_.plain, Plain::kMemory);
      if (steps_media_) allow_memory(recording_kernels_.media, sizeof(MediaTileMemory));
      allow_memory(recording_kernels_.mixed, sizeof(Mixed));
    }
    const auto start = [&](const void* kernel, int tiles, int threads, std::size_t memory,
                           std::initializer_list<const void*> arguments) {
      if (tiles == 0) return;
      std::vector<void*> all;
      for (const void* argument : arguments) all.push_back(const_cast<void*>(argument));
      HEATWAVE_CUDA_CHECK(cudaLaunchKernel(kernel, dim3(static_cast<unsigned>(tiles)),
                                           dim3(static_cast<unsigned>(threads)), all.data(), memory,
                                           field.stream.get()));
    };
    const FusedTile* plain = tiles_.plain();
    const FusedTile* media = tiles_.media();
    const FusedTile* mixed = tiles_.mixed();
    const TileOscillator* oscillators = tiles_.oscillators();
    start(recording_kernels_.plain, tiles_.plain_count(), 32 * Media::kWarps, Plain::kMemory,
          {&grid, &plain, &constants_, &samples});
    start(recording_kernels_.media, tiles_.media_count(), 32 * Media::kWarps,
          sizeof(MediaTileMemory), {&grid, &media, &constants_, &samples});
    start(recording_kernels_.mixed, tiles_.mixed_count(), Mixed::kThreads, sizeof(Mixed),
          {&grid, &mixed, &oscillators, &values, &oscillations, &constants_, &samples});
  }

  void launch(const CudaField& field, const FusedGrid<Equation>& grid, const float* values,
              int oscillations) {
    if (tiles_.plain_count() > 0) {
      Plain::launch(grid, tiles_.plain(), tiles_.plain_count(), constants_, field.stream);
      HEATWAVE_CUDA_CHECK(cudaGetLastError());
    }
    if (tiles_.media_count() > 0) {
      step_media_tiles<Equation, Media, NoSamples>
          <<<tiles_.media_count(), 32 * Media::kWarps, sizeof(MediaTileMemory),
             field.stream.get()>>>(grid, tiles_.media(), constants_, NoSamples{});
      HEATWAVE_CUDA_CHECK(cudaGetLastError());
    }
    if (tiles_.mixed_count() > 0) {
      step_mixed_tiles<Equation, Mixed, NoSamples>
          <<<tiles_.mixed_count(), Mixed::kThreads, sizeof(Mixed), field.stream.get()>>>(
              grid, tiles_.mixed(), tiles_.oscillators(), values, oscillations, constants_,
              NoSamples{});
      HEATWAVE_CUDA_CHECK(cudaGetLastError());
    }
  }

  std::unique_ptr<CudaStepper> plain_;
  std::optional<Tiles> recording_;
  RecordingTileKernels recording_kernels_;  ///< null until they are used
  int multiprocessors_;
  bool steps_media_;  ///< true: a block has enough shared memory for the factors
  Constants constants_{};
  TileLists tiles_;
  /// Used if the equation looks back: a pass must not overwrite cells that other blocks still read.
  Planes next_newest_;
  Planes next_older_;
  bool lacks_memory_ = false;
  std::string why_plain_;  ///< why the plain stepper made the newest steps; empty: they were fused
  core::DeviceBuffer<float> next_rim_;
};

template <typename Tiling>
std::unique_ptr<CudaStepper> fused_if_it_fits(const core::DeviceFacts& device,
                                              std::optional<Tiles> recording = {}) {
  if (std::max(sizeof(typename Tiling::Mixed), Tiling::Plain::kMemory) >
      device.shared_memory_per_block) {
    return nullptr;
  }
  return std::make_unique<FusedCudaStepper<Tiling>>(device, recording);
}

}  // namespace heatwave::field
