// Models become programs here: expressions are split into terms, ordered by the rules of program.h
// and written as operations.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "kernels/field/formula/folded_expressions.h"
#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {
namespace {

constexpr std::size_t kMostValues = 4096;

/// Thrown to leave a model that cannot be lowered.
struct NotLowered {
  Problem problem;
};

/// One term of a sum: ± factor · [m] · value.
struct Term {
  int factor = 0;  ///< index of a folded expression
  bool is_negative = false;
  bool has_medium = false;
  int value = kNone;  ///< index of a graph node; kNone: the factor alone
};
using Terms = std::vector<Term>;

/// A node of the graph of one sub-step: an operation, or a sum of terms.
struct GraphNode {
  Op op = Op::constant;
  bool is_sum = false;
  int a = kNone;
  int b = kNone;
  int c = kNone;
  Terms terms;
};

/// Which cell an expression is evaluated in, relative to the cell that is updated.
enum class Shift : std::uint8_t { none, west, east, north, south };

/// Builds one sub-step.
class Builder {
 public:
  Builder(const Model& model, Program& program, FoldedExpressions& folded,
          std::vector<int> plane_of, double time)
      : model_(model), program_(program), folded_(folded) {
    step_.plane_of = std::move(plane_of);
    step_.time = time;
  }

