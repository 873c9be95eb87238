// These steppers take several steps in one pass over the grid. Tiles of plain cells and tiles with
// media are stepped in registers; tiles with any other cells are stepped in shared memory. The
// tiles are sorted anew whenever cells change.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/cuda_check.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/cuda/cuda_stepper.h"
#include "kernels/field/cuda/equation_code.h"
#include "kernels/field/cuda/strip_cuts.h"
#include "kernels/field/cuda/tile_lists.h"
#include "kernels/field/cuda/tilings.cuh"

namespace heatwave::field {

/// Raises the kernel's limit of dynamic shared memory, which is 48 KB by default.
inline void allow_shared_memory(const void* kernel, std::size_t bytes) {
  HEATWAVE_CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           static_cast<int>(bytes)));
}

/// Returns whether the kernel has the waits of pass_order.cuh.
inline bool waits_in_passes(const void* kernel) {
  constexpr int kFirstVersion = 90;
  cudaFuncAttributes attributes{};
  HEATWAVE_CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
  return attributes.ptxVersion >= kFirstVersion;
}

/// `Tiling`: the tiles of an EquationShape.
template <typename Tiling>
class FusedCudaStepper final : public CudaStepper {
 public:
  using Shape = typename Tiling::Equation;
  using Constants = typename Shape::Constants;

  /// `tiles`: the name of Tiling among the tilings of the shape.
  FusedCudaStepper(std::shared_ptr<EquationCode> code, const core::DeviceFacts& device, Tiles tiles)
      : code_(std::move(code)),
        plain_(code_->make_plain()),
        tiling_(tiles),
        levels_(code_->levels_per_step()),
        device_(device),
        steps_media_(sizeof(MediaTileMemory) <= device.shared_memory_per_block) {
    // Loading a kernel takes time that the first step should not wait for.
    if (code_->compiles_on_demand()) return;
    for (const Kind kind : {Kind::plain, Kind::partial, Kind::mixed}) (void)is_ready(kind, false);
    if (steps_media_) (void)is_ready(Kind::media, false);
  }

  /// Returns whether blocks of the device have enough shared memory.
  static bool fits(const core::DeviceFacts& device) {
    return std::max(sizeof(typename Tiling::Mixed), Tiling::Plain::kMemory) <=
           device.shared_memory_per_block;
  }

  void set_parameters(std::span<const double> parameters) override {
    plain_->set_parameters(parameters);
    if (level_stepper_) level_stepper_->set_parameters(parameters);
    parameters_.assign(parameters.begin(), parameters.end());
    constants_ = Shape::constants(*code_, parameters);
    constants_in_media_.clear();
  }

  void advance(CudaField& field, const Oscillators& oscillators, std::int64_t step,
               std::int64_t steps) override {
    is_left_ = leaves(field);
    if (is_left_) {
      level_stepper().advance(field, oscillators, step, steps);
      return;
    }
    why_plain_ = why_not_fused(field, steps);
    if (why_plain_.empty()) {
      prepare(field, oscillators);
      if (!has_kernels(field.samples.due(step, steps) > 0)) why_plain_ = code_->why_not_ready();
    }
    if (!why_plain_.empty()) {
      advance_with_samples(*plain_, field, oscillators, step, steps);
      return;
    }
    oscillators.in_chunks(step, steps, [&](std::int64_t chunk, const auto& values) {
      const float* table = field.upload_values(values);
      for (std::int64_t done = 0; done < chunk;) {
        const std::int64_t now = field.samples.steps_in_pass(
            field, step + done, std::min(kSteps / levels_, chunk - done));
        pass(field, step + done, static_cast<int>(now),
             table == nullptr ? nullptr : table + done * oscillators.count(),
             static_cast<int>(oscillators.count()));
        done += now;
      }
      step += chunk;
    });
  }

  [[nodiscard]] bool samples_in_passes(const CudaField& field) const override {
    return levels_ == 1 && field.samples.fit_in_passes() &&
           (kRecords || !field.samples.wanted().totals || leaves(field));
  }

