// Gives objects their first values: from a value, a list or a constructor.
#pragma once

#include <span>

#include "kernels/cuda_text/code_values.h"
#include "kernels/cuda_text/name_table.h"

namespace heatwave::cuda_text {

struct Workplace;
class Expressions;

class Objects {
 public:
  Objects(Workplace& at, Expressions& expressions) : at_(at), expressions_(expressions) {}

  /// Emits code that initialises a new object from an expression or an initialiser list.
  void initialise(const Value& object, const Expression& initial);
  /// Constructs an object of a named type: float2{1, 2}.
  Value construct(const Expression& expression);
  /// Binds a reference to an object, and declares it.
  void bind_reference(const Variable& variable, const Type* type, Value object, Place place);

 private:
  void initialise_from_one(const Value& object, const Expression& initial);
  void run_constructor(const Value& object, const Function& constructor,
                       std::span<const ExpressionPointer> arguments, Place place);
  [[nodiscard]] const Function* constructor_of(const Type& type, std::size_t arguments) const;

  Workplace& at_;
  Expressions& expressions_;
};

}  // namespace heatwave::cuda_text
