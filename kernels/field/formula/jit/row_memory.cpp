// The pointers that are used most are loaded once, before the loop over columns.
#include "kernels/core/simd.h"

#if HEATWAVE_HAS_LEVELS
#include <algorithm>
#include <functional>
#include <iterator>

#include "kernels/field/formula/jit/row_memory.h"

namespace heatwave::field::formula {
namespace {

using Layout = RowFrameLayout;

}  // namespace

void RowMemory::begin(const std::vector<TraceNode>& nodes, int rows) {
  using Xbyak::Operand;
  constexpr Operand::Code kBases[] = {Operand::R8,  Operand::R9,  Operand::R10, Operand::R11,
                                      Operand::RCX, Operand::RBX, Operand::RBP, Operand::R12,
                                      Operand::R13, Operand::R14, Operand::R15};
  constexpr std::size_t kFreely = 5;  // these may be changed without being saved
  rows_ = rows;
  bases_.clear();
  saved_.clear();
  std::vector<std::pair<int, int>> counts;
  for (const TraceNode& node : nodes) {
    const int pointer = pointer_of(node);
    if (pointer == kNone) continue;
    const auto found = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& count) { return count.second == pointer; });
    if (found != counts.end()) {
      ++found->first;
    } else {
      counts.emplace_back(1, pointer);
    }
  }
  std::sort(counts.begin(), counts.end(), std::greater<>());
  std::vector<int>& used = rows_ == 1 ? pointers_.of_row : pointers_.of_group;
  for (const auto& [count, pointer] : counts) {
    if (std::find(used.begin(), used.end(), pointer) == used.end()) used.push_back(pointer);
    if (bases_.size() == std::size(kBases)) continue;
    const Xbyak::Reg64 base(kBases[bases_.size()]);
    if (bases_.size() >= kFreely) saved_.push_back(base);
    bases_.emplace_back(pointer, base);
  }

  for (const Xbyak::Reg64& one : saved_) code_.push(one);
  for (const auto& [pointer, base] : bases_) {
    code_.mov(base, code_.ptr[kFrame + Layout::kPointers + 8 * pointer]);
  }
}

void RowMemory::end() {
  for (std::size_t i = saved_.size(); i-- > 0;) code_.pop(saved_[i]);
  code_.vzeroupper();
  code_.ret();
}

int RowMemory::pointer_of(const TraceNode& node) const {
  switch (node.op) {
    case TraceOp::cells:
      if (rows_ == 1 && node.b < 0) return RowPointer::north(node.a);
      if (rows_ == 1 && node.b > 0) return RowPointer::south(node.a);
      return RowPointer::from(node.a);
    case TraceOp::older:
    case TraceOp::store:
      return RowPointer::to(node.a);
    case TraceOp::medium:
      return RowPointer::kMedium;
    case TraceOp::column:
      return RowPointer::kColumn;
    case TraceOp::flags:
      return RowPointer::kFlags;
    default:
      return kNone;
  }
}

/// Returns the register that holds a pointer, loading it where it has none of its own.
Xbyak::Reg64 RowMemory::base_of(int pointer) {
  for (const auto& [known, base] : bases_) {
    if (known == pointer) return base;
  }
  code_.mov(code_.rax, code_.ptr[kFrame + Layout::kPointers + 8 * pointer]);
  return code_.rax;
}

Xbyak::Address RowMemory::at(const TraceNode& node) {
  switch (node.op) {
    case TraceOp::literal:
    case TraceOp::scalar:
      return constant(node);
    case TraceOp::cells:
      return beside(node, node.c);
    case TraceOp::flags:
      return code_.ptr[base_of(RowPointer::kFlags) + kColumn + node.b * width_];
    case TraceOp::column:
      return code_.ptr[base_of(RowPointer::kColumn) + kColumn * 4];
    default:
      return beside(node, 0);
  }
}

Xbyak::Address RowMemory::beside(const TraceNode& node, int columns) {
  const int row = rows_ == 1 ? 0 : node.b;  // neighbours of a single row have pointers of their own
  return code_.ptr[base_of(pointer_of(node)) + kColumn * 4 + 4 * (columns + row * stride_)];
}

Xbyak::Address RowMemory::constant(const TraceNode& node) {
  if (node.op == TraceOp::scalar) return code_.ptr[kFrame + node.a * Layout::kVector];
  const auto bits = static_cast<std::uint32_t>(node.a);
  const auto found = std::find(literals_.begin() + 1, literals_.end(), bits);
  const auto index = static_cast<int>(found - literals_.begin());
  if (found == literals_.end()) literals_.push_back(bits);
  return code_.ptr[kFrame + (scalars_ + index) * Layout::kVector];
}

Xbyak::Address RowMemory::literal(std::uint32_t bits) {
  return constant({.op = TraceOp::literal, .a = static_cast<int>(bits)});
}

Xbyak::Address RowMemory::lanes() { return code_.ptr[kFrame + scalars_ * Layout::kVector]; }

Xbyak::Address RowMemory::spill(int slot) {
  return code_.ptr[kFrame + Layout::kSpills + slot * Layout::kVector];
}

Xbyak::Address RowMemory::saved(int reg) {
  return code_.ptr[kFrame + Layout::kSaved + reg * Layout::kVector];
}

}  // namespace heatwave::field::formula
#endif