  /// Adds u + scale·(rate of change), for a component of first or second order.
  void add_step(int component, int base_plane, int plane, int scale) {
    const Component& what = model_.components[static_cast<std::size_t>(component)];
    StepSum sum{.terms = scaled(terms_of(what.expression), scale),
                .centre = input(Op::centre, base_plane)};
    if (what.order == 2) {
      sum.difference = binary(Op::subtract, sum.centre, input(Op::older, base_plane));
    }
    sum.own_laplacian = input(Op::laplacian, plane_of(component));
    wanted_.push_back({.plane = plane, .fixed_plane = component, .sum = std::move(sum)});
  }
  /// Adds an expression's value, without a time step around it.
  void add_value(int expression, int plane, int fixed_plane) {
    add_terms(terms_of(expression), plane, fixed_plane);
  }
  void add_terms(Terms terms, int plane, int fixed_plane) {
    StepSum sum;
    sum.terms = {Term{folded_.one(), false, false, value_of(terms)}};
    sum.is_plain = true;
    wanted_.push_back({.plane = plane, .fixed_plane = fixed_plane, .sum = std::move(sum)});
  }
  /// Returns the right side of a component's equation as one value.
  int rate_of(int component) {
    return value_of(terms_of(model_.components[static_cast<std::size_t>(component)].expression));
  }
  [[nodiscard]] Term term(int value, int factor) const { return {factor, false, false, value}; }
  int centre(int plane) { return input(Op::centre, plane); }
  int uniform(Uniform::Kind kind, int index = 0) {
    auto& all = program_.uniforms;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].kind == kind && all[i].index == index)
        return input(Op::uniform, static_cast<int>(i));
    }
    all.push_back({kind, index});
    return input(Op::uniform, static_cast<int>(all.size()) - 1);
  }
  int binary(Op op, int a, int b) { return intern({.op = op, .a = a, .b = b}); }
  int value_of(const Terms& terms) {
    if (terms.size() == 1 && folded_.is_one(terms[0].factor) && !terms[0].is_negative &&
        !terms[0].has_medium && terms[0].value != kNone) {
      return terms[0].value;
    }
    return intern({.is_sum = true, .terms = terms});
  }
  Terms terms_of_expression(int expression) { return terms_of(expression); }
  Terms scaled(Terms terms, int scale) {
    for (Term& term : terms) term.factor = folded_.multiply(scale, term.factor);
    return terms;
  }

  /// Writes all operations.
  SubStep finish() {
    uses_.assign(nodes_.size(), 0);
    is_counted_.assign(nodes_.size(), false);
    for (const Wanted& wanted : wanted_) count_uses(wanted.sum);
    written_.assign(nodes_.size(), kNone);
    for (const Wanted& wanted : wanted_) {
      Output output{.plane = wanted.plane, .fixed_plane = wanted.fixed_plane};
      output.value = write_step(wanted.sum, output.speed_squared);
      step_.outputs.push_back(output);
    }
    remove_unused();
    return std::move(step_);
  }

 private:
  /// The sum that a sub-step gives to a plane.
  struct StepSum {
    Terms terms;
    int centre = kNone;         ///< graph node of u
    int difference = kNone;     ///< graph node of u − older, second order only
    int own_laplacian = kNone;  ///< graph node of lap(u)
    bool is_plain = false;      ///< true: the one term's value is the result
  };
  struct Wanted {
    int plane = 0;
    int fixed_plane = 0;
    StepSum sum;
  };

  // The graph ------------------------------------------------------------------------------------

  [[nodiscard]] const GraphNode& graph(int index) const {
    return nodes_[static_cast<std::size_t>(index)];
  }
  int intern(GraphNode node) {
    std::vector<int> key{static_cast<int>(node.op), node.is_sum ? 1 : 0, node.a, node.b, node.c};
    for (const Term& term : node.terms) {
      key.insert(key.end(),
                 {term.factor, term.is_negative ? 1 : 0, term.has_medium ? 1 : 0, term.value});
    }
    const auto [found, is_new] = known_.emplace(std::move(key), static_cast<int>(nodes_.size()));
    if (is_new) {
      if (nodes_.size() >= kMostValues) {
        throw NotLowered{{{}, "the formula is too large once its parts are put together"}};
      }
      nodes_.push_back(std::move(node));
    }
    return found->second;
  }
  int input(Op op, int index = kNone) { return intern({.op = op, .a = index}); }
  int unary(Op op, int a) { return intern({.op = op, .a = a}); }
  int constant(int folded) { return input(Op::constant, folded_.constant(folded)); }
  [[nodiscard]] int plane_of(int component) const {
    return step_.plane_of[static_cast<std::size_t>(component)];
  }

  // Expressions ----------------------------------------------------------------------------------

  [[nodiscard]] const Node& text(int index) const { return model_.document.node(index); }
  [[noreturn]] void fail(const Node& at, std::string message) const {
    throw NotLowered{{at.place, std::move(message)}};
  }

  bool is_folded(int index) {
    if (is_folded_.empty()) is_folded_.resize(model_.document.nodes.size(), -1);
    signed char& known = is_folded_[static_cast<std::size_t>(index)];
    if (known < 0) known = is_constant(model_, index) ? 1 : 0;
    return known == 1;
  }

  int value_of(int expression) {
    const auto key = std::pair(expression, shift_);
    const auto found = values_.find(key);
    if (found != values_.end()) return found->second;
    const int value = value_of(terms_of(expression));
    values_.emplace(key, value);
    return value;
  }

  Terms terms_of(int index) {
    if (is_folded(index)) return {Term{folded_.node(index)}};
    const Node& at = text(index);
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
        const int plane = plane_of(model_.meaning(at).index);
        const int difference =
            binary(Op::subtract, input(Op::centre, plane), input(Op::older, plane));
        return {Term{folded_.divide(folded_.one(), folded_.dt()), false, false, difference}};
      }
      case Operation::laplacian:
        must_not_be_shifted(at);
        return {Term{per_area(), false, false,
                     input(Op::laplacian, plane_of(model_.meaning(text(at.operand[0])).index))}};
      case Operation::derivative:
        must_not_be_shifted(at);
        return {derivative(at.direction, plane_of(model_.meaning(at).index))};
      case Operation::divergence:
        must_not_be_shifted(at);
        return divergence(at);
      case Operation::white:
        must_not_be_shifted(at);
        return {white(static_cast<int>(text(at.operand[0]).number))};
      case Operation::integral:
        return {Term{folded_.one(), false, false, integral(at)}};
      default:
        return {Term{folded_.one(), false, false, function(at)}};
    }
  }
  static void flip(Terms& terms) {
    for (Term& term : terms) term.is_negative = !term.is_negative;
  }
  void must_not_be_shifted(const Node& at) const {
    if (shift_ == Shift::none) return;
    fail(at,
         "the factor of a gradient in div(…) consists of components, x, y, t and parameters: give "
         "this a name");
  }

  Terms named(const Node& at) {
    const Meaning& means = model_.meaning(at);
    const auto one_of = [&](int value) { return Terms{Term{folded_.one(), false, false, value}}; };
    switch (means.kind) {
      case Meaning::Kind::component:
        return one_of(input(shifted_input(), plane_of(means.index)));
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
        return one_of(input(Op::noise, 0));
      case Meaning::Kind::white:
        must_not_be_shifted(at);
        return {white(0)};
      case Meaning::Kind::picture:
        return one_of(input(Op::medium));
      case Meaning::Kind::unknown:
      case Meaning::Kind::parameter:
      case Meaning::Kind::width:
      case Meaning::Kind::height:
      case Meaning::Kind::pi:
      case Meaning::Kind::dx:
      case Meaning::Kind::dt:
        break;
    }
    fail(at, "this name has no value here");
  }
  /// A place is half the spacing times a whole number; a neighbour's is two further.
  Term coordinate(Op op, double neighbours) {
    int whole = input(op);
    if (neighbours != 0.0)
      whole = binary(Op::add, whole, constant(folded_.number(2.0 * neighbours)));
    return {folded_.divide(folded_.dx(), folded_.number(2.0)), false, false, whole};
  }
  [[nodiscard]] Op shifted_input() const {
    switch (shift_) {
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
  Term white(int stream) {
    const int area = folded_.multiply(folded_.dx(), folded_.dx());
    const int scale =
        folded_.divide(folded_.one(), folded_.square_root(folded_.multiply(folded_.dt(), area)));
    return {scale, false, false, input(Op::normal, stream)};
  }
  int per_area() {
    return folded_.divide(folded_.one(), folded_.multiply(folded_.dx(), folded_.dx()));
  }
  int integral(const Node& at) {
    const int every = at.operands == 2 ? static_cast<int>(text(at.operand[1]).number) : 1;
    std::vector<int> own(model_.components.size());
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = static_cast<int>(i);
    Builder builder(model_, program_, folded_, std::move(own), 0.0);
    builder.add_terms(builder.scaled(builder.terms_of(at.operand[0]),
                                     folded_.multiply(folded_.dx(), folded_.dx())),
                      0, 0);
    Integral integral{.integrand = builder.finish(), .every = every};
    auto& all = program_.integrals;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].every == every && all[i].integrand.values == integral.integrand.values &&
          all[i].integrand.outputs[0].value == integral.integrand.outputs[0].value) {
        return uniform(Uniform::Kind::integral, static_cast<int>(i));
      }
    }
    if (all.size() == 8) fail(at, "a formula has at most eight integrals");
    all.push_back(std::move(integral));
    return uniform(Uniform::Kind::integral, static_cast<int>(all.size()) - 1);
  }

  // Products -------------------------------------------------------------------------------------

  struct Factor {
    int node = 0;
    bool divides = false;
  };
  void collect_factors(int index, bool divides, std::vector<Factor>& factors, bool& is_negative) {
    const Node& at = text(index);
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

  Terms product_of(int index) {
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
        product.value = binary(Op::multiply, product.value, value);
      } else if (product.value == kNone) {
        product.value = binary(Op::divide, constant(product.factor), value);
        product.factor = folded_.one();
      } else {
        product.value = binary(Op::divide, product.value, value);
      }
    }
    if (sum.empty()) return {product};
    if (!is_linear(sum)) {
      settle(product, sum);
      return {product};
    }
    for (Term& term : sum) {
      if (term.has_medium && product.has_medium) return {settled(product, sum)};
    }
    for (Term& term : sum) {
      term.factor = folded_.multiply(product.factor, term.factor);
      term.is_negative = term.is_negative != product.is_negative;
      term.has_medium = term.has_medium || product.has_medium;
    }
    return sum;
  }
  Term settled(Term product, Terms& sum) {
    settle(product, sum);
    return product;
  }
  /// Multiplies a product by the sum that was put aside.
  void settle(Term& product, Terms& sum) {
    if (sum.empty()) return;
    const int value = value_of(sum);
    product.value = product.value == kNone ? value : binary(Op::multiply, product.value, value);
    sum.clear();
  }
  void multiply(Term& product, const Term& by, Terms& sum) {
    product.factor = folded_.multiply(product.factor, by.factor);
    product.is_negative = product.is_negative != by.is_negative;
    int value = by.value;
    if (by.has_medium && product.has_medium) {
      value = value == kNone ? input(Op::medium) : binary(Op::multiply, input(Op::medium), value);
    }
    product.has_medium = product.has_medium || by.has_medium;
    if (value == kNone) return;
    settle(product, sum);
    product.value = product.value == kNone ? value : binary(Op::multiply, product.value, value);
  }
  /// Returns whether a sum has only numbers, components and their derivatives, each times a number.
  [[nodiscard]] bool is_linear(const Terms& terms) const {
    return std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
      return term.value == kNone || is_input(term.value) || is_spatial(term.value) ||
             is_difference(term.value);
    });
  }
  [[nodiscard]] bool is_input(int value) const {
    return graph(value).op == Op::centre && !graph(value).is_sum;
  }
  [[nodiscard]] bool is_difference(int value) const {
    const GraphNode& node = graph(value);
    return !node.is_sum && node.op == Op::subtract && graph(node.b).op == Op::older;
  }
  [[nodiscard]] bool is_spatial(int value) const {
    return graph(value).op == Op::laplacian ||
           std::find(spatial_.begin(), spatial_.end(), value) != spatial_.end();
  }

  // Derivatives ----------------------------------------------------------------------------------

  Term derivative(Direction direction, int plane) {
    const int c = input(Op::centre, plane);
    const int w = input(Op::west, plane);
    const int e = input(Op::east, plane);
    const int n = input(Op::north, plane);
    const int s = input(Op::south, plane);
    const int one = folded_.divide(folded_.one(), folded_.dx());
    const int half = folded_.divide(folded_.number(0.5), folded_.dx());
    const auto second = [&](int a, int b) {
      return intern(
          {.op = Op::fma, .a = constant(folded_.number(-2.0)), .b = c, .c = binary(Op::add, a, b)});
    };
    const auto difference = [&](int factor, int a, int b) {
      return spatial({factor, false, false, binary(Op::subtract, a, b)});
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
        return spatial({per_area(), false, false, second(w, e)});
      case Direction::yy:
        return spatial({per_area(), false, false, second(n, s)});
      case Direction::xy:
        break;
    }
    throw NotLowered{{{}, "a mixed derivative needs a name"}};
  }
  Term spatial(Term term) {
    spatial_.push_back(term.value);
    return term;
  }

  /// Returns the factors of a flux besides the one that is its derivative.
  void flux_factors(int index, bool divides, Operation wanted, std::vector<Factor>& factors,
                    bool& is_negative, int& component) {
    const Node& at = text(index);
    if (at.operation == wanted) {
      component = model_.meaning(wanted == Operation::gradient ? text(at.operand[0]) : at).index;
    } else if (at.operation == Operation::multiply && !divides) {
      flux_factors(at.operand[0], false, wanted, factors, is_negative, component);
      flux_factors(at.operand[1], false, wanted, factors, is_negative, component);
    } else if (at.operation == Operation::divide && !divides) {
      flux_factors(at.operand[0], false, wanted, factors, is_negative, component);
      factors.push_back({at.operand[1], true});
    } else if (at.operation == Operation::negate && !is_folded(index)) {
      is_negative = !is_negative;
      flux_factors(at.operand[0], divides, wanted, factors, is_negative, component);
    } else {
      factors.push_back({index, divides});
    }
  }

  /// A flux between two cells is the mean of their factors times the difference of their values.
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
      if (is_folded(factor.node)) {
        const int folded = folded_.node(factor.node);
        flux.term.factor = factor.divides ? folded_.divide(flux.term.factor, folded)
                                          : folded_.multiply(flux.term.factor, folded);
        continue;
      }
      const Node& at = text(factor.node);
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
    shift_ = shift;
    int product = kNone;
    for (const Factor& factor : factors) {
      const int value = value_of(factor.node);
      if (factor.divides) {
        product = binary(Op::divide, product == kNone ? constant(folded_.one()) : product, value);
      } else {
        product = product == kNone ? value : binary(Op::multiply, product, value);
      }
    }
    shift_ = Shift::none;
    return product;
  }
  /// Returns twice the divergence along one axis, times the spacing squared.
  int flux_along(const Flux& flux, Shift back, Op back_input, Shift forth, Op forth_input) {
    const int plane = plane_of(flux.component);
    const int centre = input(Op::centre, plane);
    const int here = varying_value(flux.varying, Shift::none);
    const auto from = [&](Shift shift, Op op) {
      const int mean = binary(Op::add, here, varying_value(flux.varying, shift));
      return binary(Op::multiply, mean, binary(Op::subtract, input(op, plane), centre));
    };
    const int behind = from(back, back_input);
    return binary(Op::add, behind, from(forth, forth_input));
  }
  Terms divergence(const Node& at) {
    const int half_per_area =
        folded_.divide(folded_.number(0.5), folded_.multiply(folded_.dx(), folded_.dx()));
    if (at.operands == 1) {
      const Flux flux = flux_of(at.operand[0], Operation::gradient);
      Term term = flux.term;
      if (flux.varying.empty()) {
        term.factor = folded_.multiply(term.factor, per_area());
        term.value = input(Op::laplacian, plane_of(flux.component));
        return {term};
      }
      term.factor = folded_.multiply(term.factor, half_per_area);
      const int along_x = flux_along(flux, Shift::west, Op::west, Shift::east, Op::east);
      const int along_y = flux_along(flux, Shift::north, Op::north, Shift::south, Op::south);
      term.value = binary(Op::add, along_x, along_y);
      return {spatial(term)};
    }
    Terms terms;
    for (int axis = 0; axis < 2; ++axis) {
      const Flux flux = flux_of(at.operand[static_cast<std::size_t>(axis)], Operation::derivative);
      Term term = flux.term;
      if (flux.varying.empty()) {
        const Term second =
            derivative(axis == 0 ? Direction::xx : Direction::yy, plane_of(flux.component));
        term.factor = folded_.multiply(term.factor, second.factor);
        term.value = second.value;
      } else {
        term.factor = folded_.multiply(term.factor, half_per_area);
        term.value = axis == 0 ? flux_along(flux, Shift::west, Op::west, Shift::east, Op::east)
                               : flux_along(flux, Shift::north, Op::north, Shift::south, Op::south);
      }
      terms.push_back(spatial(term));
    }
    return terms;
  }

  // Functions ------------------------------------------------------------------------------------

  int function(const Node& at) {
    const auto value = [&](std::size_t i) { return value_of(at.operand[i]); };
    switch (at.operation) {
      case Operation::power:
        return power(at);
      case Operation::less:
        return binary(Op::less, value(0), value(1));
      case Operation::less_equal:
        return binary(Op::less_equal, value(0), value(1));
      case Operation::greater: {
        const int a = value(0);
        return binary(Op::less, value(1), a);
      }
      case Operation::greater_equal: {
        const int a = value(0);
        return binary(Op::less_equal, value(1), a);
      }
      case Operation::equal:
        return binary(Op::equal, value(0), value(1));
      case Operation::not_equal:
        return binary(Op::not_equal, value(0), value(1));
      case Operation::both: {
        const int a = truth(at.operand[0]);
        return binary(Op::multiply, a, truth(at.operand[1]));
      }
      case Operation::either: {
        const int a = truth(at.operand[0]);
        return binary(Op::maximum, a, truth(at.operand[1]));
      }
      case Operation::negation:
        return binary(Op::equal, value(0), constant(folded_.number(0.0)));
      case Operation::square_root:
        return unary(Op::square_root, value(0));
      case Operation::exp:
        return unary(Op::exp, value(0));
      case Operation::log:
        return unary(Op::log, value(0));
      case Operation::sin:
        return unary(Op::sin, value(0));
      case Operation::cos:
        return unary(Op::cos, value(0));
      case Operation::tan:
        return unary(Op::tan, value(0));
      case Operation::sinh:
        return unary(Op::sinh, value(0));
      case Operation::cosh:
        return unary(Op::cosh, value(0));
      case Operation::tanh:
        return unary(Op::tanh, value(0));
      case Operation::abs:
        return unary(Op::absolute, value(0));
      case Operation::min: {
        const int a = value(0);
        return binary(Op::minimum, a, value(1));
      }
      case Operation::max: {
        const int a = value(0);
        return binary(Op::maximum, a, value(1));
      }
      case Operation::mod: {
        const int a = value(0);
        return binary(Op::modulo, a, value(1));
      }
      case Operation::heaviside:
        return binary(Op::less, constant(folded_.number(0.0)), value(0));
      case Operation::sign: {
        const int a = value(0);
        const int none = constant(folded_.number(0.0));
        return binary(Op::subtract, binary(Op::less, none, a), binary(Op::less, a, none));
      }
      case Operation::choose: {
        const int a = value(0);
        const int b = value(1);
        return intern({.op = Op::choose, .a = a, .b = b, .c = value(2)});
      }
      case Operation::gauss: {
        const int x = value(0);
        const int y = value(1);
        const int square = intern({.op = Op::fma, .a = x, .b = x, .c = binary(Op::multiply, y, y)});
        const int r = value(2);
        return unary(Op::exp,
                     unary(Op::negate, binary(Op::divide, square, binary(Op::multiply, r, r))));
      }
      case Operation::noise:
        must_not_be_shifted(at);
        return input(Op::noise, static_cast<int>(text(at.operand[0]).number));
      default:
        break;
    }
    fail(at, "this has no value here");
  }
  /// Returns 1 where the expression is not 0. Comparisons are 1 or 0 already.
  int truth(int expression) {
    const int value = value_of(expression);
    const GraphNode& node = graph(value);
    const bool is_truth = !node.is_sum && node.op >= Op::less && node.op <= Op::not_equal;
    return is_truth ? value : binary(Op::not_equal, value, constant(folded_.number(0.0)));
  }
  int power(const Node& at) {
    const int base = value_of(at.operand[0]);
    const Node* exponent = &text(at.operand[1]);
    const bool is_negative = exponent->operation == Operation::negate;
    if (is_negative) exponent = &text(exponent->operand[0]);
    const double n = exponent->operation == Operation::number ? exponent->number : 0.3;
    if (n == 0.5 && !is_negative) return unary(Op::square_root, base);
    if (n != std::floor(n) || n > 64.0) return binary(Op::power, base, value_of(at.operand[1]));
    if (n == 0.0) return constant(folded_.one());
    const int product = whole_power(base, static_cast<int>(n));
    return is_negative ? binary(Op::divide, constant(folded_.one()), product) : product;
  }
  int whole_power(int base, int n) {
    if (n == 1) return base;
    if (n % 2 != 0) return binary(Op::multiply, whole_power(base, n - 1), base);
    const int half = whole_power(base, n / 2);
    return binary(Op::multiply, half, half);
  }

  // Operations -----------------------------------------------------------------------------------

  /// Counts how many terms and operations use each node.
  void count_uses(const StepSum& sum) {
    for (const Term& term : sum.terms) count_use(term.value);
    count_use(sum.centre);
    count_use(sum.difference);
  }
  void count_use(int value) {
    if (value == kNone) return;
    const auto index = static_cast<std::size_t>(value);
    ++uses_[index];
    if (is_counted_[index]) return;
    is_counted_[index] = true;
    const GraphNode& node = nodes_[index];
    if (node.is_sum) {
      for (const Term& term : node.terms) count_use(term.value);
      return;
    }
    const int count = operand_count(node.op);
    if (count > 0) count_use(node.a);
    if (count > 1) count_use(node.b);
    if (count > 2) count_use(node.c);
  }

  int emit(const Value& value) {
    const auto key = std::tuple(value.op, value.a, value.b, value.c);
    const auto [found, is_new] = emitted_.emplace(key, static_cast<int>(step_.values.size()));
    if (is_new) step_.values.push_back(value);
    return found->second;
  }
  int emit_constant(int folded) {
    return emit({.op = Op::constant, .a = folded_.constant(folded)});
  }
  int emit_negative(int value) { return emit({.op = Op::negate, .a = value}); }
  /// Emits ±a·b + sum; a sum of kNone is none.
  int emit_product(int a, int b, bool is_negative, int sum) {
    if (sum == kNone) {
      const int product = emit({Op::multiply, a, b});
      return is_negative ? emit_negative(product) : product;
    }
    if (is_negative) return emit({Op::fnma, a, b, sum});
    const Value& last = step_.values[static_cast<std::size_t>(sum)];
    if (last.op == Op::negate) return emit({Op::fms, a, b, last.a});
    return emit({Op::fma, a, b, sum});
  }
  int emit_plain(int value, bool is_negative, int sum) {
    if (sum == kNone) return is_negative ? emit_negative(value) : value;
    return emit({is_negative ? Op::subtract : Op::add, sum, value});
  }

  /// Removes operations that none of the outputs needs, such as the negation before an fms.
  void remove_unused() {
    std::vector<bool> is_used(step_.values.size());
    for (const Output& output : step_.outputs) {
      is_used[static_cast<std::size_t>(output.value)] = true;
      if (output.speed_squared != kNone)
        is_used[static_cast<std::size_t>(output.speed_squared)] = true;
    }
    for (std::size_t i = step_.values.size(); i-- > 0;) {
      if (is_used[i])
        for_operands(step_.values[i],
                     [&](int& operand) { is_used[static_cast<std::size_t>(operand)] = true; });
    }
    std::vector<int> renamed(step_.values.size(), kNone);
    std::vector<Value> values;
    for (std::size_t i = 0; i < step_.values.size(); ++i) {
      if (!is_used[i]) continue;
      renamed[i] = static_cast<int>(values.size());
      Value value = step_.values[i];
      for_operands(value,
                   [&](int& operand) { operand = renamed[static_cast<std::size_t>(operand)]; });
      values.push_back(value);
    }
    step_.values = std::move(values);
    for (Output& output : step_.outputs) {
      output.value = renamed[static_cast<std::size_t>(output.value)];
      if (output.speed_squared != kNone)
        output.speed_squared = renamed[static_cast<std::size_t>(output.speed_squared)];
    }
  }

  int write(int index) {
    int& written = written_[static_cast<std::size_t>(index)];
    if (written != kNone) return written;
    const GraphNode node = graph(index);
    int value = kNone;
    if (node.is_sum) {
      value = write_sum(node.terms, kNone);
    } else {
      Value operation{node.op, node.a, node.b, node.c};
      const int count = operand_count(node.op);
      if (count > 0) operation.a = write(node.a);
      if (count > 1) operation.b = write(node.b);
      if (count > 2) operation.c = write(node.c);
      value = emit(operation);
    }
    written_[static_cast<std::size_t>(index)] = value;
    return value;
  }

  /// A plain term is added as it is; others are products, which take part in a fused operation.
  [[nodiscard]] bool is_plain(const Term& term) const {
    if (term.value == kNone) return !term.has_medium;
    return folded_.is_one(term.factor) && !term.has_medium && !is_lone_product(term.value);
  }
  [[nodiscard]] bool is_lone_product(int value) const {
    const GraphNode& node = graph(value);
    return !node.is_sum && node.op == Op::multiply && uses_[static_cast<std::size_t>(value)] == 1;
  }
  /// Returns the value of the factor and the medium; kNone: 1.
  int write_factor(const Term& term, bool& is_negative) {
    is_negative = term.is_negative;
    if (folded_.is_one(term.factor)) {
      return term.has_medium ? emit({.op = Op::medium}) : kNone;
    }
    const int factor = emit_constant(term.is_negative ? folded_.negate(term.factor) : term.factor);
    is_negative = false;
    return term.has_medium ? emit({Op::multiply, factor, emit({.op = Op::medium})}) : factor;
  }
  int add_term(const Term& term, int sum) {
    bool is_negative = false;
    const int factor = write_factor(term, is_negative);
    if (term.value == kNone) return emit_plain(factor, is_negative, sum);
    if (factor != kNone) return emit_product(factor, write(term.value), is_negative, sum);
    if (!is_lone_product(term.value)) return emit_plain(write(term.value), is_negative, sum);
    const GraphNode product = graph(term.value);
    const int a = write(product.a);
    return emit_product(a, write(product.b), is_negative, sum);
  }

  /// Writes a sum after `sum`. Its plain terms come first, beginning with one that is not negative.
  int write_sum(const Terms& terms, int sum) {
    const auto late = [&](const Term& term) {
      return term.value != kNone && is_spatial(term.value);
    };
    int numbers = kNone;  // numbers are folded into one
    Terms plain;
    for (const Term& term : terms) {
      if (late(term) || !is_plain(term)) continue;
      if (term.value != kNone) {
        plain.push_back(term);
        continue;
      }
      if (numbers != kNone) {
        numbers = folded_.add(numbers, term.factor, term.is_negative);
        continue;
      }
      numbers = term.is_negative ? folded_.negate(term.factor) : term.factor;
      plain.push_back({});
    }
    const auto first = std::find_if(plain.begin(), plain.end(), [](const Term& term) {
      return !term.is_negative || term.value == kNone;
    });
    if (sum == kNone && first != plain.end()) std::rotate(plain.begin(), first, first + 1);
    for (const Term& term : plain) {
      sum = term.value == kNone ? emit_plain(emit_constant(numbers), false, sum)
                                : add_term(term, sum);
    }
    for (const Term& term : terms) {
      if (!late(term) && !is_plain(term)) sum = add_term(term, sum);
    }
    for (const Term& term : terms) {
      if (late(term)) sum = add_term(term, sum);
    }
    return sum;
  }

  int write_step(const StepSum& step, int& speed_squared) {
    if (step.is_plain) return write(step.terms[0].value);
    Terms own;
    Terms own_difference;
    Terms others;
    for (const Term& term : step.terms) {
      const bool is_own = term.value != kNone && !term.has_medium;
      if (is_own && term.value == step.centre) {
        own.push_back(term);
      } else if (is_own && term.value == step.difference) {
        own_difference.push_back(term);
      } else {
        others.push_back(term);
      }
    }
    find_speed(step, others, speed_squared);
    const int centre = write(step.centre);
    if (step.difference != kNone) {
      const int difference = write(step.difference);
      int sum = own_difference.empty() ? emit_plain(difference, false, centre)
                                       : emit_product(emit_constant(folded_sum(own_difference)),
                                                      difference, false, centre);
      for (const Term& term : own) sum = add_term(term, sum);
      return write_sum(others, sum);
    }
    const bool has_plain = std::any_of(others.begin(), others.end(), [&](const Term& term) {
      return is_plain(term) && (term.value == kNone || !is_spatial(term.value));
    });
    if (own.empty() || !has_plain) {
      int sum = centre;
      for (const Term& term : own) sum = add_term(term, sum);
      return write_sum(others, sum);
    }
    Terms plain;
    Terms products;
    for (const Term& term : others) {
      const bool goes_first = is_plain(term) && (term.value == kNone || !is_spatial(term.value));
      (goes_first ? plain : products).push_back(term);
    }
    const int sum = write_sum(plain, kNone);
    return write_sum(products, emit_product(emit_constant(folded_sum(own)), centre, false, sum));
  }
  /// Returns 1 plus the factors of the terms.
  int folded_sum(const Terms& terms) {
    int sum = folded_.one();
    for (const Term& term : terms) sum = folded_.add(sum, term.factor, term.is_negative);
    return sum;
  }
  void find_speed(const StepSum& step, const Terms& terms, int& speed_squared) {
    if (step.difference == kNone) return;
    const Term* found = nullptr;
    for (const Term& term : terms) {
      if (term.value != step.own_laplacian) continue;
      if (found != nullptr || term.is_negative) return;
      found = &term;
    }
    if (found == nullptr) return;
    bool is_negative = false;
    const int factor = write_factor(*found, is_negative);
    speed_squared = factor == kNone ? emit_constant(folded_.one()) : factor;
  }

  const Model& model_;
  Program& program_;
  FoldedExpressions& folded_;
  SubStep step_;
  Shift shift_ = Shift::none;
  std::vector<signed char> is_folded_;
  std::vector<GraphNode> nodes_;
  std::map<std::vector<int>, int> known_;
  std::map<std::pair<int, Shift>, int> values_;
  std::vector<int> spatial_;
  std::vector<Wanted> wanted_;
  std::vector<int> uses_;
  std::vector<bool> is_counted_;
  std::vector<int> written_;
  std::map<std::tuple<Op, int, int, int>, int> emitted_;
};

