// Binary operators are parsed by their precedence, from the loosest to the tightest.
#include "kernels/cuda_text/expression_parser.h"

#include <array>
#include <memory>
#include <utility>

#include "kernels/cuda_text/type_parser.h"

namespace heatwave::cuda_text {

using Kind = Expression::Kind;

namespace {

constexpr std::array kTemplates{"tiled_partition", "tex1D",      "tex2D",
                                "tex3D",           "tex1Dfetch", "surf2Dread"};
/// Templates of cooperative groups; other code may use these names for variables.
constexpr std::array kGroupTemplates{"plus", "less", "greater", "reduce", "tiled_partition"};
constexpr std::array kNamedCasts{"static_cast", "reinterpret_cast", "const_cast", "bit_cast"};

int precedence_of(const Token& token) {
  constexpr std::array<std::pair<std::string_view, int>, 18> kLevels{{{"||", 1},
                                                                      {"&&", 2},
                                                                      {"|", 3},
                                                                      {"^", 4},
                                                                      {"&", 5},
                                                                      {"==", 6},
                                                                      {"!=", 6},
                                                                      {"<", 7},
                                                                      {">", 7},
                                                                      {"<=", 7},
                                                                      {">=", 7},
                                                                      {"<<", 8},
                                                                      {">>", 8},
                                                                      {"+", 9},
                                                                      {"-", 9},
                                                                      {"*", 10},
                                                                      {"/", 10},
                                                                      {"%", 10}}};
  if (token.kind != Token::Kind::sign) return 0;
  for (const auto& [sign, level] : kLevels) {
    if (token.text == sign) return level;
  }
  return 0;
}

bool assigns(const Token& token) {
  constexpr std::array kSigns{"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  return token.kind == Token::Kind::sign && among(kSigns, token.text);
}

}  // namespace

ExpressionPointer expression_node(Kind kind, Place place, std::string text) {
  auto made = std::make_unique<Expression>();
  made->kind = kind;
  made->place = place;
  made->text = std::move(text);
  return made;
}

ExpressionPointer ExpressionParser::expression() {
  ExpressionPointer left = assignment();
  while (is(",")) {
    ExpressionPointer comma = expression_node(Kind::binary, peek().place, ",");
    advance();
    comma->parts.push_back(std::move(left));
    comma->parts.push_back(assignment());
    left = std::move(comma);
  }
  return left;
}

ExpressionPointer ExpressionParser::assignment() {
  const Nested nested(tokens());
  ExpressionPointer left = conditional();
  if (!assigns(peek())) return left;
  ExpressionPointer made = expression_node(Kind::assign, peek().place, peek().text);
  advance();
  made->parts.push_back(std::move(left));
  made->parts.push_back(is("{") ? list() : assignment());
  return made;
}

ExpressionPointer ExpressionParser::conditional() {
  ExpressionPointer condition = binary(1);
  if (!is("?")) return condition;
  const Nested nested(tokens());
  ExpressionPointer made = expression_node(Kind::conditional, peek().place);
  advance();
  made->parts.push_back(std::move(condition));
  const bool outer = std::exchange(greater_ends_, false);
  made->parts.push_back(assignment());
  greater_ends_ = outer;
  need(":");
  made->parts.push_back(assignment());
  return made;
}

ExpressionPointer ExpressionParser::binary(int level) {
  constexpr int kHighest = 11;
  if (level == kHighest) return unary();
  ExpressionPointer left = binary(level + 1);
  int operators = 0;
  while (precedence_of(peek()) == level && !(greater_ends_ && (is(">") || is(">>")))) {
    if (is("<<") && is("<", 1)) break;  // a launch
    if (++operators > tokens().budget().depth) reject(peek().place, "this expression is too long");
    ExpressionPointer made = expression_node(Kind::binary, peek().place, peek().text);
    advance();
    if ((made->text == "&" || made->text == "|") && is(made->text)) {
      reject(made->place, "write '" + made->text + made->text + "' without a blank");
    }
    made->parts.push_back(std::move(left));
    made->parts.push_back(binary(level + 1));
    left = std::move(made);
  }
  return left;
}

ExpressionPointer ExpressionParser::unary() {
  const Nested nested(tokens());
  constexpr std::array kOperators{"-", "+", "!", "~", "*", "&", "++", "--"};
  const Place place = peek().place;
  if (peek().kind == Token::Kind::sign && among(kOperators, peek().text)) {
    ExpressionPointer made = expression_node(Kind::unary, place, next().text);
    made->parts.push_back(unary());
    return made;
  }
  if (is("sizeof")) return size_of();
  if (is("new") || is("delete")) refuse(place, "'" + peek().text + "' in a kernel");
  if (is("(")) {
    if (ExpressionPointer cast = try_cast()) return cast;
  }
  return postfix(primary());
}

ExpressionPointer ExpressionParser::size_of() {
  ExpressionPointer made = expression_node(Kind::size_of, peek().place);
  advance();
  const bool brackets = take("(");
  if (brackets && types().begins_type()) {
    made->type = std::make_shared<TypeName>(types().type());
  } else {
    made->parts.push_back(unary());
  }
  if (brackets) need(")");
  return made;
}

ExpressionPointer ExpressionParser::try_cast() {
  const std::size_t begin = tokens().at();
  const Place place = peek().place;
  advance();
  types().skip_namespaces();
  if (types().begins_type() && !is("(", 1) && !is("{", 1) && !is("::", 1)) {
    TypeName to = types().type();
    if (take(")")) {
      ExpressionPointer made = expression_node(Kind::cast, place);
      made->type = std::make_shared<TypeName>(std::move(to));
      made->parts.push_back(unary());
      return made;
    }
  }
  tokens().go_to(begin);
  return nullptr;
}

ExpressionPointer ExpressionParser::list() {
  const Nested nested(tokens());
  ExpressionPointer made = expression_node(Kind::list, peek().place);
  need("{");
  while (!is("}")) {
    made->parts.push_back(is("{") ? list() : assignment());
    if (!take(",")) break;
  }
  need("}");
  return made;
}

std::vector<ExpressionPointer> ExpressionParser::call_arguments() {
  std::vector<ExpressionPointer> arguments;
  const bool outer = std::exchange(greater_ends_, false);
  need("(");
  while (!is(")")) {
    arguments.push_back(is("{") ? list() : assignment());
    if (!take(",")) break;
  }
  need(")");
  greater_ends_ = outer;
  return arguments;
}

ExpressionPointer ExpressionParser::primary() {
  const Token token = peek();
  if (token.kind == Token::Kind::number) {
    advance();
    ExpressionPointer made = expression_node(Kind::number, token.place, token.text);
    made->word = token.word;
    made->scalar = token.scalar;
    return made;
  }
  if (token.kind == Token::Kind::text) {
    ExpressionPointer made = expression_node(Kind::text, token.place);
    while (peek().kind == Token::Kind::text) made->text += next().text;
    return made;
  }
  if (take("(")) {
    const bool outer = std::exchange(greater_ends_, false);
    ExpressionPointer inner = expression();
    need(")");
    greater_ends_ = outer;
    inner->in_brackets = true;
    return inner;
  }
  if (is("[")) refuse(token.place, "a lambda");
  if (token.kind != Token::Kind::name) {
    const std::string before = tokens().at() == 0 ? "" : tokens().text_at(tokens().at() - 1);
    if (is("=") && (before == "<" || before == ">" || before == "=" || before == "!")) {
      reject(token.place, "write '" + before + "=' without a blank");
    }
    if (before == "=" && (is("<") || is(">"))) {
      reject(token.place, "write '" + token.text + "=' in place of '=" + token.text + "'");
    }
    reject(token.place, "an expression is missing before " + found());
  }
  return named(token);
}

ExpressionPointer ExpressionParser::named(const Token& token) {
  const bool of_groups = types().skip_namespaces();
  if (among(kNamedCasts, peek().text)) {
    advance();
    need("<");
    ExpressionPointer made = expression_node(Kind::cast, token.place, token.text);
    made->type = std::make_shared<TypeName>(types().type());
    types().close_angle();
    need("(");
    made->parts.push_back(expression());
    need(")");
    return made;
  }
  if (is("asm") || is("__asm__")) refuse(token.place, "inline PTX (asm)");
  if (is("cuda") && is("::", 1)) refuse(token.place, "cuda::" + peek(2).text);
  const bool typed = types().names_type();
  if (typed && !is("::", 1)) {
    TypeName constructed = types().type();
    if (!is("(") && !is("{")) {
      // `Shape<2>::kRows`
      if (is("::")) return scoped(std::move(constructed), token.place);
      reject(token.place, "'" + constructed.name + "' is a type: a value is missing here");
    }
    ExpressionPointer made = expression_node(Kind::construct, token.place);
    made->type = std::make_shared<TypeName>(std::move(constructed));
    if (is("{")) {
      ExpressionPointer values = list();
      made->parts = std::move(values->parts);
      made->text = "{";
    } else {
      made->parts = call_arguments();
    }
    return made;
  }
  if (is("::", 1)) {
    TypeName scope{.place = token.place, .name = next().text};
    return scoped(std::move(scope), token.place);
  }
  ExpressionPointer made = expression_node(Kind::name, peek().place, peek().text);
  advance();
  const bool is_template = names().functions.contains(made->text) ||
                           among(kTemplates, made->text) ||
                           (of_groups && among(kGroupTemplates, made->text));
  if (is_template && is("<") && !is("<<")) made->arguments = types().template_arguments();
  return made;
}

ExpressionPointer ExpressionParser::scoped(TypeName scope, Place place) {
  need("::");
  ExpressionPointer made = expression_node(Kind::name, place, need_name("a name"));
  made->scope = std::make_shared<TypeName>(std::move(scope));
  return made;
}

ExpressionPointer ExpressionParser::postfix(ExpressionPointer value) {
  int length = 0;
  while (true) {
    const Place place = peek().place;
    if (++length > tokens().budget().depth) reject(place, "this expression is too long");
    if (is("(")) {
      ExpressionPointer made = expression_node(Kind::call, place);
      made->place = value->place;
      made->parts.push_back(std::move(value));
      for (ExpressionPointer& each : call_arguments()) made->parts.push_back(std::move(each));
      value = std::move(made);
    } else if (is("<<") && is("<", 1)) {
      value = launch(std::move(value));
    } else if (take("[")) {
      ExpressionPointer made = expression_node(Kind::index, place);
      const bool outer = std::exchange(greater_ends_, false);
      made->parts.push_back(std::move(value));
      made->parts.push_back(expression());
      greater_ends_ = outer;
      need("]");
      value = std::move(made);
    } else if (is(".") || is("->")) {
      ExpressionPointer made = expression_node(Kind::member, place);
      made->arrow = is("->");
      advance();
      made->place = peek().place;
      made->text = need_name("the name of a member");
      made->parts.push_back(std::move(value));
      value = std::move(made);
    } else if (is("++") || is("--")) {
      ExpressionPointer made = expression_node(Kind::postfix, place, peek().text);
      advance();
      made->parts.push_back(std::move(value));
      value = std::move(made);
    } else {
      return value;
    }
  }
}

ExpressionPointer ExpressionParser::launch(ExpressionPointer kernel) {
  ExpressionPointer made = expression_node(Kind::launch, kernel->place);
  need("<<");
  need("<");
  made->parts.push_back(std::move(kernel));
  const bool outer = std::exchange(greater_ends_, true);
  do {
    made->parts.push_back(assignment());
    ++made->launch_parts;
  } while (take(","));
  greater_ends_ = outer;
  need(">>");
  need(">");
  for (ExpressionPointer& each : call_arguments()) made->parts.push_back(std::move(each));
  return made;
}

ExpressionPointer ExpressionParser::in_angles() {
  const bool outer = std::exchange(greater_ends_, true);
  ExpressionPointer value = conditional();
  greater_ends_ = outer;
  return value;
}

}  // namespace heatwave::cuda_text
