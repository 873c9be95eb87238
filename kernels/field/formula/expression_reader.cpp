// The levels of an expression call one another, from conditions down to single values.
#include "kernels/field/formula/expression_reader.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace heatwave::field::formula {
namespace {

constexpr FunctionName kFunctions[] = {
    {"sqrt", Operation::square_root, 1, 1},  {"exp", Operation::exp, 1, 1},
    {"log", Operation::log, 1, 1},           {"ln", Operation::log, 1, 1},
    {"sin", Operation::sin, 1, 1},           {"cos", Operation::cos, 1, 1},
    {"tan", Operation::tan, 1, 1},           {"sinh", Operation::sinh, 1, 1},
    {"cosh", Operation::cosh, 1, 1},         {"tanh", Operation::tanh, 1, 1},
    {"abs", Operation::abs, 1, 1},           {"min", Operation::min, 2, 2},
    {"max", Operation::max, 2, 2},           {"mod", Operation::mod, 2, 2},
    {"H", Operation::heaviside, 1, 1},       {"sign", Operation::sign, 1, 1},
    {"if", Operation::choose, 3, 3},         {"gauss", Operation::gauss, 3, 3},
    {"noise", Operation::noise, 1, 1},       {"white", Operation::white, 1, 1},
    {"integral", Operation::integral, 1, 2}, {"lap", Operation::laplacian, 1, 1},
    {"div", Operation::divergence, 1, 2},    {"grad", Operation::gradient, 1, 1},
    {"pow", Operation::power, 2, 2},
};

std::string similar_function(std::string_view name) {
  std::vector<std::string_view> known;
  for (const FunctionName& function : kFunctions) known.push_back(function.text);
  const std::string_view similar = most_similar(name, known);
  return similar.empty() ? "" : "; did you mean '" + std::string(similar) + "'?";
}

}  // namespace

/// Counts the nesting of expressions, so that a hostile text does not exhaust the stack.
class ExpressionReader::Deeper {
 public:
  explicit Deeper(ExpressionReader& reader) : reader_(reader) {
    if (++reader_.depth_ > kMostDepth) {
      --reader_.depth_;
      reader_.tokens_.fail("the formula is nested more than " + std::to_string(kMostDepth) +
                           " deep");
    }
  }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;
  ~Deeper() { --reader_.depth_; }

 private:
  ExpressionReader& reader_;
};

ExpressionReader::ExpressionReader(TokenReader& tokens, Document& document)
    : tokens_(tokens), document_(document) {
  for (const std::string& name : document.names) {
    name_indices_.emplace(name, static_cast<int>(name_indices_.size()));
  }
}

int ExpressionReader::name_index(const std::string& name) {
  const auto [found, is_new] =
      name_indices_.emplace(name, static_cast<int>(document_.names.size()));
  if (is_new) document_.names.push_back(name);
  return found->second;
}

int ExpressionReader::add(Node node) {
  if (document_.nodes.size() >= kMostNodes) {
    is_exhausted_ = true;
    tokens_.fail_at(node.place, "the formula is too large: it has more than " +
                                    std::to_string(kMostNodes) + " numbers, names and operations");
  }
  int height = 0;
  for (int i = 0; i < node.operands; ++i) {
    height =
        std::max<int>(height, document_.node(node.operand[static_cast<std::size_t>(i)]).height);
  }
  if (height + 1 > kMostHeight) {
    tokens_.fail_at(node.place, "this expression is too long: give a part of it a name");
  }
  node.height = static_cast<std::uint16_t>(height + 1);
  document_.nodes.push_back(node);
  return static_cast<int>(document_.nodes.size()) - 1;
}

int ExpressionReader::add(Operation operation, const Place& place,
                          std::initializer_list<int> operands) {
  Node node{.operation = operation, .place = place};
  for (const int operand : operands) node.operand[node.operands++] = operand;
  return add(node);
}

int ExpressionReader::binary(Operation operation, int a, int b) {
  return add(operation, joined(place_of(a), place_of(b)), {a, b});
}

int ExpressionReader::parse_expression() {
  const Deeper deeper(*this);
  int a = parse_conjunction();
  for (;;) {
    tokens_.skip_lines_in_brackets();
    if (!tokens_.is_name("or") && !tokens_.is_sign("||")) return a;
    tokens_.skip();
    a = binary(Operation::either, a, parse_conjunction());
  }
}

