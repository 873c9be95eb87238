// The results of a warp's attempts to take a lock are checked and worded here.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "kernels/lab/bench/result_words.h"
#include "kernels/lab/experiments/lock/lock_experiment.h"

namespace heatwave::lab::lock_experiment {
namespace {

std::string milliseconds(std::int64_t nanoseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f ms", static_cast<double>(nanoseconds) * 1e-6);
  return text;
}

std::string threads(std::int64_t number) {
  return grouped(number) + (number == 1 ? " thread" : " threads");
}

std::string effort_text(std::int64_t all, std::int64_t got, const Attempt& longest) {
  const std::string effort = grouped(longest.tries) + " tries in " + milliseconds(longest.waited);
  if (got == all) {
    return "all " + threads(all) + " of the warp got the lock this time; the longest wait took " +
           effort;
  }
  return threads(got) + " of " + std::to_string(all) + " got the lock; the others gave up, after " +
         "up to " + effort + ": without that limit they might spin forever";
}

}  // namespace

Outcome checked_attempts(const std::vector<Attempt>& attempts, std::int64_t counted) {
  const auto all = static_cast<std::int64_t>(attempts.size());
  const std::int64_t got =
      std::count_if(attempts.begin(), attempts.end(), [](const Attempt& a) { return a.got == 1; });
  const std::int64_t gave_up =
      std::count_if(attempts.begin(), attempts.end(), [](const Attempt& a) { return a.got == 0; });
  Attempt longest;
  for (const Attempt& a : attempts) {
    if (a.waited >= longest.waited) longest = a;
  }
  Outcome outcome{.right = counted == got && got + gave_up == all,
                  .result = grouped(counted) + " counted",
                  .expected = grouped(got) + " counted, one for each thread that got the lock",
                  .error = static_cast<double>(std::abs(counted - got)) /
                           static_cast<double>(std::max<std::int64_t>(1, got)),
                  .facts = {{"threads of the warp", std::to_string(all)},
                            {"got the lock", std::to_string(got)},
                            {"gave up", std::to_string(gave_up)},
                            {"never finished", std::to_string(all - got - gave_up)},
                            {"most tries of one thread", grouped(longest.tries)},
                            {"longest wait", milliseconds(longest.waited)}}};
  outcome.note = got + gave_up == all
                     ? effort_text(all, got, longest)
                     : std::to_string(all - got - gave_up) + " threads did not report at all";
  return outcome;
}

void add_ledger(Outcome& outcome, const std::vector<std::string>& ledger) {
  std::int64_t freed = 0;
  std::int64_t allocated = 0;
  for (const std::string& entry : ledger) {
    freed += entry.starts_with("destructor") ? 1 : 0;
    allocated += entry.starts_with("constructor") ? 1 : 0;
    outcome.facts.emplace_back(std::to_string(outcome.facts.size() + 1), entry);
  }
  outcome.note = "allocated " + grouped(allocated) + " time" + (allocated == 1 ? "" : "s") +
                 ", freed " + grouped(freed) +
                 " times: first by the kernel's copy, while the kernel may still run";
}

}  // namespace heatwave::lab::lock_experiment
