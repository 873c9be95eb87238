// Compiles the expressions of a lesson's host code: names become places in a frame.
#pragma once

#include <string>
#include <vector>

#include "kernels/cuda_text/types.h"
#include "kernels/stage/host_code.h"

namespace heatwave::stage {

/// Returns code that throws core::Error where it is reached: the stage does not play it.
HostExpression host_refusal(cuda_text::Place place, std::string what);

/// Expressions that the stage does not play are compiled to refusals.
class HostExpressions : core::NonCopyable {
 public:
  /// `function`: gets the variables that are declared; `self`: the structure of a method, or null.
  HostExpressions(const cuda_text::TypeTable& types, HostFunction& function,
                  const HostStructure* self)
      : types_(types), function_(function), self_(self) {}

  /// Declares a variable, which is visible until leave_scope().
  HostSlot declare(const std::string& name, const cuda_text::TypeName& type);
  /// Begins a scope and returns the place of its first variable.
  int enter_scope();
  /// Ends a scope and returns the place after its last variable.
  int leave_scope();

  HostExpression value(const cuda_text::Expression& expression);
  std::vector<HostExpression> values(const std::vector<cuda_text::ExpressionPointer>& expressions,
                                     std::size_t first = 0);
  /// Compiles what a variable gets; the board may show the error that a call returns.
  HostExpression value_for(HostSlot variable, const cuda_text::Expression& expression);
  /// Compiles a dim3 of the expression's parts; those that are missing are 1.
  HostExpression dim_of(const cuda_text::Expression& expression);
  /// None: the expression is not the name of a variable.
  std::optional<HostSlot> slot_of(const cuda_text::Expression& expression) const;
  /// Null: no such type is built in.
  [[nodiscard]] const cuda_text::Type* built_in(const cuda_text::TypeName& type) const {
    return type.pointers.empty() ? types_.built_in(type.name) : nullptr;
  }

 private:
  /// An element of host memory, or of an array on the board.
  struct Element {
    HostValue memory;
    Array array;
    std::int64_t index = 0;
  };
  using Store = std::function<void(HostRun&, const HostValue&)>;

  std::function<Element(HostRun&)> element(const cuda_text::Expression& expression);
  HostExpression load(const cuda_text::Expression& expression);
  Store store(const cuda_text::Expression& to);
  HostExpression named(const cuda_text::Expression& expression);
  HostExpression unary(const cuda_text::Expression& expression);
  /// Compiles an operator, `sign`, whose operands are the expression's two parts.
  HostExpression combined(const cuda_text::Expression& expression, const std::string& sign);
  HostExpression assign(const cuda_text::Expression& expression);
  HostExpression call(const cuda_text::Expression& expression);
  HostExpression size_of(const cuda_text::Expression& expression);

  const cuda_text::TypeTable& types_;
  HostFunction& function_;
  const HostStructure* self_;
  std::vector<int> visible_;         ///< places of the visible variables
  std::vector<std::size_t> scopes_;  ///< numbers of variables that were visible before each scope
};

}  // namespace heatwave::stage
