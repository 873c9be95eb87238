// The tokens of a text as a parser reads them, with what it says about mistakes.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cuda_text/tokens.h"

namespace heatwave::cuda_text {

template <std::size_t n>
bool among(const std::array<const char*, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class TokenStream {
 public:
  TokenStream(std::vector<Token> tokens, const Budget& budget, std::vector<Diagnostic>& diagnostics)
      : tokens_(std::move(tokens)), budget_(budget), diagnostics_(diagnostics) {}

  [[nodiscard]] const Budget& budget() const { return budget_; }
  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] bool is(std::string_view text, std::size_t ahead = 0) const {
    const Token& token = peek(ahead);
    return (token.kind == Token::Kind::name || token.kind == Token::Kind::sign) &&
           token.text == text;
  }
  [[nodiscard]] bool at_end() const { return peek().kind == Token::Kind::end; }
  [[nodiscard]] std::string found() const {
    return at_end() ? "the end of the text" : "'" + peek().text + "'";
  }

  const Token& next() { return tokens_[at_++]; }
  bool take(std::string_view text);
  void need(std::string_view text);
  /// A missing semicolon at the end of a line is one mistake; the next line is read as usual.
  void need_semicolon();
  std::string need_name(const char* what);
  /// Makes `>` of `>>`, of which the first half has been read.
  void split_angle() { tokens_[at_].text = ">"; }

  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] const std::string& text_at(std::size_t place) const { return tokens_[place].text; }
  void go_to(std::size_t place) { at_ = place; }

  void record(const Diagnostic& diagnostic);
  /// Skips from an opening bracket behind its closing one.
  void skip_brackets();
  /// Skips behind the statement that holds a mistake, or before the brace that ends its block.
  void skip_statement();
  /// Skips to the next function or variable outside of functions.
  void skip_to_top_level(std::size_t begin);

 private:
  friend class Nested;

  std::vector<Token> tokens_;
  const Budget& budget_;
  std::vector<Diagnostic>& diagnostics_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// Counts the nesting of what is being parsed.
class Nested {
 public:
  explicit Nested(TokenStream& tokens) : tokens_(tokens) {
    if (++tokens_.depth_ > tokens_.budget_.depth) {
      --tokens_.depth_;
      reject(tokens_.peek().place, "the code is nested too deeply");
    }
  }
  ~Nested() { --tokens_.depth_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  TokenStream& tokens_;
};

}  // namespace heatwave::cuda_text
