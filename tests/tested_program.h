// The program that tests start.
#pragma once

#include <cstdlib>
#include <string>

namespace heatwave::test {

/// Returns whether HEATWAVE_PROGRAM names a program other than the one that was built with the
/// tests.
inline bool tests_other_program() { return std::getenv("HEATWAVE_PROGRAM") != nullptr; }

/// Returns the program that was built with the tests; HEATWAVE_PROGRAM names another one, such as a
/// script that runs the program for Windows.
inline std::string tested_program() {
  const char* const other = std::getenv("HEATWAVE_PROGRAM");
  return other != nullptr ? other : HEATWAVE_BINARY;
}

}  // namespace heatwave::test
