// This file launches the steps of the bands and the exchanges between them.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/cuda_peers.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/nccl.h"
#include "kernels/lab/bench/launch.cuh"
#include "kernels/lab/experiments/halo/halo_experiment.h"
#include "kernels/lab/experiments/halo/halo_kernels.cuh"

namespace heatwave::lab::halo_experiment {

/// Returns a device whose memory this one reaches; where there is none, another device; where this
/// is the only one, itself.
static int second_device(int first) {
  const core::CudaStatus status = core::cuda_status();
  int second = first;
  for (const core::DeviceFacts& facts : status.devices) {
    if (facts.index == first && !facts.peers.empty()) return facts.peers.front();
    if (facts.index != first && second == first) second = facts.index;
  }
  return second;
}

// variant: one-device staged-row staged peer-copies overlap stores nccl
/// A band on its device: two planes, and streams for its steps and for the rows at the cut.
struct DeviceBand : Band {
  DeviceBand(const Band& band, std::int64_t width, int on)
      : Band(band),
        device(on),
        now(static_cast<std::size_t>(rows() * width)),   // cudaMalloc
        next(static_cast<std::size_t>(rows() * width)),  // cudaMalloc
        cut(core::Stream::Rank::first) {}

  int device;
  core::DeviceBuffer<float> now;
  core::DeviceBuffer<float> next;
  core::Stream steps;
  core::Stream cut;          ///< its kernels start before those of the other stream
  core::Signal all_stepped;  ///< the steps before an exchange, or before its last one, are done
  core::Signal rows_sent;    ///< the other band has the rows
  /// Memory of the host, which exchanges go through in turn: while the other band takes the rows of
  /// one, this band may bring those of the next.
  core::PinnedBuffer<float> staging[2];
};

struct HaloDevice {
  explicit HaloDevice(const HaloProblem& problem)
      : n(static_cast<int>(problem.n)), result(problem.start.size()) {}

  int n;
  Cut cut;
  std::vector<DeviceBand> bands;
  core::Signal begin;
  std::vector<float> result;
};

/// Both planes begin with the plate: no step writes their edges.
static void copy_in(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  for (const DeviceBand& band : device.bands) {
    const float* from = problem.start.data() + band.first * problem.n;
    upload(band.now, from, queue);  // cudaMemcpyAsync, host to device
    upload(band.next, from, queue);
  }
}
static void copy_out(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  for (const DeviceBand& band : device.bands) {
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(
        device.result.data() + (band.first + band.above) * problem.n,
        band.now.data() + band.above * problem.n,
        static_cast<std::size_t>(band.own * problem.n) * sizeof(float), cudaMemcpyDeviceToHost,
        queue));  // the own rows of each band
  }
}

constexpr unsigned kAcross = 32;  ///< threads of a block, beside each other
constexpr unsigned kDown = 8;

static dim3 blocks_of(std::int64_t width, Rows rows) {
  return {blocks_for(width, kAcross), blocks_for(rows.end - rows.begin, kDown)};
}

/// Launches one step of some rows of a band, from its plane `now` to `next`.
static void launch_step(const DeviceBand& band, int n, Rows rows, cudaStream_t stream) {
  if (rows.begin >= rows.end) return;
  step_rows<<<blocks_of(n, rows), dim3(kAcross, kDown), 0, stream>>>(
      band.now.data(), band.next.data(), n, static_cast<int>(rows.begin),
      static_cast<int>(rows.end));
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}
// end

static HostArrays host_arrays(const HaloProblem& problem, const HaloDevice& device) {
  return arrays_of(problem.start, device.result);
}

static Outcome check(const HaloProblem& problem, const HaloDevice& device) {
  return checked_plate(problem, device.result, device.bands.size() < 2 ? nullptr : &device.cut);
}

