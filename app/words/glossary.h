// The terms of CUDA and of fields, as assets/glossary.md defines them.
#pragma once

#include <array>
#include <cstddef>
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

/// A term in a text: the bytes [begin, end), and the term.
struct TermInText {
  std::size_t begin;
  std::size_t end;
  const Term* term;
};

/// Terms that are found in texts.
class Glossary {
 public:
  Glossary() = default;
  explicit Glossary(std::vector<Term> terms);

  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  /// Returns the first place of each term, in the text's order. A term is found in its plural too,
  /// in capital letters or small ones, and across a line break; of two at one place the longer one.
  [[nodiscard]] std::vector<TermInText> found_in(std::string_view text) const;

 private:
  [[nodiscard]] const Term* longest_at(std::string_view text, std::size_t& length) const;

  std::vector<Term> terms_;
  /// The indices of the terms by their first letter, longest name first.
  std::array<std::vector<std::size_t>, 26> by_letter_;
};

}  // namespace heatwave::words
