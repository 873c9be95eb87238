// Numbers as text: grouped digits, units, and a steady width.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/core/grouped.h"

namespace heatwave::words {

using core::grouped;

/// Returns "1 picture", "12 400 pictures".
std::string counted(std::int64_t number, const std::string& one, const std::string& many);
/// Returns "10.0 GB", "812 kB".
std::string bytes(std::uint64_t number);
/// Milliseconds with two decimals; "–": not measured.
std::string milliseconds(double ms);
/// A rate with prefix and unit: 1.23 GB/s, 45.6 M, 789.
std::string with_prefix(double value, const std::string& unit = "");
/// The time of one step, in µs, or in ms when it is long; "–": not measured.
std::string time_per_step(double ms, std::int64_t steps);
/// A measured time with three digits and its unit: "0.135 ms", "97.2 µs"; "–": not measured.
std::string measured_time(double ms);
/// A round time as an axis label: "10 µs", "0.5 s".
std::string round_time(double ms);
/// Puts the ratio of two times into words with three digits: "4120× faster", "73.4× slower", "as
/// fast"; empty for 0. Adds `other` where it is given: "… than one thread".
std::string faster_or_slower(double times_as_fast, const std::string& other = {});
/// A fraction of 1 as a percentage: "24 %", "1.7 %", "< 0.1 %".
std::string percent(double part);
/// A waiting time, rounded up: "8 s", "2 min 10 s".
std::string duration(double seconds);
/// A position on a time line: "0:08", "2:10", "1:02:10".
std::string clock_time(double seconds);
/// A field value with its sign and three digits; "0" if it is below a millionth of `range`, the
/// range of the field's values.
std::string field_value(double value, double range);
/// A field value with a number of decimals that depends on `range` alone, so that its digits do not
/// move while it changes: the last one is at most a thousandth of `range`.
std::string steady_value(double value, double range);

/// "2.05 ms, 1050 GFLOP/s" with the rate as the source printed it; 0: the source printed no rate.
std::string printed_time(double milliseconds, double gflops);

/// Returns the smallest step, 1, 2 or 5 times a power of ten, that gives at most `most` ticks. Two
/// ticks are the minimum, because one alone shows no scale.
double tick_step(double low, double high, int most);

}  // namespace heatwave::words
