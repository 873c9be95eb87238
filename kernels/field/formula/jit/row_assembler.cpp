// One operation of a trace becomes one instruction, where x86-64 has it.
#include "kernels/core/simd.h"

#if HEATWAVE_HAS_LEVELS
#include <bit>
#include <iterator>
#include <utility>

#include "kernels/field/formula/functions.h"
#include "kernels/field/formula/jit/call_of_linux.h"
#include "kernels/field/formula/jit/row_assembler.h"

namespace heatwave::field::formula {
namespace {

using Xbyak::Xmm;

/// Reduces the large angles among `lanes` ones: writes their rests.
HEATWAVE_CALL_OF_LINUX void reduce_rests(const float* angles, float* rests, int lanes) {
  for (int i = 0; i < lanes; ++i) {
    if (!(absolute(angles[i]) < kLargeAngle)) rests[i] = reduced(angles[i]).rest;
  }
}

/// Reduces the large angles among `lanes` ones: writes their quarters.
HEATWAVE_CALL_OF_LINUX void reduce_quarters(const float* angles, std::uint32_t* quarters,
                                            int lanes) {
  for (int i = 0; i < lanes; ++i) {
    if (!(absolute(angles[i]) < kLargeAngle)) quarters[i] = reduced(angles[i]).quarters;
  }
}

bool is_commutative(TraceOp op) {
  return op == TraceOp::add || op == TraceOp::multiply || op == TraceOp::bit_and ||
         op == TraceOp::bit_or || op == TraceOp::bit_xor || op == TraceOp::add_bits ||
         op == TraceOp::multiply_bits;
}

/// How an instruction compares two values for a choice.
std::uint8_t predicate_of(TraceOp op) {
  constexpr std::uint8_t kPredicates[] = {1, 14, 2, 0};  // LT_OS, GT_OS, LE_OS, EQ_OQ
  return kPredicates[static_cast<std::size_t>(op) - static_cast<std::size_t>(TraceOp::choose_less)];
}

}  // namespace

std::size_t RowAssembler::assemble(const RowTrace& trace, int rows) {
  align(64);
  const std::size_t begin = getSize();
  nodes_ = trace.nodes();
  slow_.clear();
  memory_.begin(nodes_, rows);
  registers_.emplace(*this, memory_, nodes_, is_wide_);

  Xbyak::Label top;
  align(32);
  L(top);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    registers_->begin_operation(static_cast<int>(i));
    assemble_operation(nodes_[i]);
  }
  add(kColumn, lanes_);
  cmp(kColumn, kEnd);
  jl(top, T_NEAR);
  memory_.end();
  for (Slow& slow : slow_) assemble_slow(slow);
  return begin;
}

void RowAssembler::assemble_operation(const TraceNode& one) {
  switch (one.op) {
    case TraceOp::literal:
    case TraceOp::scalar:
    case TraceOp::cells:
    case TraceOp::medium:
    case TraceOp::column:
    case TraceOp::flags:
      return;  // read where they are needed
    case TraceOp::older:
      vmovups(registers_->result_beside_operands(), memory_.at(one));
      return;
    case TraceOp::column_index: {
      const Xmm to = registers_->result_beside_operands();
      if (is_wide_) {
        vpbroadcastd(to, kColumn.cvt32());
      } else {
        vmovd(Xmm(to.getIdx()), kColumn.cvt32());
        vpbroadcastd(to, Xmm(to.getIdx()));
      }
      vpaddd(to, to, memory_.lanes());
      return;
    }
    case TraceOp::store: {
      const Xmm value = registers_->loaded(one.c);
      vmovups(memory_.at(one), value);
      registers_->pass_operands();
      return;
    }
    case TraceOp::fma:
    case TraceOp::fnma:
    case TraceOp::fms:
    case TraceOp::fnms:
      assemble_fma(one);
      return;
    case TraceOp::choose_less:
    case TraceOp::choose_greater:
    case TraceOp::choose_less_equal:
    case TraceOp::choose_equal:
    case TraceOp::choose_bits:
      assemble_choice(one);
      return;
    case TraceOp::large_rest:
    case TraceOp::large_quarters:
      assemble_large(one);
      return;
    case TraceOp::square_root:
    case TraceOp::negate:
    case TraceOp::shift_left:
    case TraceOp::shift_right:
      assemble_unary(one);
      return;
    default:
      assemble_binary(one);
      return;
  }
}

