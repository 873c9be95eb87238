// Reads the glossary's lines.
#include "app/words/glossary.h"

#include <algorithm>

namespace heatwave::words {

std::vector<Term> terms_of(std::string_view markdown) {
  constexpr std::string_view kBegin = "- **";
  constexpr std::string_view kMiddle = "**: ";
  std::vector<Term> terms;
  while (!markdown.empty()) {
    const std::string_view line = markdown.substr(0, markdown.find('\n'));
    markdown.remove_prefix(std::min(markdown.size(), line.size() + 1));
    const std::size_t middle = line.find(kMiddle);
    if (!line.starts_with(kBegin) || middle == std::string_view::npos) continue;
    terms.push_back({std::string(line.substr(kBegin.size(), middle - kBegin.size())),
                     std::string(line.substr(middle + kMiddle.size()))});
  }
  return terms;
}

}  // namespace heatwave::words
