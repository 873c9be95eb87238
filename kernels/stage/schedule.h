// Who goes next: warps in lockstep, threads by themselves, by chance, or as a person chooses.
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
    lockstep,     ///< before Volta: a warp's threads go together; sides of a branch one after the
                  ///< other
    independent,  ///< since Volta: each side of a branch goes on by itself
    random,       ///< one thread at a time, by chance
    chosen,       ///< one thread at a time, as chosen; the play stops where the choices end
  };
  Kind kind = Kind::lockstep;
  std::uint64_t seed = 1;
  std::vector<int> choices = {};  ///< each an index into the candidates of its step
  friend bool operator==(const Schedule&, const Schedule&) = default;

  /// "lockstep", "independent", "random:7". Throws core::Error.
  static Schedule from(const std::string& text);
  [[nodiscard]] std::string text() const;
};

/// What the scheduler sees of a thread.
struct Runnable {
  int thread = 0;  ///< of the whole trace
  int warp = 0;    ///< of the launch, counted through its blocks
  int line = 0;
  int kind = 0;  ///< threads of one kind at one line ask for the same: they can go together
  std::int64_t last_step = -1;
};

/// Those who could go next: groups of one thread, or of threads of a warp that go together. They
/// lie one behind the other, because there are new ones in every step.
class Groups {
 public:
  void add(const Runnable& thread) { threads_.push_back(thread); }
  void end_group() { ends_.push_back(threads_.size()); }

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::span<const Runnable> operator[](std::size_t group) const {
    const std::size_t begin = group == 0 ? 0 : ends_[group - 1];
    return std::span(threads_).subspan(begin, ends_[group] - begin);
  }
  /// Of all groups.
  [[nodiscard]] const std::vector<Runnable>& threads() const { return threads_; }
  [[nodiscard]] std::vector<Candidate> as_candidates() const;

 private:
  std::vector<Runnable> threads_;
  std::vector<std::size_t> ends_;
};

class Scheduler {
 public:
  explicit Scheduler(const Schedule& schedule);

  [[nodiscard]] Groups groups(std::vector<Runnable> runnable) const;
  /// The group that goes next; none when the choices are used up.
  std::optional<std::size_t> choose(const Groups& groups, std::int64_t step);

 private:
  Schedule schedule_;
  std::size_t used_ = 0;  ///< choices, or random numbers
  std::vector<std::int64_t> warp_last_step_;
};

}  // namespace heatwave::stage
