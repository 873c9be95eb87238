// The operations of programs and their constants.
#include "kernels/field/formula/program.h"

#include <algorithm>
#include <cmath>

namespace heatwave::field::formula {

int operand_count(Op op) {
  if (op < Op::negate) return 0;
  switch (op) {
    case Op::negate:
    case Op::absolute:
    case Op::square_root:
    case Op::exp:
    case Op::log:
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
      return 1;
    case Op::fma:
    case Op::fnma:
    case Op::fms:
    case Op::choose:
      return 3;
    default:
      return 2;
  }
}

std::string_view name_of(Op op) {
  static constexpr std::string_view kNames[] = {
      "constant", "uniform",   "centre",      "west",     "east",       "north",  "south",
      "older",    "laplacian", "noise",       "normal",   "medium",     "column", "row",
      "negate",   "add",       "subtract",    "multiply", "divide",     "fma",    "fnma",
      "fms",      "minimum",   "maximum",     "less",     "less_equal", "equal",  "not_equal",
      "choose",   "absolute",  "square_root", "exp",      "log",        "sin",    "cos",
      "tan",      "sinh",      "cosh",        "tanh",     "power",      "modulo"};
  static_assert(std::size(kNames) == static_cast<std::size_t>(Op::modulo) + 1);
  return kNames[static_cast<std::size_t>(op)];
}

std::size_t Program::components() const {
  return static_cast<std::size_t>(std::count_if(
      planes.begin(), planes.end(), [](const Plane& p) { return p.component != kNone; }));
}

std::vector<float> constants_of(const Program& program, const Model& model,
                                std::span<const double> parameters, core::Extent extent) {
  ConstantValues nodes(model, parameters, extent);
  std::vector<double> folded;
  folded.reserve(program.folded.size());
  for (const Folded& at : program.folded) {
    const auto value = [&](int index) { return folded[static_cast<std::size_t>(index)]; };
    switch (at.kind) {
      case Folded::Kind::number:
        folded.push_back(at.number);
        break;
      case Folded::Kind::node:
        folded.push_back(nodes(at.a));
        break;
      case Folded::Kind::negate:
        folded.push_back(-value(at.a));
        break;
      case Folded::Kind::add:
        folded.push_back(value(at.a) + value(at.b));
        break;
      case Folded::Kind::multiply:
        folded.push_back(value(at.a) * value(at.b));
        break;
      case Folded::Kind::divide:
        folded.push_back(value(at.a) / value(at.b));
        break;
      case Folded::Kind::square_root:
        folded.push_back(std::sqrt(value(at.a)));
        break;
    }
  }
  std::vector<float> constants;
  for (const int index : program.constants) {
    constants.push_back(static_cast<float>(folded[static_cast<std::size_t>(index)]));
  }
  return constants;
}

}  // namespace heatwave::field::formula
