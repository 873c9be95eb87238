// Parses a subset of TeX into a tree, which is written as MathML or as words.
#include "app/words/text_equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>

#include "kernels/core/error.h"
#include "kernels/core/utf8.h"

namespace heatwave::words {
namespace {

enum class TexKind : std::uint8_t {
  row,     ///< its parts beside each other
  letter,  ///< a variable, or ∂
  number,
  word,      ///< an upright word, such as the name of a function
  sign,      ///< an operator or a relation, with space on both sides
  mark,      ///< a bracket, a comma, a bar
  fraction,  ///< two parts: numerator and denominator
  root,      ///< one part
  script,    ///< three parts: base, index, exponent; an empty row: there is none
};

struct TexNode {
  TexKind kind = TexKind::row;
  std::string text = {};
  std::vector<TexNode> parts = {};
  bool grows = false;  ///< a bracket that is as high as its contents
};

struct TexSymbol {
  std::string_view name;
  std::string_view text;
  TexKind kind;
};
constexpr auto kSymbols =
    std::to_array<TexSymbol>({{"alpha", "α", TexKind::letter},   {"beta", "β", TexKind::letter},
                              {"gamma", "γ", TexKind::letter},   {"delta", "δ", TexKind::letter},
                              {"epsilon", "ε", TexKind::letter}, {"zeta", "ζ", TexKind::letter},
                              {"eta", "η", TexKind::letter},     {"theta", "θ", TexKind::letter},
                              {"kappa", "κ", TexKind::letter},   {"lambda", "λ", TexKind::letter},
                              {"mu", "μ", TexKind::letter},      {"nu", "ν", TexKind::letter},
                              {"xi", "ξ", TexKind::letter},      {"pi", "π", TexKind::letter},
                              {"rho", "ρ", TexKind::letter},     {"sigma", "σ", TexKind::letter},
                              {"tau", "τ", TexKind::letter},     {"phi", "φ", TexKind::letter},
                              {"chi", "χ", TexKind::letter},     {"psi", "ψ", TexKind::letter},
                              {"omega", "ω", TexKind::letter},   {"Gamma", "Γ", TexKind::letter},
                              {"Delta", "Δ", TexKind::letter},   {"Theta", "Θ", TexKind::letter},
                              {"Sigma", "Σ", TexKind::letter},   {"Phi", "Φ", TexKind::letter},
                              {"Psi", "Ψ", TexKind::letter},     {"Omega", "Ω", TexKind::letter},
                              {"partial", "∂", TexKind::letter}, {"nabla", "∇", TexKind::letter},
                              {"infty", "∞", TexKind::letter},   {"sum", "∑", TexKind::letter},
                              {"int", "∫", TexKind::letter},     {"ldots", "…", TexKind::mark},
                              {"cdot", "·", TexKind::sign},      {"times", "×", TexKind::sign},
                              {"le", "≤", TexKind::sign},        {"ge", "≥", TexKind::sign},
                              {"ne", "≠", TexKind::sign},        {"approx", "≈", TexKind::sign},
                              {"pm", "±", TexKind::sign},        {"to", "→", TexKind::sign},
                              {"sin", "sin", TexKind::word},     {"cos", "cos", TexKind::word},
                              {"tan", "tan", TexKind::word},     {"exp", "exp", TexKind::word},
                              {"log", "log", TexKind::word},     {"ln", "ln", TexKind::word},
                              {"min", "min", TexKind::word},     {"max", "max", TexKind::word}});

constexpr std::string_view kMarks = "()[],;:|!'/.";
constexpr std::string_view kSigns = "+-=<>";

/// Reads one equation; every function leaves `at_` behind what it has read.
class TexParser {
 public:
  explicit TexParser(std::string_view tex) : tex_(tex) {}

  TexNode equation() {
    TexNode all = row();
    if (at_ < tex_.size()) fail(fmt::format("'{}' ends nothing", tex_[at_]));
    if (all.parts.empty()) fail("it is empty");
    return all;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw core::Error(fmt::format("cannot read the equation '{}': {}", tex_, why));
  }

  [[nodiscard]] bool is_at(char sign) const { return at_ < tex_.size() && tex_[at_] == sign; }

  bool take(char sign) {
    if (!is_at(sign)) return false;
    ++at_;
    return true;
  }

  void skip_spaces() {
    while (is_at(' ') || is_at('\n')) ++at_;
  }

