// Parses expressions.
#pragma once

#include <string>
#include <vector>

#include "kernels/cuda_text/parser_parts.h"

namespace heatwave::cuda_text {

class ExpressionParser : private ParserPart {
 public:
  explicit ExpressionParser(Parsing& all) : ParserPart(all) {}

  /// Parses an expression with commas, as in the head of a for loop.
  ExpressionPointer expression();
  ExpressionPointer assignment();
  ExpressionPointer conditional();
  /// Parses a value of a template, in which `>` is no operator.
  ExpressionPointer in_angles();
  ExpressionPointer list();
  std::vector<ExpressionPointer> call_arguments();
  ExpressionPointer primary();

 private:
  ExpressionPointer binary(int level);
  ExpressionPointer unary();
  ExpressionPointer size_of();
  /// Parses `(type) operand`; null: the brackets hold an expression.
  ExpressionPointer try_cast();
  ExpressionPointer named(const Token& token);
  ExpressionPointer scoped(TypeName scope, Place place);
  ExpressionPointer postfix(ExpressionPointer value);
  ExpressionPointer launch(ExpressionPointer kernel);

  bool greater_ends_ = false;  ///< inside template arguments `>` is no operator
};

ExpressionPointer expression_node(Expression::Kind kind, Place place, std::string text = {});

}  // namespace heatwave::cuda_text
