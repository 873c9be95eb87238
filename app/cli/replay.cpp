// Runs a session along a recording.
#include "app/cli/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/cli/course.h"
#include "app/cli/outputs.h"
#include "app/cli/tuned.h"
#include "app/session/session.h"
#include "app/wire/player.h"
#include "app/words/word_lists.h"

namespace heatwave::cli {

std::string replay(const ReplayOptions& options) {
  const wire::Recording recording = wire::read_recording(
      options.file, options.long_gaps ? wire::StepGaps::any : wire::StepGaps::plausible);
  check_outputs(options);
  session::Session session(recording.scene,
                           {.backend = options.backend,
                            .threads = options.threads,
                            .device = options.device,
                            .most_minute_bytes = 0,
                            .make_solver = solvers_in_parts(tuned_solvers_here(), options.parts),
                            .share_here = share_here(options.parts),
                            .prepare = tell_and_prepare,
                            .keeps_samples = false,
                            .names_gpu = false});
  wire::EntryPlayer playback(recording.entries, recording.file, session,
                             session::CommandOrigin::replay);
  const auto steps_left = [&] {
    return options.until ? *options.until - session.snapshot().step : std::int64_t{1};
  };
  std::int64_t taken = 0;
  Course course(session, options,
                {.take =
                     [&](std::int64_t most) {
                       if (steps_left() == 0) return std::int64_t{0};
                       if (options.until && steps_left() > 0) most = std::min(most, steps_left());
                       const std::int64_t steps = playback.go_on(most);
                       taken += steps;
                       return steps;
                     },
                 .goes_on = [&] { return !playback.at_end() && steps_left() != 0; },
                 .done = [&] { return taken; },
                 .total = options.until.value_or(wire::steps_of(recording.entries))});
  try {
    RunReport report = course.carried_out();
    report.replayed = Replayed{recording.file, recording.program, playback.keyframes(),
                               recording.breaks_off_after};
    const std::string text = course.text_of(report);
    const std::string broken = wire::told_of_break(recording);
    if (!broken.empty()) fmt::print(stderr, "heatwave: {}\n", words::printable(broken));
    return text;
  } catch (...) {
    course.tell_warnings();
    throw;
  }
}

}  // namespace heatwave::cli
