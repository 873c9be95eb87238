// Rounds are recorded, and one of them is shown.
#include "tests/bench/parts_time_line.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "kernels/field/parts/parts_solver.h"

namespace heatwave::bench {

std::string formatted(const char* format, ...) {
  char text[512];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

std::string joined(const std::vector<std::string>& texts, const std::string& between) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : between) + text;
  return all;
}

std::vector<PartLine> time_line_of(field::FieldSolver& solver) {
  constexpr std::size_t kRounds = 48;
  const field::BackendInfo& backend = solver.backend();
  field::record_rounds(solver, kRounds);
  solver.advance(static_cast<std::int64_t>(kRounds + 8) * backend.steps_between_exchanges);
  const std::vector<std::vector<field::Round>> rounds = field::recorded_rounds(solver);
  std::vector<PartLine> lines;
  if (rounds.empty()) return lines;
  const auto begin_of = [&](std::size_t part, std::size_t round) {
    return rounds[part][round].at(field::Moment::steps_begin);
  };
  const auto length_of = [&](std::size_t round) {
    return begin_of(0, round + 1) - begin_of(0, round);
  };
  // The first rounds begin before the host has queued those that follow.
  std::vector<std::size_t> usual;
  for (std::size_t i = kRounds / 3; i + 1 < rounds[0].size(); ++i) usual.push_back(i);
  if (usual.empty()) return lines;
  std::sort(usual.begin(), usual.end(),
            [&](std::size_t a, std::size_t b) { return length_of(a) < length_of(b); });
  const std::size_t chosen = usual[usual.size() / 2];
  double zero = begin_of(0, chosen);
  for (std::size_t p = 1; p < rounds.size(); ++p) zero = std::min(zero, begin_of(p, chosen));
  for (std::size_t p = 0; p < rounds.size(); ++p) {
    std::vector<field::Span> spans = field::spans_of(rounds[p][chosen], &rounds[p][chosen + 1]);
    for (field::Span& span : spans) {
      span.begin = 1e3 * (span.begin - zero);
      span.end = 1e3 * (span.end - zero);
    }
    lines.push_back({backend.parts[p].device, std::move(spans)});
  }
  return lines;
}

std::string text_of(const std::vector<PartLine>& lines) {
  constexpr double kColumns = 60.0;
  double end = 0.0;
  for (const PartLine& line : lines) {
    for (const field::Span& span : line.spans) {
      if (!span.is_call) end = std::max(end, span.end);
    }
  }
  std::string text;
  for (std::size_t p = 0; p < lines.size(); ++p) {
    text += formatted("    part %zu on %s\n", p + 1, lines[p].device.c_str());
    for (const field::Span& span : lines[p].spans) {
      text += formatted("      %-23s %9.1f to %9.1f us", std::string(span.name).c_str(), span.begin,
                        span.end);
      // Calls may lie far ahead of the work that they queue.
      if (!span.is_call) {
        const auto first = static_cast<std::size_t>(kColumns * std::max(0.0, span.begin) / end);
        const auto last =
            static_cast<std::size_t>(std::ceil(kColumns * std::max(0.0, span.end) / end));
        text +=
            "  " + std::string(first, ' ') + std::string(std::max(first + 1, last) - first, '#');
      }
      text += '\n';
    }
  }
  return text;
}

std::string json_of(const std::vector<PartLine>& lines) {
  std::vector<std::string> parts;
  for (const PartLine& line : lines) {
    std::vector<std::string> spans;
    for (const field::Span& span : line.spans) {
      spans.push_back(formatted(
          "{\"name\": \"%s\", \"begin_us\": %.2f, \"end_us\": %.2f, \"by_host\": %s}",
          std::string(span.name).c_str(), span.begin, span.end, span.is_call ? "true" : "false"));
    }
    parts.push_back("\n    {\"device\": \"" + line.device + "\", \"spans\": [\n     " +
                    joined(spans, ",\n     ") + "]}");
  }
  return "[" + joined(parts, ",") + "]";
}

}  // namespace heatwave::bench
