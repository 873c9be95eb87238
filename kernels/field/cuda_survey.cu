// Each block surveys its rows; the host merges the blocks' few results.
#include "kernels/field/cuda_survey.h"

#include <algorithm>
#include <limits>

namespace heatwave::field {

CudaSurvey::CudaSurvey(int multiprocessors) : blocks_(2 * multiprocessors) {
  const auto count = static_cast<std::size_t>(blocks_);
  for (Slot& slot : slots_) {
    slot.partial = core::DeviceBuffer<PartialSurvey>(count);
    slot.result = core::PinnedBuffer<PartialSurvey>(count);
    slot.probe = core::PinnedBuffer<float>(1);
  }
}

std::uint64_t CudaSurvey::take(const core::PitchedBuffer<float>& cells, std::int64_t step,
                               core::Cell probe, const core::Stream& stream) {
  (void)newest();
  if (pending_ == kSlots) return 0;
  Slot& slot = slots_[(oldest_ + pending_) % kSlots];
  slot.survey = Survey{.step = step};
  survey_cells<<<static_cast<unsigned>(blocks_), kSurveyThreads, 0, stream.get()>>>(
      cells.data(), cells.stride(), cells.extent(), slot.partial.data());
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(slot.result.data(), slot.partial.data(),
                                      slot.partial.size() * sizeof(PartialSurvey),
                                      cudaMemcpyDeviceToHost, stream.get()));
  if (cells.extent().contains(probe)) {
    slot.survey.probe = probe;
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(slot.probe.data(), cells.cell(probe.x, probe.y),
                                        sizeof(float), cudaMemcpyDeviceToHost, stream.get()));
  }
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
  slot.survey.minimum = std::numeric_limits<float>::infinity();
  slot.survey.maximum = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < slot.result.size(); ++i) {
    const PartialSurvey& part = slot.result.data()[i];
    slot.survey.minimum = std::min(slot.survey.minimum, part.minimum);
    slot.survey.maximum = std::max(slot.survey.maximum, part.maximum);
    slot.survey.finite = slot.survey.finite && part.not_finite == 0;
  }
  if (slot.survey.probe.x >= 0) slot.survey.probe_value = *slot.probe.data();
}

}  // namespace heatwave::field