/// Puts the sub-steps of a time stepping together.
class Lowering {
 public:
  explicit Lowering(const Model& model) : model_(model), folded_(model, program_) {}

  Program lower() {
    for (std::size_t c = 0; c < model_.components.size(); ++c) {
      const int index = static_cast<int>(c);
      program_.planes.push_back({model_.components[c].name, index, index});
      if (model_.components[c].order == 2) program_.steps_back = 1;
      if (model_.components[c].order != 0) evolving_.push_back(index);
    }
    add_steps();
    make_writes_odd();
    add_conditions();
    program_.absorbs =
        std::all_of(model_.components.begin(), model_.components.end(),
                    [](const Component& c) { return c.order == 2; }) &&
        std::all_of(program_.steps.front().outputs.begin(), program_.steps.front().outputs.end(),
                    [](const Output& o) { return o.speed_squared != kNone; });
    if (!program_.absorbs && std::find(model_.sides.begin(), model_.sides.end(),
                                       SideKind::absorbing) != model_.sides.end()) {
      throw NotLowered{{model_.components[0].place,
                        "waves leave by absorbing sides only where each equation has one lap(…) "
                        "of its own component, times a number"}};
    }
    return std::move(program_);
  }

 private:
  using Names = std::vector<int>;

  [[nodiscard]] Names own_planes() const {
    Names planes;
    for (std::size_t c = 0; c < model_.components.size(); ++c)
      planes.push_back(static_cast<int>(c));
    return planes;
  }
  Builder builder(Names planes, double time) {
    return {model_, program_, folded_, std::move(planes), time};
  }