  TexNode row() {
    constexpr int kDeepest = 20;
    if (++depth_ > kDeepest) fail("it is nested too deeply");
    TexNode all;
    for (skip_spaces(); at_ < tex_.size() && !is_at('}'); skip_spaces()) {
      if (auto item = scripted()) all.parts.push_back(std::move(*item));
    }
    --depth_;
    return all;
  }

  /// Reads an atom with its index and its exponent; none: a space.
  std::optional<TexNode> scripted() {
    std::optional<TexNode> base = atom();
    skip_spaces();
    if (!is_at('_') && !is_at('^')) return base;
    if (!base) fail("an index or an exponent has no base");
    TexNode script{.kind = TexKind::script, .parts = {std::move(*base), {}, {}}};
    for (; is_at('_') || is_at('^'); skip_spaces()) {
      TexNode& part = script.parts[is_at('_') ? 1 : 2];
      if (!part.parts.empty()) fail(fmt::format("two '{}' follow one base", tex_[at_]));
      ++at_;
      part.parts.push_back(argument());
    }
    return script;
  }

  /// Reads a row in braces, or a single atom.
  TexNode argument() {
    skip_spaces();
    if (take('{')) {
      TexNode inside = row();
      if (!take('}')) fail("a '}' is missing");
      return inside;
    }
    if (at_ == tex_.size()) fail("it ends too early");
    // TeX takes one digit only.
    if (std::isdigit(static_cast<unsigned char>(tex_[at_])) != 0) {
      return {.kind = TexKind::number, .text = std::string(1, tex_[at_++])};
    }
    std::optional<TexNode> one = atom();
    if (!one) fail("a space is no argument");
    return {.parts = {std::move(*one)}};
  }

  std::optional<TexNode> atom() {
    if (is_at('{')) return argument();
    if (take('\\')) return command();
    const char first = tex_[at_];
    const auto is_digit = [this](std::size_t i) {
      return i < tex_.size() && std::isdigit(static_cast<unsigned char>(tex_[i])) != 0;
    };
    if (is_digit(at_)) {
      const std::size_t begin = at_;
      while (is_digit(at_) || (is_at('.') && is_digit(at_ + 1))) ++at_;
      return TexNode{.kind = TexKind::number, .text = std::string(tex_.substr(begin, at_ - begin))};
    }
    if (!core::begins_letter(first) || static_cast<unsigned char>(first) >= 0x80U) {
      const std::size_t bytes =
          std::max<std::size_t>(1, core::first_letter(tex_.substr(at_)).bytes);
      const std::string_view letter = tex_.substr(at_, bytes);
      const auto* known = std::find_if(kSymbols.begin(), kSymbols.end(),
                                       [&](const TexSymbol& each) { return each.text == letter; });
      fail(known == kSymbols.end() ? fmt::format("it may not have '{}'", letter)
                                   : fmt::format("write \\{} for '{}'", known->name, letter));
    }
    ++at_;
    const std::string text(1, first);
    if (std::isalpha(static_cast<unsigned char>(first)) != 0) return TexNode{TexKind::letter, text};
    if (first == '-') return TexNode{TexKind::sign, "−"};
    if (kSigns.find(first) != std::string_view::npos) return TexNode{TexKind::sign, text};
    if (kMarks.find(first) != std::string_view::npos) return TexNode{TexKind::mark, text};
    fail(fmt::format("it may not have '{}'", first));
  }

  std::optional<TexNode> command() {
    const std::size_t begin = at_;
    while (at_ < tex_.size() && std::isalpha(static_cast<unsigned char>(tex_[at_])) != 0) ++at_;
    const std::string_view name = tex_.substr(begin, at_ - begin);
    if (name.empty()) {
      // A space of any width; between letters and signs there is one already.
      if (take(',') || take(';') || take(' ')) return std::nullopt;
      fail("a '\\' is followed by no name");
    }
    if (name == "frac") {
      TexNode above = argument();
      return TexNode{.kind = TexKind::fraction, .parts = {std::move(above), argument()}};
    }
    if (name == "sqrt") return TexNode{.kind = TexKind::root, .parts = {argument()}};
    if (name == "mathrm" || name == "text") return TexNode{TexKind::word, word()};
    if (name == "left" || name == "right") {
      skip_spaces();
      if (at_ == tex_.size() || std::string_view("()[]|").find(tex_[at_]) == std::string_view::npos)
        fail(fmt::format("\\{} needs a bracket", name));
      return TexNode{.kind = TexKind::mark, .text = std::string(1, tex_[at_++]), .grows = true};
    }
    const auto* symbol = std::find_if(kSymbols.begin(), kSymbols.end(),
                                      [&](const TexSymbol& each) { return each.name == name; });
    if (symbol == kSymbols.end()) fail(fmt::format("there is no \\{}", name));
    return TexNode{symbol->kind, std::string(symbol->text)};
  }

