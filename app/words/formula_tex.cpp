// A parser by precedence, whose results are pieces of TeX.
#include "app/words/formula_tex.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <vector>

#include "kernels/core/error.h"

namespace heatwave::words {
namespace {

enum class Binding : std::uint8_t { comparison, sum, product, power, atom };

struct Piece {
  std::string tex;
  Binding binding = Binding::atom;
  bool begins_with_digit = false;
};

constexpr auto kGreek = std::to_array<std::string_view>(
    {"alpha", "beta",  "gamma", "delta", "epsilon", "zeta",  "eta", "theta", "kappa", "lambda",
     "mu",    "nu",    "xi",    "pi",    "rho",     "sigma", "tau", "phi",   "chi",   "psi",
     "omega", "Gamma", "Delta", "Theta", "Sigma",   "Phi",   "Psi", "Omega"});
/// Functions that TeX writes upright.
constexpr auto kUpright = std::to_array<std::string_view>(
    {"sin", "cos", "tan", "sinh", "cosh", "tanh", "log", "min", "max"});

bool is_greek(std::string_view word) {
  return std::find(kGreek.begin(), kGreek.end(), word) != kGreek.end();
}

bool is_letter(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code >= 128 || std::isalpha(code) != 0;
}
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::size_t letters_in(std::string_view word) {
  return static_cast<std::size_t>(std::count_if(word.begin(), word.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

/// Returns a name without an underscore: "alpha" as α, "Du" as D with the index u, a longer word
/// upright.
std::string tex_of_word(std::string_view word) {
  if (is_greek(word)) return "\\" + std::string(word);
  if (letters_in(word) == 1) return std::string(word);
  const std::size_t first_digit = word.find_first_of("0123456789");
  if (first_digit != std::string_view::npos && first_digit > 0) {
    return fmt::format("{}_{{{}}}", tex_of_word(word.substr(0, first_digit)),
                       word.substr(first_digit));
  }
  if (letters_in(word) == 2 && is_letter(word[0])) {
    return fmt::format("{}_{{{}}}", word.substr(0, 1), word.substr(1));
  }
  return fmt::format("\\mathrm{{{}}}", word);
}

std::string derivative(const std::string& of, std::string_view by) {
  std::string below;
  for (std::size_t at = 0; at < by.size();) {
    const std::size_t end = std::min(by.find_first_not_of(by[at], at), by.size());
    below += fmt::format("\\partial {}", by[at]);
    if (end - at > 1) below += fmt::format("^{{{}}}", end - at);
    at = end;
  }
  const std::string order = by.size() > 1 ? fmt::format("^{{{}}}", by.size()) : "";
  return fmt::format("\\frac{{\\partial{} {}}}{{{}}}", order, of, below);
}

bool is_derivative(std::string_view index) {
  return !index.empty() && index.find_first_not_of("xyt") == std::string_view::npos;
}

class Translator {
 public:
  explicit Translator(std::string_view line) : text_(line) {}

  /// Translates "left = right" into "left &= right".
  std::string equation() {
    const std::string left = left_side();
    expect('=');
    const std::string right = sum().tex;
    if (peek() != '\0') fail("an operator is missing here");
    return left + " &= " + right;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw core::Error(fmt::format("'{}', place {}: {}", text_, at_ + 1, what));
  }
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(std::string_view sign) {
    if (peek() == '\0' || text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }
  void expect(char sign) {
    if (!take({&sign, 1})) fail(fmt::format("'{}' is missing here", sign));
  }

  std::string word() {
    peek();
    const std::size_t from = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    return std::string(text_.substr(from, at_ - from));
  }

  /// Takes the apostrophes after a name, and returns their number.
  std::size_t primes() {
    std::size_t count = 0;
    while (at_ < text_.size() && text_[at_] == '\'') {
      ++at_;
      ++count;
    }
    return count;
  }

  std::string left_side() {
    for (const std::string_view d : {"∂", "d"}) {
      const std::size_t before = at_;
      if (take(d)) {
        const std::string name = word();
        if (!name.empty() && take("/") && take(d) && take("t")) {
          return derivative(tex_of_word(name), "t");
        }
      }
      at_ = before;
    }
    return name().tex;
  }

  /// A name with its derivatives: u, u', u'', u_x, u_xx.
  Piece name() {
    const std::string base = word();
    if (base.empty()) fail("a name or a number is missing here");
    const std::string tex = tex_of_word(base);
    if (const std::size_t count = primes(); count > 0) {
      return {derivative(tex, std::string(count, 't'))};
    }
    if (at_ >= text_.size() || text_[at_] != '_') return {tex};
    ++at_;
    const std::string index = word();
    if (is_derivative(index)) return {derivative(tex, index)};
    return {fmt::format("{}_{{{}}}", tex, index)};
  }

  Piece sum() {
    Piece left = comparison_operand();
    for (const auto& [sign, tex] : std::to_array<std::pair<std::string_view, std::string_view>>(
             {{"<=", "\\le"}, {">=", "\\ge"}, {"==", "="}, {"<", "<"}, {">", ">"}})) {
      if (!take(sign)) continue;
      return {fmt::format("{} {} {}", left.tex, tex, comparison_operand().tex),
              Binding::comparison};
    }
    return left;
  }

  Piece comparison_operand() {
    const bool negative = take("-");
    Piece all = product();
    if (negative) all = {"-" + bound(all, Binding::product), Binding::sum};
    for (;;) {
      const bool plus = take("+");
      if (!plus && !take("-")) return all;
      const Piece next = product();
      all = {fmt::format("{} {} {}", all.tex, plus ? '+' : '-', bound(next, Binding::product)),
             Binding::sum, all.begins_with_digit};
    }
  }

  Piece product() {
    Piece all = power();
    for (;;) {
      if (take("*")) {
        const Piece next = power();
        // Two numbers side by side would look like one.
        const bool is_digit_next = next.begins_with_digit && next.binding >= Binding::product;
        const char* between = is_digit_next ? " \\cdot " : " \\, ";
        all = {bound(all, Binding::product) + between + bound(next, Binding::product),
               Binding::product, all.begins_with_digit};
      } else if (take("/")) {
        all = {fmt::format("\\frac{{{}}}{{{}}}", all.tex, power().tex)};
      } else {
        return all;
      }
    }
  }

  Piece power() {
    if (take("-")) return {"-" + bound(power(), Binding::product), Binding::sum};
    Piece base = primary();
    if (!take("^")) return base;
    return {fmt::format("{}^{{{}}}", bound(base, Binding::atom), power().tex), Binding::power,
            base.begins_with_digit};
  }

  Piece primary() {
    const char next = peek();
    if (next == '(') {
      expect('(');
      Piece inner = sum();
      expect(')');
      return inner;
    }
    if (is_digit(next) || next == '.') return number();
    const std::size_t from = at_;
    const std::string function = word();
    if (peek() == '(') return call(function);
    at_ = from;
    return name();
  }

  Piece number() {
    const std::size_t from = at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    return {std::string(text_.substr(from, at_ - from)), Binding::atom, true};
  }

  Piece call(const std::string& function) {
    expect('(');
    std::vector<Piece> arguments{sum()};
    while (take(",")) arguments.push_back(sum());
    expect(')');
    const Piece& first = arguments.front();
    if (function == "lap") return {"\\nabla^2 " + bound(first, Binding::power), Binding::product};
    if (function == "grad") return {"\\nabla " + bound(first, Binding::power), Binding::product};
    if (function == "div") {
      return {fmt::format("\\nabla \\cdot \\left( {} \\right)", joined(arguments)),
              Binding::product};
    }
    if (function == "sqrt") return {fmt::format("\\sqrt{{{}}}", first.tex)};
    if (function == "exp") return {fmt::format("e^{{{}}}", first.tex), Binding::power};
    if (function == "abs") return {fmt::format("\\left| {} \\right|", first.tex)};
    if (function == "integral")
      return {fmt::format("\\int {} \\, dA", first.tex), Binding::product};
    if (function == "if" && arguments.size() == 3) {
      return {fmt::format("\\begin{{cases}} {} & {} \\\\ {} & \\mathrm{{else}} \\end{{cases}}",
                          arguments[1].tex, first.tex, arguments[2].tex)};
    }
    const bool upright = std::find(kUpright.begin(), kUpright.end(), function) != kUpright.end();
    return {fmt::format("{} \\left( {} \\right)", upright ? "\\" + function : tex_of_word(function),
                        joined(arguments))};
  }

  static std::string joined(const std::vector<Piece>& pieces) {
    std::string all;
    for (const Piece& piece : pieces) all += (all.empty() ? "" : ", ") + piece.tex;
    return all;
  }

  /// Returns the piece, in brackets when it binds less than `least`.
  static std::string bound(const Piece& piece, Binding least) {
    return piece.binding >= least ? piece.tex : "\\left( " + piece.tex + " \\right)";
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string tex_of_formula(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, std::min(line.find('#'), line.size()));
    if (line.find_first_not_of(' ') != std::string_view::npos) {
      lines.push_back(Translator(line).equation());
    }
  }
  std::string all = "\\begin{aligned} ";
  for (std::size_t i = 0; i < lines.size(); ++i) all += (i > 0 ? " \\\\ " : "") + lines[i];
  return all + " \\end{aligned}";
}

}  // namespace heatwave::words
