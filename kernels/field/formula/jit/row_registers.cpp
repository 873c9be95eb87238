// Registers are given out in the order of the operations, which know what comes later.
#include "kernels/core/simd.h"

#if HEATWAVE_HAS_LEVELS
#include <algorithm>
#include <bit>
#include <functional>

#include "kernels/core/error.h"
#include "kernels/field/formula/jit/row_registers.h"

namespace heatwave::field::formula {
namespace {

std::uint32_t bit(int index) { return 1U << static_cast<unsigned>(index); }

bool is_constant(const TraceNode& node) {
  return node.op == TraceOp::literal || node.op == TraceOp::scalar;
}

/// Returns whether the value is read from memory wherever it is needed.
bool is_leaf(const TraceNode& node) {
  return node.op <= TraceOp::column || node.op == TraceOp::flags;
}

}  // namespace

Uses::Uses(const std::vector<TraceNode>& nodes) : first_(nodes.size() + 1) {
  for (const TraceNode& node : nodes) {
    for_values(node, [&](int value) { ++first_[index(value) + 1]; });
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) first_[i + 1] += first_[i];
  places_.resize(static_cast<std::size_t>(first_.back()));
  next_ = first_;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for_values(nodes[i],
               [&](int value) { places_[index(next_[index(value)]++)] = static_cast<int>(i); });
  }
  next_ = first_;
}

int Uses::next(int value) const {
  const int at = next_[index(value)];
  return at == end(value) ? kNever : place(at);
}

void Uses::pass(int value, int operation) {
  int& at = next_[index(value)];
  while (at != end(value) && place(at) <= operation) ++at;
}

RowRegisters::RowRegisters(Xbyak::CodeGenerator& code, RowMemory& memory,
                           const std::vector<TraceNode>& nodes, bool is_wide)
    : code_(code),
      memory_(memory),
      nodes_(nodes),
      is_wide_(is_wide),
      lanes_(is_wide ? 16 : 8),
      count_(is_wide ? 32 : 16),
      uses_(nodes),
      places_(nodes.size()),
      holder_(static_cast<std::size_t>(count_), kNone),
      free_(is_wide ? 0xFFFFFFFFU : 0xFFFFU) {
  keep_constants_and_wests();
}

/// Decides which constants stay in registers, and whether western neighbours are shuffled from the
/// vector of cells and the one before it, which takes a register for each row.
void RowRegisters::keep_constants_and_wests() {
  std::vector<int> changes(nodes_.size() + 2);
  std::vector<std::pair<int, int>> constants;
  int wests = 0;
  for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
    const TraceNode& one = node(i);
    if (one.op == TraceOp::store) continue;
    if (is_constant(one)) {
      constants.emplace_back(uses_.count(i), i);
      continue;
    }
    if (one.op == TraceOp::cells && one.c == -1 && centre_of(i) != kNone) ++wests;
    ++changes[static_cast<std::size_t>(is_leaf(one) ? uses_.first(i) : i)];
    --changes[static_cast<std::size_t>(uses_.last(i)) + 1];
  }
  int live = 0;
  int most = 0;
  for (const int change : changes) most = std::max(most, live += change);
  int left = count_ - most - 1;
  if (is_wide_ && wests <= left) {
    left -= wests;
    for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
      if (node(i).op != TraceOp::cells || node(i).c != -1 || centre_of(i) == kNone) continue;
      const int before = take();
      locked_ |= bit(before);
      free_ &= ~bit(before);
      befores_.push_back({i, before});
      code_.vmovups(reg(before), memory_.beside(node(i), -lanes_));
    }
  }
  std::sort(constants.begin(), constants.end(), std::greater<>());
  for (const auto& [count, value] : constants) {
    if (left-- <= 0) break;
    const int index = take();
    place(value) = {.reg = index, .stays = true};
    code_.vmovaps(reg(index), address_of(value));
  }
}

/// Returns the value that holds the cells to the east of a western neighbour; kNone: none does.
int RowRegisters::centre_of(int west) const {
  const TraceNode wanted{.op = TraceOp::cells, .a = node(west).a, .b = node(west).b, .c = 0};
  const auto found = std::find(nodes_.begin(), nodes_.end(), wanted);
  return found == nodes_.end() ? kNone : static_cast<int>(found - nodes_.begin());
}

void RowRegisters::begin_operation(int value) {
  now_ = value;
  locked_ = 0;
  for (const int spill : left_spills_) spills_[static_cast<std::size_t>(spill)] = kNone;
  left_spills_.clear();
  for_values(node(value), [&](int operand) {
    if (place(operand).reg != kNone) locked_ |= bit(place(operand).reg);
  });
}

