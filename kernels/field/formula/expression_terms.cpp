// A number times a sum of components is multiplied out; other brackets are not.
#include "kernels/field/formula/expression_terms.h"

#include <algorithm>
#include <numeric>

#include "kernels/field/formula/flux_terms.h"
#include "kernels/field/formula/function_values.h"
#include "kernels/field/formula/sub_step_builder.h"

namespace heatwave::field::formula {
namespace {

void flip(Terms& terms) {
  for (Term& term : terms) term.is_negative = !term.is_negative;
}

Op shifted_input(Shift shift) {
  switch (shift) {
    case Shift::none:
      return Op::centre;
    case Shift::west:
      return Op::west;
    case Shift::east:
      return Op::east;
    case Shift::north:
      return Op::north;
    case Shift::south:
      return Op::south;
  }
  return Op::centre;
}

/// Returns whether a sum has only numbers, components and their derivatives, each times a number.
bool is_linear(const Terms& terms, const Graph& graph) {
  const auto is_component = [&](const GraphNode& node) {
    return node.op == Op::centre && !node.is_sum;
  };
  const auto is_difference = [&](const GraphNode& node) {
    return !node.is_sum && node.op == Op::subtract && graph.node(node.b).op == Op::older;
  };
  return std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
    return term.value == kNone || is_component(graph.node(term.value)) ||
           graph.is_spatial(term.value) || is_difference(graph.node(term.value));
  });
}

}  // namespace

bool ExpressionTerms::is_folded(int index) {
  if (is_folded_.empty()) is_folded_.resize(model_.document.nodes.size(), -1);
  signed char& known = is_folded_[static_cast<std::size_t>(index)];
  if (known < 0) known = is_constant(model_, index) ? 1 : 0;
  return known == 1;
}

int ExpressionTerms::value_of(const Terms& terms) {
  if (terms.size() == 1 && folded_.is_one(terms[0].factor) && !terms[0].is_negative &&
      !terms[0].has_medium && terms[0].value != kNone) {
    return terms[0].value;
  }
  return graph_.intern({.is_sum = true, .terms = terms});
}

int ExpressionTerms::value_of(int expression) {
  const auto key = std::pair(expression, shift_);
  const auto found = values_.find(key);
  if (found != values_.end()) return found->second;
  const int value = value_of(terms_of(expression));
  values_.emplace(key, value);
  return value;
}

int ExpressionTerms::value_of(int expression, Shift shift) {
  shift_ = shift;
  const int value = value_of(expression);
  shift_ = Shift::none;
  return value;
}

int ExpressionTerms::uniform(Uniform::Kind kind, int index) {
  auto& all = context_.program.uniforms;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind == kind && all[i].index == index)
      return graph_.input(Op::uniform, static_cast<int>(i));
  }
  all.push_back({kind, index});
  return graph_.input(Op::uniform, static_cast<int>(all.size()) - 1);
}

Terms ExpressionTerms::scaled(Terms terms, int scale) {
  for (Term& term : terms) term.factor = folded_.multiply(scale, term.factor);
  return terms;
}

