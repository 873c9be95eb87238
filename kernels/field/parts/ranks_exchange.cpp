// A part sends its rows and goes on when its neighbours' have come. Meanwhile the other parts of
// its process, or the other rows of its device, are stepped, which hides the way of the messages.
#include "kernels/field/parts/ranks_exchange.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/nccl.h"
#include "kernels/field/parts/packing.h"
#include "kernels/field/parts/row_buffer.h"

namespace heatwave::field {
namespace {

class HostRowBuffer final : public RowBuffer {
 public:
  void pack(const FieldMemory& /*memory*/, const Stretches& stretches) override {
    floats_.clear();
    for (const std::span<float> rows : stretches) {
      floats_.insert(floats_.end(), rows.begin(), rows.end());
    }
  }
  std::span<float> take(const FieldMemory& /*memory*/, std::size_t floats) override {
    floats_.resize(floats);
    return floats_;
  }
  void unpack(const FieldMemory& /*memory*/, const Stretches& stretches) override {
    const float* from = floats_.data();
    for (const std::span<float> rows : stretches) {
      std::copy_n(from, rows.size(), rows.begin());
      from += rows.size();
    }
  }

 private:
  std::vector<float> floats_;
};

class HostRowBuffers final : public RowBuffers {
 public:
  [[nodiscard]] std::string_view words() const override { return "messages of MPI"; }
  [[nodiscard]] std::unique_ptr<RowBuffer> make() const override {
    return std::make_unique<HostRowBuffer>();
  }
  [[nodiscard]] Stretches rows_of(const FieldMemory& memory, int first, int count,
                                  int width) const override {
    const auto padding = static_cast<std::size_t>(memory.padding);
    const std::size_t floats = static_cast<std::size_t>(width) + 2 * padding;
    Stretches stretches;
    for (float* plane : memory.planes) {
      for (int y = first; y < first + count; ++y) {
        stretches.emplace_back(plane + static_cast<std::size_t>(y) * memory.stride - padding,
                               floats);
      }
    }
    return stretches;
  }
};

class RanksExchange final : public Exchange {
 public:
  RanksExchange(const RankLayout& placed, std::shared_ptr<core::Ranks> ranks, FieldTags tags,
                std::unique_ptr<RowBuffers> buffers, ExchangeKind kind)
      : layout_(placed.layout),
        ranks_of_parts_(placed.ranks),
        messages_(std::move(ranks), placed.devices.empty() ? Patience{} : kForRowsOfDevices),
        tags_(tags),
        buffers_(std::move(buffers)),
        kind_(kind),
        parts_(layout_.parts.size()) {
    for (auto& traffic : parts_) traffic = std::make_shared<PartTraffic>();
    for (std::size_t i = 0; i < layout_.copies.size(); ++i) {
      const RowCopy& copy = layout_.copies[i];
      part(copy.from).gone.push_back({copy, static_cast<int>(i), buffers_->make()});
      part(copy.to).come.push_back({copy, static_cast<int>(i), buffers_->make()});
    }
  }

  ~RanksExchange() override {
    for (const auto& traffic : parts_) {
      for (auto* messages : {&traffic->gone, &traffic->come}) {
        for (RowMessage& message : *messages) messages_.give_up(message.transfers, traffic);
      }
    }
  }

  [[nodiscard]] std::string_view method() const override {
    return kind_ == ExchangeKind::nccl ? "messages of NCCL"
           : has_mailboxes_            ? "copies between devices of a host, told by MPI"
                                       : buffers_->words();
  }
  void join_edges(bool are_joined) override { are_joined_ = are_joined; }

  void post(int index, const FieldMemory& memory) override {
    PartTraffic& own = part(index);
    own.memory = memory;
    if (kind_ == ExchangeKind::nccl) {
      if (!own.nccl) join_nccl(index, own);
      return;
    }
    if (kind_ == ExchangeKind::peer && !own.has_agreed) agree_on_mailboxes(own);
    for (RowMessage& message : own.gone) {
      if (!is_made(message.copy)) continue;
      message.buffer->pack(memory, stretches_of(message.copy, memory, true));
    }
    for (RowMessage& message : own.come) {
      if (!is_made(message.copy)) continue;
      messages_.begin_receive(rank(message.copy.from), tag_of(message),
                              bytes_of(message, own, false), message.transfers);
    }
    for (RowMessage& message : own.gone) {
      if (!is_made(message.copy)) continue;
      messages_.begin_send(rank(message.copy.to), tag_of(message), bytes_of(message, own, true),
                           message.transfers);
    }
  }

  void wait(int index, RoundClock& /*clock*/) override {
    PartTraffic& own = part(index);
    if (own.nccl) return pass_by_nccl(own);
    for (RowMessage& message : own.come) {
      if (!is_made(message.copy)) continue;
      messages_.finish(message.transfers);
      message.buffer->unpack(own.memory, stretches_of(message.copy, own.memory, false));
    }
    for (RowMessage& message : own.gone) messages_.finish(message.transfers);
  }