void RowAssembler::assemble_unary(const TraceNode& one) {
  const Xmm a = registers_->loaded(one.a);
  const Xmm to = registers_->result();
  if (one.op == TraceOp::square_root) vsqrtps(to, a);
  if (one.op == TraceOp::negate) vxorps(to, a, memory_.literal(0x80000000U));
  if (one.op == TraceOp::shift_left) vpslld(to, a, static_cast<std::uint8_t>(one.b));
  if (one.op == TraceOp::shift_right) vpsrld(to, a, static_cast<std::uint8_t>(one.b));
}

void RowAssembler::assemble_binary(TraceNode one) {
  if (is_commutative(one.op) && registers_->may_stay_in_memory(one.a) &&
      !registers_->may_stay_in_memory(one.b)) {
    std::swap(one.a, one.b);
  }
  const Xmm a = registers_->loaded(one.a);
  const RowOperand b = registers_->source(one.b);
  const Xmm to = registers_->result();
  switch (one.op) {
    case TraceOp::add:
      vaddps(to, a, b);
      return;
    case TraceOp::subtract:
      vsubps(to, a, b);
      return;
    case TraceOp::multiply:
      vmulps(to, a, b);
      return;
    case TraceOp::divide:
      vdivps(to, a, b);
      return;
    case TraceOp::minimum:
      vminps(to, a, b);
      return;
    case TraceOp::maximum:
      vmaxps(to, a, b);
      return;
    case TraceOp::bit_and:
      vandps(to, a, b);
      return;
    case TraceOp::bit_or:
      vorps(to, a, b);
      return;
    case TraceOp::bit_xor:
      vxorps(to, a, b);
      return;
    case TraceOp::add_bits:
      vpaddd(to, a, b);
      return;
    case TraceOp::subtract_bits:
      vpsubd(to, a, b);
      return;
    case TraceOp::multiply_bits:
      vpmulld(to, a, b);
      return;
    default:
      return;
  }
}

void RowAssembler::fma_in(Order order, TraceOp op, const Xmm& x, const Xmm& y,
                          const Xbyak::Operand& z) {
  using Form = void (CodeGenerator::*)(const Xmm&, const Xmm&, const Xbyak::Operand&);
  static constexpr Form kForms[4][3] = {
      {&CodeGenerator::vfmadd132ps, &CodeGenerator::vfmadd213ps, &CodeGenerator::vfmadd231ps},
      {&CodeGenerator::vfnmadd132ps, &CodeGenerator::vfnmadd213ps, &CodeGenerator::vfnmadd231ps},
      {&CodeGenerator::vfmsub132ps, &CodeGenerator::vfmsub213ps, &CodeGenerator::vfmsub231ps},
      {&CodeGenerator::vfnmsub132ps, &CodeGenerator::vfnmsub213ps, &CodeGenerator::vfnmsub231ps}};
  const auto form = static_cast<std::size_t>(op) - static_cast<std::size_t>(TraceOp::fma);
  (this->*kForms[form][static_cast<std::size_t>(order)])(x, y, z);
}

void RowAssembler::assemble_fma(TraceNode one) {
  if (registers_->may_stay_in_memory(one.a) && !registers_->may_stay_in_memory(one.b))
    std::swap(one.a, one.b);
  const bool has_factor_in_memory = registers_->may_stay_in_memory(one.b);
  const bool has_sum_in_memory = !has_factor_in_memory && registers_->may_stay_in_memory(one.c);
  const Xmm a = registers_->loaded(one.a);
  std::optional<RowOperand> b;
  std::optional<RowOperand> c;
  if (has_sum_in_memory) {
    b = registers_->source(one.b);
    c = registers_->source(one.c);
  } else {
    c = RowOperand{registers_->loaded(one.c), std::nullopt};
    b = registers_->source(one.b);
  }
  // The result takes the place of an operand that nothing needs later, or of a copy.
  if (!c->in_memory && registers_->dies_here(one.c)) {
    const Xmm x = registers_->result_in(one.c);
    fma_in(Order::y_z_plus_x, one.op, x, a, *b);
  } else if (registers_->dies_here(one.a)) {
    const Xmm x = registers_->result_in(one.a);
    if (b->in_memory) {
      fma_in(Order::x_z_plus_y, one.op, x, c->in_register, *b);
    } else {
      fma_in(Order::y_x_plus_z, one.op, x, b->in_register, *c);
    }
  } else if (!b->in_memory && registers_->dies_here(one.b)) {
    const Xmm x = registers_->result_in(one.b);
    fma_in(Order::y_x_plus_z, one.op, x, a, *c);
  } else if (c->in_memory) {
    const Xmm x = registers_->result_beside_operands();
    vmovaps(x, a);
    fma_in(Order::y_x_plus_z, one.op, x, b->in_register, *c);
    registers_->pass_operands();
  } else {
    const Xmm x = registers_->result_beside_operands();
    vmovaps(x, c->in_register);
    fma_in(Order::y_z_plus_x, one.op, x, a, *b);
    registers_->pass_operands();
  }
}

