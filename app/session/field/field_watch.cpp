// Matches surveys, which arrive late, by their tickets.
#include "app/session/field/field_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/scene/scene_checks.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

/// Larger values are meaningless and about to overflow a float.
constexpr float kOverflow = 1e30F;

}  // namespace

void FieldWatch::apply(const ReadCell& command, Gesture /*gesture*/) {
  cell_ = {command.x, command.y};
}

void FieldWatch::request_survey() {
  const std::uint64_t ticket = core_.live().survey(cell_);
  newest_ticket_ = std::max(newest_ticket_, ticket);
  surveyed_version_ = core_.live().field_version();
  surveyed_cell_ = cell_;
}

std::optional<std::int64_t> FieldWatch::observe() {
  const bool is_due = surveyed_version_ != core_.live().field_version() || surveyed_cell_ != cell_;
  if (is_due && !core_.hub().is_measuring()) request_survey();
  report_ = core_.live().report();
  return overflow_step();
}

std::optional<std::int64_t> FieldWatch::overflow_step() const {
  const field::Survey& survey = report_.survey;
  if (survey.ticket <= stale_ticket_) return {};
  const bool fine = survey.finite && std::all_of(survey.components.begin(), survey.components.end(),
                                                 [](const field::ComponentSurvey& c) {
                                                   return std::abs(c.minimum) <= kOverflow &&
                                                          std::abs(c.maximum) <= kOverflow;
                                                 });
  if (fine) return {};
  return survey.step;
}

std::optional<std::int64_t> FieldWatch::check_now() {
  constexpr auto kAskAgain = 50ms;
  LiveField& live = core_.live();
  auto asked = std::chrono::steady_clock::now();
  const std::uint64_t wanted = newest_ticket_ + 1;
  request_survey();
  for (report_ = live.report(); report_.survey.ticket < wanted; report_ = live.report()) {
    if (live.step() < live.goal()) return {};
    const auto now = std::chrono::steady_clock::now();
    if (now - asked > kAskAgain) {
      request_survey();
      asked = now;
    }
    std::this_thread::sleep_for(100us);
  }
  return overflow_step();
}

std::string FieldWatch::overflow_text(std::int64_t step) const {
  const std::string why = broken_stability_rule(core_.scene())
                              .value_or("its values grew beyond what a number can hold here");
  return fmt::format("the field overflowed by step {}: {}", step, why);
}

void FieldWatch::forget(bool is_other) {
  ++survey_epoch_;
  if (!is_other) return;
  stale_ticket_ = newest_ticket_;
  surveyed_version_ = 0;
}

}  // namespace heatwave::session
