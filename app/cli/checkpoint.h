// The checkpoints of a run: how often they are saved, and what they take of the disk.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

#include "app/cli/options.h"
#include "app/session/session.h"

namespace heatwave::cli {

/// Saves the checkpoints of a run.
class Checkpoints {
 public:
  /// Prints the disk space that checkpoints take. Throws core::Error when the folder cannot be
  /// written, has too little space, or holds a checkpoint of another run that the options do not
  /// allow to replace.
  Checkpoints(const CheckpointOptions& options, bool force, const session::Snapshot& first,
              std::int64_t last_step);

  /// Returns the number of steps after which save_if_due() must be called at the latest.
  [[nodiscard]] std::int64_t most_steps(std::int64_t step) const;
  void save_if_due(session::Session& session);
  /// Saves the field as it stands. If that fails, prints a warning: the checkpoint before stays,
  /// and the run goes on.
  void save(session::Session& session);
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path folder_;
  CheckpointInterval interval_;
  std::int64_t last_step_;
  std::int64_t saved_step_;  ///< step of the newest checkpoint, or the first step
  Clock::time_point saved_at_ = Clock::now();
};

}  // namespace heatwave::cli
