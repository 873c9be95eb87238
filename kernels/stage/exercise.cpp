// A verdict is the first fault of the first play that has one.
#include "kernels/stage/exercise.h"

#include <algorithm>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/cuda_text/compiler.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage {
namespace {

constexpr int kRandomPlays = 8;
constexpr std::int64_t kStepsOfPlay = 20'000;  // a longer play counts as endless
constexpr std::int64_t kStepsOfAll = 100'000;  // no further play begins after this many

std::vector<Schedule> schedules_for(const Lesson& exercise) {
  std::vector<Schedule> all;
  if (exercise.schedule.kind == Schedule::Kind::lockstep) all.push_back(exercise.schedule);
  all.push_back({.kind = Schedule::Kind::independent});
  for (int seed = 1; seed <= kRandomPlays; ++seed) {
    all.push_back({.kind = Schedule::Kind::random, .seed = static_cast<std::uint64_t>(seed)});
  }
  return all;
}

/// `found`: what the source's check found.
std::optional<Verdict> mistake_in(const cuda_text::Source& source,
                                  const std::vector<cuda_text::Diagnostic>& found) {
  std::vector<cuda_text::Diagnostic> all = mistakes_in(found);
  if (all.empty() && !source.kernels().empty()) return std::nullopt;
  if (all.empty()) all.push_back({.place = {}, .text = "the text has no __global__ function"});
  return Verdict{.outcome = Outcome::mistake,
                 .fault = {},
                 .place = all.front().place,
                 .text = cuda_text::text_of(all.front()),
                 .schedule = {}};
}

/// Plays a solution under one schedule after another.
class Trial {
 public:
  Trial(const Lesson& exercise, const std::string& text, const Watch& watch)
      : exercise_(exercise), text_(text), watch_(watch) {}

  Verdict run() {
    int plays = 0;
    for (const Schedule& schedule : schedules_for(exercise_)) {
      if (steps_before_ >= kStepsOfAll) break;
      if (auto wrong = played(schedule)) return *std::move(wrong);
      ++plays;
    }
    return {.outcome = Outcome::right,
            .fault = {},
            .place = {},
            .text = "All results are as expected under " + std::to_string(plays) + " schedules.",
            .schedule = {}};
  }

 private:
  std::optional<Verdict> played(const Schedule& schedule) {
    Verdict verdict{
        .outcome = Outcome::fault, .fault = {}, .place = {}, .text = {}, .schedule = schedule};
    try {
      const Trace trace = play(exercise_, {.schedule = schedule, .text = text_}, watch_, false,
                               kStepsOfPlay, pages_);
      steps_before_ += static_cast<std::int64_t>(trace.steps.size());
      if (!trace.faults.empty()) {
        const Fault& first = trace.faults.front();
        verdict.fault = first.kind;
        verdict.text = first.text;
        verdict.step = std::min(first.step + 1, static_cast<int>(trace.steps.size()));
        return verdict;
      }
      const int conflicts = totals(trace).conflicts;
      if (conflicts <= exercise_.most_conflicts.value_or(conflicts)) return std::nullopt;
      verdict.outcome = Outcome::conflicts;
      verdict.text = "All results are as expected, but bank conflicts take " +
                     std::to_string(conflicts) + " extra passes, and at most " +
                     std::to_string(*exercise_.most_conflicts) + " are allowed.";
      verdict.step = first_conflict(trace);
    } catch (const core::Error& error) {
      verdict.outcome = Outcome::mistake;
      verdict.text = error.what();
    }
    return verdict;
  }

  static int first_conflict(const Trace& trace) {
    const auto found = std::find_if(trace.steps.begin(), trace.steps.end(),
                                    [](const Step& step) { return step.cost.ways > 1; });
    return static_cast<int>(found - trace.steps.begin()) + 1;
  }

  const Lesson& exercise_;
  const std::string& text_;
  const Watch& watch_;
  std::int64_t steps_before_ = 0;  ///< steps of the plays so far
  std::shared_ptr<PlayMemory> pages_ = std::make_shared<PlayMemory>();
};

}  // namespace

std::string filled(std::string_view text, const std::vector<std::string>& fillings) {
  std::string made;
  auto filling = fillings.begin();
  while (!text.empty()) {
    const auto end_of_line = text.find('\n');
    const std::string_view line =
        text.substr(0, end_of_line == std::string_view::npos ? end_of_line : end_of_line + 1);
    text.remove_prefix(line.size());
    const bool is_gap = line.find(kGap) != std::string_view::npos && filling != fillings.end();
    if (!is_gap) {
      made += line;
      continue;
    }
    const std::string_view indent = line.substr(0, line.find_first_not_of(' '));
    std::string_view lines = *filling++;
    while (!lines.empty()) {
      const auto end = std::min(lines.find('\n'), lines.size());
      made += std::string(indent) + std::string(lines.substr(0, end)) + "\n";
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }
  return made;
}

std::string name_of(const Verdict& verdict) {
  switch (verdict.outcome) {
    case Outcome::right:
      return "right";
    case Outcome::mistake:
      return verdict.place ? "does not compile" : "cannot be launched";
    case Outcome::fault:
      return name_of(*verdict.fault);
    case Outcome::conflicts:
      return "bank conflicts";
  }
  return {};
}

Verdict check_solution(const Lesson& exercise, const std::string& text, const Watch& watch) {
  const cuda_text::Source source(text);
  const std::vector<cuda_text::Diagnostic> found = source.check();
  if (auto mistake = mistake_in(source, found)) return *std::move(mistake);
  Verdict verdict = Trial(exercise, text, watch).run();
  for (const cuda_text::Diagnostic& each : warnings_in(found)) {
    verdict.text += " Warning: " + cuda_text::text_of(each) + ".";
  }
  return verdict;
}

}  // namespace heatwave::stage
