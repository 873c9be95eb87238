// Waiting threads poll for a while, then sleep. A failed part lets all counters jump ahead, so that
// no thread waits for it.
#include "kernels/field/parts/meeting.h"

#include "kernels/core/atomic_wait.h"
#include "kernels/core/error.h"
#include "kernels/core/thread_team.h"

namespace heatwave::field {
namespace {

constexpr std::int64_t kNever = std::int64_t{1} << 60U;

}  // namespace

Meeting::Meeting(const Layout& layout)
    : copies_(layout.copies), rounds_(layout.parts.size()), rows_(layout.parts.size()) {}

void Meeting::check() const {
  if (has_failed_) throw core::Error("another part of the field has failed");
}

void Meeting::wait_until(const std::atomic<std::int64_t>& count, std::int64_t goal) const {
  for (std::int64_t now = count.load(std::memory_order_acquire); now < goal;
       now = count.load(std::memory_order_acquire)) {
    core::wait_while(count, now);
  }
  check();
}

void Meeting::arrive(int part) {
  check();
  std::atomic<std::int64_t>& arrived = rounds_[static_cast<std::size_t>(part)].arrived;
  arrived.fetch_add(1, std::memory_order_acq_rel);
  core::notify_all(arrived);
}

std::vector<RowCopy> Meeting::copies_to(int part) {
  const std::int64_t round =
      rounds_[static_cast<std::size_t>(part)].arrived.load(std::memory_order_acquire);
  std::vector<RowCopy> copies;
  for (const RowCopy& copy : copies_) {
    if (copy.to != part || !is_made(copy)) continue;
    wait_until(rounds_[static_cast<std::size_t>(copy.from)].arrived, round);
    copies.push_back(copy);
  }
  return copies;
}

std::vector<RowCopy> Meeting::copies_from(int part) const {
  std::vector<RowCopy> copies;
  for (const RowCopy& copy : copies_) {
    if (copy.from == part && is_made(copy)) copies.push_back(copy);
  }
  return copies;
}

void Meeting::leave(int part) {
  std::atomic<std::int64_t>& left = rounds_[static_cast<std::size_t>(part)].left;
  left.fetch_add(1, std::memory_order_acq_rel);
  core::notify_all(left);
}

void Meeting::wait_for_leaving(int part) {
  const std::int64_t round =
      rounds_[static_cast<std::size_t>(part)].left.load(std::memory_order_acquire);
  for (const RowCopy& copy : copies_) {
    if (copy.from != part || !is_made(copy)) continue;
    wait_until(rounds_[static_cast<std::size_t>(copy.to)].left, round);
  }
}

double Meeting::sum(int part, std::span<const double> own_rows) {
  std::unique_lock lock(mutex_);
  rows_[static_cast<std::size_t>(part)].assign(own_rows.begin(), own_rows.end());
  const std::int64_t before = sums_;
  if (++added_ == rows_.size()) {
    added_ = 0;
    sum_ = 0.0;
    for (const std::vector<double>& rows : rows_) {
      for (const double row : rows) sum_ += row;
    }
    ++sums_;
    all_added_.notify_all();
  }
  all_added_.wait(lock, [&] { return sums_ != before || has_failed_; });
  check();
  return sum_;
}

void Meeting::abort() {
  {
    const std::scoped_lock lock(mutex_);
    has_failed_ = true;
  }
  all_added_.notify_all();
  for (Rounds& rounds : rounds_) {
    rounds.arrived.fetch_add(kNever);
    rounds.left.fetch_add(kNever);
    core::notify_all(rounds.arrived);
    core::notify_all(rounds.left);
  }
}

}  // namespace heatwave::field