  /// The halo cells of a tile come from the cache, because the neighbouring tile has just read
  /// them.
  [[nodiscard]] double bytes_per_step(core::Extent extent) const override {
    if (is_left_) return level_stepper_->bytes_per_step(extent);
    return why_plain_.empty() ? bytes_read_and_written<Shape>(extent) * levels_ / kSteps
                              : plain_->bytes_per_step(extent);
  }
  [[nodiscard]] std::string method() const override {
    if (is_left_) return level_stepper_->method();
    return why_plain_.empty()
               ? std::to_string(kSteps / levels_) + " steps a pass over the grid" + Plain::kHow
               : with_reason(plain_->method(), why_plain_);
  }

 private:
  using Kind = PassKernel::Kind;
  using Planes = std::vector<core::PitchedBuffer<float>>;
  using Plain = typename Tiling::Plain;
  using Media = typename Tiling::Media;
  using MediaTileMemory = MediaMemory<Shape, Media>;
  using Mixed = typename Tiling::Mixed;

  /// The largest number of levels in a pass; a level is a step or one of its sub-steps.
  static constexpr std::int64_t kSteps = Plain::kShape.steps;
  /// Rows that a tile reads beyond those that it writes; the older field's rows lie one further up.
  static constexpr int kReach = [] {
    int reach = Plain::kShape.steps + 1;
    if constexpr (requires { typename Plain::Strip; }) reach += Plain::Strip::kStrip.ahead;
    return reach;
  }();
  /// Kernels of strips record no samples: the parts that contain sampled cells are stepped in
  /// shared memory as well, by a kernel that does.
  static constexpr bool kRecords = !requires { typename Plain::Strip; };
  /// A pass also steps the halos. With fewer steps than this, stepping one at a time is as fast.
  static constexpr std::int64_t kFewestFusedSteps = 3;

  /// Strips record no levels. If their passes had to end at each sample of totals, large tiles step
  /// the field instead.
  using LevelTiling = typename Tilings<Shape>::Large;
  using LevelStepper = FusedCudaStepper<LevelTiling>;
  [[nodiscard]] bool leaves(const CudaField& field) const {
    const CudaSamples& samples = field.samples;
    return !kRecords && levels_ == 1 && LevelStepper::fits(device_) && !samples.none() &&
           samples.wanted().totals && samples.wanted().every < kSteps && samples.fit_in_passes();
  }
  CudaStepper& level_stepper() {
    if (!level_stepper_) {
      level_stepper_ = std::make_unique<LevelStepper>(code_, device_, Tiles::large);
      level_stepper_->set_parameters(parameters_);
    }
    return *level_stepper_;
  }

  /// Returns whether blocks have enough shared memory for the rows of wide strips.
  [[nodiscard]] bool has_wide_strips() const {
    if constexpr (requires { typename Plain::Strip::Wide::Columns; }) {
      return Plain::template kIncoming<typename Plain::Strip::Wide> <=
             device_.shared_memory_per_block;
    }
    return false;
  }
  [[nodiscard]] auto strip_shape() const {
    StripShape shape = Plain::Strip::kStrip;
    if (!has_wide_strips()) shape.wide_width = 0;
    return shape;
  }
  /// Returns the shared memory of a block of plain tiles or strips.
  [[nodiscard]] std::size_t plain_memory() const {
    if constexpr (requires { typename Plain::Strip::Wide::Columns; }) {
      constexpr std::size_t kWide = Plain::template kIncoming<typename Plain::Strip::Wide>;
      if (has_wide_strips()) return std::max(Plain::kMemory, kWide);
    }
    return Plain::kMemory;
  }

  /// Returns why passes cannot take these steps; empty: they can.
  std::string why_not_fused(const CudaField& field, std::int64_t steps) {
    if (steps < kFewestFusedSteps) return "a faster method does not pay off for this few steps";
    if (!Shape::kAbsorbs && field.absorbing.any()) return "passes of this equation do not absorb";
    if (!has_memory_for_passes(field)) {
      return "the device's memory has no room for the additional fields of passes";
    }
    return {};
  }

