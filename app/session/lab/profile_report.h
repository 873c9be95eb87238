// Profiler reports: the old text profiler's report of `reverse`, the report of Farber's article
// beside it, and command lines of current tools for any variant.
#pragma once

#include <string>
#include <vector>

#include "kernels/lab/measurement.h"

namespace heatwave::session {

/// The experiment that Farber's article profiled, its two variants, and its number of ints.
inline constexpr const char* kProfiled = "reverse";
inline constexpr const char* kStraight = "direct";
inline constexpr const char* kStaged = "shared";
inline constexpr std::int64_t kProfiledSize = 256 * 1024;

/// A part of the report: its title, lines in columns, and an explanation.
struct ProfilePart {
  std::string title;
  std::vector<std::string> lines;
  std::string words;
};
/// Returns the article's two reports with the counters' values.
std::vector<ProfilePart> lecture_profile();
/// Returns the same columns for this report's measurements of the two variants, and the rule for
/// current GPUs.
std::vector<ProfilePart> own_profile(const lab::Report& report, const lab::Settings& settings);

/// A current tool and its command line.
struct ToolLine {
  std::string what;     ///< its purpose, such as "counts in the hardware"
  std::string command;  ///< command to copy
};
/// Returns the tools for a GPU variant with these settings.
std::vector<ToolLine> tool_lines(const lab::Experiment& experiment, const lab::Variant& variant,
                                 const lab::Settings& settings);
/// The tools' requirements, as one sentence.
extern const char* const kToolsNeed;

}  // namespace heatwave::session
