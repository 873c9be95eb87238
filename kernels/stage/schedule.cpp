// The four kinds of schedule choose here. A given schedule always gives the same play.
#include "kernels/stage/schedule.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/random.h"

namespace heatwave::stage {
namespace {

Groups single_threads(const std::vector<Runnable>& runnable) {
  Groups groups;
  for (const Runnable& each : runnable) {
    groups.add(each);
    groups.end_group();
  }
  return groups;
}

/// Returns groups of threads of one warp that are at one line with requests of one kind.
Groups by_line(std::vector<Runnable> runnable) {
  const auto position = [](const Runnable& each) {
    return std::tuple(each.warp, each.line, each.kind);
  };
  std::stable_sort(runnable.begin(), runnable.end(),
                   [&](const Runnable& a, const Runnable& b) { return position(a) < position(b); });
  Groups groups;
  for (std::size_t i = 0; i < runnable.size(); ++i) {
    groups.add(runnable[i]);
    const bool last =
        i + 1 == runnable.size() || position(runnable[i]) != position(runnable[i + 1]);
    if (last) groups.end_group();
  }
  return groups;
}

/// Keeps only the threads of each warp that are furthest back in the source. So the first side of a
/// branch runs first, and the other threads wait until it reaches them, as in warps with one
/// program counter.
std::vector<Runnable> furthest_back(std::vector<Runnable> runnable) {
  std::map<int, int> first_line;
  for (const Runnable& each : runnable) {
    const auto [at, fresh] = first_line.try_emplace(each.warp, each.line);
    if (!fresh) at->second = std::min(at->second, each.line);
  }
  std::erase_if(runnable, [&](const Runnable& each) { return each.line != first_line[each.warp]; });
  return runnable;
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

std::vector<Candidate> Groups::as_candidates() const {
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < size(); ++i) {
    Candidate candidate{.line = (*this)[i].front().line};
    for (const Runnable& each : (*this)[i]) candidate.threads.push_back(each.thread);
    all.push_back(std::move(candidate));
  }
  return all;
}

Groups Scheduler::groups(std::vector<Runnable> runnable) const {
  switch (schedule_.kind) {
    case Schedule::Kind::lockstep:
      return by_line(furthest_back(std::move(runnable)));
    case Schedule::Kind::independent:
      return by_line(std::move(runnable));
    case Schedule::Kind::random:
    case Schedule::Kind::chosen:
      return single_threads(runnable);
  }
  return {};
}

std::optional<std::size_t> Scheduler::choose(const Groups& groups, std::int64_t step) {
  if (schedule_.kind == Schedule::Kind::random) {
    return core::splitmix64(schedule_.seed, used_++) % groups.size();
  }
  if (schedule_.kind == Schedule::Kind::chosen) {
    if (used_ == schedule_.choices.size()) return std::nullopt;
    const int choice = schedule_.choices[used_++];
    if (choice < 0 || static_cast<std::size_t>(choice) >= groups.size()) {
      throw core::Error("choice " + std::to_string(used_) + " is not among the candidates");
    }
    return static_cast<std::size_t>(choice);
  }
  // The choice is the one that has waited longest: the warp in lockstep, otherwise the threads.
  const bool by_warp = schedule_.kind == Schedule::Kind::lockstep;
  std::size_t best = 0;
  std::int64_t best_last = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::span<const Runnable> group = groups[i];
    const auto warp = static_cast<std::size_t>(group.front().warp);
    if (warp_last_step_.size() <= warp) warp_last_step_.resize(warp + 1, -1);
    std::int64_t last = warp_last_step_[warp];
    if (!by_warp) {
      last = group.front().last_step;
      for (const Runnable& each : group) last = std::min(last, each.last_step);
    }
    if (i == 0 || last < best_last) {
      best = i;
      best_last = last;
    }
  }
  warp_last_step_[static_cast<std::size_t>(groups[best].front().warp)] = step;
  return best;
}

}  // namespace heatwave::stage
