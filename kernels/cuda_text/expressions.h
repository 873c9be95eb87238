// Checks expressions and compiles them; calls of device functions are compiled in place.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/cuda_text/code_values.h"
#include "kernels/cuda_text/name_table.h"

namespace heatwave::cuda_text {

/// Everything that the parts of the compiler share.
struct Workplace {
  const Unit& unit;
  const Budget& budget;
  Program& program;
  TypeTable types;
  NameTable names{unit, budget, types};
  Emitter out{program, budget};
  Values values{out, types};
  /// True: an assignment that only computes in registers is a step of its own.
  bool computes = false;
  int loops = 0;  ///< loops around the code that is compiled
};

class Expressions {
 public:
  /// Compiles the body of a function into a result; none: it returns nothing.
  using Body = std::function<void(const Function&, const std::optional<Value>& result)>;

  Expressions(Workplace& at, Body body) : at_(at), body_(std::move(body)) {}

  /// Compiles an expression. Where the value is not wanted, the stack stays as it was and the
  /// result is `nothing`.
  Value of(const Expression& expression, bool wanted = true);
  /// Pushes a scalar or a pointer; returns its type.
  const Type* word(const Expression& expression);
  /// Pushes a value of this type.
  void word_as(const Expression& expression, const Type* type);
  /// Pushes a boolean.
  void condition(const Expression& expression);
  /// Gives a new object its value, also from a list.
  void initialise(const Value& object, const Expression& initial);
  /// Pushes a value as another type; a literal 0 is also a null pointer.
  void convert(const Value& value, const Type* to, Place place);
  /// Makes a step of a computation that began at this instruction, if it is one in registers only.
  void computed_since(int begin, const Type* type);
  /// Binds a reference to an object, and declares it.
  void bind_reference(const Variable& variable, const Type* type, Value object, Place place);

 private:
  /// A call with its arguments, of a function or a method.
  struct Call {
    const Function& function;
    std::span<const TemplateArgument> templates;
    std::span<const ExpressionPointer> arguments;
    std::optional<Self> self;
    Bindings bindings;  ///< template parameters of the method's record
    Place place;
  };

  Value name(const Expression& expression);
  Value of_symbol(const Symbol& symbol);
  Value of_member(const Expression& expression);
  std::optional<Value> special(const Expression& expression);
  Value member_of(const Value& object, const std::string& name, Place place);
  Value index(const Expression& expression);
  Value unary(const Expression& expression, bool wanted);
  Value step(const Expression& expression, bool before, bool wanted);
  Value binary(const Expression& expression, bool wanted);
  Value logical(const Expression& expression);
  Value pointer_binary(const Expression& expression, const Value& left, const Type* left_type);
  Value assign(const Expression& expression, bool wanted);
  Value compound(const Expression& expression, const Value& target, bool wanted);
  Value finish_store(const Value& target, bool wanted);
  Value conditional(const Expression& expression, bool wanted);
  Value cast(const Expression& expression);
  Value construct(const Expression& expression);
  void initialise_from_one(const Value& object, const Expression& initial);
  Value call(const Expression& expression, bool wanted);
  Value method(const Expression& expression, bool wanted);
  Value inlined(Call call);
  void pass_value(const Variable& parameter, const Type* type, Value value, Place place);
  bool deduce(const TypeName& pattern, const Variable& parameter, const Type* type,
              const std::vector<TemplateParameter>& templates, Bindings& bindings);
  void run_constructor(const Value& object, const Function& constructor,
                       std::span<const ExpressionPointer> arguments, Place place);
  [[nodiscard]] const Function* constructor_of(const Type& type, std::size_t arguments) const;
  void check_target(const Value& target, Place place) const;
  void arithmetic(const std::string& sign, const Type* type, Place place);
  Value pushed(const Type* type) const { return {.kind = Value::Kind::word, .type = type}; }

  friend class Builtins;

  Workplace& at_;
  Body body_;
  std::vector<const Function*> active_;  ///< functions that are being inlined
};

}  // namespace heatwave::cuda_text
