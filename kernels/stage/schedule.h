// A schedule decides which threads run next: warps in lockstep, independent threads, a random
// thread or the user's choice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/error.h"
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

/// Thrown when a choice is not among the candidates of its step.
class MissingChoice : public core::Error {
 public:
  explicit MissingChoice(std::size_t before)
      : Error("choice " + std::to_string(before + 1) + " is not among the candidates"),
        before_(before) {}
  /// Returns how many choices were made before it.
  [[nodiscard]] std::size_t before() const { return before_; }

 private:
  std::size_t before_;
};

/// The state of a thread that the scheduler needs.
struct Runnable {
  int thread = 0;  ///< index into Trace::threads
  int warp = 0;    ///< index in the launch, counted through its blocks
  int line = 0;
  int kind = 0;  ///< threads of one warp at one place with equal kinds can run together
  std::int64_t last_step = -1;
  bool polls = false;  ///< it has polled memory in vain
  /// How far it has come (KernelThread::position); its last number is its place in the code.
  std::span<const int> position = {};
};

/// The candidates for the next step: groups of one thread, or of threads of a warp that run
/// together. They are kept from step to step, and only the warps that changed get new ones.
class Groups {
 public:
  explicit Groups(int warps) : warps_(static_cast<std::size_t>(warps)) {}

  /// Drops the candidates of a warp; all that is added from now on belongs to it.
  void begin_warp(int warp);
  void add(const Runnable& thread) {
    open_->threads.push_back(thread);
    oldest_step_ = std::min(oldest_step_, thread.last_step);
  }
  /// Adds all these threads as the warp's only group, and exchanges the list for one that is free.
  void take_group(std::vector<Runnable>& threads);
  void end_group();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const Runnable> operator[](std::size_t group) const;
  /// Calls `visit` with the threads of each group, in order, and the step in which the first of
  /// them acted last, until it returns false. Returns whether it never did.
  template <typename Visit>
  bool for_each(const Visit& visit) const {
    for (const Warp& warp : warps_) {
      for (std::size_t i = 0; i < warp.groups.size(); ++i) {
        if (!visit(warp.threads_of(i), warp.groups[i].oldest_step)) return false;
      }
    }
    return true;
  }
  [[nodiscard]] std::vector<Candidate> as_candidates() const;

 private:
  struct Group {
    std::size_t end = 0;           ///< index after its last thread
    std::int64_t oldest_step = 0;  ///< the least of its threads' last steps
  };
  struct Warp {
    std::vector<Runnable> threads;
    std::vector<Group> groups;
    [[nodiscard]] std::span<const Runnable> threads_of(std::size_t group) const {
      const std::size_t begin = group == 0 ? 0 : groups[group - 1].end;
      return std::span(threads).subspan(begin, groups[group].end - begin);
    }
  };
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  std::vector<Warp> warps_;
  Warp* open_ = nullptr;
  std::int64_t oldest_step_ = kNever;  ///< the least last step of the open group
  std::size_t size_ = 0;
};

class Scheduler {
 public:
  /// `goes_on`: a choice beyond the candidates takes the last of them, and after the last choice
  /// the play does not stop: the first candidate runs that does not poll in vain, or, if all do,
  /// the one that has waited longest.
  explicit Scheduler(const Schedule& schedule, bool goes_on = false);

  /// Divides the threads of a warp that can take a step into groups.
  /// The list may become another one of any content.
  void divide(std::vector<Runnable>& runnable, int warp, Groups& groups) const;
  /// Returns the index of the group that runs next; empty: there are no more choices.
  std::optional<std::size_t> choose(const Groups& groups, std::int64_t step);

 private:
  Schedule schedule_;
  bool goes_on_;
  std::size_t used_ = 0;  ///< choices or random numbers used so far
  std::vector<std::int64_t> warp_last_step_;
};

}  // namespace heatwave::stage
