// Several steps in one pass over the grid. Tiles of plain cells are stepped in registers, those
// with cells of any kind in shared memory; which is which is found anew whenever cells change.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/cuda/register_tiles.cuh"
#include "kernels/field/cuda/shared_tiles.cuh"
#include "kernels/field/cuda/tile_lists.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

/// The tiles of a pass: how plain ones are kept, and into which parts mixed ones are split.
template <typename EquationOf, typename PlainOf, int kAcross, int kDown>
struct Tiling {
  using Equation = EquationOf;
  using Plain = PlainOf;
  using Mixed = SharedTile<Equation, Plain::kShape.width / kAcross, Plain::kShape.height / kDown,
                           Plain::kShape.steps>;
  static_assert(Mixed::kShape.width * kAcross == Plain::kShape.width);
  static_assert(Mixed::kShape.height * kDown == Plain::kShape.height);
};

/// Floats that a thread keeps for each of its cells.
template <typename Equation>
constexpr int kFloats = Equation::kComponents*(1 + Equation::kStepsBack);

/// The tilings of an equation: few large tiles waste little on their rims, many small ones keep all
/// of the device at work where the grid is small. Each fits two blocks on a multiprocessor or,
/// where registers do not allow that, is the fastest that does not; measured on a device of
/// capability 9.0. An alternative to large ones is taken where its rounds come out no worse.
template <typename Equation, int kComponents = Equation::kComponents, int kKept = kFloats<Equation>>
struct Tilings;  // an equation with more to keep has none yet and is stepped plainly

template <typename Equation>
struct Tilings<Equation, 1, 1> {
  using Large = Tiling<Equation, RegisterTile<16, 6, 4, 2, 12>, 2, 2>;
  using Small = Tiling<Equation, RegisterTile<8, 9, 2, 1, 8>, 1, 2>;
};
template <typename Equation>
struct Tilings<Equation, 1, 2> {
  using Large = Tiling<Equation, RegisterTile<12, 6, 4, 2, 12>, 2, 2>;
  using Alternative = Tiling<Equation, RegisterTile<12, 7, 4, 2, 12>, 2, 2>;
  using Small = Tiling<Equation, RegisterTile<12, 4, 4, 2, 8>, 4, 1>;
};
template <typename Equation>
struct Tilings<Equation, 2, 2> {
  using Large = Tiling<Equation, RegisterTile<12, 8, 4, 1, 8>, 2, 2>;
  using Alternative = Tiling<Equation, RegisterTile<8, 10, 4, 2, 8>, 2, 2>;
  using Small = Tiling<Equation, RegisterTile<12, 6, 2, 2, 8>, 1, 2>;
};

template <typename Tiling>
class FusedCudaStepper final : public CudaStepper {
 public:
  using Equation = typename Tiling::Equation;
  using Constants = typename Equation::Constants;
  using PlainMemory = SharedRows<Equation, typename Tiling::Plain>;

  FusedCudaStepper() : plain_(make_plain_cuda_stepper(Equation::info().id)) {
    HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(step_mixed_tiles<Equation, typename Tiling::Mixed>,
                                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             sizeof(typename Tiling::Mixed)));
    HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(step_plain_tiles<Equation, typename Tiling::Plain>,
                                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             sizeof(PlainMemory)));
  }

  void set_parameters(std::span<const double> parameters) override {
    plain_->set_parameters(parameters);
    constants_ = Equation::constants(parameters);
  }

  void advance(CudaField& field, const Oscillators& oscillators, std::int64_t step,
               std::int64_t steps) override {
    why_plain_ = steps < kWorthwhile ? "so few steps at once are worth no more"
                 : has_room(field)   ? ""
                                     : "the device's memory has no room for the fields of passes";
    if (!why_plain_.empty()) {
      plain_->advance(field, oscillators, step, steps);
      return;
    }
    prepare(field, oscillators);
    oscillators.in_stretches(step, steps, [&](std::int64_t stretch, const auto& values) {
      const float* table = field.take_values(values);
      for (std::int64_t done = 0; done < stretch; done += kSteps) {
        const auto now = static_cast<int>(std::min<std::int64_t>(kSteps, stretch - done));
        pass(field, now, table == nullptr ? nullptr : table + done * oscillators.count(),
             static_cast<int>(oscillators.count()));
      }
    });
  }

  [[nodiscard]] std::string way() const override {
    return why_plain_.empty() ? std::to_string(kSteps) + " steps a pass over the grid"
                              : with_reason(plain_->way(), why_plain_);
  }

 private:
  using Planes = std::vector<core::PitchedBuffer<float>>;

  static constexpr std::int64_t kSteps = Tiling::Plain::kShape.steps;
  /// A pass has halos to step too: below this many steps one after the other is as fast.
  static constexpr std::int64_t kWorthwhile = 3;

  /// Where the equation looks back a pass writes to fields of its own. A grid that leaves no room
  /// for them is stepped plainly.
  bool has_room(const CudaField& field) {
    if (Equation::kStepsBack == 0 || !next_newest_.empty()) return true;
    if (lacks_room_) return false;
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
      lacks_room_ = true;
    }
    return !lacks_room_;
  }

  void prepare(CudaField& field, const Oscillators& oscillators) {
    if (next_rim_.size() != field.rim.size()) {
      next_rim_ = core::DeviceBuffer<float>(field.rim.size());
    }
    // Entries of cells that do not absorb are written by nobody.
    if (!field.rim.empty()) {
      HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(next_rim_.data(), field.rim.data(),
                                          field.rim.size() * sizeof(float),
                                          cudaMemcpyDeviceToDevice, field.stream.get()));
    }
    tiles_.renew(field, oscillators, Tiling::Plain::kShape, Tiling::Mixed::kShape);
  }

  void pass(CudaField& field, int steps, const float* values, int oscillations) {
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
    launch(field, grid, values, oscillations);
    std::swap(field.newest, to);
    if constexpr (Equation::kStepsBack > 0) std::swap(field.other, next_older_);
    std::swap(field.rim, next_rim_);
  }

  void launch(const CudaField& field, const FusedGrid<Equation>& grid, const float* values,
              int oscillations) {
    using Plain = typename Tiling::Plain;
    using Mixed = typename Tiling::Mixed;
    if (tiles_.plain_count() > 0) {
      step_plain_tiles<Equation, Plain>
          <<<tiles_.plain_count(), 32 * Plain::kWarps, sizeof(PlainMemory), field.stream.get()>>>(
              grid, tiles_.plain(), constants_);
      HEATWAVE_CUDA_CHECK(cudaGetLastError());
    }
    if (tiles_.mixed_count() > 0) {
      step_mixed_tiles<Equation, Mixed>
          <<<tiles_.mixed_count(), Mixed::kThreads, sizeof(Mixed), field.stream.get()>>>(
              grid, tiles_.mixed(), tiles_.oscillators(), values, oscillations, constants_);
      HEATWAVE_CUDA_CHECK(cudaGetLastError());
    }
  }

  std::unique_ptr<CudaStepper> plain_;
  Constants constants_{};
  TileLists tiles_;
  Planes next_newest_;  ///< where the equation looks back: nobody may write what others read
  Planes next_older_;
  bool lacks_room_ = false;
  std::string why_plain_;  ///< of the newest steps; empty: they were fused
  core::DeviceBuffer<float> next_rim_;
};

