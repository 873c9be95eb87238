// Splits the text into tokens, and rejects characters that no CUDA text has.
#include "kernels/cuda_text/token_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string>
#include <utility>

#include "kernels/core/utf8.h"

namespace heatwave::cuda_text {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Returns the sign of the code that a word processor replaced by this character; null: none.
const char* sign_meant_by(char32_t code) {
  constexpr std::pair<char32_t, const char*> kReplaced[] = {
      {0x2012, "-"},  {0x2013, "-"},  {0x2014, "-"},  {0x2212, "-"},  {0x201C, "\""},
      {0x201D, "\""}, {0x201E, "\""}, {0x2018, "'"},  {0x2019, "'"},  {0x00D7, "*"},
      {0x22C5, "*"},  {0x00F7, "/"},  {0x2264, "<="}, {0x2265, ">="}, {0x2260, "!="},
      {0xFF1B, ";"},  {0xFF0C, ","},  {0xFF08, "("},  {0xFF09, ")"},  {0x00A0, "a blank"}};
  for (const auto& [replaced, sign] : kReplaced) {
    if (replaced == code) return sign;
  }
  return nullptr;
}
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

class Scanner {
 public:
  Scanner(std::string_view text, const Budget& budget, std::vector<Diagnostic>& diagnostics)
      : text_(text), budget_(budget), diagnostics_(diagnostics) {}

  std::vector<Raw> all() {
    std::vector<Raw> raw;
    check_characters();
    while (skip_blanks()) {
      if (raw.size() >= static_cast<std::size_t>(budget_.tokens)) {
        complain(here(), "the text has too many words");
        break;
      }
      Token token{.place = here(), .after = after_};
      const bool first = std::exchange(first_, false);
      try {
        scan(token);
      } catch (const Rejected& rejected) {
        complain(rejected.diagnostic.place, rejected.diagnostic.text);
        continue;
      }
      after_ = here();
      raw.push_back({std::move(token), first});
    }
    raw.push_back({{.place = here(), .after = after_}, true});
    return raw;
  }

 private:
  [[nodiscard]] Place here() const { return {line_, static_cast<int>(at_ - line_begin_) + 1}; }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void complain(Place place, const std::string& text) { diagnostics_.push_back({place, text}); }

  /// Comments and texts in quotes may have all characters that a reader sees.
  void check_characters() {
    Place place{1, 1};
    for (std::size_t at = 0; at < text_.size();) {
      const auto [code, bytes] = core::first_letter(text_.substr(at));
      if (bytes == 0) return complain(place, "this byte is no UTF-8 text");
      const bool is_blank = code == '\n' || is_space(static_cast<char>(code));
      if (core::is_hidden(code) && !(bytes == 1 && is_blank)) {
        return complain(place, "this character is invisible");
      }
      place = code == '\n' ? Place{place.line + 1, 1}
                           : Place{place.line, place.column + static_cast<int>(bytes)};
      at += bytes;
    }
  }

  void new_line() {
    ++at_;
    ++line_;
    line_begin_ = at_;
  }

