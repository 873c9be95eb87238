// Traces become machine code for x86-64 here, by the assembler Xbyak. Values are kept in registers
// along the list of operations; when all are taken, the value that is needed last makes room.
#include "kernels/field/formula/jit/row_code.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <list>
#include <memory>
#include <optional>
#include <span>

#include "kernels/core/error.h"
#include "kernels/field/formula/functions.h"

#if HEATWAVE_HAS_LEVELS
#include <xbyak/xbyak.h>
#endif

namespace heatwave::field::formula {
namespace {

constexpr const char* kNoRowCode =
    "machine code is made for x86 processors with AVX2, on Linux and Windows";

}  // namespace

#if HEATWAVE_HAS_LEVELS
namespace {

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

constexpr std::size_t kMostCodeBytes = std::size_t{1} << 18U;

using Layout = RowFrameLayout;

/// Lists, for each value of a piece of code, the operations that use it, in ascending order.
class Uses {
 public:
  explicit Uses(const std::vector<TraceNode>& nodes) : first_(nodes.size() + 1) {
    for (const TraceNode& node : nodes) {
      for_values(node, [&](int value) { ++first_[static_cast<std::size_t>(value) + 1]; });
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) first_[i + 1] += first_[i];
    places_.resize(static_cast<std::size_t>(first_.back()));
    next_ = first_;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for_values(nodes[i], [&](int value) {
        places_[static_cast<std::size_t>(next_[static_cast<std::size_t>(value)]++)] =
            static_cast<int>(i);
      });
    }
    next_ = first_;
  }

  [[nodiscard]] int count(int value) const { return end(value) - first_[index(value)]; }
  [[nodiscard]] int first(int value) const { return place(first_[index(value)]); }
  [[nodiscard]] int last(int value) const { return place(end(value) - 1); }
  /// The next operation that needs the value; a large number: none does.
  [[nodiscard]] int next(int value) const {
    const int at = next_[index(value)];
    return at == end(value) ? std::numeric_limits<int>::max() : place(at);
  }
  /// Passes over the uses by operation `place`.
  void pass(int value, int place_of_use) {
    int& at = next_[index(value)];
    while (at != end(value) && place(at) <= place_of_use) ++at;
  }

 private:
  static std::size_t index(int value) { return static_cast<std::size_t>(value); }
  [[nodiscard]] int end(int value) const { return first_[index(value) + 1]; }
  [[nodiscard]] int place(int at) const { return places_[index(at)]; }

  std::vector<int> first_;   ///< by value: its first place
  std::vector<int> places_;  ///< operations, in ascending order for each value
  std::vector<int> next_;    ///< by value: the first place that is not passed
};

class RowAssembler : public Xbyak::CodeGenerator {
 public:
  RowAssembler(std::span<std::uint8_t> buffer, core::SimdLevel level, std::size_t stride, int width,
               int scalars)
      : CodeGenerator(buffer.size(), buffer.data()),
        is_wide_(level == core::SimdLevel::avx512),
        lanes_(is_wide_ ? 16 : 8),
        registers_(is_wide_ ? 32 : 16),
        stride_(static_cast<int>(stride)),
        width_(width),
        scalars_(scalars) {}

  /// Assembles the code of a piece. Returns where it begins.
  std::size_t assemble(const RowTrace& trace, int rows) {
    nodes_ = trace.nodes();
    rows_ = rows;
    uses_.emplace(nodes_);
    places_.assign(nodes_.size(), {});
    holder_.assign(static_cast<std::size_t>(registers_), kNone);
    befores_.clear();
    spills_.clear();
    left_spills_.clear();
    slow_.clear();
    free_ = is_wide_ ? 0xFFFFFFFFU : 0xFFFFU;
    locked_ = 0;

    align(64);
    const std::size_t begin = getSize();
    choose_pointers();
    for (const Xbyak::Reg64& saved : saved_) push(saved);
    for (const auto& [pointer, base] : bases_) mov(base, ptr[frame_ + pointer_place(pointer)]);
    choose_registers();

    Xbyak::Label top;
    align(32);
    L(top);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      begin_operation(static_cast<int>(i));
      assemble_operation(nodes_[i]);
    }
    add(column_, lanes_);
    cmp(column_, end_);
    jl(top, T_NEAR);
    for (std::size_t i = saved_.size(); i-- > 0;) pop(saved_[i]);
    vzeroupper();
    ret();
    for (Slow& slow : slow_) assemble_slow(slow);
    return begin;
  }

