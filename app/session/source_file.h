// A file of code that is shown: which of its lines belong to what is shown, and which matter most.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heatwave::session {

struct SourceLine {
  int number = 0;      ///< in its file, from 1
  std::string text;    ///< without the mark at its end
  bool own = false;    ///< belongs to the variant
  bool mark = false;   ///< important
  std::string reason;  ///< why; may be empty
};

struct SourceFile {
  std::string name;  ///< "kernels/lab/experiments/reverse/reverse_kernels.cuh"
  std::vector<SourceLine> lines;

  /// Only the variant's own; in parts where other code stands between them.
  [[nodiscard]] std::vector<SourceLine> own_lines() const;
};

/// Divides a file's text. Code after a line `// variant: a b` belongs to the variants named, up to
/// a line `// end` or the next `// variant:`; those lines themselves belong to none. `*` names all.
/// A line that ends in `//! reason` is marked.
std::vector<SourceLine> source_lines(std::string_view text, std::string_view variant);

}  // namespace heatwave::session
