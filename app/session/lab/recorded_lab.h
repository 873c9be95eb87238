// Measurements recorded on other machines, which come with the program.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/session/lab/lab_results.h"

namespace heatwave::session {

struct RecordedLabs {
  /// By experiment: runs of all variants before sweeps, each the newest first.
  std::map<std::string, LabRuns> results;
  std::vector<std::string> failures;  ///< a file that could not be read, and why
};

/// Reads the folder's files lab*.json, as `heatwave lab --json` writes them. Never throws over a
/// file: what cannot be read is told of, and the others count.
RecordedLabs read_recorded_labs(const std::filesystem::path& folder);

}  // namespace heatwave::session
