// The choices of a random play are replayed. A shorter list of choices, after which the threads run
// one after the other, is kept if the play still fails.
#include "kernels/stage/schedule_search.h"

#include <algorithm>
#include <utility>

#include "kernels/core/random.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage {
namespace {

constexpr int kSeeds = kRandomSchedules / 2;      // for each kind of random schedules
constexpr int kMostPlays = 2 * kRandomSchedules;  // the whole search takes at most this many

/// Returns choices by which one thread runs for some steps, and then another one, mostly for more.
/// Mistakes that need a thread to stand still while another does all its work are rare where each
/// step chooses anew.
std::vector<int> two_runs(std::uint64_t seed, std::size_t threads) {
  constexpr std::uint64_t kFew = 8;
  constexpr std::uint64_t kMany = 64;
  std::uint64_t drawn = 0;
  const auto draw = [&](std::uint64_t below) { return core::splitmix64(seed, drawn++) % below; };
  if (threads < 2) return {};
  const std::uint64_t first = draw(threads);
  const std::uint64_t second = (first + 1 + draw(threads - 1)) % threads;
  std::vector<int> choices(1 + draw(draw(2) == 0 ? kFew : kMany), static_cast<int>(first));
  choices.insert(choices.end(), 1 + draw(kMany), static_cast<int>(second));
  return choices;
}

class Search {
 public:
  Search(const Lesson& lesson, PlaySettings settings, const Watch& watch)
      : lesson_(lesson), settings_(std::move(settings)), watch_(watch) {}

  std::optional<FailingSchedule> run() {
    reference_ = played(std::vector<int>{});
    const bool fails_alone =
        std::any_of(reference_.faults.begin(), reference_.faults.end(),
                    [](const Fault& fault) { return fault.kind != FaultKind::race; });
    if (fails_alone) {
      reference_ = played({.kind = Schedule::Kind::lockstep});
      compared_with_ = " in lockstep";
    }
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      const Trace trace = played({.kind = Schedule::Kind::random, .seed = seed});
      if (!failure_of(trace).empty()) return shortened(choices_of(trace));
      const Trace runs = played(two_runs(seed, reference_.threads.size()));
      if (!failure_of(runs).empty()) return shortened(choices_of(runs));
    }
    for (const Schedule::Kind kind : {Schedule::Kind::lockstep, Schedule::Kind::independent}) {
      const Trace trace = played({.kind = kind});
      const std::string what = failure_of(trace);
      if (what.empty()) continue;
      return FailingSchedule{.schedule = {.kind = kind},
                             .what = what,
                             .steps = static_cast<int>(trace.steps.size()),
                             .plays = plays_};
    }
    return std::nullopt;
  }

 private:
  Trace played(const Schedule& schedule) {
    ++plays_;
    settings_.schedule = schedule;
    return play(lesson_, settings_, watch_, true, Rules{}.most_steps, pages_);
  }
  Trace played(std::vector<int> choices) {
    return played({.kind = Schedule::Kind::chosen, .choices = std::move(choices)});
  }

  static std::vector<int> choices_of(const Trace& trace) {
    std::vector<int> choices;
    for (const Step& step : trace.steps) {
      if (step.choice >= 0) choices.push_back(step.choice);
    }
    return choices;
  }

  /// Returns what went wrong; empty: nothing.
  [[nodiscard]] std::string failure_of(const Trace& trace) const {
    for (const Fault& fault : trace.faults) {
      const bool known =
          std::any_of(reference_.faults.begin(), reference_.faults.end(), [&](const Fault& other) {
            return other.kind == fault.kind && other.lines == fault.lines;
          });
      if (fault.kind == FaultKind::race || known) continue;
      return fault.text.substr(0, fault.text.find_last_not_of('.') + 1);
    }
    const State end = trace.at(static_cast<int>(trace.steps.size()));
    const State expected = reference_.at(static_cast<int>(reference_.steps.size()));
    for (std::size_t array = 0; array < trace.arrays.size(); ++array) {
      const bool compared = array < reference_.arrays.size() &&
                            trace.arrays[array].space != Space::shared &&
                            !trace.arrays[array].may_vary &&
                            end.arrays[array].size() == expected.arrays[array].size();
      if (!compared) continue;
      for (std::size_t i = 0; i < end.arrays[array].size(); ++i) {
        const CellState& cell = end.arrays[array][i];
        const CellState& other = expected.arrays[array][i];
        if (cell.value == other.value && cell.written == other.written) continue;
        return words::cell(trace, static_cast<int>(array), static_cast<std::int64_t>(i)) + " is " +
               words::number(cell.value) + " at the end, and " + words::number(other.value) +
               compared_with_;
      }
    }
    return {};
  }

  bool fails(const std::vector<int>& choices) {
    return plays_ < kMostPlays && !failure_of(played(choices)).empty();
  }

  FailingSchedule shortened(std::vector<int> choices) {
    // The shortest begin that still fails; it doubles first, since most failures come early.
    std::size_t length = 0;
    while (length < choices.size() && plays_ < kMostPlays) {
      if (fails({choices.begin(), choices.begin() + static_cast<std::ptrdiff_t>(length)})) break;
      length += 1 + length / 16;
    }
    choices.resize(std::min(length, choices.size()));
    // Fewer changes of the thread: the first candidate runs on instead, or a choice is left out.
    bool shorter = true;
    while (shorter) {
      shorter = false;
      for (std::size_t i = choices.size(); i-- > 0;) {
        std::vector<int> without = choices;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        if (fails(without)) {
          choices = std::move(without);
          shorter = true;
          continue;
        }
        if (choices[i] == 0) continue;
        std::vector<int> first = choices;
        first[i] = 0;
        if (fails(first)) {
          choices = std::move(first);
          shorter = true;
        }
      }
    }
    const Trace trace = played(choices);
    const auto decisive = static_cast<int>(choices.size());
    return {.schedule = {.kind = Schedule::Kind::chosen, .choices = choices_of(trace)},
            .decisive = decisive,
            .what = failure_of(trace),
            .steps = static_cast<int>(trace.steps.size()),
            .plays = plays_};
  }

  const Lesson& lesson_;
  PlaySettings settings_;
  const Watch& watch_;
  Trace reference_;  ///< one thread after the other, or lockstep
  std::string compared_with_ = " when one thread runs after the other";
  int plays_ = 0;
  std::shared_ptr<PlayMemory> pages_ = std::make_shared<PlayMemory>();
};

}  // namespace

std::optional<FailingSchedule> find_failing_schedule(const Lesson& lesson,
                                                     const PlaySettings& settings,
                                                     const Watch& watch) {
  return Search(lesson, settings, watch).run();
}

}  // namespace heatwave::stage
