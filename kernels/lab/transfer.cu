// Transfer, on the GPU. What moves: every byte once over the bus for each way; the bus limits it.
#include <cuda_runtime.h>

#include <array>
#include <cstring>

#include "kernels/lab/gpu_run.cuh"
#include "kernels/lab/gpu_runs.h"
#include "kernels/lab/transfer.h"

namespace heatwave::lab {
namespace {

using Byte = std::uint8_t;

// variant: to-pageable from-pageable to-pinned from-pinned serial-pageable serial overlapped
enum class HostMemory { pageable, pinned };

/// Memory of the host, of the one kind or the other.
class HostBuffer {
 public:
  HostBuffer(HostMemory kind, std::size_t size) : size_(size) {
    if (kind == HostMemory::pinned) {
      pinned_ = core::PinnedBuffer<Byte>(size);  //! cudaMallocHost: the GPU fetches it by itself
    } else {
      pageable_.resize(size);  //! plain memory: the driver copies it into pinned memory first
    }
  }

  [[nodiscard]] Byte* data() { return pageable_.empty() ? pinned_.data() : pageable_.data(); }
  [[nodiscard]] std::span<const Byte> bytes() { return {data(), size_}; }
  void poison() { std::memset(data(), 0xFF, size_); }

 private:
  std::size_t size_;
  core::PinnedBuffer<Byte> pinned_;
  std::vector<Byte> pageable_;
};

// variant: to-pageable from-pageable to-pinned from-pinned on-device serial-pageable serial
// overlapped
/// Here the copies are what is timed, so there are none beside them.
class TransferRun : public GpuRun {
 public:
  explicit TransferRun(const TransferProblem& problem)
      : problem_(problem), device_(problem.bytes.size()) {}

 protected:
  [[nodiscard]] bool has_copies() const override { return false; }
  [[nodiscard]] std::size_t size() const { return device_.size(); }

  const TransferProblem& problem_;
  core::DeviceBuffer<Byte> device_;
};

// variant: to-pageable to-pinned
class ToDevice : public TransferRun {
 public:
  ToDevice(const TransferProblem& problem, HostMemory kind)
      : TransferRun(problem), host_(kind, size()), back_(size()) {
    std::memcpy(host_.data(), problem.bytes.data(), size());
  }
  Outcome outcome() override { return checked_bytes(problem_, back_, false); }

 protected:
  void copy_in() override { poison(device_, queue()); }
  void launch() override {
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(device_.data(), host_.data(), size(),  //! over the bus
                                        cudaMemcpyHostToDevice, queue()));
  }
  void copy_out() override { download(back_.data(), device_, queue()); }

 private:
  HostBuffer host_;
  std::vector<Byte> back_;
};

// variant: from-pageable from-pinned
class FromDevice : public TransferRun {
 public:
  FromDevice(const TransferProblem& problem, HostMemory kind)
      : TransferRun(problem), host_(kind, size()) {
    upload(device_, problem.bytes.data(), queue());
    stream().synchronize();
  }
  Outcome outcome() override { return checked_bytes(problem_, host_.bytes(), false); }

 protected:
  void copy_in() override { host_.poison(); }
  void launch() override {
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(host_.data(), device_.data(), size(),  //! over the bus
                                        cudaMemcpyDeviceToHost, queue()));
  }

 private:
  HostBuffer host_;
};

// variant: on-device
class OnDevice : public TransferRun {
 public:
  explicit OnDevice(const TransferProblem& problem)
      : TransferRun(problem), copy_(size()), back_(size()) {
    upload(device_, problem.bytes.data(), queue());
    stream().synchronize();
  }
  Outcome outcome() override { return checked_bytes(problem_, back_, false); }

 protected:
  void copy_in() override { poison(copy_, queue()); }
  void launch() override {
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(copy_.data(), device_.data(), size(),  //! no bus
                                        cudaMemcpyDeviceToDevice, queue()));
  }
  void copy_out() override { download(back_.data(), copy_, queue()); }

 private:
  core::DeviceBuffer<Byte> copy_;
  std::vector<Byte> back_;
};

