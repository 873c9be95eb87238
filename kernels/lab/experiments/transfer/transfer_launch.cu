// This file copies bytes over the bus and launches the kernel between the copies.
#include <cuda_runtime.h>

#include <array>
#include <cstring>
#include <vector>

#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/transfer/transfer_experiment.h"
#include "kernels/lab/experiments/transfer/transfer_kernels.cuh"

namespace heatwave::lab::transfer_experiment {

using Byte = std::uint8_t;

// variant: to-pageable from-pageable to-pinned from-pinned serial-pageable serial overlapped mapped
enum class HostMemory { pageable, pinned };

/// Host memory that is either pinned or pageable.
class HostBuffer {
 public:
  void take(HostMemory kind, std::size_t size) {
    if (!empty()) return;
    if (kind == HostMemory::pinned) {
      pinned_ = core::PinnedBuffer<Byte>(size);  //! cudaMallocHost: the GPU reads it directly
    } else {
      pageable_.resize(size);  //! pageable: the driver copies it to pinned memory
    }
  }

  [[nodiscard]] bool empty() const { return pinned_.size() + pageable_.size() == 0; }
  [[nodiscard]] std::size_t size() const { return pinned_.size() + pageable_.size(); }
  [[nodiscard]] Byte* data() { return pageable_.empty() ? pinned_.data() : pageable_.data(); }
  [[nodiscard]] std::span<const Byte> bytes() const {
    return {pageable_.empty() ? pinned_.data() : pageable_.data(), size()};
  }

 private:
  core::PinnedBuffer<Byte> pinned_;
  std::vector<Byte> pageable_;
};

// variant: overlapped
/// A stream for some of the chunks.
struct Lane {
  core::Stream stream;
  core::Event done;
};

// variant: to-pageable from-pageable to-pinned from-pinned on-device serial-pageable serial
// overlapped
struct TransferDevice {
  explicit TransferDevice(const TransferProblem& problem)
      : size(problem.bytes.size()), memory(size), result(size) {}

