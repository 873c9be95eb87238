// The syntax tree of a CUDA text. NameTable and types are resolved later, because templates are
// instantiated from it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/cuda_text/diagnostic.h"
#include "kernels/cuda_text/scalar.h"

namespace heatwave::cuda_text {

struct Expression;
using ExpressionPointer = std::unique_ptr<Expression>;
struct TemplateArgument;

/// A type as written: "const float4*", "BulkShape<8, 1>", "T&".
struct TypeName {
  Place place;
  std::string name;  ///< "unsigned long long", "float4", "T", "auto"
  std::vector<TemplateArgument> arguments;
  bool is_const = false;
  std::vector<bool> pointers;  ///< one for each '*'; true: the pointer itself is const
  bool is_reference = false;
};

/// A type, or an expression that is constant.
struct TemplateArgument {
  std::shared_ptr<TypeName> type;  ///< null: an expression
  std::shared_ptr<Expression> value;
};

struct Expression {
  enum class Kind : std::uint8_t {
    number,
    text,         ///< a string
    name,         ///< `text`, with template arguments; "Shape::kRows" has `scope`
    call,         ///< parts: callee, arguments
    index,        ///< parts: array, index
    member,       ///< parts: object; `arrow`: through a pointer
    unary,        ///< `text` is the operator
    postfix,      ///< ++ and --
    binary,       ///< also && || and ,
    assign,       ///< = += …
    conditional,  ///< parts: condition, two results
    cast,         ///< to `type`
    construct,    ///< T(…) or T{…}
    list,         ///< {…}
    size_of,      ///< its operand is `type`, or the only part
    launch,       ///< kernel<<<…>>>(…); parts: kernel, up to three of the launch, arguments
  };
  Kind kind = Kind::number;
  Place place;
  std::string text;
  Word word = 0;
  Scalar scalar = Scalar::int32;
  bool arrow = false;
  bool in_brackets = false;  ///< (x): an assignment that is meant as a condition
  int launch_parts = 0;
  std::vector<ExpressionPointer> parts;
  std::shared_ptr<TypeName> type;
  std::shared_ptr<TypeName> scope;
  std::vector<TemplateArgument> arguments;
};

struct Variable {
  Place place;
  TypeName type;
  std::string name;
  bool is_reference = false;
  std::vector<ExpressionPointer> extents;  ///< an empty one: `[]`
  ExpressionPointer initial;               ///< null: none
  bool constructs = false;                 ///< initialised by brackets: T x(…) or T x{…}
  bool is_shared = false;
  bool is_extern = false;
  bool is_constant_memory = false;
  bool is_device_memory = false;
  bool is_constexpr = false;
  bool is_static = false;
  ExpressionPointer alignment;  ///< null: that of the type
};

struct Statement;
using StatementPointer = std::unique_ptr<Statement>;

struct Statement {
  enum class Kind : std::uint8_t {
    block,
    expression,
    variables,
    if_else,     ///< body: the two sides
    while_loop,  ///< body: one
    do_loop,
    for_loop,  ///< body: initialisation or an empty statement, then the loop's body
    switch_case,
    case_label,
    default_label,
    break_out,
    continue_loop,
    return_value,
    alias,    ///< using Name = type;
    refused,  ///< a construct that is not played; `name` says so
    empty,
  };
  Kind kind = Kind::empty;
  Place place;
  Place end;  ///< closing brace of a block
  bool is_constexpr = false;
  ExpressionPointer condition;  ///< also the value of an expression, a return or a case
  ExpressionPointer next;       ///< step of a for loop
  std::vector<StatementPointer> body;
  std::vector<Variable> variables;
  std::string name;
  std::shared_ptr<TypeName> type;
};

struct TemplateParameter {
  std::string name;
  bool is_type = false;
  TypeName type;  ///< a value's type
  std::shared_ptr<Expression> initial;
};

struct Structure;

struct Function {
  Place place;
  Place end;  ///< its closing brace
  std::string name;
  TypeName result;
  std::vector<TemplateParameter> templates;
  std::vector<Variable> parameters;
  StatementPointer body;  ///< null: only declared, deleted or defaulted
  bool is_kernel = false;
  bool is_device = false;
  bool is_host = false;
  bool is_constructor = false;
  bool is_destructor = false;
  bool is_deleted = false;
  int sees = 0;                    ///< functions that have been declared before its body
  ExpressionPointer most_threads;  ///< from __launch_bounds__; null: none
  std::vector<std::pair<std::string, ExpressionPointer>> initialisers;  ///< a constructor's members
};

struct Structure {
  Place place;
  std::string name;
  std::vector<TemplateParameter> templates;
  std::vector<Variable> members;
  std::vector<Variable> constants;  ///< static constexpr
  std::vector<std::unique_ptr<Function>> methods;
};

struct Enumerator {
  Place place;
  std::string name;
  ExpressionPointer value;  ///< null: one more than the previous one
};

/// A whole text.
struct Unit {
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<std::unique_ptr<Structure>> structures;
  std::vector<std::vector<Enumerator>> enums;
  std::vector<Variable> variables;  ///< constants and memory outside of functions
  std::map<std::string, TypeName> aliases;
  std::map<std::string, int> declared;  ///< functions outside of structs, numbered in their order

  [[nodiscard]] const Function* function(const std::string& name) const {
    for (const auto& each : functions) {
      if (each->name == name && each->body != nullptr) return each.get();
    }
    return nullptr;
  }
};

}  // namespace heatwave::cuda_text