Xbyak::Xmm RowRegisters::loaded(int value) {
  Place& at = place(value);
  if (at.reg != kNone) {
    locked_ |= bit(at.reg);
    return reg(at.reg);
  }
  const Xbyak::Xmm to = reg(take_for(value));
  if (node(value).op == TraceOp::flags) {
    code_.vpmovzxbd(to, address_of(value));
  } else if (Before* before = before_of(value); before != nullptr && !before->is_passed) {
    const Xbyak::Xmm centre = loaded(centre_of(value));
    code_.valignd(to, centre, reg(before->reg), static_cast<std::uint8_t>(lanes_ - 1));
    code_.vmovaps(reg(before->reg), centre);
    before->is_passed = true;
  } else if (is_constant(node(value)) || !is_leaf(node(value))) {
    code_.vmovaps(to, address_of(value));
  } else {
    code_.vmovups(to, address_of(value));
  }
  return to;
}

/// Returns null where the value is no western neighbour to be shuffled.
RowRegisters::Before* RowRegisters::before_of(int value) {
  for (Before& before : befores_) {
    if (before.west == value) return &before;
  }
  return nullptr;
}

bool RowRegisters::may_stay_in_memory(int value) {
  const TraceNode& one = node(value);
  if (place(value).reg != kNone || one.op == TraceOp::flags || before_of(value) != nullptr) {
    return false;
  }
  if (!is_leaf(one) && place(value).spill == kNone) return false;
  return is_constant(one) || uses_.last(value) == now_;
}

RowOperand RowRegisters::source(int value) {
  if (may_stay_in_memory(value)) return {Xbyak::Xmm(0), address_of(value)};
  return {loaded(value), std::nullopt};
}

bool RowRegisters::dies_here(int value) {
  return !place(value).stays && place(value).reg != kNone && uses_.last(value) == now_;
}

Xbyak::Xmm RowRegisters::result() {
  pass_operands();
  return reg(take_for(now_));
}

Xbyak::Xmm RowRegisters::result_in(int operand) {
  const int index = place(operand).reg;
  pass_operands();
  free_ &= ~bit(index);
  place(now_).reg = index;
  holder_[static_cast<std::size_t>(index)] = now_;
  return reg(index);
}

void RowRegisters::pass_operands() {
  for_values(node(now_), [&](int value) {
    uses_.pass(value, now_);
    if (uses_.next(value) != Uses::kNever) return;
    Place& at = place(value);
    // The operation may still read it there, so that its place is free from the next one on.
    if (at.spill != kNone) left_spills_.push_back(at.spill);
    at.spill = kNone;
    if (at.reg == kNone || at.stays) return;
    release(at.reg);
    at.reg = kNone;
  });
}

/// Returns a register that no value needs now.
int RowRegisters::take() {
  if (free_ == 0) evict();
  const int index = std::countr_zero(free_);
  free_ &= ~bit(index);
  return index;
}

int RowRegisters::take_for(int value) {
  const int index = take();
  place(value).reg = index;
  holder_[static_cast<std::size_t>(index)] = value;
  locked_ |= bit(index);
  return index;
}

void RowRegisters::release(int index) {
  holder_[static_cast<std::size_t>(index)] = kNone;
  free_ |= bit(index);
}

void RowRegisters::evict() {
  int best = kNone;
  int latest = -1;
  for (int index = 0; index < count_; ++index) {
    const int value = holder_[static_cast<std::size_t>(index)];
    if (value == kNone || (locked_ & bit(index)) != 0) continue;
    const int next = uses_.next(value);
    if (next <= latest) continue;
    latest = next;
    best = index;
  }
  if (best == kNone) throw core::Error("a sub-step needs too many registers");
  const int value = holder_[static_cast<std::size_t>(best)];
  if (!is_leaf(node(value)) && place(value).spill == kNone) {
    const auto slot = std::find(spills_.begin(), spills_.end(), kNone);
    const auto number = static_cast<int>(slot - spills_.begin());
    if (number == RowFrameLayout::kMostSpills) throw core::Error("a sub-step is too long");
    if (slot == spills_.end()) spills_.push_back(kNone);
    spills_[static_cast<std::size_t>(number)] = value;
    place(value).spill = number;
    code_.vmovaps(address_of(value), reg(best));
  }
  place(value).reg = kNone;
  release(best);
}

Xbyak::Xmm RowRegisters::scratch() {
  const int index = take();
  locked_ |= bit(index);
  return reg(index);
}

Xbyak::Address RowRegisters::address_of(int value) {
  if (is_leaf(node(value))) return memory_.at(node(value));
  return memory_.spill(place(value).spill);
}

}  // namespace heatwave::field::formula
#endif
