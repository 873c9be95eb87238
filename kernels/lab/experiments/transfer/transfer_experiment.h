// The transfer experiment: bytes that go to the GPU and back, the work on them there, and the
// check.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/aligned.h"
#include "kernels/core/host_device.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab::transfer_experiment {

struct TransferProblem : Problem {
  core::AlignedVector<std::uint8_t> bytes;
  std::int64_t chunks = 1;
  std::int64_t work = 0;  ///< steps of arithmetic on each byte

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(bytes.size()); }
};

/// Computes one step of arithmetic. It has no meaning; it only takes time.
HEATWAVE_HOST_DEVICE unsigned worked_once(unsigned byte) { return byte * 5U + 3U; }

struct Chunk {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};
/// Returns one of `chunks` pieces of `size` bytes. Each begins at a multiple of 256 bytes; if there
/// are few bytes, some pieces are empty.
Chunk chunk_of(std::int64_t size, std::int64_t chunk, std::int64_t chunks);

/// Compares with the problem's bytes, after the work if `worked`.
Outcome checked_bytes(const TransferProblem& problem, std::span<const std::uint8_t> bytes,
                      bool worked);

/// The result is correct if the address is a multiple of 256, which cudaMalloc guarantees.
Outcome checked_alignment(std::uintptr_t address);

// The GPU side has one launcher for each variant.
struct TransferDevice;
using TransferLauncher = Launched(const TransferProblem& problem, TransferDevice& device,
                                  Queue queue);
TransferLauncher transfer_to_pageable;
TransferLauncher transfer_from_pageable;
TransferLauncher transfer_to_pinned;
TransferLauncher transfer_from_pinned;
TransferLauncher transfer_serial_pageable;
TransferLauncher transfer_serial;
TransferLauncher transfer_overlapped;
TransferLauncher transfer_mapped;
TransferLauncher transfer_allocate;
TransferLauncher transfer_on_device;
std::unique_ptr<Run> gpu_run_of(const TransferProblem& problem, TransferLauncher* launcher);

}  // namespace heatwave::lab::transfer_experiment
