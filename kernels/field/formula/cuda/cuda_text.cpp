// Programs are printed here as the type of an equation, which the kernels take as they take the
// built-in ones.
#include "kernels/field/formula/cuda/cuda_text.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace heatwave::field::formula {

std::vector<int> noise_streams(const Program& program, const SubStep& step) {
  std::vector<int> streams;
  const auto add = [&streams](const SubStep& values) {
    for (const Value& value : values.values) {
      if (value.op != Op::noise && value.op != Op::normal) continue;
      if (std::find(streams.begin(), streams.end(), value.a) == streams.end()) {
        streams.push_back(value.a);
      }
    }
  };
  add(step);
  for (const SideCondition& side : program.sides) add(side.expression);
  return streams;
}

namespace {

/// Prints the operations of one sub-step of a program.
class SubStepPrinter {
 public:
  /// `streams`: the streams of noise, in the order of FormulaGrid::keys.
  explicit SubStepPrinter(const SubStep& step, std::vector<int> streams = {})
      : step_(step), streams_(std::move(streams)) {}

  /// Prints a function that returns one of the values for each output.
  [[nodiscard]] std::string function(const std::string& name, std::size_t planes,
                                     int Output::*which) const {
    std::vector<std::string> results;
    for (const Output& output : step_.outputs) {
      results.push_back('v' + std::to_string(output.*which));
    }
    return function(name, planes, which, results);
  }

  /// Prints a function that returns the values of all planes after the sub-step, which leaves some
  /// of them as they are.
  [[nodiscard]] std::string level(const std::string& name, std::size_t planes) const {
    std::vector<std::string> results;
    for (std::size_t p = 0; p < planes; ++p) {
      results.push_back("n[" + std::to_string(p) + "].centre");
    }
    for (const Output& output : step_.outputs) {
      results[static_cast<std::size_t>(output.plane)] = 'v' + std::to_string(output.value);
    }
    return function(name, planes, &Output::value, results);
  }

  /// Prints the operations that these values depend on.
  [[nodiscard]] std::string operations(const std::vector<int>& results) const {
    const std::vector<bool> needed = needed_for(results);
    std::string text;
    for (std::size_t i = 0; i < step_.values.size(); ++i) {
      if (!needed[i]) continue;
      text += "    const Real v" + std::to_string(i) + " = " + operation(step_.values[i]) + ";\n";
    }
    return text;
  }

  /// Returns for each value whether one of the results depends on it.
  [[nodiscard]] std::vector<bool> needed_for(const std::vector<int>& results) const {
    std::vector<bool> needed(step_.values.size());
    for (const int result : results) needed[static_cast<std::size_t>(result)] = true;
    for (std::size_t i = step_.values.size(); i-- > 0;) {
      if (!needed[i]) continue;
      Value value = step_.values[i];
      for_operands(value, [&](int& operand) { needed[static_cast<std::size_t>(operand)] = true; });
    }
    return needed;
  }