template <typename Tiling>
std::unique_ptr<CudaStepper> fused_if_it_fits(const core::DeviceFacts& device) {
  using Stepper = FusedCudaStepper<Tiling>;
  if (std::max(sizeof(typename Tiling::Mixed), sizeof(typename Stepper::PlainMemory)) >
      device.shared_memory_per_block) {
    return nullptr;
  }
  return std::make_unique<Stepper>();
}

/// Rows of tiles that a multiprocessor steps in a pass: in rounds of as many tiles as the device
/// holds at once, which last equally long whether they are full or not. A tile that has a
/// multiprocessor to itself waits more: by a fifth, measured on a device of capability 9.0.
template <typename Tile>
double rows_of_rounds(core::Extent extent, const core::DeviceFacts& device) {
  const int at_once = Tile::kBlocks * device.multiprocessors;
  const int rounds = (tiles_over(extent, Tile::kShape) + at_once - 1) / at_once;
  return (Tile::kBlocks == 1 ? 1.2 : 1.0) * rounds * Tile::kBlocks * Tile::kReachHeight;
}

template <typename Equation>
std::unique_ptr<CudaStepper> large_stepper(core::Extent extent, const core::DeviceFacts& device) {
  using Large = typename Tilings<Equation>::Large;
  if constexpr (requires { typename Tilings<Equation>::Alternative; }) {
    using Alternative = typename Tilings<Equation>::Alternative;
    if (rows_of_rounds<typename Alternative::Plain>(extent, device) <=
        rows_of_rounds<typename Large::Plain>(extent, device)) {
      if (auto stepper = fused_if_it_fits<Alternative>(device)) return stepper;
    }
  }
  return fused_if_it_fits<Large>(device);
}

template <typename Equation>
std::unique_ptr<CudaStepper> fused_stepper(core::Extent extent, const core::DeviceFacts& device,
                                           std::optional<bool> large_tiles) {
  if constexpr (requires { typename Tilings<Equation>::Large; }) {
    using Large = typename Tilings<Equation>::Large;
    // With fewer large tiles than this a good part of the device would have nothing to do.
    const bool enough = 4 * tiles_over(extent, Large::Plain::kShape) >= 3 * device.multiprocessors;
    if (large_tiles.value_or(enough)) {
      if (auto large = large_stepper<Equation>(extent, device)) return large;
    }
    return fused_if_it_fits<typename Tilings<Equation>::Small>(device);
  } else {
    return nullptr;
  }
}

}  // namespace

ChosenStepper make_cuda_stepper(std::string_view equation, core::Extent extent,
                                const core::DeviceFacts& device, const Stepping& wanted) {
  ChosenStepper chosen{.stepper = with_equation(equation, Catalogue{},
                                                [&]<typename Equation>() {
                                                  return fused_stepper<Equation>(
                                                      extent, device, wanted.large_tiles);
                                                }),
                       .why_no_faster = {}};
  if (chosen.stepper == nullptr) {
    chosen = {.stepper = make_plain_cuda_stepper(equation),
              .why_no_faster = "no tiles of this equation fit in a block's shared memory"};
  }
  if (!wanted.in_registers.value_or(true)) {
    chosen.why_no_faster = with_reason(chosen.why_no_faster, wanted.reason);
    return chosen;
  }
  return kept_in_registers(equation, extent, device, std::move(chosen));
}

}  // namespace heatwave::field