int ExpressionReader::parse_conjunction() {
  int a = parse_comparison();
  for (;;) {
    tokens_.skip_lines_in_brackets();
    if (!tokens_.is_name("and") && !tokens_.is_sign("&&")) return a;
    tokens_.skip();
    a = binary(Operation::both, a, parse_comparison());
  }
}

int ExpressionReader::parse_comparison() {
  static constexpr std::pair<std::string_view, Operation> kComparisons[] = {
      {"<", Operation::less},    {"<=", Operation::less_equal},
      {">", Operation::greater}, {">=", Operation::greater_equal},
      {"==", Operation::equal},  {"!=", Operation::not_equal}};
  const int a = parse_sum();
  for (const auto& [sign, operation] : kComparisons) {
    if (tokens_.accept(sign)) return binary(operation, a, parse_sum());
  }
  return a;
}

int ExpressionReader::parse_sum() {
  int a = parse_product();
  for (;;) {
    tokens_.skip_to_operator();
    if (tokens_.accept("+")) {
      a = binary(Operation::add, a, after_operator(&ExpressionReader::parse_product));
    } else if (tokens_.accept("-")) {
      a = binary(Operation::subtract, a, after_operator(&ExpressionReader::parse_product));
    } else {
      return a;
    }
  }
}

int ExpressionReader::parse_product() {
  int a = parse_unary();
  for (;;) {
    tokens_.skip_to_operator();
    if (tokens_.accept("*")) {
      a = binary(Operation::multiply, a, after_operator(&ExpressionReader::parse_unary));
    } else if (tokens_.accept("/")) {
      a = binary(Operation::divide, a, after_operator(&ExpressionReader::parse_unary));
    } else if (tokens_.is_sign("Δ") || tokens_.is_sign("∇")) {
      a = binary(Operation::multiply, a, parse_unary());  // D∇²u
    } else {
      return a;
    }
  }
}

int ExpressionReader::parse_unary() {
  const Deeper deeper(*this);
  tokens_.skip_lines_in_brackets();
  const Place place = tokens_.token().place;
  if (tokens_.accept("-")) {
    const int a = parse_unary();
    return add(Operation::negate, joined(place, place_of(a)), {a});
  }
  if (tokens_.accept("+")) return parse_unary();
  if (tokens_.is_name("not") || tokens_.is_sign("!")) {
    tokens_.skip();
    const int a = parse_unary();
    return add(Operation::negation, joined(place, place_of(a)), {a});
  }
  return parse_power();
}

int ExpressionReader::parse_power() {
  const int a = parse_primary();
  if (tokens_.is_sign("²") || tokens_.is_sign("³")) {
    const double exponent = tokens_.is_sign("²") ? 2.0 : 3.0;
    const int b =
        add({.operation = Operation::number, .number = exponent, .place = tokens_.token().place});
    tokens_.skip();
    return binary(Operation::power, a, b);
  }
  if (!tokens_.accept("^")) return a;
  return binary(Operation::power, a, parse_unary());
}

int ExpressionReader::parse_primary() {
  const Deeper deeper(*this);
  tokens_.skip_lines_in_brackets();
  const Place place = tokens_.token().place;
  if (tokens_.token().kind == TokenKind::number) {
    const double number = tokens_.token().number;
    tokens_.skip();
    return add({.operation = Operation::number, .number = number, .place = place});
  }
  if (tokens_.token().kind == TokenKind::name) return parse_name();
  if (tokens_.is_sign("(")) return parse_brackets();
  if (tokens_.accept("√")) return prefix(Operation::square_root, place);
  if (tokens_.accept("Δ")) return prefix(Operation::laplacian, place);
  if (tokens_.accept("∇")) {
    if (tokens_.accept("²")) return prefix(Operation::laplacian, place);
    if (tokens_.accept("*")) return prefix(Operation::divergence, place);
    return prefix(Operation::gradient, place);
  }
  if (tokens_.accept("∂")) return parse_partial(place);
  if (tokens_.is_sign("∫")) tokens_.fail("write integral(…) for a sum over the field");
  tokens_.fail("expected a number, a name or a bracket here, not " + tokens_.quoted_word());
}

int ExpressionReader::prefix(Operation operation, const Place& place) {
  const int a = parse_primary();
  return add(operation, joined(place, place_of(a)), {a});
}

