// A statement with a mistake is skipped, so that those behind it are checked, too.
#include "kernels/cuda_text/statement_parser.h"

#include <array>
#include <memory>
#include <utility>

#include "kernels/cuda_text/declaration_parser.h"
#include "kernels/cuda_text/expression_parser.h"
#include "kernels/cuda_text/type_parser.h"

namespace heatwave::cuda_text {

StatementPointer statement_node(Statement::Kind kind, Place place) {
  auto made = std::make_unique<Statement>();
  made->kind = kind;
  made->place = place;
  return made;
}

StatementPointer StatementParser::block() {
  const Nested nested(tokens());
  StatementPointer made = statement_node(Statement::Kind::block, peek().place);
  const Place open = peek().place;
  need("{");
  const std::set<std::string> outer_types = names().types;
  while (!is("}")) {
    if (at_end() || is("__global__") || is("__device__")) {
      names().types = outer_types;
      reject(open, at_end()
                       ? std::string("the block that begins here has no closing '}'")
                       : "the block that begins here has no closing '}' before the function in "
                         "line " +
                             std::to_string(peek().place.line));
    }
    try {
      made->body.push_back(statement());
    } catch (const Rejected& rejected) {
      if (rejected.diagnostic.severity == Severity::unplayed) {
        made->body.push_back(refused(rejected.diagnostic));
      } else {
        tokens().record(rejected.diagnostic);
      }
      tokens().skip_statement();
    }
  }
  made->end = peek().place;
  advance();
  names().types = outer_types;
  return made;
}

StatementPointer StatementParser::statement() {
  const Nested nested(tokens());
  if (is("{")) return block();
  if (is(";")) {
    StatementPointer made = statement_node(Statement::Kind::empty, peek().place);
    advance();
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
    StatementPointer made = statement_node(
        breaks ? Statement::Kind::break_out : Statement::Kind::continue_loop, peek().place);
    advance();
    need_semicolon();
    return made;
  }
  if (is("else")) reject(peek().place, "this 'else' belongs to no 'if'");
  if ((is("elseif") || is("elif") || is("elsif")) && is("(", 1)) {
    reject(peek().place, "'" + peek().text + "' is not C: write 'else if'");
  }
  if (is("goto")) refuse(peek().place, "'goto'");
  if (is("try") || is("throw")) refuse(peek().place, "an exception");
  if (is("using") || is("typedef")) return alias();
  if (is("static_assert")) {
    advance();
    tokens().skip_brackets();
    need_semicolon();
    return statement_node(Statement::Kind::empty, peek().place);
  }
  if (is("asm") || is("__asm__")) refuse(peek().place, "inline PTX (asm)");
  if (begins_refused_declaration()) refuse(peek().place, "cuda::" + refused_name());
  if (types().begins_declaration()) return declarations().variables();
  reject_class_of_host();
  if (looks_like_unknown_type()) {
    reject(peek().place, "'" + peek().text + "' is not a type");
  }
  StatementPointer made = statement_node(Statement::Kind::expression, peek().place);
  made->condition = expressions().expression();
  need_semicolon();
  return made;
}

bool StatementParser::looks_like_unknown_type() const {
  return peek().kind == Token::Kind::name && peek(1).kind == Token::Kind::name &&
         peek(1).place.line == peek().place.line && (is("=", 2) || is(";", 2) || is("[", 2));
}

void StatementParser::reject_class_of_host() const {
  constexpr std::array kClasses{"vector", "string",     "array",      "map",  "set",
                                "list",   "unique_ptr", "shared_ptr", "deque"};
  const std::size_t at = is("std") && is("::", 1) ? 2 : 0;
  const bool declares = is("<", at + 1) || peek(at + 1).kind == Token::Kind::name;
  const bool own = names().functions.contains(peek(at).text);
  if (peek(at).kind == Token::Kind::name && among(kClasses, peek(at).text) && declares && !own) {
    reject(peek().place,
           "std::" + peek(at).text + " belongs to the host: a kernel uses arrays and pointers");
  }
}

bool StatementParser::begins_refused_declaration() const {
  const std::size_t at = is("const") ? 1 : 0;
  return is("cuda", at) && is("::", at + 1);
}

std::string StatementParser::refused_name() const { return peek(is("const") ? 3 : 2).text; }

StatementPointer StatementParser::refused(const Diagnostic& diagnostic) {
  StatementPointer made = statement_node(Statement::Kind::refused, peek().place);
  made->place = diagnostic.place;
  made->name = diagnostic.text;
  return made;
}

void StatementParser::condition(Statement& made, const char* word) {
  if (!is("(")) reject(peek().after, std::string("'(' is missing after '") + word + "'");
  advance();
  if (is(")")) reject(peek().place, std::string("the condition of '") + word + "' is missing");
  if (types().begins_declaration()) refuse(peek().place, "a declaration in a condition");
  made.condition = expressions().expression();
  if (!is(")")) {
    reject(peek().after, std::string("')' is missing after the condition of '") + word + "'");
  }
  advance();
}

StatementPointer StatementParser::if_else() {
  StatementPointer made = statement_node(Statement::Kind::if_else, peek().place);
  advance();
  made->is_constexpr = take("constexpr");
  condition(*made, "if");
  made->body.push_back(statement());
  if (take("else")) made->body.push_back(statement());
  return made;
}

StatementPointer StatementParser::while_loop() {
  StatementPointer made = statement_node(Statement::Kind::while_loop, peek().place);
  advance();
  condition(*made, "while");
  made->body.push_back(statement());
  return made;
}

StatementPointer StatementParser::do_loop() {
  StatementPointer made = statement_node(Statement::Kind::do_loop, peek().place);
  advance();
  made->body.push_back(statement());
  if (!is("while")) reject(peek().after, "'while' is missing after the body of 'do'");
  made->end = peek().place;
  advance();
  condition(*made, "while");
  need_semicolon();
  return made;
}

StatementPointer StatementParser::for_loop() {
  StatementPointer made = statement_node(Statement::Kind::for_loop, peek().place);
  advance();
  need("(");
  if (is(";")) {
    made->body.push_back(statement_node(Statement::Kind::empty, peek().place));
    advance();
  } else if (types().begins_declaration()) {
    made->body.push_back(declarations().variables());
  } else {
    StatementPointer first = statement_node(Statement::Kind::expression, peek().place);
    first->condition = expressions().expression();
    need(";");
    made->body.push_back(std::move(first));
  }
  if (!is(";")) made->condition = expressions().expression();
  need(";");
  if (!is(")")) made->next = expressions().expression();
  need(")");
  made->body.push_back(statement());
  return made;
}

StatementPointer StatementParser::switch_case() {
  StatementPointer made = statement_node(Statement::Kind::switch_case, peek().place);
  advance();
  condition(*made, "switch");
  made->body.push_back(block());
  return made;
}

StatementPointer StatementParser::label() {
  const bool is_default = is("default");
  StatementPointer made = statement_node(
      is_default ? Statement::Kind::default_label : Statement::Kind::case_label, peek().place);
  advance();
  if (!is_default) made->condition = expressions().conditional();
  need(":");
  return made;
}

StatementPointer StatementParser::returned() {
  StatementPointer made = statement_node(Statement::Kind::return_value, peek().place);
  advance();
  if (!is(";") && !is("}"))
    made->condition = is("{") ? expressions().list() : expressions().expression();
  need_semicolon();
  return made;
}

StatementPointer StatementParser::alias() {
  StatementPointer made = statement_node(Statement::Kind::alias, peek().place);
  const bool is_typedef = is("typedef");
  advance();
  if (take("namespace")) {
    while (!is(";") && !at_end()) advance();
    need(";");
    made->kind = Statement::Kind::empty;
    return made;
  }
  if (is_typedef) {
    made->type = std::make_shared<TypeName>(types().type());
    made->name = need_name("the new name");
  } else {
    made->name = need_name("the new name");
    need("=");
    made->type = std::make_shared<TypeName>(types().type());
  }
  names().types.insert(made->name);
  need_semicolon();
  return made;
}

}  // namespace heatwave::cuda_text