  /// Reads letters in braces as they are.
  std::string word() {
    const std::size_t end = tex_.find('}', at_);
    if (!take('{') || end == std::string_view::npos) fail("a word stands in braces");
    const std::string_view text = tex_.substr(at_, end - at_);
    const bool is_word = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
      return c == ' ' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    });
    if (!is_word) fail("a word has letters and digits");
    at_ = end + 1;
    return std::string(text);
  }

  std::string_view tex_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// MathML ---------------------------------------------------------------------------------------

std::string mathml(const TexNode& node);

std::string mathml_parts(const TexNode& node) {
  std::string all;
  for (const TexNode& each : node.parts) all += mathml(each);
  return all;
}

std::string escaped_sign(const std::string& sign) {
  return sign == "<" ? "&lt;" : sign == ">" ? "&gt;" : sign;
}

std::string mathml(const TexNode& node) {
  switch (node.kind) {
    case TexKind::row:
      return node.parts.size() == 1 ? mathml(node.parts[0])
                                    : "<mrow>" + mathml_parts(node) + "</mrow>";
    case TexKind::letter:
    case TexKind::word:
      return "<mi>" + node.text + "</mi>";
    case TexKind::number:
      return "<mn>" + node.text + "</mn>";
    case TexKind::sign:
      return "<mo>" + escaped_sign(node.text) + "</mo>";
    case TexKind::mark:
      return fmt::format("<mo stretchy=\"{}\">{}</mo>", node.grows, node.text);
    case TexKind::fraction:
      return "<mfrac>" + mathml_parts(node) + "</mfrac>";
    case TexKind::root:
      return "<msqrt>" + mathml_parts(node) + "</msqrt>";
    case TexKind::script:
      break;
  }
  const std::string base = mathml(node.parts[0]);
  const bool has_index = !node.parts[1].parts.empty();
  const bool has_exponent = !node.parts[2].parts.empty();
  const std::string index = has_index ? mathml(node.parts[1]) : "";
  const std::string exponent = has_exponent ? mathml(node.parts[2]) : "";
  const char* const tag = has_index && has_exponent ? "msubsup" : has_index ? "msub" : "msup";
  return fmt::format("<{}>{}{}{}</{}>", tag, base, index, exponent, tag);
}

// Words ----------------------------------------------------------------------------------------

std::string plain(const TexNode& node);

bool is_open(const TexNode& node) {
  return node.kind == TexKind::mark && (node.text == "(" || node.text == "[");
}

std::string plain_row(const TexNode& row) {
  std::string all;
  const TexNode* before = nullptr;
  for (const TexNode& each : row.parts) {
    const bool is_first = before == nullptr || before->kind == TexKind::sign || is_open(*before);
    if (each.kind == TexKind::sign) {
      all += is_first ? each.text : " " + each.text + " ";
    } else if (each.kind == TexKind::word ||
               (each.kind == TexKind::script && each.parts[0].kind == TexKind::word)) {
      all += (is_first ? "" : " ") + plain(each);
    } else {
      const bool after_word =
          before != nullptr && each.kind != TexKind::mark &&
          (before->kind == TexKind::word ||
           (before->kind == TexKind::script && before->parts[0].kind == TexKind::word));
      all += (after_word ? " " : "") + plain(each);
      if (each.text == "," || each.text == ";") all += ' ';
    }
    before = &each;
  }
  return all;
}

bool has_sign(const TexNode& node) {
  return std::any_of(node.parts.begin(), node.parts.end(),
                     [](const TexNode& each) { return each.kind == TexKind::sign; });
}

/// Returns whether a row is read as one factor without brackets: one part, or a derivative's.
bool is_factor(const TexNode& node) {
  if (node.kind == TexKind::fraction) return false;
  if (node.kind != TexKind::row) return true;
  if (node.parts.size() == 1) return is_factor(node.parts[0]);
  const bool is_derivative = !node.parts.empty() && plain(node.parts[0]).starts_with("∂");
  return is_derivative && !has_sign(node);
}

std::string in_brackets(const TexNode& node, bool wanted) {
  return wanted ? "(" + plain(node) + ")" : plain(node);
}

/// Returns the digits of an index or an exponent as small ones; empty: it has other letters.
std::string small_digits(const std::string& text, bool is_exponent) {
  constexpr std::array<std::string_view, 10> kAbove{"⁰", "¹", "²", "³", "⁴",
                                                    "⁵", "⁶", "⁷", "⁸", "⁹"};
  constexpr std::array<std::string_view, 10> kBelow{"₀", "₁", "₂", "₃", "₄",
                                                    "₅", "₆", "₇", "₈", "₉"};
  std::string_view rest = text;
  std::string small;
  constexpr std::string_view kMinus = "−";
  if (rest.starts_with(kMinus)) {
    small = is_exponent ? "⁻" : "₋";
    rest.remove_prefix(kMinus.size());
  }
  for (const char digit : rest) {
    if (digit < '0' || digit > '9') return {};
    small += (is_exponent ? kAbove : kBelow).at(static_cast<std::size_t>(digit - '0'));
  }
  return small;
}

std::string plain_script(const TexNode& part, bool is_exponent) {
  if (part.parts.empty()) return {};
  const std::string text = plain(part);
  const std::string small = small_digits(text, is_exponent);
  if (!small.empty()) return small;
  return (is_exponent ? "^" : "_") + in_brackets(part, is_exponent && core::letters_in(text) > 1);
}

std::string plain(const TexNode& node) {
  switch (node.kind) {
    case TexKind::row:
      return plain_row(node);
    case TexKind::fraction:
      return in_brackets(node.parts[0], has_sign(node.parts[0])) + "/" +
             in_brackets(node.parts[1], !is_factor(node.parts[1]));
    case TexKind::root:
      return "√" + in_brackets(node.parts[0], core::letters_in(plain(node.parts[0])) > 1);
    case TexKind::script:
      return in_brackets(node.parts[0], !is_factor(node.parts[0])) +
             plain_script(node.parts[1], false) + plain_script(node.parts[2], true);
    case TexKind::letter:
    case TexKind::number:
    case TexKind::word:
    case TexKind::sign:
    case TexKind::mark:
      break;
  }
  return node.text;
}

/// Returns the place of the dollar sign that ends an equation begun before `from`; npos: none does.
std::size_t end_of_equation(std::string_view text, std::size_t from) {
  for (std::size_t end = text.find('$', from + 1); end != std::string_view::npos;
       end = text.find('$', end + 1)) {
    const bool after_space = text[end - 1] == ' ';
    const bool before_digit =
        end + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[end + 1])) != 0;
    if (!after_space && !before_digit) return end;
  }
  return std::string_view::npos;
}

}  // namespace

