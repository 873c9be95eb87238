// RowAssembler makes the machine code of sub-steps from their traces, by the assembler Xbyak. For
// x86-64 alone.
#pragma once

#include <xbyak/xbyak.h>

#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <vector>

#include "kernels/core/simd.h"
#include "kernels/field/formula/jit/row_memory.h"
#include "kernels/field/formula/jit/row_registers.h"
#include "kernels/field/formula/jit/row_trace.h"

namespace heatwave::field::formula {

class RowAssembler : public Xbyak::CodeGenerator {
 public:
  /// `stride` and `width` are those of RowMemory.
  RowAssembler(std::span<std::uint8_t> buffer, core::SimdLevel level, std::size_t stride, int width,
               int scalars)
      : CodeGenerator(buffer.size(), buffer.data()),
        is_wide_(level == core::SimdLevel::avx512),
        lanes_(is_wide_ ? 16 : 8),
        memory_(*this, static_cast<int>(stride), width, scalars) {}

  /// Assembles the code of a piece. Returns where it begins.
  std::size_t assemble(const RowTrace& trace, int rows);

  [[nodiscard]] std::span<const std::uint8_t> code() const { return {getCode(), getSize()}; }
  [[nodiscard]] const RowMemory& memory() const { return memory_; }

 private:
  /// Code for large angles, behind the loop.
  struct Slow {
    Xbyak::Label begin;
    Xbyak::Label back;
    int angle = 0;  ///< registers
    int result = 0;
    bool is_rest = false;
  };
  /// Which factors and terms an instruction takes from its registers x, y and z; x is overwritten.
  enum class Order : std::uint8_t { x_z_plus_y, y_x_plus_z, y_z_plus_x };

  void assemble_operation(const TraceNode& one);
  void assemble_unary(const TraceNode& one);
  void assemble_binary(TraceNode one);
  void assemble_fma(TraceNode one);
  void fma_in(Order order, TraceOp op, const Xbyak::Xmm& x, const Xbyak::Xmm& y,
              const Xbyak::Operand& z);
  void assemble_choice(const TraceNode& one);
  void assemble_masked_choice(const TraceNode& one);
  void assemble_large(const TraceNode& one);
  void assemble_slow(Slow& slow);

  bool is_wide_;
  int lanes_;
  RowMemory memory_;

  // The members below belong to the piece that is being assembled.
  std::vector<TraceNode> nodes_;
  std::optional<RowRegisters> registers_;
  std::list<Slow> slow_;
};

}  // namespace heatwave::field::formula
