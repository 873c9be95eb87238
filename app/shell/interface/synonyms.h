// Words that people type for what the program calls by other words.
#pragma once

#include <string>
#include <vector>

namespace heatwave::shell {

/// The program's own words for a word in small letters, and its singular; empty: it has none.
std::vector<std::string> other_words_for(const std::string& typed);

}  // namespace heatwave::shell
