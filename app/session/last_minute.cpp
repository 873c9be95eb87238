// Keeps parts of the log and counts their memory.
#include "app/session/last_minute.h"

#include <algorithm>
#include <utility>

#include "app/session/field/history.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

constexpr auto kPartEvery = 10s;
/// Number of parts in a minute, including one that is only partly needed.
constexpr std::uint64_t kParts = LastMinute::kLength / kPartEvery + 2;
constexpr auto kMarkEvery = 500ms;
/// Copying the field takes at most 1/100 of the time.
constexpr int kShare = 100;

std::uint64_t bytes_of(const Envelope& envelope) {
  std::uint64_t bytes = sizeof(Envelope);
  const auto add_field = [&](const field::FieldState& state) { bytes += session::bytes_of(state); };
  const auto add_items = [&](const scene::Scene& scene) {
    for (const scene::Item& item : scene.items) bytes += session::bytes_of(item);
  };
  if (const auto* back = std::get_if<PutBack>(&envelope.command)) {
    if (back->state) add_field(*back->state);
    add_items(back->scene);
  } else if (const auto* load = std::get_if<LoadScene>(&envelope.command)) {
    if (load->scene.given) add_field(*load->scene.given);
    add_items(load->scene);
  } else if (const auto* added = std::get_if<AddItem>(&envelope.command)) {
    bytes += session::bytes_of(added->item);
  } else if (const auto* cells = std::get_if<LoadField>(&envelope.command)) {
    bytes += cells->cells.size() * sizeof(float);
  } else if (const auto* formula = std::get_if<SetFormula>(&envelope.command)) {
    bytes += formula->text.size();
  } else if (const auto* paint = std::get_if<Paint>(&envelope.command)) {
    bytes += paint->stroke.points.size() * sizeof(core::Point);
  } else if (const auto* erase = std::get_if<Erase>(&envelope.command)) {
    bytes += erase->stroke.points.size() * sizeof(core::Point);
  } else if (const auto* extend = std::get_if<ExtendItem>(&envelope.command)) {
    bytes += extend->points.size() * sizeof(core::Point);
  }
  return bytes;
}

/// Changes nothing, but records the field's step at this time.
Envelope mark() { return {.command = Advance{0}}; }

}  // namespace

bool LastMinute::wants_part(Time now, std::uint64_t field_bytes) const {
  if (held() || now < part_allowed_ || kParts * field_bytes > most_bytes_) return false;
  if (parts_.empty()) return true;
  const Part& newest = parts_.back();
  return now - newest.begin >= kPartEvery && newest.entries.size() > 1;
}

void LastMinute::begin_part(Time now, PutBack start, Clock::duration took) {
  const std::int64_t step = start.state ? start.state->step : seen_step_;
  part_allowed_ = now + kShare * took;
  parts_.push_back({now, {}, 0});
  seen_step_ = step;
  add(now, step, {.command = std::move(start)});
  drop_old(now);
}

void LastMinute::note(Time now, std::int64_t step, Envelope envelope, std::int64_t step_after) {
  if (held() || parts_.empty()) return;
  add(now, step, std::move(envelope));
  seen_step_ = step_after;
  drop_old(now);
}

void LastMinute::pass(Time now, std::int64_t step) {
  if (held() || parts_.empty()) return;
  const std::int64_t before = std::exchange(seen_step_, step);
  const bool moves = step != before;
  const bool turned = moves != std::exchange(moving_, moves);
  const bool due = moves && now - parts_.back().entries.back().when >= kMarkEvery;
  if (!turned && !due) return;
  // Until now the field was paused at that step.
  add(now, turned && moves ? before : step, mark());
  drop_old(now);
}

void LastMinute::add(Time now, std::int64_t step, Envelope envelope) {
  parts_.back().bytes += bytes_of(envelope);
  parts_.back().entries.push_back({now, step, std::move(envelope)});
}

void LastMinute::drop_old(Time now) {
  while (parts_.size() > 1 && (now - parts_[1].begin >= kLength || bytes() > most_bytes_)) {
    parts_.pop_front();
  }
  if (bytes() > most_bytes_) forget();
}

void LastMinute::go_on(Time now) {
  if (!held_since_) return;
  const Clock::duration away = now - *std::exchange(held_since_, std::nullopt);
  for (Part& part : parts_) {
    part.begin += away;
    for (Entry& entry : part.entries) entry.when += away;
  }
}

std::uint64_t LastMinute::bytes() const {
  std::uint64_t sum = 0;
  for (const Part& part : parts_) sum += part.bytes;
  return sum;
}

std::optional<LoggedMinute> LastMinute::logged() const {
  LoggedMinute minute;
  for (const Part& part : parts_) {
    for (const Entry& entry : part.entries) {
      // Only the first part needs its initial state: the others continue from it.
      const bool puts_back = &entry == &part.entries.front() && &part != &parts_.front();
      if (puts_back) continue;
      const auto since =
          std::chrono::duration_cast<std::chrono::milliseconds>(entry.when - parts_.front().begin);
      minute.entries.push_back({since.count(), entry.step, entry.envelope});
    }
  }
  if (minute.entries.size() < 2) return {};
  return minute;
}

}  // namespace heatwave::session
