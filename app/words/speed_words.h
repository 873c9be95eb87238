// The speed of a Lab variant compared with the CPU, in words.
#pragma once

#include <string>
#include <vector>

#include "kernels/lab/measurement.h"

namespace heatwave::words {

/// "all 16 CPU threads", "both CPU threads"; "all CPU threads" if their number is unknown.
std::string all_threads(const lab::Device& cpu);

/// Stands in place of a speed where a variant would be compared with itself.
inline constexpr const char* kReference = "reference";

/// The measurement that the Lab compares all variants of a task with, and its names.
struct Reference {
  const lab::Measurement* measurement = nullptr;  ///< null: there is none
  std::string name;                               ///< "all 16 CPU threads", "one CPU thread"
  std::string in_short;                           ///< "16 CPU threads", "1 CPU thread"

  /// Returns whether the variant is the reference itself.
  [[nodiscard]] bool is(const lab::Measurement& variant) const { return measurement == &variant; }
  /// Returns how many times as fast the variant's kernel is; 0: there is no reference, or the
  /// variant is the reference itself.
  [[nodiscard]] double times_as_fast(const lab::Measurement& variant) const;
  /// Returns "12.4× slower", or kReference for the reference itself; empty: there is no reference.
  [[nodiscard]] std::string in_short_beside(const lab::Measurement& variant) const;
  /// Returns "12.4× slower than all 16 CPU threads", or "the reference: all 16 CPU threads"; empty:
  /// there is no reference.
  [[nodiscard]] std::string in_words_beside(const lab::Measurement& variant) const;
};
/// Returns what a measurement is compared with, which may be the measurement itself. Without a
/// measurement: the CPU was not measured for the task.
Reference reference_of(const lab::Report& report, const lab::Measurement& measurement);

/// Compares one measured time of a variant with the CPU.
struct Speed {
  /// "kernel alone", "kernel + copies from pageable memory"; empty: a variant of the CPU
  std::string timed;
  std::string memory;           ///< "pageable memory"; empty: the time contains no copies
  double as_one_thread = 0.0;   ///< speedup over one thread; 0: not compared
  double as_all_threads = 0.0;  ///< speedup over all threads; 0: not compared
};
/// Returns one Speed for each measured time of a ranked variant. Empty if the CPU was not measured
/// with the same settings and task, or if this is the CPU's only measurement.
std::vector<Speed> speeds_of(const lab::Report& report, const lab::Measurement& measurement);
/// Returns the Speed of the kernel alone.
Speed kernel_speed(const lab::Report& report, const lab::Measurement& measurement);

/// Returns "73.4× faster than all 16 CPU threads, 991× faster than one CPU thread": first the
/// comparison with all that the CPU can do.
std::string beside_cpu(const Speed& speed, const lab::Device& cpu);
/// Returns beside_cpu() after the part that was timed: "kernel alone 991× faster than …".
std::string in_words(const Speed& speed, const lab::Device& cpu);
/// Compares the kernel alone with all threads, or with one thread if that is all there is: "kernel
/// alone 73.4× faster than all 16 CPU threads"; empty: it is not compared.
std::string kernel_in_short(const std::vector<Speed>& speeds, const lab::Device& cpu);
/// Names a time that contains the kernel and its copies, wherever the time stands: "with copies"
/// could also mean the copies' own time.
inline constexpr const char* kKernelAndCopies = "kernel + copies";
/// Compares the times with copies as kernel_in_short() does: "with the copies it is 16.6× slower
/// than all 16 CPU threads, from pinned memory 2.10× slower"; empty: no time contains copies.
/// Copies are from pageable memory where no other is named.
std::string copies_in_short(const std::vector<Speed>& speeds, const lab::Device& cpu);
/// Says the same in fewer words: "with the copies it is 16.6× slower than all 16 CPU threads,
/// pinned 2.10× slower".
std::string copies_in_brief(const std::vector<Speed>& speeds, const lab::Device& cpu);

}  // namespace heatwave::words
