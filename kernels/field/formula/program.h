// A Program is a formula as one list of operations for each sub-step, in the one form from which
// all code is made: the CPU's and the GPU's. Its order of operations is fixed, so that all give the
// same bits.
//
// Rules: expressions of numbers and parameters alone are folded in double on the host. A sum begins
// with its plain terms; then come products, each by one fused multiply-add, in the order of the
// text; derivatives come last. A product that is used twice is rounded once and shared. A number
// times a sum of components is multiplied out, other brackets are not. In u + dt·(…), the terms of
// u itself are folded into one factor if the sum has other plain terms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/field/formula/model.h"

namespace heatwave::field::formula {

enum class Op : std::uint8_t {
  // Inputs. `a` is an index.
  constant,  ///< a folded constant
  uniform,   ///< a uniform of the program: equal in all cells during one sub-step
  centre,    ///< the cell's value in a plane
  west,
  east,
  north,
  south,
  older,      ///< the cell's value one step before
  laplacian,  ///< fma(−4, centre, (west + east) + (north + south))
  noise,      ///< a stream of numbers spread evenly from −1 to 1
  normal,     ///< a stream of normal numbers of variance 1
  medium,     ///< the medium's factor; in initial conditions and regions the picture's brightness
  column,     ///< 2·column − (width − 1), which is exact
  row,        ///< (height − 1) − 2·row
  // Operations. Their operands are values.
  negate,
  add,
  subtract,
  multiply,
  divide,
  fma,      ///< a·b + c, rounded once
  fnma,     ///< c − a·b, rounded once
  fms,      ///< a·b − c, rounded once
  minimum,  ///< a < b ? a : b
  maximum,  ///< a > b ? a : b
  less,     ///< comparisons give 1 or 0
  less_equal,
  equal,
  not_equal,
  choose,  ///< a ≠ 0 ? b : c
  absolute,
  square_root,
  exp,
  log,
  sin,
  cos,
  tan,
  sinh,
  cosh,
  tanh,
  power,
  modulo,
};

/// Returns the number of values among an operation's operands.
int operand_count(Op op);
std::string_view name_of(Op op);

struct Value {
  Op op = Op::constant;
  int a = kNone;
  int b = kNone;
  int c = kNone;

  friend bool operator==(const Value&, const Value&) = default;
};

/// Calls `visit` with each operand that is a value.
template <typename Visit>
void for_operands(Value& value, Visit visit) {
  const int count = operand_count(value.op);
  if (count > 0) visit(value.a);
  if (count > 1) visit(value.b);
  if (count > 2) visit(value.c);
}

/// An expression that is folded in double; operands come before it in the list.
struct Folded {
  enum class Kind : std::uint8_t { number, node, negate, add, multiply, divide, square_root };
  Kind kind = Kind::number;
  int a = kNone;  ///< an index of the list; for `node` one of the document's nodes
  int b = kNone;
  double number = 0.0;
};

/// The value of a plane after a sub-step.
struct Output {
  int plane = 0;
  int value = 0;  ///< index into SubStep::values
  /// Held cells and walls take this plane's value instead: the plane itself or, for planes of the
  /// time stepping, that of their component.
  int fixed_plane = 0;
  /// The squared speed of waves, in cells a sub-step: index into values; kNone: no waves
  int speed_squared = kNone;
};

struct SubStep {
  std::vector<Value> values;
  std::vector<Output> outputs;
  double time = 0.0;  ///< time of its inputs, in steps from the beginning of the step
  /// The plane from which each component is read.
  std::vector<int> plane_of;
};

/// A number that is equal in all cells during a sub-step.
struct Uniform {
  enum class Kind : std::uint8_t {
    time,           ///< the time of the sub-step's inputs
    integral,       ///< `index` counts the integrals
    second_weight,  ///< the second-order part of ab2: 0 in the first step, later 1/2
  };
  Kind kind = Kind::time;
  int index = 0;
};

struct Integral {
  SubStep integrand;  ///< its one output is the value to be summed
  int every = 1;      ///< steps between renewals
};

/// A condition on one side: a step evaluates it in the outermost cells.
struct SideCondition {
  Side side = Side::left;
  bool is_slope = false;
  int plane = 0;
  SubStep expression;  ///< its one output is the value, or the slope times the spacing
};

struct Plane {
  std::string name;
  int component = kNone;  ///< kNone: the plane belongs to the time stepping
  int parent = 0;         ///< the component whose value it holds
};

struct Program {
  std::vector<Folded> folded;
  std::vector<int> constants;  ///< indices into `folded`; each is rounded to a float
  std::vector<Uniform> uniforms;
  std::vector<Integral> integrals;
  std::vector<SubStep> steps;
  std::vector<Plane> planes;  ///< components first
  std::vector<SideCondition> sides;
  std::vector<SubStep> initial;       ///< one for each component; no values: zero
  std::vector<SubStep> initial_rate;  ///< the rate of each component times the time step
  SubStep inside;                     ///< no values: the region is the whole field
  SubStep shown;                      ///< its one output is shown; no values: a component is
  int steps_back = 0;
  bool absorbs = false;  ///< waves can leave by absorbing sides

  [[nodiscard]] std::size_t components() const;
};

/// Makes the program of a model. Appends mistakes that only show here, and then returns an empty
/// program.
Program program_of(const Model& model, std::vector<Problem>& problems);

/// Returns the constants of a program, folded in double and rounded.
std::vector<float> constants_of(const Program& program, const Model& model,
                                std::span<const double> parameters, core::Extent extent);

/// Prints a program: one line for each operation. The text stays the same in later versions.
std::string text_of(const Program& program, const Model& model);

}  // namespace heatwave::field::formula