/// Measures how fast a device copies from another one's memory while the other copies from its own,
/// by pieces of 32 MiB.
static double measured_link(int first, int second) {
  constexpr std::size_t kBytes = std::size_t{32} << 20U;
  constexpr int kTimes = 8;
  struct Side {
    core::DeviceBuffer<std::byte> from{kBytes};
    core::DeviceBuffer<std::byte> to{kBytes};
    core::Stream stream;
  };
  const auto side_on = [](int device) {
    const core::OnDevice here(device);
    return std::make_unique<Side>();
  };
  const std::unique_ptr<Side> own = side_on(first);
  const std::unique_ptr<Side> other = side_on(second);
  const core::OnDevice here(first);
  const core::Event begin;
  const core::Event end;
  const auto copy = [&](const Side& to, int to_device, const Side& from, int from_device) {
    const core::OnDevice there(to_device);
    HEATWAVE_CUDA_CHECK(cudaMemcpyPeerAsync(to.to.data(), to_device, from.from.data(), from_device,
                                            kBytes, to.stream.get()));
  };
  for (int i = 0; i <= kTimes; ++i) {
    if (i == 1) {  // the first copies warm up
      own->stream.synchronize();
      other->stream.synchronize();
      begin.record(own->stream);
    }
    copy(*own, first, *other, second);
    copy(*other, second, *own, first);
  }
  end.record(own->stream);
  own->stream.synchronize();
  other->stream.synchronize();
  float ms = 0.0F;
  HEATWAVE_CUDA_CHECK(cudaEventElapsedTime(&ms, begin.get(), end.get()));
  return static_cast<double>(kTimes * kBytes) / (1e-3 * static_cast<double>(ms));
}

/// Describes the bands of two devices, of which one may be the other.
static Cut cut_between(int first, int second, std::int64_t ghosts) {
  if (first == second)
    return {.places = "two streams of one GPU stand in for two devices", .ghosts = ghosts};
  const core::CudaStatus status = core::cuda_status();
  const auto facts = std::find_if(status.devices.begin(), status.devices.end(),
                                  [first](const auto& each) { return each.index == first; });
  const bool are_peers = facts->reaches(second);
  if (are_peers) {
    core::allow_access(first, second);  // cudaDeviceEnablePeerAccess
    core::allow_access(second, first);
  }
  static const double kLink = measured_link(first, second);  // always between the same devices
  return {.places = "GPU " + std::to_string(first) + " and GPU " + std::to_string(second) +
                    (are_peers ? ", peers" : ", no peers: copies pass through the host"),
          .ghosts = ghosts,
          .devices = 2,
          .reaches = are_peers,
          .memory_bytes_per_second = facts->memory_bandwidth,
          .link_bytes_per_second = kLink};
}

static void make_plate(const HaloProblem& problem, HaloDevice& device) {
  device.bands.emplace_back(Band{.own = problem.n}, problem.n, core::this_device());
}
static void make_bands(const HaloProblem& problem, HaloDevice& device, std::int64_t ghosts) {
  const int first = core::this_device();
  const int second = second_device(first);
  device.cut = cut_between(first, second, ghosts);
  const std::array<Band, 2> bands = bands_of(problem, ghosts);
  device.bands.reserve(2);
  device.bands.emplace_back(bands[0], problem.n, first);
  const core::OnDevice there(second);
  device.bands.emplace_back(bands[1], problem.n, second);
}

// variant: nccl
/// Returns the devices of the bands as NCCL's ranks. They are made once, because that takes up to
/// seconds, and stay until the program ends.
static const core::Nccl& ranks_of(const HaloDevice& device) {
  static const auto* const kRanks =
      new core::Nccl({device.bands[0].device, device.bands[1].device});  //! ncclCommInitAll
  return *kRanks;
}
// end