  /// Bits of the literals that follow the scalars. The one before all others is the columns of the
  /// lanes.
  [[nodiscard]] const std::vector<std::uint32_t>& literals() const { return literals_; }
  [[nodiscard]] std::span<const std::uint8_t> code() const { return {getCode(), getSize()}; }
  [[nodiscard]] const UsedPointers& pointers() const { return pointers_; }

 private:
  using Xmm = Xbyak::Xmm;
  using Address = Xbyak::Address;
  const Xbyak::Reg64 frame_ = rdi;
  const Xbyak::Reg64 column_ = rsi;
  const Xbyak::Reg64 end_ = rdx;

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
  /// Code for large angles, behind the loop.
  struct Slow {
    Xbyak::Label begin;
    Xbyak::Label back;
    int angle = 0;  ///< registers
    int result = 0;
    bool is_rest = false;
  };

  [[nodiscard]] TraceNode& node(int value) { return nodes_[static_cast<std::size_t>(value)]; }
  [[nodiscard]] Place& place(int value) { return places_[static_cast<std::size_t>(value)]; }
  [[nodiscard]] Xmm reg(int index) const {
    if (is_wide_) return Xbyak::Zmm(index);
    return Xbyak::Ymm(index);
  }
  [[nodiscard]] static std::uint32_t bit(int index) { return 1U << static_cast<unsigned>(index); }

  // Memory
  // -----------------------------------------------------------------------------------------

  static bool is_constant(const TraceNode& node) {
    return node.op == TraceOp::literal || node.op == TraceOp::scalar;
  }
  /// Returns whether the value is read from memory wherever it is needed.
  static bool is_leaf(const TraceNode& node) {
    return node.op <= TraceOp::column || node.op == TraceOp::flags;
  }
  static int pointer_place(int pointer) { return Layout::kPointers + 8 * pointer; }

