// Each graph node is written once, before the first operation that uses it.
#include "kernels/field/formula/operation_writer.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace heatwave::field::formula {
namespace {

class OperationWriter {
 public:
  OperationWriter(const Graph& graph, FoldedExpressions& folded, SubStep& step)
      : graph_(graph),
        folded_(folded),
        step_(step),
        uses_(graph.size()),
        is_counted_(graph.size()),
        written_(graph.size(), kNone) {}

  void write(const std::vector<PlaneSum>& sums) {
    for (const PlaneSum& each : sums) count_uses(each.sum);
    for (const PlaneSum& each : sums) {
      Output output{.plane = each.plane, .fixed_plane = each.fixed_plane};
      output.value = write_step(each.sum, output.speed_squared);
      step_.outputs.push_back(output);
    }
    remove_unused();
  }

 private:
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
    const GraphNode& node = graph_.node(value);
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
    const GraphNode node = graph_.node(index);
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
    const GraphNode& node = graph_.node(value);
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
    const GraphNode product = graph_.node(term.value);
    const int a = write(product.a);
    return emit_product(a, write(product.b), is_negative, sum);
  }

  /// Writes a sum after `sum`. Its plain terms come first, beginning with one that is not negative.
  int write_sum(const Terms& terms, int sum) {
    const auto late = [&](const Term& term) {
      return term.value != kNone && graph_.is_spatial(term.value);
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
      return is_plain(term) && (term.value == kNone || !graph_.is_spatial(term.value));
    });
    if (own.empty() || !has_plain) {
      int sum = centre;
      for (const Term& term : own) sum = add_term(term, sum);
      return write_sum(others, sum);
    }
    Terms plain;
    Terms products;
    for (const Term& term : others) {
      const bool goes_first =
          is_plain(term) && (term.value == kNone || !graph_.is_spatial(term.value));
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

  const Graph& graph_;
  FoldedExpressions& folded_;
  SubStep& step_;
  std::vector<int> uses_;  ///< how many terms and operations use each node
  std::vector<bool> is_counted_;
  std::vector<int> written_;  ///< the value of each node; kNone: not yet written
  std::map<std::tuple<Op, int, int, int>, int> emitted_;
};

}  // namespace

void write_operations(const Graph& graph, FoldedExpressions& folded,
                      const std::vector<PlaneSum>& sums, SubStep& step) {
  OperationWriter(graph, folded, step).write(sums);
}

}  // namespace heatwave::field::formula