int ExpressionReader::parse_brackets() {
  const Place place = tokens_.token().place;
  tokens_.skip();
  tokens_.enter_brackets();
  const int a = parse_expression();
  tokens_.skip_lines_in_brackets();
  const Place last = tokens_.token().place;
  if (!tokens_.is_sign(")"))
    tokens_.fail("expected ')' here, not " + tokens_.quoted_word() +
                 "; the bracket opens in line " + std::to_string(place.line) + ", column " +
                 std::to_string(place.column));
  tokens_.skip();
  tokens_.leave_brackets();
  Node& node = document_.nodes[static_cast<std::size_t>(a)];
  node.in_brackets = true;
  node.place = joined(place, last);
  return a;
}

/// Reads u/∂x or ²u/∂x² after the sign ∂.
int ExpressionReader::parse_partial(const Place& place) {
  const bool is_second = tokens_.accept("²");
  if (tokens_.token().kind != TokenKind::name)
    tokens_.fail("expected the name of a component after ∂");
  const int name = name_index(tokens_.token().text);
  tokens_.skip();
  tokens_.expect("/");
  tokens_.expect("∂");
  if (!tokens_.is_name("x") && !tokens_.is_name("y")) tokens_.fail("expected ∂x or ∂y here");
  const bool is_x = tokens_.is_name("x");
  Place last = tokens_.token().place;
  tokens_.skip();
  if (is_second) {
    last = tokens_.token().place;
    tokens_.expect("²");
  }
  return add({.operation = Operation::derivative,
              .direction = is_second ? (is_x ? Direction::xx : Direction::yy)
                                     : (is_x ? Direction::x : Direction::y),
              .name = name,
              .place = joined(place, last)});
}

int ExpressionReader::parse_name() {
  const Token name = tokens_.token();
  if (is_word(name.text)) tokens_.fail("expected a value here, not '" + name.text + "'");
  const auto* function = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                      [&](const auto& f) { return f.text == name.text; });
  tokens_.skip();
  if (tokens_.is_sign("(")) {
    if (function == std::end(kFunctions)) {
      tokens_.fail_at(name.place,
                      "unknown function '" + name.text + "'" + similar_function(name.text));
    }
    return parse_call(name.place, *function);
  }
  if (tokens_.is_sign("'") && !tokens_.token().after_space) {
    const Place last = tokens_.token().place;
    tokens_.skip();
    return add({.operation = Operation::rate,
                .name = name_index(name.text),
                .place = joined(name.place, last)});
  }
  if (tokens_.is_sign("''")) tokens_.fail("only u' may stand on the right of an equation, not u''");
  return add({.operation = Operation::name, .name = name_index(name.text), .place = name.place});
}

int ExpressionReader::parse_call(const Place& place, const FunctionName& function) {
  tokens_.skip();
  tokens_.enter_brackets();
  Node node{.operation = function.operation, .place = place};
  do {
    const int operand = parse_expression();
    if (node.operands == 3) break;
    node.operand[node.operands++] = operand;
  } while (tokens_.accept(","));
  tokens_.skip_lines_in_brackets();
  const Place last = tokens_.token().place;
  if (!tokens_.is_sign(")") || node.operands < function.fewest || node.operands > function.most) {
    const std::string most =
        function.most == function.fewest ? "" : " or " + std::to_string(function.most);
    const std::string count = std::to_string(function.fewest) + most;
    if (!tokens_.is_sign(")") && !tokens_.is_sign(",") && node.operands <= function.most) {
      tokens_.fail("expected ',' or ')' here, not " + tokens_.quoted_word() +
                   tokens_.hint_for_juxtaposition());
    }
    tokens_.fail_at(place, std::string(function.text) + "(…) takes " + count +
                               (count == "1" ? " value" : " values") + " in its brackets");
  }
  tokens_.skip();
  tokens_.leave_brackets();
  node.place = joined(place, last);
  return add(node);
}

int ExpressionReader::after_operator(int (ExpressionReader::*parse)()) {
  tokens_.skip_lines_after_operator();
  return (this->*parse)();
}

bool is_word(std::string_view text) {
  return text == "in" || text == "and" || text == "or" || text == "not";
}

std::vector<FunctionName> function_names() {
  return {std::begin(kFunctions), std::end(kFunctions)};
}

}  // namespace heatwave::field::formula
