// Thousands of steps in one launch, for grids whose cells all fit into the device's registers.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/cuda/resident_tiles.cuh"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::field {
namespace {

/// Whether cells of the first and last column, or row, see each other, and whether any absorbs.
struct Joints {
  int x;
  int y;
  int absorb;
};

__global__ void find_joints(const std::uint8_t* flags, std::size_t stride, core::Extent extent,
                            Joints* joints) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const auto sees = [&](int x, int y, CellFlag nothing) {
    const std::uint8_t here = flags[static_cast<std::size_t>(y) * stride + x];
    if ((here & kAbsorb) != 0) joints->absorb = 1;
    return (here & nothing) == 0 && !keeps_value(here);
  };
  if (at < extent.height && (sees(0, at, kNoWest) | sees(extent.width - 1, at, kNoEast))) {
    joints->x = 1;
  }
  if (at < extent.width && (sees(at, 0, kNoNorth) | sees(at, extent.height - 1, kNoSouth))) {
    joints->y = 1;
  }
}

/// Keeps a grid's cells in registers for all steps of a launch. The device must hold all blocks at
/// once, since each waits for its neighbours.
template <typename Equation, typename Tile>
class ResidentCudaStepper final : public CudaStepper {
 public:
  explicit ResidentCudaStepper(ChosenStepper otherwise) : otherwise_(std::move(otherwise)) {}

