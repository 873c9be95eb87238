// This file launches the steps of the chains: in one stream, in several, and as a graph.
#include <cuda_runtime.h>

#include <optional>
#include <vector>

#include "kernels/core/cuda_graph.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/streams/streams_experiment.h"
#include "kernels/lab/experiments/streams/streams_kernels.cuh"

namespace heatwave::lab::streams_experiment {

/// A stream of its own for each chain, and the signal that its steps are done.
struct ChainStream {
  core::Stream stream;
  core::Signal done;
};

// variant: waiting one-stream streams graph graph-of-streams one-launch
struct StreamsDevice {
  explicit StreamsDevice(const StreamsProblem& problem)
      : n(static_cast<int>(problem.n)),
        threads(static_cast<unsigned>(problem.threads)),
        grid(blocks_for(problem.n, problem.threads)),
        numbers(problem.start.size()),  // cudaMalloc
        result(problem.start.size()) {}

  [[nodiscard]] std::uint32_t* chain(std::int64_t which) const {
    return numbers.data() + which * n;
  }

  int n;  ///< numbers in a chain
  unsigned threads;
  unsigned grid;  ///< blocks of one chain
  core::DeviceBuffer<std::uint32_t> numbers;
  std::vector<ChainStream> streams;
  core::Signal begin;
  std::optional<core::Graph> graph;
  std::vector<std::uint32_t> result;
};

static void copy_in(const StreamsProblem& problem, StreamsDevice& device, Queue queue) {
  upload(device.numbers, problem.start.data(), queue);  //! cudaMemcpyAsync, host to device
}
static void copy_out(const StreamsProblem& /*problem*/, StreamsDevice& device, Queue queue) {
  download(device.result.data(), device.numbers, queue);  //! device to host
}
// end

static Outcome check(const StreamsProblem& problem, const StreamsDevice& device) {
  return checked_chains(problem, device.result);
}

static HostArrays host_arrays(const StreamsProblem& problem, const StreamsDevice& device) {
  return arrays_of(problem.start, device.result);
}

std::unique_ptr<Run> gpu_run_of(const StreamsProblem& problem, StreamsLauncher* launcher) {
  return run_with(problem,
                  {.copy_in = copy_in,
                   .reset = copy_in,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check,
                   .repeatable = false},
                  launcher);
}

// variant: waiting one-stream streams graph graph-of-streams
static void launch_step(StreamsDevice& device, std::int64_t chain, Queue queue) {
  step_chain<<<device.grid, device.threads, 0, queue>>>(device.chain(chain), device.n);
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

// variant: waiting
Launched streams_waiting(const StreamsProblem& problem, StreamsDevice& device, Queue queue) {
  for (std::int64_t step = 0; step < problem.steps; ++step) {
    for (std::int64_t chain = 0; chain < problem.chains; ++chain) {
      launch_step(device, chain, queue);
      HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(queue));  //! the host waits for every step
    }
  }
  return launched(step_chain, device.grid, device.threads);
}

// variant: one-stream graph
static void queue_in_one_stream(const StreamsProblem& problem, StreamsDevice& device, Queue queue) {
  for (std::int64_t step = 0; step < problem.steps; ++step) {
    for (std::int64_t chain = 0; chain < problem.chains; ++chain)
      launch_step(device, chain, queue);  //! in order, though the chains need not wait
  }
}

// variant: one-stream
Launched streams_one_stream(const StreamsProblem& problem, StreamsDevice& device, Queue queue) {
  queue_in_one_stream(problem, device, queue);  //! the host waits for none of them
  return launched(step_chain, device.grid, device.threads);
}

// variant: streams graph-of-streams
static void queue_in_several_streams(const StreamsProblem& problem, StreamsDevice& device,
                                     Queue queue) {
  if (device.streams.empty()) device.streams.resize(static_cast<std::size_t>(problem.chains));
  device.begin.record(queue);  // cudaEventRecord
  for (const ChainStream& each : device.streams)
    device.begin.wait_in(each.stream.get());  //! cudaStreamWaitEvent: after the copies
  for (std::int64_t step = 0; step < problem.steps; ++step) {
    for (std::int64_t chain = 0; chain < problem.chains; ++chain) {
      const Queue own = device.streams[static_cast<std::size_t>(chain)].stream.get();
      launch_step(device, chain, own);  //! steps of different chains may overlap
    }
  }
  for (const ChainStream& each : device.streams) {
    each.done.record(each.stream.get());
    each.done.wait_in(queue);  //! the run's own stream waits for all
  }
}

// variant: streams
Launched streams_several(const StreamsProblem& problem, StreamsDevice& device, Queue queue) {
  queue_in_several_streams(problem, device, queue);  //!
  return launched(step_chain, device.grid, device.threads);
}

// variant: graph graph-of-streams
using QueueSteps = void(const StreamsProblem& problem, StreamsDevice& device, Queue queue);

/// The first call captures the steps in a graph; every call launches the graph.
static Launched launch_graph(const StreamsProblem& problem, StreamsDevice& device,
                             QueueSteps* queue_steps, Queue queue) {
  if (!device.graph) {
    // cudaStreamBeginCapture, the steps, cudaStreamEndCapture and cudaGraphInstantiate
    device.graph.emplace(queue,
                         [&] { queue_steps(problem, device, queue); });  //! captured, not run
  }
  device.graph->launch(queue);  //! cudaGraphLaunch: one call for all steps
  return launched(step_chain, device.grid, device.threads);
}

// variant: graph
Launched streams_graph(const StreamsProblem& problem, StreamsDevice& device, Queue queue) {
  return launch_graph(problem, device, queue_in_one_stream, queue);  //!
}

// variant: graph-of-streams
Launched streams_graph_of_several(const StreamsProblem& problem, StreamsDevice& device,
                                  Queue queue) {
  return launch_graph(problem, device, queue_in_several_streams, queue);  //!
}

// variant: one-launch
Launched streams_one_launch(const StreamsProblem& problem, StreamsDevice& device, Queue queue) {
  const auto all = static_cast<long long>(device.numbers.size());
  const unsigned grid = blocks_for(all, device.threads);
  step_all_chains<<<grid, device.threads, 0, queue>>>(device.numbers.data(), all,  //! once
                                                      static_cast<int>(problem.steps));
  return launched(step_all_chains, grid, device.threads);
}
// end

}  // namespace heatwave::lab::streams_experiment
