// A schedule decides which threads run next: warps in lockstep, independent threads, a random
// thread or the user's choice.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage {

struct Schedule {
  enum class Kind : std::uint8_t {
    /// Before Volta: threads of a warp run together, the sides of a branch one after the other.
    lockstep,
    independent,  ///< since Volta: each side of a branch runs independently
    random,       ///< one thread at a time, at random
    chosen,       ///< one thread at a time, as chosen; the play stops at the last choice
  };
  Kind kind = Kind::lockstep;
  std::uint64_t seed = 1;
  std::vector<int> choices = {};  ///< each is an index into the candidates of its step
  friend bool operator==(const Schedule&, const Schedule&) = default;

  /// Parses "lockstep", "independent" or "random:7". Throws core::Error when the text is none of
  /// these.
  static Schedule from(const std::string& text);
  [[nodiscard]] std::string text() const;
};

/// The state of a thread that the scheduler needs.
struct Runnable {
  int thread = 0;  ///< index into Trace::threads
  int warp = 0;    ///< index in the launch, counted through its blocks
  int line = 0;
  int kind = 0;  ///< threads of one warp at one place with equal kinds can run together
  std::int64_t last_step = -1;
  /// How far it has come (KernelThread::position); its last number is its place in the code.
  std::span<const int> position = {};
};

/// The candidates for the next step: groups of one thread, or of threads of a warp that run
/// together. They are stored in one list, because they are built anew in every step.
class Groups {
 public:
  void add(const Runnable& thread) { threads_.push_back(thread); }
  void end_group() { ends_.push_back(threads_.size()); }

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::span<const Runnable> operator[](std::size_t group) const {
    const std::size_t begin = group == 0 ? 0 : ends_[group - 1];
    return std::span(threads_).subspan(begin, ends_[group] - begin);
  }
  /// Returns the threads of all groups.
  [[nodiscard]] const std::vector<Runnable>& threads() const { return threads_; }
  [[nodiscard]] std::vector<Candidate> as_candidates() const;

 private:
  std::vector<Runnable> threads_;
  std::vector<std::size_t> ends_;
};

class Scheduler {
 public:
  /// `goes_on`: after the last choice the first candidate always runs, and the play does not stop.
  explicit Scheduler(const Schedule& schedule, bool goes_on = false);

  /// Returns the candidates. The runnable threads are in the order of their warps.
  [[nodiscard]] Groups groups(std::span<const Runnable> runnable) const;
  /// Returns the index of the group that runs next; empty: there are no more choices.
  std::optional<std::size_t> choose(const Groups& groups, std::int64_t step);

 private:
  Schedule schedule_;
  bool goes_on_;
  std::size_t used_ = 0;  ///< choices or random numbers used so far
  std::vector<std::int64_t> warp_last_step_;
};

}  // namespace heatwave::stage
