// A headless run: check, start, go its course, report.
#include "app/cli/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/course.h"
#include "app/cli/outputs.h"
#include "app/cli/run_start.h"
#include "app/cli/sample_file.h"
#include "app/cli/tuned.h"
#include "app/session/session.h"
#include "app/system/process.h"
#include "app/wire/playback.h"
#include "app/wire/recording_writer.h"
#include "app/words/version.h"
#include "kernels/core/error.h"

namespace heatwave::cli {
namespace {

session::Session started(const RunOptions& options) {
  RunStart start = run_start(options);
  session::Session session(std::move(start.scene),
                           {.backend = options.field.backend,
                            .threads = options.field.threads,
                            .device = options.field.device,
                            .most_minute_bytes = 0,
                            .make_solver = tuned_solvers_here(),
                            .make_journal = wire::recording_writers(std::string(words::version())),
                            .keeps_samples = false,
                            .names_gpu = false});
  if (!options.record.empty()) {
    session.submit(session::StartRecording{options.record.string(), options.force});
  }
  for (session::Command& command : start.commands) session.submit(std::move(command));
  session.run(0);
  return session;
}

/// So many steps, with a script's commands among them, or until that ends.
class Way {
 public:
  Way(const RunOptions& options, session::Session& session)
      : session_(session), file_(options.script.string()), left_(options.steps) {
    if (options.script.empty()) return;
    script_ = wire::read_script(options.script);
    playback_.emplace(script_, file_, session_,
                      options.script_may_write ? wire::Origin::own_script : wire::Origin::script);
  }

  [[nodiscard]] bool goes_on() const { return left_ > 0 || (left_ < 0 && !playback_->at_end()); }
  std::int64_t take(std::int64_t most) {
    if (left_ >= 0) most = std::min(most, left_);
    std::int64_t taken = 0;
    if (playback_ && !playback_->at_end()) {
      taken = playback_->go_on(most);
    } else {
      session_.run(most);  // throws when the field overflows
      taken = most;
    }
    if (left_ >= 0) left_ -= taken;
    done_ += taken;
    return taken;
  }
  [[nodiscard]] std::int64_t done() const { return done_; }

 private:
  session::Session& session_;
  std::string file_;
  std::vector<wire::Entry> script_;
  std::optional<wire::Playback> playback_;
  std::int64_t left_;  ///< kStepsOfScript: as the script has it
  std::int64_t done_ = 0;
};

/// Ends what is being written and throws core::Error where a signal has asked to stop.
void end_if_asked(const system::Interrupt& interrupt, session::Session& session) {
  if (!interrupt.token().stop_requested()) return;
  const bool records = session.snapshot().recording.running;
  session.finish_exports();
  throw core::Error(fmt::format("stopped by {} at step {}{}", interrupt.name(),
                                session.snapshot().step,
                                records ? "; the recording up to there is complete" : ""));
}

}  // namespace

std::string run(const RunOptions& options) {
  check_outputs(options);
  check_file(options.record, options.force);
  check_apart("--record", options.record, options);
  check_file(options.measure.csv, options.force);
  check_apart("--csv", options.measure.csv, options);
  std::optional<system::Interrupt> interrupt;  // before anything that may start threads
  if (!options.record.empty() || options.script_may_write) interrupt.emplace();
  session::Session session = started(options);
  Way way(options, session);
  SampleFile samples(options.measure, options.force, session.snapshot());
  Course course(session, options,
                {.take =
                     [&](std::int64_t most) {
                       if (interrupt) end_if_asked(*interrupt, session);
                       const std::int64_t step = session.snapshot().step;
                       const auto taken = way.take(std::min(most, samples.steps_to_next(step)));
                       samples.take(session.snapshot());
                       return taken;
                     },
                 .goes_on = [&] { return way.goes_on(); },
                 .done = [&] { return way.done(); },
                 .total = std::max<std::int64_t>(0, options.steps)});
  try {
    way.take(0);
    samples.take(session.snapshot());
    RunReport report = course.carried_out();
    session.finish_exports();
    report.csv = samples.finish();
    report.recording = options.record;
    const session::Snapshot& snapshot = session.snapshot();
    const std::string text = options.json ? json(report, snapshot) : summary(report, snapshot);
    course.tell_warnings();
    return text;
  } catch (...) {
    course.tell_warnings();
    throw;
  }
}

}  // namespace heatwave::cli
