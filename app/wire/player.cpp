// Entries have their times; between two of them the steps are spread evenly.
#include "app/wire/player.h"

#include <algorithm>
#include <cmath>

namespace heatwave::wire {
namespace {

using namespace std::chrono_literals;

/// A recording shorter than this was watched by nobody, or is over before anybody sees it.
constexpr double kWatched = 2.0;
constexpr double kUnwatchedStepsPerSecond = 180.0;
constexpr double kShortest = 5.0;
constexpr double kLongest = 30.0;
/// Of a step, against a millisecond, where nobody watched.
constexpr double kWeightOfMillisecond = 0.06;

constexpr double kMarks = 60.0;  ///< at most about so many
constexpr auto kChunk = 4ms;
constexpr std::int64_t kLongestChunk = 1 << 16;
/// Keeping a moment takes at most a twentieth of the time.
constexpr int kMarkShare = 20;
/// Times are sums of many; steps are not lost to their last digits.
constexpr double kRounding = 1e-9;

}  // namespace

std::vector<double> time_line(const std::vector<Entry>& entries) {
  std::vector<double> begin;
  std::vector<double> weight;
  begin.reserve(entries.size());
  weight.reserve(entries.size());
  double weights = 0.0;
  double steps = 0.0;
  std::int64_t step = 0;
  std::int64_t before = 0;
  for (const Entry& entry : entries) {
    const std::int64_t at = entry.at.value_or(step);
    const auto gone = static_cast<double>(std::max<std::int64_t>(0, at - step));
    steps += gone;
    weights += gone + kWeightOfMillisecond * static_cast<double>(entry.milliseconds - before);
    weight.push_back(weights);
    begin.push_back(static_cast<double>(entry.milliseconds) * 1e-3);
    step = step_after(entry, at).value_or(at);
    before = entry.milliseconds;
  }
  if (begin.empty() || begin.back() >= kWatched || weights <= 0.0) return begin;
  const double all = std::clamp(steps / kUnwatchedStepsPerSecond, kShortest, kLongest);
  for (std::size_t i = 0; i < begin.size(); ++i) begin[i] = weight[i] / weights * all;
  return begin;
}

Player::Player(const Recording& recording, session::Session& session)
    : recording_(recording),
      session_(session),
      playback_(recording.entries, recording.file, session, session::CommandOrigin::replay),
      begin_(time_line(recording.entries)),
      start_(session.snapshot().step),
      spacing_(seconds() / kMarks) {
  marks_.push_back({0.0, playback_.place(), start_, session_.kept()});
}

void Player::go_to(double second) { wanted_ = std::clamp(second, 0.0, seconds()); }

void Player::pass(double seconds) { go_to(std::min(wanted_, reached_) + seconds); }

void Player::stay() {
  if (!at_end()) reached_ = std::min(reached_, std::nextafter(next_begin(), 0.0));
  wanted_ = reached_;
}

void Player::one_step() {
  if (at_end()) return;
  const std::int64_t step = session_.snapshot().step;
  wanted_ = step < next_step() ? time_at(step + 1) : next_begin();
}

double Player::newest_begin() const {
  return playback_.done() == 0 ? 0.0 : begin_[playback_.done() - 1];
}

std::int64_t Player::next_step() const {
  return recording_.entries[playback_.done()].at.value_or(session_.snapshot().step);
}

double Player::time_at(std::int64_t step) const {
  const auto all = static_cast<double>(next_step() - start_);
  const double part = all > 0 ? static_cast<double>(step - start_) / all : 1.0;
  return newest_begin() + part * (next_begin() - newest_begin());
}

void Player::take_steps(std::int64_t steps) {
  const Clock::time_point start = Clock::now();
  const std::int64_t taken = playback_.go_on(std::min(steps, chunk_), playback_.done());
  const Clock::duration took = Clock::now() - start;
  if (took < kChunk / 2 && taken == chunk_) chunk_ = std::min(2 * chunk_, kLongestChunk);
  if (took > kChunk) chunk_ = std::max<std::int64_t>(1, chunk_ / 2);
  reached_ = std::min(time_at(session_.snapshot().step), next_begin());
  keep_mark();
}

bool Player::go_a_little() {
  if (at_end()) {
    reached_ = wanted_ = seconds();
    return false;
  }
  const std::int64_t step = session_.snapshot().step;
  if (wanted_ >= next_begin()) {
    if (step < next_step()) {
      take_steps(next_step() - step);
      return true;
    }
    reached_ = next_begin();
    playback_.go_on(0, playback_.done() + 1);
    start_ = session_.snapshot().step;
    return true;
  }
  const double way = next_begin() - newest_begin();
  const double part = way > 0 ? (wanted_ - newest_begin()) / way : 0.0;
  const auto target = start_ + static_cast<std::int64_t>(std::floor(
                                   part * static_cast<double>(next_step() - start_) + kRounding));
  if (step >= target) {
    reached_ = wanted_;
    return false;
  }
  take_steps(target - step);
  return true;
}

void Player::go_on(std::chrono::nanoseconds budget) {
  const Clock::time_point end = Clock::now() + budget;
  if (wanted_ < reached_) go_back();
  while (go_a_little()) {
    if (Clock::now() >= end) return;
  }
}

std::vector<Player::Mark>::iterator Player::mark_after(double second) {
  return std::upper_bound(marks_.begin(), marks_.end(), second,
                          [](double at, const Mark& mark) { return at < mark.second; });
}

void Player::go_back() {
  const Mark& mark = *std::prev(mark_after(wanted_));
  session_.go_back(*mark.kept);
  playback_.go_back(mark.place);
  start_ = mark.start;
  reached_ = mark.second;
}

void Player::keep_mark() {
  const auto after = mark_after(reached_);
  const bool near_one = reached_ - std::prev(after)->second < spacing_ ||
                        (after != marks_.end() && after->second - reached_ < spacing_);
  const Clock::time_point start = Clock::now();
  if (near_one || start < mark_allowed_) return;
  marks_.insert(after, {reached_, playback_.place(), start_, session_.kept()});
  const Clock::time_point end = Clock::now();
  mark_allowed_ = end + kMarkShare * (end - start);
  std::uint64_t bytes = 0;
  for (const Mark& mark : marks_) bytes += session::Session::bytes_of(*mark.kept);
  if (bytes <= kMostBytes) return;
  // Every second one goes, never the first.
  spacing_ *= 2;
  std::vector<Mark> thinned;
  for (std::size_t i = 0; i < marks_.size(); i += 2) thinned.push_back(std::move(marks_[i]));
  marks_ = std::move(thinned);
}

}  // namespace heatwave::wire
