// A CudaSurvey queues surveys on the device and returns their results later, without waiting.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/field/cuda/cuda_kernels.cuh"
#include "kernels/field/field_solver.h"

namespace heatwave::field {

class CudaSurvey {
 public:
  CudaSurvey(int multiprocessors, std::size_t components);

  /// Queues a survey of these rows and returns its ticket. Returns 0 and queues nothing if all
  /// slots are pending.
  std::uint64_t take(std::span<const core::PitchedBuffer<float>> components, Band rows,
                     std::int64_t step, core::Cell probe, const core::Stream& stream);
  /// Returns the newest survey that is ready. Never waits.
  const Survey& newest();

 private:
  struct Slot {
    core::DeviceBuffer<PartialSurvey> partial;  ///< for each component, one entry for each block
    core::PinnedBuffer<PartialSurvey> result;
    core::PinnedBuffer<float> probe;
    core::Event ready;
    Survey survey;
  };
  static constexpr std::size_t kSlots = 4;

  void finish(Slot& slot);

  int blocks_;
  std::array<Slot, kSlots> slots_;
  std::size_t oldest_ = 0;
  std::size_t pending_ = 0;
  std::uint64_t newest_ticket_ = 0;
  Survey newest_;
};

}  // namespace heatwave::field
