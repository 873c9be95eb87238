// Programs are traced here.
#include "kernels/field/formula/jit/row_trace.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "kernels/field/cells.h"
#include "kernels/field/neighbours.h"

namespace heatwave::field::formula {
namespace {

/// A value of a trace, or a literal that no trace has yet.
struct Traced {
  RowTrace* trace = nullptr;
  int node = kNone;
  std::uint32_t literal = 0;
};

RowTrace& trace_of(const Traced& a, const Traced& b = {}, const Traced& c = {},
                   const Traced& d = {}) {
  return *(a.trace != nullptr   ? a.trace
           : b.trace != nullptr ? b.trace
           : c.trace != nullptr ? c.trace
                                : d.trace);
}
int node_of(RowTrace& trace, const Traced& value) {
  if (value.trace != nullptr) return value.node;
  return trace.add({.op = TraceOp::literal, .a = static_cast<int>(value.literal)});
}
Traced traced(TraceOp op, const Traced& a, const Traced& b) {
  RowTrace& trace = trace_of(a, b);
  return {&trace, trace.add({.op = op, .a = node_of(trace, a), .b = node_of(trace, b)})};
}
Traced traced(TraceOp op, const Traced& a, int number = kNone) {
  return {a.trace, a.trace->add({.op = op, .a = a.node, .b = number})};
}

/// The bits of a traced value, as functions.h computes with them.
struct TracedBits : Traced {
  TracedBits() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): functions compute with numbers, too
  TracedBits(std::uint32_t bits) : Traced{.literal = bits} {}
  explicit TracedBits(const Traced& value) : Traced(value) {}

  friend TracedBits operator&(TracedBits a, TracedBits b) {
    return TracedBits(traced(TraceOp::bit_and, a, b));
  }
  friend TracedBits operator|(TracedBits a, TracedBits b) {
    if (a.trace == nullptr && b.trace == nullptr) return {a.literal | b.literal};
    return TracedBits(traced(TraceOp::bit_or, a, b));
  }
  friend TracedBits operator^(TracedBits a, TracedBits b) {
    return TracedBits(traced(TraceOp::bit_xor, a, b));
  }
  friend TracedBits operator+(TracedBits a, TracedBits b) {
    return TracedBits(traced(TraceOp::add_bits, a, b));
  }
  friend TracedBits operator-(TracedBits a, TracedBits b) {
    return TracedBits(traced(TraceOp::subtract_bits, a, b));
  }
  friend TracedBits operator<<(TracedBits a, std::uint32_t places) {
    return TracedBits(traced(TraceOp::shift_left, a, static_cast<int>(places)));
  }
  friend TracedBits operator>>(TracedBits a, std::uint32_t places) {
    return TracedBits(traced(TraceOp::shift_right, a, static_cast<int>(places)));
  }
  TracedBits& operator^=(TracedBits b) { return *this = *this ^ b; }
  TracedBits& operator*=(TracedBits b) {
    return *this = TracedBits(traced(TraceOp::multiply_bits, *this, b));
  }
};

struct TracedComparison {
  TraceOp choice = TraceOp::choose_less;
  Traced a;
  Traced b;
};

/// A float of each cell, as functions.h computes with them.
struct TracedReal : Traced {
  TracedReal() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): formulas contain numbers
  TracedReal(float value) : Traced{.literal = std::bit_cast<std::uint32_t>(value)} {}
  explicit TracedReal(const Traced& value) : Traced(value) {}

