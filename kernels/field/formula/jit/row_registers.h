// RowRegisters decides which values of a piece of code are in vector registers. When all are taken,
// the value that is needed last makes room. For x86-64 alone.
#pragma once

#include <xbyak/xbyak.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/field/formula/jit/row_memory.h"
#include "kernels/field/formula/jit/row_trace.h"

namespace heatwave::field::formula {

/// Lists, for each value of a piece of code, the operations that use it, in ascending order.
class Uses {
 public:
  explicit Uses(const std::vector<TraceNode>& nodes);

  [[nodiscard]] int count(int value) const { return end(value) - first_[index(value)]; }
  [[nodiscard]] int first(int value) const { return place(first_[index(value)]); }
  [[nodiscard]] int last(int value) const { return place(end(value) - 1); }
  /// The next operation that needs the value; kNever: none does.
  [[nodiscard]] int next(int value) const;
  /// Passes over the uses up to an operation.
  void pass(int value, int operation);

  static constexpr int kNever = 0x7FFFFFFF;

 private:
  static std::size_t index(int value) { return static_cast<std::size_t>(value); }
  [[nodiscard]] int end(int value) const { return first_[index(value) + 1]; }
  [[nodiscard]] int place(int at) const { return places_[index(at)]; }

  std::vector<int> first_;   ///< by value: its first place
  std::vector<int> places_;  ///< operations, in ascending order for each value
  std::vector<int> next_;    ///< by value: the first place that is not passed
};

/// An operand in a register or in memory.
struct RowOperand {
  Xbyak::Xmm in_register;
  std::optional<Xbyak::Address> in_memory;
  // NOLINTNEXTLINE(google-explicit-constructor): instructions take it as what it is
  operator const Xbyak::Operand&() const {
    if (in_memory) return *in_memory;
    return in_register;
  }
};

class RowRegisters {
 public:
  /// Assembles the loading of what stays in registers through all columns. `nodes` are the piece's
  /// operations and outlive this.
  RowRegisters(Xbyak::CodeGenerator& code, RowMemory& memory, const std::vector<TraceNode>& nodes,
               bool is_wide);

  /// Names the operation to which the calls below refer.
  void begin_operation(int value);
  /// Returns the register of a value, which is loaded where it is not in one.
  Xbyak::Xmm loaded(int value);
  /// Returns the value in a register, or in memory where an instruction may read it there.
  RowOperand source(int value);
  /// Returns whether an instruction may read the value from memory.
  [[nodiscard]] bool may_stay_in_memory(int value);
  /// Returns whether the value is in a register that nothing needs after this operation.
  [[nodiscard]] bool dies_here(int value);

  /// Returns a register for the result, which is none of the operands'.
  Xbyak::Xmm result_beside_operands() { return reg(take_for(now_)); }
  /// Returns a register for the result, which may be that of an operand that is not needed later.
  Xbyak::Xmm result();
  /// Gives the register of an operand, which holds nothing later, to the result.
  Xbyak::Xmm result_in(int operand);
  /// Forgets the operands that no later operation needs.
  void pass_operands();

  /// Returns a register that holds no value, until it is released.
  Xbyak::Xmm scratch();
  void release(const Xbyak::Xmm& scratch) { release(scratch.getIdx()); }

  /// Number of registers.
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] Xbyak::Xmm reg(int index) const {
    if (is_wide_) return Xbyak::Zmm(index);
    return Xbyak::Ymm(index);
  }

 private:
  /// The register and the spill slot that hold a value; kNone: it is not in one.
  struct Place {
    int reg = kNone;
    int spill = kNone;   ///< its copy in the frame
    bool stays = false;  ///< in its register, through all columns
  };
  /// The vector of cells before a western neighbour's: the last of them and all but the last of the
  /// cells to its east are the neighbours.
  struct Before {
    int west = 0;  ///< the value
    int reg = 0;
    bool is_passed = false;  ///< the register holds the vector for the next columns
  };

  void keep_constants_and_wests();
  [[nodiscard]] int centre_of(int west) const;
  [[nodiscard]] Before* before_of(int value);
  [[nodiscard]] Xbyak::Address address_of(int value);
  int take();
  int take_for(int value);
  void release(int index);
  void evict();

  [[nodiscard]] const TraceNode& node(int value) const {
    return nodes_[static_cast<std::size_t>(value)];
  }
  [[nodiscard]] Place& place(int value) { return places_[static_cast<std::size_t>(value)]; }

  Xbyak::CodeGenerator& code_;
  RowMemory& memory_;
  const std::vector<TraceNode>& nodes_;
  bool is_wide_;
  int lanes_;
  int count_;
  Uses uses_;
  std::vector<Place> places_;  ///< by value
  std::vector<int> holder_;    ///< by register: the value in it; kNone: none, or one that stays
  std::vector<Before> befores_;
  std::vector<int> spills_;       ///< by spill: the value in it
  std::vector<int> left_spills_;  ///< which the operation that is being assembled reads last
  std::uint32_t free_;            ///< registers
  std::uint32_t locked_ = 0;      ///< registers of the operation that is being assembled
  int now_ = 0;                   ///< that operation
};

}  // namespace heatwave::field::formula
