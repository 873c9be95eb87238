// Sub-steps become bytecode here: values get slots, and a Laplacian is joined with its product.
#include "kernels/field/formula/row_bytecode.h"

#include <algorithm>

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
      if (last_use_[i] != kUnused) place(i);
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

  /// Finds which values are needed, and how often and where last.
  void find_uses() {
    last_use_.assign(values_.size(), kUnused);
    uses_.assign(values_.size(), 0);
    last_older_.assign(code_.planes_, 0);
    const auto use = [&](int value, std::size_t where) {
      const auto index = static_cast<std::size_t>(value);
      if (last_use_[index] == kUnused) last_use_[index] = where;
      ++uses_[index];
    };
    for (const Output& output : step_.outputs) {
      use(renamed(output.value), values_.size());
      if (output.speed_squared != kNone) use(renamed(output.speed_squared), values_.size());
    }
    for (std::size_t i = values_.size(); i-- > 0;) {
      if (last_use_[i] == kUnused) continue;
      for_operands(values_[i], [&](int& operand) {
        use(operand, i);
        const Value& value = values_[static_cast<std::size_t>(operand)];
        if (value.op == Op::older) {
          std::size_t& last = last_older_[static_cast<std::size_t>(value.a)];
          last = std::max(last, i);
        }
      });
    }
    for (const Output& output : step_.outputs) {
      // An output that is an older value itself is copied at the end.
      const Value& value = values_[static_cast<std::size_t>(renamed(output.value))];
      if (value.op == Op::older) last_older_[static_cast<std::size_t>(value.a)] = values_.size();
    }
    is_joined_.assign(values_.size(), false);
    for (const Value& value : values_) {
      if (value.op != Op::fma && value.op != Op::multiply) continue;
      if (is(value.b, Op::laplacian) && uses_[static_cast<std::size_t>(value.b)] == 1) {
        is_joined_[static_cast<std::size_t>(value.b)] = true;
      }
    }
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
        if (!is_joined_[i]) add(i, static_cast<std::uint8_t>(BlockOp::laplacian), {operands_[i]});
        return;
      case Op::noise:
      case Op::normal: {
        auto& streams = code_.streams_;
        const auto found = std::find(streams.begin(), streams.end(), value.a);
        const auto index = static_cast<std::size_t>(found - streams.begin());
        if (found == streams.end()) streams.push_back(value.a);
        const BlockOp op = value.op == Op::noise ? BlockOp::noise : BlockOp::normal;
        add(i, static_cast<std::uint8_t>(op), {Operand{slot(index), false}});
        return;
      }
      default:
        break;
    }
    std::vector<Operand> operands;
    Value copy = value;
    for_operands(copy, [&](int& operand) {
      operands.push_back(operands_[static_cast<std::size_t>(operand)]);
    });
    auto op = static_cast<std::uint8_t>(value.op);
    const bool may_join = value.op == Op::fma || value.op == Op::multiply;
    if (may_join && is_joined_[static_cast<std::size_t>(value.b)]) {
      op = static_cast<std::uint8_t>(value.op == Op::fma ? BlockOp::laplacian_fma
                                                         : BlockOp::laplacian_product);
    }
    add(i, op, operands);
  }

  void add(std::size_t i, std::uint8_t op, const std::vector<Operand>& operands) {
    Instruction instruction;
    unsigned scalars = 0;
    for (std::size_t o = 0; o < operands.size(); ++o) {
      if (operands[o].is_scalar) scalars |= 1U << o;
      (o == 0 ? instruction.a : o == 1 ? instruction.b : instruction.c) = operands[o].index;
    }
    instruction.kernel = kernels_.find(op, scalars);
    // Operands that are used here for the last time leave their slots to the result.
    if (values_[i].op != Op::laplacian) free_operands(i);
    instruction.to = slot(place_for(i));
    operands_[i] = {instruction.to, false};
    code_.instructions_.push_back(instruction);
  }
  void free_operands(std::size_t i) {
    std::vector<std::uint16_t> freed;
    for_operands(values_[i], [&](int& operand) {
      const auto index = static_cast<std::size_t>(operand);
      const Operand& place = operands_[index];
      if (place.is_scalar || last_use_[index] != i || place.index < code_.first_temporary()) return;
      if (std::find(freed.begin(), freed.end(), place.index) == freed.end())
        freed.push_back(place.index);
    });
    free_.insert(free_.end(), freed.begin(), freed.end());
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
        kernels_.find(static_cast<std::uint8_t>(BlockOp::copy), from.is_scalar ? 1U : 0U);
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
  std::vector<std::uint16_t> free_;
  std::size_t now_ = 0;
};

Bytecode::Bytecode(const Program& program, const SubStep& step, bool has_media,
                   core::SimdLevel level) {
  BytecodeBuilder(program, step, has_media, level, *this).build();
}

}  // namespace heatwave::field::formula
