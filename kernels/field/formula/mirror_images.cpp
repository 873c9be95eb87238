// A sub-step is numbered twice: as it is, and with the two neighbours exchanged. Values get equal
// numbers if their operations are equal but for the order of operands that may change places, and
// for signs that an operation passes on.
#include "kernels/field/formula/mirror_images.h"

#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace heatwave::field::formula {
namespace {

/// A value by its number, or its negative.
struct Signed {
  int number = 0;
  bool is_negative = false;

  Signed operator-() const { return {number, !is_negative}; }
  Signed negated_if(bool negates) const { return {number, is_negative != negates}; }
  friend bool operator==(const Signed&, const Signed&) = default;
  friend bool operator<(const Signed& a, const Signed& b) {
    return std::pair(a.number, a.is_negative) < std::pair(b.number, b.is_negative);
  }
};

class Numbering {
 public:
  /// Returns the numbers of a sub-step's values. `mirrors`: the neighbours along the axis change
  /// places.
  std::vector<Signed> numbers_of(const SubStep& step, Axis axis, bool mirrors) {
    std::vector<Signed> numbers;
    for (const Value& value : step.values) {
      const auto at = [&](int operand) {
        return operand_count(value.op) == 0 ? Signed{} : numbers[static_cast<std::size_t>(operand)];
      };
      const int count = operand_count(value.op);
      if (count == 0) {
        numbers.push_back(number_of({mirrors ? mirrored(value.op, axis) : value.op, {{value.a}}}));
      } else {
        numbers.push_back(operation(value.op, at(value.a), count > 1 ? at(value.b) : Signed{},
                                    count > 2 ? at(value.c) : Signed{}));
      }
    }
    return numbers;
  }

 private:
  using Key = std::pair<Op, std::array<Signed, 3>>;

  static Op mirrored(Op op, Axis axis) {
    if (axis == Axis::x && op == Op::west) return Op::east;
    if (axis == Axis::x && op == Op::east) return Op::west;
    if (axis == Axis::y && op == Op::north) return Op::south;
    if (axis == Axis::y && op == Op::south) return Op::north;
    return op;
  }

  Signed number_of(const Key& key) {
    return {known_.emplace(key, static_cast<int>(known_.size())).first->second, false};
  }

  Signed fused(Signed a, Signed b, Signed c) {
    const bool is_negative = a.is_negative != b.is_negative;
    a.is_negative = b.is_negative = false;
    if (b < a) std::swap(a, b);
    const bool negates = c.is_negative;
    return number_of({Op::fma, {a.negated_if(is_negative != negates), b, c.negated_if(negates)}})
        .negated_if(negates);
  }
  Signed added(Signed a, Signed b) {
    if (b < a) std::swap(a, b);
    const bool negates = a.is_negative;
    return number_of({Op::add, {a.negated_if(negates), b.negated_if(negates)}}).negated_if(negates);
  }
  Signed product(Op op, Signed a, Signed b) {
    const bool negates = a.is_negative != b.is_negative;
    a.is_negative = b.is_negative = false;
    if (op == Op::multiply && b < a) std::swap(a, b);
    return number_of({op, {a, b}}).negated_if(negates);
  }

  Signed operation(Op op, Signed a, Signed b, Signed c) {
    switch (op) {
      case Op::negate:
        return -a;
      case Op::add:
        return added(a, b);
      case Op::subtract:
        return added(a, -b);
      case Op::multiply:
      case Op::divide:
        return product(op, a, b);
      case Op::fma:
        return fused(a, b, c);
      case Op::fnma:
        return fused(-a, b, c);
      case Op::fms:
        return fused(a, b, -c);
      case Op::absolute:
        a.is_negative = false;
        return number_of({op, {a}});
      default:
        return number_of({op, {a, b, c}});
    }
  }

  std::map<Key, int> known_;
};

}  // namespace

bool keeps_mirror_images(const Program& program, Axis axis) {
  for (const SubStep& step : program.steps) {
    Numbering numbering;
    const std::vector<Signed> as_is = numbering.numbers_of(step, axis, false);
    const std::vector<Signed> mirrored = numbering.numbers_of(step, axis, true);
    for (const Output& output : step.outputs) {
      const auto value = static_cast<std::size_t>(output.value);
      if (as_is[value] != mirrored[value]) return false;
    }
  }
  return true;
}

}  // namespace heatwave::field::formula
