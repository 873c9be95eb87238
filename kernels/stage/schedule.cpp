// The four kinds of schedule choose here. A given schedule always gives the same play.
#include "kernels/stage/schedule.h"

#include <algorithm>
#include <charconv>
#include <compare>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/random.h"

namespace heatwave::stage {
namespace {

/// Returns whether two threads have come equally far. Most positions are short.
bool is_level(const Runnable& a, const Runnable& b) {
  if (a.position.size() != b.position.size()) return false;
  for (std::size_t i = a.position.size(); i-- > 0;) {
    if (a.position[i] != b.position[i]) return false;
  }
  return true;
}

std::strong_ordering order(const Runnable& a, const Runnable& b) {
  return std::lexicographical_compare_three_way(a.position.begin(), a.position.end(),
                                                b.position.begin(), b.position.end());
}

void add_single_threads(std::span<const Runnable> warp, Groups& groups) {
  for (const Runnable& each : warp) {
    groups.add(each);
    groups.end_group();
  }
}

/// Adds the threads of a warp that are furthest back. So the first side of a branch runs first, and
/// the other threads wait until it reaches them, as in warps with one program counter.
void add_furthest_back(std::vector<Runnable>& warp, Groups& groups) {
  const Runnable* first = warp.data();
  bool all_equal = true;
  bool equal_kinds = true;
  for (const Runnable& each : warp) {
    equal_kinds = equal_kinds && each.kind == warp.front().kind;
    if (is_level(each, *first)) continue;
    all_equal = false;
    if (std::is_lt(order(each, *first))) first = &each;
  }
  if (all_equal && equal_kinds) return groups.take_group(warp);
  for (const Runnable& each : warp) {
    const bool together = each.kind == first->kind && (all_equal || is_level(each, *first));
    if (together) groups.add(each);
  }
  groups.end_group();
}

/// Adds groups of threads of a warp that are at one place with requests of one kind.
void add_by_place(std::span<const Runnable> warp, Groups& groups) {
  const auto place = [](const Runnable& each) {
    return std::pair(each.position.back(), each.kind);
  };
  std::vector<std::pair<int, int>> places;
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
}

/// Returns the first group that does not poll in vain; if all do, the one that has waited longest.
std::size_t first_that_does_not_poll(const Groups& groups) {
  std::size_t best = 0;
  std::int64_t best_last = std::numeric_limits<std::int64_t>::max();
  std::size_t index = 0;
  groups.for_each([&](std::span<const Runnable> group, std::int64_t oldest_step) {
    const bool polls = std::ranges::all_of(group, &Runnable::polls);
    if (!polls || oldest_step < best_last) best = index;
    best_last = std::min(best_last, oldest_step);
    ++index;
    return polls;
  });
  return best;
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

void Groups::begin_warp(int warp) {
  open_ = &warps_[static_cast<std::size_t>(warp)];
  size_ -= open_->groups.size();
  open_->threads.clear();
  open_->groups.clear();
}

void Groups::take_group(std::vector<Runnable>& threads) {
  open_->threads.swap(threads);
  for (const Runnable& each : open_->threads) {
    oldest_step_ = std::min(oldest_step_, each.last_step);
  }
  end_group();
}

void Groups::end_group() {
  open_->groups.push_back(
      {.end = open_->threads.size(), .oldest_step = std::exchange(oldest_step_, kNever)});
  ++size_;
}

std::span<const Runnable> Groups::operator[](std::size_t group) const {
  auto warp = warps_.begin();
  for (; group >= warp->groups.size(); ++warp) group -= warp->groups.size();
  return warp->threads_of(group);
}

std::vector<Candidate> Groups::as_candidates() const {
  std::vector<Candidate> all;
  for_each([&](std::span<const Runnable> group, std::int64_t /*oldest_step*/) {
    Candidate candidate{.line = group.front().line};
    for (const Runnable& each : group) candidate.threads.push_back(each.thread);
    all.push_back(std::move(candidate));
    return true;
  });
  return all;
}

void Scheduler::divide(std::vector<Runnable>& runnable, int warp, Groups& groups) const {
  groups.begin_warp(warp);
  if (runnable.empty()) return;
  switch (schedule_.kind) {
    case Schedule::Kind::lockstep:
      return add_furthest_back(runnable, groups);
    case Schedule::Kind::independent:
      return add_by_place(runnable, groups);
    case Schedule::Kind::random:
    case Schedule::Kind::chosen:
      return add_single_threads(runnable, groups);
  }
}

std::optional<std::size_t> Scheduler::choose(const Groups& groups, std::int64_t step) {
  if (schedule_.kind == Schedule::Kind::random) {
    return core::splitmix64(schedule_.seed, used_++) % groups.size();
  }
  if (schedule_.kind == Schedule::Kind::chosen) {
    if (used_ == schedule_.choices.size()) {
      if (goes_on_) return first_that_does_not_poll(groups);
      return std::nullopt;
    }
    const int choice = schedule_.choices[used_++];
    if (choice < 0 || static_cast<std::size_t>(choice) >= groups.size()) {
      if (goes_on_) return groups.size() - 1;
      throw MissingChoice(used_ - 1);
    }
    return static_cast<std::size_t>(choice);
  }
  // The choice is the one that has waited longest: the warp in lockstep, otherwise the threads.
  const bool by_warp = schedule_.kind == Schedule::Kind::lockstep;
  std::size_t best = 0;
  std::int64_t best_last = 0;
  std::size_t index = 0;
  groups.for_each([&](std::span<const Runnable> group, std::int64_t oldest_step) {
    const auto warp = static_cast<std::size_t>(group.front().warp);
    if (warp_last_step_.size() <= warp) warp_last_step_.resize(warp + 1, -1);
    const std::int64_t last = by_warp ? warp_last_step_[warp] : oldest_step;
    if (index == 0 || last < best_last) {
      best = index;
      best_last = last;
    }
    ++index;
    return true;
  });
  warp_last_step_[static_cast<std::size_t>(groups[best].front().warp)] = step;
  return best;
}

}  // namespace heatwave::stage
