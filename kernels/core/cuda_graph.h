// A CUDA graph is owned here and destroyed with its owner.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <type_traits>

#include "kernels/core/cuda_check.h"

namespace heatwave::core {

/// Work that is captured once from a stream and then launched as a whole.
class Graph {
 public:
  /// Captures what `queue_work()` puts into the stream, and into streams that wait for it.
  template <typename QueueWork>
  Graph(cudaStream_t stream, QueueWork queue_work) {
    cudaGraph_t captured = nullptr;
    cudaGraphExec_t made = nullptr;
    HEATWAVE_CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    queue_work();  // captured, not run
    HEATWAVE_CUDA_CHECK(cudaStreamEndCapture(stream, &captured));
    const cudaError_t error = cudaGraphInstantiate(&made, captured, 0);
    cudaGraphDestroy(captured);
    HEATWAVE_CUDA_CHECK(error);
    handle_.reset(made);
  }

  void launch(cudaStream_t stream) const {
    HEATWAVE_CUDA_CHECK(cudaGraphLaunch(handle_.get(), stream));
  }

 private:
  struct Destroy {
    void operator()(cudaGraphExec_t graph) const { cudaGraphExecDestroy(graph); }
  };
  std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, Destroy> handle_;
};

}  // namespace heatwave::core
