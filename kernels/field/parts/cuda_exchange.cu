// Parts on CUDA devices exchange rows in the order of their streams: the host queues copies and
// events, and waits for nothing that a device does.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/core/cuda_buffers.h"
#include "kernels/core/cuda_check.h"
#include "kernels/core/cuda_peers.h"
#include "kernels/core/cuda_stream.h"
#include "kernels/core/nccl.h"
#include "kernels/field/parts/exchange.h"
#include "kernels/field/parts/meeting.h"

namespace heatwave::field {
namespace {

/// Floats that are copied from one device's memory to another's.
struct Move {
  float* to;
  const float* from;
  unsigned floats;
};

constexpr std::size_t kMostMoves = 16;
constexpr unsigned kTakeThreads = 512;
constexpr unsigned kPacksAtOnce = 4;

struct Moves {
  Move of[kMostMoves];
};

/// Copies floats that lie in the memory of a neighbour. Column x of the launch's blocks copies a
/// share of each move, row y a move.
__global__ void __launch_bounds__(kTakeThreads) take_rows(const Moves moves) {
  const Move move = moves.of[blockIdx.y];
  const unsigned first = blockIdx.x * kTakeThreads * kPacksAtOnce + threadIdx.x;
  const unsigned step = gridDim.x * kTakeThreads * kPacksAtOnce;
  const auto address =
      reinterpret_cast<std::uintptr_t>(move.to) | reinterpret_cast<std::uintptr_t>(move.from);
  if ((address | (move.floats * sizeof(float))) % sizeof(float4) != 0) {
    for (unsigned i = blockIdx.x * kTakeThreads + threadIdx.x; i < move.floats;
         i += gridDim.x * kTakeThreads) {
      move.to[i] = move.from[i];
    }
    return;
  }
  const unsigned count = move.floats / 4;
  const auto* from = reinterpret_cast<const float4*>(move.from);
  auto* to = reinterpret_cast<float4*>(move.to);
  for (unsigned at = first; at < count; at += step) {
    float4 packs[kPacksAtOnce];
#pragma unroll
    for (unsigned p = 0; p < kPacksAtOnce; ++p) {
      const unsigned i = at + p * kTakeThreads;
      if (i < count) packs[p] = from[i];
    }
#pragma unroll
    for (unsigned p = 0; p < kPacksAtOnce; ++p) {
      const unsigned i = at + p * kTakeThreads;
      if (i < count) to[i] = packs[p];
    }
  }
}

/// Queues the kernel for these moves in a stream of the current device.
void take(const std::vector<Move>& moves, cudaStream_t stream) {
  for (std::size_t begin = 0; begin < moves.size(); begin += kMostMoves) {
    const std::size_t count = std::min(kMostMoves, moves.size() - begin);
    Moves some{};
    unsigned most = 0;
    for (std::size_t i = 0; i < count; ++i) {
      some.of[i] = moves[begin + i];
      most = std::max(most, some.of[i].floats);
    }
    constexpr unsigned kFloatsOfABlock = 4 * kPacksAtOnce * kTakeThreads;
    const dim3 blocks((most + kFloatsOfABlock - 1) / kFloatsOfABlock, static_cast<unsigned>(count));
    take_rows<<<blocks, kTakeThreads, 0, stream>>>(some);
    HEATWAVE_CUDA_CHECK(cudaGetLastError());
  }
}

class CudaExchange final : public Exchange {
 public:
  CudaExchange(const Layout& layout, const std::vector<int>& devices, ExchangeKind kind)
      : layout_(layout), meeting_(layout), kind_(kind), parts_(layout.parts.size()) {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      core::use_device(devices[p]);
      parts_[p].ready.emplace();
      parts_[p].taken.emplace();
    }
    if (kind == ExchangeKind::staged) staged_.resize(layout.copies.size());
    if (kind == ExchangeKind::nccl) {
      // A grid with few rows has fewer parts than devices.
      ranks_ = core::NcclRank::of_devices(
          {devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(parts_.size())});
    }
  }