 private:
  /// Prints a function that computes a value of each output and returns these results.
  [[nodiscard]] std::string function(const std::string& name, std::size_t planes,
                                     int Output::*which,
                                     const std::vector<std::string>& results) const {
    const std::string of_planes = '<' + std::to_string(planes) + ", Real>& ";
    std::vector<int> values;
    for (const Output& output : step_.outputs) values.push_back(output.*which);
    std::string text =
        "  template <typename Real, typename Numbers>\n"
        "  HEATWAVE_HOST_DEVICE static Values<" +
        std::to_string(results.size()) + ", Real> " + name +
        "([[maybe_unused]] const Neighbourhood" + of_planes +
        "n,\n      [[maybe_unused]] const Values" + of_planes +
        "older, [[maybe_unused]] const Numbers& constants) {\n" + operations(values) +
        "    return {";
    for (std::size_t r = 0; r < results.size(); ++r) text += (r == 0 ? "" : ", ") + results[r];
    return text + "};\n  }\n";
  }
  [[nodiscard]] std::string operation(const Value& value) const;
  const SubStep& step_;
  std::vector<int> streams_;
};

std::string SubStepPrinter::operation(const Value& value) const {
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
  const auto random = [&](const char* name) {
    const auto stream = std::find(streams_.begin(), streams_.end(), value.a) - streams_.begin();
    return "formula::" + std::string(name) + "<Real>(constants.keys[" + std::to_string(stream) +
           "], constants.cell)";
  };
  switch (value.op) {
    case Op::uniform:
      return "Real(constants.uniforms[" + std::to_string(value.a) + "])";
    case Op::noise:
      return random("noise");
    case Op::normal:
      return random("normal_noise");
    case Op::column:
      return "Real(constants.column)";
    case Op::row:
      return "Real(constants.row)";
    case Op::constant:
      return "Real(constants.k[" + std::to_string(value.a) + "])";
    case Op::medium:
      return "Real(constants.medium)";
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
  }
  return {};
}

/// Returns whether a condition or a squared speed reads no cells, chance or places.
bool is_uniform(const SubStep& step, const std::vector<bool>& needed) {
  for (std::size_t i = 0; i < step.values.size(); ++i) {
    const Op op = step.values[i].op;
    if (needed[i] && op < Op::negate && op != Op::constant && op != Op::medium) return false;
  }
  return true;
}

/// Prints a function of an output's number.
std::string function_of_output(const std::string& name, const SubStep& step, int Output::*member) {
  std::string text = "  HEATWAVE_HOST_DEVICE static constexpr int " + name + "(int output) {\n";
  for (std::size_t o = 0; o + 1 < step.outputs.size(); ++o) {
    text += "    if (output == " + std::to_string(o) + ") return " +
            std::to_string(step.outputs[o].*member) + ";\n";
  }
  return text + "    return " + std::to_string(step.outputs.back().*member) + ";\n  }\n";
}

/// Returns a condition with the planes from which a sub-step reads components.
SubStep condition_in(const SubStep& step, const SideCondition& side) {
  SubStep condition = side.expression;
  for (Value& value : condition.values) {
    if (value.op != Op::centre || static_cast<std::size_t>(value.a) >= step.plane_of.size())
      continue;
    value.a = step.plane_of[static_cast<std::size_t>(value.a)];
  }
  return condition;
}

struct SideText {
  const char* touches;  ///< a cell on this side
  const char* missing;  ///< its flag
  const char* neighbour;
};
/// A field of one row is a line: nothing lies above or below it.
SideText text_of(Side side) {
  switch (side) {
    case Side::left:
      return {"x == 0", "kNoWest", "west"};
    case Side::right:
      return {"x == grid.width - 1", "kNoEast", "east"};
    case Side::top:
      return {"grid.whole_height > 1 && grid.row_of_whole(y) == 0", "kNoNorth", "north"};
    case Side::bottom:
      return {"grid.whole_height > 1 && grid.row_of_whole(y) == grid.whole_height - 1", "kNoSouth",
              "south"};
  }
  return {};
}

/// Prints one sub-step as a type that step_formula() takes.
class SubStepText {
 public:
  SubStepText(const Program& program, std::size_t index)
      : program_(program),
        step_(program.steps[index]),
        name_("SubStep" + std::to_string(index)),
        planes_(std::to_string(program.planes.size())) {}

  [[nodiscard]] std::string print() const {
    const SubStepPrinter printer(step_, noise_streams(program_, step_));
    std::string text = conditions();
    text += "struct " + name_ + " {\n  static constexpr int kPlanes = " + planes_ +
            ";\n  static constexpr int kOutputs = " + std::to_string(step_.outputs.size()) +
            ";\n  static constexpr bool kAbsorbs = " + (program_.absorbs ? "true" : "false") +
            ";\n" + function_of_output("plane_of", step_, &Output::plane) +
            function_of_output("fixed_plane_of", step_, &Output::fixed_plane) +
            printer.function("update", program_.planes.size(), &Output::value);
    if (program_.absorbs) {
      text += printer.function("squared_speeds", program_.planes.size(), &Output::speed_squared);
    }
    return text + see_slopes() + set_sides() + "};\n";
  }