// variant: serial-pageable serial overlapped
/// Some steps of arithmetic on each byte, where it lies.
__global__ void work_on(Byte* bytes, long long size, int steps) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= size) return;
  unsigned byte = bytes[i];
  for (int step = 0; step < steps; ++step) byte = worked_once(byte);
  bytes[i] = static_cast<Byte>(byte);
}

/// To the device, through the kernel, and back.
class RoundTrip : public TransferRun {
 public:
  RoundTrip(const TransferProblem& problem, HostMemory kind)
      : TransferRun(problem), there_(kind, size()), back_(kind, size()) {
    std::memcpy(there_.data(), problem.bytes.data(), size());
    note_shape(work_on, blocks_for(problem.size(), kThreads), kThreads);
  }
  Outcome outcome() override { return checked_bytes(problem_, back_.bytes(), true); }

 protected:
  void copy_in() override {
    back_.poison();
    poison(device_, queue());
  }

  /// Queues one stretch's way there, the kernel, and its way back.
  void queue_stretch(Stretch stretch, cudaStream_t stream) {
    const std::int64_t length = stretch.end - stretch.begin;
    if (length <= 0) return;
    Byte* const on_device = device_.data() + stretch.begin;
    const auto bytes = static_cast<std::size_t>(length);
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(on_device, there_.data() + stretch.begin, bytes,
                                        cudaMemcpyHostToDevice, stream));
    work_on<<<blocks_for(length, kThreads), kThreads, 0, stream>>>(on_device, length,
                                                                   static_cast<int>(problem_.work));
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(back_.data() + stretch.begin, on_device, bytes,
                                        cudaMemcpyDeviceToHost, stream));
  }

 private:
  static constexpr unsigned kThreads = 256;

  HostBuffer there_;
  HostBuffer back_;
};

// variant: serial-pageable serial
class Serial : public RoundTrip {
 public:
  Serial(const TransferProblem& problem, HostMemory kind) : RoundTrip(problem, kind) {}

 protected:
  void launch() override {
    queue_stretch({0, problem_.size()}, queue());  //! one stream: each waits for the one before
  }
};

// variant: overlapped
class Overlapped : public RoundTrip {
 public:
  explicit Overlapped(const TransferProblem& problem) : RoundTrip(problem, HostMemory::pinned) {}

 protected:
  void launch() override {
    start_.record(stream());
    for (const Lane& lane : lanes_) start_.hold_back(lane.stream);
    for (std::int64_t chunk = 0; chunk < problem_.chunks; ++chunk) {
      const Lane& lane = lanes_[static_cast<std::size_t>(chunk) % lanes_.size()];
      queue_stretch(chunk_of(problem_.size(), chunk, problem_.chunks),
                    lane.stream.get());  //! while one chunk is worked on, others travel
    }
    for (const Lane& lane : lanes_) {  // the run's own stream goes on when all of them are done
      lane.done.record(lane.stream);
      lane.done.hold_back(stream());
    }
  }

 private:
  struct Lane {
    core::Stream stream;
    core::Event done;
  };
  core::Event start_;
  std::array<Lane, 4> lanes_;
};
// end

template <typename OwnRun>
MakeRun with(HostMemory kind) {
  return makes<TransferProblem>([kind](const TransferProblem& problem, const Stop& /*stop*/) {
    return std::make_unique<OwnRun>(problem, kind);
  });
}

}  // namespace

GpuRuns transfer_on_gpu() {
  return {{"to-pageable", with<ToDevice>(HostMemory::pageable)},
          {"from-pageable", with<FromDevice>(HostMemory::pageable)},
          {"to-pinned", with<ToDevice>(HostMemory::pinned)},
          {"from-pinned", with<FromDevice>(HostMemory::pinned)},
          {"serial-pageable", with<Serial>(HostMemory::pageable)},
          {"serial", with<Serial>(HostMemory::pinned)},
          {"overlapped", makes_run<TransferProblem, Overlapped>()},
          {"on-device", makes_run<TransferProblem, OnDevice>()}};
}

}  // namespace heatwave::lab