  int add_plane(std::string name, int parent) {
    program_.planes.push_back({std::move(name), kNone, parent});
    return static_cast<int>(program_.planes.size()) - 1;
  }
  /// Adds one plane for each evolving component and returns their indices by component.
  Names add_planes(const std::string& suffix) {
    Names planes(model_.components.size(), kNone);
    for (const int c : evolving_) {
      planes[static_cast<std::size_t>(c)] =
          add_plane(model_.components[static_cast<std::size_t>(c)].name + suffix, c);
    }
    return planes;
  }
  /// Returns the planes that a stage reads: the stage's own, and those of algebraic components.
  [[nodiscard]] Names read_planes(const Names& stage) const {
    Names planes = own_planes();
    for (const int c : evolving_)
      planes[static_cast<std::size_t>(c)] = stage[static_cast<std::size_t>(c)];
    return planes;
  }

  /// Computes the wanted algebraic components from these planes, several in one sub-step where none
  /// reads another.
  void add_algebraic(const Names& planes, double time, const std::vector<bool>& wanted) {
    std::vector<int> group;
    const auto finish = [&] {
      if (group.empty()) return;
      Builder step = builder(planes, time);
      for (const int c : group) {
        step.add_value(model_.components[static_cast<std::size_t>(c)].expression, c, c);
      }
      program_.steps.push_back(step.finish());
      group.clear();
    };
    for (const int c : model_.algebraic) {
      if (!wanted[static_cast<std::size_t>(c)]) continue;
      const std::vector<bool> used =
          used_by({model_.components[static_cast<std::size_t>(c)].expression});
      const bool reads_group = std::any_of(group.begin(), group.end(), [&](int other) {
        return used[static_cast<std::size_t>(other)];
      });
      if (reads_group) finish();
      group.push_back(c);
    }
    finish();
  }
  void add_algebraic(const Names& planes, double time) {
    add_algebraic(planes, time, std::vector<bool>(model_.components.size(), true));
  }
  /// A step writes each component an odd number of times, so that after it all components are in
  /// the same planes of the two that steps alternate between.
  void make_writes_odd() {
    std::vector<bool> is_even(model_.components.size(), true);
    for (const SubStep& step : program_.steps) {
      for (const Output& output : step.outputs) {
        const auto plane = static_cast<std::size_t>(output.plane);
        if (plane < is_even.size()) is_even[plane] = !is_even[plane];
      }
    }
    add_algebraic(own_planes(), 1.0, is_even);
  }
  /// Returns which components expressions use, also by way of definitions and algebraic components.
  [[nodiscard]] std::vector<bool> used_by(std::vector<int> open) const {
    std::vector<bool> used(model_.components.size());
    std::vector<bool> seen(model_.document.nodes.size());
    while (!open.empty()) {
      const int index = open.back();
      open.pop_back();
      if (seen[static_cast<std::size_t>(index)]) continue;
      seen[static_cast<std::size_t>(index)] = true;
      const Node& node = model_.document.node(index);
      for (int i = 0; i < node.operands; ++i)
        open.push_back(node.operand[static_cast<std::size_t>(i)]);
      if (node.name == kNone) continue;
      const Meaning& means = model_.meaning(node);
      if (means.kind == Meaning::Kind::definition) open.push_back(means.index);
      if (means.kind != Meaning::Kind::component) continue;
      used[static_cast<std::size_t>(means.index)] = true;
      const Component& component = model_.components[static_cast<std::size_t>(means.index)];
      if (component.order == 0) open.push_back(component.expression);
    }
    return used;
  }