  [[nodiscard]] int pointer_of(const TraceNode& node) const {
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
  /// Puts the most used pointers in registers.
  void choose_pointers() {
    const Xbyak::Reg64 kBases[] = {r8, r9, r10, r11, rcx, rbx, rbp, r12, r13, r14, r15};
    constexpr std::size_t kFreely = 5;  // these may be changed without being saved
    std::vector<std::pair<int, int>> counts;
    for (const TraceNode& one : nodes_) {
      const int pointer = pointer_of(one);
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
    bases_.clear();
    saved_.clear();
    std::vector<int>& used = rows_ == 1 ? pointers_.of_row : pointers_.of_group;
    for (const auto& [count, pointer] : counts) {
      if (std::find(used.begin(), used.end(), pointer) == used.end()) used.push_back(pointer);
      if (bases_.size() == std::size(kBases)) continue;
      if (bases_.size() >= kFreely) saved_.push_back(kBases[bases_.size()]);
      bases_.emplace_back(pointer, kBases[bases_.size()]);
    }
  }
  /// Returns the register that holds a pointer, loading it where it has none of its own.
  Xbyak::Reg64 base_of(int pointer) {
    for (const auto& [known, base] : bases_) {
      if (known == pointer) return base;
    }
    mov(rax, ptr[frame_ + pointer_place(pointer)]);
    return rax;
  }
  Address cells_at(int pointer, int row, int columns) {
    const bool is_alone = rows_ == 1;  // its neighbours have pointers of their own
    return ptr[base_of(pointer) + column_ * 4 + 4 * (columns + (is_alone ? 0 : row * stride_))];
  }
  int constant_place(const TraceNode& constant) {
    if (constant.op == TraceOp::scalar) return constant.a * Layout::kVector;
    const auto bits = static_cast<std::uint32_t>(constant.a);
    const auto found = std::find(literals_.begin() + 1, literals_.end(), bits);
    const auto index = static_cast<int>(found - literals_.begin());
    if (found == literals_.end()) literals_.push_back(bits);
    return (scalars_ + index) * Layout::kVector;
  }
  Address address_of(int value) {
    const TraceNode& leaf = node(value);
    switch (leaf.op) {
      case TraceOp::literal:
      case TraceOp::scalar:
        return ptr[frame_ + constant_place(leaf)];
      case TraceOp::cells:
        return cells_at(pointer_of(leaf), leaf.b, leaf.c);
      case TraceOp::medium:
        return cells_at(RowPointer::kMedium, leaf.b, 0);
      case TraceOp::column:
        return cells_at(RowPointer::kColumn, 0, 0);
      case TraceOp::flags:
        return ptr[base_of(RowPointer::kFlags) + column_ + leaf.b * width_];
      default:
        return ptr[frame_ + Layout::kSpills + place(value).spill * Layout::kVector];
    }
  }
  Address literal_at(std::uint32_t bits) {
    return ptr[frame_ + constant_place({.op = TraceOp::literal, .a = static_cast<int>(bits)})];
  }

  // Registers
  // --------------------------------------------------------------------------------------

  /// Decides which constants stay in registers, and whether western neighbours are shuffled from
  /// the vector of cells and the one before it, which takes a register for each row.
  void choose_registers() {
    std::vector<int> changes(nodes_.size() + 2);
    std::vector<std::pair<int, int>> constants;
    int wests = 0;
    for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
      const TraceNode& one = node(i);
      if (one.op == TraceOp::store) continue;
      if (is_constant(one)) {
        constants.emplace_back(uses_->count(i), i);
        continue;
      }
      if (one.op == TraceOp::cells && one.c == -1 && centre_of(i) != kNone) ++wests;
      ++changes[static_cast<std::size_t>(is_leaf(one) ? uses_->first(i) : i)];
      --changes[static_cast<std::size_t>(uses_->last(i)) + 1];
    }
    int live = 0;
    int most = 0;
    for (const int change : changes) most = std::max(most, live += change);
    int left = registers_ - most - 1;
    if (is_wide_ && wests <= left) {
      left -= wests;
      for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
        if (node(i).op != TraceOp::cells || node(i).c != -1 || centre_of(i) == kNone) continue;
        const int before = take();
        locked_ |= bit(before);
        free_ &= ~bit(before);
        befores_.push_back({i, before});
        vmovups(reg(before), cells_at(pointer_of(node(i)), node(i).b, -lanes_));
      }
    }
    std::sort(constants.begin(), constants.end(), std::greater<>());
    for (const auto& [count, value] : constants) {
      if (left-- <= 0) break;
      const int index = take();
      place(value) = {.reg = index, .stays = true};
      vmovaps(reg(index), address_of(value));
    }
  }
  /// Returns the value that holds the cells to the east of a western neighbour; kNone: none does.
  int centre_of(int west) {
    const TraceNode wanted{.op = TraceOp::cells, .a = node(west).a, .b = node(west).b, .c = 0};
    const auto found = std::find(nodes_.begin(), nodes_.end(), wanted);
    return found == nodes_.end() ? kNone : static_cast<int>(found - nodes_.begin());
  }

