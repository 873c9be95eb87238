// Groups the threads at a line by their numbers and blocks.
#include "app/rooms/stage/thread_badges.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "app/words/word_lists.h"

namespace heatwave::stage_room {
namespace {

const stage::ThreadInfo& info(const stage::Trace& trace, int thread) {
  return trace.threads[static_cast<std::size_t>(thread)];
}

/// Returns ascending numbers as ranges; two neighbours stay two numbers.
std::vector<std::string> ranges_of(const std::vector<int>& numbers) {
  std::vector<std::string> ranges;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (last == i + 1) last = i;
    ranges.push_back(std::to_string(numbers[i]));
    if (last > i) ranges.back() += "–" + std::to_string(numbers[last]);
    i = last + 1;
  }
  return ranges;
}

/// Adds to the texts of a badge that its threads wait.
void add_wait(ThreadBadge& badge) {
  if (!badge.waiting) return;
  const char* waits = badge.threads.size() == 1 ? " waits" : " wait";
  for (std::string* text : {&badge.text, &badge.brief, &badge.words, &badge.brief_words}) {
    if (!text->empty()) *text += waits;
  }
}

}  // namespace

std::string number_ranges(const std::vector<int>& numbers) {
  return fmt::format("{}", fmt::join(ranges_of(numbers), ","));
}

std::string ranges_in_words(const std::vector<int>& numbers) {
  std::vector<std::string> ranges = ranges_of(numbers);
  if (ranges.size() < 2) return number_ranges(numbers);
  const std::string last = ranges.back();
  ranges.pop_back();
  return words::joined(ranges) + " and " + last;
}

std::vector<ThreadBadge> badges_of(const stage::Trace& trace, const stage::State& state, int line) {
  // Threads that wait at a barrier and those that are still to come there have badges of their own.
  std::map<std::pair<bool, int>, ThreadBadge> by_block;
  for (std::size_t i = 0; i < state.threads.size(); ++i) {
    const stage::ThreadState& thread = state.threads[i];
    const bool stands = thread.status != stage::Status::absent &&
                        thread.status != stage::Status::done && thread.line == line;
    if (!stands) continue;
    const bool waits = thread.status == stage::Status::barrier;
    ThreadBadge& badge = by_block[{!waits, info(trace, static_cast<int>(i)).block}];
    badge.waiting = waits;
    badge.threads.push_back(static_cast<int>(i));
  }
  std::vector<ThreadBadge> badges;
  for (auto& [place, badge] : by_block) {
    std::vector<int> numbers;
    for (const int thread : badge.threads) numbers.push_back(info(trace, thread).thread);
    std::sort(numbers.begin(), numbers.end());
    const stage::LaunchInfo& launch =
        trace.launches[static_cast<std::size_t>(info(trace, badge.threads.front()).launch)];
    badge.blocks = {place.second};
    badge.text = "t" + number_ranges(numbers);
    badge.words = (numbers.size() == 1 ? "thread " : "threads ") + ranges_in_words(numbers);
    if (static_cast<int>(numbers.size()) == launch.threads) badge.brief = "all";
    const bool same = !badges.empty() && badges.back().text == badge.text &&
                      badges.back().waiting == badge.waiting && launch.blocks > 1;
    if (!same) {
      badges.push_back(std::move(badge));
      continue;
    }
    ThreadBadge& before = badges.back();
    before.blocks.push_back(place.second);
    before.threads.insert(before.threads.end(), badge.threads.begin(), badge.threads.end());
  }
  for (ThreadBadge& badge : badges) {
    const stage::LaunchInfo& launch =
        trace.launches[static_cast<std::size_t>(info(trace, badge.threads.front()).launch)];
    if (launch.blocks == 1) {
      badge.brief.clear();
      add_wait(badge);
      continue;
    }
    const std::string blocks = "b" + number_ranges(badge.blocks);
    const std::string in_words =
        (badge.blocks.size() == 1 ? "block " : "blocks ") + ranges_in_words(badge.blocks);
    badge.words = in_words + ", " + badge.words;
    if (!badge.brief.empty()) {
      badge.brief = blocks;
      badge.brief_words = in_words;
    }
    badge.text = blocks + " " + badge.text;
    add_wait(badge);
  }
  return badges;
}

}  // namespace heatwave::stage_room
