// This stepper takes thousands of steps in one launch, for grids whose cells all fit into the
// device's registers.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/grouped.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/cuda/equation_shape.h"
#include "kernels/field/cuda/resident_sizes.cuh"
#include "kernels/field/cuda/resident_tiles.cuh"

namespace heatwave::field {
namespace {

/// Writes each oscillating cell's entry, coded like ResidentGrid::oscillating.
__global__ void encode_oscillating(const DeviceOscillator* cells, int count, int components,
                                   int width, std::uint16_t* codes) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const DeviceOscillator c = cells[i];
  codes[static_cast<std::size_t>(c.y) * width + c.x] =
      static_cast<std::uint16_t>(1 + c.oscillation * components + c.component);
}

/// Keeps a grid's cells in registers for all steps of a launch. The device must run all blocks at
/// once, since each block waits for its neighbours.
template <typename Shape, typename Tile>
class ResidentCudaStepper final : public CudaStepper {
 public:
  /// `index`: the position of these tiles in their list. `otherwise_absorbs`: `otherwise` keeps
  /// grids with absorbing edges in registers.
  ResidentCudaStepper(std::shared_ptr<EquationCode> code, ChosenStepper otherwise,
                      bool otherwise_absorbs, const core::DeviceFacts& device, std::size_t index)
      : code_(std::move(code)),
        otherwise_(std::move(otherwise)),
        otherwise_absorbs_(otherwise_absorbs),
        index_(index),
        levels_(code_->levels_per_step()),
        multiprocessors_(device.multiprocessors),
        memory_(memory_on(device)) {}

  /// Returns why the device cannot run a grid of this extent; empty: it can. It must run all blocks
  /// at once, and each tile must be large enough for MailRoute.
  static std::string refusal_reason(EquationCode& code, core::Extent extent,
                                    const core::DeviceFacts& device, std::size_t index) {
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
    const std::size_t memory = memory_on(device);
    if (memory > device.shared_memory_per_block) {
      return "tiles that stay in registers need more shared memory than a block can have";
    }
    int room = std::numeric_limits<int>::max();
    // A kernel that is compiled on demand has room for one block at least, by its launch bounds.
    if (code.compiles_on_demand()) room = device.multiprocessors;
    for (const ResidentEdges edges : kAllEdges) {
      if (code.compiles_on_demand()) break;
      room = std::min(room, blocks_at_once(code.find(kernel_id(index, edges, false)), memory) *
                                device.multiprocessors);
    }
    if (tiling.across * tiling.down <= room) return {};
    return "the device's registers hold " + core::grouped(room) + " tiles and the grid has " +
           core::grouped(tiling.across * tiling.down);
  }

  void set_parameters(std::span<const double> parameters) override {
    otherwise_.stepper->set_parameters(parameters);
    constants_ = Shape::constants(*code_, parameters);
  }

  void advance(CudaField& field, const Oscillators& oscillators, std::int64_t step,
               std::int64_t steps) override {
    is_left_ = leaves(field);
    if (is_left_) {
      otherwise_.stepper->advance(field, oscillators, step, steps);
      return;
    }
    why_otherwise_ = steps <= Tile::kSteps
                         ? "keeping the grid in registers does not pay off for this few steps"
                         : prepare(field, oscillators);
    if (why_otherwise_.empty() && kernel(needed_edges(), false) == nullptr) {
      why_otherwise_ = refused_.empty() ? code_->why_not_ready() : refused_;
    }
    if (!why_otherwise_.empty()) {
      advance_with_samples(*otherwise_.stepper, field, oscillators, step, steps);
      return;
    }
    oscillators.in_chunks(step, steps, [&](std::int64_t chunk, const auto& values) {
      const float* table = field.upload_values(values);
      for (std::int64_t done = 0; done < chunk;) {
        std::int64_t now = field.samples.steps_in_pass(
            field, step + done, std::min(kMostSteps / levels_, chunk - done));
        const std::int64_t left = chunk - done - now;
        // Leave enough steps for the last launch.
        if (left > 0 && left <= Tile::kSteps) now -= Tile::kSteps;
        if (now <= Tile::kSteps ||
            !launch(field, oscillators, step + done, static_cast<int>(now),
                    table == nullptr ? nullptr : table + done * oscillators.count())) {
          now = chunk - done;
          advance_with_samples(*otherwise_.stepper, field, oscillators, step + done, now);
        }
        done += now;
      }
      step += chunk;
    });
  }