void RowAssembler::assemble_choice(const TraceNode& one) {
  if (!is_wide_) {
    assemble_masked_choice(one);
    return;
  }
  const Xbyak::Opmask holds = k1;
  {
    const Xmm a = registers_->loaded(one.a);
    const RowOperand b = registers_->source(one.b);
    if (one.op == TraceOp::choose_bits) {
      vptestmd(holds, a, b);
    } else {
      vcmpps(holds, a, b, predicate_of(one.op));
    }
  }
  const Xmm other = registers_->loaded(one.d);
  const RowOperand chosen = registers_->source(one.c);
  const Xmm to = registers_->result();
  vblendmps(to | holds, other, chosen);
}

/// Assembles a choice for AVX2, whose masks are vectors.
void RowAssembler::assemble_masked_choice(const TraceNode& one) {
  const Xmm mask = registers_->scratch();
  const bool is_bits = one.op == TraceOp::choose_bits;
  const std::uint32_t bits =
      is_bits ? static_cast<std::uint32_t>(nodes_[static_cast<std::size_t>(one.b)].a) : 0U;
  // A blend looks at the highest bit of each lane.
  const bool is_inverted = std::popcount(bits) > 1;
  const Xmm a = registers_->loaded(one.a);
  if (!is_bits) {
    vcmpps(mask, a, registers_->source(one.b), predicate_of(one.op));
  } else if (is_inverted) {
    vpand(mask, a, registers_->source(one.b));
    vpcmpeqd(mask, mask, memory_.literal(0U));
  } else {
    vpslld(mask, a, static_cast<std::uint8_t>(std::countl_zero(bits)));
  }
  const Xmm other = registers_->loaded(is_inverted ? one.c : one.d);
  const RowOperand chosen = registers_->source(is_inverted ? one.d : one.c);
  const Xmm to = registers_->result();
  vblendvps(to, other, chosen, mask);
  registers_->release(mask);
}

void RowAssembler::assemble_large(const TraceNode& one) {
  constexpr std::uint8_t kNotLess = 5;  // NLT_US, which is also true for NaN
  const Xmm angle = registers_->loaded(one.a);
  const Xmm short_one = registers_->loaded(one.b);
  const Xmm size = registers_->scratch();
  vandps(size, angle, registers_->source(one.c));
  Slow& slow = slow_.emplace_back();
  if (is_wide_) {
    vcmpps(k1, size, registers_->source(one.d), kNotLess);
    kortestw(k1, k1);
  } else {
    vcmpps(size, size, registers_->source(one.d), kNotLess);
    vmovmskps(eax, Xbyak::Ymm(size.getIdx()));
    test(eax, eax);
  }
  registers_->release(size);
  const Xmm to = registers_->result_beside_operands();
  if (to.getIdx() != short_one.getIdx()) vmovaps(to, short_one);
  slow.angle = angle.getIdx();
  slow.result = to.getIdx();
  slow.is_rest = one.op == TraceOp::large_rest;
  jnz(slow.begin, T_NEAR);
  L(slow.back);
  registers_->pass_operands();
}

void RowAssembler::assemble_slow(Slow& slow) {
  const Xbyak::Reg64 kCallers[] = {rdi, rsi, rdx, rcx, r8, r9, r10, r11};
  L(slow.begin);
  for (int i = 0; i < registers_->count(); ++i) vmovaps(memory_.saved(i), registers_->reg(i));
  for (const Xbyak::Reg64& one : kCallers) push(one);
  if (!memory_.aligns_calls()) sub(rsp, 8);
  lea(rsi, memory_.saved(slow.result));
  lea(rax, memory_.saved(slow.angle));
  mov(rdi, rax);
  mov(edx, lanes_);
  mov(rax, slow.is_rest ? reinterpret_cast<std::uint64_t>(&reduce_rests)
                        : reinterpret_cast<std::uint64_t>(&reduce_quarters));
  vzeroupper();
  call(rax);
  if (!memory_.aligns_calls()) add(rsp, 8);
  for (std::size_t i = std::size(kCallers); i-- > 0;) pop(kCallers[i]);
  for (int i = 0; i < registers_->count(); ++i) vmovaps(registers_->reg(i), memory_.saved(i));
  jmp(slow.back, T_NEAR);
}

}  // namespace heatwave::field::formula
#endif
