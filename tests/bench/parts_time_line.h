// The time line of a field in parts: what each part did between two exchanges, and when the host
// made its calls for that.
#pragma once

#include <string>
#include <vector>

#include "kernels/field/field_solver.h"
#include "kernels/field/parts/round.h"

namespace heatwave::bench {

struct PartLine {
  std::string device;
  std::vector<field::Span> spans;  ///< in µs, from the beginning of the first part's round on
};

/// Advances the field and returns the time line of a round of usual length; empty: the parts are in
/// other processes.
std::vector<PartLine> time_line_of(field::FieldSolver& solver);
/// Returns a bar for each span.
std::string text_of(const std::vector<PartLine>& lines);
std::string json_of(const std::vector<PartLine>& lines);

/// Formats like std::printf.
__attribute__((format(printf, 1, 2))) std::string formatted(const char* format, ...);
/// Returns the texts with `between` between them.
std::string joined(const std::vector<std::string>& texts, const std::string& between);

}  // namespace heatwave::bench