  friend TracedReal operator-(TracedReal a) {
    if (a.trace == nullptr) return TracedReal(Traced{.literal = a.literal ^ 0x80000000U});
    return TracedReal(traced(TraceOp::negate, a));
  }
  friend TracedReal operator+(TracedReal a, TracedReal b) {
    return TracedReal(traced(TraceOp::add, a, b));
  }
  friend TracedReal operator-(TracedReal a, TracedReal b) {
    return TracedReal(traced(TraceOp::subtract, a, b));
  }
  friend TracedReal operator*(TracedReal a, TracedReal b) {
    return TracedReal(traced(TraceOp::multiply, a, b));
  }
  friend TracedReal operator/(TracedReal a, TracedReal b) {
    return TracedReal(traced(TraceOp::divide, a, b));
  }
  friend TracedComparison operator<(TracedReal a, TracedReal b) {
    return {TraceOp::choose_less, a, b};
  }
  friend TracedComparison operator>(TracedReal a, TracedReal b) {
    return {TraceOp::choose_greater, a, b};
  }
  friend TracedComparison operator<=(TracedReal a, TracedReal b) {
    return {TraceOp::choose_less_equal, a, b};
  }
  friend TracedComparison operator==(TracedReal a, TracedReal b) {
    return {TraceOp::choose_equal, a, b};
  }
  friend TracedReal choose_lanes(const TracedComparison& where, TracedReal a, TracedReal b) {
    RowTrace& trace = trace_of(where.a, where.b, a, b);
    return TracedReal(Traced{&trace, trace.add({.op = where.choice,
                                                .a = node_of(trace, where.a),
                                                .b = node_of(trace, where.b),
                                                .c = node_of(trace, a),
                                                .d = node_of(trace, b)})});
  }
  friend TracedReal square_root_of_lanes(TracedReal a) {
    return TracedReal(traced(TraceOp::square_root, a));
  }
  friend TracedReal fma_of_lanes(TracedReal a, TracedReal b, TracedReal c) {
    RowTrace& trace = trace_of(a, b, c);
    return TracedReal(Traced{&trace, trace.add({.op = TraceOp::fma,
                                                .a = node_of(trace, a),
                                                .b = node_of(trace, b),
                                                .c = node_of(trace, c)})});
  }
};

}  // namespace

template <>
struct BitsOf<TracedReal> {
  using Bits = TracedBits;
  static Bits of(const TracedReal& x) { return Bits(static_cast<const Traced&>(x)); }
  static TracedReal real(const Bits& bits) { return TracedReal(static_cast<const Traced&>(bits)); }
  static TracedComparison has(const Bits& bits, const Bits& wanted) {
    return {TraceOp::choose_bits, bits, wanted};
  }
};

namespace {

/// Large angles are reduced lane by lane, which is rare.
Angle<TracedReal> reduced(TracedReal x) {
  const Angle<TracedReal> angle = reduced_small(x);
  RowTrace& trace = *x.trace;
  const auto unless_large = [&](TraceOp op, const Traced& value) {
    return Traced{&trace, trace.add({.op = op,
                                     .a = x.node,
                                     .b = value.node,
                                     .c = node_of(trace, TracedBits(0x7FFFFFFFU)),
                                     .d = node_of(trace, TracedReal(kLargeAngle))})};
  };
  return {TracedReal(unless_large(TraceOp::large_rest, angle.rest)),
          TracedBits(unless_large(TraceOp::large_quarters, angle.quarters))};
}

/// The keys of a stream of noise.
struct TracedKey {
  TracedBits first;
  TracedBits second;
};

template <std::size_t... kOps>
TracedReal computed(Op op, TracedReal a, TracedReal b, TracedReal c,
                    std::index_sequence<kOps...> /*ops*/) {
  TracedReal result;
  const auto try_one = [&]<Op kOp>() {
    if (op != kOp) return;
    constexpr int kOperands = kOperandsOf[static_cast<std::size_t>(kOp) - kFirstOperation];
    if constexpr (kOperands == 1) result = unary<kOp>(a);
    if constexpr (kOperands == 2) result = binary<kOp>(a, b);
    if constexpr (kOperands == 3) result = ternary<kOp>(a, b, c);
  };
  (try_one.template operator()<static_cast<Op>(kFirstOperation + kOps)>(), ...);
  return result;
}

/// Traces one row of a group.
class RowTracer {
 public:
  RowTracer(const SubStep& step, const ScalarPlaces& places, RowKind kind, int row, RowTrace& trace)
      : step_(step),
        places_(places),
        kind_(kind),
        row_(row),
        trace_(trace),
        values_(step.values.size()) {}

  void trace_row() {
    std::vector<TracedReal> results;
    for (const Output& output : step_.outputs) {
      TracedReal result = value(output.value);
      if (kind_.has_fixed) {
        result = choose_lanes(has_flag(kHeld | kWall), cells(output.fixed_plane), result);
      }
      results.push_back(result);
    }
    for (std::size_t o = 0; o < results.size(); ++o) {
      trace_.add(
          {.op = TraceOp::store, .a = step_.outputs[o].plane, .b = row_, .c = results[o].node});
    }
  }

