// What a profiler tells: the old text profiler's report of `reverse`, the lecture's beside it, and
// the command lines of today's tools for any variant.
#pragma once

#include <string>
#include <vector>

#include "kernels/lab/measurement.h"

namespace heatwave::session {

/// The experiment that the lecture profiled, the two rungs of it, and at how many ints.
inline constexpr const char* kProfiled = "reverse";
inline constexpr const char* kStraight = "direct";
inline constexpr const char* kStaged = "shared";
inline constexpr std::int64_t kProfiledSize = 256 * 1024;

/// A part of the report: its title, lines in columns, and what is to be said of them.
struct ProfilePart {
  std::string title;
  std::vector<std::string> lines;
  std::string words;
};
/// The lecture's two reports, and what its counters counted.
std::vector<ProfilePart> lecture_profile();
/// The same columns of this report's measurements of the two rungs, and today's rule.
std::vector<ProfilePart> own_profile(const lab::Report& report, const lab::Settings& settings);

/// A tool of today's, and its command line.
struct ToolLine {
  std::string what;     ///< "counts in the hardware"
  std::string command;  ///< to be copied
};
/// For a GPU variant at these settings.
std::vector<ToolLine> tool_lines(const lab::Experiment& experiment, const lab::Variant& variant,
                                 const lab::Settings& settings);
/// What such tools need, as one sentence.
extern const char* const kToolsNeed;

}  // namespace heatwave::session