  [[nodiscard]] std::string_view method() const override {
    return kind_ == ExchangeKind::staged ? "copies by way of pinned memory"
           : kind_ == ExchangeKind::nccl ? "messages of NCCL"
                                         : "peer copies";
  }
  void join_edges(bool are_joined) override { meeting_.join_edges(are_joined); }

  void post(int part, const FieldMemory& memory) override {
    Part& own = parts_[static_cast<std::size_t>(part)];
    own.memory = memory;
    if (kind_ == ExchangeKind::staged) {
      for (const RowCopy& copy : meeting_.copies_from(part)) stage(copy, memory);
    }
    own.ready->record(stream_of(memory));
    meeting_.arrive(part);
  }

  void wait(int part, RoundClock& clock) override {
    const Part& own = parts_[static_cast<std::size_t>(part)];
    const cudaStream_t stream = stream_of(own.memory);
    std::vector<Move> moves;
    const std::vector<RowCopy> copies = meeting_.copies_to(part);
    if (kind_ == ExchangeKind::nccl) {
      clock.mark(Moment::rows_there);
      pass_messages(part, copies, own.memory);
      clock.mark(Moment::rows_copied);
      return;
    }
    for (const RowCopy& copy : copies) {
      const Part& from = parts_[static_cast<std::size_t>(copy.from)];
      from.ready->wait_in(stream);
    }
    core::use_device(own.memory.device);
    clock.mark(Moment::rows_there);
    for (const RowCopy& copy : copies) {
      if (kind_ == ExchangeKind::staged) {
        unstage(copy, own.memory);
      } else {
        add_moves(copy, parts_[static_cast<std::size_t>(copy.from)].memory, own.memory, moves);
      }
    }
    take(moves, stream);
    clock.mark(Moment::rows_copied);
    own.taken->record(stream);
    meeting_.leave(part);
    meeting_.wait_for_leaving(part);
    for (const RowCopy& copy : meeting_.copies_from(part)) {
      parts_[static_cast<std::size_t>(copy.to)].taken->wait_in(stream);
    }
  }

  double sum(int part, std::span<const double> own_rows) override {
    return meeting_.sum(part, own_rows);
  }
  void abort() override {
    meeting_.abort();
    for (core::NcclRank& rank : ranks_) rank.abort();
  }

 private:
  static cudaStream_t stream_of(const FieldMemory& memory) {
    return static_cast<cudaStream_t>(memory.stream);
  }

  struct Part {
    FieldMemory memory;
    std::optional<core::Signal> ready;  ///< the part's own rows are complete
    std::optional<core::Signal> taken;  ///< the part has copied the rows of others
  };

  [[nodiscard]] std::size_t floats_of(const FieldMemory& memory) const {
    return static_cast<std::size_t>(layout_.halo) * memory.stride;
  }
  static float* row_of(const FieldMemory& memory, std::size_t plane, int row) {
    return memory.planes[plane] + static_cast<std::size_t>(row) * memory.stride;
  }

  /// Adds the moves of a copy from a neighbour's memory.
  void add_moves(const RowCopy& copy, const FieldMemory& from, const FieldMemory& to,
                 std::vector<Move>& moves) const {
    for (std::size_t plane = 0; plane < to.planes.size(); ++plane) {
      moves.push_back({row_of(to, plane, copy.to_row), row_of(from, plane, copy.from_row),
                       static_cast<unsigned>(floats_of(to))});
    }
    if (to.rim == nullptr) return;
    for (const RimCopy& rows : rim_copies(layout_, copy, to.components)) {
      moves.push_back(
          {to.rim + rows.to, from.rim + rows.from, static_cast<unsigned>(layout_.halo)});
    }
  }

