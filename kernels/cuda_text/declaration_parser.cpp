// The specifiers come first; then each variable has its own pointers, extents and initial value.
#include "kernels/cuda_text/declaration_parser.h"

#include <memory>
#include <utility>

#include "kernels/cuda_text/expression_parser.h"
#include "kernels/cuda_text/statement_parser.h"
#include "kernels/cuda_text/type_parser.h"

namespace heatwave::cuda_text {

using Kind = Expression::Kind;

StatementPointer DeclarationParser::variables() {
  StatementPointer made = statement_node(Statement::Kind::variables, peek().place);
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

Variable DeclarationParser::declared_like(const Variable& first) {
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

Variable DeclarationParser::specifiers() {
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
      advance();
    } else if (is("alignas") || is("__align__")) {
      alignment_ = alignment();
    } else {
      break;
    }
  }
  made.type = types().type();
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

ExpressionPointer DeclarationParser::alignment() {
  advance();
  need("(");
  ExpressionPointer value = types().begins_type() ? size_of_type() : expressions().conditional();
  need(")");
  return value;
}

ExpressionPointer DeclarationParser::size_of_type() {
  ExpressionPointer made = expression_node(Kind::size_of, peek().place);
  made->type = std::make_shared<TypeName>(types().type());
  return made;
}

void DeclarationParser::declarator(Variable& variable, bool is_parameter) {
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
    variable.extents.push_back(is("]") ? nullptr : expressions().conditional());
    need("]");
    if (variable.extents.size() > 4) reject(variable.place, "an array has at most 4 dimensions");
  }
  if (take("=")) {
    variable.initial = is("{") ? expressions().list() : expressions().assignment();
  } else if (is_parameter) {
    return;
  } else if (is("{")) {
    variable.initial = expressions().list();
    variable.constructs = true;
  } else if (is("(")) {
    ExpressionPointer made = expression_node(Kind::list, peek().place);
    made->parts = expressions().call_arguments();
    variable.initial = std::move(made);
    variable.constructs = true;
  }
}

}  // namespace heatwave::cuda_text