  /// Why not: the device must hold all blocks of such a grid at once, and every tile be large
  /// enough for what is said of routes. Empty: it does.
  static std::string why_not(core::Extent extent, const core::DeviceFacts& device) {
    const ResidentTiling tiling = tiling_of(extent);
    const core::Extent last{extent.width - (tiling.across - 1) * tiling.width,
                            extent.height - (tiling.down - 1) * tiling.height};
    if (last.width < 2 * Tile::kSteps || last.height < 2 * Tile::kSteps + Tile::kRows) {
      return "the grid is too narrow for tiles that stay in registers";
    }
    int cooperative = 0;
    HEATWAVE_CUDA_CHECK(
        cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device.index));
    if (cooperative == 0) return "the device cannot start blocks that wait for each other";
    if (sizeof(Memory) > device.shared_memory_per_block) {
      return "tiles that stay in registers need more shared memory than a block can have";
    }
    HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(kKernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             static_cast<int>(sizeof(Memory))));
    int blocks = 0;
    HEATWAVE_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kKernel, Tile::kThreads, sizeof(Memory)));
    const int room = blocks * device.multiprocessors;
    if (tiling.across * tiling.down <= room) return {};
    return "the device's registers hold " + std::to_string(room) + " tiles and the grid has " +
           std::to_string(tiling.across * tiling.down);
  }

  void set_parameters(std::span<const double> parameters) override {
    otherwise_.stepper->set_parameters(parameters);
    constants_ = Equation::constants(parameters);
  }

  void advance(CudaField& field, const Oscillators& oscillators, std::int64_t step,
               std::int64_t steps) override {
    why_otherwise_ = steps <= Tile::kSteps ? "so few steps at once are not worth a launch of all"
                                           : prepare(field, oscillators);
    if (!why_otherwise_.empty()) {
      otherwise_.stepper->advance(field, oscillators, step, steps);
      return;
    }
    oscillators.in_stretches(step, steps, [&](std::int64_t stretch, const auto& values) {
      const float* table = field.take_values(values);
      for (std::int64_t done = 0; done < stretch;) {
        std::int64_t now = std::min(kMostSteps, stretch - done);
        const std::int64_t left = stretch - done - now;
        if (left > 0 && left <= Tile::kSteps) now -= Tile::kSteps;  // the rest is launched too
        if (now <= Tile::kSteps ||
            !launch(field, oscillators, static_cast<int>(now),
                    table == nullptr ? nullptr : table + done * oscillators.count())) {
          now = stretch - done;
          otherwise_.stepper->advance(field, oscillators, step + done, now);
        }
        done += now;
      }
      step += stretch;
    });
  }

  [[nodiscard]] std::string way() const override {
    return why_otherwise_.empty()
               ? "all of the grid stays in registers, rims are exchanged every " +
                     std::to_string(Tile::kSteps) + " steps"
               : with_reason(otherwise_.way(), why_otherwise_);
  }

 private:
  using Memory = ResidentMemory<Equation, Tile>;
  using Grid = ResidentGrid<Equation>;

  static constexpr auto kKernel = step_resident_tiles<Equation, Tile>;
  /// A launch that takes longer than some 20 ms would keep the display waiting.
  static constexpr std::int64_t kMostSteps = 4096;

  /// As few tiles as there can be, all as large as the others where possible.
  static constexpr ResidentTiling tiling_of(core::Extent extent) {
    const auto parts = [](int size, int part) { return (size + part - 1) / part; };
    const int width =
        parts(parts(extent.width, parts(extent.width, Tile::kWidth)), Tile::kColumns) *
        Tile::kColumns;
    const int height = parts(extent.height, parts(extent.height, Tile::kHeight));
    return {.across = parts(extent.width, width),
            .down = parts(extent.height, height),
            .width = width,
            .height = height,
            .joined_x = false,
            .joined_y = false};
  }

  /// Why this stepper can't step such a field; empty: it can.
  std::string prepare(CudaField& field, const Oscillators& oscillators) {
    if (!refused_.empty()) return refused_;
    try {
      take_cells(field, oscillators);
      const auto tiles = static_cast<std::size_t>(tiling_.across * tiling_.down);
      make_room(cells_, 2 * tiles * MailRow<Equation, Tile>::kTile, field.stream);
    } catch (const core::OutOfMemory&) {
      refused_ = "the device's memory has no room for what tiles in registers exchange";
    }
    return refused_.empty() ? unsuited_ : refused_;
  }

  static void make_room(core::DeviceBuffer<std::uint64_t>& words, std::size_t size,
                        const core::Stream& stream) {
    if (words.size() >= size) return;
    words.reserve(size);
    HEATWAVE_CUDA_CHECK(
        cudaMemsetAsync(words.data(), 0, words.size() * sizeof(std::uint64_t), stream.get()));
  }

  /// Once for all steps until cells change.
  void take_cells(const CudaField& field, const Oscillators& oscillators) {
    if (version_ == field.cells_version) return;
    version_ = field.cells_version;
    tiling_ = tiling_of(field.extent);
    const Joints joints = joints_of(field);
    tiling_.joined_x = joints.x != 0;
    tiling_.joined_y = joints.y != 0;
    // Lanes of tiles that meet where the grid is joined must meet too. And while a few lanes step
    // cells that absorb all the others wait: in passes they do not.
    unsuited_.clear();
    if (joints.absorb != 0) {
      unsuited_ = "edges absorb";
    } else if (joints.x != 0 && field.extent.width % Tile::kColumns != 0) {
      unsuited_ = "columns meet across the edge and their number is not divisible by " +
                  std::to_string(Tile::kColumns);
    } else if (!oscillators.none()) {
      take_oscillating(field, oscillators);
    }
  }

  void take_oscillating(const CudaField& field, const Oscillators& oscillators) {
    std::vector<std::uint16_t> codes(static_cast<std::size_t>(field.extent.cells()));
    for (const OscillatingCell& c : oscillators.cells()) {
      std::uint16_t& code = codes[core::whole(field.extent).index(c.cell.x, c.cell.y)];
      const int now = 1 + c.oscillation * Equation::kComponents + static_cast<int>(c.component);
      if (code != 0 || now > 0xFFFF) unsuited_ = "a cell oscillates in more ways than one";
      code = static_cast<std::uint16_t>(now);
    }
    oscillating_.reserve(codes.size());
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(oscillating_.data(), codes.data(),
                                        codes.size() * sizeof(std::uint16_t),
                                        cudaMemcpyHostToDevice, field.stream.get()));
    field.stream.synchronize();
  }

  Joints joints_of(const CudaField& field) {
    joints_.reserve(1);
    HEATWAVE_CUDA_CHECK(cudaMemsetAsync(joints_.data(), 0, sizeof(Joints), field.stream.get()));
    find_joints<<<blocks_over(core::Extent{std::max(field.extent.width, field.extent.height), 1}),
                  block_shape(), 0, field.stream.get()>>>(field.flags.data(), field.flags.stride(),
                                                          field.extent, joints_.data());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    Joints joints{};
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(&joints, joints_.data(), sizeof(Joints),
                                        cudaMemcpyDeviceToHost, field.stream.get()));
    field.stream.synchronize();
    return joints;
  }

  /// False where the device does not take so many blocks at once after all.
  bool launch(const CudaField& field, const Oscillators& oscillators, int steps,
              const float* values) {
    Grid grid{.newest = {},
              .older = {},
              .stride = field.newest[0].stride(),
              .flags = field.flags.data(),
              .flags_stride = field.flags.stride(),
              .factors = field.factors.data(),
              .factors_stride = field.factors.stride(),
              .extent = field.extent,
              .tiling = tiling_,
              .steps = steps,
              .cells = {cells_.data(), cells_.size() / 2},
              .exchange = exchange_,
              .oscillating = oscillators.none() ? nullptr : oscillating_.data(),
              .values = values,
              .oscillations = static_cast<int>(oscillators.count()),
              .constants = constants_};
    for (int c = 0; c < Equation::kComponents; ++c) {
      const auto i = static_cast<std::size_t>(c);
      grid.newest[c] = field.newest[i].data();
      if constexpr (Equation::kStepsBack > 0) grid.older[c] = field.other[i].data();
    }
    void* arguments[] = {&grid};
    const dim3 blocks(static_cast<unsigned>(tiling_.across * tiling_.down));
    const cudaError_t error = cudaLaunchCooperativeKernel(
        kKernel, blocks, dim3(Tile::kThreads), arguments, sizeof(Memory), field.stream.get());
    if (error == cudaErrorCooperativeLaunchTooLarge) {
      (void)cudaGetLastError();
      refused_ = "the device did not take all tiles at once";
      why_otherwise_ = refused_;
      return false;
    }
    HEATWAVE_CUDA_CHECK(error);
    exchange_ += static_cast<std::uint32_t>((steps - 1) / Tile::kSteps);
    return true;
  }

  ChosenStepper otherwise_;  ///< for a few steps, and where this one can't
  typename Equation::Constants constants_{};
  core::DeviceBuffer<std::uint64_t> cells_;
  core::DeviceBuffer<std::uint16_t> oscillating_;
  std::uint32_t exchange_ = 1;  ///< number of the next one
  core::DeviceBuffer<Joints> joints_;
  ResidentTiling tiling_{};
  std::uint64_t version_ = 0;  ///< of the cells that all this was made for; 0: none
  std::string unsuited_;       ///< why these cells can't be stepped like this, if so
  std::string refused_;        ///< in what the device turned out to be too small, if so
  std::string why_otherwise_;  ///< the newest steps were left to `otherwise_`, if so
};

