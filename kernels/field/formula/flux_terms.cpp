// A flux between two cells is the mean of their factors times the difference of their values.
#include "kernels/field/formula/flux_terms.h"

#include <vector>

namespace heatwave::field::formula {
namespace {

Term spatial_in(Graph& graph, Term term) {
  graph.mark_spatial(term.value);
  return term;
}

class Divergence {
 public:
  Divergence(ExpressionTerms& expressions, const SubStepContext& context)
      : expressions_(expressions),
        context_(context),
        model_(context.model),
        folded_(context.folded),
        graph_(context.graph) {}

  Terms of(const Node& at) {
    const int half_per_area =
        folded_.divide(folded_.number(0.5), folded_.multiply(folded_.dx(), folded_.dx()));
    if (at.operands == 1) {
      const Flux flux = flux_of(at.operand[0], Operation::gradient);
      Term term = flux.term;
      if (flux.varying.empty()) {
        term.factor = folded_.multiply(term.factor, folded_.per_area());
        term.value = graph_.input(Op::laplacian, context_.plane_of(flux.component));
        return {term};
      }
      term.factor = folded_.multiply(term.factor, half_per_area);
      const int along_x = flux_along(flux, Shift::west, Op::west, Shift::east, Op::east);
      const int along_y = flux_along(flux, Shift::north, Op::north, Shift::south, Op::south);
      term.value = graph_.binary(Op::add, along_x, along_y);
      return {spatial_in(graph_, term)};
    }
    Terms terms;
    for (int axis = 0; axis < 2; ++axis) {
      const Flux flux = flux_of(at.operand[static_cast<std::size_t>(axis)], Operation::derivative);
      Term term = flux.term;
      if (flux.varying.empty()) {
        const Term second = derivative_of(axis == 0 ? Direction::xx : Direction::yy,
                                          context_.plane_of(flux.component), context_);
        term.factor = folded_.multiply(term.factor, second.factor);
        term.value = second.value;
      } else {
        term.factor = folded_.multiply(term.factor, half_per_area);
        term.value = axis == 0 ? flux_along(flux, Shift::west, Op::west, Shift::east, Op::east)
                               : flux_along(flux, Shift::north, Op::north, Shift::south, Op::south);
      }
      terms.push_back(spatial_in(graph_, term));
    }
    return terms;
  }

 private:
  /// Returns the factors of a flux besides the one that is its derivative.
  void flux_factors(int index, bool divides, Operation wanted, std::vector<Factor>& factors,
                    bool& is_negative, int& component) {
    const Node& at = model_.document.node(index);
    if (at.operation == wanted) {
      component =
          model_.meaning(wanted == Operation::gradient ? model_.document.node(at.operand[0]) : at)
              .index;
    } else if (at.operation == Operation::multiply && !divides) {
      flux_factors(at.operand[0], false, wanted, factors, is_negative, component);
      flux_factors(at.operand[1], false, wanted, factors, is_negative, component);
    } else if (at.operation == Operation::divide && !divides) {
      flux_factors(at.operand[0], false, wanted, factors, is_negative, component);
      factors.push_back({at.operand[1], true});
    } else if (at.operation == Operation::negate && !expressions_.is_folded(index)) {
      is_negative = !is_negative;
      flux_factors(at.operand[0], divides, wanted, factors, is_negative, component);
    } else {
      factors.push_back({index, divides});
    }
  }

  struct Flux {
    Term term;                    ///< factors that are equal in all cells, and the medium's
    std::vector<Factor> varying;  ///< the other factors
    int component = 0;
  };
  Flux flux_of(int index, Operation wanted) {
    Flux flux{.term = {folded_.one()}};
    std::vector<Factor> factors;
    flux_factors(index, false, wanted, factors, flux.term.is_negative, flux.component);
    for (const Factor& factor : factors) {
      if (expressions_.is_folded(factor.node)) {
        const int folded = folded_.node(factor.node);
        flux.term.factor = factor.divides ? folded_.divide(flux.term.factor, folded)
                                          : folded_.multiply(flux.term.factor, folded);
        continue;
      }
      const Node& at = model_.document.node(factor.node);
      const bool is_medium =
          at.operation == Operation::name && model_.meaning(at).kind == Meaning::Kind::medium;
      if (is_medium && !factor.divides && !flux.term.has_medium) {
        flux.term.has_medium = true;
      } else {
        flux.varying.push_back(factor);
      }
    }
    return flux;
  }
  int varying_value(const std::vector<Factor>& factors, Shift shift) {
    int product = kNone;
    for (const Factor& factor : factors) {
      const int value = expressions_.value_of(factor.node, shift);
      if (factor.divides) {
        product = graph_.binary(
            Op::divide, product == kNone ? context_.constant(folded_.one()) : product, value);
      } else {
        product = product == kNone ? value : graph_.binary(Op::multiply, product, value);
      }
    }
    return product;
  }
  /// Returns twice the divergence along one axis, times the spacing squared.
  int flux_along(const Flux& flux, Shift back, Op back_input, Shift forth, Op forth_input) {
    const int plane = context_.plane_of(flux.component);
    const int centre = graph_.input(Op::centre, plane);
    const int here = varying_value(flux.varying, Shift::none);
    const auto from = [&](Shift shift, Op op) {
      const int mean = graph_.binary(Op::add, here, varying_value(flux.varying, shift));
      return graph_.binary(Op::multiply, mean,
                           graph_.binary(Op::subtract, graph_.input(op, plane), centre));
    };
    const int behind = from(back, back_input);
    return graph_.binary(Op::add, behind, from(forth, forth_input));
  }

  ExpressionTerms& expressions_;
  const SubStepContext& context_;
  const Model& model_;
  FoldedExpressions& folded_;
  Graph& graph_;
};

}  // namespace

Term derivative_of(Direction direction, int plane, const SubStepContext& context) {
  Graph& graph = context.graph;
  FoldedExpressions& folded = context.folded;
  const int c = graph.input(Op::centre, plane);
  const int w = graph.input(Op::west, plane);
  const int e = graph.input(Op::east, plane);
  const int n = graph.input(Op::north, plane);
  const int s = graph.input(Op::south, plane);
  const int one = folded.divide(folded.one(), folded.dx());
  const int half = folded.divide(folded.number(0.5), folded.dx());
  const auto second = [&](int a, int b) {
    return graph.intern({.op = Op::fma,
                         .a = context.constant(folded.number(-2.0)),
                         .b = c,
                         .c = graph.binary(Op::add, a, b)});
  };
  const auto difference = [&](int factor, int a, int b) {
    return spatial_in(graph, {factor, false, false, graph.binary(Op::subtract, a, b)});
  };
  switch (direction) {
    case Direction::x:
      return difference(half, e, w);
    case Direction::y:
      return difference(half, n, s);
    case Direction::xf:
      return difference(one, e, c);
    case Direction::xb:
      return difference(one, c, w);
    case Direction::yf:
      return difference(one, n, c);
    case Direction::yb:
      return difference(one, c, s);
    case Direction::xx:
      return spatial_in(graph, {folded.per_area(), false, false, second(w, e)});
    case Direction::yy:
      return spatial_in(graph, {folded.per_area(), false, false, second(n, s)});
    case Direction::xy:
      break;
  }
  throw NotLowered{{{}, "a mixed derivative needs a name"}};
}

Terms divergence_of(const Node& at, ExpressionTerms& expressions, const SubStepContext& context) {
  return Divergence(expressions, context).of(at);
}

}  // namespace heatwave::field::formula
