// Time is what the processor spent: other programs on the machine do not count.
#include "tests/fuzz/refusal.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "app/words/word_lists.h"

namespace heatwave::fuzz {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void require(bool good, const char* what, double number) {
  if (good) return;
  std::fprintf(stderr, "a refused input: %s %g\n", what, number);
  std::abort();
}

}  // namespace

RefusalLimits::RefusalLimits() : began_(processor_seconds()) {}

void RefusalLimits::check(const std::string& words) const {
  constexpr double kMostSeconds = 2;
  constexpr std::size_t kLongestWords = 4000;
  const double seconds = processor_seconds() - began_;
  const auto bytes = static_cast<double>(memory_.peak());
  require(seconds <= kMostSeconds, "seconds taken:", seconds);
  require(bytes <= kMostRaisedByRefusal, "bytes taken:", bytes);
  const auto length = static_cast<double>(words.size());
  require(!words.empty() && words.size() <= kLongestWords, "bytes of its words:", length);
  require(words::printable(words) == words, "its words cannot be printed, bytes:", length);
}

}  // namespace heatwave::fuzz