  void add_steps() {
    switch (model_.stepping) {
      case Stepping::automatic:
      case Stepping::euler:
      case Stepping::leapfrog:
        add_euler();
        break;
      case Stepping::staggered:
        for (const int c : evolving_) {
          add_algebraic(own_planes(), 0.0,
                        used_by({model_.components[static_cast<std::size_t>(c)].expression}));
          Builder step = builder(own_planes(), 0.0);
          step.add_step(c, c, c, scale_of(c));
          program_.steps.push_back(step.finish());
        }
        break;
      case Stepping::midpoint:
        add_midpoint();
        break;
      case Stepping::heun:
        add_heun();
        break;
      case Stepping::rk4:
        add_rk4();
        break;
      case Stepping::ab2:
        add_ab2();
        break;
    }
  }
  int scale_of(int component) {
    const int dt = folded_.dt();
    return model_.components[static_cast<std::size_t>(component)].order == 2
               ? folded_.multiply(dt, dt)
               : dt;
  }
  int part_of_dt(double numerator, double denominator) {
    const int part = folded_.divide(folded_.number(numerator), folded_.number(denominator));
    return folded_.multiply(folded_.dt(), part);
  }

  void add_euler() {
    add_algebraic(own_planes(), 0.0);
    Builder step = builder(own_planes(), 0.0);
    for (const int c : evolving_) step.add_step(c, c, c, scale_of(c));
    program_.steps.push_back(step.finish());
  }