  /// Returns a register that no value needs now.
  int take() {
    if (free_ == 0) evict();
    const int index = std::countr_zero(free_);
    free_ &= ~bit(index);
    return index;
  }
  int take_for(int value) {
    const int index = take();
    place(value).reg = index;
    holder_[static_cast<std::size_t>(index)] = value;
    locked_ |= bit(index);
    return index;
  }
  void release(int index) {
    holder_[static_cast<std::size_t>(index)] = kNone;
    free_ |= bit(index);
  }
  void evict() {
    int best = kNone;
    int latest = -1;
    for (int index = 0; index < registers_; ++index) {
      const int value = holder_[static_cast<std::size_t>(index)];
      if (value == kNone || (locked_ & bit(index)) != 0) continue;
      const int next = uses_->next(value);
      if (next <= latest) continue;
      latest = next;
      best = index;
    }
    if (best == kNone) throw core::Error("a sub-step needs too many registers");
    const int value = holder_[static_cast<std::size_t>(best)];
    if (!is_leaf(node(value)) && place(value).spill == kNone) {
      const auto slot = std::find(spills_.begin(), spills_.end(), kNone);
      const auto number = static_cast<int>(slot - spills_.begin());
      if (number == Layout::kMostSpills) throw core::Error("a sub-step is too long");
      if (slot == spills_.end()) spills_.push_back(kNone);
      spills_[static_cast<std::size_t>(number)] = value;
      place(value).spill = number;
      vmovaps(address_of(value), reg(best));
    }
    place(value).reg = kNone;
    release(best);
  }
  /// Forgets the operands that no later operation needs.
  void pass_operands() {
    for_values(node(now_), [&](int value) {
      uses_->pass(value, now_);
      if (uses_->next(value) != std::numeric_limits<int>::max()) return;
      Place& at = place(value);
      // The operation may still read it there, so that its place is free from the next one on.
      if (at.spill != kNone) left_spills_.push_back(at.spill);
      at.spill = kNone;
      if (at.reg == kNone || at.stays) return;
      release(at.reg);
      at.reg = kNone;
    });
  }
  [[nodiscard]] bool dies_here(int value) {
    return !place(value).stays && place(value).reg != kNone && uses_->last(value) == now_;
  }

  /// Returns the register of a value, which is loaded where it is not in one.
  Xmm loaded(int value) {
    Place& at = place(value);
    if (at.reg != kNone) {
      locked_ |= bit(at.reg);
      return reg(at.reg);
    }
    const Xmm to = reg(take_for(value));
    if (node(value).op == TraceOp::flags) {
      vpmovzxbd(to, address_of(value));
    } else if (Before* before = before_of(value); before != nullptr && !before->is_passed) {
      const Xmm centre = loaded(centre_of(value));
      valignd(to, centre, reg(before->reg), static_cast<std::uint8_t>(lanes_ - 1));
      vmovaps(reg(before->reg), centre);
      before->is_passed = true;
    } else if (is_constant(node(value)) || !is_leaf(node(value))) {
      vmovaps(to, address_of(value));
    } else {
      vmovups(to, address_of(value));
    }
    return to;
  }
  /// Returns null where the value is no western neighbour to be shuffled.
  [[nodiscard]] Before* before_of(int value) {
    for (Before& before : befores_) {
      if (before.west == value) return &before;
    }
    return nullptr;
  }
  /// Returns whether an instruction may read the value from memory.
  [[nodiscard]] bool may_stay_in_memory(int value) {
    const TraceNode& one = node(value);
    if (place(value).reg != kNone || one.op == TraceOp::flags || before_of(value) != nullptr) {
      return false;
    }
    if (!is_leaf(one) && place(value).spill == kNone) return false;
    return is_constant(one) || uses_->last(value) == now_;
  }
  /// An operand in a register or in memory.
  struct Source {
    Xmm in_register;
    std::optional<Address> in_memory;
    // NOLINTNEXTLINE(google-explicit-constructor): instructions take it as what it is
    operator const Xbyak::Operand&() const {
      if (in_memory) return *in_memory;
      return in_register;
    }
  };
  Source source(int value) {
    if (may_stay_in_memory(value)) return {Xmm(0), address_of(value)};
    return {loaded(value), std::nullopt};
  }

  // Operations
  // -------------------------------------------------------------------------------------

  void begin_operation(int value) {
    now_ = value;
    locked_ = 0;
    for (const int spill : left_spills_) spills_[static_cast<std::size_t>(spill)] = kNone;
    left_spills_.clear();
    for_values(node(value), [&](int operand) {
      if (place(operand).reg != kNone) locked_ |= bit(place(operand).reg);
    });
  }

