// A parser by recursive descent. This part parses what stands outside of functions, and structs.
#include "kernels/cuda_text/text_parser.h"

#include <string>
#include <utility>

#include "kernels/cuda_text/declaration_parser.h"
#include "kernels/cuda_text/expression_parser.h"
#include "kernels/cuda_text/statement_parser.h"
#include "kernels/cuda_text/type_parser.h"

namespace heatwave::cuda_text {
namespace {

using Kind = Expression::Kind;

class UnitParser : private ParserPart {
 public:
  UnitParser(Parsing& all, Unit& unit) : ParserPart(all), unit_(unit) {}

  /// Parses the whole text.
  void parse();
  ExpressionPointer kernel_name();
  void know(const Unit& unit);

 private:
  void top_level();
  void template_head();
  void name_space();
  void enumeration();
  void structure();
  static std::vector<TemplateParameter> copy_of(const std::vector<TemplateParameter>& all);
  void member(Structure& of);
  void member_variables(Structure& of);
  void method(Structure& of, std::unique_ptr<Function> made);
  void function_specifiers(Function& made);
  void parameters(Function& made);
  void function_or_variables();
  void function(std::unique_ptr<Function> made);

  Unit& unit_;
  int inside_namespaces_ = 0;
};

void UnitParser::parse() {
  while (!at_end()) {
    const std::size_t begin = tokens().at();
    try {
      top_level();
    } catch (const Rejected& rejected) {
      tokens().record(rejected.diagnostic);
      names().templates.clear();
      tokens().skip_to_top_level(begin);
    }
  }
}

ExpressionPointer UnitParser::kernel_name() {
  ExpressionPointer name = expressions().primary();
  if (name->kind != Kind::name || !at_end()) reject(peek().place, "this is no name of a kernel");
  return name;
}

void UnitParser::know(const Unit& unit) {
  for (const auto& each : unit.functions) {
    if (!each->templates.empty()) names().functions.insert(each->name);
  }
  for (const auto& each : unit.structures) names().types.insert(each->name);
  for (const auto& [name, type] : unit.aliases) names().types.insert(name);
}

void UnitParser::top_level() {
  if (take(";")) return;
  if (is("template")) template_head();
  if (is("struct") || is("class")) {
    const bool defines = is("{", 2) || is(":", 2) || is("final", 2) || is(";", 2);
    if (defines) return structure();
  }
  if (is("enum")) return enumeration();
  if (is("namespace")) return name_space();
  if (is("using") || is("typedef")) {
    StatementPointer made = statements().alias();
    if (made->type != nullptr) unit_.aliases[made->name] = *made->type;
    return;
  }
  if (is("static_assert")) {
    advance();
    tokens().skip_brackets();
    return need_semicolon();
  }
  if (is("extern") && peek(1).kind == Token::Kind::text) advance(2);  // extern "C"
  if (is("}") && inside_namespaces_ > 0) {
    --inside_namespaces_;
    advance();
    return;
  }
  if (is("}")) {
    const Place place = peek().place;
    advance();
    reject(place, "this '}' closes nothing");
  }
  function_or_variables();
}

void UnitParser::template_head() {
  advance();
  names().templates.clear();
  need("<");
  while (!is(">")) {
    TemplateParameter parameter;
    if (is("typename") || is("class")) {
      advance();
      if (is(".") || is("...")) refuse(peek().place, "a template of any number of types");
      parameter.is_type = true;
      parameter.name = need_name("the template's parameter");
      if (take("=")) refuse(peek().place, "a default type of a template");
    } else {
      parameter.type = types().type();
      parameter.name = need_name("the template's parameter");
      if (take("=")) {
        parameter.initial = expressions().in_angles();
      }
    }
    names().templates.push_back(std::move(parameter));
    if (!take(",")) break;
  }
  need(">");
  if (is("requires")) refuse(peek().place, "'requires'");
}

void UnitParser::name_space() {
  advance();
  const std::string name = peek().kind == Token::Kind::name ? next().text : "";
  if (take("=")) {  // namespace cg = cooperative_groups;
    if (is("cooperative_groups")) names().groups.insert(name);
    while (!is(";") && !at_end()) advance();
    return need_semicolon();
  }
  need("{");
  ++inside_namespaces_;
}

void UnitParser::enumeration() {
  advance();
  const bool scoped = take("class") || take("struct");
  if (scoped) refuse(peek().place, "an enum class");
  if (peek().kind == Token::Kind::name) names().types.insert(next().text);
  if (take(":")) types().type();
  need("{");
  std::vector<Enumerator> enumerators;
  while (!is("}")) {
    Enumerator made{.place = peek().place, .name = need_name("a name")};
    if (take("=")) made.value = expressions().conditional();
    enumerators.push_back(std::move(made));
    if (!take(",")) break;
  }
  need("}");
  need_semicolon();
  unit_.enums.push_back(std::move(enumerators));
}

void UnitParser::structure() {
  auto made = std::make_unique<Structure>();
  made->place = peek().place;
  advance();
  made->name = need_name("the name of the struct");
  made->templates = std::move(names().templates);
  names().templates = copy_of(made->templates);
  names().types.insert(made->name);
  if (take(";")) {
    names().templates.clear();
    return;
  }
  if (is(":")) refuse(peek().place, "a struct that inherits");
  need("{");
  while (!is("}")) {
    if (at_end()) reject(made->place, "the struct that begins here has no closing '}'");
    try {
      member(*made);
    } catch (const Rejected& rejected) {
      tokens().record(rejected.diagnostic);
      tokens().skip_statement();
    }
  }
  advance();
  need_semicolon();
  names().templates.clear();
  unit_.structures.push_back(std::move(made));
}

std::vector<TemplateParameter> UnitParser::copy_of(const std::vector<TemplateParameter>& all) {
  std::vector<TemplateParameter> copy;
  for (const TemplateParameter& each : all) copy.push_back(each);
  return copy;
}

void UnitParser::member(Structure& of) {
  if ((is("public") || is("private") || is("protected")) && is(":", 1)) {
    advance(2);
    return;
  }
  if (take(";")) return;
  const std::size_t begin = tokens().at();
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
  const bool is_static = tokens().text_at(begin) == "static";
  tokens().go_to(begin);
  if (!is_static) {
    function_specifiers(*function);
    const std::size_t first = tokens().at();
    function->result = types().type();
    function->place = peek().place;
    if (is("operator")) {
      advance();
      function->name = "operator" + next().text;
      return method(of, std::move(function));
    }
    if (peek().kind == Token::Kind::name && is("(", 1)) {
      function->name = next().text;
      return method(of, std::move(function));
    }
    tokens().go_to(first);
  }
  member_variables(of);
}

void UnitParser::member_variables(Structure& of) {
  StatementPointer declared = declarations().variables();
  for (Variable& each : declared->variables) {
    auto& list = each.is_static ? of.constants : of.members;
    list.push_back(std::move(each));
  }
}

void UnitParser::method(Structure& of, std::unique_ptr<Function> made) {
  made->sees = static_cast<int>(unit_.declared.size());
  parameters(*made);
  while (is("const") || is("noexcept") || is("override")) advance();
  if (take("=")) {
    made->is_deleted = is("delete");
    advance();
    need_semicolon();
  } else {
    if (made->name.starts_with("operator")) refuse(made->place, "an own operator");
    if (take(":")) {
      do {
        std::string name = need_name("the name of a member");
        ExpressionPointer values = expression_node(Kind::list, peek().place);
        if (is("{")) {
          values = expressions().list();
        } else {
          values->parts = expressions().call_arguments();
        }
        made->initialisers.emplace_back(std::move(name), std::move(values));
      } while (take(","));
    }
    if (is("{")) {
      made->body = statements().block();
      made->end = made->body->end;
    } else {
      need_semicolon();
    }
  }
  of.methods.push_back(std::move(made));
}

void UnitParser::function_specifiers(Function& made) {
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
      tokens().skip_brackets();
    } else if (is("__launch_bounds__")) {
      advance();
      need("(");
      made.most_threads = expressions().conditional();
      while (take(",")) expressions().conditional();
      need(")");
    } else {
      return;
    }
  }
}

