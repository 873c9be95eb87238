// A RowTrace is a sub-step as the list of operations that machine code has to make for one vector
// of cells in each of a few rows. The functions of formulas are traced: they run once, on values
// that record what is done with them, so that machine code has their operations in their order.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "kernels/field/cpu/row_job.h"
#include "kernels/field/formula/operations.h"

namespace heatwave::field::formula {

enum class TraceOp : std::uint8_t {
  // Constants: equal in all cells.
  literal,  ///< `a` is its bits
  scalar,   ///< `a` is its index
  // Values in memory. `a` is a plane, `b` a row of the group.
  cells,   ///< the plane before the sub-step, from row b and `c` columns to the east
  medium,  ///< the medium's factors in row b
  column,  ///< the places of columns, as Op::column has them
  // Operations. Their operands are values.
  older,  ///< the plane's values one step before, in row b: read before `store` overwrites them
  flags,  ///< the cells' flags in row b
  column_index,  ///< the column as a whole number
  add,
  subtract,
  multiply,
  divide,
  square_root,
  minimum,  ///< a < b ? a : b
  maximum,  ///< a > b ? a : b
  fma,      ///< a·b + c
  fnma,     ///< c − a·b
  fms,      ///< a·b − c
  fnms,     ///< −a·b − c
  negate,
  bit_and,
  bit_or,
  bit_xor,
  add_bits,
  subtract_bits,
  multiply_bits,
  shift_left,   ///< by b bits
  shift_right,  ///< by b bits
  // `a` and `b` are compared; `c` where that holds, `d` elsewhere.
  choose_less,
  choose_greater,
  choose_less_equal,
  choose_equal,
  choose_bits,  ///< holds where a and b have a bit in common
  // Angles in `a` that are too large for the short reduction: `b` in all other lanes.
  large_rest,
  large_quarters,
  store,  ///< writes c to plane a in row b
};

struct TraceNode {
  TraceOp op = TraceOp::literal;
  int a = kNone;
  int b = kNone;
  int c = kNone;
  int d = kNone;

  friend bool operator==(const TraceNode&, const TraceNode&) = default;
};

/// Returns which of a, b, c and d are values, as bits.
unsigned values_among(TraceOp op);

/// Calls `visit` with each operand that is a value.
template <typename Node, typename Visit>
void for_values(Node& node, Visit visit) {
  const unsigned values = values_among(node.op);
  if ((values & 1U) != 0) visit(node.a);
  if ((values & 2U) != 0) visit(node.b);
  if ((values & 4U) != 0) visit(node.c);
  if ((values & 8U) != 0) visit(node.d);
}

/// Where in the scalars of a sub-step each of them stands.
struct ScalarPlaces {
  int constants = 0;
  int uniforms = 0;
  std::vector<int> streams;  ///< streams of noise, in the order of their keys

  [[nodiscard]] int uniform(int index) const { return constants + index; }
  /// The place of a row of the group, as Op::row has it.
  [[nodiscard]] int row(int row) const { return constants + uniforms + row; }
  /// The index of the first cell in a row of the group.
  [[nodiscard]] int first_cell(int row) const { return this->row(kGroupRows) + row; }
  /// The first of a stream's two keys.
  [[nodiscard]] int key(int stream) const { return first_cell(kGroupRows) + 2 * stream; }
  [[nodiscard]] int count() const { return key(static_cast<int>(streams.size())); }
};

/// The rows and cells that a piece of machine code can step. It steps plain cells, too.
struct RowKind {
  int rows = 1;
  bool has_fixed = false;    ///< also fixed cells
  bool has_medium = false;   ///< also cells with a medium's factor
  bool has_missing = false;  ///< also cells that lack neighbours
};

class RowTrace {
 public:
  RowTrace(const SubStep& step, const ScalarPlaces& places, RowKind kind);

  /// Operands come before the operations that use them; nodes that nothing needs are left out.
  [[nodiscard]] const std::vector<TraceNode>& nodes() const { return nodes_; }

  /// Returns the index of an operation; equal ones are shared.
  int add(const TraceNode& node);

 private:
  struct Hash {
    std::size_t operator()(const TraceNode& node) const;
  };
  void drop_unneeded();

  std::vector<TraceNode> nodes_;
  std::unordered_map<TraceNode, int, Hash> known_;
};

}  // namespace heatwave::field::formula
