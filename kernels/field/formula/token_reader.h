// TokenReader goes through the tokens of a formula from first to last, and notes what does not fit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/field/formula/document.h"
#include "kernels/field/formula/scanner.h"

namespace heatwave::field::formula {

/// The piece of text from one place to the end of another.
Place joined(const Place& first, const Place& last);

/// Thrown to leave a statement that cannot be read; its problem has been noted.
struct Unreadable {};

class TokenReader {
 public:
  /// `text` is what the tokens were split from; it and `problems` outlive this.
  TokenReader(std::vector<Token> tokens, const std::string& text, std::vector<Problem>& problems)
      : tokens_(std::move(tokens)), text_(text), problems_(problems) {}

  [[nodiscard]] const Token& token(std::size_t ahead = 0) const;
  [[nodiscard]] const Place& last_place() const { return tokens_[at_ - 1].place; }
  [[nodiscard]] bool at_end() const;
  [[nodiscard]] bool is_sign(std::string_view text, std::size_t ahead = 0) const;
  [[nodiscard]] bool is_name(std::string_view text, std::size_t ahead = 0) const;

  void skip(std::size_t count = 1) { at_ += count; }
  bool accept_new_line();
  bool accept(std::string_view sign);
  /// Fails where the next token is another one.
  void expect(std::string_view sign);
  void skip_line();

  void enter_brackets() { ++bracket_depth_; }
  void leave_brackets() { --bracket_depth_; }
  /// Inside brackets a line may end anywhere, unless a statement begins after it: then the bracket
  /// was not closed.
  void skip_lines_in_brackets();
  /// A line that begins with an operator goes on with the line before, as no statement begins so.
  void skip_to_operator();
  /// After an operator the expression may go on in the next line.
  void skip_lines_after_operator();

  /// Notes a problem at the next token and throws Unreadable.
  [[noreturn]] void fail(std::string message);
  [[noreturn]] void fail_at(const Place& place, std::string message);
  /// The next token, as it was typed.
  [[nodiscard]] std::string word() const;
  /// The next token, or where the text or the line ends, in words.
  [[nodiscard]] std::string quoted_word() const;
  /// Advice where the next token could be the second factor of a product; empty: it could not.
  [[nodiscard]] std::string hint_for_juxtaposition() const;

 private:
  std::vector<Token> tokens_;
  const std::string& text_;
  std::vector<Problem>& problems_;
  std::size_t at_ = 0;
  int bracket_depth_ = 0;
};

}  // namespace heatwave::field::formula