void UnitParser::parameters(Function& made) {
  need("(");
  if (is("void") && is(")", 1)) advance();
  while (!is(")")) {
    if (is("...")) refuse(peek().place, "any number of parameters");
    const bool only_name = peek().kind == Token::Kind::name && (is(",", 1) || is(")", 1));
    if (only_name && !made.parameters.empty() && !types().begins_type()) {
      reject(peek().place, "the parameter '" + peek().text + "' needs a type of its own");
    }
    Variable parameter{.place = peek().place, .type = types().type()};
    parameter.is_reference = parameter.type.is_reference;
    if (is("(") || peek().kind == Token::Kind::name) {
      declarations().declarator(parameter, true);
    }
    made.parameters.push_back(std::move(parameter));
    if (!take(",")) break;
  }
  if (types().begins_type()) reject(peek().after, "',' is missing between two parameters");
  if (!is(")")) reject(peek().after, "')' is missing after the parameters");
  advance();
}

void UnitParser::function_or_variables() {
  const std::size_t begin = tokens().at();
  auto made = std::make_unique<Function>();
  function_specifiers(*made);
  if (!types().begins_type() && !is("const") && !is("__constant__") && !is("extern") &&
      !is("alignas") && !is("__align__") && !is("__shared__") && !is("cuda")) {
    const Token& token = peek();
    if (token.kind == Token::Kind::name && is("(", 1) && made->is_kernel) {
      reject(token.place, "a kernel returns void: write '__global__ void " + token.text + "(…)'");
    }
    reject(token.place, token.kind == Token::Kind::name ? "'" + token.text + "' is not a type"
                                                        : found() + " cannot stand here");
  }
  if (!is("__constant__") && !is("extern") && !is("alignas") && !is("__align__") &&
      !is("__shared__")) {
    made->result = types().type();
    function_specifiers(*made);
    if (peek().kind == Token::Kind::name && is("(", 1)) return function(std::move(made));
  }
  tokens().go_to(begin);
  names().templates.clear();
  StatementPointer declared = declarations().variables();
  for (Variable& each : declared->variables) unit_.variables.push_back(std::move(each));
}

