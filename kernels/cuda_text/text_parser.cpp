// A parser by recursive descent. It knows which names are types and templates, because C cannot be
// parsed otherwise.
#include "kernels/cuda_text/text_parser.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "kernels/cuda_text/tokens.h"

namespace heatwave::cuda_text {
namespace {

using Kind = Expression::Kind;

constexpr std::array kTypeWords{"void", "bool",   "char",     "short", "int",
                                "long", "signed", "unsigned", "float", "double"};
constexpr std::array kOtherTypes{"auto",         "size_t",     "int8_t",
                                 "uint8_t",      "int16_t",    "uint16_t",
                                 "int32_t",      "uint32_t",   "int64_t",
                                 "uint64_t",     "int2",       "int3",
                                 "int4",         "uint2",      "uint3",
                                 "uint4",        "float2",     "float3",
                                 "float4",       "double2",    "char4",
                                 "uchar4",       "dim3",       "cudaError_t",
                                 "thread_block", "grid_group", "thread_block_tile"};
/// Types of constructs that are not played.
constexpr std::array kRefusedTypes{
    "cudaTextureObject_t", "cudaSurfaceObject_t", "CUtensorMap", "__half", "__half2",
    "__nv_bfloat16"};
constexpr std::array kTemplates{"tiled_partition", "tex1D",      "tex2D",
                                "tex3D",           "tex1Dfetch", "surf2Dread"};
/// Templates of cooperative groups; other code may use these names for variables.
constexpr std::array kGroupTemplates{"plus", "less", "greater", "reduce", "tiled_partition"};
constexpr std::array kDeclares{"const",    "volatile",     "constexpr", "static",
                               "extern",   "__shared__",   "alignas",   "__align__",
                               "register", "__constant__", "__device__"};
constexpr std::array kNamedCasts{"static_cast", "reinterpret_cast", "const_cast", "bit_cast"};

template <std::size_t n>
bool among(const std::array<const char*, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

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

class Parser {
 public:
  Parser(std::vector<Token> tokens, const Budget& budget, std::vector<Diagnostic>& diagnostics,
         Unit& unit)
      : tokens_(std::move(tokens)), budget_(budget), diagnostics_(diagnostics), unit_(unit) {}

  void unit() {
    while (!at_end()) {
      const std::size_t begin = at_;
      try {
        top_level();
      } catch (const Rejected& rejected) {
        record(rejected.diagnostic);
        templates_.clear();
        skip_to_top_level(begin);
      }
    }
  }

  ExpressionPointer kernel_name() {
    ExpressionPointer name = primary();
    if (name->kind != Kind::name || !at_end()) reject(peek().place, "this is no name of a kernel");
    return name;
  }

  void know(const Unit& unit) {
    for (const auto& each : unit.functions) {
      if (!each->templates.empty()) known_templates_.insert(each->name);
    }
    for (const auto& each : unit.structures) types_.insert(each->name);
    for (const auto& [name, type] : unit.aliases) types_.insert(name);
  }

 private:
  /// Counts the nesting of what is being parsed.
  class Nested {
   public:
    explicit Nested(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > parser_.budget_.depth) {
        --parser_.depth_;
        reject(parser_.peek().place, "the code is nested too deeply");
      }
    }
    ~Nested() { --parser_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Parser& parser_;
  };

  // Tokens.

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] bool at_end() const { return peek().kind == Token::Kind::end; }
  [[nodiscard]] bool is(std::string_view text, std::size_t ahead = 0) const {
    const Token& token = peek(ahead);
    return (token.kind == Token::Kind::name || token.kind == Token::Kind::sign) &&
           token.text == text;
  }
  bool take(std::string_view text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  [[nodiscard]] std::string found() const {
    return at_end() ? "the end of the text" : "'" + peek().text + "'";
  }
  void need(std::string_view text) {
    if (take(text)) return;
    reject(peek().after, "'" + std::string(text) + "' is missing before " + found());
  }
  /// A missing semicolon at the end of a line is one mistake; the next line is read as usual.
  void need_semicolon() {
    if (take(";")) return;
    const Diagnostic missing{peek().after, "';' is missing"};
    if (!at_end() && peek().place.line > peek().after.line) return record(missing);
    if (is("}")) return record(missing);
    throw Rejected{{peek().after, "';' is missing before " + found()}};
  }
  std::string need_name(const char* what) {
    if (peek().kind != Token::Kind::name) {
      reject(peek().place, std::string(what) + " is missing before " + found());
    }
    return tokens_[at_++].text;
  }
  void record(const Diagnostic& diagnostic) {
    if (static_cast<int>(diagnostics_.size()) < budget_.diagnostics) {
      diagnostics_.push_back(diagnostic);
    }
  }
  /// Skips from an opening bracket behind its closing one.
  void skip_brackets() {
    int depth = 0;
    do {
      if (is("(") || is("{") || is("[")) ++depth;
      if (is(")") || is("}") || is("]")) --depth;
      if (at_end()) reject(peek().place, "a closing bracket is missing");
      ++at_;
    } while (depth > 0);
  }
  /// Skips behind the statement that holds a mistake, or before the brace that ends its block.
  void skip_statement() {
    int depth = 0;
    while (!at_end()) {
      if (is("{") || is("(")) ++depth;
      if (is("}") && depth == 0) return;
      if ((is("}") || is(")")) && depth > 0) --depth;
      const bool ends = (is(";") || is("}")) && depth == 0;
      ++at_;
      if (ends) return;
      const bool next_kernel = is("__global__") || is("__device__") || is("template");
      if (next_kernel && peek().place.line > peek().after.line) return;
    }
  }
  void skip_to_top_level(std::size_t begin) {
    at_ = std::max(at_, begin + 1);
    int depth = 0;
    for (std::size_t i = begin; i < at_; ++i) {
      if (tokens_[i].kind != Token::Kind::sign) continue;
      if (tokens_[i].text == "{") ++depth;
      if (tokens_[i].text == "}") --depth;
    }
    while (!at_end()) {
      const bool begins_anew = is("__global__") || is("__device__") || is("template");
      if (begins_anew && peek().place.line > peek().after.line) return;
      if (is("{")) ++depth;
      if (is("}")) --depth;
      const bool ends = depth <= 0 && (is(";") || is("}"));
      ++at_;
      if (!ends) continue;
      take(";");
      return;
    }
  }

  // Types.

  [[nodiscard]] bool names_type(std::size_t ahead = 0) const {
    const Token& token = peek(ahead);
    if (token.kind != Token::Kind::name) return false;
    return is_builtin_type(token.text) || among(kRefusedTypes, token.text) ||
           types_.contains(token.text) || is_template_type(token.text);
  }
  [[nodiscard]] bool is_template_type(const std::string& name) const {
    return std::any_of(templates_.begin(), templates_.end(), [&](const TemplateParameter& each) {
      return each.is_type && each.name == name;
    });
  }
  [[nodiscard]] bool begins_type() const {
    return names_type() || is("const") || is("volatile") || is("typename") || is("struct");
  }
  [[nodiscard]] bool begins_declaration() const {
    if (peek().kind != Token::Kind::name) return false;
    if (among(kDeclares, peek().text)) return true;
    std::size_t ahead = 0;
    while (groups_.contains(peek(ahead).text) && is("::", ahead + 1)) ahead += 2;
    if (is("typename", ahead) || is("struct", ahead)) return true;
    // `T(…)` and `T{…}` are expressions, and `T::name` is a constant of T.
    return names_type(ahead) && !is("(", ahead + 1) && !is("{", ahead + 1) && !is("::", ahead + 1);
  }
  void skip_qualifiers(bool* is_const) {
    while (is("const") || is("volatile") || is("__restrict__") || is("__restrict") ||
           is("typename") || is("struct") || is("register") || is("__grid_constant__")) {
      if (is("const") && is_const != nullptr) *is_const = true;
      ++at_;
    }
  }
  /// Skips the names of namespaces whose contents CUDA C programs use directly.
  /// Returns whether there were any.
  bool skip_namespaces() {
    const std::size_t begin = at_;
    while (groups_.contains(peek().text) && is("::", 1)) at_ += 2;
    return at_ > begin;
  }

  TypeName type() {
    const Nested nested(*this);
    TypeName type{.place = peek().place};
    skip_qualifiers(&type.is_const);
    skip_namespaces();
    type.place = peek().place;
    if (is("cuda") && is("::", 1)) refuse(type.place, "cuda::" + peek(2).text);
    if (is("half") || is("half2")) refuse(type.place, "the type '" + peek().text + "'");
    if (!names_type()) {
      reject(type.place, peek().kind == Token::Kind::name ? "'" + peek().text + "' is not a type"
                                                          : "a type is missing before " + found());
    }
    if (among(kTypeWords, peek().text)) {
      type.name = words_of_type(&type.is_const);
    } else {
      type.name = tokens_[at_++].text;
      if (is("<")) type.arguments = template_arguments();
    }
    skip_qualifiers(&type.is_const);
    while (take("*")) {
      bool is_const = false;
      skip_qualifiers(&is_const);
      type.pointers.push_back(is_const);
      if (type.pointers.size() > 4) reject(type.place, "this pointer has too many levels");
    }
    if (is("&&")) refuse(peek().place, "a reference to a temporary (&&)");
    type.is_reference = take("&");
    skip_qualifiers(nullptr);
    return type;
  }

  /// Joins "unsigned", "long", "int" … in any order.
  std::string words_of_type(bool* is_const) {
    int longs = 0;
    bool is_unsigned = false;
    bool is_signed = false;
    std::string base;
    const Place place = peek().place;
    while (among(kTypeWords, peek().text) || is("const") || is("volatile")) {
      const std::string word = tokens_[at_++].text;
      if (word == "long") {
        ++longs;
      } else if (word == "unsigned") {
        is_unsigned = true;
      } else if (word == "signed") {
        is_signed = true;
      } else if (word == "const") {
        *is_const = true;
      } else if (word == "int" && (base == "short" || base.empty())) {
        if (base.empty()) base = "int";
      } else if (word == "short" && (base == "int" || base.empty())) {
        base = "short";
      } else if (word != "volatile") {
        if (!base.empty()) reject(place, "'" + base + " " + word + "' is no type");
        base = word;
      }
    }
    if (base == "double" && longs == 1) refuse(place, "long double");
    if (longs > 0) {
      if (longs > 2 || (!base.empty() && base != "int")) reject(place, "this is no type");
      base = "long long";  // `long` has 64 bits on the systems where CUDA is taught
    }
    if (base.empty()) base = "int";
    if (is_unsigned && (base == "float" || base == "double" || base == "bool" || base == "void")) {
      reject(place, "'unsigned " + base + "' is no type");
    }
    (void)is_signed;  // plain char is signed, too
    return is_unsigned ? "unsigned " + base : base;
  }

  std::vector<TemplateArgument> template_arguments() {
    std::vector<TemplateArgument> arguments;
    need("<");
    while (!is(">") && !is(">>")) {
      TemplateArgument argument;
      const bool is_type = begins_type() && !is("(", 1) && !is("{", 1) && !is("::", 1);
      if (is_type) {
        argument.type = std::make_shared<TypeName>(type());
      } else {
        const bool outer = std::exchange(greater_ends_, true);
        ExpressionPointer value = conditional();
        greater_ends_ = outer;
        argument.value = std::move(value);
      }
      arguments.push_back(std::move(argument));
      if (!take(",")) break;
    }
    close_angle();
    return arguments;
  }
  void close_angle() {
    if (is(">>")) {
      tokens_[at_].text = ">";
    } else {
      need(">");
    }
  }

  // Expressions.

  ExpressionPointer node(Kind kind, Place place, std::string text = {}) {
    auto made = std::make_unique<Expression>();
    made->kind = kind;
    made->place = place;
    made->text = std::move(text);
    return made;
  }

  /// Parses an expression with commas, as in the head of a for loop.
  ExpressionPointer expression() {
    ExpressionPointer left = assignment();
    while (is(",")) {
      ExpressionPointer comma = node(Kind::binary, peek().place, ",");
      ++at_;
      comma->parts.push_back(std::move(left));
      comma->parts.push_back(assignment());
      left = std::move(comma);
    }
    return left;
  }

  ExpressionPointer assignment() {
    const Nested nested(*this);
    ExpressionPointer left = conditional();
    if (!assigns(peek())) return left;
    ExpressionPointer made = node(Kind::assign, peek().place, peek().text);
    ++at_;
    made->parts.push_back(std::move(left));
    made->parts.push_back(is("{") ? list() : assignment());
    return made;
  }

  ExpressionPointer conditional() {
    ExpressionPointer condition = binary(1);
    if (!is("?")) return condition;
    const Nested nested(*this);
    ExpressionPointer made = node(Kind::conditional, peek().place);
    ++at_;
    made->parts.push_back(std::move(condition));
    const bool outer = std::exchange(greater_ends_, false);
    made->parts.push_back(assignment());
    greater_ends_ = outer;
    need(":");
    made->parts.push_back(assignment());
    return made;
  }

  ExpressionPointer binary(int level) {
    constexpr int kHighest = 11;
    if (level == kHighest) return unary();
    ExpressionPointer left = binary(level + 1);
    int operators = 0;
    while (precedence_of(peek()) == level && !(greater_ends_ && (is(">") || is(">>")))) {
      if (is("<<") && is("<", 1)) break;  // a launch
      if (++operators > budget_.depth) reject(peek().place, "this expression is too long");
      ExpressionPointer made = node(Kind::binary, peek().place, peek().text);
      ++at_;
      made->parts.push_back(std::move(left));
      made->parts.push_back(binary(level + 1));
      left = std::move(made);
    }
    return left;
  }

  ExpressionPointer unary() {
    const Nested nested(*this);
    constexpr std::array kOperators{"-", "+", "!", "~", "*", "&", "++", "--"};
    const Place place = peek().place;
    if (peek().kind == Token::Kind::sign && among(kOperators, peek().text)) {
      ExpressionPointer made = node(Kind::unary, place, tokens_[at_++].text);
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

  ExpressionPointer size_of() {
    ExpressionPointer made = node(Kind::size_of, peek().place);
    ++at_;
    const bool brackets = take("(");
    if (brackets && begins_type()) {
      made->type = std::make_shared<TypeName>(type());
    } else {
      made->parts.push_back(unary());
    }
    if (brackets) need(")");
    return made;
  }

  /// Parses `(type) operand`; null: the brackets hold an expression.
  ExpressionPointer try_cast() {
    const std::size_t begin = at_;
    const Place place = peek().place;
    ++at_;
    skip_namespaces();
    if (begins_type() && !is("(", 1) && !is("{", 1) && !is("::", 1)) {
      TypeName to = type();
      if (take(")")) {
        ExpressionPointer made = node(Kind::cast, place);
        made->type = std::make_shared<TypeName>(std::move(to));
        made->parts.push_back(unary());
        return made;
      }
    }
    at_ = begin;
    return nullptr;
  }

  ExpressionPointer list() {
    const Nested nested(*this);
    ExpressionPointer made = node(Kind::list, peek().place);
    need("{");
    while (!is("}")) {
      made->parts.push_back(is("{") ? list() : assignment());
      if (!take(",")) break;
    }
    need("}");
    return made;
  }

  std::vector<ExpressionPointer> call_arguments() {
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

  ExpressionPointer primary() {
    const Token token = peek();
    if (token.kind == Token::Kind::number) {
      ++at_;
      ExpressionPointer made = node(Kind::number, token.place, token.text);
      made->word = token.word;
      made->scalar = token.scalar;
      return made;
    }
    if (token.kind == Token::Kind::text) {
      ExpressionPointer made = node(Kind::text, token.place);
      while (peek().kind == Token::Kind::text) made->text += tokens_[at_++].text;
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
      reject(token.place, "an expression is missing before " + found());
    }
    return named(token);
  }

  ExpressionPointer named(const Token& token) {
    const bool of_groups = skip_namespaces();
    if (among(kNamedCasts, peek().text)) {
      ++at_;
      need("<");
      ExpressionPointer made = node(Kind::cast, token.place, token.text);
      made->type = std::make_shared<TypeName>(type());
      close_angle();
      need("(");
      made->parts.push_back(expression());
      need(")");
      return made;
    }
    if (is("asm") || is("__asm__")) refuse(token.place, "inline PTX (asm)");
    if (is("cuda") && is("::", 1)) refuse(token.place, "cuda::" + peek(2).text);
    const bool typed = names_type();
    if (typed && !is("::", 1)) {
      TypeName constructed = type();
      if (!is("(") && !is("{")) {
        // `Shape<2>::kRows`
        if (is("::")) return scoped(std::move(constructed), token.place);
        reject(token.place, "'" + constructed.name + "' is a type: a value is missing here");
      }
      ExpressionPointer made = node(Kind::construct, token.place);
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
      TypeName scope{.place = token.place, .name = tokens_[at_++].text};
      return scoped(std::move(scope), token.place);
    }
    ExpressionPointer made = node(Kind::name, peek().place, peek().text);
    ++at_;
    const bool is_template = known_templates_.contains(made->text) ||
                             among(kTemplates, made->text) ||
                             (of_groups && among(kGroupTemplates, made->text));
    if (is_template && is("<") && !is("<<")) made->arguments = template_arguments();
    return made;
  }

  ExpressionPointer scoped(TypeName scope, Place place) {
    need("::");
    ExpressionPointer made = node(Kind::name, place, need_name("a name"));
    made->scope = std::make_shared<TypeName>(std::move(scope));
    return made;
  }

  ExpressionPointer postfix(ExpressionPointer value) {
    int length = 0;
    while (true) {
      const Place place = peek().place;
      if (++length > budget_.depth) reject(place, "this expression is too long");
      if (is("(")) {
        ExpressionPointer made = node(Kind::call, place);
        made->place = value->place;
        made->parts.push_back(std::move(value));
        for (ExpressionPointer& each : call_arguments()) made->parts.push_back(std::move(each));
        value = std::move(made);
      } else if (is("<<") && is("<", 1)) {
        value = launch(std::move(value));
      } else if (take("[")) {
        ExpressionPointer made = node(Kind::index, place);
        const bool outer = std::exchange(greater_ends_, false);
        made->parts.push_back(std::move(value));
        made->parts.push_back(expression());
        greater_ends_ = outer;
        need("]");
        value = std::move(made);
      } else if (is(".") || is("->")) {
        ExpressionPointer made = node(Kind::member, place);
        made->arrow = is("->");
        ++at_;
        made->place = peek().place;
        made->text = need_name("the name of a member");
        made->parts.push_back(std::move(value));
        value = std::move(made);
      } else if (is("++") || is("--")) {
        ExpressionPointer made = node(Kind::postfix, place, peek().text);
        ++at_;
        made->parts.push_back(std::move(value));
        value = std::move(made);
      } else {
        return value;
      }
    }
  }

  ExpressionPointer launch(ExpressionPointer kernel) {
    ExpressionPointer made = node(Kind::launch, kernel->place);
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

  // Statements.

  StatementPointer statement_node(Statement::Kind kind) {
    auto made = std::make_unique<Statement>();
    made->kind = kind;
    made->place = peek().place;
    return made;
  }

  StatementPointer block() {
    const Nested nested(*this);
    StatementPointer made = statement_node(Statement::Kind::block);
    const Place open = peek().place;
    need("{");
    const std::set<std::string> outer_types = types_;
    while (!is("}")) {
      if (at_end() || is("__global__") || is("__device__")) {
        types_ = outer_types;
        reject(open, "the block that begins here has no closing '}'");
      }
      try {
        made->body.push_back(statement());
      } catch (const Rejected& rejected) {
        if (rejected.diagnostic.refused) {
          made->body.push_back(refused(rejected.diagnostic));
        } else {
          record(rejected.diagnostic);
        }
        skip_statement();
      }
    }
    made->end = peek().place;
    ++at_;
    types_ = outer_types;
    return made;
  }

  StatementPointer statement() {
    const Nested nested(*this);
    if (is("{")) return block();
    if (is(";")) {
      StatementPointer made = statement_node(Statement::Kind::empty);
      ++at_;
      return made;
    }
    if (is("if")) return if_else();
    if (is("while")) return while_loop();
    if (is("do")) return do_loop();
    if (is("for")) return for_loop();
    if (is("switch")) return switch_case();
    if (is("case") || is("default")) return label();
    if (is("return")) return returned();
    if (is("break") || is("continue")) {
      const bool breaks = is("break");
      StatementPointer made =
          statement_node(breaks ? Statement::Kind::break_out : Statement::Kind::continue_loop);
      ++at_;
      need_semicolon();
      return made;
    }
    if (is("else")) reject(peek().place, "this 'else' belongs to no 'if'");
    if (is("goto")) refuse(peek().place, "'goto'");
    if (is("try") || is("throw")) refuse(peek().place, "an exception");
    if (is("using") || is("typedef")) return alias();
    if (is("static_assert")) {
      ++at_;
      skip_brackets();
      need_semicolon();
      return statement_node(Statement::Kind::empty);
    }
    if (is("asm") || is("__asm__")) refuse(peek().place, "inline PTX (asm)");
    if (begins_refused_declaration()) refuse(peek().place, "cuda::" + refused_name());
    if (begins_declaration()) return variables();
    if (looks_like_unknown_type()) {
      reject(peek().place, "'" + peek().text + "' is not a type");
    }
    StatementPointer made = statement_node(Statement::Kind::expression);
    made->condition = expression();
    need_semicolon();
    return made;
  }

  /// Returns whether two names follow each other, as in `flaot x`.
  [[nodiscard]] bool looks_like_unknown_type() const {
    return peek().kind == Token::Kind::name && peek(1).kind == Token::Kind::name &&
           peek(1).place.line == peek().place.line && (is("=", 2) || is(";", 2) || is("[", 2));
  }
  [[nodiscard]] bool begins_refused_declaration() const {
    const std::size_t at = is("const") ? 1 : 0;
    return is("cuda", at) && is("::", at + 1);
  }
  [[nodiscard]] std::string refused_name() const { return peek(is("const") ? 3 : 2).text; }

  /// Makes a statement of a construct that is not played; it is refused only where it would run.
  StatementPointer refused(const Diagnostic& diagnostic) {
    StatementPointer made = statement_node(Statement::Kind::refused);
    made->place = diagnostic.place;
    made->name = diagnostic.text;
    return made;
  }

  void condition(Statement& made, const char* word) {
    if (!is("(")) reject(peek().after, std::string("'(' is missing after '") + word + "'");
    ++at_;
    if (is(")")) reject(peek().place, std::string("the condition of '") + word + "' is missing");
    if (begins_declaration()) refuse(peek().place, "a declaration in a condition");
    made.condition = expression();
    if (!is(")")) {
      reject(peek().after, std::string("')' is missing after the condition of '") + word + "'");
    }
    ++at_;
  }

  StatementPointer if_else() {
    StatementPointer made = statement_node(Statement::Kind::if_else);
    ++at_;
    made->is_constexpr = take("constexpr");
    condition(*made, "if");
    made->body.push_back(statement());
    if (take("else")) made->body.push_back(statement());
    return made;
  }

  StatementPointer while_loop() {
    StatementPointer made = statement_node(Statement::Kind::while_loop);
    ++at_;
    condition(*made, "while");
    made->body.push_back(statement());
    return made;
  }

  StatementPointer do_loop() {
    StatementPointer made = statement_node(Statement::Kind::do_loop);
    ++at_;
    made->body.push_back(statement());
    if (!is("while")) reject(peek().after, "'while' is missing after the body of 'do'");
    made->end = peek().place;
    ++at_;
    condition(*made, "while");
    need_semicolon();
    return made;
  }

  StatementPointer for_loop() {
    StatementPointer made = statement_node(Statement::Kind::for_loop);
    ++at_;
    need("(");
    if (is(";")) {
      made->body.push_back(statement_node(Statement::Kind::empty));
      ++at_;
    } else if (begins_declaration()) {
      made->body.push_back(variables());
    } else {
      StatementPointer first = statement_node(Statement::Kind::expression);
      first->condition = expression();
      need(";");
      made->body.push_back(std::move(first));
    }
    if (!is(";")) made->condition = expression();
    need(";");
    if (!is(")")) made->next = expression();
    need(")");
    made->body.push_back(statement());
    return made;
  }

  StatementPointer switch_case() {
    StatementPointer made = statement_node(Statement::Kind::switch_case);
    ++at_;
    condition(*made, "switch");
    made->body.push_back(block());
    return made;
  }

  StatementPointer label() {
    const bool is_default = is("default");
    StatementPointer made =
        statement_node(is_default ? Statement::Kind::default_label : Statement::Kind::case_label);
    ++at_;
    if (!is_default) made->condition = conditional();
    need(":");
    return made;
  }

  StatementPointer returned() {
    StatementPointer made = statement_node(Statement::Kind::return_value);
    ++at_;
    if (!is(";") && !is("}")) made->condition = is("{") ? list() : expression();
    need_semicolon();
    return made;
  }

  /// `using Name = type;`, `typedef type Name;`, `using namespace x;`
  StatementPointer alias() {
    StatementPointer made = statement_node(Statement::Kind::alias);
    const bool is_typedef = is("typedef");
    ++at_;
    if (take("namespace")) {
      while (!is(";") && !at_end()) ++at_;
      need(";");
      made->kind = Statement::Kind::empty;
      return made;
    }
    if (is_typedef) {
      made->type = std::make_shared<TypeName>(type());
      made->name = need_name("the new name");
    } else {
      made->name = need_name("the new name");
      need("=");
      made->type = std::make_shared<TypeName>(type());
    }
    types_.insert(made->name);
    need_semicolon();
    return made;
  }

  StatementPointer variables() {
    StatementPointer made = statement_node(Statement::Kind::variables);
    Variable first = specifiers();
    do {
      Variable variable = declared_like(first);
      while (take("*")) variable.type.pointers.push_back(false);
      declarator(variable);
      made->variables.push_back(std::move(variable));
      first.type.pointers.clear();  // `*` belongs to one variable
      first.type.is_reference = false;
    } while (take(","));
    need_semicolon();
    return made;
  }

  static Variable declared_like(const Variable& first) {
    Variable made{.place = first.place, .type = first.type};
    made.is_reference = first.type.is_reference;
    made.is_shared = first.is_shared;
    made.is_extern = first.is_extern;
    made.is_constant_memory = first.is_constant_memory;
    made.is_device_memory = first.is_device_memory;
    made.is_constexpr = first.is_constexpr;
    made.is_static = first.is_static;
    return made;
  }

  /// Parses `extern __shared__ const float*` and keeps an alignment for the first variable.
  Variable specifiers() {
    Variable made{.place = peek().place};
    bool is_const = false;
    while (true) {
      if (take("__shared__")) {
        made.is_shared = true;
      } else if (take("extern")) {
        made.is_extern = true;
      } else if (take("__constant__")) {
        made.is_constant_memory = true;
      } else if (take("__device__")) {
        made.is_device_memory = true;
      } else if (take("constexpr")) {
        made.is_constexpr = true;
      } else if (take("static")) {
        made.is_static = true;
      } else if (take("inline") || take("volatile") || take("register") || take("__managed__")) {
        continue;
      } else if (is("const")) {
        is_const = true;
        ++at_;
      } else if (is("alignas") || is("__align__")) {
        alignment_ = alignment();
      } else {
        break;
      }
    }
    made.type = type();
    made.type.is_const = made.type.is_const || is_const;
    while (is("__shared__") || is("alignas") || is("__align__")) {
      if (take("__shared__")) {
        made.is_shared = true;
      } else {
        alignment_ = alignment();
      }
    }
    return made;
  }

  ExpressionPointer alignment() {
    ++at_;
    need("(");
    ExpressionPointer value = begins_type() ? size_of_type() : conditional();
    need(")");
    return value;
  }
  ExpressionPointer size_of_type() {
    ExpressionPointer made = node(Kind::size_of, peek().place);
    made->type = std::make_shared<TypeName>(type());
    return made;
  }

  /// Parses the name of a variable, its extents and its initial value.
  void declarator(Variable& variable, bool is_parameter = false) {
    variable.alignment = std::move(alignment_);
    if (take("(")) {  // float (&rows)[8]
      if (!take("&")) refuse(peek().place, "a pointer to a function or an array");
      variable.is_reference = true;
      variable.place = peek().place;
      variable.name = need_name("a name");
      need(")");
    } else {
      variable.place = peek().place;
      variable.name = need_name("the name of a variable");
    }
    while (take("[")) {
      variable.extents.push_back(is("]") ? nullptr : conditional());
      need("]");
      if (variable.extents.size() > 4) reject(variable.place, "an array has at most 4 dimensions");
    }
    if (take("=")) {
      variable.initial = is("{") ? list() : assignment();
    } else if (is_parameter) {
      return;
    } else if (is("{")) {
      variable.initial = list();
      variable.constructs = true;
    } else if (is("(")) {
      ExpressionPointer made = node(Kind::list, peek().place);
      made->parts = call_arguments();
      variable.initial = std::move(made);
      variable.constructs = true;
    }
  }

  // Outside of functions.

  void top_level() {
    if (take(";")) return;
    if (is("template")) template_head();
    if (is("struct") || is("class")) {
      const bool defines = is("{", 2) || is(":", 2) || is("final", 2) || is(";", 2);
      if (defines) return structure();
    }
    if (is("enum")) return enumeration();
    if (is("namespace")) return name_space();
    if (is("using") || is("typedef")) {
      StatementPointer made = alias();
      if (made->type != nullptr) unit_.aliases[made->name] = *made->type;
      return;
    }
    if (is("static_assert")) {
      ++at_;
      skip_brackets();
      return need_semicolon();
    }
    if (is("extern") && peek(1).kind == Token::Kind::text) at_ += 2;  // extern "C"
    if (is("}") && inside_namespaces_ > 0) {
      --inside_namespaces_;
      ++at_;
      return;
    }
    if (is("}")) {
      const Place place = peek().place;
      ++at_;
      reject(place, "this '}' closes nothing");
    }
    function_or_variables();
  }

  void template_head() {
    ++at_;
    templates_.clear();
    need("<");
    while (!is(">")) {
      TemplateParameter parameter;
      if (is("typename") || is("class")) {
        ++at_;
        if (is(".") || is("...")) refuse(peek().place, "a template of any number of types");
        parameter.is_type = true;
        parameter.name = need_name("the template's parameter");
        if (take("=")) refuse(peek().place, "a default type of a template");
      } else {
        parameter.type = type();
        parameter.name = need_name("the template's parameter");
        if (take("=")) {
          const bool outer = std::exchange(greater_ends_, true);
          parameter.initial = conditional();
          greater_ends_ = outer;
        }
      }
      templates_.push_back(std::move(parameter));
      if (!take(",")) break;
    }
    need(">");
    if (is("requires")) refuse(peek().place, "'requires'");
  }

  void name_space() {
    ++at_;
    const std::string name = peek().kind == Token::Kind::name ? tokens_[at_++].text : "";
    if (take("=")) {  // namespace cg = cooperative_groups;
      if (is("cooperative_groups")) groups_.insert(name);
      while (!is(";") && !at_end()) ++at_;
      return need_semicolon();
    }
    need("{");
    ++inside_namespaces_;
  }

  void enumeration() {
    ++at_;
    const bool scoped = take("class") || take("struct");
    if (scoped) refuse(peek().place, "an enum class");
    if (peek().kind == Token::Kind::name) types_.insert(tokens_[at_++].text);
    if (take(":")) type();
    need("{");
    std::vector<Enumerator> enumerators;
    while (!is("}")) {
      Enumerator made{.place = peek().place, .name = need_name("a name")};
      if (take("=")) made.value = conditional();
      enumerators.push_back(std::move(made));
      if (!take(",")) break;
    }
    need("}");
    need_semicolon();
    unit_.enums.push_back(std::move(enumerators));
  }

  void structure() {
    auto made = std::make_unique<Structure>();
    made->place = peek().place;
    ++at_;
    made->name = need_name("the name of the struct");
    made->templates = std::move(templates_);
    templates_ = copy_of(made->templates);
    types_.insert(made->name);
    if (take(";")) {
      templates_.clear();
      return;
    }
    if (is(":")) refuse(peek().place, "a struct that inherits");
    need("{");
    while (!is("}")) {
      if (at_end()) reject(made->place, "the struct that begins here has no closing '}'");
      try {
        member(*made);
      } catch (const Rejected& rejected) {
        record(rejected.diagnostic);
        skip_statement();
      }
    }
    ++at_;
    need_semicolon();
    templates_.clear();
    unit_.structures.push_back(std::move(made));
  }

  static std::vector<TemplateParameter> copy_of(const std::vector<TemplateParameter>& all) {
    std::vector<TemplateParameter> copy;
    for (const TemplateParameter& each : all) copy.push_back(each);
    return copy;
  }

  void member(Structure& of) {
    if ((is("public") || is("private") || is("protected")) && is(":", 1)) {
      at_ += 2;
      return;
    }
    if (take(";")) return;
    const std::size_t begin = at_;
    if (is("alignas") || is("__align__")) return member_variables(of);
    // A function has `(` after its name; a type may have several words.
    auto function = std::make_unique<Function>();
    function_specifiers(*function);
    const bool constructor = is(of.name) && is("(", 1);
    if (is("~") || constructor) {
      function->place = peek().place;
      function->is_destructor = take("~");
      function->is_constructor = constructor;
      function->name = need_name("a name");
      function->result.name = "void";
      return method(of, std::move(function));
    }
    const bool is_static = tokens_[begin].text == "static";
    at_ = begin;
    if (!is_static) {
      function_specifiers(*function);
      const std::size_t first = at_;
      function->result = type();
      function->place = peek().place;
      if (is("operator")) {
        ++at_;
        function->name = "operator" + tokens_[at_++].text;
        return method(of, std::move(function));
      }
      if (peek().kind == Token::Kind::name && is("(", 1)) {
        function->name = tokens_[at_++].text;
        return method(of, std::move(function));
      }
      at_ = first;
    }
    member_variables(of);
  }

  void member_variables(Structure& of) {
    StatementPointer declared = variables();
    for (Variable& each : declared->variables) {
      auto& list = each.is_static ? of.constants : of.members;
      list.push_back(std::move(each));
    }
  }

  void method(Structure& of, std::unique_ptr<Function> made) {
    parameters(*made);
    while (is("const") || is("noexcept") || is("override")) ++at_;
    if (take("=")) {
      made->is_deleted = is("delete");
      ++at_;
      need_semicolon();
    } else {
      if (made->name.starts_with("operator")) refuse(made->place, "an own operator");
      if (take(":")) {
        do {
          std::string name = need_name("the name of a member");
          ExpressionPointer values = node(Kind::list, peek().place);
          if (is("{")) {
            values = list();
          } else {
            values->parts = call_arguments();
          }
          made->initialisers.emplace_back(std::move(name), std::move(values));
        } while (take(","));
      }
      if (is("{")) {
        made->body = block();
        made->end = made->body->end;
      } else {
        need_semicolon();
      }
    }
    of.methods.push_back(std::move(made));
  }

  void function_specifiers(Function& made) {
    while (true) {
      if (take("__global__")) {
        made.is_kernel = true;
      } else if (take("__device__")) {
        made.is_device = true;
      } else if (take("__host__")) {
        made.is_host = true;
      } else if (take("inline") || take("__forceinline__") || take("__noinline__") ||
                 take("static") || take("constexpr") || take("explicit")) {
        continue;
      } else if (is("[") && is("[", 1)) {
        skip_brackets();
      } else if (is("__launch_bounds__")) {
        ++at_;
        need("(");
        made.most_threads = conditional();
        while (take(",")) conditional();
        need(")");
      } else {
        return;
      }
    }
  }

  void parameters(Function& made) {
    need("(");
    if (is("void") && is(")", 1)) ++at_;
    while (!is(")")) {
      if (is("...")) refuse(peek().place, "any number of parameters");
      Variable parameter{.place = peek().place, .type = type()};
      parameter.is_reference = parameter.type.is_reference;
      if (is("(") || peek().kind == Token::Kind::name) {
        declarator(parameter, true);
      }
      made.parameters.push_back(std::move(parameter));
      if (!take(",")) break;
    }
    if (!is(")")) reject(peek().after, "')' is missing after the parameters");
    ++at_;
  }

  void function_or_variables() {
    const std::size_t begin = at_;
    auto made = std::make_unique<Function>();
    function_specifiers(*made);
    if (!begins_type() && !is("const") && !is("__constant__") && !is("extern") && !is("alignas") &&
        !is("__align__") && !is("__shared__") && !is("cuda")) {
      const Token& token = peek();
      if (token.kind == Token::Kind::name && is("(", 1) && made->is_kernel) {
        reject(token.place, "a kernel returns void: write '__global__ void " + token.text + "(…)'");
      }
      reject(token.place, token.kind == Token::Kind::name ? "'" + token.text + "' is not a type"
                                                          : found() + " cannot stand here");
    }
    if (!is("__constant__") && !is("extern") && !is("alignas") && !is("__align__") &&
        !is("__shared__")) {
      made->result = type();
      function_specifiers(*made);
      if (peek().kind == Token::Kind::name && is("(", 1)) return function(std::move(made));
    }
    at_ = begin;
    templates_.clear();
    StatementPointer declared = variables();
    for (Variable& each : declared->variables) unit_.variables.push_back(std::move(each));
  }

  void function(std::unique_ptr<Function> made) {
    made->place = peek().place;
    made->name = need_name("the name of the function");
    made->templates = std::move(templates_);
    templates_ = copy_of(made->templates);
    if (!made->templates.empty()) known_templates_.insert(made->name);
    if (made->is_kernel && (made->result.name != "void" || !made->result.pointers.empty())) {
      reject(made->result.place, "a kernel returns void, because the host does not wait for it");
    }
    parameters(*made);
    if (take(";")) {
      templates_.clear();
      return;  // only declared
    }
    if (!is("{")) {
      reject(peek().after, "'{' is missing before " + found());
    }
    made->body = block();
    made->end = made->body->end;
    templates_.clear();
    unit_.functions.push_back(std::move(made));
  }

  std::vector<Token> tokens_;
  const Budget& budget_;
  std::vector<Diagnostic>& diagnostics_;
  Unit& unit_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int inside_namespaces_ = 0;
  bool greater_ends_ = false;  ///< inside template arguments `>` is no operator
  std::vector<TemplateParameter> templates_;
  std::set<std::string> types_;
  std::set<std::string> known_templates_;
  std::set<std::string> groups_{"cooperative_groups", "std"};
  ExpressionPointer alignment_;
};

}  // namespace

bool is_builtin_type(std::string_view name) {
  return among(kTypeWords, name) || among(kOtherTypes, name);
}

std::shared_ptr<const Unit> parse(std::string_view text, const Budget& budget,
                                  std::vector<Diagnostic>& diagnostics) {
  auto unit = std::make_shared<Unit>();
  Parser(tokens_of(text, budget, diagnostics), budget, diagnostics, *unit).unit();
  return unit;
}

ExpressionPointer parse_kernel_name(std::string_view text, const Unit& unit, const Budget& budget) {
  std::vector<Diagnostic> diagnostics;
  Unit none;
  Parser parser(tokens_of(text, budget, diagnostics), budget, diagnostics, none);
  parser.know(unit);
  ExpressionPointer name = parser.kernel_name();
  if (!diagnostics.empty()) throw Rejected{diagnostics.front()};
  return name;
}

}  // namespace heatwave::cuda_text
