// Formats numbers as text.
#include "app/words/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace heatwave::words {
namespace {

constexpr const char* kNoBreakSpace = "\u00A0";
constexpr const char* kNothing = "–";

/// A time in the unit that suits it. Times from 0.1 ms on are in milliseconds, the unit of most
/// kernels.
struct TimeInUnit {
  double value;
  const char* unit;
};
TimeInUnit in_unit(double ms) {
  if (ms >= 999.5) return {ms * 1e-3, "s"};
  if (ms >= 0.0995) return {ms, "ms"};
  if (ms >= 0.9995e-3) return {ms * 1e3, "µs"};
  return {ms * 1e6, "ns"};
}

/// Returns three digits, or all digits before the decimal point if there are more.
std::string three_digits(double value) {
  constexpr double kTooLongToRead = 1e15;
  if (value >= kTooLongToRead) return fmt::format("{:.3g}", value);
  if (value >= 999.5) return grouped(std::llround(value));
  const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

std::string counted(std::int64_t number, const std::string& one, const std::string& many) {
  return grouped(number) + kNoBreakSpace + (number == 1 ? one : many);
}

std::string bytes(std::uint64_t number) { return with_prefix(static_cast<double>(number), "B"); }

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

std::string measured_time(double ms) {
  if (!(ms > 0.0)) return kNothing;
  const TimeInUnit time = in_unit(ms);
  return three_digits(time.value) + kNoBreakSpace + time.unit;
}

std::string round_time(double ms) {
  const TimeInUnit time = in_unit(ms);
  return fmt::format("{:.4g}{}{}", time.value, kNoBreakSpace, time.unit);
}

std::string faster_or_slower(double times_as_fast, const std::string& other) {
  if (!(times_as_fast > 0.0)) return "";
  const bool is_faster = times_as_fast >= 1.0;
  double ratio = is_faster ? times_as_fast : 1.0 / times_as_fast;
  // More digits than three say nothing: times vary more from run to run.
  const double digits = std::pow(10.0, std::floor(std::log10(ratio)) - 2.0);
  if (ratio >= 1000.0) ratio = std::round(ratio / digits) * digits;
  const std::string factor = three_digits(ratio);
  const bool is_equal = factor == "1.00";
  const std::string beside = other.empty() ? "" : (is_equal ? " as " : " than ") + other;
  if (is_equal) return std::string("as") + kNoBreakSpace + "fast" + beside;
  return factor + "×" + kNoBreakSpace + (is_faster ? "faster" : "slower") + beside;
}

std::string percent(double part) {
  const double hundredths = part * 100;
  if (hundredths > 0 && hundredths < 0.05) return std::string("< 0.1") + kNoBreakSpace + "%";
  return fmt::format("{:.{}f}{}%", hundredths, hundredths < 9.95 ? 1 : 0, kNoBreakSpace);
}

std::string duration(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  return fmt::format("{} min {} s", whole / 60, whole % 60);
}

std::string clock_time(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::max(0.0, seconds));
  const std::int64_t minutes = whole / 60;
  if (minutes < 60) return fmt::format("{}:{:02}", minutes, whole % 60);
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, whole % 60);
}

std::string field_value(double value, double range) {
  constexpr double kNothing = 1e-6;  // fraction of the range
  constexpr double kTooLongToRead = 1e5;
  if (!std::isfinite(value)) return "not a number";
  const double size = std::abs(value);
  if (size == 0.0 || size < kNothing * range) return "0";
  const std::string sign = value < 0 ? "−" : "";
  if (size >= 99.95 && size < kTooLongToRead) return sign + grouped(std::llround(size));
  return sign + fmt::format("{:#.3g}", size);
}

std::string steady_value(double value, double range) {
  constexpr double kTooLongToRead = 1e5;
  constexpr double kDigits = 3.0;
  constexpr double kMostDecimals = 6.0;
  const double decimals = std::max(0.0, std::ceil(kDigits - std::log10(range) - 1e-9));
  const bool is_plain = std::isfinite(decimals) && decimals <= kMostDecimals &&
                        std::isfinite(value) && std::abs(value) < kTooLongToRead;
  if (!is_plain) return field_value(value, range);
  const std::string digits = fmt::format("{:.{}f}", std::abs(value), static_cast<int>(decimals));
  const bool is_zero = digits.find_first_not_of("0.") == std::string::npos;
  return (value < 0 && !is_zero ? "−" : "") + digits;
}

std::string printed_time(double milliseconds, double gflops) {
  const std::string time = measured_time(milliseconds);
  return gflops > 0 ? fmt::format("{}, {:g} GFLOP/s", time, gflops) : time;
}

namespace {

/// rounding tolerance, in ticks
constexpr double kSlack = 1e-6;

int ticks_between(double low, double high, double step) {
  return static_cast<int>(std::floor(high / step + kSlack) - std::ceil(low / step - kSlack)) + 1;
}

}  // namespace

double tick_step(double low, double high, int most) {
  const double rough = (high - low) / std::max(1, most);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 0.5 * power;
  for (const double nice : {1.0, 2.0, 5.0, 10.0}) {
    if (step >= rough * 0.999 || ticks_between(low, high, nice * power) < 2) break;
    step = nice * power;
  }
  return step;
}

}  // namespace heatwave::words