  /// The first part adds the numbers of all, and tells them the sum.
  double sum(int part, std::span<const double> own_rows) override {
    const auto count = static_cast<int>(layout_.parts.size());
    double sum = 0.0;
    if (part > 0) {
      messages_.send(0, tags_.tag(MessageKind::row_sums, part), packed_numbers(own_rows));
      const Bytes told = messages_.receive(0, tags_.tag(MessageKind::sum, part));
      std::memcpy(&sum, told.data(), sizeof sum);
      return sum;
    }
    for (const double row : own_rows) sum += row;
    for (int p = 1; p < count; ++p) {
      const Bytes rows = messages_.receive(rank(p), tags_.tag(MessageKind::row_sums, p));
      std::vector<double> numbers(rows.size() / sizeof(double));
      if (!rows.empty()) std::memcpy(numbers.data(), rows.data(), rows.size());
      for (const double row : numbers) sum += row;
    }
    for (int p = 1; p < count; ++p) {
      messages_.send(rank(p), tags_.tag(MessageKind::sum, p), packed_numbers(std::span(&sum, 1)));
    }
    return sum;
  }
  void abort() override {
    messages_.abort();
    const std::scoped_lock lock(nccl_mutex_);
    is_aborted_ = true;
    for (const auto& traffic : parts_) {
      if (traffic->nccl) traffic->nccl->abort();
    }
  }

 private:
  struct RowMessage {
    RowCopy copy;
    int index = 0;  ///< index into the layout's copies
    std::unique_ptr<RowBuffer> buffer;
    std::vector<core::Transfer> transfers = {};  ///< pieces of the message that are on their way
    bool is_mailbox = false;
    std::byte signal{};  ///< goes instead of the rows, which lie in the mailbox by then
  };
  struct PartTraffic {
    FieldMemory memory;
    std::vector<RowMessage> gone;
    std::vector<RowMessage> come;
    bool has_agreed = false;
    std::unique_ptr<core::NcclRank> nccl;  ///< null: rows do not go by NCCL, or none has gone yet
  };

