// Each device thins its part's rows and copies them to the first part's device, or to the host if
// the display takes no frames of devices.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/event_timer.h"
#include "kernels/field/cuda/cuda_field.h"
#include "kernels/field/cuda/cuda_kernels.cuh"
#include "kernels/field/parts/parts_frame.h"

namespace heatwave::field {
namespace {

class CudaFrameOfParts final : public PartsFrame {
 public:
  void show(DisplayTarget& target, const Layout& layout, const std::vector<FieldMemory>& memories,
            std::size_t plane) override {
    const FieldMemory& first = memories.front();
    core::use_device(first.device);
    display_timer_.begin(stream_of(first));
    const int k = display_stride(layout.whole, target.longest_side());
    const core::Extent thin = thinned_extent(layout.whole, k);
    const bool on_device = target.takes_device_frames();
    prepare(layout, memories, thin, on_device);
    if (on_device) free_->record(stream_of(first));
    for (std::size_t p = 0; p < memories.size(); ++p) {
      core::use_device(memories[p].device);
      if (on_device) wait_for(*free_, memories[p]);
      copy_rows(layout.parts[p], parts_[p], memories[p], plane, k);
      parts_[p].ready->record(stream_of(memories[p]));
    }
    core::use_device(first.device);
    if (on_device) {
      for (const Part& part : parts_) wait_for(*part.ready, first);
      target.show(DeviceFrame{frame_.data(), frame_.pitch(), thin, first.stream, first.device});
    } else {
      for (const FieldMemory& memory : memories) {
        core::use_device(memory.device);
        HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(stream_of(memory)));
      }
      core::use_device(first.device);
      target.show(HostFrame{host_frame_.data(), static_cast<std::size_t>(thin.width), thin});
    }
    display_timer_.end(stream_of(first), 0);
  }

  void begin_advance(const FieldMemory& first) override {
    core::use_device(first.device);
    advance_timer_.begin(stream_of(first));
  }
  void end_advance(const FieldMemory& first, std::int64_t steps) override {
    core::use_device(first.device);
    advance_timer_.end(stream_of(first), steps);
  }
  void tell_times(Report& report) override {
    advance_timer_.poll();
    display_timer_.poll();
    report.advance_ms = advance_timer_.milliseconds();
    report.advance_steps = advance_timer_.tag();
    report.advances_done = advance_timer_.done();
    report.display_ms = display_timer_.milliseconds();
  }

 private:
  static cudaStream_t stream_of(const FieldMemory& memory) {
    return static_cast<cudaStream_t>(memory.stream);
  }

  struct Part {
    core::PitchedBuffer<float> thinned;  ///< empty: every cell is shown
    std::unique_ptr<core::Event> ready;  ///< the part's rows are in the frame
  };

  static void wait_for(const core::Event& event, const FieldMemory& memory) {
    HEATWAVE_CUDA_CHECK(cudaStreamWaitEvent(stream_of(memory), event.get(), 0));
  }

  void prepare(const Layout& layout, const std::vector<FieldMemory>& memories, core::Extent thin,
               bool on_device) {
    if (on_device && frame_.extent() != thin) frame_ = core::PitchedBuffer<float>(thin);
    const auto count = static_cast<std::size_t>(thin.cells());
    if (!on_device && host_frame_.size() != count) host_frame_ = core::PinnedBuffer<float>(count);
    shows_on_device_ = on_device;
    frame_device_ = memories.front().device;
    if (!free_) free_ = std::make_unique<core::Event>();
    parts_.resize(layout.parts.size());
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      if (parts_[p].ready) continue;
      core::use_device(memories[p].device);
      parts_[p].ready = std::make_unique<core::Event>();
    }
    core::use_device(memories.front().device);
  }

  /// Queues the copy of a part's own rows into the frame.
  void copy_rows(const PartRows& rows, Part& part, const FieldMemory& memory, std::size_t plane,
                 int k) {
    const int first = (rows.own.begin + k - 1) / k;  // rows of the frame
    const int end = (rows.own.end + k - 1) / k;
    if (first == end) return;
    const int width = (rows.extent.width + k - 1) / k;
    const float* cells =
        memory.planes[plane] + static_cast<std::size_t>(rows.local(first * k)) * memory.stride;
    std::size_t stride = memory.stride;
    if (k > 1) {
      const core::Extent thin{width, end - first};
      if (part.thinned.extent() != thin) part.thinned = core::PitchedBuffer<float>(thin);
      thin_cells<<<blocks_over(thin), block_shape(), 0, stream_of(memory)>>>(
          cells, stride, part.thinned.data(), part.thinned.stride(), thin, k);
      HEATWAVE_CUDA_CHECK(cudaGetLastError());
      cells = part.thinned.data();
      stride = part.thinned.stride();
    }
    const std::size_t row_bytes = static_cast<std::size_t>(width) * sizeof(float);
    const auto count = static_cast<std::size_t>(end - first);
    if (!shows_on_device_) {
      float* to = host_frame_.data() + static_cast<std::size_t>(first) * width;
      HEATWAVE_CUDA_CHECK(cudaMemcpy2DAsync(to, row_bytes, cells, stride * sizeof(float), row_bytes,
                                            count, cudaMemcpyDeviceToHost, stream_of(memory)));
      return;
    }
    cudaMemcpy3DPeerParms copy{};
    copy.srcDevice = memory.device;
    copy.srcPtr =
        make_cudaPitchedPtr(const_cast<float*>(cells), stride * sizeof(float), row_bytes, count);
    copy.dstDevice = frame_device_;
    copy.dstPtr = make_cudaPitchedPtr(frame_.cell(0, first), frame_.pitch(), row_bytes, count);
    copy.extent = make_cudaExtent(row_bytes, count, 1);
    HEATWAVE_CUDA_CHECK(cudaMemcpy3DPeerAsync(&copy, stream_of(memory)));
  }

  core::PitchedBuffer<float> frame_;  ///< on the first part's device
  int frame_device_ = 0;
  core::PinnedBuffer<float> host_frame_;
  bool shows_on_device_ = false;
  std::unique_ptr<core::Event> free_;  ///< the display has taken the frame before
  std::vector<Part> parts_;
  core::EventTimer advance_timer_;
  core::EventTimer display_timer_;
};

}  // namespace

std::vector<float> thinned_on_device(const FieldMemory& memory, std::size_t plane, int first,
                                     core::Extent thin, int k) {
  core::use_device(memory.device);
  const auto stream = static_cast<cudaStream_t>(memory.stream);
  const float* cells = memory.planes[plane] + static_cast<std::size_t>(first) * memory.stride;
  const core::PitchedBuffer<float> thinned(thin);
  thin_cells<<<blocks_over(thin), block_shape(), 0, stream>>>(cells, memory.stride, thinned.data(),
                                                              thinned.stride(), thin, k);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  std::vector<float> here(static_cast<std::size_t>(thin.cells()));
  thinned.download(core::whole(thin), here.data(), stream);
  HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(stream));
  return here;
}

std::unique_ptr<PartsFrame> make_cuda_frame(int first_device) {
  core::use_device(first_device);  // the constructor makes events on the current device
  return std::make_unique<CudaFrameOfParts>();
}

}  // namespace heatwave::field