/// The tiles to choose from, small ones first: what a step costs grows with what a tile holds.
/// Where none of them covers a grid passes are as fast; measured on a device of capability 9.0.
template <typename Equation, int kComponents = Equation::kComponents,
          int kStepsBack = Equation::kStepsBack>
struct ResidentTiles;

template <typename Equation>
struct ResidentTiles<Equation, 1, 0> {
  using List =
      std::tuple<ResidentTile<12, 7, 2, 12>, ResidentTile<18, 4, 2, 8>, ResidentTile<16, 6, 4, 8>>;
};
template <typename Equation>
struct ResidentTiles<Equation, 1, 1> {
  using List = std::tuple<ResidentTile<16, 5, 2, 10>, ResidentTile<16, 6, 4, 8>>;
};
template <typename Equation>
struct ResidentTiles<Equation, 2, 0> {
  using List = std::tuple<ResidentTile<16, 4, 2, 6>, ResidentTile<16, 6, 4, 8>>;
};

/// Makes it the chosen one, or says why not.
template <typename Equation, typename Tile>
std::string keep_in(core::Extent extent, const core::DeviceFacts& device, ChosenStepper& chosen) {
  using Stepper = ResidentCudaStepper<Equation, Tile>;
  std::string why_not = Stepper::why_not(extent, device);
  if (!why_not.empty()) return why_not;
  auto stepper = std::make_unique<Stepper>(std::move(chosen));
  chosen = {.stepper = std::move(stepper), .why_no_faster = {}};
  return {};
}

}  // namespace

ChosenStepper kept_in_registers(std::string_view equation, core::Extent extent,
                                const core::DeviceFacts& device, ChosenStepper otherwise) {
  return with_equation(equation, Catalogue{}, [&]<typename Equation>() {
    std::string why_not = "no tiles of this equation stay in registers";
    if constexpr (requires { typename ResidentTiles<Equation>::List; }) {
      [&]<typename... Tiles>(std::tuple<Tiles...>*) {
        (void)((why_not = keep_in<Equation, Tiles>(extent, device, otherwise)).empty() || ...);
      }(static_cast<typename ResidentTiles<Equation>::List*>(nullptr));
    }
    if (!otherwise.why_no_faster.empty() && !why_not.empty()) otherwise.why_no_faster += "; ";
    otherwise.why_no_faster += why_not;
    return std::move(otherwise);
  });
}

}  // namespace heatwave::field
