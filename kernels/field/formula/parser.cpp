// The text of a formula is split into tokens and read by recursive descent. After a problem the
// parser goes on with the next statement, so that it finds several problems at once.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "kernels/core/utf8.h"
#include "kernels/field/formula/document.h"

namespace heatwave::field::formula {
namespace {

enum class TokenKind : std::uint8_t { number, name, sign, new_line, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;  ///< signs are in their ASCII form where they have one: "·" is "*"
  double number = 0.0;
  Place place;
  bool after_space = false;
};

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

/// A character beyond ASCII, and the text that the parser reads in its place.
struct SymbolAlias {
  char32_t character;
  std::string_view text;
};
constexpr SymbolAlias kSymbolAliases[] = {
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
    for (const SymbolAlias& alias : kSymbolAliases) {
      if (alias.character != c) continue;
      add(alias.text == "in" ? TokenKind::name : TokenKind::sign, std::string(alias.text), length);
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

Place joined(const Place& first, const Place& last) {
  Place place = first;
  place.end = std::max(first.end, last.end);
  if (last.line == first.line) place.length = last.column + last.length - first.column;
  return place;
}

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

struct DirectionName {
  std::string_view text;
  Direction direction;
};
constexpr DirectionName kDirections[] = {
    {"x", Direction::x},   {"y", Direction::y},   {"xf", Direction::xf}, {"xb", Direction::xb},
    {"yf", Direction::yf}, {"yb", Direction::yb}, {"xx", Direction::xx}, {"yy", Direction::yy},
    {"xy", Direction::xy}, {"yx", Direction::xy}};

/// Words that are no names.
bool is_word(std::string_view text) {
  return text == "in" || text == "and" || text == "or" || text == "not";
}

/// Thrown to leave a statement that cannot be read; its problem has been noted.
struct Unreadable {};

class Parser {
 public:
  Parser(std::vector<Token> tokens, Document& document, std::vector<Problem>& problems)
      : tokens_(std::move(tokens)), document_(document), problems_(problems) {
    for (const std::string& name : document.names) {
      name_indices_.emplace(name, static_cast<int>(name_indices_.size()));
    }
  }

  void parse_all() {
    while (!at_end() && problems_.size() < kMostProblems && !is_exhausted_) {
      if (accept_new_line()) continue;
      const std::size_t first = at_;
      try {
        parse_statement();
        if (!at_end() && token().kind != TokenKind::new_line) {
          fail("'" + word() + "' does not belong here" + hint_for_juxtaposition());
        }
      } catch (const Unreadable&) {
        bracket_depth_ = 0;
        note_unread(tokens_[first].text);
        while (!at_end() && token().kind != TokenKind::new_line) ++at_;
      }
    }
  }

  /// Reads an expression that stands alone, in one line.
  void parse_shown() {
    try {
      document_.shown = parse_expression();
      if (!at_end()) {
        fail(quoted_word() + " does not belong here" + hint_for_juxtaposition() +
             "; an expression is a single value, such as u^2 + v^2");
      }
    } catch (const Unreadable&) {
      document_.shown = kNone;
    }
  }

 private:
  // Tokens ---------------------------------------------------------------------------------------

  [[nodiscard]] const Token& token(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] bool at_end() const { return token().kind == TokenKind::end; }
  /// Inside brackets a line may end anywhere, unless a statement begins after it: then the bracket
  /// was not closed.
  void skip_lines_in_brackets() {
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
  bool accept_new_line() {
    if (token().kind != TokenKind::new_line) return false;
    ++at_;
    return true;
  }
  [[nodiscard]] bool is_sign(std::string_view text, std::size_t ahead = 0) const {
    return token(ahead).kind == TokenKind::sign && token(ahead).text == text;
  }
  [[nodiscard]] bool is_name(std::string_view text, std::size_t ahead = 0) const {
    return token(ahead).kind == TokenKind::name && token(ahead).text == text;
  }
  bool accept(std::string_view sign) {
    skip_lines_in_brackets();
    if (!is_sign(sign)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view sign) {
    if (!accept(sign)) fail("expected '" + std::string(sign) + "' here, not " + quoted_word());
  }
  [[nodiscard]] std::string word() const {
    const Place& place = token().place;
    return document_.text.substr(place.begin, place.end - place.begin);
  }
  [[nodiscard]] std::string quoted_word() const {
    if (at_end()) return "the end of the text";
    if (token().kind == TokenKind::new_line) return "the end of the line";
    return "'" + word() + "'";
  }
  [[noreturn]] void fail(std::string message) { fail_at(token().place, std::move(message)); }
  [[noreturn]] void fail_at(const Place& place, std::string message) {
    problems_.push_back({place, std::move(message)});
    throw Unreadable{};
  }
  [[nodiscard]] std::string hint_for_juxtaposition() const {
    const bool begins =
        token().kind == TokenKind::name || token().kind == TokenKind::number || is_sign("(");
    return begins && at_ > 0 ? "; a product needs a sign, as in 2*u" : "";
  }

  /// Remembers the name at the beginning of a statement, which may be du/dt or u_t.
  void note_unread(std::string name) {
    document_.unread.push_back(name);
    if (name.starts_with('d')) document_.unread.push_back(name.substr(1));
    const std::size_t mark = name.rfind("_t");
    if (mark != std::string::npos) document_.unread.push_back(name.substr(0, mark));
  }

  // Nodes ----------------------------------------------------------------------------------------

  int name_index(const std::string& name) {
    const auto [found, is_new] =
        name_indices_.emplace(name, static_cast<int>(document_.names.size()));
    if (is_new) document_.names.push_back(name);
    return found->second;
  }
  int add(Node node) {
    if (document_.nodes.size() >= kMostNodes) {
      is_exhausted_ = true;
      fail_at(node.place, "the formula is too large: it has more than " +
                              std::to_string(kMostNodes) + " numbers, names and operations");
    }
    int height = 0;
    for (int i = 0; i < node.operands; ++i) {
      height =
          std::max<int>(height, document_.node(node.operand[static_cast<std::size_t>(i)]).height);
    }
    if (height + 1 > kMostHeight) {
      fail_at(node.place, "this expression is too long: give a part of it a name");
    }
    node.height = static_cast<std::uint16_t>(height + 1);
    document_.nodes.push_back(node);
    return static_cast<int>(document_.nodes.size()) - 1;
  }
  int add(Operation operation, const Place& place, std::initializer_list<int> operands) {
    Node node{.operation = operation, .place = place};
    for (const int operand : operands) node.operand[node.operands++] = operand;
    return add(node);
  }
  [[nodiscard]] const Place& place_of(int node) const { return document_.node(node).place; }
  int binary(Operation operation, int a, int b) {
    return add(operation, joined(place_of(a), place_of(b)), {a, b});
  }

  /// Counts the nesting of expressions, so that a hostile text does not exhaust the stack.
  class Deeper {
   public:
    explicit Deeper(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kMostDepth) {
        --parser_.depth_;
        parser_.fail("the formula is nested more than " + std::to_string(kMostDepth) + " deep");
      }
    }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ~Deeper() { --parser_.depth_; }

   private:
    Parser& parser_;
  };

  // Expressions ----------------------------------------------------------------------------------

  int parse_expression() {
    const Deeper deeper(*this);
    int a = parse_conjunction();
    for (;;) {
      skip_lines_in_brackets();
      if (!is_name("or") && !is_sign("||")) return a;
      ++at_;
      a = binary(Operation::either, a, parse_conjunction());
    }
  }
  int parse_conjunction() {
    int a = parse_comparison();
    for (;;) {
      skip_lines_in_brackets();
      if (!is_name("and") && !is_sign("&&")) return a;
      ++at_;
      a = binary(Operation::both, a, parse_comparison());
    }
  }
  int parse_comparison() {
    static constexpr std::pair<std::string_view, Operation> kComparisons[] = {
        {"<", Operation::less},    {"<=", Operation::less_equal},
        {">", Operation::greater}, {">=", Operation::greater_equal},
        {"==", Operation::equal},  {"!=", Operation::not_equal}};
    const int a = parse_sum();
    for (const auto& [sign, operation] : kComparisons) {
      if (accept(sign)) return binary(operation, a, parse_sum());
    }
    return a;
  }
  /// A line that begins with an operator goes on with the line before, as no statement begins so.
  void skip_to_operator() {
    std::size_t ahead = 0;
    while (token(ahead).kind == TokenKind::new_line) ++ahead;
    for (const std::string_view sign : {"+", "-", "*", "/"}) {
      if (is_sign(sign, ahead)) at_ += ahead;
    }
  }
  int parse_sum() {
    int a = parse_product();
    for (;;) {
      skip_to_operator();
      if (accept("+")) {
        a = binary(Operation::add, a, after_operator([&] { return parse_product(); }));
      } else if (accept("-")) {
        a = binary(Operation::subtract, a, after_operator([&] { return parse_product(); }));
      } else {
        return a;
      }
    }
  }
  int parse_product() {
    int a = parse_unary();
    for (;;) {
      skip_to_operator();
      if (accept("*")) {
        a = binary(Operation::multiply, a, after_operator([&] { return parse_unary(); }));
      } else if (accept("/")) {
        a = binary(Operation::divide, a, after_operator([&] { return parse_unary(); }));
      } else if (is_sign("Δ") || is_sign("∇")) {
        a = binary(Operation::multiply, a, parse_unary());  // D∇²u
      } else {
        return a;
      }
    }
  }
  /// After an operator the expression may go on in the next line.
  template <typename Parse>
  int after_operator(Parse parse) {
    while (token().kind == TokenKind::new_line && token(1).kind != TokenKind::end) ++at_;
    return parse();
  }
  int parse_unary() {
    const Deeper deeper(*this);
    skip_lines_in_brackets();
    const Place place = token().place;
    if (accept("-")) {
      const int a = parse_unary();
      return add(Operation::negate, joined(place, place_of(a)), {a});
    }
    if (accept("+")) return parse_unary();
    if (is_name("not") || is_sign("!")) {
      ++at_;
      const int a = parse_unary();
      return add(Operation::negation, joined(place, place_of(a)), {a});
    }
    return parse_power();
  }
  int parse_power() {
    const int a = parse_primary();
    if (is_sign("²") || is_sign("³")) {
      const double exponent = is_sign("²") ? 2.0 : 3.0;
      const int b =
          add({.operation = Operation::number, .number = exponent, .place = token().place});
      ++at_;
      return binary(Operation::power, a, b);
    }
    if (!accept("^")) return a;
    return binary(Operation::power, a, parse_unary());
  }

  int parse_primary() {
    const Deeper deeper(*this);
    skip_lines_in_brackets();
    const Place place = token().place;
    if (token().kind == TokenKind::number) {
      const double number = token().number;
      ++at_;
      return add({.operation = Operation::number, .number = number, .place = place});
    }
    if (token().kind == TokenKind::name) return parse_name();
    if (is_sign("(")) return parse_brackets();
    if (accept("√")) return prefix(Operation::square_root, place);
    if (accept("Δ")) return prefix(Operation::laplacian, place);
    if (accept("∇")) {
      if (accept("²")) return prefix(Operation::laplacian, place);
      if (accept("*")) return prefix(Operation::divergence, place);
      return prefix(Operation::gradient, place);
    }
    if (accept("∂")) return parse_partial(place);
    if (is_sign("∫")) fail("write integral(…) for a sum over the field");
    fail("expected a number, a name or a bracket here, not " + quoted_word());
  }
  int prefix(Operation operation, const Place& place) {
    const int a = parse_primary();
    return add(operation, joined(place, place_of(a)), {a});
  }
  int parse_brackets() {
    const Place place = token().place;
    ++at_;
    ++bracket_depth_;
    const int a = parse_expression();
    skip_lines_in_brackets();
    const Place last = token().place;
    if (!is_sign(")"))
      fail("expected ')' here, not " + quoted_word() + "; the bracket opens in line " +
           std::to_string(place.line) + ", column " + std::to_string(place.column));
    ++at_;
    --bracket_depth_;
    Node& node = document_.nodes[static_cast<std::size_t>(a)];
    node.in_brackets = true;
    node.place = joined(place, last);
    return a;
  }
  /// Reads u/∂x or ²u/∂x² after the sign ∂.
  int parse_partial(const Place& place) {
    const bool is_second = accept("²");
    if (token().kind != TokenKind::name) fail("expected the name of a component after ∂");
    const int name = name_index(token().text);
    ++at_;
    expect("/");
    expect("∂");
    if (!is_name("x") && !is_name("y")) fail("expected ∂x or ∂y here");
    const bool is_x = is_name("x");
    Place last = token().place;
    ++at_;
    if (is_second) {
      last = token().place;
      expect("²");
    }
    return add({.operation = Operation::derivative,
                .direction = is_second ? (is_x ? Direction::xx : Direction::yy)
                                       : (is_x ? Direction::x : Direction::y),
                .name = name,
                .place = joined(place, last)});
  }
  int parse_name() {
    const Token name = token();
    if (is_word(name.text)) fail("expected a value here, not '" + name.text + "'");
    const auto* function = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                        [&](const auto& f) { return f.text == name.text; });
    ++at_;
    if (is_sign("(")) {
      if (function == std::end(kFunctions)) {
        fail_at(name.place, "unknown function '" + name.text + "'" + similar_function(name.text));
      }
      return parse_call(name.place, *function);
    }
    if (is_sign("'") && !token().after_space) {
      const Place last = token().place;
      ++at_;
      return add({.operation = Operation::rate,
                  .name = name_index(name.text),
                  .place = joined(name.place, last)});
    }
    if (is_sign("''")) fail("only u' may stand on the right of an equation, not u''");
    return add({.operation = Operation::name, .name = name_index(name.text), .place = name.place});
  }
  static std::string similar_function(std::string_view name) {
    std::vector<std::string_view> known;
    for (const FunctionName& function : kFunctions) known.push_back(function.text);
    const std::string_view similar = most_similar(name, known);
    return similar.empty() ? "" : "; did you mean '" + std::string(similar) + "'?";
  }
  int parse_call(const Place& place, const FunctionName& function) {
    ++at_;
    ++bracket_depth_;
    Node node{.operation = function.operation, .place = place};
    do {
      const int operand = parse_expression();
      if (node.operands == 3) break;
      node.operand[node.operands++] = operand;
    } while (accept(","));
    skip_lines_in_brackets();
    const Place last = token().place;
    if (!is_sign(")") || node.operands < function.fewest || node.operands > function.most) {
      const std::string most =
          function.most == function.fewest ? "" : " or " + std::to_string(function.most);
      const std::string count = std::to_string(function.fewest) + most;
      if (!is_sign(")") && !is_sign(",") && node.operands <= function.most) {
        fail("expected ',' or ')' here, not " + quoted_word() + hint_for_juxtaposition());
      }
      fail_at(place, std::string(function.text) + "(…) takes " + count +
                         (count == "1" ? " value" : " values") + " in its brackets");
    }
    ++at_;
    --bracket_depth_;
    node.place = joined(place, last);
    return add(node);
  }

  // Statements -----------------------------------------------------------------------------------

  void parse_statement() {
    if (token().kind == TokenKind::name && (is_sign(":", 1) || is_sign(",", 1))) {
      parse_setting();
      return;
    }
    Statement statement;
    statement.place = token().place;
    parse_subject(statement);
    if (!is_sign("=")) fail("expected '=' here, not " + quoted_word() + hint_for_juxtaposition());
    ++at_;
    statement.expression = after_operator([&] { return parse_expression(); });
    if (is_name("in")) parse_range(statement);
    finish(statement);
  }
  void finish(Statement& statement) {
    statement.place = joined(statement.place, tokens_[at_ - 1].place);
    document_.statements.push_back(statement);
  }

  /// Reads the left side: u', u'', u_t, u_tt, du/dt, ∂u/∂t, ∂²u/∂t², u(0), u'(0) or a name.
  void parse_subject(Statement& statement) {
    using Kind = Statement::Kind;
    const Place first = token().place;
    std::uint8_t order = 0;
    std::string name;
    if (accept("∂")) {
      order = accept("²") ? 2 : 1;
      name = expect_name();
      expect("/");
      expect("∂");
      if (!is_name("t")) fail("expected ∂t here: equations give the change with time");
      ++at_;
      if (order == 2) expect("²");
    } else {
      name = expect_name();
      if (name.size() > 1 && name[0] == 'd' && is_sign("/") && is_name("dt", 1)) {
        at_ += 2;
        name = name.substr(1);
        order = 1;
      } else if (is_sign("'") && is_sign("'", 1)) {
        at_ += 2;
        order = 2;
      } else if (accept("''")) {
        order = 2;
      } else if (accept("'")) {
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
    if (is_sign("(")) {
      if (order > 1) fail_at(first, "an initial condition is u(0) = … or u'(0) = …");
      parse_time_zero();
      statement.kind = Kind::initial;
    }
    statement.name = name_index(name);
    statement.name_place = joined(first, tokens_[at_ - 1].place);
  }
  std::string expect_name() {
    if (token().kind != TokenKind::name || is_word(token().text)) {
      fail("a statement begins with a name, such as u' = … or D = 0.2, not with " + quoted_word());
    }
    std::string name = token().text;
    ++at_;
    return name;
  }
  void parse_time_zero() {
    expect("(");
    if (is_name("t") && is_sign("=", 1)) at_ += 2;
    if (token().kind != TokenKind::number || token().number != 0.0) {
      fail("an initial condition is given at time 0, as in u(0) = …");
    }
    ++at_;
    expect(")");
  }
  void parse_range(Statement& statement) {
    if (statement.kind != Statement::Kind::definition) fail("only a parameter has a range");
    ++at_;
    expect("[");
    ++bracket_depth_;
    statement.lowest = parse_sum();
    expect(",");
    statement.highest = parse_sum();
    --bracket_depth_;
    expect("]");
  }

  /// Reads what has a colon: sides and the time stepping.
  void parse_setting() {
    const Place first = token().place;
    if (is_name("stepping") || is_name("time")) {
      ++at_;
      expect(":");
      Statement statement{.kind = Statement::Kind::stepping, .name_place = first, .place = first};
      statement.stepping = parse_stepping();
      finish(statement);
      return;
    }
    std::uint8_t sides = 0;
    do {
      sides = static_cast<std::uint8_t>(sides | parse_side());
    } while (accept(","));
    const Place named = joined(first, tokens_[at_ - 1].place);
    expect(":");
    do {
      parse_condition(sides, named);
    } while (accept(","));
  }
  Stepping parse_stepping() {
    static constexpr std::pair<std::string_view, Stepping> kMethods[] = {
        {"euler", Stepping::euler},
        {"leapfrog", Stepping::leapfrog},
        {"staggered", Stepping::staggered},
        {"heun", Stepping::heun},
        {"rk4", Stepping::rk4},
        {"ab2", Stepping::ab2}};
    for (const auto& [text, stepping] : kMethods) {
      if (!is_name(text)) continue;
      ++at_;
      return stepping;
    }
    fail("a time stepping is euler, leapfrog, staggered, heun, rk4 or ab2, not " + quoted_word());
  }
  unsigned parse_side() {
    static constexpr std::pair<std::string_view, unsigned> kNames[] = {
        {"left", 1}, {"right", 2}, {"top", 4}, {"bottom", 8}, {"edges", 15}};
    for (const auto& [text, bits] : kNames) {
      if (!is_name(text)) continue;
      ++at_;
      return bits;
    }
    fail("expected left, right, top, bottom, edges or stepping before the colon, not " +
         quoted_word());
  }
  void parse_condition(std::uint8_t sides, const Place& named) {
    using Kind = Statement::Kind;
    Statement statement{.sides = sides, .name_place = named, .place = named};
    if (is_name("periodic") || is_name("absorbing")) {
      statement.kind = is_name("periodic") ? Kind::periodic : Kind::absorbing;
      ++at_;
      finish(statement);
      return;
    }
    statement.name_place = token().place;
    if (token().kind != TokenKind::name) {
      fail("a side is periodic or absorbing, or has a value u = … or a slope u_n = …");
    }
    std::string name = token().text;
    ++at_;
    statement.kind = name.size() > 2 && name.ends_with("_n") ? Kind::slope : Kind::value;
    if (statement.kind == Kind::slope) name.resize(name.size() - 2);
    statement.name = name_index(name);
    expect("=");
    statement.expression = parse_expression();
    finish(statement);
  }

  std::vector<Token> tokens_;
  Document& document_;
  std::vector<Problem>& problems_;
  std::unordered_map<std::string, int> name_indices_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int bracket_depth_ = 0;
  bool is_exhausted_ = false;
};

/// Returns how many letters must be changed, added or left out; at most `limit`.
std::size_t distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) >= limit) return limit;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    std::size_t least = row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
      least = std::min(least, row[j]);
    }
    if (least >= limit) return limit;
  }
  return std::min(row[b.size()], limit);
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
  std::vector<Token> tokens = Scanner(document.text, problems).scan();
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
  std::vector<Token> tokens = Scanner(document.text, problems, begin).scan();
  Parser(std::move(tokens), document, problems).parse_shown();
  find_derivatives(document);
  return document;
}

std::string quotable(std::string_view text) {
  constexpr std::size_t kMost = 60;
  const auto is_shown = [](char32_t c) {
    if (c < 0xA1) return c >= ' ' && c < 0x7F;
    return (c < 0x250 && c != 0xAD) || (c >= 0x370 && c < 0x400) || (c >= 0x2070 && c < 0x20A0) ||
           (c >= 0x2100 && c < 0x2300);
  };
  std::string line;
  while (!text.empty() && line.size() < kMost) {
    const auto [character, length] = core::first_letter(text);
    if (character == '\n' || character == '\t' || character == '\r') {
      line += ' ';
    } else if (length > 0 && is_shown(character)) {
      line += text.substr(0, length);
    } else {
      line += '?';
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return line;
}

std::string words_of(const std::vector<Problem>& problems) {
  std::string words;
  for (const Problem& problem : problems) {
    if (!words.empty()) words += '\n';
    words += "line " + std::to_string(problem.place.line) + ", column " +
             std::to_string(problem.place.column) + ": " + problem.message;
  }
  return words;
}

std::string_view most_similar(std::string_view name, const std::vector<std::string_view>& known) {
  std::string_view best;
  std::size_t nearest = std::clamp<std::size_t>(name.size() / 2 + 1, 2, 4);
  for (const std::string_view candidate : known) {
    const std::size_t apart = distance(name, candidate, nearest);
    if (apart >= nearest || apart >= std::max(name.size(), candidate.size())) continue;
    nearest = apart;
    best = candidate;
  }
  return best;
}

std::vector<FunctionName> function_names() {
  return {std::begin(kFunctions), std::end(kFunctions)};
}

}  // namespace heatwave::field::formula
