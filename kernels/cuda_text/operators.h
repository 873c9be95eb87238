// Compiles operators: unary and binary ones, assignments, conditions and casts.
#pragma once

#include <string>

#include "kernels/cuda_text/code_values.h"
#include "kernels/cuda_text/name_table.h"

namespace heatwave::cuda_text {

struct Workplace;
class Expressions;

/// Each function compiles an expression; where its value is not wanted, the result is `nothing`.
class Operators {
 public:
  Operators(Workplace& at, Expressions& expressions) : at_(at), expressions_(expressions) {}

  Value unary(const Expression& expression, bool wanted);
  /// Compiles ++ and --; `before`: the value is the new one.
  Value step(const Expression& expression, bool before, bool wanted);
  Value binary(const Expression& expression, bool wanted);
  Value assign(const Expression& expression, bool wanted);
  Value conditional(const Expression& expression, bool wanted);
  Value cast(const Expression& expression);
  /// Warns of results within an expression that the compiler knows but C++ does not define.
  void check_constant(const Expression& expression) const;

 private:
  Value logical(const Expression& expression);
  /// Warns of a comparison of a comparison's result.
  void check_sense(const Expression& expression) const;
  /// Warns of a comparison whose result is an operand of &, | or ^ because it binds tighter.
  void check_binding(const Expression& expression, const Type& left, const Type& right) const;
  /// Warns where C++ defines no result for operands of a type whose values the compiler knows;
  /// `left` none: it does not know that one.
  void check_result(const Expression& expression, const Type& type,
                    const std::optional<Constant>& left, const Constant& right) const;
  Value pointer_binary(const Expression& expression, const Value& left, const Type* left_type);
  Value compound(const Expression& expression, const Value& target, bool wanted);
  Value finish_store(const Value& target, bool wanted);
  void check_target(const Value& target, Place place) const;
  void arithmetic(const std::string& sign, const Type* type, Place place);

  Workplace& at_;
  Expressions& expressions_;
};

}  // namespace heatwave::cuda_text