Terms ExpressionTerms::terms_of(int index) {
  if (is_folded(index)) return {Term{folded_.node(index)}};
  const Node& at = model_.document.node(index);
  switch (at.operation) {
    case Operation::add:
    case Operation::subtract: {
      Terms sum = terms_of(at.operand[0]);
      Terms more = terms_of(at.operand[1]);
      if (at.operation == Operation::subtract) flip(more);
      sum.insert(sum.end(), more.begin(), more.end());
      return sum;
    }
    case Operation::negate: {
      Terms terms = terms_of(at.operand[0]);
      flip(terms);
      return terms;
    }
    case Operation::multiply:
    case Operation::divide:
      return product_of(index);
    case Operation::name:
      return named(at);
    case Operation::rate: {
      must_not_be_shifted(at);
      const int plane = context_.plane_of(model_.meaning(at).index);
      const int difference = graph_.binary(Op::subtract, graph_.input(Op::centre, plane),
                                           graph_.input(Op::older, plane));
      return {Term{folded_.divide(folded_.one(), folded_.dt()), false, false, difference}};
    }
    case Operation::laplacian:
      must_not_be_shifted(at);
      return {Term{folded_.per_area(), false, false,
                   graph_.input(Op::laplacian,
                                context_.plane_of(
                                    model_.meaning(model_.document.node(at.operand[0])).index))}};
    case Operation::derivative:
      must_not_be_shifted(at);
      return {derivative_of(at.direction, context_.plane_of(model_.meaning(at).index), context_)};
    case Operation::divergence:
      must_not_be_shifted(at);
      return divergence_of(at, *this, context_);
    case Operation::white:
      must_not_be_shifted(at);
      return {white(static_cast<int>(model_.document.node(at.operand[0]).number))};
    case Operation::integral:
      return {Term{folded_.one(), false, false, integral(at)}};
    case Operation::noise:
      must_not_be_shifted(at);
      return {Term{
          folded_.one(), false, false,
          graph_.input(Op::noise, static_cast<int>(model_.document.node(at.operand[0]).number))}};
    default:
      return {Term{folded_.one(), false, false, function_value(at, *this, context_)}};
  }
}

void ExpressionTerms::must_not_be_shifted(const Node& at) const {
  if (shift_ == Shift::none) return;
  fail_at(at,
          "the factor of a gradient in div(…) consists of components, x, y, t and parameters: give "
          "this a name");
}

Terms ExpressionTerms::named(const Node& at) {
  const Meaning& means = model_.meaning(at);
  const auto one_of = [&](int value) { return Terms{Term{folded_.one(), false, false, value}}; };
  switch (means.kind) {
    case Meaning::Kind::component:
      return one_of(graph_.input(shifted_input(shift_), context_.plane_of(means.index)));
    case Meaning::Kind::definition:
      return one_of(value_of(means.index));
    case Meaning::Kind::x:
      return {coordinate(Op::column, shift_ == Shift::west   ? -1.0
                                     : shift_ == Shift::east ? 1.0
                                                             : 0.0)};
    case Meaning::Kind::y:
      return {coordinate(Op::row, shift_ == Shift::south   ? -1.0
                                  : shift_ == Shift::north ? 1.0
                                                           : 0.0)};
    case Meaning::Kind::time:
      return one_of(uniform(Uniform::Kind::time));
    case Meaning::Kind::medium:
      return {Term{folded_.one(), false, true, kNone}};
    case Meaning::Kind::noise:
      must_not_be_shifted(at);
      return one_of(graph_.input(Op::noise, 0));
    case Meaning::Kind::white:
      must_not_be_shifted(at);
      return {white(0)};
    case Meaning::Kind::picture:
      return one_of(graph_.input(Op::medium));
    case Meaning::Kind::unknown:
    case Meaning::Kind::parameter:
    case Meaning::Kind::width:
    case Meaning::Kind::height:
    case Meaning::Kind::pi:
    case Meaning::Kind::dx:
    case Meaning::Kind::dt:
      break;
  }
  fail_at(at, "this name has no value here");
}

Term ExpressionTerms::coordinate(Op op, double neighbours) {
  int whole = graph_.input(op);
  if (neighbours != 0.0)
    whole = graph_.binary(Op::add, whole, context_.constant(folded_.number(2.0 * neighbours)));
  return {folded_.divide(folded_.dx(), folded_.number(2.0)), false, false, whole};
}

Term ExpressionTerms::white(int stream) {
  const int area = folded_.multiply(folded_.dx(), folded_.dx());
  const int scale =
      folded_.divide(folded_.one(), folded_.square_root(folded_.multiply(folded_.dt(), area)));
  return {scale, false, false, graph_.input(Op::normal, stream)};
}

