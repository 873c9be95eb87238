// Mistakes in a CUDA text and warnings about it, each as a sentence with its place.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heatwave::cuda_text {

/// A position in the text; both count from 1, and the column counts bytes.
struct Place {
  int line = 1;
  int column = 1;
  friend bool operator==(const Place&, const Place&) = default;
};

enum class Severity : std::uint8_t {
  mistake,   ///< the text is no CUDA C, or what it does is undefined
  unplayed,  ///< correct CUDA that the stage does not play; the diagnostic's text names it
  warning,   ///< the text is played as CUDA defines it, or as GPUs do it, but is rarely meant so
};

struct Diagnostic {
  Place place;
  std::string text;  ///< a sentence part without its place: "'x' is not declared"
  Severity severity = Severity::mistake;
};

/// Returns "4:12: 'x' is not declared".
inline std::string text_of(const Diagnostic& diagnostic) {
  return std::to_string(diagnostic.place.line) + ":" + std::to_string(diagnostic.place.column) +
         ": " + diagnostic.text;
}

/// Thrown within the front end to give up one statement; its reader continues after it.
struct Rejected {
  Diagnostic diagnostic;
};

[[noreturn]] inline void reject(Place place, std::string text) {
  throw Rejected{{place, std::move(text)}};
}
/// Rejects a construct of CUDA that the stage does not play.
[[noreturn]] inline void refuse(Place place, const std::string& construct) {
  throw Rejected{
      {place, construct + " can be shown and timed, but not played", Severity::unplayed}};
}

/// Bounds of what is built from a text, so that no text takes long or much memory.
struct Budget {
  std::size_t bytes = 256 * 1024;  ///< length of the text
  int tokens = 100'000;            ///< after macros
  int depth = 120;                 ///< nested expressions, blocks, macros and calls
  int instructions = 200'000;
  int frame_bytes = 256 * 1024;  ///< memory of a thread's own variables
  int diagnostics = 20;          ///< most mistakes, and most warnings, that are kept
};

/// Returns those that keep the text from being played.
std::vector<Diagnostic> mistakes_in(const std::vector<Diagnostic>& diagnostics);
/// Returns those that do not.
std::vector<Diagnostic> warnings_in(const std::vector<Diagnostic>& diagnostics);
/// Adds a diagnostic unless it is known or there are too many of its kind.
void add_diagnostic(std::vector<Diagnostic>& all, Diagnostic diagnostic, const Budget& budget);

}  // namespace heatwave::cuda_text
