// A RowBuffer holds the rows of one message between parts of several processes.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/field/slab.h"

namespace heatwave::field {

/// Floats that lie together in a part's memory.
using Stretches = std::vector<std::span<float>>;

class RowBuffer : core::NonCopyable {
 public:
  virtual ~RowBuffer() = default;

  /// Begins to copy the stretches into the buffer, one after the other. No message may be on its
  /// way from there.
  virtual void pack(const FieldMemory& memory, const Stretches& stretches) = 0;
  /// Waits until all copies from and to the buffer are done, and returns its first `floats`; of a
  /// mailbox none.
  virtual std::span<float> take(const FieldMemory& memory, std::size_t floats) = 0;
  /// Begins to copy the buffer into the stretches, in the order of the memory's stream.
  virtual void unpack(const FieldMemory& memory, const Stretches& stretches) = 0;
};

/// A buffer that lies with the receiver, and what a sender on the same host needs to write into it.
struct Mailbox {
  std::unique_ptr<RowBuffer> buffer;  ///< null: there can be none
  std::vector<std::byte> offer;
};

/// Makes the buffers of an exchange, all of one kind.
class RowBuffers : core::NonCopyable {
 public:
  virtual ~RowBuffers() = default;

  /// Makes the memory's device that of the calling thread's calls.
  virtual void select_device(const FieldMemory& /*memory*/) const {}
  /// Names in words where messages lie.
  [[nodiscard]] virtual std::string_view words() const = 0;
  [[nodiscard]] virtual std::unique_ptr<RowBuffer> make() const = 0;
  /// Makes a mailbox for messages of this size. It keeps the newest two messages apart.
  [[nodiscard]] virtual Mailbox make_mailbox(const FieldMemory& /*memory*/,
                                             std::size_t /*floats*/) const {
    return {};
  }
  /// Opens the mailbox of a receiver; null: it cannot be reached from this memory.
  [[nodiscard]] virtual std::unique_ptr<RowBuffer> open_mailbox(
      const FieldMemory& /*memory*/, const std::vector<std::byte>& /*offer*/) const {
    return nullptr;
  }
  /// Returns the rows from `first` on, plane after plane, as the stretches of a message.
  [[nodiscard]] virtual Stretches rows_of(const FieldMemory& memory, int first, int count,
                                          int width) const = 0;
};

/// Makes buffers for parts in the host's memory.
std::unique_ptr<RowBuffers> make_host_buffers();
/// Makes buffers for parts on CUDA devices: in pinned memory of the host, or on the devices
/// themselves. Throws core::Error in a program without CUDA.
std::unique_ptr<RowBuffers> make_cuda_buffers(bool on_devices);

}  // namespace heatwave::field