int ExpressionTerms::integral(const Node& at) {
  const int every =
      at.operands == 2 ? static_cast<int>(model_.document.node(at.operand[1]).number) : 1;
  std::vector<int> own(model_.components.size());
  std::iota(own.begin(), own.end(), 0);
  SubStepBuilder builder(model_, context_.program, folded_, std::move(own), 0.0);
  ExpressionTerms& inside = builder.expressions();
  builder.add_terms(
      inside.scaled(inside.terms_of(at.operand[0]), folded_.multiply(folded_.dx(), folded_.dx())),
      0, 0);
  Integral integral{.integrand = builder.finish(), .every = every};
  auto& all = context_.program.integrals;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].every == every && all[i].integrand.values == integral.integrand.values &&
        all[i].integrand.outputs[0].value == integral.integrand.outputs[0].value) {
      return uniform(Uniform::Kind::integral, static_cast<int>(i));
    }
  }
  if (all.size() == 8) fail_at(at, "a formula has at most eight integrals");
  all.push_back(std::move(integral));
  return uniform(Uniform::Kind::integral, static_cast<int>(all.size()) - 1);
}

void ExpressionTerms::collect_factors(int index, bool divides, std::vector<Factor>& factors,
                                      bool& is_negative) {
  const Node& at = model_.document.node(index);
  const bool is_product =
      at.operation == Operation::multiply || (at.operation == Operation::divide && !divides);
  if (!is_folded(index) && is_product && !(divides && at.operation == Operation::multiply)) {
    collect_factors(at.operand[0], divides, factors, is_negative);
    collect_factors(at.operand[1], divides || at.operation == Operation::divide, factors,
                    is_negative);
  } else if (!is_folded(index) && at.operation == Operation::negate) {
    is_negative = !is_negative;
    collect_factors(at.operand[0], divides, factors, is_negative);
  } else {
    factors.push_back({index, divides});
  }
}

Terms ExpressionTerms::product_of(int index) {
  std::vector<Factor> factors;
  Term product{folded_.one()};
  collect_factors(index, false, factors, product.is_negative);
  Terms sum;  // the one factor that is a sum, while there is no other
  for (const Factor& factor : factors) {
    if (is_folded(factor.node)) {
      const int folded = folded_.node(factor.node);
      product.factor = factor.divides ? folded_.divide(product.factor, folded)
                                      : folded_.multiply(product.factor, folded);
      continue;
    }
    Terms terms = terms_of(factor.node);
    if (terms.size() == 1 && !factor.divides) {
      multiply(product, terms[0], sum);
      continue;
    }
    if (product.value == kNone && sum.empty() && !factor.divides) {
      sum = std::move(terms);
      continue;
    }
    settle(product, sum);
    const int value = value_of(terms);
    if (!factor.divides) {
      product.value = graph_.binary(Op::multiply, product.value, value);
    } else if (product.value == kNone) {
      product.value = graph_.binary(Op::divide, context_.constant(product.factor), value);
      product.factor = folded_.one();
    } else {
      product.value = graph_.binary(Op::divide, product.value, value);
    }
  }
  if (sum.empty()) return {product};
  if (!is_linear(sum, graph_)) {
    settle(product, sum);
    return {product};
  }
  for (Term& term : sum) {
    if (!term.has_medium || !product.has_medium) continue;
    settle(product, sum);
    return {product};
  }
  for (Term& term : sum) {
    term.factor = folded_.multiply(product.factor, term.factor);
    term.is_negative = term.is_negative != product.is_negative;
    term.has_medium = term.has_medium || product.has_medium;
  }
  return sum;
}

void ExpressionTerms::settle(Term& product, Terms& sum) {
  if (sum.empty()) return;
  const int value = value_of(sum);
  product.value =
      product.value == kNone ? value : graph_.binary(Op::multiply, product.value, value);
  sum.clear();
}

void ExpressionTerms::multiply(Term& product, const Term& by, Terms& sum) {
  product.factor = folded_.multiply(product.factor, by.factor);
  product.is_negative = product.is_negative != by.is_negative;
  int value = by.value;
  if (by.has_medium && product.has_medium) {
    value = value == kNone ? graph_.input(Op::medium)
                           : graph_.binary(Op::multiply, graph_.input(Op::medium), value);
  }
  product.has_medium = product.has_medium || by.has_medium;
  if (value == kNone) return;
  settle(product, sum);
  product.value =
      product.value == kNone ? value : graph_.binary(Op::multiply, product.value, value);
}

}  // namespace heatwave::field::formula
