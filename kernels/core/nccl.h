// NCCL sends arrays between GPUs, of one process or of several. It is loaded at run time, so that
// the program starts without it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::core {

/// Throws Unavailable when NCCL is not installed.
void require_nccl();
/// Returns the version of the library, such as "2.28.9". Throws Unavailable.
std::string nccl_version();

/// A number that all ranks of a group are told before they join.
using NcclId = std::array<std::byte, 128>;

/// Throws Unavailable when NCCL is not installed.
NcclId new_nccl_id();

/// A device's place in a group of devices that send floats to each other.
class NcclRank {
 public:
  /// Makes a group of devices of this process. Throws Unavailable when the library is not
  /// installed, when a device is named twice, or when NCCL cannot start.
  static std::vector<NcclRank> of_devices(const std::vector<int>& devices);
  /// Joins a group with the calling thread's current device. Waits until all have joined. Throws
  /// Unavailable when NCCL cannot start.
  NcclRank(const NcclId& id, int count, int rank);
  /// Precondition: the streams with this rank's messages are waited for, or it was aborted.
  ~NcclRank();
  NcclRank(NcclRank&& other) noexcept;
  NcclRank& operator=(NcclRank&& other) noexcept;
  NcclRank(const NcclRank&) = delete;
  NcclRank& operator=(const NcclRank&) = delete;

  struct Message {
    int other = 0;             ///< the rank to which the floats go, or from which they come
    float* floats = nullptr;   ///< memory of this rank's device
    std::size_t count = 0;     ///< number of floats
    void* stream = nullptr;    ///< a CUDA stream of this rank's device
    bool is_received = false;  ///< false: it is sent
  };
  /// Queues messages in their streams, all at once. The other rank queues its side in the same
  /// order.
  void pass(std::span<const Message> messages) const;
  /// Leaves the group without waiting for the others, and ends this rank's messages.
  void abort();

 private:
  friend class Nccl;
  explicit NcclRank(void* communicator) : communicator_(communicator) {}
  void queue(const Message& message) const;

  std::atomic<void*> communicator_;  ///< null: it was aborted
};

/// A group of devices that one thread feeds. A rank is a device's place in the list of devices.
class Nccl : NonCopyable {
 public:
  /// Throws Unavailable; see NcclRank::of_devices().
  explicit Nccl(const std::vector<int>& devices) : ranks_(NcclRank::of_devices(devices)) {}

  /// A part of an exchange: one rank sends floats to another and receives as many from it.
  struct Swap {
    int rank = 0;
    int other = 0;
    float* from = nullptr;  ///< device memory of the rank
    float* to = nullptr;    ///< device memory of the rank
    std::size_t floats = 0;
    void* stream = nullptr;  ///< a CUDA stream of the rank's device
  };
  /// Queues all parts of an exchange in their streams. No call waits for a device.
  void exchange(std::span<const Swap> swaps) const;

 private:
  std::vector<NcclRank> ranks_;
};

}  // namespace heatwave::core
