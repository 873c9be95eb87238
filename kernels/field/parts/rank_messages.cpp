// A waiting thread polls, ever less often: a twentieth of the time that it has waited passes
// between two looks, so that other processes get the processor.
#include "kernels/field/parts/rank_messages.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <thread>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/steady_time.h"

namespace heatwave::field {
namespace {

/// Pauses between two looks.
class Pauses {
 public:
  explicit Pauses(Patience patience) : patience_(patience) {}

  void pause() const {
    using std::chrono::microseconds;
    constexpr int kShare = 20;
    const auto waited = std::chrono::duration_cast<microseconds>(core::SteadyClock::now() - start_);
    if (waited < patience_.busy) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::min(patience_.longest, waited / kShare));
    }
  }

 private:
  Patience patience_;
  core::SteadyClock::time_point start_ = core::SteadyClock::now();
};

/// Calls `move(piece)` for pieces that are small enough for a message.
template <typename Byte, typename Move>
void in_pieces(std::span<Byte> bytes, Move move) {
  while (!bytes.empty()) {
    const std::size_t size = std::min(bytes.size(), core::kLargestMessage);
    move(bytes.first(size));
    bytes = bytes.subspan(size);
  }
}

}  // namespace

int FieldTags::tag(MessageKind kind, int index) const {
  constexpr int kKinds = 7;
  constexpr int kFirst = 16;
  static_assert(kFirst + core::Ranks::kSlots * kKinds * kMostIndices <= core::kLargestTag);
  return kFirst + (slot * kKinds + static_cast<int>(kind)) * kMostIndices + index;
}

void RankMessages::wait_until(const std::function<bool()>& holds) const {
  const Pauses pauses(patience_);
  while (!holds()) {
    if (has_failed_) throw core::Error("another part of the field has failed");
    if (ranks_->is_over()) throw core::Error("the work is over");
    pauses.pause();
  }
}

bool RankMessages::wait_for(int from, int tag) {
  const Pauses pauses(patience_);
  while (!ranks_->has_message(from, tag)) {
    if (has_failed_) throw core::Error("a part of the field has failed");
    if (ranks_->is_over()) return false;
    pauses.pause();
  }
  return true;
}

void RankMessages::begin_send(int to, int tag, std::span<const std::byte> bytes,
                              std::vector<core::Transfer>& transfers) {
  in_pieces(bytes, [&](auto piece) { transfers.push_back(ranks_->send(to, tag, piece)); });
}

void RankMessages::begin_receive(int from, int tag, std::span<std::byte> bytes,
                                 std::vector<core::Transfer>& transfers) {
  in_pieces(bytes, [&](auto piece) { transfers.push_back(ranks_->receive(from, tag, piece)); });
}

void RankMessages::finish(std::vector<core::Transfer>& transfers) {
  for (core::Transfer& transfer : transfers) {
    wait_until([&] { return ranks_->has_finished(transfer); });
  }
  transfers.clear();
}

void RankMessages::give_up(std::vector<core::Transfer>& transfers,
                           const std::shared_ptr<const void>& bytes) {
  bool are_free = true;
  for (core::Transfer& transfer : transfers) are_free = ranks_->give_up(transfer) && are_free;
  transfers.clear();
  if (!are_free) ranks_->keep(bytes);
}

/// Transfers one message, its size before it. The destructor gives up what has not finished.
class RankMessages::PendingMessage : core::NonCopyable {
 public:
  explicit PendingMessage(RankMessages& messages, Bytes bytes = {})
      : messages_(messages), body_(std::make_shared<Body>(Body{bytes.size(), std::move(bytes)})) {}
  ~PendingMessage() { messages_.give_up(transfers_, body_); }

  void send(int to, int tag) {
    messages_.begin_send(to, tag, std::as_bytes(std::span(&body_->size, 1)), transfers_);
    messages_.begin_send(to, tag, body_->bytes, transfers_);
    messages_.finish(transfers_);
  }
  Bytes receive(int from, int tag) {
    messages_.begin_receive(from, tag, std::as_writable_bytes(std::span(&body_->size, 1)),
                            transfers_);
    messages_.finish(transfers_);
    body_->bytes.resize(body_->size);
    messages_.begin_receive(from, tag, body_->bytes, transfers_);
    messages_.finish(transfers_);
    return std::move(body_->bytes);
  }

 private:
  struct Body {
    std::uint64_t size = 0;
    Bytes bytes;
  };

  RankMessages& messages_;
  std::shared_ptr<Body> body_;
  std::vector<core::Transfer> transfers_;
};

void RankMessages::send(int to, int tag, Bytes bytes) {
  PendingMessage(*this, std::move(bytes)).send(to, tag);
}

Bytes RankMessages::receive(int from, int tag) { return PendingMessage(*this).receive(from, tag); }

}  // namespace heatwave::field