static void copy_into_plate(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  if (device.bands.empty()) make_plate(problem, device);
  copy_in(problem, device, queue);
}
static void copy_into_bands_with_a_row(const HaloProblem& problem, HaloDevice& device,
                                       Queue queue) {
  if (device.bands.empty()) make_bands(problem, device, 1);
  copy_in(problem, device, queue);
}
static void copy_into_bands(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  if (device.bands.empty()) make_bands(problem, device, problem.ghosts);
  copy_in(problem, device, queue);
}

static void copy_into_ranks(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  copy_into_bands(problem, device, queue);
  (void)ranks_of(device);  // before anything is timed
}

static int devices_of(const HaloDevice& device) { return device.cut.devices; }

std::unique_ptr<Run> gpu_run_of(const HaloProblem& problem, HaloLauncher* launcher) {
  auto* copy = copy_into_bands;
  if (launcher == halo_one_device) copy = copy_into_plate;
  if (launcher == halo_staged_row) copy = copy_into_bands_with_a_row;
  if (launcher == halo_nccl) copy = copy_into_ranks;
  return run_with(problem,
                  {.copy_in = copy,
                   .reset = copy,
                   .copy_out = copy_out,
                   .host_arrays = host_arrays,
                   .check = check,
                   .devices = devices_of,
                   .repeatable = false},
                  launcher);
}

static Launched launched_steps(const HaloDevice& device) {
  return launched(step_rows, blocks_of(device.n, {0, device.bands[0].own}), dim3(kAcross, kDown));
}

// variant: one-device
Launched halo_one_device(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  DeviceBand& plate = device.bands[0];
  for (std::int64_t step = 0; step < problem.steps; ++step) {
    launch_step(plate, device.n, {1, problem.n - 1}, queue);
    std::swap(plate.now, plate.next);
  }
  return launched_steps(device);
}

// variant: staged-row staged peer-copies overlap stores nccl
/// Lets the streams of all bands wait for what the run's own stream has queued.
static void begin_bands(const HaloDevice& device, Queue queue) {
  device.begin.record(queue);  // cudaEventRecord
  for (const DeviceBand& band : device.bands) {
    const core::OnDevice here(band.device);  // cudaSetDevice
    device.begin.wait_in(band.steps.get());  // cudaStreamWaitEvent
  }
}
/// Marks, in each band's stream, the end of the steps queued so far.
static void mark_steps(const HaloDevice& device) {
  for (const DeviceBand& band : device.bands) {
    const core::OnDevice here(band.device);
    band.all_stepped.record(band.steps.get());  // cudaEventRecord
  }
}
/// Lets the run's own stream wait for all bands.
static void end_bands(const HaloDevice& device, Queue queue) {
  mark_steps(device);
  for (const DeviceBand& band : device.bands) band.all_stepped.wait_in(queue);
}

/// Queues steps of a band; `later` is the number of steps that follow before the next exchange.
static void queue_steps(DeviceBand& band, int n, std::int64_t steps, std::int64_t later) {
  const core::OnDevice here(band.device);
  for (std::int64_t step = 1; step <= steps; ++step) {
    launch_step(band, n, band.stepped(later + steps - step), band.steps.get());
    std::swap(band.now, band.next);
  }
}

static float* row_of(const core::DeviceBuffer<float>& plane, int n, std::int64_t row) {
  return plane.data() + row * n;
}
static std::size_t bytes_of(Rows rows, int n) {
  return static_cast<std::size_t>((rows.end - rows.begin) * n) * sizeof(float);
}

// variant: staged-row staged
/// The host waits for the rows of both bands and sends them on.
static void exchange_through_host(HaloDevice& device, std::size_t turn) {
  for (DeviceBand& band : device.bands) {
    const core::OnDevice here(band.device);
    const Rows rows = band.sent();
    const std::size_t bytes = bytes_of(rows, device.n);
    core::PinnedBuffer<float>& staging = band.staging[turn];
    if (staging.size() == 0) staging = core::PinnedBuffer<float>(bytes / sizeof(float));
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(staging.data(), row_of(band.now, device.n, rows.begin),
                                        bytes, cudaMemcpyDeviceToHost, band.steps.get()));
  }
  for (const DeviceBand& band : device.bands) band.steps.synchronize();  //! the host waits
  for (std::size_t b = 0; b < 2; ++b) {
    const DeviceBand& to = device.bands[b];
    const core::OnDevice here(to.device);
    const Rows rows = to.received();
    HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(row_of(to.now, device.n, rows.begin),
                                        device.bands[1 - b].staging[turn].data(),
                                        bytes_of(rows, device.n), cudaMemcpyHostToDevice,
                                        to.steps.get()));  //! and sends the rows on
  }
}

