// The texts of problems name the next token as it was typed.
#include "kernels/field/formula/token_reader.h"

#include <algorithm>
#include <utility>

namespace heatwave::field::formula {

Place joined(const Place& first, const Place& last) {
  Place place = first;
  place.end = std::max(first.end, last.end);
  if (last.line == first.line) place.length = last.column + last.length - first.column;
  return place;
}

const Token& TokenReader::token(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool TokenReader::at_end() const { return token().kind == TokenKind::end; }

void TokenReader::skip_lines_in_brackets() {
  while (bracket_depth_ > 0 && token().kind == TokenKind::new_line) {
    std::size_t ahead = 1;
    if (token(ahead).kind == TokenKind::name) {
      ++ahead;
      while (is_sign("'", ahead) || is_sign("''", ahead)) ++ahead;
      if (is_sign("=", ahead)) return;
    }
    ++at_;
  }
}

bool TokenReader::accept_new_line() {
  if (token().kind != TokenKind::new_line) return false;
  ++at_;
  return true;
}

bool TokenReader::is_sign(std::string_view text, std::size_t ahead) const {
  return token(ahead).kind == TokenKind::sign && token(ahead).text == text;
}

bool TokenReader::is_name(std::string_view text, std::size_t ahead) const {
  return token(ahead).kind == TokenKind::name && token(ahead).text == text;
}

bool TokenReader::accept(std::string_view sign) {
  skip_lines_in_brackets();
  if (!is_sign(sign)) return false;
  ++at_;
  return true;
}

void TokenReader::expect(std::string_view sign) {
  if (!accept(sign)) fail("expected '" + std::string(sign) + "' here, not " + quoted_word());
}

std::string TokenReader::word() const {
  const Place& place = token().place;
  return text_.substr(place.begin, place.end - place.begin);
}

std::string TokenReader::quoted_word() const {
  if (at_end()) return "the end of the text";
  if (token().kind == TokenKind::new_line) return "the end of the line";
  return "'" + word() + "'";
}

void TokenReader::fail(std::string message) { fail_at(token().place, std::move(message)); }

void TokenReader::fail_at(const Place& place, std::string message) {
  problems_.push_back({place, std::move(message)});
  throw Unreadable{};
}

std::string TokenReader::hint_for_juxtaposition() const {
  const bool begins =
      token().kind == TokenKind::name || token().kind == TokenKind::number || is_sign("(");
  return begins && at_ > 0 ? "; a product needs a sign, as in 2*u" : "";
}

void TokenReader::skip_to_operator() {
  std::size_t ahead = 0;
  while (token(ahead).kind == TokenKind::new_line) ++ahead;
  for (const std::string_view sign : {"+", "-", "*", "/"}) {
    if (is_sign(sign, ahead)) at_ += ahead;
  }
}

void TokenReader::skip_lines_after_operator() {
  while (token().kind == TokenKind::new_line && token(1).kind != TokenKind::end) ++at_;
}

void TokenReader::skip_line() {
  bracket_depth_ = 0;
  while (!at_end() && token().kind != TokenKind::new_line) ++at_;
}

}  // namespace heatwave::field::formula
