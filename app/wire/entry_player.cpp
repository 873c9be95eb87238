// Takes the field to each entry's step and does what stands there.
#include "app/wire/entry_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/session/field/check_sum.h"
#include "kernels/core/error.h"

namespace heatwave::wire {
namespace {

constexpr session::ClientId kScript = 1;

}  // namespace

EntryPlayer::EntryPlayer(const std::vector<Entry>& entries, const std::string& file,
                         session::Session& session, session::CommandOrigin origin)
    : entries_(entries), file_(file), session_(session), origin_(origin) {}

std::int64_t EntryPlayer::go_on(std::int64_t most_steps, std::size_t end_entry) {
  while (owed_ == 0 && next_ < entries_.size()) {
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
  const std::int64_t owed = take(std::min(owed_, most_steps));
  owed_ -= owed;
  return owed;
}

void EntryPlayer::go_back(const Place& place) {
  next_ = place.next;
  keyframes_ = place.keyframes;
  newest_equal_ = place.newest_equal;
  owed_ = 0;
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
    // Others had their say when it was recorded; now it is as good as done at home.
    sent.gesture = session::gesture_of(sent);
    sent.client = session::kHome;
  }
  sent.sequence = next_ + 1;
  const session::ClientId client = sent.client;
  auto* advance = std::get_if<session::Advance>(&sent.command);
  if (advance != nullptr && advance->steps > 0) owed_ = std::exchange(advance->steps, 0);
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
  const std::string before = newest_equal_
                                 ? fmt::format("; at step {} it was still the same", *newest_equal_)
                                 : std::string();
  throw core::Error(
      fmt::format("the field differs from the recorded one at step {}{}", state.step, before));
}

}  // namespace heatwave::wire