static Launched step_and_stage(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  begin_bands(device, queue);
  std::size_t turn = 0;
  for_groups(problem, device.cut.ghosts, [&](std::int64_t steps) {
    for (DeviceBand& band : device.bands) queue_steps(band, device.n, steps, 0);
    exchange_through_host(device, turn);
    turn ^= 1U;
  });
  end_bands(device, queue);
  return launched_steps(device);
}

// variant: staged-row
Launched halo_staged_row(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  return step_and_stage(problem, device, queue);  //! one ghost row: an exchange after each step
}

// variant: staged
Launched halo_staged(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  return step_and_stage(problem, device, queue);  //! several ghost rows, after as many steps
}

// variant: peer-copies
/// Each band's stream copies the other's rows, after the other has stepped them.
static void exchange_by_peer_copies(const HaloDevice& device) {
  mark_steps(device);
  for (std::size_t b = 0; b < 2; ++b) {
    const DeviceBand& to = device.bands[b];
    const DeviceBand& from = device.bands[1 - b];
    const core::OnDevice here(to.device);
    from.all_stepped.wait_in(to.steps.get());  //! the host does not wait
    const Rows rows = from.sent();
    HEATWAVE_CUDA_CHECK(cudaMemcpyPeerAsync(row_of(to.now, device.n, to.received().begin),
                                            to.device, row_of(from.now, device.n, rows.begin),
                                            from.device, bytes_of(rows, device.n),
                                            to.steps.get()));  //!
    to.rows_sent.record(to.steps.get());
  }
  for (std::size_t b = 0; b < 2; ++b) {
    const core::OnDevice here(device.bands[b].device);
    // Its rows must not change before they were copied.
    device.bands[1 - b].rows_sent.wait_in(device.bands[b].steps.get());
  }
}

// variant: peer-copies nccl
static Launched step_and_exchange(const HaloProblem& problem, HaloDevice& device,
                                  void (*exchange)(const HaloDevice&), Queue queue) {
  begin_bands(device, queue);
  for_groups(problem, device.cut.ghosts, [&](std::int64_t steps) {
    for (DeviceBand& band : device.bands) queue_steps(band, device.n, steps, 0);
    exchange(device);
  });
  end_bands(device, queue);
  return launched_steps(device);
}

// variant: peer-copies
Launched halo_peer_copies(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  return step_and_exchange(problem, device, exchange_by_peer_copies, queue);  //!
}

// variant: nccl
/// Each band sends its rows and receives those of the other, in its own stream.
static void exchange_by_nccl(const HaloDevice& device) {
  core::Nccl::Swap swaps[2];
  for (int b = 0; b < 2; ++b) {
    const DeviceBand& band = device.bands[static_cast<std::size_t>(b)];
    const Rows rows = band.sent();
    swaps[b] = {.rank = b,
                .other = 1 - b,
                .from = row_of(band.now, device.n, rows.begin),
                .to = row_of(band.now, device.n, band.received().begin),
                .floats = bytes_of(rows, device.n) / sizeof(float),
                .stream = band.steps.get()};
  }
  ranks_of(device).exchange(
      swaps);  //! ncclGroupStart, ncclSend and ncclRecv for each, ncclGroupEnd
}

Launched halo_nccl(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  return step_and_exchange(problem, device, exchange_by_nccl, queue);  //!
}