  /// Sends a part's own rows and receives those of others, in the order of the part's stream.
  void pass_messages(int part, const std::vector<RowCopy>& to_part, const FieldMemory& memory) {
    std::vector<core::NcclRank::Message> messages;
    for (const RowCopy& copy : meeting_.copies_from(part)) {
      add_messages(copy, copy.to, memory, false, messages);
    }
    for (const RowCopy& copy : to_part) add_messages(copy, copy.from, memory, true, messages);
    ranks_[static_cast<std::size_t>(part)].pass(messages);
  }
  /// Adds the messages of a copy that one of its sides sends or receives.
  void add_messages(const RowCopy& copy, int other, const FieldMemory& memory, bool is_received,
                    std::vector<core::NcclRank::Message>& messages) const {
    const int row = is_received ? copy.to_row : copy.from_row;
    for (std::size_t plane = 0; plane < memory.planes.size(); ++plane) {
      messages.push_back(
          {other, row_of(memory, plane, row), floats_of(memory), memory.stream, is_received});
    }
    if (memory.rim == nullptr) return;
    for (const RimCopy& rows : rim_copies(layout_, copy, memory.components)) {
      messages.push_back({other, memory.rim + (is_received ? rows.to : rows.from),
                          static_cast<std::size_t>(layout_.halo), memory.stream, is_received});
    }
  }

  core::PinnedBuffer<float>& staging_of(const RowCopy& copy) {
    for (std::size_t i = 0; i < layout_.copies.size(); ++i) {
      const RowCopy& one = layout_.copies[i];
      if (one.to == copy.to && one.to_row == copy.to_row) return staged_[i];
    }
    return staged_.front();
  }

  /// Copies a part's rows into pinned memory, plane after plane, then edge memory.
  void stage(const RowCopy& copy, const FieldMemory& from) {
    const auto halo = static_cast<std::size_t>(layout_.halo);
    const std::size_t rim = 2 * halo * static_cast<std::size_t>(from.components);
    const std::size_t size = from.planes.size() * floats_of(from) + rim;
    core::PinnedBuffer<float>& staging = staging_of(copy);
    if (staging.size() < size) staging = core::PinnedBuffer<float>(size);
    float* to = staging.data();
    const auto move = [&](const float* out_of, std::size_t floats) {
      HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(to, out_of, floats * sizeof(float),
                                          cudaMemcpyDeviceToHost, stream_of(from)));
      to += floats;
    };
    for (std::size_t plane = 0; plane < from.planes.size(); ++plane) {
      move(row_of(from, plane, copy.from_row), floats_of(from));
    }
    if (from.rim == nullptr) return;
    for (const RimCopy& rows : rim_copies(layout_, copy, from.components)) {
      move(from.rim + rows.from, halo);
    }
  }

  void unstage(const RowCopy& copy, const FieldMemory& to) {
    const float* from = staging_of(copy).data();
    const auto move = [&](float* into, std::size_t floats) {
      HEATWAVE_CUDA_CHECK(cudaMemcpyAsync(into, from, floats * sizeof(float),
                                          cudaMemcpyHostToDevice, stream_of(to)));
      from += floats;
    };
    for (std::size_t plane = 0; plane < to.planes.size(); ++plane) {
      move(row_of(to, plane, copy.to_row), floats_of(to));
    }
    if (to.rim == nullptr) return;
    for (const RimCopy& rows : rim_copies(layout_, copy, to.components)) {
      move(to.rim + rows.to, static_cast<std::size_t>(layout_.halo));
    }
  }

  Layout layout_;
  Meeting meeting_;
  ExchangeKind kind_;
  std::vector<Part> parts_;
  std::vector<core::PinnedBuffer<float>> staged_;  ///< one for each copy of rows; only if staged
  std::vector<core::NcclRank> ranks_;              ///< one for each part; only by NCCL
};

}  // namespace

std::shared_ptr<Exchange> make_cuda_exchange(const Layout& layout, const std::vector<int>& devices,
                                             ExchangeKind kind) {
  for (const RowCopy& copy : layout.copies) {
    if (kind != ExchangeKind::peer) break;
    core::allow_access(devices[static_cast<std::size_t>(copy.to)],
                       devices[static_cast<std::size_t>(copy.from)]);
  }
  return std::make_shared<CudaExchange>(layout, devices, kind);
}

}  // namespace heatwave::field
