// Parses declarations of variables, parameters and members.
#pragma once

#include "kernels/cuda_text/parser_parts.h"

namespace heatwave::cuda_text {

class DeclarationParser : private ParserPart {
 public:
  explicit DeclarationParser(Parsing& all) : ParserPart(all) {}

  StatementPointer variables();
  /// Parses the name of a variable, its extents and its initial value.
  void declarator(Variable& variable, bool is_parameter = false);

 private:
  static Variable declared_like(const Variable& first);
  /// Parses `extern __shared__ const float*` and keeps an alignment for the first variable.
  Variable specifiers();
  ExpressionPointer alignment();
  ExpressionPointer size_of_type();

  ExpressionPointer alignment_;  ///< that the next variable gets
};

}  // namespace heatwave::cuda_text
