// Programs are printed here as the type of an equation, which the kernels take as they take the
// built-in ones.
#include "kernels/field/formula/cuda_text.h"

#include <algorithm>
#include <string>

#include "kernels/core/error.h"

namespace heatwave::field::formula {
namespace {

/// Throws core::Error when the kernels' equations have no room for something in the program.
void check_printable(const Program& program) {
  const auto refuse = [](const std::string& why) {
    throw core::Error("this formula has no CUDA text: " + why);
  };
  if (program.steps.size() != 1) refuse("its steps have sub-steps");
  if (!program.uniforms.empty()) refuse("it depends on time or on an integral");
  if (!program.sides.empty()) refuse("it has conditions on sides");
  for (const Value& value : program.steps[0].values) {
    if (value.op == Op::noise || value.op == Op::normal || value.op == Op::column ||
        value.op == Op::row) {
      refuse("it depends on the place or on chance");
    }
  }
}

std::string operation(const Value& value) {
  const auto v = [](int index) { return 'v' + std::to_string(index); };
  const auto of_plane = [&](const char* field) {
    return "n[" + std::to_string(value.a) + "]." + field;
  };
  const auto infix = [&](const char* sign) { return v(value.a) + ' ' + sign + ' ' + v(value.b); };
  const auto call = [&](const std::string& name) {
    std::string text = name + '(' + v(value.a);
    const int count = operand_count(value.op);
    if (count > 1) text += ", " + v(value.b);
    if (count > 2) text += ", " + v(value.c);
    return text + ')';
  };
  const auto choice = [&](const std::string& condition, const std::string& a,
                          const std::string& b) {
    return "core::choose(" + condition + ", " + a + ", " + b + ')';
  };
  switch (value.op) {
    case Op::constant:
      return "Real(constants.k[" + std::to_string(value.a) + "])";
    case Op::medium:
      return "constants.medium";
    case Op::centre:
      return of_plane("centre");
    case Op::west:
      return of_plane("west");
    case Op::east:
      return of_plane("east");
    case Op::north:
      return of_plane("north");
    case Op::south:
      return of_plane("south");
    case Op::older:
      return "older[" + std::to_string(value.a) + ']';
    case Op::laplacian:
      return "laplacian(n[" + std::to_string(value.a) + "])";
    case Op::negate:
      return '-' + v(value.a);
    case Op::add:
      return infix("+");
    case Op::subtract:
      return infix("-");
    case Op::multiply:
      return infix("*");
    case Op::divide:
      return infix("/");
    case Op::fma:
      return call("core::fma");
    case Op::fnma:
      return "core::fma(-" + v(value.a) + ", " + v(value.b) + ", " + v(value.c) + ')';
    case Op::fms:
      return "core::fma(" + v(value.a) + ", " + v(value.b) + ", -" + v(value.c) + ')';
    case Op::minimum:
      return choice(infix("<"), v(value.a), v(value.b));
    case Op::maximum:
      return choice(infix(">"), v(value.a), v(value.b));
    case Op::less:
      return choice(infix("<"), "Real(1.0F)", "Real(0.0F)");
    case Op::less_equal:
      return choice(infix("<="), "Real(1.0F)", "Real(0.0F)");
    case Op::equal:
      return choice(infix("=="), "Real(1.0F)", "Real(0.0F)");
    case Op::not_equal:
      return choice(infix("=="), "Real(0.0F)", "Real(1.0F)");
    case Op::choose:
      return choice(v(value.a) + " == Real(0.0F)", v(value.c), v(value.b));
    case Op::square_root:
      return call("core::square_root");
    case Op::absolute:
    case Op::exp:
    case Op::log:
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh:
    case Op::power:
    case Op::modulo:
      return call("formula::" + std::string(name_of(value.op)));
    case Op::uniform:
    case Op::noise:
    case Op::normal:
    case Op::column:
    case Op::row:
      break;
  }
  return {};
}

}  // namespace

std::string cuda_text_of(const Program& program) {
  check_printable(program);
  const SubStep& step = program.steps[0];
  const std::string components = std::to_string(program.components());
  const std::string constants = std::to_string(std::max<std::size_t>(1, program.constants.size()));
  std::string text =
      "struct Formula {\n"
      "  static constexpr int kComponents = " +
      components +
      ";\n"
      "  static constexpr int kStepsBack = " +
      std::to_string(program.steps_back) +
      ";\n"
      "  static constexpr bool kAbsorbs = false;\n"
      "\n"
      "  template <typename Real>\n"
      "  struct ConstantsOf {\n"
      "    float k[" +
      constants +
      "];\n"
      "    Real medium;\n"
      "  };\n"
      "  using Constants = ConstantsOf<float>;\n"
      "\n"
      "  template <typename Real>\n"
      "  HEATWAVE_HOST_DEVICE static ConstantsOf<Real> in_medium(const Constants& constants, Real "
      "factor) {\n"
      "    ConstantsOf<Real> there;\n"
      "    for (int i = 0; i < " +
      constants +
      "; ++i) there.k[i] = constants.k[i];\n"
      "    there.medium = factor;\n"
      "    return there;\n"
      "  }\n"
      "\n"
      "  template <typename Real>\n"
      "  HEATWAVE_HOST_DEVICE static Values<" +
      components +
      ", Real> update(\n"
      "      const Neighbourhood<" +
      components + ", Real>& n, const Values<" + components +
      ", Real>& older,\n"
      "      const ConstantsOf<Real>& constants) {\n";
  if (program.steps_back == 0) text += "    (void)older;\n";
  for (std::size_t i = 0; i < step.values.size(); ++i) {
    text += "    const Real v" + std::to_string(i) + " = " + operation(step.values[i]) + ";\n";
  }
  text += "    return {";
  for (std::size_t plane = 0; plane < program.components(); ++plane) {
    for (const Output& output : step.outputs) {
      if (static_cast<std::size_t>(output.plane) != plane) continue;
      text += (plane == 0 ? "v" : ", v") + std::to_string(output.value);
    }
  }
  return text + "};\n  }\n};\n";
}

}  // namespace heatwave::field::formula
