// A checkpoint is saved between two steps, when it is due.
#include "app/cli/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include "app/session/field/live_field.h"
#include "app/system/folders.h"
#include "app/wire/checkpoint_file.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kUsualSeconds = 600;

std::string interval_in_words(const CheckpointInterval& interval) {
  if (interval.steps > 0) return fmt::format("{} steps", interval.steps);
  return fmt::format("{:g} s", interval.seconds);
}

}  // namespace

Checkpoints::Checkpoints(const CheckpointOptions& options, bool force,
                         const session::Snapshot& first, std::int64_t last_step)
    : folder_(options.folder),
      interval_(options.every.is_given() ? options.every
                                         : CheckpointInterval{.seconds = kUsualSeconds}),
      last_step_(last_step),
      saved_step_(first.step) {
  std::error_code error;
  const bool goes_on = !options.restart.empty() && fs::equivalent(folder_, options.restart, error);
  if (const auto step = wire::newest_checkpoint(folder_); step && !goes_on && !force) {
    throw core::Error(fmt::format(
        "'{0}' holds a checkpoint of step {1}: add --restart {0} to go on from it, or --force to "
        "replace it",
        folder_.string(), *step));
  }
  if (!goes_on) wire::remove_checkpoints(folder_);
  fs::create_directories(folder_, error);
  if (!error) error = system::why_not_writable(folder_);
  if (error) {
    throw core::Error(fmt::format("cannot write '{}': {}", folder_.string(), error.message()));
  }
  const auto bytes = static_cast<double>(session::state_bytes(first.scene));
  // The old one is removed when the new one is complete.
  const double needed = 2 * bytes;
  const fs::space_info space = fs::space(folder_, error);
  if (!error && static_cast<double>(space.available) < needed) {
    throw core::Error(fmt::format("checkpoints need {} in '{}', which has {} left",
                                  core::in_bytes(needed), folder_.string(),
                                  core::in_bytes(static_cast<double>(space.available))));
  }
  fmt::print(stderr, "heatwave: a checkpoint of {} every {} in '{}'; the disk holds two at times\n",
             core::in_bytes(bytes), interval_in_words(interval_),
             words::printable(folder_.string()));
}

std::int64_t Checkpoints::most_steps(std::int64_t step) const {
  if (interval_.steps == 0) return std::numeric_limits<std::int64_t>::max();
  return std::max<std::int64_t>(1, saved_step_ + interval_.steps - step);
}

void Checkpoints::save_if_due(session::Session& session) {
  const std::chrono::duration<double> since = Clock::now() - saved_at_;
  const bool due = interval_.steps > 0 ? session.snapshot().step >= saved_step_ + interval_.steps
                                       : since.count() >= interval_.seconds;
  if (due) save(session);
}

void Checkpoints::save(session::Session& session) {
  wire::SavedRun run{.scene = session.snapshot().scene,
                     .field = session.field_in_bands(),
                     .last_step = last_step_,
                     .every_steps = interval_.steps,
                     .every_seconds = interval_.seconds};
  saved_at_ = Clock::now();
  saved_step_ = run.field.step;
  try {
    wire::write_checkpoint(folder_, run);
  } catch (const core::Error& failure) {
    fmt::print(stderr, "heatwave: no checkpoint at step {}: {}\n", saved_step_,
               words::printable(failure.what()));
  }
}

}  // namespace heatwave::cli
