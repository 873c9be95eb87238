// Compiles calls of device functions and methods in place.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "kernels/cuda_text/code_values.h"
#include "kernels/cuda_text/name_table.h"

namespace heatwave::cuda_text {

struct Workplace;
class Expressions;

/// A call with its arguments, of a function or a method.
struct Call {
  const Function& function;
  std::span<const TemplateArgument> templates;
  std::span<const ExpressionPointer> arguments;
  std::optional<Self> self;
  Bindings bindings;  ///< template parameters of the method's record
  Place place;
};

class Calls {
 public:
  /// Compiles the body of a function into a result; none: it returns nothing.
  using Body = std::function<void(const Function&, const std::optional<Value>& result)>;

  Calls(Workplace& at, Expressions& expressions, Body body)
      : at_(at), expressions_(expressions), body_(std::move(body)) {}

  Value call(const Expression& expression);
  Value inlined(const Call& call);

 private:
  Value method(const Expression& expression);
  void pass_value(const Variable& parameter, const Type* type, Value value, Place place);
  bool deduce(const TypeName& pattern, const Variable& parameter, const Type* type,
              const std::vector<TemplateParameter>& templates, Bindings& bindings);

  Workplace& at_;
  Expressions& expressions_;
  Body body_;
  std::vector<const Function*> active_;  ///< functions that are being inlined
};

}  // namespace heatwave::cuda_text