  /// s = u + dt/2·f(u);  u = u + dt·f(s)
  void add_midpoint() {
    const Names stage = add_planes(" stage");
    add_algebraic(own_planes(), 0.0);
    Builder first = builder(own_planes(), 0.0);
    for (const int c : evolving_) {
      first.add_terms({first.term(first.centre(c), folded_.one()),
                       first.term(first.rate_of(c), part_of_dt(1.0, 2.0))},
                      at(stage, c), c);
    }
    program_.steps.push_back(first.finish());
    add_algebraic(read_planes(stage), 0.5);
    Builder second = builder(read_planes(stage), 0.5);
    for (const int c : evolving_) {
      second.add_terms({second.term(second.centre(c), folded_.one()),
                        second.term(second.rate_of(c), folded_.dt())},
                       c, c);
    }
    program_.steps.push_back(second.finish());
  }

  /// s = u + dt·f(u);  u = (u + s)/2 + dt/2·f(s)
  void add_heun() {
    const Names stage = add_planes(" stage");
    add_algebraic(own_planes(), 0.0);
    Builder first = builder(own_planes(), 0.0);
    for (const int c : evolving_) {
      const int rate = first.rate_of(c);
      first.add_terms({first.term(first.centre(c), folded_.one()), first.term(rate, folded_.dt())},
                      at(stage, c), c);
    }
    program_.steps.push_back(first.finish());
    add_algebraic(read_planes(stage), 1.0);
    Builder second = builder(read_planes(stage), 1.0);
    const int half = folded_.number(0.5);
    for (const int c : evolving_) {
      const int rate = second.rate_of(c);
      const int both = second.binary(Op::add, second.centre(c), second.centre(at(stage, c)));
      second.add_terms({second.term(both, half), second.term(rate, part_of_dt(1.0, 2.0))}, c, c);
    }
    program_.steps.push_back(second.finish());
  }

