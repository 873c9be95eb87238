// Messages of any size between the parts of a field that lie in several processes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kernels/core/ranks.h"

namespace heatwave::field {

using Bytes = std::vector<std::byte>;

/// The kinds of messages, each with a tag for each part.
enum class MessageKind : std::uint8_t { command, answer, rows, row_sums, sum, offer, acceptance };

/// The tags of one field: fields may be made while others are still being freed.
struct FieldTags {
  int slot = 0;  ///< see core::Ranks::take_slot()

  static constexpr int kMostIndices = 2048;
  [[nodiscard]] int tag(MessageKind kind, int index) const;
};
/// Rank 0 owns a slot for each field. It outlives the parts in other processes.
class FieldSlot : core::NonCopyable {
 public:
  explicit FieldSlot(std::shared_ptr<core::Ranks> ranks)
      : ranks_(std::move(ranks)), tags_{.slot = ranks_->take_slot()} {}
  ~FieldSlot() { ranks_->give_back(tags_.slot); }

  [[nodiscard]] FieldTags tags() const { return tags_; }

 private:
  std::shared_ptr<core::Ranks> ranks_;
  FieldTags tags_;
};

/// Requests to processes, for their devices or for new fields, and the answers.
inline constexpr int kRequestTag = 0;
inline constexpr int kRequestAnswerTag = 1;

/// How a thread waits for messages.
struct Patience {
  std::chrono::microseconds busy{20};       ///< it keeps its processor for this long
  std::chrono::microseconds longest{1000};  ///< then it sleeps, at most this long at a time
};
/// A device that waits for rows costs more than the processor that feeds it.
inline constexpr Patience kForRowsOfDevices{.busy = std::chrono::milliseconds(20),
                                            .longest = std::chrono::microseconds(50)};
inline constexpr Patience kForCallsOfDevices{.longest = std::chrono::microseconds(50)};

/// Calls from several threads may wait at once.
class RankMessages : core::NonCopyable {
 public:
  explicit RankMessages(std::shared_ptr<core::Ranks> ranks, Patience patience = {})
      : ranks_(std::move(ranks)), patience_(patience) {}

  [[nodiscard]] core::Ranks& ranks() const { return *ranks_; }
  /// Sends a message and waits until it has gone.
  void send(int to, int tag, Bytes bytes);
  /// Waits for a message that send() sends.
  Bytes receive(int from, int tag);
  /// Begins to send or to receive a message whose size both sides know.
  void begin_send(int to, int tag, std::span<const std::byte> bytes,
                  std::vector<core::Transfer>& transfers);
  void begin_receive(int from, int tag, std::span<std::byte> bytes,
                     std::vector<core::Transfer>& transfers);
  /// Waits until all have finished, and forgets them.
  void finish(std::vector<core::Transfer>& transfers);
  /// Forgets them before they have finished. Their bytes may stay in use until MPI has ended.
  void give_up(std::vector<core::Transfer>& transfers, const std::shared_ptr<const void>& bytes);
  /// Waits until a message has come. Returns false when rank 0 has ended the work. Throws
  /// core::Error when a part has failed.
  bool wait_for(int from, int tag);
  /// Makes all calls throw that wait, because a part has failed.
  void abort() { has_failed_ = true; }

 private:
  class PendingMessage;

  /// Throws core::Error when a part has failed, or rank 0 has ended the work.
  void wait_until(const std::function<bool()>& holds) const;

  std::shared_ptr<core::Ranks> ranks_;
  Patience patience_;
  std::atomic<bool> has_failed_{false};
};

}  // namespace heatwave::field
