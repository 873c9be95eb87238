// An interval is a number of steps, or a time with its unit.
#include "app/cli/checkpoint_options.h"

#include <string>

#include "app/cli/command_options.h"
#include "app/cli/values.h"

namespace heatwave::cli {
namespace {

CheckpointInterval interval(const std::string& option, const std::string& text) {
  const char unit = text.empty() ? ' ' : text.back();
  const double seconds = unit == 's' ? 1 : unit == 'm' ? 60 : unit == 'h' ? 3600 : 0;
  if (seconds == 0) return {.steps = whole_number(option, text, 1, kMostSteps)};
  const double value = number(option, text.substr(0, text.size() - 1));
  if (!(value > 0)) {
    throw UsageError(fmt::format("{} needs a time above 0, not '{}'", option, text));
  }
  return {.seconds = value * seconds};
}

}  // namespace

void add_checkpoint_options(CLI::App& app, CheckpointOptions& options) {
  add_path(app, "--checkpoint", "Save the run into this folder at times, to go on after a crash",
           options.folder)
      ->type_name("DIR");
  add(app, "--checkpoint-every", "K|Ns|Nm|Nh",
      "How often: every K steps, or after a time such as 90s, 10m (default) or 2h",
      [&options](const auto& option, const auto& text) { options.every = interval(option, text); });
  add_path(app, "--restart",
           "Go on from the checkpoint in this folder, to the same bits; with --steps that many "
           "steps, otherwise to the end of that run",
           options.restart)
      ->type_name("DIR");
}

void check_checkpoint_options(const CLI::App& app, CheckpointOptions& options) {
  if (!options.restart.empty()) {
    for (const char* name : {"--scene", "--equation", "--formula", "--size", "--set", "--edges",
                             "--load", "--picture", "--unguarded"}) {
      if (app.count(name) == 0) continue;
      throw UsageError(
          fmt::format("the checkpoint of --restart has its scene; leave out {}", name));
    }
    if (options.folder.empty()) options.folder = options.restart;
  }
  if (options.folder.empty()) {
    if (options.every.is_given()) {
      throw UsageError("--checkpoint-every needs a folder: add --checkpoint DIR");
    }
    return;
  }
  for (const char* name : {"--script", "--every", "--film"}) {
    if (app.count(name) == 0) continue;
    throw UsageError(fmt::format(
        "a checkpoint does not hold how far {} has come; leave out one of the two", name));
  }
}

}  // namespace heatwave::cli
