// The text of a formula is split into tokens. Signs beyond ASCII become those that they stand for.
#include "kernels/field/formula/scanner.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "kernels/core/utf8.h"

namespace heatwave::field::formula {
namespace {

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

/// Letters of names: Latin and Greek ones. ∂ and ∇ are no letters.
bool is_letter(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7) ||
         (c >= 0x370 && c <= 0x3FF && c != 0x394 && c != 0x37E && c != 0x387);
}

/// Signs that go on with a name: digits, underscores and subscript digits.
bool continues_name(char32_t c) {
  return is_letter(c) || is_digit(c) || c == '_' || (c >= 0x2080 && c <= 0x2089);
}

/// Signs of one character beyond ASCII and what they stand for.
struct SymbolAlias {
  char32_t character;
  std::string_view text;
};
constexpr SymbolAlias kAliases[] = {
    {0xB7, "*"},   {0xD7, "*"},   {0x2212, "-"},  {0x2013, "-"},  {0x22C5, "*"},  {0xF7, "/"},
    {0xB2, "²"},   {0xB3, "³"},   {0x2264, "<="}, {0x2265, ">="}, {0x2260, "!="}, {0x2202, "∂"},
    {0x2207, "∇"}, {0x394, "Δ"},  {0x2206, "Δ"},  {0x221A, "√"},  {0x2032, "'"},  {0x2033, "''"},
    {0x2019, "'"}, {0x222B, "∫"}, {0x2208, "in"},
};
constexpr std::string_view kAsciiSigns = "+-*/^()[],=<>!':;&|";

class Scanner {
 public:
  /// Begins at this byte of the text, whose line and column count as 1.
  Scanner(std::string_view text, std::vector<Problem>& problems, std::size_t begin = 0)
      : text_(text), problems_(problems), at_(begin) {}

  std::vector<Token> scan() {
    while (at_ < text_.size() && problems_.size() < kMostProblems) {
      const auto [c, length] = core::first_letter(text_.substr(at_));
      if (length == 0) {
        complain("this byte is no UTF-8 text", 1);
        advance(1);
        continue;
      }
      if (c == '\n' || c == ';') {
        add(TokenKind::new_line, "", length);
        if (c == '\n') {
          ++line_;
          column_ = 1;
        }
      } else if (c == ' ' || c == '\t' || c == '\r' || c == 0xA0 || c == 0xFEFF) {
        advance(length);
        space_ = true;
      } else if (c == '#' || text_.substr(at_).starts_with("//")) {
        while (at_ < text_.size() && text_[at_] != '\n' && problems_.size() < kMostProblems) {
          skip_character();
        }
      } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() &&
                                 is_digit(static_cast<unsigned char>(text_[at_ + 1])))) {
        scan_number();
      } else if (is_letter(c)) {
        scan_name();
      } else {
        scan_sign(c, length);
      }
    }
    add(TokenKind::end, "", 0);
    return std::move(tokens_);
  }

 private:
  void advance(std::size_t bytes) {
    at_ += bytes;
    ++column_;
  }
  /// Skips a character of a comment.
  void skip_character() {
    const auto [c, length] = core::first_letter(text_.substr(at_));
    const std::size_t bytes = std::max<std::size_t>(1, length);
    if (length == 0) {
      complain("this byte is no UTF-8 text", bytes);
    } else if (c != '\t' && c != '\r' && core::is_hidden(c)) {
      complain("this character is invisible", bytes);
    }
    advance(bytes);
  }
  [[nodiscard]] Place place_of(std::size_t bytes) const {
    const auto characters = static_cast<int>(core::letters_in(text_.substr(at_, bytes)));
    return {line_, column_, characters, static_cast<std::uint32_t>(at_),
            static_cast<std::uint32_t>(at_ + bytes)};
  }
  void complain(std::string message, std::size_t bytes) {
    problems_.push_back({place_of(bytes), std::move(message)});
  }
  void add(TokenKind kind, std::string text, std::size_t bytes, double number = 0.0) {
    const Place place = place_of(bytes);
    tokens_.push_back({kind, std::move(text), number, place, space_});
    space_ = false;
    at_ += bytes;
    column_ += place.length;
  }
  void scan_number() {
    double value = 0.0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    const auto bytes = std::max<std::size_t>(1, static_cast<std::size_t>(end - begin));
    if (error != std::errc() || !std::isfinite(value))
      complain("this number is out of range", bytes);
    add(TokenKind::number, std::string(begin, bytes), bytes, value);
  }
  void scan_name() {
    std::size_t bytes = 0;
    while (at_ + bytes < text_.size()) {
      const auto [c, length] = core::first_letter(text_.substr(at_ + bytes));
      if (length == 0 || !continues_name(c)) break;
      bytes += length;
    }
    const std::string name(text_.substr(at_, bytes));
    if (bytes > 64) complain("this name is longer than 64 bytes", bytes);
    add(TokenKind::name, name == "π" ? "pi" : name, bytes);
  }
  void scan_sign(char32_t c, std::size_t length) {
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view two : {"<=", ">=", "==", "!=", "**", "&&", "||", "''"}) {
      if (!rest.starts_with(two)) continue;
      add(TokenKind::sign, std::string(two == "**" ? "^" : two), 2);
      return;
    }
    if (c < 0x80 && kAsciiSigns.find(static_cast<char>(c)) != std::string_view::npos) {
      add(TokenKind::sign, std::string(1, static_cast<char>(c)), 1);
      return;
    }
    for (const SymbolAlias& sign : kAliases) {
      if (sign.character != c) continue;
      add(sign.text == "in" ? TokenKind::name : TokenKind::sign, std::string(sign.text), length);
      return;
    }
    if (c < 0x20 || c >= 0x7F) {
      complain("a formula has no place for this character", length);
      advance(length);
      return;
    }
    add(TokenKind::sign, std::string(text_.substr(at_, length)), length);
  }

  std::string_view text_;
  std::vector<Problem>& problems_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
  bool space_ = false;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, std::vector<Problem>& problems,
                             std::size_t begin) {
  return Scanner(text, problems, begin).scan();
}

}  // namespace heatwave::field::formula
