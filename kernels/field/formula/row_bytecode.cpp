// Sub-steps become bytecode here: values get slots; a Laplacian is joined with its product, and an
// operation with the only one that uses its result.
#include "kernels/field/formula/row_bytecode.h"

#include <algorithm>
#include <array>
#include <map>

namespace heatwave::field::formula {

const BlockKernels& block_kernels(core::SimdLevel level) {
#if HEATWAVE_HAS_LEVELS
  if (level == core::SimdLevel::avx512) return avx512_block_kernels();
  if (level == core::SimdLevel::avx2) return avx2_block_kernels();
#else
  (void)level;
#endif
  return basic_block_kernels();
}

class BytecodeBuilder {
 public:
  BytecodeBuilder(const Program& program, const SubStep& step, bool has_media,
                  core::SimdLevel level, Bytecode& code)
      : step_(step), kernels_(block_kernels(level)), code_(code), values_(step.values) {
    code.planes_ = program.planes.size();
    code.outputs_ = step.outputs.size();
    code.constants_ = program.constants.size();
    code.uniforms_ = program.uniforms.size();
    code.neighbours_.assign(code.planes_, false);
    code.planes_read_.assign(code.planes_, false);
    operands_.resize(values_.size());
    if (!has_media) drop_media();
  }

  void build() {
    find_uses();
    for (std::size_t i = 0; i < values_.size(); ++i) {
      now_ = i;
      if (last_use_[i] != kUnused && outer_of_[i] == kUnused) place(i);
    }
    now_ = values_.size();
    for (std::size_t o = 0; o < step_.outputs.size(); ++o) {
      const Output& output = step_.outputs[o];
      copy_to(code_.output_slot(o), output.value);
      if (output.speed_squared != kNone) copy_to(code_.speed_slot(o), output.speed_squared);
    }
    constexpr int kTemporaryBytes = 24 * 1024;  // they stay in the L1 cache
    const int each = kTemporaryBytes /
                     static_cast<int>(sizeof(float) * std::max<std::size_t>(1, code_.temporaries_));
    code_.block_cells_ = std::clamp(each / 64 * 64, 128, kMostBlockCells);
  }

 private:
  static constexpr std::size_t kUnused = static_cast<std::size_t>(-1);

  /// The place of a value: a slot or a scalar.
  struct Operand {
    std::uint16_t index = 0;
    bool is_scalar = false;
  };

  /// Without media, m is 1: a product with it is the other factor.
  void drop_media() {
    std::vector<int> same(values_.size());
    for (std::size_t i = 0; i < values_.size(); ++i) {
      same[i] = static_cast<int>(i);
      Value& value = values_[i];
      for_operands(value, [&](int& operand) { operand = same[static_cast<std::size_t>(operand)]; });
      if (value.op != Op::multiply) continue;
      if (is(value.a, Op::medium)) {
        same[i] = value.b;
      } else if (is(value.b, Op::medium)) {
        same[i] = value.a;
      }
    }
    renamed_ = std::move(same);
    is_medium_one_ = true;
  }
  [[nodiscard]] bool is(int value, Op op) const {
    return values_[static_cast<std::size_t>(value)].op == op;
  }
  [[nodiscard]] int renamed(int value) const {
    return renamed_.empty() ? value : renamed_[static_cast<std::size_t>(value)];
  }

