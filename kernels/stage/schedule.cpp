// The four kinds of schedule choose here. A given schedule always gives the same play.
#include "kernels/stage/schedule.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/random.h"

namespace heatwave::stage {
namespace {

Groups single_threads(std::span<const Runnable> runnable) {
  Groups groups;
  for (const Runnable& each : runnable) {
    groups.add(each);
    groups.end_group();
  }
  return groups;
}

/// Calls `visit` with the threads of each warp.
template <typename Visit>
void for_each_warp(std::span<const Runnable> runnable, const Visit& visit) {
  for (std::size_t begin = 0; begin < runnable.size();) {
    std::size_t end = begin;
    while (end < runnable.size() && runnable[end].warp == runnable[begin].warp) ++end;
    visit(runnable.subspan(begin, end - begin));
    begin = end;
  }
}

bool is_before(const Runnable& a, const Runnable& b) {
  return std::lexicographical_compare(a.position.begin(), a.position.end(), b.position.begin(),
                                      b.position.end());
}

/// Returns a group for each warp: its threads that are furthest back. So the first side of a branch
/// runs first, and the other threads wait until it reaches them, as in warps with one program
/// counter.
Groups furthest_back(std::span<const Runnable> runnable) {
  Groups groups;
  for_each_warp(runnable, [&](std::span<const Runnable> warp) {
    const Runnable& first = *std::min_element(warp.begin(), warp.end(), is_before);
    for (const Runnable& each : warp) {
      const bool together =
          each.kind == first.kind && std::ranges::equal(each.position, first.position);
      if (together) groups.add(each);
    }
    groups.end_group();
  });
  return groups;
}

/// Returns groups of threads of one warp that are at one place with requests of one kind.
Groups by_place(std::span<const Runnable> runnable) {
  Groups groups;
  std::vector<std::pair<int, int>> places;
  for_each_warp(runnable, [&](std::span<const Runnable> warp) {
    const auto place = [](const Runnable& each) {
      return std::pair(each.position.back(), each.kind);
    };
    places.clear();
    for (const Runnable& each : warp) {
      const auto own = place(each);
      if (std::find(places.begin(), places.end(), own) == places.end()) places.push_back(own);
    }
    std::sort(places.begin(), places.end());
    for (const auto& wanted : places) {
      for (const Runnable& each : warp) {
        if (place(each) == wanted) groups.add(each);
      }
      groups.end_group();
    }
  });
  return groups;
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

Scheduler::Scheduler(const Schedule& schedule, bool goes_on)
    : schedule_(schedule), goes_on_(goes_on) {}

std::vector<Candidate> Groups::as_candidates() const {
  std::vector<Candidate> all;
  for (std::size_t i = 0; i < size(); ++i) {
    Candidate candidate{.line = (*this)[i].front().line};
    for (const Runnable& each : (*this)[i]) candidate.threads.push_back(each.thread);
    all.push_back(std::move(candidate));
  }
  return all;
}

Groups Scheduler::groups(std::span<const Runnable> runnable) const {
  switch (schedule_.kind) {
    case Schedule::Kind::lockstep:
      return furthest_back(runnable);
    case Schedule::Kind::independent:
      return by_place(runnable);
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
    if (used_ == schedule_.choices.size()) {
      if (goes_on_) return 0;
      return std::nullopt;
    }
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
