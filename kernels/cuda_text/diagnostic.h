// Mistakes in a CUDA text, each as a sentence with its place.
#pragma once

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

struct Diagnostic {
  Place place;
  std::string text;      ///< a sentence part without its place: "'x' is not declared"
  bool refused = false;  ///< true: correct CUDA that the stage does not play; `text` names it
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
  throw Rejected{{place, construct + " can be shown and timed, but not played", true}};
}

/// Bounds of what is built from a text, so that no text takes long or much memory.
struct Budget {
  std::size_t bytes = 256 * 1024;  ///< length of the text
  int tokens = 100'000;            ///< after macros
  int depth = 120;                 ///< nested expressions, blocks, macros and calls
  int instructions = 200'000;
  int frame_bytes = 256 * 1024;  ///< memory of a thread's own variables
  int diagnostics = 20;          ///< later ones are dropped
};

}  // namespace heatwave::cuda_text