// variant: overlap stores
/// Steps a band's rows at the cut in the stream `cut`, for the other band, and sends them to it.
using StepCut = void(const HaloDevice& device, const DeviceBand& band, const DeviceBand& other);

/// Queues the last step before an exchange: first the rows at the cut, then those inside, while the
/// former are on their way.
static void queue_last_step(HaloDevice& device, StepCut* step_cut) {
  mark_steps(device);
  for (std::size_t b = 0; b < 2; ++b) {
    const DeviceBand& band = device.bands[b];
    const DeviceBand& other = device.bands[1 - b];
    const core::OnDevice here(band.device);
    band.all_stepped.wait_in(band.cut.get());
    other.all_stepped.wait_in(band.cut.get());  //! it reads its old ghost rows no more
    step_cut(device, band, other);
    band.rows_sent.record(band.cut.get());
  }
  for (std::size_t b = 0; b < 2; ++b) {
    DeviceBand& band = device.bands[b];
    const core::OnDevice here(band.device);
    const Rows all = band.stepped(0);
    const Rows sent = band.sent();
    const Rows inside = band.above > 0 ? Rows{sent.end, all.end} : Rows{all.begin, sent.begin};
    launch_step(band, device.n, inside, band.steps.get());  //! meanwhile
    band.rows_sent.wait_in(band.steps.get());
    device.bands[1 - b].rows_sent.wait_in(band.steps.get());
  }
  for (DeviceBand& band : device.bands) std::swap(band.now, band.next);
}

static Launched launch_groups(const HaloProblem& problem, HaloDevice& device, StepCut* step_cut,
                              Queue queue) {
  begin_bands(device, queue);
  for_groups(problem, device.cut.ghosts, [&](std::int64_t steps) {
    for (DeviceBand& band : device.bands) queue_steps(band, device.n, steps - 1, 1);
    queue_last_step(device, step_cut);
  });
  end_bands(device, queue);
  return launched_steps(device);
}

/// Returns the own rows at the cut but for the plate's edge, which no step changes.
static Rows stepped_at_cut(const DeviceBand& band) {
  const Rows all = band.stepped(0);
  const Rows sent = band.sent();
  return {std::max(all.begin, sent.begin), std::min(all.end, sent.end)};
}

// variant: overlap
static void step_and_copy(const HaloDevice& device, const DeviceBand& band,
                          const DeviceBand& other) {
  launch_step(band, device.n, stepped_at_cut(band), band.cut.get());  //! before the others
  const Rows rows = band.sent();
  HEATWAVE_CUDA_CHECK(cudaMemcpyPeerAsync(row_of(other.next, device.n, other.received().begin),
                                          other.device, row_of(band.next, device.n, rows.begin),
                                          band.device, bytes_of(rows, device.n),
                                          band.cut.get()));  //! beside the steps inside
}

Launched halo_overlap(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  return launch_groups(problem, device, step_and_copy, queue);
}

// variant: stores
static void step_and_store(const HaloDevice& device, const DeviceBand& band,
                           const DeviceBand& other) {
  const Rows rows = stepped_at_cut(band);
  float* ghosts =
      row_of(other.next, device.n, other.received().begin + rows.begin - band.sent().begin);
  step_and_send<<<blocks_of(device.n, rows), dim3(kAcross, kDown), 0, band.cut.get()>>>(
      band.now.data(), band.next.data(), ghosts, device.n, static_cast<int>(rows.begin),
      static_cast<int>(rows.end));  //! its own plane and the other device's
  HEATWAVE_CUDA_CHECK(cudaGetLastError());
}

Launched halo_stores(const HaloProblem& problem, HaloDevice& device, Queue queue) {
  if (!device.cut.reaches)
    throw core::Unavailable("the GPUs are no peers: none can write into the other's memory");
  return launch_groups(problem, device, step_and_store, queue);
}
// end

}  // namespace heatwave::lab::halo_experiment
