// Ranks that are threads of one process, so that parts in several processes can be tested without
// MPI, and under sanitizers.
#pragma once

#include <atomic>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "kernels/core/ranks.h"
#include "kernels/field/parts/rank_messages.h"
#include "kernels/field/parts/serve_parts.h"

namespace heatwave::field::testing {

/// The messages between all ranks.
struct RankMail {
  using Line = std::tuple<int, int, int>;  ///< from, to, tag

  std::mutex mutex;
  std::map<Line, std::deque<std::vector<std::byte>>> sent;
  std::atomic<bool> is_over{false};
  std::atomic<int> awaited{0};  ///< number of receives that have neither finished nor been given up
  std::atomic<int> poor_rank{-1};  ///< this rank has no memory to send rows of the first field
};

class MemoryRank : public core::Ranks {
 public:
  /// `a_host`: the number of ranks on each host.
  MemoryRank(std::shared_ptr<RankMail> mail, int rank, int size, int a_host = 1)
      : mail_(std::move(mail)), rank_(rank) {
    for (int r = 0; r < size; ++r) hosts_.push_back("host-" + std::to_string(r / a_host));
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return static_cast<int>(hosts_.size()); }
  [[nodiscard]] const std::vector<std::string>& hosts() const override { return hosts_; }
  [[nodiscard]] int processors() const override { return 3; }
  core::Transfer send(int to, int tag, std::span<const std::byte> bytes) override {
    const int first = FieldTags{}.tag(MessageKind::rows, 0);
    if (rank_ == mail_->poor_rank && tag >= first && tag < first + FieldTags::kMostIndices) {
      throw std::bad_alloc();
    }
    const std::scoped_lock lock(mail_->mutex);
    mail_->sent[{rank_, to, tag}].emplace_back(bytes.begin(), bytes.end());
    return {};
  }
  core::Transfer receive(int from, int tag, std::span<std::byte> bytes) override {
    const std::scoped_lock lock(mail_->mutex);
    ++mail_->awaited;
    awaited_.push_back({{from, rank_, tag}, bytes});
    return {.request = awaited_.size() - 1, .is_pending = true};
  }
  bool has_finished(core::Transfer& transfer) override {
    if (!transfer.is_pending) return true;
    const std::scoped_lock lock(mail_->mutex);
    const auto& [line, bytes] = awaited_.at(transfer.request);
    auto& messages = mail_->sent[line];
    if (messages.empty()) return false;
    // MPI ends the program when a message is longer than its place.
    if (messages.front().size() != bytes.size())
      throw std::logic_error("a message of another size");
    if (!bytes.empty()) std::memcpy(bytes.data(), messages.front().data(), bytes.size());
    messages.pop_front();
    --mail_->awaited;
    transfer.is_pending = false;
    return true;
  }
  bool give_up(core::Transfer& transfer) override {
    if (transfer.is_pending) --mail_->awaited;
    transfer.is_pending = false;
    return true;
  }
  bool has_message(int from, int tag) override {
    const std::scoped_lock lock(mail_->mutex);
    return !mail_->sent[{from, rank_, tag}].empty();
  }
  [[nodiscard]] bool is_over() const override { return mail_->is_over; }
  void end_work() override { mail_->is_over = true; }

 private:
  std::shared_ptr<RankMail> mail_;
  int rank_;
  std::vector<std::string> hosts_;
  std::deque<std::pair<RankMail::Line, std::span<std::byte>>> awaited_;
};

/// Rank 0 belongs to the test; the others serve it on threads of their own.
class ServedRanks : core::NonCopyable {
 public:
  explicit ServedRanks(int size, int a_host = 1) : mail_(std::make_shared<RankMail>()) {
    first_ = std::make_shared<MemoryRank>(mail_, 0, size, a_host);
    for (int r = 1; r < size; ++r) {
      threads_.emplace_back(
          [rank = std::make_shared<MemoryRank>(mail_, r, size, a_host)] { serve_parts(rank); });
    }
  }
  ~ServedRanks() { first_->end_work(); }

  [[nodiscard]] const std::shared_ptr<core::Ranks>& first() const { return first_; }
  [[nodiscard]] const std::shared_ptr<RankMail>& mail() const { return mail_; }

 private:
  std::shared_ptr<RankMail> mail_;
  std::shared_ptr<core::Ranks> first_;
  std::vector<std::jthread> threads_;
};

}  // namespace heatwave::field::testing
