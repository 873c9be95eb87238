// Bytes as the text of a formula: it is read, or refused in a short time by words with a place.
// Machine code steps it as bytecode does.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/simd.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/formula/formula.h"
#include "tests/fuzz/refusal.h"

namespace {

using namespace heatwave;
using namespace heatwave::field::formula;

std::vector<std::vector<float>> stepped(const std::shared_ptr<const Formula>& formula,
                                        core::SimdLevel level) {
  constexpr core::Extent kExtent{21, 7};
  const auto solver = field::make_solver({.extent = kExtent,
                                          .backend = field::Backend::cpu,
                                          .threads = 1,
                                          .simd = level,
                                          .formula = formula});
  const std::vector<double> parameters = initial_values(formula->model());
  solver->load({.extent = kExtent,
                .planes = initial_planes(*formula, {parameters, kExtent}, core::whole(kExtent))});
  solver->advance(3);
  return solver->save().planes;
}

void compare_codes(std::string_view text) {
  std::shared_ptr<const Formula> formula;
  try {
    formula = make_formula(text);
  } catch (const core::Error&) {
    return;  // some mistakes show only when the program is made
  }
  const auto bytecode = stepped(formula, core::SimdLevel::basic);
  const auto machine_code = stepped(formula, core::simd_level());
  for (std::size_t p = 0; p < bytecode.size(); ++p) {
    const bool are_equal = std::equal(
        bytecode[p].begin(), bytecode[p].end(), machine_code[p].begin(), machine_code[p].end(),
        [](float a, float b) { return a == b || (a != a && b != b); });
    if (!are_equal) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const fuzz::RefusalLimits limits;
  std::vector<Problem> problems;
  const auto model = read(text, problems);
  if (model.has_value() != problems.empty() || problems.size() > kMostProblems) std::abort();
  for (const Problem& problem : problems) {
    limits.check(problem.message);
    if (problem.place.line < 1 || problem.place.column < 1 || problem.place.end > size)
      std::abort();
  }
  if (model && core::simd_level() != core::SimdLevel::basic) compare_codes(text);
  return 0;
}
