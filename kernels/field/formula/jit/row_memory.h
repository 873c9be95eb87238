// RowMemory says where machine code reads and writes: pointers to rows, as many of which as
// possible stay in registers, and the constants and saved vectors of its frame. For x86-64 alone.
#pragma once

#include <xbyak/xbyak.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/field/formula/jit/row_layout.h"
#include "kernels/field/formula/jit/row_trace.h"

namespace heatwave::field::formula {

// The arguments of the code.
inline const Xbyak::Reg64 kFrame{Xbyak::Operand::RDI};
inline const Xbyak::Reg64 kColumn{Xbyak::Operand::RSI};
inline const Xbyak::Reg64 kEnd{Xbyak::Operand::RDX};

class RowMemory {
 public:
  /// `stride` is the distance of two rows of a plane, in floats; `width` that of two rows of flags.
  RowMemory(Xbyak::CodeGenerator& code, int stride, int width, int scalars)
      : code_(code), stride_(stride), width_(width), scalars_(scalars) {}

  /// Begins a piece of code that steps this number of rows: assembles the loading of the pointers
  /// that stay in registers.
  void begin(const std::vector<TraceNode>& nodes, int rows);
  /// Assembles the return from the piece.
  void end();

  /// A value that is read from memory wherever it is needed, or that `older` and `store` name.
  Xbyak::Address at(const TraceNode& node);
  /// The cells in as many columns to the east, of a node that names cells.
  Xbyak::Address beside(const TraceNode& node, int columns);
  Xbyak::Address literal(std::uint32_t bits);
  /// The columns of the lanes, as whole numbers from 0.
  Xbyak::Address lanes();
  /// Room for a value that left its register.
  Xbyak::Address spill(int slot);
  /// Room for a register during a call.
  Xbyak::Address saved(int reg);

  /// Bits of the literals that follow the scalars. The first stands for the columns of the lanes.
  [[nodiscard]] const std::vector<std::uint32_t>& literals() const { return literals_; }
  [[nodiscard]] const UsedPointers& pointers() const { return pointers_; }
  /// Returns whether the stack is aligned for a call in the piece: the return address is on it,
  /// too.
  [[nodiscard]] bool aligns_calls() const { return saved_.size() % 2 != 0; }

 private:
  [[nodiscard]] int pointer_of(const TraceNode& node) const;
  Xbyak::Reg64 base_of(int pointer);
  Xbyak::Address constant(const TraceNode& node);

  Xbyak::CodeGenerator& code_;
  int stride_;
  int width_;
  int scalars_;
  std::vector<std::uint32_t> literals_{0U};
  UsedPointers pointers_;

  // The members below belong to the piece that is being assembled.
  int rows_ = 1;
  std::vector<std::pair<int, Xbyak::Reg64>> bases_;  ///< by pointer
  std::vector<Xbyak::Reg64> saved_;                  ///< registers of the caller
};

}  // namespace heatwave::field::formula
