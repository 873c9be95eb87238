// Measurements recorded on other machines, which come with the program.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "app/session/lab/lab_results.h"

namespace heatwave::session {

struct RecordedLabs {
  /// Runs by experiment: runs of all variants before sweeps, each with the newest first.
  std::map<std::string, LabRuns> results;
  std::vector<std::string> failures;  ///< reasons why files could not be read
};

/// Reads the folder's files lab*.json, as written by `heatwave lab --json`. Never throws for a
/// file: unreadable ones are listed in `failures`, and the others are used.
RecordedLabs read_recorded_labs(const std::filesystem::path& folder);

}  // namespace heatwave::session
