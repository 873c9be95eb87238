// Ranks are the processes that mpirun has started together. They talk through a module that is
// opened at run time, so that the program needs no MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::core {

/// A message on its way. A default one has arrived.
struct Transfer {
  std::uint64_t request = 0;  ///< MPI's handle; only its module reads it
  bool is_pending = false;
  bool is_receive = false;
};

/// All calls may come from any thread, and none waits.
class Ranks : NonCopyable {
 public:
  virtual ~Ranks() = default;

  /// The number of this process, from 0.
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  /// The name of each rank's host.
  [[nodiscard]] virtual const std::vector<std::string>& hosts() const = 0;
  /// This process's share of its host's processors, at least 1. A container may allow less.
  [[nodiscard]] virtual int processors() const = 0;

  /// Returns whether messages may lie in the memory of CUDA devices.
  [[nodiscard]] virtual bool takes_device_memory() const { return false; }

  /// Begins to send a message, whose bytes must stay as they are until it has gone.
  virtual Transfer send(int to, int tag, std::span<const std::byte> bytes) = 0;
  /// Begins to receive a message of exactly this size.
  virtual Transfer receive(int from, int tag, std::span<std::byte> bytes) = 0;
  /// Returns whether the message has gone or come.
  virtual bool has_finished(Transfer& transfer) = 0;
  /// Ends the wait for a message. Returns false when its bytes must stay all the same: see keep().
  virtual bool give_up(Transfer& transfer) = 0;
  /// Keeps bytes that MPI may still read or write, until it has ended.
  void keep(std::shared_ptr<const void> bytes);
  /// Returns whether a message with this tag has come that no call has received.
  virtual bool has_message(int from, int tag) = 0;
  /// Returns whether rank 0 has ended the work.
  [[nodiscard]] virtual bool is_over() const = 0;
  /// Rank 0 ends the work of all ranks; further calls do nothing.
  virtual void end_work() = 0;

  /// Returns a number that nothing else has until it is given back, so that messages of different
  /// fields can be told apart. It is the one that was given back longest ago. Throws Error when
  /// none is left.
  int take_slot();
  void give_back(int slot);

  static constexpr int kSlots = 64;

 private:
  std::mutex mutex_;
  std::deque<int> slots_;  ///< numbers that were given back
  int fresh_ = 0;          ///< the first number that was never taken
  std::vector<std::shared_ptr<const void>> kept_;
};

/// The tag by which ranks hear of the end of the work; fields have other ones.
inline constexpr int kEndTag = 2;
/// The largest tag of a message.
inline constexpr int kLargestTag = 1 << 20;
/// A message has at most this many bytes.
inline constexpr std::size_t kLargestMessage = std::size_t{1} << 30U;

}  // namespace heatwave::core