 private:
  [[nodiscard]] std::string condition_name(std::size_t side) const {
    return name_ + "Side" + std::to_string(side);
  }
  [[nodiscard]] std::string conditions() const {
    std::string text;
    for (std::size_t i = 0; i < program_.sides.size(); ++i) {
      const SubStep condition = condition_in(step_, program_.sides[i]);
      text += "struct " + condition_name(i) + " {\n" +
              SubStepPrinter(condition, noise_streams(program_, step_))
                  .function("update", program_.planes.size(), &Output::value) +
              "};\n";
    }
    return text;
  }
  /// Prints the values that a cell sees beyond a side with a slope.
  [[nodiscard]] std::string see_slopes() const {
    std::string text =
        "  template <typename Numbers>\n"
        "  static __device__ void see_slopes(const FormulaGrid& grid, int x, int y, unsigned "
        "flags,\n"
        "      Neighbourhood<" +
        planes_ + ">& n, const Values<" + planes_ + ">& older, const Numbers& numbers) {\n";
    for (std::size_t i = 0; i < program_.sides.size(); ++i) {
      const SideCondition& side = program_.sides[i];
      if (!side.is_slope) continue;
      const SideText on = text_of(side.side);
      text += std::string("    if (") + on.touches + " && (flags & " + on.missing +
              ") != 0) {\n      const float slope = " + condition_name(i) +
              "::update(n, older, numbers)[0];\n";
      for (std::size_t p = 0; p < program_.planes.size(); ++p) {
        if (program_.planes[p].parent != side.plane) continue;
        const std::string plane = "n[" + std::to_string(p) + "].";
        text += "      " + plane + on.neighbour + " = " + plane + "centre + slope;\n";
      }
      text += "    }\n";
    }
    return text + "  }\n";
  }
  /// Prints the values that are set in the outermost cells.
  [[nodiscard]] std::string set_sides() const {
    std::string text =
        "  template <typename Numbers>\n"
        "  static __device__ void set_sides(const FormulaGrid& grid, int x, int y,\n"
        "      const Neighbourhood<" +
        planes_ + ">& n, const Values<" + planes_ +
        ">& older, const Numbers& numbers, Values<kOutputs>& next) {\n";
    for (std::size_t o = 0; o < step_.outputs.size(); ++o) {
      const int component =
          program_.planes[static_cast<std::size_t>(step_.outputs[o].plane)].parent;
      for (const Side side : kSides) {
        const auto found = std::find_if(
            program_.sides.begin(), program_.sides.end(), [&](const SideCondition& one) {
              return one.side == side && one.plane == component && !one.is_slope;
            });
        if (found == program_.sides.end()) continue;
        text += std::string("    if (") + text_of(side).touches + ") next[" + std::to_string(o) +
                "] = " + condition_name(static_cast<std::size_t>(found - program_.sides.begin())) +
                "::update(n, older, numbers)[0];\n";
      }
    }
    return text + "  }\n";
  }

  const Program& program_;
  const SubStep& step_;
  std::string name_;
  std::string planes_;
};

/// Prints the part of an equation by which waves leave a grid.
std::string absorbing_text(const SubStep& step) {
  const SubStepPrinter printer(step);
  const int speed = step.outputs[0].speed_squared;
  return "\n"
         "  template <typename Real>\n"
         "  HEATWAVE_HOST_DEVICE static Real squared_speed(const ConstantsOf<Real>& constants) "
         "{\n" +
         printer.operations({speed}) + "    return v" + std::to_string(speed) +
         ";\n"
         "  }\n"
         "  template <typename Real>\n"
         "  HEATWAVE_HOST_DEVICE static Real edge_speed(const ConstantsOf<Real>& constants) {\n"
         "    return core::square_root(squared_speed(constants));\n"
         "  }\n"
         "  template <typename Real>\n"
         "  HEATWAVE_HOST_DEVICE static Values<1, Real> update_absorbing(\n"
         "      const Neighbourhood<1, Real>& n, const Values<1, Real>& older,\n"
         "      const ConstantsOf<Real>& constants, Real speed, const Values<1, Real>& along,\n"
         "      int sides, Values<1, Real>& psi) {\n"
         "    return {leave_by_edge(squared_speed(constants), speed, update(n, older, "
         "constants)[0],\n"
         "                          older[0], along[0], sides, psi[0])};\n"
         "  }\n";
}

/// Prints a kernel that steps or integrates.
std::string kernel(const std::string& name, const std::string& body, const std::string& type) {
  return "extern \"C\" __global__ void __launch_bounds__(256) " + name +
         "(const __grid_constant__ heatwave::field::formula::FormulaGrid grid) {\n"
         "  heatwave::field::formula::" +
         body + "<heatwave::field::formula::" + type + ">(grid);\n}\n";
}

/// Constants in no medium need no argument, so that the compiler leaves out products with 1.
constexpr const char* kNoMedium = "static constexpr float medium = 1.0F";

/// Returns the values of a sub-step in the order of components.
SubStep by_component(const SubStep& step) {
  SubStep ordered = step;
  std::sort(ordered.outputs.begin(), ordered.outputs.end(),
            [](const Output& a, const Output& b) { return a.plane < b.plane; });
  return ordered;
}

}  // namespace

