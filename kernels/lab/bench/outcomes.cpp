// This file decides how exact a sum of floats must be and words the result.
#include "kernels/lab/bench/outcomes.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include "kernels/core/device.h"

namespace heatwave::lab {
namespace {

constexpr double kRounding = 0x1p-24;     // largest relative error of one float operation
constexpr double kWholeNumbers = 0x1p24;  // a float holds every whole number below this exactly
// A long chain of roundings could excuse any sum, but an error this large is always wrong.
constexpr double kNeverRight = 0.05;

std::string printed(const char* format, double value) {
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string precision_in_words(double error) {
  if (error == 0) return "exact";
  if (!(error < 1)) return "";
  return "right to about " + printed("%.1f", -std::log10(error)) + " digits";
}

}  // namespace

std::string six_digits(double value) {
  std::string text = printed("%.6g", value);
  const std::size_t plus = text.find("e+");
  if (plus != std::string::npos) text.erase(plus + 1, 1);
  return core::grouped(std::move(text));
}

int useful_threads(std::int64_t elements) {
  constexpr std::int64_t kWorthThreads = 1 << 16;  // some ten microseconds of work
  return elements < kWorthThreads ? 1 : core::cpu_facts().processors;
}

Outcome checked_sum(const ExactSum& exact, float sum, double roundings) {
  const double off = std::abs(static_cast<double>(sum) - exact.value);
  const double error = exact.value > 0 ? off / exact.value : off;
  const bool must_be_exact = exact.whole_terms && exact.value < kWholeNumbers;
  const double allowed = must_be_exact ? 0.0 : std::min(roundings * kRounding, kNeverRight);
  return {.right = error <= allowed,  // false if the sum is NaN
          .result = six_digits(static_cast<double>(sum)),
          .expected = six_digits(exact.value),
          .error = error,
          .note = precision_in_words(error),
          .facts = {{"sum, all digits", core::grouped(printed("%.9g", static_cast<double>(sum)))},
                    {"in double precision", core::grouped(printed("%.17g", exact.value))},
                    {"difference", printed("%.3g", static_cast<double>(sum) - exact.value)}}};
}

}  // namespace heatwave::lab
