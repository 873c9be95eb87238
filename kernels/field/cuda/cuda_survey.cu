// Each block surveys its rows; the host merges the few results of the blocks.
#include "kernels/field/cuda/cuda_survey.h"

#include <algorithm>
#include <limits>

namespace heatwave::field {

CudaSurvey::CudaSurvey(int multiprocessors, std::size_t components) : blocks_(2 * multiprocessors) {
  const auto count = static_cast<std::size_t>(blocks_) * components;
  for (Slot& slot : slots_) {
    slot.partial = core::DeviceBuffer<PartialSurvey>(count);
    slot.result = core::PinnedBuffer<PartialSurvey>(count);
    slot.probe = core::PinnedBuffer<float>(components);
  }
}

std::uint64_t CudaSurvey::take(std::span<const core::PitchedBuffer<float>> components, Band rows,
                               std::int64_t step, core::Cell probe, const core::Stream& stream) {
  (void)newest();
  if (pending_ == kSlots) return 0;
  Slot& slot = slots_[(oldest_ + pending_) % kSlots];
  slot.survey = Survey{.step = step};
  for (std::size_t c = 0; c < components.size(); ++c) {
    const core::PitchedBuffer<float>& cells = components[c];
    survey_cells<<<static_cast<unsigned>(blocks_), kSurveyThreads, 0, stream.get()>>>(
        cells.cell(0, rows.begin), cells.stride(), {cells.extent().width, rows.rows()},
        slot.partial.data() + c * static_cast<std::size_t>(blocks_));
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    if (!cells.extent().contains(probe)) continue;
    slot.survey.probe = probe;
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(slot.probe.data() + c, cells.cell(probe.x, probe.y),
                                        sizeof(float), cudaMemcpyDeviceToHost, stream.get()));
  }
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(slot.result.data(), slot.partial.data(),
                                      slot.partial.size() * sizeof(PartialSurvey),
                                      cudaMemcpyDeviceToHost, stream.get()));
  slot.ready.record(stream);
  ++pending_;
  slot.survey.ticket = ++newest_ticket_;
  return newest_ticket_;
}

const Survey& CudaSurvey::newest() {
  while (pending_ > 0 && slots_[oldest_].ready.reached()) {
    finish(slots_[oldest_]);
    newest_ = slots_[oldest_].survey;
    oldest_ = (oldest_ + 1) % kSlots;
    --pending_;
  }
  return newest_;
}

void CudaSurvey::finish(Slot& slot) {
  const auto blocks = static_cast<std::size_t>(blocks_);
  for (std::size_t first = 0; first < slot.result.size(); first += blocks) {
    ComponentSurvey sum{.minimum = std::numeric_limits<float>::infinity(),
                        .maximum = -std::numeric_limits<float>::infinity()};
    for (std::size_t i = first; i < first + blocks; ++i) {
      const PartialSurvey& part = slot.result.data()[i];
      sum.minimum = std::min(sum.minimum, part.minimum);
      sum.maximum = std::max(sum.maximum, part.maximum);
      slot.survey.finite = slot.survey.finite && part.not_finite == 0;
    }
    if (slot.survey.probe.x >= 0) sum.probe_value = slot.probe.data()[first / blocks];
    slot.survey.components.push_back(sum);
  }
}

}  // namespace heatwave::field