  void assemble_operation(const TraceNode& one) {
    switch (one.op) {
      case TraceOp::literal:
      case TraceOp::scalar:
      case TraceOp::cells:
      case TraceOp::medium:
      case TraceOp::column:
      case TraceOp::flags:
        return;  // read where they are needed
      case TraceOp::older:
        vmovups(reg(take_for(now_)), cells_at(RowPointer::to(one.a), one.b, 0));
        return;
      case TraceOp::column_index: {
        const Xmm to = reg(take_for(now_));
        if (is_wide_) {
          vpbroadcastd(to, column_.cvt32());
        } else {
          vmovd(Xmm(to.getIdx()), column_.cvt32());
          vpbroadcastd(to, Xmm(to.getIdx()));
        }
        vpaddd(to, to, ptr[frame_ + scalars_ * Layout::kVector]);
        return;
      }
      case TraceOp::store: {
        const Xmm value = loaded(one.c);
        vmovups(cells_at(RowPointer::to(one.a), one.b, 0), value);
        pass_operands();
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

  /// Returns the register of the result, after the operands were read.
  Xmm result() {
    pass_operands();
    return reg(take_for(now_));
  }

  void assemble_unary(const TraceNode& one) {
    const Xmm a = loaded(one.a);
    const Xmm to = result();
    if (one.op == TraceOp::square_root) vsqrtps(to, a);
    if (one.op == TraceOp::negate) vxorps(to, a, literal_at(0x80000000U));
    if (one.op == TraceOp::shift_left) vpslld(to, a, static_cast<std::uint8_t>(one.b));
    if (one.op == TraceOp::shift_right) vpsrld(to, a, static_cast<std::uint8_t>(one.b));
  }

  static bool is_commutative(TraceOp op) {
    return op == TraceOp::add || op == TraceOp::multiply || op == TraceOp::bit_and ||
           op == TraceOp::bit_or || op == TraceOp::bit_xor || op == TraceOp::add_bits ||
           op == TraceOp::multiply_bits;
  }
  void assemble_binary(TraceNode one) {
    if (is_commutative(one.op) && may_stay_in_memory(one.a) && !may_stay_in_memory(one.b)) {
      std::swap(one.a, one.b);
    }
    const Xmm a = loaded(one.a);
    const Source b = source(one.b);
    const Xmm to = result();
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

  /// Which factors and terms an instruction takes from its registers x, y and z; x is overwritten.
  enum class Order : std::uint8_t { x_z_plus_y, y_x_plus_z, y_z_plus_x };
  void fma_in(Order order, TraceOp op, const Xmm& x, const Xmm& y, const Xbyak::Operand& z) {
    using Form = void (CodeGenerator::*)(const Xmm&, const Xmm&, const Xbyak::Operand&);
    static constexpr Form kForms[4][3] = {
        {&CodeGenerator::vfmadd132ps, &CodeGenerator::vfmadd213ps, &CodeGenerator::vfmadd231ps},
        {&CodeGenerator::vfnmadd132ps, &CodeGenerator::vfnmadd213ps, &CodeGenerator::vfnmadd231ps},
        {&CodeGenerator::vfmsub132ps, &CodeGenerator::vfmsub213ps, &CodeGenerator::vfmsub231ps},
        {&CodeGenerator::vfnmsub132ps, &CodeGenerator::vfnmsub213ps, &CodeGenerator::vfnmsub231ps}};
    const auto form = static_cast<std::size_t>(op) - static_cast<std::size_t>(TraceOp::fma);
    (this->*kForms[form][static_cast<std::size_t>(order)])(x, y, z);
  }
  void assemble_fma(TraceNode one) {
    if (may_stay_in_memory(one.a) && !may_stay_in_memory(one.b)) std::swap(one.a, one.b);
    const bool has_factor_in_memory = may_stay_in_memory(one.b);
    const bool has_sum_in_memory = !has_factor_in_memory && may_stay_in_memory(one.c);
    const Xmm a = loaded(one.a);
    std::optional<Source> b;
    std::optional<Source> c;
    if (has_sum_in_memory) {
      b = source(one.b);
      c = source(one.c);
    } else {
      c = Source{loaded(one.c), std::nullopt};
      b = source(one.b);
    }
    // The result takes the place of an operand that nothing needs later, or of a copy.
    if (!c->in_memory && dies_here(one.c)) {
      const Xmm x = claim(one.c);
      fma_in(Order::y_z_plus_x, one.op, x, a, *b);
    } else if (dies_here(one.a)) {
      const Xmm x = claim(one.a);
      if (b->in_memory) {
        fma_in(Order::x_z_plus_y, one.op, x, c->in_register, *b);
      } else {
        fma_in(Order::y_x_plus_z, one.op, x, b->in_register, *c);
      }
    } else if (!b->in_memory && dies_here(one.b)) {
      const Xmm x = claim(one.b);
      fma_in(Order::y_x_plus_z, one.op, x, a, *c);
    } else if (c->in_memory) {
      const Xmm x = reg(take_for(now_));
      vmovaps(x, a);
      fma_in(Order::y_x_plus_z, one.op, x, b->in_register, *c);
      pass_operands();
    } else {
      const Xmm x = reg(take_for(now_));
      vmovaps(x, c->in_register);
      fma_in(Order::y_z_plus_x, one.op, x, a, *b);
      pass_operands();
    }
  }
  /// Gives an operand's register to the result.
  Xmm claim(int operand) {
    const int index = place(operand).reg;
    pass_operands();
    free_ &= ~bit(index);
    place(now_).reg = index;
    holder_[static_cast<std::size_t>(index)] = now_;
    return reg(index);
  }

  void assemble_choice(const TraceNode& one) {
    constexpr std::uint8_t kPredicates[] = {1, 14, 2, 0};  // LT_OS, GT_OS, LE_OS, EQ_OQ
    const bool is_bits = one.op == TraceOp::choose_bits;
    const std::uint8_t predicate =
        is_bits ? std::uint8_t{0}
                : kPredicates[static_cast<std::size_t>(one.op) -
                              static_cast<std::size_t>(TraceOp::choose_less)];
    if (is_wide_) {
      const Xbyak::Opmask holds = k1;
      {
        const Xmm a = loaded(one.a);
        const Source b = source(one.b);
        if (is_bits) {
          vptestmd(holds, a, b);
        } else {
          vcmpps(holds, a, b, predicate);
        }
      }
      const Xmm other = loaded(one.d);
      const Source chosen = source(one.c);
      const Xmm to = result();
      vblendmps(to | holds, other, chosen);
      return;
    }
    const Xmm mask = reg(take());
    locked_ |= bit(mask.getIdx());
    const std::uint32_t bits = is_bits ? static_cast<std::uint32_t>(node(one.b).a) : 0U;
    // A blend looks at the highest bit of each lane.
    const bool is_inverted = is_bits && std::popcount(bits) > 1;
    const Xmm a = loaded(one.a);
    if (!is_bits) {
      vcmpps(mask, a, source(one.b), predicate);
    } else if (is_inverted) {
      vpand(mask, a, source(one.b));
      vpcmpeqd(mask, mask, literal_at(0U));
    } else {
      vpslld(mask, a, static_cast<std::uint8_t>(std::countl_zero(bits)));
    }
    const Xmm other = loaded(is_inverted ? one.c : one.d);
    const Source chosen = source(is_inverted ? one.d : one.c);
    const Xmm to = result();
    vblendvps(to, other, chosen, mask);
    release(mask.getIdx());
  }

  void assemble_large(const TraceNode& one) {
    constexpr std::uint8_t kNotLess = 5;  // NLT_US, which is also true for NaN
    const Xmm angle = loaded(one.a);
    const Xmm short_one = loaded(one.b);
    const Xmm size = reg(take());
    locked_ |= bit(size.getIdx());
    vandps(size, angle, source(one.c));
    Slow& slow = slow_.emplace_back();
    if (is_wide_) {
      vcmpps(k1, size, source(one.d), kNotLess);
      kortestw(k1, k1);
    } else {
      vcmpps(size, size, source(one.d), kNotLess);
      vmovmskps(eax, Xbyak::Ymm(size.getIdx()));
      test(eax, eax);
    }
    release(size.getIdx());
    const Xmm to = reg(take_for(now_));
    if (to.getIdx() != short_one.getIdx()) vmovaps(to, short_one);
    slow.angle = angle.getIdx();
    slow.result = to.getIdx();
    slow.is_rest = one.op == TraceOp::large_rest;
    jnz(slow.begin, T_NEAR);
    L(slow.back);
    pass_operands();
  }
  void assemble_slow(Slow& slow) {
    const auto saved_at = [&](int index) {
      return ptr[frame_ + Layout::kSaved + index * Layout::kVector];
    };
    const Xbyak::Reg64 kCallers[] = {rdi, rsi, rdx, rcx, r8, r9, r10, r11};
    L(slow.begin);
    for (int i = 0; i < registers_; ++i) vmovaps(saved_at(i), reg(i));
    for (const Xbyak::Reg64& one : kCallers) push(one);
    const bool is_odd = saved_.size() % 2 == 0;  // the return address is on the stack, too
    if (is_odd) sub(rsp, 8);
    lea(rsi, saved_at(slow.result));
    lea(rax, saved_at(slow.angle));
    mov(rdi, rax);
    mov(edx, lanes_);
    mov(rax, slow.is_rest ? reinterpret_cast<std::uint64_t>(&reduce_rests)
                          : reinterpret_cast<std::uint64_t>(&reduce_quarters));
    vzeroupper();
    call(rax);
    if (is_odd) add(rsp, 8);
    for (std::size_t i = std::size(kCallers); i-- > 0;) pop(kCallers[i]);
    for (int i = 0; i < registers_; ++i) vmovaps(reg(i), saved_at(i));
    jmp(slow.back, T_NEAR);
  }

  bool is_wide_;
  int lanes_;
  int registers_;
  int stride_;
  int width_;
  int scalars_;
  std::vector<std::uint32_t> literals_{0U};
  UsedPointers pointers_;

  // The members below belong to the piece that is being assembled.
  std::vector<TraceNode> nodes_;
  int rows_ = 1;
  std::optional<Uses> uses_;
  std::vector<Place> places_;
  std::vector<int> holder_;  ///< by register: the value in it; kNone: none, or one that stays
  std::vector<Before> befores_;
  std::vector<int> spills_;       ///< by spill: the value in it
  std::vector<int> left_spills_;  ///< which the operation that is being assembled reads last
  std::list<Slow> slow_;
  std::vector<std::pair<int, Xbyak::Reg64>> bases_;
  std::vector<Xbyak::Reg64> saved_;
  std::uint32_t free_ = 0;    ///< registers
  std::uint32_t locked_ = 0;  ///< registers of the operation that is being assembled
  int now_ = 0;               ///< that operation
};

ScalarPlaces scalar_places(const Program& program, const SubStep& step) {
  ScalarPlaces places{.constants = static_cast<int>(program.constants.size()),
                      .uniforms = static_cast<int>(program.uniforms.size())};
  for (const Value& value : step.values) {
    if (value.op != Op::noise && value.op != Op::normal) continue;
    auto& streams = places.streams;
    if (std::find(streams.begin(), streams.end(), value.a) == streams.end()) {
      streams.push_back(value.a);
    }
  }
  return places;
}

/// Measured: longer loops gain nothing from several rows at once.
constexpr std::size_t kMostOperations = 400;

}  // namespace

std::string why_no_row_code(core::SimdLevel level) {
  return level == core::SimdLevel::basic ? kNoRowCode : "";
}

RowCode::RowCode(const Program& program, const SubStep& step, core::SimdLevel level,
                 std::size_t stride, int width)
    : scalars_(scalar_places(program, step)) {
  // Not set to zero, so that only pages that are used take time.
  const auto buffer = std::make_unique_for_overwrite<std::uint8_t[]>(kMostCodeBytes);
  void* aligned = buffer.get();
  std::size_t size = kMostCodeBytes;
  std::align(core::kCacheLine, kMostCodeBytes / 2, aligned, size);
  RowAssembler assembler({static_cast<std::uint8_t*>(aligned), size}, level, stride, width,
                         scalars_.count());
  const auto uses = [&](Op op) {
    return std::any_of(step.values.begin(), step.values.end(),
                       [&](const Value& value) { return value.op == op; });
  };
  reads_row_ = uses(Op::row);
  std::array<std::size_t, kPieces> begins{};
  try {
    const RowTrace plain_row(step, scalars_, {});
    group_rows_ = kGroupRows;
    while (group_rows_ > 1 &&
           plain_row.nodes().size() * static_cast<std::size_t>(group_rows_) > kMostOperations) {
      group_rows_ /= 2;
    }
    const auto assemble = [&](Piece piece, RowKind kind) {
      begins[static_cast<std::size_t>(piece)] =
          assembler.assemble(RowTrace(step, scalars_, kind), kind.rows);
    };
    // Where a sub-step reads no media, a piece with them is the one without.
    const auto assemble_both = [&](Piece piece, Piece with_medium, RowKind kind) {
      assemble(piece, kind);
      begins[static_cast<std::size_t>(with_medium)] = begins[static_cast<std::size_t>(piece)];
      kind.has_medium = true;
      if (uses(Op::medium)) assemble(with_medium, kind);
    };
    const int rows = group_rows_;
    assemble(Piece::plain_row, {});
    assemble_both(Piece::any_row, Piece::any_row_with_medium,
                  {.has_fixed = true, .has_missing = true});
    if (rows > 1) {
      assemble(Piece::plain_group, {.rows = rows});
      assemble_both(Piece::held_group, Piece::medium_group, {.rows = rows, .has_fixed = true});
      assemble_both(Piece::any_group, Piece::any_group_with_medium,
                    {.rows = rows, .has_fixed = true, .has_missing = true});
    }
  } catch (const Xbyak::Error& error) {
    throw core::Error(std::string("a sub-step is too long: ") + error.what());
  }
  literals_ = assembler.literals();
  pointers_ = assembler.pointers();
  memory_ = core::ExecutableMemory(assembler.code());
  for (std::size_t i = 0; i < kPieces; ++i) {
    pieces_[i] = std::bit_cast<Function>(memory_.data() + begins[i]);
  }
}

#else

std::string why_no_row_code(core::SimdLevel /*level*/) { return kNoRowCode; }

RowCode::RowCode(const Program& /*program*/, const SubStep& /*step*/, core::SimdLevel level,
                 std::size_t /*stride*/, int /*width*/) {
  throw core::Error(why_no_row_code(level));
}

#endif

RowFrame::RowFrame(const RowCode& code)
    : code_(&code),
      memory_(static_cast<std::size_t>(-RowFrameLayout::kSpills) +
              (static_cast<std::size_t>(code.scalars().count()) + code.literals().size()) *
                  RowFrameLayout::kVector),
      base_(memory_.data() - RowFrameLayout::kSpills) {
  for (std::size_t i = 1; i < code.literals().size(); ++i) {
    set_bits(code.scalars().count() + static_cast<int>(i), code.literals()[i]);
  }
  // The first literal is the columns of the lanes.
  for (std::uint32_t lane = 0; lane < kLineCells; ++lane) {
    std::memcpy(base_ + code.scalars().count() * RowFrameLayout::kVector + lane * sizeof lane,
                &lane, sizeof lane);
  }
}

void RowFrame::set_bits(int scalar, std::uint32_t bits) {
  std::uint32_t lanes[kLineCells];
  std::fill(std::begin(lanes), std::end(lanes), bits);
  std::memcpy(base_ + scalar * RowFrameLayout::kVector, lanes, sizeof lanes);
}

void RowFrame::set_scalar(int scalar, float value) {
  set_bits(scalar, std::bit_cast<std::uint32_t>(value));
}

}  // namespace heatwave::field::formula
