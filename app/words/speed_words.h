// How fast a variant of the lab is beside the CPU, in words.
#pragma once

#include <string>
#include <vector>

#include "kernels/lab/measurement.h"

namespace heatwave::words {

/// "all 16 threads", "both threads"; "all threads" where their number is not known.
std::string all_threads(const lab::Device& cpu);

/// How one of the times that were measured of a variant compares with the CPU.
struct Speed {
  std::string timed;  ///< "kernel alone", "with copies from pageable memory"; of the CPU: empty
  std::string
      memory;  ///< "pageable memory", where copies are part of the time; empty: they are not
  double as_one_thread = 0.0;   ///< how many times as fast; 0: not compared
  double as_all_threads = 0.0;  ///< likewise
};
/// One for each time that was measured of a ranked variant; none where the CPU was not measured at
/// the same settings and task, or where it is all that was.
std::vector<Speed> speeds_of(const lab::Report& report, const lab::Measurement& measurement);
/// That of the kernel alone.
Speed kernel_speed(const lab::Report& report, const lab::Measurement& measurement);

/// "991× faster than one thread, 73.4× faster than all 16 threads".
std::string beside_cpu(const Speed& speed, const lab::Device& cpu);
/// Adds which part was timed: "kernel alone 991× faster than …".
std::string in_words(const Speed& speed, const lab::Device& cpu);
/// Words the times with copies by the stricter comparison alone: "with copies from pageable
/// memory 16.6× slower than all 16 threads, from pinned memory 2.10× slower"; empty: none has
/// copies.
std::string copies_in_short(const std::vector<Speed>& speeds, const lab::Device& cpu);

}  // namespace heatwave::words
