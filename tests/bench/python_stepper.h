// Heat stepped by a library of Python's, in a process of its own (steppers.py).
#pragma once

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/plain_loop.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::bench {

/// Those that are installed here; none without Python.
std::vector<std::string> python_steppers();

class PythonStepper {
 public:
  /// Begins where the loop is. Throws core::Error where Python does not get so far.
  PythonStepper(const std::string& name, const PlainLoop& start, int threads);

  void advance(int steps) { ask("advance " + std::to_string(steps)); }
  [[nodiscard]] std::vector<float> field();

 private:
  void ask(const std::string& line);
  void await();

  testing::TemporaryFolder folder_;
  std::size_t cells_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> asked_;
  std::ifstream answers_;
};

}  // namespace heatwave::bench
