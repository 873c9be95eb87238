// Writes the tree of a formula's text as pieces of TeX.
#include "app/words/formula_tex.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/utf8.h"
#include "kernels/field/formula/document.h"

namespace heatwave::words {
namespace {

using field::formula::Direction;
using field::formula::Document;
using field::formula::Node;
using field::formula::Operation;
using field::formula::Statement;

enum class Binding : std::uint8_t { condition, comparison, sum, product, power, atom };

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

/// Returns a name without an underscore: "alpha" as α, "Du" as D with the index u, a longer word
/// upright.
std::string tex_of_word(std::string_view word) {
  if (is_greek(word)) return "\\" + std::string(word);
  if (core::letters_in(word) == 1) return std::string(word);
  const std::size_t first_digit = word.find_first_of("0123456789");
  if (first_digit != std::string_view::npos && first_digit > 0) {
    return fmt::format("{}_{{{}}}", tex_of_word(word.substr(0, first_digit)),
                       word.substr(first_digit));
  }
  if (core::letters_in(word) == 2 && is_letter(word[0])) {
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

/// Returns a name as TeX: "D_0" as D with the index 0.
std::string tex_of_name(std::string_view name) {
  const std::size_t underscore = name.find('_');
  if (underscore == 0 || underscore >= name.size() - 1) return tex_of_word(name);
  return fmt::format("{}_{{{}}}", tex_of_word(name.substr(0, underscore)),
                     name.substr(underscore + 1));
}

/// Returns a number as it was typed; 1e-3 as a power of ten.
std::string tex_of_number(std::string_view typed) {
  const std::size_t mark = typed.find_first_of("eE");
  if (mark == std::string_view::npos) return std::string(typed);
  const std::string_view digits = typed.substr(0, mark);
  std::string_view exponent = typed.substr(mark + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  return fmt::format("{}10^{{{}}}", digits == "1" ? "" : std::string(digits) + " \\cdot ",
                     exponent);
}

/// Returns the piece, in brackets when it binds less than `least`.
std::string bound(const Piece& piece, Binding least) {
  return piece.binding >= least ? piece.tex : "\\left( " + piece.tex + " \\right)";
}

/// An operator that is written between its operands.
struct InfixOperator {
  Operation operation;
  std::string_view tex;
  Binding binding;
};
constexpr auto kInfixOperators =
    std::to_array<InfixOperator>({{Operation::add, "+", Binding::sum},
                                  {Operation::subtract, "-", Binding::sum},
                                  {Operation::less, "<", Binding::comparison},
                                  {Operation::less_equal, "\\le", Binding::comparison},
                                  {Operation::greater, ">", Binding::comparison},
                                  {Operation::greater_equal, "\\ge", Binding::comparison},
                                  {Operation::equal, "=", Binding::comparison},
                                  {Operation::not_equal, "\\ne", Binding::comparison},
                                  {Operation::both, "\\wedge", Binding::condition},
                                  {Operation::either, "\\vee", Binding::condition}});

/// Writes the expressions of a formula's text.
class Writer {
 public:
  Writer(const Document& document, const std::set<std::string>& zeros)
      : document_(document), zeros_(zeros) {}

  /// Returns "left &= right".
  [[nodiscard]] std::string equation(const Statement& statement) const {
    const std::string name = tex_of_name(document_.name(statement.name));
    const std::string left =
        statement.order > 0 ? derivative(name, std::string(statement.order, 't')) : name;
    return left + " &= " + piece(statement.expression).tex;
  }

 private:
  [[nodiscard]] Piece operand(const Node& node, std::size_t index) const {
    return piece(node.operand[index]);
  }

  [[nodiscard]] Piece piece(int index) const {
    const Node& node = document_.node(index);
    const auto* op =
        std::find_if(kInfixOperators.begin(), kInfixOperators.end(),
                     [&](const InfixOperator& each) { return each.operation == node.operation; });
    if (op != kInfixOperators.end()) return infix(node, *op);
    if (node.operation == Operation::number) {
      return {tex_of_number(std::string_view(document_.text)
                                .substr(node.place.begin, node.place.end - node.place.begin)),
              Binding::atom, true};
    }
    if (node.operation == Operation::name) return {tex_of_name(document_.name(node.name))};
    if (node.operation == Operation::rate) {
      return {derivative(tex_of_name(document_.name(node.name)), "t")};
    }
    if (node.operation == Operation::negate) {
      return {"-" + bound(operand(node, 0), Binding::product), Binding::sum};
    }
    if (node.operation == Operation::negation) {
      return {"\\neg " + bound(operand(node, 0), Binding::atom), Binding::condition};
    }
    if (node.operation == Operation::multiply) return product(node);
    if (node.operation == Operation::divide) {
      return {fmt::format("\\frac{{{}}}{{{}}}", operand(node, 0).tex, operand(node, 1).tex)};
    }
    if (node.operation == Operation::power) {
      const Piece base = operand(node, 0);
      return {fmt::format("{}^{{{}}}", bound(base, Binding::atom), operand(node, 1).tex),
              Binding::power, base.begins_with_digit};
    }
    if (node.operation == Operation::derivative) return {derivative_in_space(node)};
    return function(node);
  }

  /// Returns whether a factor of the expression is 0.
  [[nodiscard]] bool is_zero(int index) const {
    const Node& node = document_.node(index);
    if (node.operation == Operation::name) return zeros_.contains(document_.name(node.name));
    if (node.operation == Operation::negate || node.operation == Operation::divide) {
      return is_zero(node.operand[0]);
    }
    return node.operation == Operation::multiply &&
           (is_zero(node.operand[0]) || is_zero(node.operand[1]));
  }

  /// Writes an operator between its operands; operators of a binding are read from the left.
  [[nodiscard]] Piece infix(const Node& node, const InfixOperator& op) const {
    const bool is_sum = op.binding == Binding::sum;
    if (is_sum && is_zero(node.operand[1])) return operand(node, 0);
    if (node.operation == Operation::add && is_zero(node.operand[0])) return operand(node, 1);
    const Piece left = operand(node, 0);
    const auto tighter = static_cast<Binding>(static_cast<int>(op.binding) + 1);
    return {
        fmt::format("{} {} {}", bound(left, op.binding), op.tex, bound(operand(node, 1), tighter)),
        op.binding, left.begins_with_digit};
  }

  [[nodiscard]] Piece product(const Node& node) const {
    const Piece left = operand(node, 0);
    const Piece right = operand(node, 1);
    // Two numbers side by side would look like one.
    const bool is_digit_next = right.begins_with_digit && right.binding >= Binding::product;
    const char* between = is_digit_next ? " \\cdot " : " \\, ";
    const bool is_negative = document_.node(node.operand[0]).operation == Operation::negate;
    return {(is_negative ? left.tex : bound(left, Binding::product)) + between +
                bound(right, Binding::product),
            is_negative ? Binding::sum : Binding::product, left.begins_with_digit};
  }

  [[nodiscard]] std::string derivative_in_space(const Node& node) const {
    static constexpr std::array<std::string_view, 9> kBy{"x", "y",  "x",  "x", "y",
                                                         "y", "xx", "yy", "xy"};
    const std::string of = tex_of_name(document_.name(node.name));
    const Direction direction = node.direction;
    const std::string_view by = kBy.at(static_cast<std::size_t>(direction));
    const bool forward = direction == Direction::xf || direction == Direction::yf;
    if (!forward && direction != Direction::xb && direction != Direction::yb) {
      return derivative(of, by);
    }
    return fmt::format("\\frac{{\\partial^{{{}}} {}}}{{\\partial {}}}", forward ? '+' : '-', of,
                       by);
  }

  [[nodiscard]] Piece function(const Node& node) const {
    std::vector<Piece> arguments;
    for (std::size_t i = 0; i < node.operands; ++i) arguments.push_back(operand(node, i));
    const Piece& first = arguments.front();
    const Operation operation = node.operation;
    if (operation == Operation::laplacian) {
      return {"\\nabla^2 " + bound(first, Binding::power), Binding::product};
    }
    if (operation == Operation::gradient) {
      return {"\\nabla " + bound(first, Binding::power), Binding::product};
    }
    if (operation == Operation::divergence) {
      return {fmt::format("\\nabla \\cdot \\left( {} \\right)", joined(arguments)),
              Binding::product};
    }
    if (operation == Operation::square_root) return {fmt::format("\\sqrt{{{}}}", first.tex)};
    if (operation == Operation::exp) return {fmt::format("e^{{{}}}", first.tex), Binding::power};
    if (operation == Operation::abs) return {fmt::format("\\left| {} \\right|", first.tex)};
    if (operation == Operation::integral) {
      return {fmt::format("\\int {} \\, dA", first.tex), Binding::product};
    }
    if (operation == Operation::choose) {
      return {fmt::format("\\begin{{cases}} {} & {} \\\\ {} & \\mathrm{{else}} \\end{{cases}}",
                          arguments[1].tex, first.tex, arguments[2].tex)};
    }
    return {fmt::format("{} \\left( {} \\right)", tex_of_function(operation), joined(arguments))};
  }

  static std::string tex_of_function(Operation operation) {
    static const auto kNames = field::formula::function_names();
    const auto found = std::find_if(kNames.begin(), kNames.end(),
                                    [&](const auto& each) { return each.operation == operation; });
    const std::string_view name = found == kNames.end() ? "?" : found->text;
    const bool upright = std::find(kUpright.begin(), kUpright.end(), name) != kUpright.end();
    return upright ? "\\" + std::string(name) : tex_of_word(name);
  }

  static std::string joined(const std::vector<Piece>& pieces) {
    std::string all;
    for (const Piece& piece : pieces) all += (all.empty() ? "" : ", ") + piece.tex;
    return all;
  }

  const Document& document_;
  const std::set<std::string>& zeros_;
};

/// Returns whether the statement is one of the equations: what has a number only is a parameter,
/// and the grid and the region are no equations.
bool is_equation(const Document& document, const Statement& statement) {
  if (statement.kind == Statement::Kind::evolution) return true;
  if (statement.kind != Statement::Kind::definition || statement.lowest >= 0) return false;
  const std::string& name = document.name(statement.name);
  return name != "dx" && name != "dt" && name != "inside" &&
         document.node(statement.expression).operation != Operation::number;
}

}  // namespace

std::string tex_of_formula(std::string_view text, const std::set<std::string>& zeros,
                           Equations places) {
  std::vector<field::formula::Problem> problems;
  const Document document = field::formula::parse(text, problems);
  if (!problems.empty()) throw core::Error(field::formula::words_of(problems));
  const Writer writer(document, zeros);
  const std::string between = places == Equations::row ? " & \\qquad " : " \\\\ ";
  std::string lines;
  for (const Statement& statement : document.statements) {
    if (!is_equation(document, statement)) continue;
    lines += (lines.empty() ? "" : between) + writer.equation(statement);
  }
  return "\\begin{aligned} " + lines + " \\end{aligned}";
}

bool names_medium(std::string_view text) {
  std::vector<field::formula::Problem> problems;
  const Document document = field::formula::parse(text, problems);
  return std::find(document.names.begin(), document.names.end(), "m") != document.names.end();
}

}  // namespace heatwave::words