  std::size_t size;
  core::DeviceBuffer<Byte> memory;  ///< cudaMalloc
  core::DeviceBuffer<Byte> copy;
  HostBuffer outgoing;       ///< bytes that are copied to the device
  HostBuffer incoming;       ///< bytes that come from the device
  std::vector<Byte> result;  ///< bytes that stay on the device
  core::Event start;
  std::array<Lane, 4> lanes;
  std::uintptr_t address = 0;  ///< address of the newest allocation
};
// end

static Byte* filled_host(const TransferProblem& problem, TransferDevice& device, HostMemory kind) {
  if (device.outgoing.empty()) {
    device.outgoing.take(kind, device.size);
    std::memcpy(device.outgoing.data(), problem.bytes.data(), device.size);
  }
  return device.outgoing.data();
}
static Byte* empty_host(TransferDevice& device, HostMemory kind) {
  if (device.incoming.empty()) device.incoming.take(kind, device.size);
  return device.incoming.data();
}

/// These functions poison the memory that each launch must write.
static void poison_there(const TransferProblem& /*problem*/, TransferDevice& device, Queue queue) {
  poison(device.memory, queue);
}
static void poison_back(const TransferProblem& problem, TransferDevice& device, Queue queue) {
  upload(device.memory, problem.bytes.data(), queue);
  if (!device.incoming.empty()) std::memset(device.incoming.data(), 0xFF, device.size);
}
static void poison_both(const TransferProblem& /*problem*/, TransferDevice& device, Queue queue) {
  poison(device.memory, queue);
  if (!device.incoming.empty()) std::memset(device.incoming.data(), 0xFF, device.size);
}
static void poison_copy(const TransferProblem& problem, TransferDevice& device, Queue queue) {
  device.copy.reserve(device.size);
  upload(device.memory, problem.bytes.data(), queue);
  poison(device.copy, queue);
}
static void fetch_memory(const TransferProblem& /*problem*/, TransferDevice& device, Queue queue) {
  download(device.result.data(), device.memory, queue);
}
static void fetch_copy(const TransferProblem& /*problem*/, TransferDevice& device, Queue queue) {
  download(device.result.data(), device.copy, queue);
}

static Outcome check_result(const TransferProblem& problem, const TransferDevice& device) {
  return checked_bytes(problem, device.result, false);
}
static Outcome check_back(const TransferProblem& problem, const TransferDevice& device) {
  return checked_bytes(problem, device.incoming.bytes(), false);
}
static Outcome check_worked(const TransferProblem& problem, const TransferDevice& device) {
  return checked_bytes(problem, device.incoming.bytes(), true);
}
static Outcome check_address(const TransferProblem& /*problem*/, const TransferDevice& device) {
  return checked_alignment(device.address);
}

/// Makes a run. The copies themselves are timed here, so there are none besides.
std::unique_ptr<Run> gpu_run_of(const TransferProblem& problem, TransferLauncher* launcher) {
  Steps<TransferProblem, TransferDevice> steps{.copies_are_apart = false};
  if (launcher == transfer_to_pageable || launcher == transfer_to_pinned) {
    steps.copy_in = poison_there;
    steps.copy_out = fetch_memory;
    steps.check = check_result;
  } else if (launcher == transfer_from_pageable || launcher == transfer_from_pinned) {
    steps.copy_in = poison_back;
    steps.check = check_back;
  } else if (launcher == transfer_on_device) {
    steps.copy_in = poison_copy;
    steps.copy_out = fetch_copy;
    steps.check = check_result;
  } else if (launcher == transfer_allocate) {
    steps.check = check_address;
  } else {
    steps.copy_in = poison_both;
    steps.check = check_worked;
  }
  return run_with(problem, steps, launcher);
}

// variant: to-pageable to-pinned
static Launched send(const TransferProblem& problem, TransferDevice& device, HostMemory kind,
                     Queue queue) {
  const Byte* from = filled_host(problem, device, kind);
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(device.memory.data(), from, device.size,  //! over the bus
                                      cudaMemcpyHostToDevice, queue));
  return {};
}

// variant: to-pageable
Launched transfer_to_pageable(const TransferProblem& problem, TransferDevice& device, Queue queue) {
  return send(problem, device, HostMemory::pageable, queue);
}

// variant: to-pinned
Launched transfer_to_pinned(const TransferProblem& problem, TransferDevice& device, Queue queue) {
  return send(problem, device, HostMemory::pinned, queue);
}

// variant: from-pageable from-pinned
static Launched fetch(TransferDevice& device, HostMemory kind, Queue queue) {
  Byte* to = empty_host(device, kind);
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(to, device.memory.data(), device.size,  //! over the bus
                                      cudaMemcpyDeviceToHost, queue));
  return {};
}

// variant: from-pageable
Launched transfer_from_pageable(const TransferProblem& /*problem*/, TransferDevice& device,
                                Queue queue) {
  return fetch(device, HostMemory::pageable, queue);
}

// variant: from-pinned
Launched transfer_from_pinned(const TransferProblem& /*problem*/, TransferDevice& device,
                              Queue queue) {
  return fetch(device, HostMemory::pinned, queue);
}

// variant: on-device
Launched transfer_on_device(const TransferProblem& /*problem*/, TransferDevice& device,
                            Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(device.copy.data(), device.memory.data(), device.size,  //!
                                      cudaMemcpyDeviceToDevice, queue));
  return {};
}

// variant: serial-pageable serial overlapped
constexpr unsigned kBlock = 256;