  /// The classical four stages; `total` adds them up.
  void add_rk4() {
    const Names stage = add_planes(" stage");
    const Names total = add_planes(" total");
    struct Stage {
      double time;
      int next;    ///< part of dt that leads to the next stage
      int weight;  ///< part of dt in the total
    };
    const int half = part_of_dt(1.0, 2.0);
    const int sixth = part_of_dt(1.0, 6.0);
    const int third = part_of_dt(1.0, 3.0);
    const Stage stages[] = {
        {0.0, half, sixth}, {0.5, half, third}, {0.5, folded_.dt(), third}, {1.0, kNone, sixth}};
    for (int i = 0; i < 4; ++i) {
      const Stage& now = stages[i];
      const Names planes = i == 0 ? own_planes() : read_planes(stage);
      add_algebraic(planes, now.time);
      Builder step = builder(planes, now.time);
      for (const int c : evolving_) {
        const int rate = step.rate_of(c);
        const int before = step.centre(i == 0 ? c : at(total, c));
        step.add_terms({step.term(before, folded_.one()), step.term(rate, now.weight)},
                       i == 3 ? c : at(total, c), c);
        if (i == 3) continue;
        step.add_terms({step.term(step.centre(c), folded_.one()), step.term(rate, now.next)},
                       at(stage, c), c);
      }
      program_.steps.push_back(step.finish());
    }
  }

