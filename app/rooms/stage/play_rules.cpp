// Walks through plays.
#include "app/rooms/stage/play_rules.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/rooms/stage/stage_view.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

/// Whether this step brought the last thread to the barrier.
bool all_have_met(const stage::Step& step) {
  if (step.actions.empty() || step.actions.front().op != stage::Op::barrier) return false;
  return std::none_of(step.changes.begin(), step.changes.end(), [](const stage::Change& change) {
    return change.kind == stage::Change::Kind::thread &&
           change.thread_after.status == stage::Status::barrier;
  });
}

bool divides_warp(const stage::Step& step) {
  const auto goes_in = [](const stage::Action& action) {
    return action.op == stage::Op::branch && action.value != 0.0;
  };
  const auto goes_past = [](const stage::Action& action) {
    return action.op == stage::Op::branch && action.value == 0.0;
  };
  return std::any_of(step.actions.begin(), step.actions.end(), goes_in) &&
         std::any_of(step.actions.begin(), step.actions.end(), goes_past);
}

}  // namespace

std::vector<StageEvent> events_of(const stage::Trace& trace) {
  std::vector<StageEvent> events;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const stage::Step& step = trace.steps[i];
    const int after = static_cast<int>(i) + 1;
    if (divides_warp(step)) events.push_back({after, StageEventKind::divides});
    if (all_have_met(step)) events.push_back({after, StageEventKind::barrier});
    if (step.cost.ways > 1 || step.cost.waiting > 0) {
      events.push_back({after, StageEventKind::conflict});
    }
  }
  // A hang is found when nothing happens any more: its step may be the one after the last.
  for (const stage::Fault& fault : trace.faults) {
    events.push_back({std::clamp(fault.step + 1, 0, last_step(trace)), StageEventKind::fault});
  }
  std::stable_sort(events.begin(), events.end(), [](const StageEvent& a, const StageEvent& b) {
    return a.step != b.step ? a.step < b.step : a.kind < b.kind;
  });
  return events;
}

int next_event(const std::vector<StageEvent>& events, int step, int last) {
  const auto found = std::find_if(events.begin(), events.end(),
                                  [step](const StageEvent& event) { return event.step > step; });
  return found == events.end() ? last : found->step;
}

int previous_event(const std::vector<StageEvent>& events, int step) {
  const auto found = std::find_if(events.rbegin(), events.rend(),
                                  [step](const StageEvent& event) { return event.step < step; });
  return found == events.rend() ? 0 : found->step;
}

void pass_time(StageModel& model, int last, double seconds) {
  if (!model.playing) {
    model.pace.due = 0.0;
    return;
  }
  model.pace.due += seconds * model.pace.steps_per_second;
  const double whole = std::floor(model.pace.due);
  model.pace.due -= whole;
  model.step = static_cast<int>(std::min(static_cast<double>(last), model.step + whole));
  if (model.step == last) model.playing = false;
}

void go_to(StageModel& model, int last, int step) {
  model.step = std::clamp(step, 0, last);
  model.playing = false;
  model.pace.due = 0.0;
}

bool is_choosing(const stage::Trace& trace, int step) { return !trace.candidates_at(step).empty(); }

int candidate_of(const stage::Trace& trace, int step, int thread) {
  const std::vector<stage::Candidate>& candidates = trace.candidates_at(step);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::vector<int>& threads = candidates[i].threads;
    if (std::find(threads.begin(), threads.end(), thread) != threads.end()) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

std::vector<int> choices_with(const stage::Trace& trace, int step, std::vector<int> choices,
                              int candidate) {
  const auto before = static_cast<std::size_t>(trace.choices_before(step));
  if (before < choices.size() && choices[before] == candidate) return choices;
  choices.resize(std::min(before, choices.size()));
  choices.push_back(candidate);
  return choices;
}

int step_after_play(const stage::PlaySettings& settings, bool same_lesson, int step,
                    int last_before, int last) {
  if (settings.schedule.kind == stage::Schedule::Kind::chosen) return last;
  return same_lesson && last == last_before ? std::min(step, last) : 0;
}

bool numbers_from(const std::string& text, std::vector<double>& numbers) {
  std::vector<double> found;
  const char* at = text.c_str();
  while (true) {
    while (*at == ' ' || *at == ',' || *at == ';') ++at;
    if (*at == '\0') break;
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end == at || !std::isfinite(number)) return false;
    found.push_back(number);
    at = end;
  }
  if (found.empty()) return false;
  numbers = std::move(found);
  return true;
}

std::string text_of(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) {
    text += (text.empty() ? "" : " ") + stage::words::number(number);
  }
  return text;
}

}  // namespace heatwave::stage_room