std::vector<TextPiece> pieces_of(std::string_view text) {
  constexpr const char* kSignsAround = "$`";
  std::vector<TextPiece> pieces;
  std::size_t words = 0;
  for (std::size_t at = text.find_first_of(kSignsAround); at != std::string_view::npos;
       at = text.find_first_of(kSignsAround, at)) {
    const std::size_t begin = at + 1;
    const bool is_code = text[at] == '`';
    const bool opens = begin < text.size() && text[begin] != ' ' && text[begin] != text[at];
    const std::size_t end = !opens    ? std::string_view::npos
                            : is_code ? text.find('`', begin)
                                      : end_of_equation(text, begin);
    if (end == std::string_view::npos) {
      ++at;
      continue;
    }
    if (at > words) pieces.push_back({.text = text.substr(words, at - words)});
    pieces.push_back(
        {.text = text.substr(begin, end - begin), .is_equation = !is_code, .is_code = is_code});
    words = at = end + 1;
  }
  if (words < text.size()) pieces.push_back({.text = text.substr(words)});
  return pieces;
}

std::string mathml_of(std::string_view tex) {
  const TexNode equation = TexParser(tex).equation();
  std::string words;
  for (const char letter : plain(equation)) words += escaped_sign(std::string(1, letter));
  return fmt::format("<math displaystyle=\"true\" alttext=\"{}\">{}</math>", words,
                     mathml(equation));
}

std::string plain_equation(std::string_view tex) { return plain(TexParser(tex).equation()); }

std::string without_tex(std::string_view text) {
  std::string all;
  for (const TextPiece& piece : pieces_of(text)) {
    if (!piece.is_equation) {
      all += piece.text;
      continue;
    }
    try {
      all += plain_equation(piece.text);
    } catch (const core::Error&) {
      all += fmt::format("${}$", piece.text);
    }
  }
  return all;
}

std::string flaw_of_equations(std::string_view text) {
  for (const TextPiece& piece : pieces_of(text)) {
    if (!piece.is_equation) continue;
    try {
      (void)plain_equation(piece.text);
    } catch (const core::Error& error) {
      return error.what();
    }
  }
  return {};
}

}  // namespace heatwave::words