  /// Skips blanks and comments; returns whether there is a token.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == '\n') {
        new_line();
        first_ = true;
      } else if (is_space(c)) {
        ++at_;
      } else if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
        at_ += peek(1) == '\n' ? 1 : 2;
        new_line();
      } else if (c == '/' && peek(1) == '/') {
        while (at_ < text_.size() && peek() != '\n') ++at_;
      } else if (c == '/' && peek(1) == '*') {
        skip_long_comment();
      } else {
        return true;
      }
    }
    return false;
  }

  void skip_long_comment() {
    const Place begin = here();
    at_ += 2;
    while (at_ < text_.size() && !(peek() == '*' && peek(1) == '/')) {
      if (peek() == '\n') {
        new_line();
      } else {
        ++at_;
      }
    }
    if (at_ >= text_.size()) return complain(begin, "the comment has no end: '*/' is missing");
    at_ += 2;
  }

  void scan(Token& token) {
    const char c = peek();
    if (begins_name(c)) {
      token.kind = Token::Kind::name;
      while (begins_name(peek()) || is_digit(peek())) token.text += text_[at_++];
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      scan_number(token);
    } else if (c == '"') {
      token.kind = Token::Kind::text;
      scan_quoted(token, '"');
    } else if (c == '\'') {
      scan_quoted(token, '\'');
      if (token.text.size() != 1) {
        reject(token.place, "'…' holds one character; a text stands in \"…\"");
      }
      token.kind = Token::Kind::number;
      token.scalar = Scalar::int8;
      token.word = wrapped(Scalar::int8, token.text.front());
    } else {
      scan_sign(token);
    }
  }

  void scan_quoted(Token& token, char quote) {
    ++at_;
    while (at_ < text_.size() && peek() != quote && peek() != '\n') {
      char c = text_[at_++];
      if (c == '\\' && at_ < text_.size()) {
        const char escaped = text_[at_++];
        c = escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped == '0' ? '\0' : escaped;
      }
      token.text += c;
    }
    if (peek() != quote) reject(token.place, std::string("the closing ") + quote + " is missing");
    ++at_;
  }

  void scan_sign(Token& token) {
    constexpr std::array<std::string_view, 28> kSigns{
        "<<=", ">>=", "...", "##", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
        "^=",  "<<",  ">>",  "<=", ">=", "==", "!=", "&&", "||", "::", "<:", ":>", "<%", "%>"};
    constexpr std::string_view kSingle = "+-*/%&|^~!<>=?:;,.(){}[]#";
    token.kind = Token::Kind::sign;
    for (const std::string_view sign : kSigns) {
      if (text_.substr(at_, sign.size()) != sign) continue;
      token.text = sign;
      at_ += sign.size();
      return;
    }
    const char c = text_[at_++];
    if (kSingle.find(c) == std::string_view::npos) {
      // Bytes of one character beyond ASCII are one mistake.
      const std::size_t begin = at_ - 1;
      while (at_ < text_.size() && !core::begins_letter(peek())) ++at_;
      const std::string_view character = text_.substr(begin, at_ - begin);
      if (const char* meant = sign_meant_by(core::first_letter(character).code)) {
        reject(token.place, "write " + std::string(meant) + " in place of " +
                                std::string(character) + ", which only resembles it");
      }
      const bool printable = c > ' ' && c < '\x7f';
      reject(token.place, printable ? std::string("'") + c + "' has no meaning here"
                                    : std::string("this character has no meaning in code"));
    }
    token.text = c;
  }

  void scan_number(Token& token) {
    token.kind = Token::Kind::number;
    const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    const bool binary = peek() == '0' && (peek(1) == 'b' || peek(1) == 'B');
    std::string digits;
    bool real = false;
    if (hex || binary) at_ += 2;
    while (true) {
      const char c = peek();
      const bool exponent = !hex && !binary && (c == 'e' || c == 'E');
      if (c == '\'' && !digits.empty()) {
        ++at_;
      } else if (is_digit(c) || (hex && std::isxdigit(static_cast<unsigned char>(c)) != 0)) {
        digits += text_[at_++];
      } else if ((c == '.' && !hex && !binary) || exponent) {
        real = true;
        digits += text_[at_++];
        if (exponent && (peek() == '+' || peek() == '-')) digits += text_[at_++];
      } else {
        break;
      }
    }
    std::string suffix;
    while (begins_name(peek()) || is_digit(peek())) suffix += static_cast<char>(text_[at_++] | ' ');
    token.text = digits + suffix;
    if (real || (!hex && suffix == "f")) return read_real(token, digits, suffix);
    read_whole(token, digits, suffix, hex ? 16 : binary ? 2 : digits.starts_with('0') ? 8 : 10);
  }

  static void read_real(Token& token, const std::string& digits, const std::string& suffix) {
    if (!suffix.empty() && suffix != "f") {
      reject(token.place,
             "'" + suffix + "' is no ending of a floating-point number: use f or none");
    }
    double value = 0;
    const char* end = digits.data() + digits.size();
    float single = 0;
    const auto read = std::from_chars(digits.data(), end, value);
    const auto read_single = std::from_chars(digits.data(), end, single);
    if (read.ptr != end || read.ec == std::errc::invalid_argument) {
      reject(token.place, "'" + digits + "' is no number");
    }
    const bool beyond =
        (suffix == "f" ? read_single.ec : read.ec) == std::errc::result_out_of_range;
    if (beyond) reject(token.place, "'" + digits + suffix + "' is beyond the range of its type");
    token.scalar = suffix == "f" ? Scalar::float32 : Scalar::float64;
    token.word = suffix == "f" ? word_of(single) : word_of(value);
  }

  static void read_whole(Token& token, const std::string& digits, const std::string& suffix,
                         int base) {
    const auto ends = std::ranges::count(suffix, 'l');
    const auto is_unsigned = std::ranges::count(suffix, 'u');
    if (static_cast<std::size_t>(ends + is_unsigned) != suffix.size() || is_unsigned > 1 ||
        ends > 2) {
      reject(token.place, "'" + suffix + "' is no ending of a number: use U, LL or ULL");
    }
    const char* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, token.word, base);
    if (read.ec == std::errc::result_out_of_range) {
      reject(token.place, "'" + digits + "' does not fit into 64 bits");
    }
    if (read.ptr != end || digits.empty()) reject(token.place, "'" + digits + "' is no number");
    const bool small = token.word <= 0x7FFFFFFFU;
    const bool fits = token.word <= 0xFFFFFFFFU && base != 10;
    const bool large = token.word > 0x7FFFFFFFFFFFFFFFU;
    if (ends > 0 || (!small && !fits && !(is_unsigned > 0 && token.word <= 0xFFFFFFFFU))) {
      token.scalar = is_unsigned > 0 || large ? Scalar::uint64 : Scalar::int64;
    } else {
      token.scalar = is_unsigned > 0 || !small ? Scalar::uint32 : Scalar::int32;
    }
  }

  std::string_view text_;
  const Budget& budget_;
  std::vector<Diagnostic>& diagnostics_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  int line_ = 1;
  bool first_ = true;
  Place after_;
};

}  // namespace

std::vector<Raw> scanned(std::string_view text, const Budget& budget,
                         std::vector<Diagnostic>& diagnostics) {
  return Scanner(text, budget, diagnostics).all();
}

}  // namespace heatwave::cuda_text
