// The figures of a run, as a summary for people and as JSON for programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/session/snapshot.h"

namespace heatwave::cli {

/// Summed cell by cell in double, so that equal fields give equal figures whatever computed them.
struct Statistics {
  float minimum = 0.0F;
  float maximum = 0.0F;
  double mean = 0.0;
};
Statistics statistics(std::span<const float> cells);

/// The recording that was done again.
struct Replayed {
  std::string file;
  std::string program;                          ///< the version that wrote it
  int keyframes = 0;                            ///< check sums that were the same
  std::optional<std::size_t> breaks_off_after;  ///< line; none: it is complete
};

struct RunReport {
  std::int64_t steps = 0;
  double seconds = 0.0;  ///< spent computing, until the last step was done
  Statistics field;
  std::vector<std::filesystem::path> png;
  std::filesystem::path dump;       ///< empty: none
  std::filesystem::path csv;        ///< empty: none
  std::filesystem::path recording;  ///< written; empty: none
  std::optional<Replayed> replayed;
};

std::string summary(const RunReport& report, const session::Snapshot& snapshot);
/// On standard error, a line each: what the session has to say of the run, as of a lost device.
void warn(const session::Snapshot& snapshot);
std::string json(const RunReport& report, const session::Snapshot& snapshot);

}  // namespace heatwave::cli
