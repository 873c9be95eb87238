// Entries have their times; the steps between two entries are spread evenly.
#include "app/wire/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/field/check_sum.h"
#include "kernels/core/error.h"

namespace heatwave::wire {
namespace {

constexpr session::ClientId kScript = 1;

using namespace std::chrono_literals;

/// A recording shorter than this was made without a window, or is too short to watch.
constexpr double kWatched = 2.0;
constexpr double kUnwatchedStepsPerSecond = 180.0;
constexpr double kShortest = 5.0;
constexpr double kLongest = 30.0;
/// Weight of a millisecond relative to a step, for recordings made without a window.
constexpr double kWeightOfMillisecond = 0.06;

/// Approximate limit of marks.
constexpr double kMarks = 60.0;
constexpr auto kChunk = 4ms;
constexpr std::int64_t kLongestChunk = 1 << 16;
/// Saving a state takes at most 1/20 of the time.
constexpr int kMarkShare = 20;
/// Tolerance for sums of many times, so that rounding loses no steps.
constexpr double kRounding = 1e-9;

}  // namespace

EntryPlayer::EntryPlayer(const std::vector<Entry>& entries, const std::string& file,
                         session::Session& session, session::CommandOrigin origin)
    : entries_(entries), file_(file), session_(session), origin_(origin) {}

std::int64_t EntryPlayer::go_on(std::int64_t most_steps, std::size_t end_entry) {
  while (pending_steps_ == 0 && next_ < entries_.size()) {
    const Entry& entry = entries_[next_];
    const std::int64_t step = session_.snapshot().step;
    const std::int64_t at = entry.at.value_or(step);
    if (at < step) {
      throw core::Error(fmt::format("{}:{}: step {} has passed, the field is at step {}", file_,
                                    entry.line, at, step));
    }
    if (at > step) return take(std::min(at - step, most_steps));
    if (next_ >= end_entry) return 0;
    do_entry(entry);
    ++next_;
  }
  const std::int64_t taken = take(std::min(pending_steps_, most_steps));
  pending_steps_ -= taken;
  return taken;
}

void EntryPlayer::go_back(const Place& place) {
  next_ = place.next;
  keyframes_ = place.keyframes;
  newest_equal_ = place.newest_equal;
  pending_steps_ = 0;
}

std::int64_t EntryPlayer::take(std::int64_t steps) {
  if (origin_ == session::CommandOrigin::replay) {
    session_.repeat(steps);
  } else {
    session_.run(steps);
  }
  return steps;
}

void EntryPlayer::do_entry(const Entry& entry) {
  if (const auto* keyframe = std::get_if<Keyframe>(&entry.what)) {
    compare(*keyframe);
  } else {
    carry_out(entry, std::get<SentCommand>(entry.what));
  }
}

void EntryPlayer::carry_out(const Entry& entry, const SentCommand& command) {
  session::Envelope sent{.client = command.client,
                         .origin = origin_,
                         .gesture = command.gesture,
                         .command = *command.command};
  if (origin_ == session::CommandOrigin::script) {
    sent.client = std::max(kScript, command.client);
  } else {
    // The recording has permitted the command, so it now counts as one of this program.
    sent.gesture = session::gesture_of(sent);
    sent.client = session::kHome;
  }
  sent.sequence = next_ + 1;
  const session::ClientId client = sent.client;
  auto* advance = std::get_if<session::Advance>(&sent.command);
  if (advance != nullptr && advance->steps > 0) pending_steps_ = std::exchange(advance->steps, 0);
  std::string refusal;
  try {
    session_.submit(std::move(sent));
    take(0);
    for (const session::Answer& answer : session_.take_answers(client)) refusal = answer.refusal;
  } catch (const core::Error& error) {
    refusal = error.what();
  }
  if (refusal.empty()) return;
  throw core::Error(fmt::format("{}:{}: {}", file_, entry.line, refusal));
}

void EntryPlayer::compare(const Keyframe& keyframe) {
  const field::FieldState state = session_.state();
  if (session::check_sum(state) == keyframe.sum) {
    ++keyframes_;
    newest_equal_ = state.step;
    return;
  }
  const std::string before =
      newest_equal_ ? fmt::format("; they last agreed at step {}", *newest_equal_) : std::string();
  throw core::Error(
      fmt::format("the field differs from the recorded one at step {}{}", state.step, before));
}

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
      entry_times_(time_line(recording.entries)),
      start_(session.snapshot().step),
      spacing_(seconds() / kMarks) {
  marks_.push_back({0.0, playback_.place(), start_, session_.kept()});
}

void Player::go_to(double second) { wanted_ = std::clamp(second, 0.0, seconds()); }

void Player::pass(double seconds) { go_to(std::min(wanted_, reached_) + seconds); }

void Player::stay() {
  if (!at_end()) reached_ = std::min(reached_, std::nextafter(next_entry_time(), 0.0));
  wanted_ = reached_;
}

void Player::one_step() {
  if (at_end()) return;
  const std::int64_t step = session_.snapshot().step;
  wanted_ = step < next_step() ? time_at(step + 1) : next_entry_time();
}

double Player::applied_entry_time() const {
  return playback_.done() == 0 ? 0.0 : entry_times_[playback_.done() - 1];
}

std::int64_t Player::next_step() const {
  return recording_.entries[playback_.done()].at.value_or(session_.snapshot().step);
}

double Player::time_at(std::int64_t step) const {
  const auto all = static_cast<double>(next_step() - start_);
  const double part = all > 0 ? static_cast<double>(step - start_) / all : 1.0;
  return applied_entry_time() + part * (next_entry_time() - applied_entry_time());
}

void Player::take_steps(std::int64_t steps) {
  const Clock::time_point start = Clock::now();
  const std::int64_t taken = playback_.go_on(std::min(steps, chunk_), playback_.done());
  const Clock::duration took = Clock::now() - start;
  if (took < kChunk / 2 && taken == chunk_) chunk_ = std::min(2 * chunk_, kLongestChunk);
  if (took > kChunk) chunk_ = std::max<std::int64_t>(1, chunk_ / 2);
  reached_ = std::min(time_at(session_.snapshot().step), next_entry_time());
  keep_mark();
}

bool Player::advance_chunk() {
  if (at_end()) {
    reached_ = wanted_ = seconds();
    return false;
  }
  const std::int64_t step = session_.snapshot().step;
  if (wanted_ >= next_entry_time()) {
    if (step < next_step()) {
      take_steps(next_step() - step);
      return true;
    }
    reached_ = next_entry_time();
    playback_.go_on(0, playback_.done() + 1);
    start_ = session_.snapshot().step;
    return true;
  }
  const double way = next_entry_time() - applied_entry_time();
  const double part = way > 0 ? (wanted_ - applied_entry_time()) / way : 0.0;
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
  while (advance_chunk()) {
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
  // Every second mark is dropped, but never the first.
  spacing_ *= 2;
  std::vector<Mark> thinned;
  for (std::size_t i = 0; i < marks_.size(); i += 2) thinned.push_back(std::move(marks_[i]));
  marks_ = std::move(thinned);
}

}  // namespace heatwave::wire
