// The four ways to choose; all of them give the same play again from the same schedule.
#include "kernels/stage/schedule.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "kernels/core/error.h"
#include "kernels/core/random.h"

namespace heatwave::stage {
namespace {

std::vector<Candidate> singles(const std::vector<Runnable>& runnable) {
  std::vector<Candidate> all;
  for (const Runnable& each : runnable) all.push_back({{each.thread}, each.line});
  return all;
}

/// The threads of each warp that are at one place and want the same.
std::vector<Candidate> groups(const std::vector<Runnable>& runnable) {
  std::map<std::tuple<int, int, int>, Candidate> by_place;
  for (const Runnable& each : runnable) {
    Candidate& group = by_place[{each.warp, each.line, each.kind}];
    group.threads.push_back(each.thread);
    group.line = each.line;
  }
  std::vector<Candidate> all;
  all.reserve(by_place.size());
  for (auto& [place, group] : by_place) all.push_back(std::move(group));
  return all;
}

/// Of each warp only those furthest behind in the source. So a side of a branch that comes first
/// runs first, and the others wait until it has come to them: as warps without a program counter
/// for each thread do.
std::vector<Candidate> furthest_behind(const std::vector<Runnable>& runnable) {
  std::map<int, int> first_line;
  for (const Runnable& each : runnable) {
    const auto [at, fresh] = first_line.try_emplace(each.warp, each.line);
    if (!fresh) at->second = std::min(at->second, each.line);
  }
  std::vector<Runnable> behind;
  for (const Runnable& each : runnable) {
    if (each.line == first_line[each.warp]) behind.push_back(each);
  }
  return groups(behind);
}

const Runnable& find(const std::vector<Runnable>& runnable, int thread) {
  return *std::find_if(runnable.begin(), runnable.end(),
                       [thread](const Runnable& each) { return each.thread == thread; });
}

}  // namespace

Schedule Schedule::from(const std::string& text) {
  if (text == "lockstep") return {.kind = Kind::lockstep};
  if (text == "independent") return {.kind = Kind::independent};
  constexpr std::string_view kRandom = "random:";
  if (text == "random") return {.kind = Kind::random};
  if (text.starts_with(kRandom)) {
    Schedule schedule{.kind = Kind::random};
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + kRandom.size(), end, schedule.seed);
    if (read.ec == std::errc() && read.ptr == end) return schedule;
  }
  throw core::Error("a schedule is lockstep, independent or random:SEED, not '" + text + "'");
}

std::string Schedule::text() const {
  switch (kind) {
    case Kind::lockstep:
      return "lockstep";
    case Kind::independent:
      return "independent";
    case Kind::random:
      return "random:" + std::to_string(seed);
    case Kind::chosen:
      return "chosen";
  }
  return "";
}

Scheduler::Scheduler(const Schedule& schedule) : schedule_(schedule) {}

std::vector<Candidate> Scheduler::candidates(const std::vector<Runnable>& runnable) const {
  switch (schedule_.kind) {
    case Schedule::Kind::lockstep:
      return furthest_behind(runnable);
    case Schedule::Kind::independent:
      return groups(runnable);
    case Schedule::Kind::random:
    case Schedule::Kind::chosen:
      return singles(runnable);
  }
  return {};
}

std::optional<std::size_t> Scheduler::choose(const std::vector<Candidate>& candidates,
                                             const std::vector<Runnable>& runnable,
                                             std::int64_t step) {
  if (schedule_.kind == Schedule::Kind::random) {
    return core::splitmix64(schedule_.seed, used_++) % candidates.size();
  }
  if (schedule_.kind == Schedule::Kind::chosen) {
    if (used_ == schedule_.choices.size()) return std::nullopt;
    const int choice = schedule_.choices[used_++];
    if (choice < 0 || static_cast<std::size_t>(choice) >= candidates.size()) {
      throw core::Error("choice " + std::to_string(used_) + " is not among those who could go");
    }
    return static_cast<std::size_t>(choice);
  }
  // Whoever has waited longest: in lockstep the warp, else the threads themselves.
  const bool by_warp = schedule_.kind == Schedule::Kind::lockstep;
  std::size_t best = 0;
  std::int64_t best_last = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Runnable& first = find(runnable, candidates[i].threads.front());
    const auto warp = static_cast<std::size_t>(first.warp);
    if (warp_last_step_.size() <= warp) warp_last_step_.resize(warp + 1, -1);
    std::int64_t last = warp_last_step_[warp];
    if (!by_warp) {
      last = first.last_step;
      for (const int thread : candidates[i].threads) {
        last = std::min(last, find(runnable, thread).last_step);
      }
    }
    if (i == 0 || last < best_last) {
      best = i;
      best_last = last;
    }
  }
  const Runnable& chosen = find(runnable, candidates[best].threads.front());
  warp_last_step_[static_cast<std::size_t>(chosen.warp)] = step;
  return best;
}

}  // namespace heatwave::stage
