// Synonyms: words that people type, and the program's own words for them.
#pragma once

#include <string>
#include <vector>

namespace heatwave::shell {

/// Returns the program's own words for a word in lower case or its singular; empty: none.
std::vector<std::string> other_words_for(const std::string& typed);

}  // namespace heatwave::shell