 private:
  [[nodiscard]] Traced leaf(TraceOp op, int a = kNone, int b = kNone, int c = kNone) {
    return {&trace_, trace_.add({.op = op, .a = a, .b = b, .c = c})};
  }
  [[nodiscard]] TracedReal scalar(int index) { return TracedReal(leaf(TraceOp::scalar, index)); }
  [[nodiscard]] TracedReal cells(int plane, int dx = 0, int dy = 0) {
    return TracedReal(leaf(TraceOp::cells, plane, row_ + dy, dx));
  }
  [[nodiscard]] TracedComparison has_flag(unsigned flags) {
    return {TraceOp::choose_bits, leaf(TraceOp::flags, kNone, row_), TracedBits(flags)};
  }
  /// Returns a neighbour as the cell sees it.
  [[nodiscard]] TracedReal neighbour(int plane, int dx, int dy, CellFlag missing) {
    const TracedReal value = cells(plane, dx, dy);
    return kind_.has_missing ? choose_lanes(has_flag(missing), cells(plane), value) : value;
  }

  TracedReal value(int index) {
    TracedReal& known = values_[static_cast<std::size_t>(index)];
    if (known.trace == nullptr)
      known = computed_value(step_.values[static_cast<std::size_t>(index)]);
    return known;
  }
  /// Without media, m is 1: a product with it is the other factor.
  [[nodiscard]] bool is_one(int index) const {
    return !kind_.has_medium && step_.values[static_cast<std::size_t>(index)].op == Op::medium;
  }

  TracedReal computed_value(const Value& value_of) {
    const auto [op, a, b, c] = value_of;
    switch (op) {
      case Op::constant:
        return scalar(a);
      case Op::uniform:
        return scalar(places_.uniform(a));
      case Op::centre:
        return cells(a);
      case Op::west:
        return neighbour(a, -1, 0, kNoWest);
      case Op::east:
        return neighbour(a, 1, 0, kNoEast);
      case Op::north:
        return neighbour(a, 0, -1, kNoNorth);
      case Op::south:
        return neighbour(a, 0, 1, kNoSouth);
      case Op::older:
        return TracedReal(leaf(TraceOp::older, a, row_));
      case Op::laplacian:
        return field::laplacian(NeighboursOf<TracedReal>{
            cells(a), neighbour(a, -1, 0, kNoWest), neighbour(a, 1, 0, kNoEast),
            neighbour(a, 0, -1, kNoNorth), neighbour(a, 0, 1, kNoSouth)});
      case Op::noise:
      case Op::normal: {
        const auto& streams = places_.streams;
        const auto stream =
            static_cast<int>(std::find(streams.begin(), streams.end(), a) - streams.begin());
        const TracedKey key{TracedBits(scalar(places_.key(stream))),
                            TracedBits(scalar(places_.key(stream) + 1))};
        const TracedBits cell =
            TracedBits(leaf(TraceOp::column_index)) + TracedBits(scalar(places_.first_cell(row_)));
        return op == Op::noise ? noise<TracedReal>(key, cell) : normal_noise<TracedReal>(key, cell);
      }
      case Op::medium:
        if (kind_.has_medium) return TracedReal(leaf(TraceOp::medium, kNone, row_));
        return TracedReal(leaf(TraceOp::literal, std::bit_cast<int>(1.0F)));
      case Op::column:
        return TracedReal(leaf(TraceOp::column));
      case Op::row:
        return scalar(places_.row(row_));
      case Op::multiply:
        if (is_one(a)) return value(b);
        if (is_one(b)) return value(a);
        break;
      default:
        break;
    }
    const int operands = operand_count(op);
    const TracedReal x = value(a);
    const TracedReal y = operands > 1 ? value(b) : TracedReal();
    const TracedReal z = operands > 2 ? value(c) : TracedReal();
    return computed(op, x, y, z, std::make_index_sequence<std::size(kOperandsOf)>{});
  }

  const SubStep& step_;
  const ScalarPlaces& places_;
  RowKind kind_;
  int row_;
  RowTrace& trace_;
  std::vector<TracedReal> values_;  ///< a value without a trace has not been traced yet
};

}  // namespace

