// Bytes as the text of a formula: it is read, or refused in a short time by words with a place.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "kernels/field/formula/model.h"
#include "tests/fuzz/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  using namespace heatwave::field::formula;
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
  return 0;
}