  [[nodiscard]] bool samples_in_passes(const CudaField& field) const override {
    return leaves(field) ? otherwise_.stepper->samples_in_passes(field)
                         : levels_ == 1 && field.samples.fit_in_passes();
  }

  /// Tiles exchange halos through the cache; each launch reads and writes memory once.
  [[nodiscard]] double bytes_per_step(core::Extent extent) const override {
    return !is_left_ && why_otherwise_.empty()
               ? bytes_read_and_written<Shape>(extent) / steps_at_once_
               : otherwise_.stepper->bytes_per_step(extent);
  }
  [[nodiscard]] std::string method() const override {
    if (is_left_) return otherwise_.method();
    return why_otherwise_.empty()
               ? "the whole grid stays in registers, halos are exchanged every " +
                     std::to_string(Tile::kSteps / levels_) + " steps"
               : with_reason(otherwise_.method(), why_otherwise_);
  }

 private:
  using Memory = ResidentMemory<Shape, Tile>;
  using Grid = ResidentGrid<Shape>;

  static constexpr bool kAbsorbs = Tile::kHasRim;
  /// Kernels differ by edges: code for reflecting edges would slow down other grids by a tenth.
  static constexpr auto kAllEdges = [] {
    using enum ResidentEdges;
    if constexpr (kAbsorbs) {
      return std::array{absorbing};
    } else {
      return std::array{plain, mirrored};
    }
  }();
  static PassKernel kernel_id(std::size_t index, ResidentEdges edges, bool records) {
    return {
        .kind = PassKernel::Kind::resident, .resident = index, .edges = edges, .records = records};
  }
  /// Returns whether fields with such edges are left to `otherwise_`.
  [[nodiscard]] bool leaves(const CudaField& field) const {
    return field.edge_cells.absorb() != kAbsorbs && (kAbsorbs || otherwise_absorbs_);
  }
  /// Returns how many blocks of a kernel a multiprocessor runs at once.
  static int blocks_at_once(const void* kernel, std::size_t memory) {
    HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             static_cast<int>(memory)));
    int blocks = 0;
    HEATWAVE_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                                      Tile::kBlockThreads, memory));
    return blocks;
  }
  /// Most levels of a launch: one of more than about 20 ms would delay the display. Their time
  /// grows with the number of floats that a thread keeps.
  static constexpr std::int64_t kMostSteps =
      kFloats<Shape> * Tile::kRows * Tile::kColumns < 32 ? 32'768 : 8'192;

  /// Returns the shared memory of a block, with the factors of media if the device has room for
  /// them.
  static std::size_t memory_on(const core::DeviceFacts& device) {
    return sizeof(Memory) <= device.shared_memory_per_block ? sizeof(Memory)
                                                            : Memory::kBytesWithoutFactors;
  }

  /// Returns the tiling with the fewest tiles, all of equal size where possible.
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
            .x = ResidentEdge::closed,
            .y = ResidentEdge::closed};
  }

  /// Returns why this stepper cannot step the field; empty: it can.
  std::string prepare(CudaField& field, const Oscillators& oscillators) {
    if (!refused_.empty()) return refused_;
    try {
      prepare_cells(field, oscillators);
      const auto tiles = static_cast<std::size_t>(tiling_.across * tiling_.down);
      reserve_mailbox(2 * tiles * (MailRow<Shape, Tile>::kTile + RimMail<Shape, Tile>::kWords),
                      field.stream);
    } catch (const core::OutOfMemory&) {
      refused_ = "the device's memory has no room for the halos that tiles in registers exchange";
    }
    return refused_.empty() ? unsuited_ : refused_;
  }

  /// Allocates and clears the mailbox. Every sender expects empty slots, and every receiver leaves
  /// them empty.
  void reserve_mailbox(std::size_t words, const core::Stream& stream) {
    if (mail_.size() >= words) return;
    mail_.reserve(words);
    HEATWAVE_CUDA_CHECK(cudaMemsetAsync(mail_.data(), kEmptySlot & 0xFFU,
                                        mail_.size() * sizeof(float), stream.get()));
  }

  /// Finds out once how to step these cells, until cells change again. It does not wait for the
  /// device.
  void prepare_cells(const CudaField& field, const Oscillators& oscillators) {
    if (version_ == field.cells_version) return;
    version_ = field.cells_version;
    tiling_ = tiling_of(field.extent);
    const EdgePair columns = field.edge_cells.columns();
    const EdgePair rows = field.edge_cells.rows();
    const bool lanes_meet = field.extent.width % Tile::kColumns == 0;
    absorbs_ = field.edge_cells.absorb();
    const MirroredAxes kept = code_->keeps_mirror_images();
    tiling_.x = edge_of(columns, lanes_meet && !absorbs_ && kept.x);
    tiling_.y = edge_of(rows, !absorbs_ && kept.y);
    unsuited_.clear();
    if (absorbs_ && !kAbsorbs) {
      unsuited_ = "edges absorb and the grid is too large";
    } else if (absorbs_ && (tiling_.across < 2 || tiling_.down < 2)) {
      unsuited_ = "edges absorb and the grid is too narrow";
    } else if (absorbs_ && Tile::kColumns > 2 && !lanes_meet) {
      unsuited_ = "edges absorb and the number of columns is not divisible by " +
                  std::to_string(Tile::kColumns);
    } else if ((absorbs_ || !field.factors.empty()) && memory_ != sizeof(Memory)) {
      unsuited_ = "a block has too little shared memory for media and absorbing edges";
    } else if (columns.joined && !lanes_meet) {
      unsuited_ = "columns meet across the edge and their number is not divisible by " +
                  std::to_string(Tile::kColumns);
    } else if (leaves_walls(field) && has_walls(field)) {
      unsuited_ = "tiles that are large enough for this grid are slow beside walls";
    } else if (levels_ > 1 && !oscillators.none()) {
      unsuited_ = "cells oscillate and a step has sub-steps";
    } else if (!oscillators.none()) {
      upload_oscillating(field, oscillators);
    }
  }

  /// Returns whether fields with walls are faster in passes. Heat with media, too, is not: a step
  /// at 1920 × 1080 takes 2.1 to 3.2 µs in registers, and 3.2 in passes.
  [[nodiscard]] static bool leaves_walls(const CudaField& field) {
    return !kKnowsWalls<Shape, Tile> || (kIsSlowBesideWalls<Shape, Tile> && field.factors.empty());
  }
  /// Returns whether free cells lack a neighbour, inside the grid or on an edge that is not
  /// mirrored.
  [[nodiscard]] bool has_walls(const CudaField& field) const {
    return field.inner_walls.any() ||
           (field.edge_cells.columns().reflects && tiling_.x == ResidentEdge::closed) ||
           (field.edge_cells.rows().reflects && tiling_.y == ResidentEdge::closed);
  }

  /// Returns how tiles see the grid beyond an edge. Cells that see themselves beyond the edge see a
  /// mirrored grid if whole lanes can be mirrored; otherwise each cell's flags handle it.
  static ResidentEdge edge_of(EdgePair cells, bool mirrors) {
    if (cells.joined) return ResidentEdge::joined;
    return cells.reflects && mirrors ? ResidentEdge::mirrored : ResidentEdge::closed;
  }

  void upload_oscillating(const CudaField& field, const Oscillators& oscillators) {
    const auto cells = oscillators.cells();
    // A thread reads one value for all of its cells in a row.
    const auto differ = [](const OscillatingCell& a, const OscillatingCell& b) {
      return a.cell.y == b.cell.y && a.cell.x / Tile::kColumns == b.cell.x / Tile::kColumns &&
             (a.cell.x == b.cell.x || a.oscillation != b.oscillation);
    };
    if (std::ranges::adjacent_find(cells, differ) != cells.end() ||
        oscillators.count() * Shape::kComponents >= 0xFFFF) {
      unsuited_ = "neighbouring cells oscillate in unlike ways";
      return;
    }
    const auto size = static_cast<std::size_t>(field.extent.cells());
    oscillating_.reserve(size);
    HEATWAVE_CUDA_CHECK(
        cudaMemsetAsync(oscillating_.data(), 0, size * sizeof(std::uint16_t), field.stream.get()));
    constexpr unsigned kThreads = 128;
    const auto count = static_cast<unsigned>(field.oscillating_count);
    encode_oscillating<<<(count + kThreads - 1) / kThreads, kThreads, 0, field.stream.get()>>>(
        field.oscillating.data(), field.oscillating_count, Shape::kComponents, field.extent.width,
        oscillating_.data());
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }

  [[nodiscard]] ResidentEdges needed_edges() const {
    if (absorbs_) return ResidentEdges::absorbing;
    return tiling_.x == ResidentEdge::mirrored || tiling_.y == ResidentEdge::mirrored
               ? ResidentEdges::mirrored
               : ResidentEdges::plain;
  }

  /// Returns the kernel; null: it is not ready, or the device cannot run all tiles at once with the
  /// registers that it takes.
  const void* kernel(ResidentEdges edges, bool records) {
    Known& known = known_[records ? 1 : 0][static_cast<std::size_t>(edges)];
    if (known.kernel == nullptr) {
      known.kernel = code_->find(kernel_id(index_, edges, records));
      if (known.kernel == nullptr) return nullptr;
      known.fits =
          blocks_at_once(known.kernel, memory_) * multiprocessors_ >= tiling_.across * tiling_.down;
      if (!known.fits && !records) refused_ = "the device could not run all tiles at once";
    }
    return known.fits ? known.kernel : nullptr;
  }

  /// Launches the kernel. Returns false if the device cannot run that many blocks at once after
  /// all.
  bool launch(CudaField& field, const Oscillators& oscillators, std::int64_t step, int steps,
              const float* values) {
    Grid grid{.newest = {},
              .older = {},
              .stride = field.newest[0].stride(),
              .flags = field.flags.data(),
              .flags_stride = field.flags.stride(),
              .factors = field.factors.data(),
              .factors_stride = field.factors.stride(),
              .keeps_factors = memory_ == sizeof(Memory),
              .rim = field.rim.data(),
              .absorbing = field.absorbing,
              .extent = field.extent,
              .tiling = tiling_,
              .steps = steps * levels_,
              .mail = {mail_.data(), static_cast<std::ptrdiff_t>(mail_.size() / 2)},
              .oscillating = oscillators.none() ? nullptr : oscillating_.data(),
              .values = values,
              .oscillations = static_cast<int>(oscillators.count()),
              .constants = constants_};
    for (int c = 0; c < Shape::kComponents; ++c) {
      const auto i = static_cast<std::size_t>(c);
      grid.newest[c] = field.newest[i].data();
      if constexpr (Shape::kStepsBack > 0) grid.older[c] = field.other[i].data();
    }
    const dim3 blocks(static_cast<unsigned>(tiling_.across * tiling_.down));
    const bool records = field.samples.due(step, steps) > 0;
    const void* kernel = this->kernel(needed_edges(), records);
    if (kernel == nullptr) return false;
    NoSamples none;
    PassSamples samples{};
    if (records) samples = field.samples.in_pass(field, step, steps);
    void* arguments[] = {&grid, records ? static_cast<void*>(&samples) : static_cast<void*>(&none)};
    const cudaError_t error = cudaLaunchCooperativeKernel(kernel, blocks, dim3(Tile::kBlockThreads),
                                                          arguments, memory_, field.stream.get());
    if (error == cudaErrorCooperativeLaunchTooLarge) {
      (void)cudaGetLastError();
      refused_ = "the device could not run all tiles at once";
      why_otherwise_ = refused_;
      return false;
    }
    HEATWAVE_CUDA_CHECK(error);
    steps_at_once_ = steps;
    return true;
  }

  struct Known {
    const void* kernel = nullptr;  ///< null: it is not ready
    bool fits = false;             ///< true: the device can run all tiles at once
  };

  std::shared_ptr<EquationCode> code_;
  ChosenStepper otherwise_;  ///< steps short runs, and fields that this stepper cannot step
  bool otherwise_absorbs_;
  std::size_t index_;
  Known known_[2][3];  ///< by whether they record samples, and by ResidentEdges
  int levels_;         ///< levels that a step takes
  int multiprocessors_;
  std::size_t memory_;  ///< shared memory of a block, in bytes
  typename Shape::Constants constants_{};
  core::DeviceBuffer<float> mail_;
  core::DeviceBuffer<std::uint16_t> oscillating_;
  ResidentTiling tiling_{};
  bool absorbs_ = false;  ///< true: edges absorb
  /// Value of CudaField::cells_version that the preparations belong to; 0: none.
  std::uint64_t version_ = 0;
  std::string unsuited_;  ///< why these cells cannot be stepped in registers; empty: they can
  /// Says why the device turned out to be too small; empty: it is large enough.
  std::string refused_;
  int steps_at_once_ = 1;      ///< steps of the newest launch
  bool is_left_ = false;       ///< true: grids with such edges are left to `otherwise_`
  std::string why_otherwise_;  ///< why `otherwise_` made the newest steps; empty: it did not
};