unsigned values_among(TraceOp op) {
  switch (op) {
    case TraceOp::literal:
    case TraceOp::scalar:
    case TraceOp::cells:
    case TraceOp::medium:
    case TraceOp::column:
    case TraceOp::older:
    case TraceOp::flags:
    case TraceOp::column_index:
      return 0U;
    case TraceOp::square_root:
    case TraceOp::negate:
    case TraceOp::shift_left:
    case TraceOp::shift_right:
      return 1U;
    case TraceOp::add:
    case TraceOp::subtract:
    case TraceOp::multiply:
    case TraceOp::divide:
    case TraceOp::minimum:
    case TraceOp::maximum:
    case TraceOp::bit_and:
    case TraceOp::bit_or:
    case TraceOp::bit_xor:
    case TraceOp::add_bits:
    case TraceOp::subtract_bits:
    case TraceOp::multiply_bits:
      return 3U;
    case TraceOp::fma:
    case TraceOp::fnma:
    case TraceOp::fms:
    case TraceOp::fnms:
      return 7U;
    case TraceOp::choose_less:
    case TraceOp::choose_greater:
    case TraceOp::choose_less_equal:
    case TraceOp::choose_equal:
    case TraceOp::choose_bits:
    case TraceOp::large_rest:
    case TraceOp::large_quarters:
      return 15U;
    case TraceOp::store:
      return 4U;
  }
  return 0U;
}

std::size_t RowTrace::Hash::operator()(const TraceNode& node) const {
  std::uint64_t hash = static_cast<std::uint64_t>(node.op);
  for (const int part : {node.a, node.b, node.c, node.d}) {
    hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  }
  return static_cast<std::size_t>(hash);
}

int RowTrace::add(const TraceNode& wanted) {
  TraceNode node = wanted;
  const auto of = [&](int index) -> const TraceNode& {
    return nodes_[static_cast<std::size_t>(index)];
  };
  if (node.op == TraceOp::choose_less && node.a == node.c && node.b == node.d) {
    node = {.op = TraceOp::minimum, .a = node.a, .b = node.b};
  } else if (node.op == TraceOp::choose_greater && node.a == node.c && node.b == node.d) {
    node = {.op = TraceOp::maximum, .a = node.a, .b = node.b};
  } else if (node.op == TraceOp::choose_less && node.a == node.d && node.b == node.c) {
    node = {.op = TraceOp::maximum, .a = node.b, .b = node.a};
  } else if (node.op == TraceOp::choose_greater && node.a == node.d && node.b == node.c) {
    node = {.op = TraceOp::minimum, .a = node.b, .b = node.a};
  } else if (node.op == TraceOp::fma) {
    const bool is_product_negated = of(node.a).op == TraceOp::negate;
    const bool is_sum_negated = of(node.c).op == TraceOp::negate;
    if (is_product_negated) node.a = of(node.a).a;
    if (is_sum_negated) node.c = of(node.c).a;
    node.op = is_product_negated ? (is_sum_negated ? TraceOp::fnms : TraceOp::fnma)
                                 : (is_sum_negated ? TraceOp::fms : TraceOp::fma);
  }
  const auto [found, is_new] = known_.try_emplace(node, static_cast<int>(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return found->second;
}

void RowTrace::drop_unneeded() {
  std::vector<bool> needed(nodes_.size(), false);
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    if (nodes_[i].op == TraceOp::store) needed[i] = true;
    if (!needed[i]) continue;
    for_values(nodes_[i], [&](int& value) { needed[static_cast<std::size_t>(value)] = true; });
  }
  std::vector<int> place(nodes_.size(), kNone);
  std::vector<TraceNode> left;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!needed[i]) continue;
    place[i] = static_cast<int>(left.size());
    for_values(nodes_[i], [&](int& value) { value = place[static_cast<std::size_t>(value)]; });
    left.push_back(nodes_[i]);
  }
  nodes_ = std::move(left);
  known_.clear();
}

RowTrace::RowTrace(const SubStep& step, const ScalarPlaces& places, RowKind kind) {
  for (int row = 0; row < kind.rows; ++row) RowTracer(step, places, kind, row, *this).trace_row();
  drop_unneeded();
}

}  // namespace heatwave::field::formula
