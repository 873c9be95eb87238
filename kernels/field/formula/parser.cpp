// The statements of a formula are read one after another. After a problem the parser goes on with
// the next one, so that it finds several problems at once.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "kernels/field/formula/expression_reader.h"
#include "kernels/field/formula/scanner.h"
#include "kernels/field/formula/token_reader.h"

namespace heatwave::field::formula {
namespace {

struct DirectionName {
  std::string_view text;
  Direction direction;
};
constexpr DirectionName kDirections[] = {
    {"x", Direction::x},   {"y", Direction::y},   {"xf", Direction::xf}, {"xb", Direction::xb},
    {"yf", Direction::yf}, {"yb", Direction::yb}, {"xx", Direction::xx}, {"yy", Direction::yy},
    {"xy", Direction::xy}, {"yx", Direction::xy}};

class Parser {
 public:
  Parser(std::vector<Token> tokens, Document& document, std::vector<Problem>& problems)
      : document_(document),
        problems_(problems),
        tokens_(std::move(tokens), document.text, problems),
        expressions_(tokens_, document) {}

  void parse_all();
  /// Reads an expression that stands alone, in one line.
  void parse_shown();

 private:
  void parse_statement();
  void parse_subject(Statement& statement);
  void parse_time_zero();
  void parse_range(Statement& statement);
  void parse_setting();
  Stepping parse_stepping();
  unsigned parse_side();
  void parse_condition(std::uint8_t sides, const Place& named);
  std::string expect_name();
  void finish(Statement& statement);
  void note_unread(std::string name);

