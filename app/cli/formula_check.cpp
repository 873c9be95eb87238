// `heatwave formula`: checks a formula and shows what it becomes.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/field_setup.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/formula/cuda/cuda_text.h"
#include "kernels/field/formula/formula.h"
#include "kernels/field/formula/jit/row_code.h"
#include "kernels/field/formula/row_bytecode.h"

namespace heatwave::cli {
namespace {

using field::formula::Formula;
using field::formula::Op;
using field::formula::Problem;
using field::formula::SubStep;

/// Returns the line of a mistake, with signs under its place.
std::string shown(const Problem& problem, const std::string& text) {
  std::size_t begin = 0;
  for (int line = 1; line < problem.place.line && begin != std::string::npos; ++line) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  std::string line;
  if (begin < text.size()) line = text.substr(begin, text.find('\n', begin) - begin);
  const auto column = static_cast<std::size_t>(problem.place.column - 1);
  const auto length = static_cast<std::size_t>(std::max(1, problem.place.length));
  return fmt::format("{}\n  {}\n  {}{}\n", field::formula::words_of({problem}),
                     words::printable(line), std::string(column, ' '), std::string(length, '^'));
}

std::string summary(const Formula& formula) {
  std::string text;
  static constexpr const char* kOrders[] = {"computed in each step", "first order in time",
                                            "second order in time"};
  for (const auto& component : formula.model().components) {
    text += fmt::format("component {}: {}\n", component.name,
                        kOrders[static_cast<std::size_t>(component.order)]);
  }
  for (const auto& parameter : formula.model().parameters) {
    text += fmt::format("parameter {} = {} in [{}, {}]\n", parameter.name, parameter.initial,
                        parameter.minimum, parameter.maximum);
  }
  return text;
}

/// Returns the number of a step's operations that compute something.
std::ptrdiff_t operations_of(const SubStep& step) {
  return std::count_if(step.values.begin(), step.values.end(), [](const auto& value) {
    return value.op >= Op::negate || value.op == Op::laplacian || value.op == Op::noise ||
           value.op == Op::normal;
  });
}

/// Returns by which code this machine's CPU steps a sub-step.
std::string code_of(const field::formula::Program& program, const SubStep& step) {
  const core::SimdLevel level = core::simd_level();
  std::string why = field::formula::why_no_row_code(level);
  if (why.empty()) {
    try {
      constexpr int kWidth = 1024;  // another one changes some distances in the code
      const field::formula::RowCode code(program, step, level, kWidth, kWidth);
      return fmt::format("{} bytes of machine code, {} at once", code.bytes(),
                         words::counted(code.group_rows(), "row", "rows"));
    } catch (const core::Error& error) {
      why = error.what();
    }
  }
  const field::formula::Bytecode code(program, step, false, level);
  return fmt::format("{} instructions of bytecode for {} cells each, because {}",
                     code.instructions(), code.block_cells(), why);
}

/// Returns how a GPU steps a program, and whether one does here.
std::string gpu_cost(const field::formula::Program& program) {
  const std::string why = field::formula::why_not_in_passes(program);
  const std::string passes =
      why.empty() ? "several steps a pass" : fmt::format("one step a pass, because {}", why);
  const core::CudaStatus cuda = core::cuda_status();
  if (!cuda.usable)
    return fmt::format("on a GPU: {}; the CPU steps here: {}\n", passes, cuda.reason);
  try {
    const core::Nvrtc compiler(cuda.driver);
    return fmt::format("on a GPU: {}, compiled by NVRTC {}\n", passes, compiler.version());
  } catch (const core::Unavailable& missing) {
    return fmt::format("on a GPU: {}; the CPU steps here: {}\n", passes, missing.what());
  }
}

std::string cost(const Formula& formula) {
  const auto& program = formula.program();
  const std::size_t extra = program.planes.size() - program.components();
  std::string text = fmt::format(
      "{} in a step; {}",
      words::counted(static_cast<std::int64_t>(program.steps.size()), "sub-step", "sub-steps"),
      words::counted(static_cast<std::int64_t>(program.planes.size()), "plane", "planes"));
  if (extra > 0) text += fmt::format(", {} of them for the time stepping", extra);
  text += '\n';
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const SubStep& step = program.steps[i];
    std::string written;
    for (const auto& output : step.outputs) {
      written += (written.empty() ? "" : ", ") +
                 program.planes[static_cast<std::size_t>(output.plane)].name;
    }
    text += fmt::format("sub-step {} writes {}: {} operations, {}\n", i + 1, written,
                        operations_of(step), code_of(program, step));
  }
  for (const auto& integral : program.integrals) {
    text += fmt::format("an integral over the field, every {}\n",
                        words::counted(integral.every, "step", "steps"));
  }
  return text + gpu_cost(program);
}

}  // namespace

void formula(const FormulaOptions& options, const std::function<void(const std::string&)>& print) {
  const std::string text = formula_text(options.formula);
  const std::vector<Problem> problems = field::formula::problems_of(text);
  if (!problems.empty()) {
    std::string all;
    for (const Problem& problem : problems) all += shown(problem, text);
    print(all);
    throw core::Error(fmt::format(
        "the formula has {}",
        words::counted(static_cast<std::int64_t>(problems.size()), "mistake", "mistakes")));
  }
  const Formula made(text);
  if (options.check || (!options.operations && !options.cost && !options.cuda))
    print(summary(made));
  if (options.operations) print(text_of(made.program(), made.model()));
  if (options.cost) print(cost(made));
  if (options.cuda) print(field::formula::cuda_text_of(made.program()));
}

}  // namespace heatwave::cli
