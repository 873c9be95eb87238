// Puts what was printed into words.
#include "app/words/printed_time.h"

#include <fmt/format.h>

#include "app/words/numbers.h"

namespace heatwave::words {

std::string printed_time(double milliseconds, double gflops) {
  const std::string time = measured_time(milliseconds);
  return gflops > 0 ? fmt::format("{}, {:g} GFLOP/s", time, gflops) : time;
}

}  // namespace heatwave::words