void UnitParser::function(std::unique_ptr<Function> made) {
  made->place = peek().place;
  made->name = need_name("the name of the function");
  made->templates = std::move(names().templates);
  names().templates = copy_of(made->templates);
  if (!made->templates.empty()) names().functions.insert(made->name);
  if (made->is_kernel && (made->result.name != "void" || !made->result.pointers.empty())) {
    reject(made->result.place, "a kernel returns void, because the host does not wait for it");
  }
  parameters(*made);
  unit_.declared.emplace(made->name, static_cast<int>(unit_.declared.size()));
  made->sees = static_cast<int>(unit_.declared.size());
  if (take(";")) {
    names().templates.clear();
    return;  // only declared
  }
  if (!is("{")) {
    reject(peek().after, "'{' is missing before " + found());
  }
  made->body = statements().block();
  made->end = made->body->end;
  names().templates.clear();
  unit_.functions.push_back(std::move(made));
}

/// A parser with all its parts.
class Parser {
 public:
  Parser(std::string_view text, const Budget& budget, std::vector<Diagnostic>& diagnostics,
         Unit& unit)
      : all_{.tokens = {tokens_of(text, budget, diagnostics), budget, diagnostics},
             .names = {},
             .types = &types_,
             .expressions = &expressions_,
             .declarations = &declarations_,
             .statements = &statements_},
        types_(all_),
        expressions_(all_),
        declarations_(all_),
        statements_(all_),
        unit_(all_, unit) {}
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  [[nodiscard]] UnitParser& unit() { return unit_; }

 private:
  Parsing all_;
  TypeParser types_;
  ExpressionParser expressions_;
  DeclarationParser declarations_;
  StatementParser statements_;
  UnitParser unit_;
};

}  // namespace

std::shared_ptr<const Unit> parse(std::string_view text, const Budget& budget,
                                  std::vector<Diagnostic>& diagnostics) {
  auto unit = std::make_shared<Unit>();
  Parser(text, budget, diagnostics, *unit).unit().parse();
  return unit;
}

ExpressionPointer parse_kernel_name(std::string_view text, const Unit& unit, const Budget& budget) {
  std::vector<Diagnostic> diagnostics;
  Unit none;
  Parser parser(text, budget, diagnostics, none);
  parser.unit().know(unit);
  ExpressionPointer name = parser.unit().kernel_name();
  if (!diagnostics.empty()) throw Rejected{diagnostics.front()};
  return name;
}

}  // namespace heatwave::cuda_text