std::string why_not_in_passes(const Program& program) {
  const std::size_t sub_steps = program.steps.size();
  if (sub_steps > 1) {
    if (program.planes.size() > program.components()) {
      return "its sub-steps keep planes of the time stepping";
    }
    // Passes, and steps between two exchanges, have an even number of levels.
    if (program.components() != 2 || program.steps_back > 0 || sub_steps > 2) {
      return "passes take two sub-steps of two components of first order alone";
    }
  }
  if (!program.uniforms.empty()) return "it depends on time or on an integral";
  if (!program.sides.empty()) return "it has conditions on sides";
  for (const SubStep& step : program.steps) {
    for (const Value& value : step.values) {
      if (value.op == Op::noise || value.op == Op::normal || value.op == Op::column ||
          value.op == Op::row) {
        return "it depends on the place or on chance";
      }
    }
  }
  return {};
}

bool absorbs_in_passes(const Program& program) {
  if (!program.absorbs || program.components() != 1) return false;
  const SubStep& step = program.steps[0];
  const SubStepPrinter printer(step);
  return is_uniform(step, printer.needed_for({step.outputs[0].speed_squared}));
}

/// Prints a function for each sub-step, and one that calls the one that is asked for.
std::string levels_text(const Program& program) {
  const std::size_t components = program.components();
  const std::string of_components = '<' + std::to_string(components) + ", Real>";
  std::string functions;
  std::string calls;
  std::string writes;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const std::string name = "sub_step_" + std::to_string(i);
    functions += SubStepPrinter(program.steps[i]).level(name, components);
    for (const Output& output : program.steps[i].outputs) {
      writes += (writes.empty() ? "" : " || ") + std::string("(which == ") + std::to_string(i) +
                " && component == " + std::to_string(output.plane) + ')';
    }
    if (i > 0)
      calls +=
          "    if (which == " + std::to_string(i) + ") return " + name + "(n, older, constants);\n";
  }
  return "  static constexpr int kSubSteps = " + std::to_string(program.steps.size()) + ";\n" +
         functions +
         "  template <typename Real, typename Numbers>\n"
         "  HEATWAVE_HOST_DEVICE static Values" +
         of_components + " sub_step(unsigned which, const Neighbourhood" + of_components +
         "& n,\n      const Values" + of_components + "& older, const Numbers& constants) {\n" +
         calls +
         "    return sub_step_0(n, older, constants);\n"
         "  }\n"
         "  HEATWAVE_HOST_DEVICE static constexpr bool writes(unsigned which, int component) {\n"
         "    return " +
         writes +
         ";\n"
         "  }\n";
}

/// `medium`: how the factor of the constants' medium is declared.
std::string equation_text(const Program& program, const std::string& medium) {
  const SubStep step = by_component(program.steps[0]);
  const std::string components = std::to_string(program.components());
  const bool absorbs = absorbs_in_passes(program);
  return "struct Formula {\n"
         "  static constexpr int kComponents = " +
         components +
         ";\n"
         "  static constexpr int kStepsBack = " +
         std::to_string(program.steps_back) +
         ";\n"
         "  static constexpr bool kAbsorbs = " +
         (absorbs ? "true" : "false") +
         ";\n"
         "\n"
         "  struct Constants {\n"
         "    float k[" +
         std::to_string(std::max<std::size_t>(1, program.constants.size())) +
         "];\n"
         "    " +
         medium +
         ";\n"
         "  };\n"
         "  template <typename Real>\n"
         "  struct ConstantsOf {\n"
         "    const float* k;\n"
         "    Real medium;\n"
         "  };\n"
         "\n"
         "  template <typename Real>\n"
         "  HEATWAVE_HOST_DEVICE static ConstantsOf<Real> in_medium(const Constants& constants, "
         "Real "
         "factor) {\n"
         "    return {constants.k, factor};\n"
         "  }\n"
         "\n" +
         (program.steps.size() > 1
              ? levels_text(program)
              : SubStepPrinter(step).function("update", program.components(), &Output::value)) +
         (absorbs ? absorbing_text(step) : "") + "};\n";
}