  /// Finds which values are needed, how often and where last, and which operations are joined.
  void find_uses() {
    count_uses();
    join_laplacians();
    join_pairs();
    last_use_.assign(values_.size(), kUnused);
    last_older_.assign(code_.planes_, 0);
    const auto use = [&](int value, std::size_t where) {
      std::size_t& last = last_use_[static_cast<std::size_t>(value)];
      if (last == kUnused || last < where) last = where;
    };
    for_results([&](int value) { use(value, values_.size()); });
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (uses_[i] == 0) continue;
      const std::size_t when = outer_of_[i] == kUnused ? i : outer_of_[i];
      for_operands(values_[i], [&](int& operand) {
        use(operand, when);
        const Value& value = values_[static_cast<std::size_t>(operand)];
        if (value.op == Op::older) {
          std::size_t& last = last_older_[static_cast<std::size_t>(value.a)];
          last = std::max(last, when);
        }
      });
    }
    for (const Output& output : step_.outputs) {
      // An output that is an older value itself is copied at the end.
      const Value& value = values_[static_cast<std::size_t>(renamed(output.value))];
      if (value.op == Op::older) last_older_[static_cast<std::size_t>(value.a)] = values_.size();
    }
  }
  /// Calls `visit` with each value that is a result of the sub-step.
  template <typename Visit>
  void for_results(Visit visit) const {
    for (const Output& output : step_.outputs) {
      visit(renamed(output.value));
      if (output.speed_squared != kNone) visit(renamed(output.speed_squared));
    }
  }
  void count_uses() {
    uses_.assign(values_.size(), 0);
    const auto use = [&](int value) { ++uses_[static_cast<std::size_t>(value)]; };
    for_results(use);
    for (std::size_t i = values_.size(); i-- > 0;) {
      if (uses_[i] > 0) for_operands(values_[i], [&](int& operand) { use(operand); });
    }
  }
  void join_laplacians() {
    is_joined_.assign(values_.size(), false);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const Value& value = values_[i];
      if (uses_[i] == 0 || (value.op != Op::fma && value.op != Op::multiply)) continue;
      if (is(value.b, Op::laplacian) && uses_[static_cast<std::size_t>(value.b)] == 1) {
        is_joined_[static_cast<std::size_t>(value.b)] = true;
      }
    }
  }
  /// Joins operations with the only ones that use their results, from the last one on.
  void join_pairs() {
    outer_of_.assign(values_.size(), kUnused);
    inner_of_.assign(values_.size(), kUnused);
    for (std::size_t i = values_.size(); i-- > 0;) {
      if (uses_[i] == 0 || outer_of_[i] != kUnused || !is_operation(i)) continue;
      int place = 0;
      for_operands(values_[i], [&](int& operand) {
        const auto inner = static_cast<std::size_t>(operand);
        if (inner_of_[i] == kUnused && uses_[inner] == 1 && is_operation(inner) &&
            kernels_.find_pair(kinds_of(i, place), place, kinds_of(inner)) != nullptr) {
          inner_of_[i] = inner;
          outer_of_[inner] = i;
          place_of_inner_[i] = place;
        }
        ++place;
      });
    }
  }
  [[nodiscard]] bool is_operation(std::size_t value) const {
    return values_[value].op >= Op::negate;
  }
  /// Returns an operation as its kernel sees it. The kind of operand `unknown` does not count.
  [[nodiscard]] OperandKinds kinds_of(std::size_t i, int unknown = kNone) const {
    Value value = values_[i];
    OperandKinds kinds{.op = static_cast<std::uint8_t>(value.op)};
    const bool may_join = value.op == Op::fma || value.op == Op::multiply;
    if (may_join && is_joined_[static_cast<std::size_t>(value.b)]) {
      kinds.op = static_cast<std::uint8_t>(value.op == Op::fma ? BlockOp::laplacian_fma
                                                               : BlockOp::laplacian_product);
    }
    int place = 0;
    for_operands(value, [&](int& operand) {
      if (place != unknown && is_scalar(operand)) kinds.scalars |= 1U << unsigned(place);
      ++place;
    });
    return kinds;
  }
  [[nodiscard]] bool is_scalar(int value) const {
    const Op op = values_[static_cast<std::size_t>(value)].op;
    return op == Op::constant || op == Op::uniform || op == Op::row ||
           (op == Op::medium && is_medium_one_);
  }

  static std::uint16_t slot(std::size_t index) { return static_cast<std::uint16_t>(index); }
  [[nodiscard]] Operand scalar(std::size_t index) const { return {slot(index), true}; }
  [[nodiscard]] Operand plane_slot(int plane, PlaneSlot which) {
    const auto index = static_cast<std::size_t>(plane);
    code_.planes_read_[index] = true;
    if (which != kCentre && which != kOlder) code_.neighbours_[index] = true;
    return {slot(index * kPlaneSlots + which), false};
  }

  void place(std::size_t i) {
    const Value& value = values_[i];
    switch (value.op) {
      case Op::constant:
        operands_[i] = scalar(static_cast<std::size_t>(value.a));
        return;
      case Op::uniform:
        operands_[i] = scalar(code_.uniform_scalar(static_cast<std::size_t>(value.a)));
        return;
      case Op::row:
        code_.depends_on_place_ = true;
        operands_[i] = scalar(code_.row_scalar());
        return;
      case Op::centre:
        operands_[i] = plane_slot(value.a, kCentre);
        return;
      case Op::west:
        operands_[i] = plane_slot(value.a, kWest);
        return;
      case Op::east:
        operands_[i] = plane_slot(value.a, kEast);
        return;
      case Op::north:
        operands_[i] = plane_slot(value.a, kNorth);
        return;
      case Op::south:
        operands_[i] = plane_slot(value.a, kSouth);
        return;
      case Op::older:
        operands_[i] = plane_slot(value.a, kOlder);
        return;
      case Op::column:
        code_.depends_on_place_ = true;
        operands_[i] = {slot(code_.column_slot()), false};
        return;
      case Op::medium:
        operands_[i] = is_medium_one_ ? scalar(code_.row_scalar() + 1)
                                      : Operand{slot(code_.medium_slot()), false};
        return;
      case Op::laplacian:
        // All five values of the plane lie in slots one after the other.
        operands_[i] = plane_slot(value.a, kNorth);
        operands_[i].index = slot(static_cast<std::size_t>(value.a) * kPlaneSlots);
        if (!is_joined_[i]) {
          add(i,
              Instruction{.kernel = kernels_.find({static_cast<std::uint8_t>(BlockOp::laplacian)}),
                          .a = operands_[i].index});
        }
        return;
      case Op::noise:
      case Op::normal: {
        code_.depends_on_place_ = true;
        auto& streams = code_.streams_;
        const auto found = std::find(streams.begin(), streams.end(), value.a);
        const auto index = static_cast<std::size_t>(found - streams.begin());
        if (found == streams.end()) streams.push_back(value.a);
        const BlockOp op = value.op == Op::noise ? BlockOp::noise : BlockOp::normal;
        add(i, Instruction{.kernel = kernels_.find({static_cast<std::uint8_t>(op)}),
                           .a = slot(index)});
        return;
      }
      default:
        break;
    }
    add(i, kinds_of(i));
  }

  /// Adds the instruction of an operation, and of the one that is joined with it.
  void add(std::size_t i, OperandKinds kinds) {
    Instruction instruction;
    set_operands(i, {&instruction.a, &instruction.b, &instruction.c});
    const std::size_t inner = inner_of_[i];
    if (inner == kUnused) {
      instruction.kernel = kernels_.find(kinds);
    } else {
      set_operands(inner, {&instruction.inner_a, &instruction.inner_b, &instruction.inner_c});
      const int place = place_of_inner_[i];
      instruction.kernel = kernels_.find_pair(kinds_of(i, place), place, kinds_of(inner));
    }
    add(i, instruction);
  }
  void set_operands(std::size_t i, const std::array<std::uint16_t*, 3>& to) {
    int place = 0;
    for_operands(values_[i], [&](int& operand) {
      *to[static_cast<std::size_t>(place++)] = operands_[static_cast<std::size_t>(operand)].index;
    });
  }
  void add(std::size_t i, Instruction instruction) {
    // Operands that are used here for the last time leave their slots to the result.
    free_operands(i, i);
    if (inner_of_[i] != kUnused) free_operands(inner_of_[i], i);
    instruction.to = slot(place_for(i));
    operands_[i] = {instruction.to, false};
    code_.instructions_.push_back(instruction);
  }
  /// Frees the slots of an operation's operands that are used for the last time at `when`.
  void free_operands(std::size_t i, std::size_t when) {
    for_operands(values_[i], [&](int& operand) {
      const auto index = static_cast<std::size_t>(operand);
      const Operand& place = operands_[index];
      if (place.is_scalar || last_use_[index] != when || place.index < code_.first_temporary()) {
        return;
      }
      if (std::find(free_.begin(), free_.end(), place.index) == free_.end()) {
        free_.push_back(place.index);
      }
    });
  }
  /// Returns the slot of a result: the output itself where nothing that it overwrites is read
  /// later.
  std::size_t place_for(std::size_t i) {
    for (std::size_t o = 0; o < step_.outputs.size(); ++o) {
      const Output& output = step_.outputs[o];
      const bool is_output = static_cast<std::size_t>(renamed(output.value)) == i;
      if (is_output && last_older_[static_cast<std::size_t>(output.plane)] <= i)
        return code_.output_slot(o);
    }
    if (!free_.empty()) {
      const std::size_t index = free_.back();
      free_.pop_back();
      return index;
    }
    return code_.first_temporary() + code_.temporaries_++;
  }
  void copy_to(std::size_t to, int value) {
    const Operand& from = operands_[static_cast<std::size_t>(renamed(value))];
    if (!from.is_scalar && from.index == to) return;
    Instruction instruction{.to = slot(to), .a = from.index};
    instruction.kernel =
        kernels_.find({static_cast<std::uint8_t>(BlockOp::copy), from.is_scalar ? 1U : 0U});
    code_.instructions_.push_back(instruction);
  }

  const SubStep& step_;
  const BlockKernels& kernels_;
  Bytecode& code_;
  std::vector<Value> values_;
  std::vector<int> renamed_;  ///< empty: each value is itself
  bool is_medium_one_ = false;
  std::vector<Operand> operands_;
  std::vector<std::size_t> last_use_;
  std::vector<int> uses_;
  std::vector<std::size_t>
      last_older_;               ///< by plane: the last operation that reads its older value
  std::vector<bool> is_joined_;  ///< a Laplacian that its only user computes
  /// By operation: the one that is joined with it and uses its result; kUnused: none
  std::vector<std::size_t> outer_of_;
  std::vector<std::size_t> inner_of_;          ///< the reverse
  std::map<std::size_t, int> place_of_inner_;  ///< which operand of an operation the joined one is
  std::vector<std::uint16_t> free_;
  std::size_t now_ = 0;
};

Bytecode::Bytecode(const Program& program, const SubStep& step, bool has_media,
                   core::SimdLevel level) {
  BytecodeBuilder(program, step, has_media, level, *this).build();
}

}  // namespace heatwave::field::formula
