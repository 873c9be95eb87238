// Numbers as people read them: grouped thousands, units, a width that does not jump.
#pragma once

#include <cstdint>
#include <string>

namespace heatwave::words {

/// 1234567 as "1 234 567", grouped by a space that does not break.
std::string grouped(std::int64_t number);
/// "1 picture", "1 234 pictures".
std::string counted(std::int64_t number, const std::string& one, const std::string& many);
/// "10.0 GB", "812 kB".
std::string bytes(std::uint64_t number);
/// Milliseconds with two decimals; "–" when nothing was measured.
std::string milliseconds(double ms);
/// A rate with its prefix and unit: 1.23 GB/s, 45.6 M, 789.
std::string with_prefix(double value, const std::string& unit = "");
/// The time one step takes, in µs, or in ms when it is long; "–" when nothing was measured.
std::string time_per_step(double ms, std::int64_t steps);
/// A time that was measured, with three digits and its unit: "0.135 ms", "97.2 µs"; "–" when
/// nothing was measured.
std::string measured_time(double ms);
/// A round time as it stands at an axis: "10 µs", "0.5 s".
std::string round_time(double ms);
/// Words the ratio of two times, the other over this one: "4 120× faster",
/// "73.4× slower", "as fast"; empty for 0. `other`, where it is named, follows: "… than one
/// thread".
std::string faster_or_slower(double times_as_fast, const std::string& other = {});
/// A part of a whole: "24 %", "1.7 %", "< 0.1 %".
std::string percent(double part);
/// A duration for people who wait: "8 s", "2 min 10 s".
std::string duration(double seconds);
/// A place on a time line: "0:08", "2:10", "1:02:10".
std::string clock_time(double seconds);
/// A value with three digits and its sign, of a field whose values span this range: "0" for less
/// than a millionth of it.
std::string field_value(double value, double range);

/// "2.05 ms, 1050 GFLOP/s", with the rate as it was rounded there; 0: none was printed.
std::string printed_time(double milliseconds, double gflops);

/// The smallest step of 1, 2 or 5 times a power of ten that gives at most `most` ticks, but two at
/// the least: one alone tells no range.
double tick_step(double low, double high, int most);

}  // namespace heatwave::words
