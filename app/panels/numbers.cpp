// Turns numbers into text.
#include "app/panels/numbers.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace heatwave::panels {
namespace {

constexpr const char* kNoBreakSpace = "\u00A0";
constexpr const char* kNothing = "–";

}  // namespace

std::string grouped(std::int64_t number) {
  const std::string digits = fmt::format("{}", number < 0 ? -number : number);
  std::string text = number < 0 ? "−" : "";
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += kNoBreakSpace;
    text += digits[i];
  }
  return text;
}

std::string milliseconds(double ms) {
  if (ms <= 0.0) return kNothing;
  return fmt::format("{:.2f}", ms);
}

std::string with_prefix(double value, const std::string& unit) {
  constexpr std::array<const char*, 5> kPrefixes{"", "k", "M", "G", "T"};
  std::size_t prefix = 0;
  while (std::abs(value) >= 999.5 && prefix + 1 < kPrefixes.size()) {
    value /= 1000.0;
    ++prefix;
  }
  const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  const std::string suffix = kPrefixes[prefix] + unit;
  return fmt::format("{:.{}f}{}{}", value, value == 0.0 ? 0 : decimals,
                     suffix.empty() ? "" : kNoBreakSpace, suffix);
}

std::string time_per_step(double ms, std::int64_t steps) {
  if (steps <= 0 || ms <= 0.0) return fmt::format("{}{}µs", kNothing, kNoBreakSpace);
  const double microseconds = ms * 1000.0 / static_cast<double>(steps);
  if (microseconds >= 9999.5) return fmt::format("{:.1f}{}ms", microseconds / 1000, kNoBreakSpace);
  const int decimals = microseconds >= 99.95 ? 0 : microseconds >= 9.995 ? 1 : 2;
  return fmt::format("{:.{}f}{}µs", microseconds, decimals, kNoBreakSpace);
}

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  return fmt::format("{} min {} s", whole / 60, whole % 60);
}

std::string field_value(double value) {
  if (!std::isfinite(value)) return "not a number";
  const double size = std::abs(value);
  const std::string sign = std::signbit(value) && size > 0 ? "−" : "";
  if (size != 0.0 && (size < 1e-4 || size >= 1e5)) return sign + fmt::format("{:.3e}", size);
  return sign + fmt::format("{:.4f}", size);
}

}  // namespace heatwave::panels