  Document& document_;
  std::vector<Problem>& problems_;
  TokenReader tokens_;
  ExpressionReader expressions_;
};

void Parser::parse_all() {
  while (!tokens_.at_end() && problems_.size() < kMostProblems && !expressions_.is_exhausted()) {
    if (tokens_.accept_new_line()) continue;
    const std::string first = tokens_.token().text;
    try {
      parse_statement();
      if (!tokens_.at_end() && tokens_.token().kind != TokenKind::new_line) {
        tokens_.fail("'" + tokens_.word() + "' does not belong here" +
                     tokens_.hint_for_juxtaposition());
      }
    } catch (const Unreadable&) {
      note_unread(first);
      tokens_.skip_line();
    }
  }
}

void Parser::parse_shown() {
  try {
    document_.shown = expressions_.parse_expression();
    if (!tokens_.at_end()) {
      tokens_.fail(tokens_.quoted_word() + " does not belong here" +
                   tokens_.hint_for_juxtaposition() +
                   "; an expression is a single value, such as u^2 + v^2");
    }
  } catch (const Unreadable&) {
    document_.shown = kNone;
  }
}

/// Remembers the name at the beginning of a statement, which may be du/dt or u_t.
void Parser::note_unread(std::string name) {
  document_.unread.push_back(name);
  if (name.starts_with('d')) document_.unread.push_back(name.substr(1));
  const std::size_t mark = name.rfind("_t");
  if (mark != std::string::npos) document_.unread.push_back(name.substr(0, mark));
}

void Parser::parse_statement() {
  if (tokens_.token().kind == TokenKind::name &&
      (tokens_.is_sign(":", 1) || tokens_.is_sign(",", 1))) {
    parse_setting();
    return;
  }
  Statement statement;
  statement.place = tokens_.token().place;
  parse_subject(statement);
  if (!tokens_.is_sign("="))
    tokens_.fail("expected '=' here, not " + tokens_.quoted_word() +
                 tokens_.hint_for_juxtaposition());
  tokens_.skip();
  tokens_.skip_lines_after_operator();
  statement.expression = expressions_.parse_expression();
  if (tokens_.is_name("in")) parse_range(statement);
  finish(statement);
}

void Parser::finish(Statement& statement) {
  statement.place = joined(statement.place, tokens_.last_place());
  document_.statements.push_back(statement);
}

/// Reads the left side: u', u'', u_t, u_tt, du/dt, ∂u/∂t, ∂²u/∂t², u(0), u'(0) or a name.
void Parser::parse_subject(Statement& statement) {
  using Kind = Statement::Kind;
  const Place first = tokens_.token().place;
  std::uint8_t order = 0;
  std::string name;
  if (tokens_.accept("∂")) {
    order = tokens_.accept("²") ? 2 : 1;
    name = expect_name();
    tokens_.expect("/");
    tokens_.expect("∂");
    if (!tokens_.is_name("t"))
      tokens_.fail("expected ∂t here: equations give the change with time");
    tokens_.skip();
    if (order == 2) tokens_.expect("²");
  } else {
    name = expect_name();
    if (name.size() > 1 && name[0] == 'd' && tokens_.is_sign("/") && tokens_.is_name("dt", 1)) {
      tokens_.skip(2);
      name = name.substr(1);
      order = 1;
    } else if (tokens_.is_sign("'") && tokens_.is_sign("'", 1)) {
      tokens_.skip(2);
      order = 2;
    } else if (tokens_.accept("''")) {
      order = 2;
    } else if (tokens_.accept("'")) {
      order = 1;
    } else if (name.size() > 2 && name.ends_with("_t")) {
      order = 1;
      name.resize(name.size() - 2);
    } else if (name.size() > 3 && name.ends_with("_tt")) {
      order = 2;
      name.resize(name.size() - 3);
    }
  }
  statement.kind = order > 0 ? Kind::evolution : Kind::definition;
  statement.order = order;
  if (tokens_.is_sign("(")) {
    if (order > 1) tokens_.fail_at(first, "an initial condition is u(0) = … or u'(0) = …");
    parse_time_zero();
    statement.kind = Kind::initial;
  }
  statement.name = expressions_.name_index(name);
  statement.name_place = joined(first, tokens_.last_place());
}

std::string Parser::expect_name() {
  if (tokens_.token().kind != TokenKind::name || is_word(tokens_.token().text)) {
    tokens_.fail("a statement begins with a name, such as u' = … or D = 0.2, not with " +
                 tokens_.quoted_word());
  }
  std::string name = tokens_.token().text;
  tokens_.skip();
  return name;
}

void Parser::parse_time_zero() {
  tokens_.expect("(");
  if (tokens_.is_name("t") && tokens_.is_sign("=", 1)) tokens_.skip(2);
  if (tokens_.token().kind != TokenKind::number || tokens_.token().number != 0.0) {
    tokens_.fail("an initial condition is given at time 0, as in u(0) = …");
  }
  tokens_.skip();
  tokens_.expect(")");
}

void Parser::parse_range(Statement& statement) {
  if (statement.kind != Statement::Kind::definition) tokens_.fail("only a parameter has a range");
  tokens_.skip();
  tokens_.expect("[");
  tokens_.enter_brackets();
  statement.lowest = expressions_.parse_sum();
  tokens_.expect(",");
  statement.highest = expressions_.parse_sum();
  tokens_.leave_brackets();
  tokens_.expect("]");
}

/// Reads what has a colon: sides and the time stepping.
void Parser::parse_setting() {
  const Place first = tokens_.token().place;
  if (tokens_.is_name("stepping") || tokens_.is_name("time")) {
    tokens_.skip();
    tokens_.expect(":");
    Statement statement{.kind = Statement::Kind::stepping, .name_place = first, .place = first};
    statement.stepping = parse_stepping();
    finish(statement);
    return;
  }
  std::uint8_t sides = 0;
  do {
    sides = static_cast<std::uint8_t>(sides | parse_side());
  } while (tokens_.accept(","));
  const Place named = joined(first, tokens_.last_place());
  tokens_.expect(":");
  do {
    parse_condition(sides, named);
  } while (tokens_.accept(","));
}

Stepping Parser::parse_stepping() {
  static constexpr std::pair<std::string_view, Stepping> kMethods[] = {
      {"euler", Stepping::euler},
      {"leapfrog", Stepping::leapfrog},
      {"staggered", Stepping::staggered},
      {"midpoint", Stepping::midpoint},
      {"heun", Stepping::heun},
      {"rk4", Stepping::rk4},
      {"ab2", Stepping::ab2}};
  for (const auto& [text, stepping] : kMethods) {
    if (!tokens_.is_name(text)) continue;
    tokens_.skip();
    return stepping;
  }
  tokens_.fail("a time stepping is euler, leapfrog, staggered, midpoint, heun, rk4 or ab2, not " +
               tokens_.quoted_word());
}

unsigned Parser::parse_side() {
  static constexpr std::pair<std::string_view, unsigned> kNames[] = {
      {"left", 1}, {"right", 2}, {"top", 4}, {"bottom", 8}, {"edges", 15}};
  for (const auto& [text, bits] : kNames) {
    if (!tokens_.is_name(text)) continue;
    tokens_.skip();
    return bits;
  }
  tokens_.fail("expected left, right, top, bottom, edges or stepping before the colon, not " +
               tokens_.quoted_word());
}

void Parser::parse_condition(std::uint8_t sides, const Place& named) {
  using Kind = Statement::Kind;
  Statement statement{.sides = sides, .name_place = named, .place = named};
  if (tokens_.is_name("periodic") || tokens_.is_name("absorbing")) {
    statement.kind = tokens_.is_name("periodic") ? Kind::periodic : Kind::absorbing;
    tokens_.skip();
    finish(statement);
    return;
  }
  statement.name_place = tokens_.token().place;
  if (tokens_.token().kind != TokenKind::name) {
    tokens_.fail("a side is periodic or absorbing, or has a value u = … or a slope u_n = …");
  }
  std::string name = tokens_.token().text;
  tokens_.skip();
  statement.kind = name.size() > 2 && name.ends_with("_n") ? Kind::slope : Kind::value;
  if (statement.kind == Kind::slope) name.resize(name.size() - 2);
  statement.name = expressions_.name_index(name);
  tokens_.expect("=");
  statement.expression = expressions_.parse_expression();
  finish(statement);
}

/// Turns names such as u_x into derivatives where u has a statement of its own and u_x has none.
void find_derivatives(Document& document) {
  using Kind = Statement::Kind;
  std::unordered_set<std::string> subjects;
  for (const Statement& s : document.statements) {
    if (s.kind == Kind::evolution || s.kind == Kind::definition)
      subjects.insert(document.name(s.name));
  }
  const std::size_t names = document.names.size();
  std::vector<Node> as_derivative(names);
  for (std::size_t i = 0; i < names; ++i) {
    const std::string name = document.names[i];
    const std::size_t mark = name.rfind('_');
    if (mark == std::string::npos || mark == 0 || subjects.contains(name)) continue;
    for (const auto& [text, direction] : kDirections) {
      if (name.substr(mark + 1) != text) continue;
      const auto base =
          std::find(document.names.begin(), document.names.end(), name.substr(0, mark));
      as_derivative[i].operation = Operation::derivative;
      as_derivative[i].direction = direction;
      as_derivative[i].name = static_cast<int>(base - document.names.begin());
      if (base == document.names.end()) document.names.push_back(name.substr(0, mark));
    }
  }
  for (Node& node : document.nodes) {
    if (node.operation != Operation::name) continue;
    const Node& derivative = as_derivative[static_cast<std::size_t>(node.name)];
    if (derivative.operation != Operation::derivative) continue;
    node.operation = Operation::derivative;
    node.direction = derivative.direction;
    node.name = derivative.name;
  }
}

Document parsed(std::string_view text, std::vector<Problem>& problems) {
  Document document;
  if (text.size() > kMostBytes) {
    problems.push_back({{},
                        "the formula is too large: it has " + std::to_string(text.size()) +
                            " bytes, at most " + std::to_string(kMostBytes) + " are allowed"});
    return document;
  }
  document.text = text;
  std::vector<Token> tokens = tokens_of(document.text, problems);
  Parser(std::move(tokens), document, problems).parse_all();
  return document;
}

}  // namespace

Document parse(std::string_view text, std::vector<Problem>& problems) {
  Document document = parsed(text, problems);
  find_derivatives(document);
  return document;
}

Document parse(std::string_view text, std::string_view shown, std::vector<Problem>& problems) {
  Document document = parsed(text, problems);
  if (!problems.empty()) return document;
  if (shown.size() > kMostShownBytes) {
    problems.push_back({{},
                        "the expression is too large: it has " + std::to_string(shown.size()) +
                            " bytes, at most " + std::to_string(kMostShownBytes) + " are allowed"});
    return document;
  }
  const std::size_t begin = document.text.size() + 1;
  document.text += '\n' + std::string(shown);
  std::vector<Token> tokens = tokens_of(document.text, problems, begin);
  Parser(std::move(tokens), document, problems).parse_shown();
  find_derivatives(document);
  return document;
}

}  // namespace heatwave::field::formula
