// At a Meeting the threads of neighbouring parts wait for each other.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/field/parts/parts_layout.h"

namespace heatwave::field {

/// Each part goes through rounds: it arrives, waits until those have arrived whose rows it copies,
/// leaves, and waits until those have left that copy its rows.
class Meeting : core::NonCopyable {
 public:
  explicit Meeting(const Layout& layout);

  void join_edges(bool are_joined) { are_joined_ = are_joined; }
  void arrive(int part);
  /// Returns the copies that the part makes, once the rows are there. Throws core::Error when a
  /// part has failed.
  std::vector<RowCopy> copies_to(int part);
  /// Returns the copies that others make of the part's rows.
  [[nodiscard]] std::vector<RowCopy> copies_from(int part) const;
  void leave(int part);
  /// Waits until the others have left that copy this part's rows. Throws core::Error when a part
  /// has failed.
  void wait_for_leaving(int part);

  double sum(int part, std::span<const double> own_rows);
  void abort();

 private:
  /// The number of rounds in which a part has arrived and left.
  struct Rounds {
    std::atomic<std::int64_t> arrived{0};
    std::atomic<std::int64_t> left{0};
  };

  [[nodiscard]] bool is_made(const RowCopy& copy) const {
    return are_joined_ || !copy.crosses_edges;
  }
  void wait_until(const std::atomic<std::int64_t>& count, std::int64_t goal) const;
  void check() const;

  std::vector<RowCopy> copies_;
  std::vector<Rounds> rounds_;
  bool are_joined_ = true;
  std::atomic<bool> has_failed_{false};

  std::mutex mutex_;
  std::condition_variable all_added_;
  std::vector<std::vector<double>> rows_;  ///< the numbers of each part
  std::size_t added_ = 0;                  ///< number of parts that have added theirs
  std::int64_t sums_ = 0;                  ///< number of finished sums
  double sum_ = 0.0;
};

}  // namespace heatwave::field