std::string sub_step_text(const Program& program) {
  std::string text;
  for (std::size_t i = 0; i < program.steps.size(); ++i) text += SubStepText(program, i).print();
  for (std::size_t i = 0; i < program.integrals.size(); ++i) {
    const SubStep& integrand = program.integrals[i].integrand;
    const SubStepPrinter printer(integrand, noise_streams(program, integrand));
    text += "struct Integrand" + std::to_string(i) +
            " {\n  static constexpr int kPlanes = " + std::to_string(program.planes.size()) +
            ";\n" + printer.function("update", program.planes.size(), &Output::value) + "};\n";
  }
  return text;
}

KernelText plain_kernels(const Program& program) {
  KernelText all;
  all.text =
      "#include \"kernels/field/formula/cuda/formula_kernels.cuh\"\n"
      "namespace heatwave::field::formula {\n" +
      sub_step_text(program) + "}  // namespace heatwave::field::formula\n";
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const std::string number = std::to_string(i);
    all.text += kernel("sub_step_" + number, "step_formula", "SubStep" + number);
    all.kernels.push_back("sub_step_" + number);
  }
  for (std::size_t i = 0; i < program.integrals.size(); ++i) {
    const std::string number = std::to_string(i);
    all.text += kernel("integrand_" + number, "write_integrand", "Integrand" + number);
    all.kernels.push_back("integrand_" + number);
  }
  return all;
}

KernelText pass_kernels(const Program& program, const PassKernel& kernel) {
  using Kind = PassKernel::Kind;
  const std::string samples = kernel.records ? "PassSamples>" : "NoSamples>";
  const bool is_in_medium = kernel.kind == Kind::medium || kernel.kind == Kind::partial_medium;
  const bool is_strips = kernel.kind != Kind::resident && kernel.tiles == Tiles::strips;
  const std::string tiling = is_strips                      ? "StripTiling<Formula>"
                             : kernel.tiles == Tiles::large ? "Tilings<Formula>::Large"
                                                            : "Tilings<Formula>::Small";
  std::string header = "kernels/field/cuda/tilings.cuh";
  std::vector<std::string> kernels;
  switch (kernel.kind) {
    case Kind::plain:
    case Kind::partial:
    case Kind::medium:
    case Kind::partial_medium:
      if (is_strips) {
        for (const char* whole : {"true>", "false>"}) {
          kernels.push_back(std::string("step_strips<Formula, StripOf<Formula>::Type, ") + whole);
        }
      } else {
        kernels.push_back("step_plain_tiles<Formula, " + tiling + "::Media, " + samples);
      }
      break;
    case Kind::media:
      kernels.push_back("step_media_tiles<Formula, " + tiling + "::Media, " + samples);
      break;
    case Kind::mixed:
      kernels.push_back("step_mixed_tiles<Formula, " + tiling + "::Mixed, " + samples);
      break;
    case Kind::resident: {
      static constexpr const char* kEdges[] = {"plain", "mirrored", "absorbing"};
      header = "kernels/field/cuda/resident_sizes.cuh";
      const bool is_rimmed = kernel.edges == ResidentEdges::absorbing;
      kernels.push_back(std::string("step_resident_tiles<Formula, ") +
                        (is_rimmed ? "RimmedTileAt" : "ResidentTileAt") + "<Formula, " +
                        std::to_string(kernel.resident) + ">, ResidentEdges::" +
                        kEdges[static_cast<std::size_t>(kernel.edges)] + ", " + samples);
      break;
    }
  }
  return {"#include \"" + header +
              "\"\n#include \"kernels/field/formula/functions.h\"\n"
              "#include \"kernels/field/leaving_waves.h\"\n"
              "namespace heatwave::field {\n" +
              equation_text(program, is_in_medium ? "float medium" : kNoMedium) +
              "}  // namespace heatwave::field\nusing namespace heatwave::field;\n",
          kernels};
}

std::string cuda_text_of(const Program& program) {
  return why_not_in_passes(program).empty() ? equation_text(program, kNoMedium)
                                            : sub_step_text(program);
}

}  // namespace heatwave::field::formula
