// Who goes next: warps in lockstep, threads by themselves, by chance, or as a person chooses.
#pragma once

#include <cstdint>
#include <optional>
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

class Scheduler {
 public:
  explicit Scheduler(const Schedule& schedule);

  /// Those who could go next, each a thread or the threads of a warp that go together.
  [[nodiscard]] std::vector<Candidate> candidates(const std::vector<Runnable>& runnable) const;
  /// The one that does; none when the choices are used up.
  std::optional<std::size_t> choose(const std::vector<Candidate>& candidates,
                                    const std::vector<Runnable>& runnable, std::int64_t step);

 private:
  Schedule schedule_;
  std::size_t used_ = 0;  ///< choices, or random numbers
  std::vector<std::int64_t> warp_last_step_;
};

}  // namespace heatwave::stage
