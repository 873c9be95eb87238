// Whole powers become products, and Boolean operations work on 1 and 0.
#include "kernels/field/formula/function_values.h"

#include <cmath>

namespace heatwave::field::formula {
namespace {

class FunctionValue {
 public:
  FunctionValue(ExpressionTerms& expressions, const SubStepContext& context)
      : expressions_(expressions),
        context_(context),
        model_(context.model),
        folded_(context.folded),
        graph_(context.graph) {}

  int of(const Node& at) {
    const auto value = [&](std::size_t i) { return expressions_.value_of(at.operand[i]); };
    switch (at.operation) {
      case Operation::power:
        return power(at);
      case Operation::less:
        return graph_.binary(Op::less, value(0), value(1));
      case Operation::less_equal:
        return graph_.binary(Op::less_equal, value(0), value(1));
      case Operation::greater: {
        const int a = value(0);
        return graph_.binary(Op::less, value(1), a);
      }
      case Operation::greater_equal: {
        const int a = value(0);
        return graph_.binary(Op::less_equal, value(1), a);
      }
      case Operation::equal:
        return graph_.binary(Op::equal, value(0), value(1));
      case Operation::not_equal:
        return graph_.binary(Op::not_equal, value(0), value(1));
      case Operation::both: {
        const int a = truth(at.operand[0]);
        return graph_.binary(Op::multiply, a, truth(at.operand[1]));
      }
      case Operation::either: {
        const int a = truth(at.operand[0]);
        return graph_.binary(Op::maximum, a, truth(at.operand[1]));
      }
      case Operation::negation:
        return graph_.binary(Op::equal, value(0), constant(folded_.number(0.0)));
      case Operation::square_root:
        return graph_.unary(Op::square_root, value(0));
      case Operation::exp:
        return graph_.unary(Op::exp, value(0));
      case Operation::log:
        return graph_.unary(Op::log, value(0));
      case Operation::sin:
        return graph_.unary(Op::sin, value(0));
      case Operation::cos:
        return graph_.unary(Op::cos, value(0));
      case Operation::tan:
        return graph_.unary(Op::tan, value(0));
      case Operation::sinh:
        return graph_.unary(Op::sinh, value(0));
      case Operation::cosh:
        return graph_.unary(Op::cosh, value(0));
      case Operation::tanh:
        return graph_.unary(Op::tanh, value(0));
      case Operation::abs:
        return graph_.unary(Op::absolute, value(0));
      case Operation::min: {
        const int a = value(0);
        return graph_.binary(Op::minimum, a, value(1));
      }
      case Operation::max: {
        const int a = value(0);
        return graph_.binary(Op::maximum, a, value(1));
      }
      case Operation::mod: {
        const int a = value(0);
        return graph_.binary(Op::modulo, a, value(1));
      }
      case Operation::heaviside:
        return graph_.binary(Op::less, constant(folded_.number(0.0)), value(0));
      case Operation::sign: {
        const int a = value(0);
        const int none = constant(folded_.number(0.0));
        return graph_.binary(Op::subtract, graph_.binary(Op::less, none, a),
                             graph_.binary(Op::less, a, none));
      }
      case Operation::choose: {
        const int a = value(0);
        const int b = value(1);
        return graph_.intern({.op = Op::choose, .a = a, .b = b, .c = value(2)});
      }
      case Operation::gauss: {
        const int x = value(0);
        const int y = value(1);
        const int square =
            graph_.intern({.op = Op::fma, .a = x, .b = x, .c = graph_.binary(Op::multiply, y, y)});
        const int r = value(2);
        return graph_.unary(
            Op::exp, graph_.unary(Op::negate, graph_.binary(Op::divide, square,
                                                            graph_.binary(Op::multiply, r, r))));
      }
      default:
        break;
    }
    fail_at(at, "this has no value here");
  }

 private:
  int constant(int folded) { return context_.constant(folded); }
  /// Returns 1 where the expression is not 0. Comparisons are 1 or 0 already.
  int truth(int expression) {
    const int value = expressions_.value_of(expression);
    const GraphNode& node = graph_.node(value);
    const bool is_truth = !node.is_sum && node.op >= Op::less && node.op <= Op::not_equal;
    return is_truth ? value : graph_.binary(Op::not_equal, value, constant(folded_.number(0.0)));
  }
  int power(const Node& at) {
    const int base = expressions_.value_of(at.operand[0]);
    const Node* exponent = &model_.document.node(at.operand[1]);
    const bool is_negative = exponent->operation == Operation::negate;
    if (is_negative) exponent = &model_.document.node(exponent->operand[0]);
    const double n = exponent->operation == Operation::number ? exponent->number : 0.3;
    if (n == 0.5 && !is_negative) return graph_.unary(Op::square_root, base);
    if (n != std::floor(n) || n > 64.0)
      return graph_.binary(Op::power, base, expressions_.value_of(at.operand[1]));
    if (n == 0.0) return constant(folded_.one());
    const int product = whole_power(base, static_cast<int>(n));
    return is_negative ? graph_.binary(Op::divide, constant(folded_.one()), product) : product;
  }
  int whole_power(int base, int n) {
    if (n == 1) return base;
    if (n % 2 != 0) return graph_.binary(Op::multiply, whole_power(base, n - 1), base);
    const int half = whole_power(base, n / 2);
    return graph_.binary(Op::multiply, half, half);
  }

  ExpressionTerms& expressions_;
  const SubStepContext& context_;
  const Model& model_;
  FoldedExpressions& folded_;
  Graph& graph_;
};

}  // namespace

int function_value(const Node& at, ExpressionTerms& expressions, const SubStepContext& context) {
  return FunctionValue(expressions, context).of(at);
}

}  // namespace heatwave::field::formula