  /// If the equation looks back, a pass writes to separate arrays. If they do not fit into memory,
  /// the grid is stepped by the plain stepper.
  bool has_memory_for_passes(const CudaField& field) {
    if (Shape::kStepsBack == 0 || !next_newest_.empty()) return true;
    if (lacks_memory_) return false;
    try {
      Planes newest;
      Planes older;
      for (int c = 0; c < Shape::kComponents; ++c) {
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

  [[nodiscard]] MirroredAxes mirrors(const CudaField& field) const {
    return mirrors_of(field, code_->keeps_mirror_images());
  }

  /// `watched`: tiles that record samples beside strips.
  [[nodiscard]] Cut cut(const Parts& parts, [[maybe_unused]] int watched) {
    if constexpr (requires { typename Plain::Strip; }) {
      const bool is_in_one_stream = !parts.rows.are_exchanged({0, parts.extent.height});
      const bool at_once = is_in_one_stream && kernel(Kind::plain, false).waits;
      return cut_strips(
          parts, strip_shape(),
          {.multiprocessors = device_.multiprocessors, .at_once = at_once, .watched = watched});
    } else {
      return cut_tiles(parts, Plain::kShape);
    }
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
    tiles_.renew(field, mirrors(field), oscillators,
                 {.mixed = Mixed::kShape,
                  .reach = kReach,
                  .steps_media = steps_media_,
                  .has_strips_in_media = !kRecords,
                  .watches = !kRecords && !field.samples.none(),
                  .cut = [&](const Parts& parts, int watched) { return cut(parts, watched); }});
  }

  /// A kernel as the runtime launches it.
  struct ReadyKernel {
    const void* code = nullptr;  ///< null: it is not ready
    bool waits = false;          ///< true: it may begin before the kernel before has ended
  };
  ReadyKernel& kernel(Kind kind, bool records) {
    return kernels_[records ? 1 : 0][static_cast<std::size_t>(kind)];
  }
  bool is_ready(Kind kind, bool records) {
    ReadyKernel& known = kernel(kind, records);
    if (known.code != nullptr) return true;
    const void* found = code_->find({.kind = kind, .tiles = tiling_, .records = records});
    if (found == nullptr) return false;
    allow_shared_memory(found, memory_of(kind));
    known = {.code = found, .waits = waits_in_passes(found)};
    return true;
  }
  [[nodiscard]] std::size_t memory_of(Kind kind) const {
    return kind == Kind::media   ? sizeof(MediaTileMemory)
           : kind == Kind::mixed ? sizeof(Mixed)
                                 : plain_memory();
  }
  /// Returns whether all kernels for the tiles of the field are ready.
  bool has_kernels(bool sampled) {
    bool all = true;
    for (const bool recording : {false, true}) {
      if (recording && !sampled) continue;
      const auto need = [&](Kind kind) { all = is_ready(kind, recording) && all; };
      if (recording && !kRecords) {
        need(Kind::mixed);
        continue;
      }
      const PassTiles& tiles = tiles_.all();
      if (tiles.plain.all().count > 0 || !tiles.in_one_medium.empty()) {
        need(Kind::plain);
        need(Kind::partial);
      }
      if (!tiles.in_one_medium.empty()) {
        need(Kind::medium);
        need(Kind::partial_medium);
      }
      if (tiles.media.all().count > 0) need(Kind::media);
      if (tiles.mixed.all().count > 0) need(Kind::mixed);
    }
    return all;
  }

  void pass(CudaField& field, std::int64_t step, int steps, const float* values, int oscillations) {
    Planes& to = Shape::kStepsBack > 0 ? next_newest_ : field.other;
    FusedGrid<Shape> grid{.newest = {},
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
                          .mirrors = mirrors(field),
                          .steps = steps * levels_,
                          .is_first = true};
    for (int c = 0; c < Shape::kComponents; ++c) {
      const auto i = static_cast<std::size_t>(c);
      grid.newest[c] = field.newest[i].data();
      grid.next_newest[c] = to[i].data();
      if constexpr (Shape::kStepsBack > 0) {
        grid.older[c] = field.other[i].data();
        grid.next_older[c] = next_older_[i].data();
      }
    }
    const bool samples_due = field.samples.due(step, steps) > 0;
    const PassSamples samples =
        samples_due ? field.samples.in_pass(field, step, steps) : PassSamples{};
    const PassTiles* last = nullptr;
    const std::int64_t left = (field.exchange.at_step - (step + steps)) * levels_;
    if (left == 0 && field.exchange.follows && can_overlap(field)) {
      last = tiles_.last_before_exchange();
    }
    const Launch launch{.grid = grid,
                        .values = values,
                        .oscillations = oscillations,
                        .samples = samples_due ? &samples : nullptr,
                        .is_in_one_stream = last == nullptr};
    if (last != nullptr) {
      const cudaStream_t inner = field.inner.begin(field.stream);
      if (field.clock != nullptr) field.clock->mark(Moment::inner_begin, inner);
      start_all(launch, *last, &TileList::exchanged, field.stream.get());
      start_watched(launch, field.stream.get());
      start_all(launch, *last, &TileList::others, inner);
      if (field.clock != nullptr) field.clock->mark(Moment::inner_end, inner);
      field.inner.end();
    } else {
      start_all(launch, tiles_.before_exchange(left), &TileList::all, field.stream.get());
      start_watched(launch, field.stream.get());
    }
    std::swap(field.newest, to);
    if constexpr (Shape::kStepsBack > 0) std::swap(field.other, next_older_);
    std::swap(field.rim, next_rim_);
  }

  /// Returns whether nothing reads the field between the last pass before an exchange and that.
  /// Totals read a row beyond the slab's own.
  [[nodiscard]] bool can_overlap(const CudaField& field) const {
    return field.samples.none() || (samples_in_passes(field) && !field.samples.wanted().totals);
  }

  /// The arguments that all kernels of a pass take.
  struct Launch {
    FusedGrid<Shape>& grid;
    const float* values;
    int oscillations;
    const PassSamples* samples;  ///< null: none are recorded
    bool is_in_one_stream;       ///< true: all kernels of the pass are
  };

  /// Returns whether blocks must lie on multiprocessors in pairs (strip_cuts.h).
  [[nodiscard]] static bool has_order(Kind kind) { return !kRecords && kind < Kind::media; }
  /// Returns whether a kernel begins before all blocks of the one before have ended. The first
  /// strips of a pass begin on an idle device, where there is room for all pairs of blocks.
  [[nodiscard]] static bool begins_early(const Launch& launch, Kind kind,
                                         const ReadyKernel& ready) {
    return ready.waits && launch.is_in_one_stream && !(has_order(kind) && launch.grid.is_first);
  }
  /// Launches a kernel, which takes as many arguments as it has parameters; the last one is where
  /// it records samples.
  void start(const Launch& launch, Kind kind, int blocks, int threads, cudaStream_t stream,
             std::initializer_list<const void*> arguments) {
    if (blocks == 0) return;
    static constexpr NoSamples kNone{};
    const bool is_recording = launch.samples != nullptr && (kRecords || kind == Kind::mixed);
    std::array<void*, 8> all{};
    const auto last = std::transform(arguments.begin(), arguments.end(), all.begin(),
                                     [](const void* one) { return const_cast<void*>(one); });
    *last = const_cast<void*>(launch.samples == nullptr ? static_cast<const void*>(&kNone)
                                                        : launch.samples);
    const ReadyKernel& known = kernel(kind, is_recording);
    std::array<cudaLaunchAttribute, 2> attributes{};
    unsigned count = 0;
    if (begins_early(launch, kind, known)) {
      attributes[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
      attributes[count++].val.programmaticStreamSerializationAllowed = 1;
    }
    if (known.waits && launch.is_in_one_stream && has_order(kind) &&
        blocks < device_.multiprocessors) {
      // The blocks of a cluster lie side by side, as all blocks do that fill an idle device.
      attributes[count].id = cudaLaunchAttributeClusterDimension;
      attributes[count++].val.clusterDim = {.x = kBlocksTogether, .y = 1, .z = 1};
    }
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.dynamicSmemBytes = memory_of(kind);
    config.stream = stream;
    config.attrs = attributes.data();
    config.numAttrs = count;
    HEATWAVE_CUDA_CHECK(cudaLaunchKernelExC(&config, known.code, all.data()));
    // Tiles record what they overwrite, but strips record nothing.
    launch.grid.is_first = kRecords && launch.samples != nullptr;
  }
  void start_mixed(const Launch& launch, TileRange mixed, const TileOscillator* oscillators,
                   cudaStream_t stream) {
    start(launch, Kind::mixed, mixed.count, Mixed::kThreads, stream,
          {&launch.grid, &mixed.tiles, &oscillators, &launch.values, &launch.oscillations,
           &constants_});
  }
  /// `whole`, `partial`: the kinds of kernels for passes with the most steps and with fewer.
  void start_plain(const Launch& launch, TileRange plain, Kind whole, Kind partial,
                   const Constants& constants, cudaStream_t stream) {
    start(launch, launch.grid.steps == kSteps ? whole : partial,
          plain.count / Plain::kTilesOfABlock, Plain::kThreads, stream,
          {&launch.grid, &plain.tiles, &constants});
  }
  const Constants& constants_in(float factor) {
    const auto [known, is_new] = constants_in_media_.try_emplace(factor);
    if (is_new) known->second = Shape::constants(*code_, parameters_, factor);
    return known->second;
  }
  /// Launches the kernels for these tiles of each list.
  void start_all(const Launch& launch, const PassTiles& tiles, TileRange (TileList::*which)() const,
                 cudaStream_t stream) {
    start_plain(launch, (tiles.plain.*which)(), Kind::plain, Kind::partial, constants_, stream);
    for (const MediumStripList& one : tiles.in_one_medium) {
      start_plain(launch, (one.strips.*which)(), Kind::medium, Kind::partial_medium,
                  constants_in(one.factor), stream);
    }
    const TileRange media = (tiles.media.*which)();
    start(launch, Kind::media, media.count, 32 * Media::kWarps, stream,
          {&launch.grid, &media.tiles, &constants_});
    start_mixed(launch, (tiles.mixed.*which)(), tiles.oscillators.data(), stream);
  }
  /// Launches the kernel that records samples for strips, whose values it writes, too.
  void start_watched(const Launch& launch, cudaStream_t stream) {
    if (kRecords || launch.samples == nullptr) return;
    start_mixed(launch, tiles_.watched(), tiles_.all().oscillators.data(), stream);
  }

  std::shared_ptr<EquationCode> code_;
  std::unique_ptr<CudaStepper> plain_;
  Tiles tiling_;
  int levels_;  ///< levels that a step takes
  /// By whether they record samples, and by kind
  ReadyKernel kernels_[2][PassKernel::kPassKinds] = {};
  core::DeviceFacts device_;
  std::unique_ptr<LevelStepper> level_stepper_;  ///< null until it is used
  bool is_left_ = false;                         ///< true: it took the newest steps
  std::vector<double> parameters_;
  bool steps_media_;  ///< true: a block has enough shared memory for the factors
  Constants constants_{};
  std::map<float, Constants> constants_in_media_;  ///< constants of tiles in one medium, by factor
  TileLists tiles_;
  /// Used if the equation looks back: a pass must not overwrite cells that other blocks still read.
  Planes next_newest_;
  Planes next_older_;
  bool lacks_memory_ = false;
  std::string why_plain_;  ///< why the plain stepper made the newest steps; empty: they were fused
  core::DeviceBuffer<float> next_rim_;
};

template <typename Tiling>
std::unique_ptr<CudaStepper> fused_if_it_fits(const std::shared_ptr<EquationCode>& code,
                                              const core::DeviceFacts& device, Tiles tiles) {
  if (!FusedCudaStepper<Tiling>::fits(device)) return nullptr;
  return std::make_unique<FusedCudaStepper<Tiling>>(code, device, tiles);
}

}  // namespace heatwave::field
