// What is seen of the field: surveys, an overflow, what was saved of it, and its status.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "app/scene/scene_checks.h"
#include "app/session/field/field_service.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

/// Values beyond this have nothing left to say, and are about to leave a float's range.
constexpr float kOverflow = 1e30F;

}  // namespace

void FieldService::request_survey() {
  const std::uint64_t ticket = live_.survey(probe_);
  newest_ticket_ = std::max(newest_ticket_, ticket);
  surveyed_version_ = live_.field_version();
  surveyed_probe_ = probe_;
}

void FieldService::observe() {
  const bool survey_due = surveyed_version_ != live_.field_version() || surveyed_probe_ != probe_;
  if (survey_due && !hub_.is_measuring()) request_survey();
  report_ = live_.report();
  budget_.sum_up(report_);
  if (const auto step = overflow_step(report_)) stop_for_overflow(*step);
  tell_loss();
  tell_of_exports();
  measure();
}

void FieldService::tell_of_exports() {
  for (const std::string& words : exports_.take_failures()) {
    hub_.notices.add(Notice::Kind::error, words);
  }
  while (const auto ended = exports_.take_ended()) {
    const auto kind = ended->at_limit ? Notice::Kind::warning : Notice::Kind::info;
    // Headless, whoever asked for it says so.
    if (ended->at_limit || hub_.manner == Manner::frame) hub_.notices.add(kind, ended->words);
  }
}

std::optional<std::int64_t> FieldService::overflow_step(const field::Report& newest) {
  const field::Survey& survey = newest.survey;
  if (survey.ticket <= stale_ticket_) return {};
  const bool fine = survey.finite && std::all_of(survey.components.begin(), survey.components.end(),
                                                 [](const field::ComponentSurvey& c) {
                                                   return std::abs(c.minimum) <= kOverflow &&
                                                          std::abs(c.maximum) <= kOverflow;
                                                 });
  if (fine) return {};
  return survey.step;
}

std::string FieldService::overflow_text(std::int64_t step) const {
  const std::string why = broken_stability_rule(live_.scene())
                              .value_or("its values grew beyond what a number can hold here");
  return fmt::format("the field overflowed by step {}: {}", step, why);
}

void FieldService::stop_for_overflow(std::int64_t step) {
  if (overflowed_) return;
  overflowed_ = true;
  ++story_;
  playing_ = false;
  owed_steps_ = 0;
  hub_.notices.add(Notice::Kind::error, overflow_text(step) + "; reset to go on", true);
}

void FieldService::check_overflow_now() {
  if (hub_.manner == Manner::repeating) return;
  constexpr auto kAskAgain = 50ms;
  auto asked = std::chrono::steady_clock::now();
  const std::uint64_t wanted = newest_ticket_ + 1;
  request_survey();
  for (report_ = live_.report(); report_.survey.ticket < wanted; report_ = live_.report()) {
    if (live_.step() < live_.goal()) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - asked > kAskAgain) {
      request_survey();
      asked = now;
    }
    std::this_thread::sleep_for(100us);
  }
  if (const auto overflow = overflow_step(report_)) {
    stop_for_overflow(*overflow);
    throw core::Error(overflow_text(*overflow));
  }
}

void FieldService::show_in(FieldStatus& status) {
  if (status.scene_version != live_.scene_version()) status.scene = live_.scene();
  status.scene_version = live_.scene_version();
  status.field_version = live_.field_version();
  status.newest_item = newest_item_;
  status.playing = playing_;
  status.overflowed = overflowed_;
  status.story = story_;
  status.surveyed = report_.survey.ticket > stale_ticket_;
  status.step = live_.step();
  status.steps_last_frame =
      static_cast<int>(std::clamp<std::int64_t>(live_.step() - step_before_frame_, 0, 1 << 30));
  const HistoryEntry* done = history_.newest();
  const HistoryEntry* undone = history_.undone();
  status.can_undo = done != nullptr;
  status.can_redo = undone != nullptr;
  status.undo_what = done != nullptr ? done->what : "";
  status.redo_what = undone != nullptr ? undone->what : "";
  status.backend = live_.backend();
  status.report = report_;
  status.averaged = averaged_.survey(probe_);
  status.readings = instruments_.readings();
  status.readings.as_begun = as_begun_ && !by_hand_;
  status.exporting = exports_.status();
}

}  // namespace heatwave::session