/// Queues the copy of one chunk to the device, its kernel and its copy back.
static void queue_chunk(const TransferProblem& problem, TransferDevice& device, Chunk chunk,
                        HostMemory kind, Queue queue) {
  const std::int64_t length = chunk.end - chunk.begin;
  if (length <= 0) return;
  const Byte* from = filled_host(problem, device, kind) + chunk.begin;
  Byte* to = empty_host(device, kind) + chunk.begin;
  Byte* on_device = device.memory.data() + chunk.begin;
  const auto bytes = static_cast<std::size_t>(length);
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(on_device, from, bytes, cudaMemcpyHostToDevice, queue));
  work_on_bytes<<<blocks_for(length, kBlock), kBlock, 0, queue>>>(on_device, on_device, length,
                                                                  static_cast<int>(problem.work));
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
  HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(to, on_device, bytes, cudaMemcpyDeviceToHost, queue));
}

// variant: serial-pageable
Launched transfer_serial_pageable(const TransferProblem& problem, TransferDevice& device,
                                  Queue queue) {
  queue_chunk(problem, device, {0, problem.size()}, HostMemory::pageable,
              queue);  //! one stream: each step waits for the previous one
  return launched(work_on_bytes, blocks_for(problem.size(), kBlock), kBlock);
}

// variant: serial
Launched transfer_serial(const TransferProblem& problem, TransferDevice& device, Queue queue) {
  queue_chunk(problem, device, {0, problem.size()}, HostMemory::pinned,
              queue);  //! one stream: each step waits for the previous one
  return launched(work_on_bytes, blocks_for(problem.size(), kBlock), kBlock);
}

// variant: overlapped
Launched transfer_overlapped(const TransferProblem& problem, TransferDevice& device, Queue queue) {
  HEATWAVE_CUDA_CHECK(cudaEventRecord(device.start.get(), queue));
  for (const Lane& lane : device.lanes)
    HEATWAVE_CUDA_CHECK(cudaStreamWaitEvent(lane.stream.get(), device.start.get(), 0));
  for (std::int64_t chunk = 0; chunk < problem.chunks; ++chunk) {
    const Lane& lane = device.lanes[static_cast<std::size_t>(chunk) % device.lanes.size()];
    queue_chunk(problem, device, chunk_of(problem.size(), chunk, problem.chunks),
                HostMemory::pinned,
                lane.stream.get());  //! one chunk is computed while others are copied
  }
  for (const Lane& lane : device.lanes) {  // the run's own stream continues when all have finished
    HEATWAVE_CUDA_CHECK(cudaEventRecord(lane.done.get(), lane.stream.get()));
    HEATWAVE_CUDA_CHECK(cudaStreamWaitEvent(queue, lane.done.get(), 0));
  }
  return launched(work_on_bytes, blocks_for(problem.size(), kBlock), kBlock);
}

// variant: mapped
/// Returns the device's address of pinned host memory, which cudaMallocHost has mapped.
static Byte* mapped(Byte* host) {
  void* pointer = nullptr;
  HEATWAVE_CUDA_CHECK(cudaHostGetDevicePointer(&pointer, host, 0));  //! no copy is made
  return static_cast<Byte*>(pointer);
}

Launched transfer_mapped(const TransferProblem& problem, TransferDevice& device, Queue queue) {
  const Byte* from = mapped(filled_host(problem, device, HostMemory::pinned));
  Byte* to = mapped(empty_host(device, HostMemory::pinned));
  const unsigned grid = blocks_for(problem.size(), 256);
  work_on_bytes<<<grid, 256, 0, queue>>>(from, to, problem.size(),  //! reads and writes host memory
                                         static_cast<int>(problem.work));
  return launched(work_on_bytes, grid, 256);
}

// variant: allocate
Launched transfer_allocate(const TransferProblem& /*problem*/, TransferDevice& device,
                           Queue /*queue*/) {
  const core::DeviceBuffer<Byte> memory(device.size);  //! cudaMalloc, and cudaFree at the end
  device.address = reinterpret_cast<std::uintptr_t>(memory.data());
  return {};
}
// end

}  // namespace heatwave::lab::transfer_experiment
