// The code of the lab's variants: which lines of which file, and which of them matter most.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/lab/experiment.h"

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

/// A variant's code as it was compiled into this program: the file it stands in, and for a GPU's
/// variant its launcher and its timing behind it, each begun by a comment with the file's name.
/// Without lines where there is no such file.
SourceFile source_of(const lab::Experiment& experiment, const lab::Variant& variant);

}  // namespace heatwave::session