  static Bytes packed_numbers(std::span<const double> numbers) {
    const auto bytes = std::as_bytes(numbers);
    return {bytes.begin(), bytes.end()};
  }
  static std::size_t floats_in(const Stretches& stretches) {
    std::size_t floats = 0;
    for (const std::span<float> rows : stretches) floats += rows.size();
    return floats;
  }
  [[nodiscard]] bool is_made(const RowCopy& copy) const {
    return are_joined_ || !copy.crosses_edges;
  }
  [[nodiscard]] PartTraffic& part(int index) { return *parts_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] int rank(int part) const { return ranks_of_parts_[static_cast<std::size_t>(part)]; }
  [[nodiscard]] int tag_of(const RowMessage& message, MessageKind kind = MessageKind::rows) const {
    return tags_.tag(kind, message.index);
  }
  [[nodiscard]] bool is_on_host(const RowCopy& copy) const {
    const std::vector<std::string>& hosts = messages_.ranks().hosts();
    return hosts[static_cast<std::size_t>(rank(copy.from))] ==
           hosts[static_cast<std::size_t>(rank(copy.to))];
  }
  /// Replaces the buffers of messages within a host by mailboxes where the sender reaches them.
  /// All parts do so before their first rows go.
  void agree_on_mailboxes(PartTraffic& own) {
    own.has_agreed = true;
    std::vector<Mailbox> made(own.come.size());
    for (std::size_t i = 0; i < own.come.size(); ++i) {
      const RowMessage& message = own.come[i];
      if (!is_on_host(message.copy)) continue;
      made[i] = buffers_->make_mailbox(own.memory, most_floats(own.memory));
      messages_.send(rank(message.copy.from), tag_of(message, MessageKind::offer), made[i].offer);
    }
    for (RowMessage& message : own.gone) {
      if (!is_on_host(message.copy)) continue;
      const Bytes offer =
          messages_.receive(rank(message.copy.to), tag_of(message, MessageKind::offer));
      auto mailbox = offer.empty() ? nullptr : buffers_->open_mailbox(own.memory, offer);
      messages_.send(rank(message.copy.to), tag_of(message, MessageKind::acceptance),
                     packed(mailbox != nullptr));
      use_mailbox(message, std::move(mailbox));
    }
    for (std::size_t i = 0; i < own.come.size(); ++i) {
      RowMessage& message = own.come[i];
      if (!is_on_host(message.copy)) continue;
      const Bytes answer =
          messages_.receive(rank(message.copy.from), tag_of(message, MessageKind::acceptance));
      const bool is_accepted = Unpacker(answer).next<bool>();
      use_mailbox(message, is_accepted ? std::move(made[i].buffer) : nullptr);
    }
  }
  void use_mailbox(RowMessage& message, std::unique_ptr<RowBuffer> mailbox) {
    if (!mailbox) return;
    message.buffer = std::move(mailbox);
    message.is_mailbox = true;
    has_mailboxes_ = true;
  }
  /// Joins NCCL's group of all parts, for which the first part makes the number. All parts do so
  /// before their first rows go.
  void join_nccl(int index, PartTraffic& own) {
    const auto count = static_cast<int>(layout_.parts.size());
    core::NcclId id{};
    if (index > 0) {
      const Bytes told = messages_.receive(rank(0), tags_.tag(MessageKind::offer, index));
      id = Unpacker(told).next<core::NcclId>();
    } else {
      id = core::new_nccl_id();
      for (int other = 1; other < count; ++other) {
        messages_.send(rank(other), tags_.tag(MessageKind::offer, other), packed(id));
      }
    }
    buffers_->select_device(own.memory);
    auto joined = std::make_unique<core::NcclRank>(id, count, index);
    const std::scoped_lock lock(nccl_mutex_);
    if (is_aborted_) throw core::Error("another part of the field has failed");
    own.nccl = std::move(joined);
  }
  void pass_by_nccl(const PartTraffic& own) const {
    std::vector<core::NcclRank::Message> passed;
    const auto add = [&](const RowCopy& copy, int other, bool is_received) {
      if (!is_made(copy)) return;
      for (const std::span<float> rows : stretches_of(copy, own.memory, !is_received)) {
        passed.push_back({other, rows.data(), rows.size(), own.memory.stream, is_received});
      }
    };
    for (const RowMessage& message : own.gone) add(message.copy, message.copy.to, false);
    for (const RowMessage& message : own.come) add(message.copy, message.copy.from, true);
    own.nccl->pass(passed);
  }
  /// Returns the floats of a message whose field absorbs on both sides.
  [[nodiscard]] std::size_t most_floats(const FieldMemory& memory) const {
    const auto halo = static_cast<std::size_t>(layout_.halo);
    return memory.planes.size() * halo * memory.stride +
           2 * halo * static_cast<std::size_t>(memory.components);
  }
  /// Returns the bytes of a message once its buffer is free or, of one that is sent, packed.
  [[nodiscard]] std::span<std::byte> bytes_of(RowMessage& message, const PartTraffic& own,
                                              bool is_sent) const {
    if (message.is_mailbox) {
      (void)message.buffer->take(own.memory, 0);
      return std::span(&message.signal, 1);
    }
    const std::size_t floats = floats_in(stretches_of(message.copy, own.memory, is_sent));
    return std::as_writable_bytes(message.buffer->take(own.memory, floats));
  }
  /// Returns the rows of a copy, plane after plane, then edge memory.
  [[nodiscard]] Stretches stretches_of(const RowCopy& copy, const FieldMemory& memory,
                                       bool is_source) const {
    const int first = is_source ? copy.from_row : copy.to_row;
    Stretches stretches = buffers_->rows_of(memory, first, layout_.halo, layout_.whole.width);
    if (memory.rim == nullptr) return stretches;
    for (const RimCopy& rows : rim_copies(layout_, copy, memory.components)) {
      stretches.emplace_back(memory.rim + (is_source ? rows.from : rows.to),
                             static_cast<std::size_t>(layout_.halo));
    }
    return stretches;
  }

  Layout layout_;
  std::vector<int> ranks_of_parts_;
  RankMessages messages_;
  FieldTags tags_;
  std::unique_ptr<RowBuffers> buffers_;
  ExchangeKind kind_;
  std::atomic<bool> has_mailboxes_{false};
  std::atomic<bool> are_joined_{true};
  std::vector<std::shared_ptr<PartTraffic>> parts_;
  std::mutex nccl_mutex_;  ///< guards that parts join NCCL's group, or that this is aborted
  bool is_aborted_ = false;
};

}  // namespace

std::unique_ptr<RowBuffers> make_host_buffers() { return std::make_unique<HostRowBuffers>(); }

std::shared_ptr<Exchange> make_ranks_exchange(const RankLayout& placed,
                                              std::shared_ptr<core::Ranks> ranks, FieldTags tags,
                                              ExchangeKind kind) {
  const bool on_devices = !placed.devices.empty();
  if (kind == ExchangeKind::nccl && !on_devices) {
    throw core::Error(
        "NCCL carries rows between GPUs, and this field is on CPUs; leave out --exchange");
  }
  if (kind == ExchangeKind::nccl) core::require_nccl();
  if (kind == ExchangeKind::automatic) {
    kind = on_devices ? ExchangeKind::peer : ExchangeKind::staged;
  }
  auto buffers = on_devices ? make_cuda_buffers(ranks->takes_device_memory()) : make_host_buffers();
  return std::make_shared<RanksExchange>(placed, std::move(ranks), tags, std::move(buffers), kind);
}

}  // namespace heatwave::field
