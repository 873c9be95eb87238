// The terms of CUDA and of fields, as assets/glossary.md defines them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heatwave::words {

struct Term {
  std::string name;        ///< "bank conflict"
  std::string definition;  ///< one to three sentences
};

/// Returns the terms of a Markdown text, in its order: of each line `- **name**: definition`. Other
/// lines are ignored.
std::vector<Term> terms_of(std::string_view markdown);

}  // namespace heatwave::words
