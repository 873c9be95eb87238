// Reads the glossary's lines, and finds its terms in texts.
#include "app/words/glossary.h"

#include <algorithm>
#include <set>
#include <utility>

namespace heatwave::words {
namespace {

char small(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool is_of_alphabet(char byte) { return small(byte) >= 'a' && small(byte) <= 'z'; }

/// Bytes of a word, of a name in code, or of a letter beyond ASCII.
bool is_of_word(char byte) {
  return is_of_alphabet(byte) || (byte >= '0' && byte <= '9') || byte == '_' ||
         static_cast<unsigned char>(byte) >= 0x80;
}

/// Returns whether the text begins with the name. A line break counts as a space.
bool begins_with(std::string_view text, std::string_view name) {
  if (text.size() < name.size()) return false;
  return std::equal(name.begin(), name.end(), text.begin(), [](char of_name, char of_text) {
    return small(of_name) == (of_text == '\n' ? ' ' : small(of_text));
  });
}

/// Returns whether the word ends here: what follows does not belong to it, nor calls it.
bool ends_at(std::string_view text, std::size_t at) {
  return at >= text.size() || (!is_of_word(text[at]) && text[at] != '(');
}

}  // namespace

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

Glossary::Glossary(std::vector<Term> terms) : terms_(std::move(terms)) {
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const std::string& name = terms_[i].name;
    if (!name.empty() && is_of_alphabet(name[0]))
      by_letter_[static_cast<std::size_t>(small(name[0]) - 'a')].push_back(i);
  }
  for (auto& same : by_letter_) {
    std::stable_sort(same.begin(), same.end(), [this](std::size_t a, std::size_t b) {
      return terms_[a].name.size() > terms_[b].name.size();
    });
  }
}

const Term* Glossary::longest_at(std::string_view text, std::size_t& length) const {
  for (const std::size_t i : by_letter_[static_cast<std::size_t>(small(text[0]) - 'a')]) {
    const std::string& name = terms_[i].name;
    if (!begins_with(text, name)) continue;
    length = name.size();
    if (ends_at(text, length)) return &terms_[i];
    for (const std::string_view plural : {"s", "es"}) {
      if (!text.substr(name.size()).starts_with(plural)) continue;
      length = name.size() + plural.size();
      if (ends_at(text, length)) return &terms_[i];
    }
  }
  return nullptr;
}

std::vector<TermInText> Glossary::found_in(std::string_view text) const {
  std::vector<TermInText> found;
  std::set<const Term*> had;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = is_of_alphabet(text[at]) && (at == 0 || !is_of_word(text[at - 1]));
    std::size_t length = 1;
    const Term* const term = begins ? longest_at(text.substr(at), length) : nullptr;
    if (term == nullptr) {
      ++at;
      continue;
    }
    if (had.insert(term).second) found.push_back({at, at + length, term});
    at += length;
  }
  return found;
}

}  // namespace heatwave::words
