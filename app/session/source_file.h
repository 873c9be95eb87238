// A source file for display: which lines belong to a variant, and which are important.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heatwave::session {

struct SourceLine {
  int number = 0;        ///< line in its file, from 1
  std::string text;      ///< without the mark at its end
  bool own = false;      ///< belongs to the variant
  bool alone = false;    ///< belongs to the variant and to no other one
  bool mark = false;     ///< important
  std::string reason;    ///< explanation of the mark; may be empty
  bool of_host = false;  ///< belongs to the host's code below a lesson's kernel
};

struct SourceFile {
  std::string name;  ///< "kernels/lab/experiments/reverse/reverse_kernels.cuh"
  std::vector<SourceLine> lines;

  /// Returns the variant's own lines; other code may separate them into parts.
  [[nodiscard]] std::vector<SourceLine> own_lines() const;
};

/// Splits a file's text. Code after a line `// variant: a b` belongs to the variants named, up to a
/// line `// end` or the next `// variant:`; those lines themselves belong to none. `*` names all. A
/// line that ends in `//! reason` is marked.
std::vector<SourceLine> source_lines(std::string_view text, std::string_view variant);

}  // namespace heatwave::session
