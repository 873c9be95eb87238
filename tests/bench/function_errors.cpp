// Measures the errors of the functions of formulas over all floats, in units of the last place. It
// takes minutes: `cmake --build build/release --target function_errors`.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <thread>
#include <vector>

#include "tests/kernels/formula_function_errors.h"

int main() {
  using namespace heatwave::field::formula;
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  for (const MeasuredFunction& function : measured_functions()) {
    std::vector<WorstError> worst(threads);
    std::vector<std::thread> team;
    for (unsigned i = 0; i < threads; ++i) {
      team.emplace_back([&, i] { worst[i] = worst_error(function, i, threads); });
    }
    for (std::thread& thread : team) thread.join();
    WorstError all;
    for (const WorstError& one : worst) {
      if (one.error > all.error) all = one;
    }
    std::printf("%-6s %6.3f at %.9g\n", function.name, all.error, static_cast<double>(all.at));
  }
}
