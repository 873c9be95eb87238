// Streams and events are owned here and destroyed with their owners.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <type_traits>

#include "kernels/core/cuda_check.h"

namespace heatwave::core {

/// Selects the device for the calling thread's CUDA calls.
inline void use_device(int index) { HEATWAVE_CUDA_CHECK(cudaSetDevice(index)); }

/// A CUDA stream that does not wait for other streams.
class Stream {
 public:
  enum class Rank : bool {
    usual,
    first,  ///< blocks of its kernels start before waiting blocks of other streams
  };

  explicit Stream(Rank rank = Rank::usual) {
    int least = 0;
    int greatest = 0;
    HEATWAVE_CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    cudaStream_t made = nullptr;
    HEATWAVE_CUDA_CHECK(cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking,
                                                     rank == Rank::first ? greatest : least));
    handle_.reset(made);
  }

  [[nodiscard]] cudaStream_t get() const { return handle_.get(); }
  void synchronize() const { HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(get())); }

 private:
  struct Destroy {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
  };
  std::unique_ptr<std::remove_pointer_t<cudaStream_t>, Destroy> handle_;
};

// The lab shows these lines beside each GPU variant: they create and destroy the events that time
// it.
// variant: *
/// An event that is created and destroyed with this object.
class Event {
 public:
  Event() {
    cudaEvent_t made = nullptr;
    HEATWAVE_CUDA_CHECK(cudaEventCreate(&made));  //! before anything is timed
    handle_.reset(made);
  }
  // end

  [[nodiscard]] cudaEvent_t get() const { return handle_.get(); }
  void record(const Stream& stream) const { record(stream.get()); }
  void record(cudaStream_t stream) const { HEATWAVE_CUDA_CHECK(cudaEventRecord(get(), stream)); }
  /// Returns whether all work queued before the event is done. Never waits.
  [[nodiscard]] bool reached() const {
    const cudaError_t state = cudaEventQuery(get());
    if (state == cudaErrorNotReady) return false;
    HEATWAVE_CUDA_CHECK(state);
    return true;
  }

 private:
  // variant: *
  struct Destroy {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }  //! after all timing
  };
  std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroy> handle_;
};
// end

/// An event without a time, which is cheaper to wait for.
class Signal {
 public:
  Signal() {
    cudaEvent_t made = nullptr;
    HEATWAVE_CUDA_CHECK(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
    handle_.reset(made);
  }

  void record(cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaEventRecord(handle_.get(), stream));
  }
  /// Lets the stream's later work wait for the signal; the host waits for nothing.
  void wait_in(cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaStreamWaitEvent(stream, handle_.get(), 0));
  }

 private:
  struct Destroy {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
  };
  std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, Destroy> handle_;
};

}  // namespace heatwave::core