  /// u = u + dt·(f + (f − f before)/2); the rates f are kept as components, since they are state.
  void add_ab2() {
    Names rates(model_.components.size(), kNone);
    for (const int c : evolving_) {
      const int plane = static_cast<int>(program_.planes.size());
      program_.planes.push_back(
          {model_.components[static_cast<std::size_t>(c)].name + "'", plane, plane});
      rates[static_cast<std::size_t>(c)] = plane;
    }
    add_algebraic(own_planes(), 0.0);
    Builder step = builder(own_planes(), 0.0);
    const int weight = step.uniform(Uniform::Kind::second_weight);
    for (const int c : evolving_) {
      const int rate = step.rate_of(c);
      const int change = step.binary(Op::subtract, rate, step.centre(at(rates, c)));
      const int mean =
          step.value_of({step.term(step.binary(Op::multiply, weight, change), folded_.one()),
                         step.term(rate, folded_.one())});
      step.add_terms({step.term(step.centre(c), folded_.one()), step.term(mean, folded_.dt())}, c,
                     c);
      step.add_terms({step.term(rate, folded_.one())}, at(rates, c), at(rates, c));
    }
    program_.steps.push_back(step.finish());
  }
  static int at(const Names& planes, int component) {
    return planes[static_cast<std::size_t>(component)];
  }

  void add_conditions() {
    for (const Boundary& boundary : model_.boundaries) {
      Builder step = builder(own_planes(), 0.0);
      Terms terms = step.terms_of_expression(boundary.expression);
      if (boundary.is_slope) terms = step.scaled(std::move(terms), folded_.dx());
      step.add_terms(std::move(terms), boundary.component, boundary.component);
      program_.sides.push_back(
          {boundary.side, boundary.is_slope, boundary.component, step.finish()});
    }
    const auto start_of = [&](int expression, int scale) {
      if (expression == kNone) return SubStep{};
      Builder step = builder(own_planes(), 0.0);
      step.add_terms(step.scaled(step.terms_of_expression(expression), scale), 0, 0);
      return step.finish();
    };
    for (const Component& component : model_.components) {
      program_.initial.push_back(start_of(component.initial, folded_.one()));
      program_.initial_rate.push_back(start_of(component.initial_rate, folded_.dt()));
    }
    program_.inside = start_of(model_.inside, folded_.one());
    program_.shown = start_of(model_.document.shown, folded_.one());
  }

  const Model& model_;
  Program program_;
  FoldedExpressions folded_;
  std::vector<int> evolving_;
};

}  // namespace

Program program_of(const Model& model, std::vector<Problem>& problems) {
  try {
    return Lowering(model).lower();
  } catch (const NotLowered& not_lowered) {
    problems.push_back(not_lowered.problem);
    return {};
  }
}

}  // namespace heatwave::field::formula
