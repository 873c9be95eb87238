// Array reverse, on the CPU: what it teaches, its ladder, the loops.
#include "kernels/lab/reverse.h"

#include <algorithm>
#include <string>

#include "kernels/core/device.h"
#include "kernels/core/simd.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/cpu_run.h"
#include "kernels/lab/inputs.h"

namespace heatwave::lab {
namespace {

using Array = std::vector<std::int32_t>;

// variant: loop
void reverse_part(const std::int32_t* in, std::int32_t* out, std::int64_t n, std::int64_t begin,
                  std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i)
    out[n - 1 - i] = in[i];  //! reads go up, writes go down
}

std::unique_ptr<Run> loop(const ReverseProblem& problem, const Stop& /*stop*/) {
  return cpu_run(
      [&problem, out = Array(problem.array.size())]() mutable -> const Array* {
        const auto n = static_cast<std::int64_t>(out.size());
        reverse_part(problem.array.data(), out.data(), n, 0, n);
        return &out;
      },
      [&problem](const Array* out) { return checked_reverse(problem, *out); });
}

// variant: threads
HEATWAVE_SIMD_CLONES void reverse_wide(const std::int32_t* in, std::int32_t* out, std::int64_t n,
                                       std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i)
    out[i] = in[n - 1 - i];  //! whole vectors, turned round
}

std::unique_ptr<Run> threads(const ReverseProblem& problem, const Stop& /*stop*/) {
  auto team = std::make_shared<core::ThreadTeam>(core::cpu_facts().processors);
  return cpu_run(
      [&problem, team, out = Array(problem.array.size())]() mutable -> const Array* {
        const auto n = static_cast<std::int64_t>(out.size());
        team->run([&](int member) {  //! each thread takes one stretch
          const std::int64_t begin = n * member / team->size();
          const std::int64_t end = n * (member + 1) / team->size();
          reverse_wide(problem.array.data(), out.data(), n, begin, end);
        });
        return &out;
      },
      [&problem](const Array* out) { return checked_reverse(problem, *out); });
}
// end

std::unique_ptr<Problem> pose(const Settings& settings) {
  auto problem = std::make_unique<ReverseProblem>();
  const Random random(settings.seed);
  problem->threads = settings["threads"];
  problem->array = filled<std::int32_t>(
      static_cast<std::size_t>(settings["n"]),
      [&random](std::size_t i) { return static_cast<std::int32_t>(random.number(i) >> 32U); });
  return problem;
}

double array_bytes(const Settings& settings) { return 4.0 * static_cast<double>(settings["n"]); }

/// Every element is read once and written once.
Work work(const Settings& settings) { return {.bytes = 2.0 * array_bytes(settings)}; }

}  // namespace

Outcome checked_reverse(const ReverseProblem& problem, const std::vector<std::int32_t>& reversed) {
  const Array& in = problem.array;
  const auto n = in.size();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) wrong += reversed[i] == in[n - 1 - i] ? 0 : 1;
  return {.right = wrong == 0,
          .result = std::to_string(n - wrong) + " in place",
          .expected = std::to_string(n) + " in place",
          .error = static_cast<double>(wrong) / static_cast<double>(n)};
}

Experiment reverse() {
  return {
      .id = "reverse",
      .title = "Array reverse",
      .shows =
          "Each element moves to the other end, so reads go up through memory while writes go "
          "down. "
          "On the first GPUs a warp's descending writes fell apart into single transactions, and "
          "turning each block round in shared memory first was five times as fast. Today a warp's "
          "addresses are gathered into whole sectors in any order, so both ways run at copy speed.",
      .parameters = {{.id = "n",
                      .title = "elements",
                      .help = "Length of the array of 32-bit integers.",
                      .maximum = (std::int64_t{1} << 31) - 1,  // as many blocks as a grid may have
                      .initial = 1 << 26,
                      .sweep = {1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24,
                                1 << 26}},
                     {.id = "threads",
                      .title = "threads per block",
                      .help = "Threads of each block of the kernels.",
                      .minimum = 1,
                      .maximum = 1024,
                      .initial = 256,
                      .sweep = {32, 64, 128, 256, 512, 1024}}},
      .quick = {{"n", 1 << 22}},
      .host_bytes = [](const Settings& s) { return 2.0 * array_bytes(s); },
      .device_bytes = [](const Settings& s) { return 2.0 * array_bytes(s); },
      .pose = pose,
      .variants = {{.id = "loop",
                    .title = "CPU, simple loop",
                    .what = "One thread walks up the array and writes down the other.",
                    .place = Place::cpu,
                    .work = work,
                    .make = makes<ReverseProblem>(loop)},
                   {.id = "threads",
                    .title = "CPU, threads and vectors",
                    .what = "All processors share the array, and each turns whole vectors round.",
                    .place = Place::cpu,
                    .work = work,
                    .make = makes<ReverseProblem>(threads)},
                   {.id = "direct",
                    .title = "straight to global memory",
                    .what = "Each thread moves one element; a warp's writes run downwards.",
                    .place = Place::gpu,
                    .work = work,
                    .lecture = {{"old hardware, 256K ints: 62,464 incoherent stores", 0.26752}}},
                   {.id = "shared",
                    .title = "through shared memory",
                    .what =
                        "A block turns its piece round in shared memory, so that reads and writes "
                        "both run upwards.",
                    .place = Place::gpu,
                    .work = work,
                    .lecture = {{"old hardware, 256K ints: no incoherent store", 0.05046}}},
                   {.id = "vectors",
                    .title = "16 bytes per thread",
                    .what = "Each thread moves four elements with one load and one store.",
                    .place = Place::gpu,
                    .work = work},
                   {.id = "copy",
                    .title = "copy by the driver",
                    .what = "cudaMemcpy of as many bytes, not reversed: the speed to reach.",
                    .place = Place::gpu,
                    .yardstick = true,
                    .work = work}},
  };
}

}  // namespace heatwave::lab
