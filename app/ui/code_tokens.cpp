// Splits code into tokens.
#include "app/ui/code_tokens.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace heatwave::ui {
namespace {

ImVec4 rgb(unsigned colour) {
  const auto part = [colour](unsigned shift) {
    return static_cast<float>((colour >> shift) & 255U) / 255.0F;
  };
  return {part(16), part(8), part(0), 1.0F};
}

bool is_word_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool is_keyword(std::string_view word) {
  static const std::set<std::string_view> kWords{"alignas",     "auto",       "bool",
                                                 "break",       "case",       "catch",
                                                 "char",        "class",      "const",
                                                 "constexpr",   "continue",   "default",
                                                 "delete",      "do",         "double",
                                                 "else",        "enum",       "explicit",
                                                 "extern",      "false",      "final",
                                                 "float",       "for",        "if",
                                                 "inline",      "int",        "long",
                                                 "mutable",     "namespace",  "new",
                                                 "noexcept",    "nullptr",    "operator",
                                                 "override",    "private",    "protected",
                                                 "public",      "return",     "short",
                                                 "signed",      "sizeof",     "static",
                                                 "struct",      "switch",     "template",
                                                 "this",        "throw",      "true",
                                                 "try",         "typename",   "unsigned",
                                                 "using",       "virtual",    "void",
                                                 "volatile",    "while",      "reinterpret_cast",
                                                 "static_cast", "const_cast", "co_await",
                                                 "co_yield",    "co_return"};
  return kWords.contains(word);
}

/// True for names that only CUDA has: qualifiers, built-in variables, barriers, atomics, warp
/// functions, and its API.
bool is_cuda_word(std::string_view word) {
  static const std::set<std::string_view> kWords{
      "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "dim3",    "int2",
      "int4",      "float2",   "float4",   "uint2",   "uint4",    "double2", "clock64"};
  constexpr std::array<std::string_view, 4> kBeginnings{"__", "cuda", "cublas", "make_"};
  if (kWords.contains(word)) return true;
  constexpr std::string_view kAtomic = "atomic";  // atomicAdd, but not std::atomic
  if (word.starts_with(kAtomic) && word.size() > kAtomic.size()) {
    return std::isupper(static_cast<unsigned char>(word[kAtomic.size()])) != 0;
  }
  return std::any_of(kBeginnings.begin(), kBeginnings.end(), [word](std::string_view beginning) {
    return word.starts_with(beginning) && word != "make_unique" && word != "make_shared";
  });
}

/// Returns the end of the word that begins at `from`.
std::size_t end_of_word(std::string_view line, std::size_t from) {
  while (from < line.size() && is_word_part(line[from])) ++from;
  return from;
}
std::size_t end_of_number(std::string_view line, std::size_t from) {
  const auto belongs = [&line](std::size_t i) {
    const char c = line[i];
    const bool exponent = (c == '+' || c == '-') &&
                          std::string_view("eEpP").find(line[i - 1]) != std::string_view::npos;
    return is_word_part(c) || c == '.' || c == '\'' || exponent;
  };
  ++from;
  while (from < line.size() && belongs(from)) ++from;
  return from;
}
std::size_t end_of_text(std::string_view line, std::size_t from) {
  const char quote = line[from];
  for (++from; from < line.size(); ++from) {
    if (line[from] == '\\') {
      ++from;
    } else if (line[from] == quote) {
      return from + 1;
    }
  }
  return line.size();
}
std::size_t end_of_comment(std::string_view line, std::size_t from, bool& in_comment) {
  const auto end = line.find("*/", from);
  in_comment = end == std::string_view::npos;
  return in_comment ? line.size() : end + 2;
}
std::size_t end_of_plain(std::string_view line, std::size_t from) {
  for (++from; from < line.size(); ++from) {
    const char c = line[from];
    if (is_word_part(c) || c == '"' || c == '\'' || c == '#') break;
    if (c == '/' && from + 1 < line.size() && (line[from + 1] == '/' || line[from + 1] == '*')) {
      break;
    }
  }
  return from;
}

Token next_token(std::string_view line, std::size_t from, bool& in_comment) {
  const auto until = [&](TokenKind kind, std::size_t end) {
    return Token{kind, line.substr(from, end - from)};
  };
  if (in_comment) return until(TokenKind::comment, end_of_comment(line, from, in_comment));
  const std::string_view rest = line.substr(from);
  if (rest.starts_with("//")) return until(TokenKind::comment, line.size());
  if (rest.starts_with("/*")) {
    return until(TokenKind::comment, end_of_comment(line, from + 2, in_comment));
  }
  const char c = rest.front();
  if (c == '"' || c == '\'') return until(TokenKind::text, end_of_text(line, from));
  if (is_digit(c)) return until(TokenKind::number, end_of_number(line, from));
  if (c == '#') return until(TokenKind::word, end_of_word(line, from + 1));
  if (!is_word_part(c)) return until(TokenKind::plain, end_of_plain(line, from));
  const std::size_t end = end_of_word(line, from);
  const std::string_view word = line.substr(from, end - from);
  return {is_cuda_word(word) ? TokenKind::cuda
          : is_keyword(word) ? TokenKind::word
                             : TokenKind::plain,
          word};
}

}  // namespace

std::vector<Token> tokens_of(std::string_view line, bool& in_comment) {
  std::vector<Token> tokens;
  for (std::size_t from = 0; from < line.size();) {
    tokens.push_back(next_token(line, from, in_comment));
    from += tokens.back().text.size();
  }
  return tokens;
}

std::array<ImVec4, kTokenKinds> code_colours(const Theme& theme) {
  if (theme.dark) {
    return {theme.text, rgb(0x8DB9FF), rgb(0x6FDDB4), rgb(0xE6C979), rgb(0xE6C979), theme.dim};
  }
  return {theme.text, rgb(0x1B4FB0), rgb(0x0B6350), rgb(0x7A4B00), rgb(0x7A4B00), theme.dim};
}

}  // namespace heatwave::ui