template <typename... Tiles>
using TileList = std::tuple<Tiles...>*;

/// Wraps the chosen stepper by the first one of a list that suits the grid and the device. Returns
/// why none does; empty: one does.
template <typename Shape, typename... Tiles>
std::string keep_in(TileList<Tiles...> /*list*/, const std::shared_ptr<EquationCode>& code,
                    core::Extent extent, const core::DeviceFacts& device, bool otherwise_absorbs,
                    ChosenStepper& chosen) {
  std::string refusal_reason = "no tiles of this equation stay in registers";
  std::size_t index = 0;
  [[maybe_unused]] const auto keep = [&]<typename Tile>() {  // a list may be empty
    using Stepper = ResidentCudaStepper<Shape, Tile>;
    refusal_reason = Stepper::refusal_reason(*code, extent, device, index);
    if (refusal_reason.empty()) {
      chosen = {.stepper = std::make_unique<Stepper>(code, std::move(chosen), otherwise_absorbs,
                                                     device, index),
                .why_no_faster = {}};
    }
    ++index;
    return refusal_reason.empty();
  };
  (void)(keep.template operator()<Tiles>() || ...);
  return refusal_reason;
}

/// Returns why no tiles of a list suit the grid and the device; empty: some do.
template <typename Shape, typename... Tiles>
std::string why_in_none(TileList<Tiles...> /*list*/, EquationCode& code, core::Extent extent,
                        const core::DeviceFacts& device) {
  std::string refusal_reason;
  std::size_t index = 0;
  (void)((refusal_reason =
              ResidentCudaStepper<Shape, Tiles>::refusal_reason(code, extent, device, index++))
             .empty() ||
         ...);
  return refusal_reason;
}

}  // namespace

ChosenStepper make_resident_stepper(const std::shared_ptr<EquationCode>& code, core::Extent extent,
                                    const core::DeviceFacts& device, ChosenStepper otherwise) {
  std::string refusal_reason = "no tiles of this equation stay in registers";
  with_shape(*code, [&]<typename Shape>() {
    const auto plain = static_cast<typename ResidentTiles<Shape>::List*>(nullptr);
    const auto rimmed = static_cast<typename RimmedTiles<Shape>::List*>(nullptr);
    refusal_reason = why_in_none<Shape>(plain, *code, extent, device);
    if (!refusal_reason.empty()) return true;
    const bool absorbs = keep_in<Shape>(rimmed, code, extent, device, false, otherwise).empty();
    refusal_reason = keep_in<Shape>(plain, code, extent, device, absorbs, otherwise);
    return true;
  });
  if (!otherwise.why_no_faster.empty() && !refusal_reason.empty()) otherwise.why_no_faster += "; ";
  otherwise.why_no_faster += refusal_reason;
  return otherwise;
}

}  // namespace heatwave::field
