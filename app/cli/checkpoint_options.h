// The options of a run that save checkpoints and go on from one.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>

namespace heatwave::cli {

/// How often a run saves a checkpoint: by steps or by time.
struct CheckpointInterval {
  std::int64_t steps = 0;  ///< 0: by time
  double seconds = 0.0;    ///< 0: by steps

  [[nodiscard]] bool is_given() const { return steps > 0 || seconds > 0; }
};

/// Checkpoints of a run, and the one from which it goes on.
struct CheckpointOptions {
  std::filesystem::path folder;   ///< empty: none are saved
  CheckpointInterval every;       ///< not given: as before the restart, or the usual interval
  std::filesystem::path restart;  ///< folder with the checkpoint; empty: the run begins anew
};

void add_checkpoint_options(CLI::App& app, CheckpointOptions& options);

/// Throws UsageError for options of `run` that contradict each other. After a restart the
/// checkpoints go on in their folder.
void check_checkpoint_options(const CLI::App& app, CheckpointOptions& options);

}  // namespace heatwave::cli
