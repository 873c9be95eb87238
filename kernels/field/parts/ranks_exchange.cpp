// A part sends its rows and goes on when its neighbours' have come. Meanwhile the other parts of
// its process may compute, so that their work hides the way of the messages.
#include "kernels/field/parts/ranks_exchange.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/field/parts/cpu_parts.h"

namespace heatwave::field {
namespace {

class RanksExchange final : public Exchange {
 public:
  RanksExchange(const Layout& layout, std::shared_ptr<core::Ranks> ranks, FieldTags tags)
      : layout_(layout), messages_(std::move(ranks)), tags_(tags), parts_(layout.parts.size()) {
    for (auto& part : parts_) part = std::make_shared<PartTraffic>();
    for (std::size_t i = 0; i < layout.copies.size(); ++i) {
      const RowCopy& copy = layout.copies[i];
      const auto index = static_cast<int>(i);
      parts_[static_cast<std::size_t>(copy.from)]->gone.push_back({copy, index, {}});
      parts_[static_cast<std::size_t>(copy.to)]->come.push_back({copy, index, {}});
    }
  }

  ~RanksExchange() override {
    for (const auto& part : parts_) messages_.give_up(part->transfers, part);
  }

  [[nodiscard]] std::string_view method() const override { return "messages of MPI"; }
  void join_edges(bool are_joined) override { are_joined_ = are_joined; }

  void post(int part, const FieldMemory& memory) override {
    PartTraffic& own = *parts_[static_cast<std::size_t>(part)];
    own.memory = memory;
    for (RowMessage& message : own.come) {
      if (!is_made(message.copy)) continue;
      message.floats.resize(size_of(memory));
      messages_.begin_receive(process(message.copy.from), tag_of(message),
                              std::as_writable_bytes(std::span(message.floats)), own.transfers);
    }
    for (RowMessage& message : own.gone) {
      if (!is_made(message.copy)) continue;
      message.floats.resize(size_of(memory));
      float* to = message.floats.data();
      for_stretches(message.copy, memory, message.copy.from_row, true,
                    [&](float* rows, std::size_t count) { to = std::copy_n(rows, count, to); });
      messages_.begin_send(process(message.copy.to), tag_of(message),
                           std::as_bytes(std::span(message.floats)), own.transfers);
    }
  }

  void wait(int part) override {
    PartTraffic& own = *parts_[static_cast<std::size_t>(part)];
    messages_.finish(own.transfers);
    for (const RowMessage& message : own.come) {
      if (!is_made(message.copy)) continue;
      const float* from = message.floats.data();
      for_stretches(message.copy, own.memory, message.copy.to_row, false,
                    [&](float* rows, std::size_t count) {
                      std::copy_n(from, count, rows);
                      from += count;
                    });
    }
  }

  /// The first part adds the numbers of all, and tells them the sum.
  double sum(int part, std::span<const double> own_rows) override {
    const auto count = static_cast<int>(layout_.parts.size());
    double sum = 0.0;
    if (part > 0) {
      messages_.send(0, tags_.tag(MessageKind::row_sums, part), bytes_of(own_rows));
      const Bytes told = messages_.receive(0, tags_.tag(MessageKind::sum, part));
      std::memcpy(&sum, told.data(), sizeof sum);
      return sum;
    }
    for (const double row : own_rows) sum += row;
    for (int p = 1; p < count; ++p) {
      const Bytes rows = messages_.receive(process(p), tags_.tag(MessageKind::row_sums, p));
      std::vector<double> numbers(rows.size() / sizeof(double));
      if (!rows.empty()) std::memcpy(numbers.data(), rows.data(), rows.size());
      for (const double row : numbers) sum += row;
    }
    for (int p = 1; p < count; ++p) {
      messages_.send(process(p), tags_.tag(MessageKind::sum, p), bytes_of(std::span(&sum, 1)));
    }
    return sum;
  }
  void abort() override { messages_.abort(); }

 private:
  struct RowMessage {
    RowCopy copy;
    int index = 0;  ///< index into the layout's copies
    std::vector<float> floats;
  };
  struct PartTraffic {
    FieldMemory memory;
    std::vector<RowMessage> gone;
    std::vector<RowMessage> come;
    std::vector<core::Transfer> transfers;  ///< messages that are on their way
  };

  static Bytes bytes_of(std::span<const double> numbers) {
    const auto bytes = std::as_bytes(numbers);
    return {bytes.begin(), bytes.end()};
  }
  [[nodiscard]] bool is_made(const RowCopy& copy) const {
    return are_joined_ || !copy.crosses_edges;
  }
  [[nodiscard]] int process(int part) const {
    return process_of(layout_, part, messages_.ranks().size());
  }
  [[nodiscard]] int tag_of(const RowMessage& message) const {
    return tags_.tag(MessageKind::rows, message.index);
  }
  [[nodiscard]] std::size_t row_floats(const FieldMemory& memory) const {
    const int floats = layout_.whole.width + 2 * memory.padding;
    return static_cast<std::size_t>(floats);
  }
  [[nodiscard]] std::size_t size_of(const FieldMemory& memory) const {
    const auto halo = static_cast<std::size_t>(layout_.halo);
    const std::size_t rim =
        memory.rim == nullptr ? 0 : 2 * halo * static_cast<std::size_t>(memory.components);
    return memory.planes.size() * halo * row_floats(memory) + rim;
  }
  /// Calls `work(floats, count)` for the rows of a copy, plane after plane, then edge memory.
  template <typename Work>
  void for_stretches(const RowCopy& copy, const FieldMemory& memory, int first, bool is_source,
                     Work work) const {
    for (float* plane : memory.planes) {
      for (int y = first; y < first + layout_.halo; ++y) {
        work(plane + static_cast<std::size_t>(y) * memory.stride - memory.padding,
             row_floats(memory));
      }
    }
    if (memory.rim == nullptr) return;
    for (const RimCopy& rows : rim_copies(layout_, copy, memory.components)) {
      work(memory.rim + (is_source ? rows.from : rows.to), static_cast<std::size_t>(layout_.halo));
    }
  }

  Layout layout_;
  RankMessages messages_;
  FieldTags tags_;
  std::atomic<bool> are_joined_{true};
  std::vector<std::shared_ptr<PartTraffic>> parts_;
};

}  // namespace

std::shared_ptr<Exchange> make_ranks_exchange(const Layout& layout,
                                              std::shared_ptr<core::Ranks> ranks, FieldTags tags) {
  return std::make_shared<RanksExchange>(layout, std::move(ranks), tags);
}

}  // namespace heatwave::field
