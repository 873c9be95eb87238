// Messages of parts on CUDA devices lie in pinned memory, which the devices copy from and to while
// they step other rows; or on the devices themselves, where MPI takes such messages. To a device of
// the same host rows go without a message: a sender writes them into the receiver's memory.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_peers.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/error.h"
#include "kernels/field/parts/row_buffer.h"

namespace heatwave::field {
namespace {

/// Copies rows in the order of a part's stream.
class RowCopier {
 protected:
  static cudaStream_t stream_of(const FieldMemory& memory) {
    return static_cast<cudaStream_t>(memory.stream);
  }
  static void copy_out(const FieldMemory& memory, const Stretches& stretches, float* to) {
    for (const std::span<float> rows : stretches) {
      copy(to, rows.data(), rows.size(), memory);
      to += rows.size();
    }
  }
  static void copy_in(const FieldMemory& memory, const Stretches& stretches, const float* from) {
    core::use_device(memory.device);
    for (const std::span<float> rows : stretches) {
      copy(rows.data(), from, rows.size(), memory);
      from += rows.size();
    }
  }

 private:
  static void copy(float* to, const float* from, std::size_t floats, const FieldMemory& memory) {
    HEATWAVE_CUDA_CHECK(
        cudaMemcpyAsync(to, from, floats * sizeof(float), cudaMemcpyDefault, stream_of(memory)));
  }
};

/// `Buffer` is a PinnedBuffer or a DeviceBuffer.
template <typename Buffer>
class CudaRowBuffer final : public RowBuffer, RowCopier {
 public:
  void pack(const FieldMemory& memory, const Stretches& stretches) override {
    std::size_t floats = 0;
    for (const std::span<float> rows : stretches) floats += rows.size();
    reserve(memory, floats);
    copy_out(memory, stretches, buffer_.data());
  }
  std::span<float> take(const FieldMemory& memory, std::size_t floats) override {
    reserve(memory, floats);
    // The rows inside the part may still be stepped, in another stream.
    HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(stream_of(memory)));
    return {buffer_.data(), floats};
  }
  void unpack(const FieldMemory& memory, const Stretches& stretches) override {
    copy_in(memory, stretches, buffer_.data());
  }

 private:
  void reserve(const FieldMemory& memory, std::size_t floats) {
    core::use_device(memory.device);
    if (buffer_.size() < floats) buffer_ = Buffer(floats);
  }

  Buffer buffer_;
};

/// The receiver's device memory, in which messages take turns in two halves. A sender has heard of
/// its neighbour before it writes again, so the half that it writes to has been read.
class CudaMailbox final : public RowBuffer, RowCopier {
 public:
  CudaMailbox(std::shared_ptr<float> memory, std::size_t floats)
      : memory_(std::move(memory)), floats_(floats) {}

  void pack(const FieldMemory& memory, const Stretches& stretches) override {
    core::use_device(memory.device);
    copy_out(memory, stretches, next_half());
  }
  std::span<float> take(const FieldMemory& memory, std::size_t /*floats*/) override {
    core::use_device(memory.device);
    HEATWAVE_CUDA_CHECK(cudaStreamSynchronize(stream_of(memory)));
    return {};
  }
  void unpack(const FieldMemory& memory, const Stretches& stretches) override {
    copy_in(memory, stretches, next_half());
  }

 private:
  float* next_half() {
    is_second_ = !is_second_;
    return memory_.get() + (is_second_ ? floats_ : 0);
  }

  std::shared_ptr<float> memory_;
  std::size_t floats_;
  bool is_second_ = false;
};

/// The facts by which another process of the host reaches a mailbox.
struct MailboxOffer {
  std::uint64_t process = 0;
  int device = 0;           ///< index in the receiver's process
  float* memory = nullptr;  ///< in the receiver's process
  cudaIpcMemHandle_t handle{};
  std::size_t floats = 0;

  /// Returns a number that no other process of the host has.
  static std::uint64_t own_process() {
    static const std::uint64_t kOwn =
        (std::uint64_t{std::random_device()()} << 32U) | std::uint64_t{std::random_device()()};
    return kOwn;
  }
};

class CudaRowBuffers final : public RowBuffers {
 public:
  explicit CudaRowBuffers(bool on_devices) : on_devices_(on_devices) {}

  void select_device(const FieldMemory& memory) const override { core::use_device(memory.device); }
  [[nodiscard]] std::string_view words() const override {
    return on_devices_ ? "messages of MPI from device to device"
                       : "messages of MPI by way of pinned memory";
  }
  [[nodiscard]] std::unique_ptr<RowBuffer> make() const override {
    if (on_devices_) return std::make_unique<CudaRowBuffer<core::DeviceBuffer<float>>>();
    return std::make_unique<CudaRowBuffer<core::PinnedBuffer<float>>>();
  }
  [[nodiscard]] Mailbox make_mailbox(const FieldMemory& memory, std::size_t floats) const override {
    core::use_device(memory.device);
    const auto buffer = std::make_shared<core::DeviceBuffer<float>>(2 * floats);
    const std::shared_ptr<float> owned(buffer, buffer->data());
    MailboxOffer offer{.process = MailboxOffer::own_process(),
                       .device = memory.device,
                       .memory = owned.get(),
                       .handle = {},
                       .floats = floats};
    if (cudaIpcGetMemHandle(&offer.handle, owned.get()) != cudaSuccess) {
      (void)cudaGetLastError();  // the next launch must not report this error
      return {};
    }
    const auto bytes = std::as_bytes(std::span(&offer, 1));
    return {.buffer = std::make_unique<CudaMailbox>(owned, floats),
            .offer = {bytes.begin(), bytes.end()}};
  }
  [[nodiscard]] std::unique_ptr<RowBuffer> open_mailbox(
      const FieldMemory& memory, const std::vector<std::byte>& bytes) const override {
    MailboxOffer offer;
    if (bytes.size() != sizeof offer) return nullptr;
    std::memcpy(&offer, bytes.data(), sizeof offer);
    core::use_device(memory.device);
    if (offer.process == MailboxOffer::own_process()) {
      try {
        core::allow_access(memory.device, offer.device);
      } catch (const core::Error&) {
        return nullptr;
      }
      const std::shared_ptr<float> other(offer.memory, [](float*) {});
      return std::make_unique<CudaMailbox>(other, offer.floats);
    }
    void* mailbox = nullptr;
    if (cudaIpcOpenMemHandle(&mailbox, offer.handle, cudaIpcMemLazyEnablePeerAccess) !=
        cudaSuccess) {
      (void)cudaGetLastError();
      return nullptr;
    }
    const std::shared_ptr<float> opened(static_cast<float*>(mailbox), [](float* memory_of_other) {
      cudaIpcCloseMemHandle(memory_of_other);
    });
    return std::make_unique<CudaMailbox>(opened, offer.floats);
  }
  /// The rows of a plane, and what lies between them, are one stretch.
  [[nodiscard]] Stretches rows_of(const FieldMemory& memory, int first, int count,
                                  int /*width*/) const override {
    Stretches stretches;
    for (float* plane : memory.planes) {
      stretches.emplace_back(plane + static_cast<std::size_t>(first) * memory.stride,
                             static_cast<std::size_t>(count) * memory.stride);
    }
    return stretches;
  }

 private:
  bool on_devices_;
};

}  // namespace

std::unique_ptr<RowBuffers> make_cuda_buffers(bool on_devices) {
  return std::make_unique<CudaRowBuffers>(on_devices);
}

}  // namespace heatwave::field
