// This experiment transfers bytes over the bus. This file describes its variants and contains those
// that show how fast a CPU alone copies and computes.
#include "kernels/lab/experiments/transfer/transfer_experiment.h"

#include <algorithm>
#include <array>
#include <cstring>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::transfer_experiment {
namespace {

using Bytes = core::AlignedVector<std::uint8_t>;

// variant: memcpy threads
void copy_cached(const TransferProblem& problem, std::uint8_t* to, Chunk part) {
  std::memcpy(to + part.begin, problem.bytes.data() + part.begin,  //! through the caches
              static_cast<std::size_t>(part.end - part.begin));
}

// variant: streaming
/// Without SSE2 there are no such stores, and the variant's maker says so.
[[maybe_unused]] void copy_non_temporal(const TransferProblem& problem, std::uint8_t* to,
                                        Chunk part) {
  std::int64_t i = part.begin;
#if defined(__SSE2__)
  for (; i + 16 <= part.end; i += 16) {
    const auto* from = reinterpret_cast<const __m128i*>(problem.bytes.data() + i);
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), _mm_load_si128(from));  //! no cache fill
  }
  _mm_sfence();
#endif
  copy_cached(problem, to, {i, part.end});
}

// variant: work
/// Computes piece by piece in the L1 cache, with vector instructions.
[[gnu::always_inline]] inline void work_on(const std::uint8_t* from, std::uint8_t* to,
                                           std::int64_t size, std::int64_t steps) {
  std::array<std::uint8_t, 512> piece{};
  for (std::int64_t begin = 0; begin < size; begin += 512) {
    const auto length = static_cast<std::size_t>(std::min<std::int64_t>(512, size - begin));
    std::memcpy(piece.data(), from + begin, length);
    for (std::int64_t step = 0; step < steps; ++step) {
      for (std::uint8_t& byte : piece)
        byte = static_cast<std::uint8_t>(byte * 5U + 3U);  //! the kernel's work, without the bus
    }
    std::memcpy(to + begin, piece.data(), length);
  }
}

void work_on_part(const TransferProblem& problem, std::uint8_t* to, Chunk part) {
  core::kAtBestLevel<work_on>(problem.bytes.data() + part.begin, to + part.begin,
                              part.end - part.begin, problem.work);
}
// end

using DoPart = void (*)(const TransferProblem&, std::uint8_t*, Chunk);

// variant: memcpy threads streaming work
/// Returns a variant whose threads share the bytes, a megabyte at a time; 0: all processors.
MakeRun by_threads(int threads, DoPart do_part, bool works) {
  return makes<TransferProblem>([=](const TransferProblem& problem, const Stop& stop) {
    auto team =
        std::make_shared<core::ThreadTeam>(threads > 0 ? threads : core::cpu_facts().processors);
    return cpu_run(
        [&problem, stop, team, do_part,
         to = Bytes(problem.bytes.size(), 0xFF)]() mutable -> const Bytes* {
          team->run([&](int member) {
            constexpr std::int64_t kPiece = 1 << 20;  // bytes between two polls of `stop`
            const Chunk own = chunk_of(problem.size(), member, team->size());
            for (std::int64_t i = own.begin; i < own.end && !stop.stop_requested(); i += kPiece)
              do_part(problem, to.data(), {i, std::min(own.end, i + kPiece)});
          });
          return &to;
        },
        [&problem, works](const Bytes* to) { return checked_bytes(problem, *to, works); });
  });
}
// end

MakeRun streaming() {
#if defined(__SSE2__)
  return by_threads(0, copy_non_temporal, false);
#else
  return [](const Problem&, const Stop&) -> std::unique_ptr<Run> {
    throw core::Unavailable("non-temporal stores need an x86 processor");
  };
#endif
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<TransferProblem>();
  const Random random(settings.seed);
  const auto words = filled<std::uint64_t>(stop, static_cast<std::size_t>((settings["n"] + 7) / 8),
                                           [&random](std::size_t i) { return random.number(i); });
  problem->bytes.resize(static_cast<std::size_t>(settings["n"]));
  std::memcpy(problem->bytes.data(), words.data(), problem->bytes.size());
  problem->chunks = settings["chunks"];
  problem->work = settings["work"];
  return problem;
}

double times_n(double factor, const Settings& s) { return factor * static_cast<double>(s["n"]); }

/// A copy in memory reads and writes each byte.
Work in_memory(const Settings& s) { return {.bytes = times_n(2.0, s)}; }
/// Each byte crosses the bus once.
Work one_way(const Settings& s) { return {.bytes = times_n(1.0, s)}; }
/// Each byte crosses the bus twice, there and back.
Work both_ways(const Settings& s) { return {.bytes = times_n(2.0, s)}; }

Work nothing_moves(const Settings& /*settings*/) { return {}; }

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "bytes",
           .help = "Number of bytes that are copied.",
           .maximum = std::int64_t{1} << 34,
           .initial = 64 << 20,
           .sweep = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24,
                     1 << 26, 1 << 28}},
          {.id = "chunks",
           .title = "chunks",
           .help = "Number of pieces into which the overlapped variant splits the bytes.",
           .maximum = 1024,
           .initial = 8,
           .sweep = {1, 2, 4, 8, 16, 32, 64}},
          {.id = "work",
           .title = "work on each byte",
           .help = "Steps of arithmetic on each byte in the kernel of the round trips.",
           .minimum = 0,
           .maximum = 4096,
           .initial = 256,
           .sweep = {0, 16, 64, 128, 256, 512, 1024}}};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("memcpy", "memcpy", "One thread copies the bytes in memory.", in_memory,
             by_threads(1, copy_cached, false)),
      on_cpu("threads", "memcpy by all threads",
             "All processors share the copy, because one alone seldom saturates the memory.",
             in_memory, by_threads(0, copy_cached, false), CpuThreads::all),
      on_cpu("streaming", "non-temporal stores, threads",
             "Non-temporal stores avoid the read that a cache needs before it accepts a "
             "write.",
             in_memory, streaming(), CpuThreads::all),
      on_cpu("work", "the work, without the bus",
             "All processors do the kernel's arithmetic themselves: the time that a round "
             "trip must beat.",
             in_memory, by_threads(0, work_on_part, true), CpuThreads::all),
      on_gpu("to-pageable", "to the GPU, pageable",
             "From pageable memory, which the system may move: the driver copies it to "
             "pinned memory first.",
             one_way, launched_by<transfer_to_pageable>()),
      on_gpu("from-pageable", "from the GPU, pageable",
             "Back to pageable memory, again through the driver's pinned memory.", one_way,
             launched_by<transfer_from_pageable>()),
      on_gpu("to-pinned", "to the GPU, pinned",
             "From pinned memory, which stays in place, so that the GPU reads it directly.",
             one_way, launched_by<transfer_to_pinned>()),
      on_gpu("from-pinned", "from the GPU, pinned", "Back to pinned memory, which stays in place.",
             one_way, launched_by<transfer_from_pinned>()),
      on_gpu("serial-pageable", "copy, kernel, copy back: pageable",
             "Everyone's first program: three steps, one after the other.", both_ways,
             launched_by<transfer_serial_pageable>()),
      on_gpu("serial", "copy, kernel, copy back: pinned",
             "These three steps with pinned memory, still one after the other.", both_ways,
             launched_by<transfer_serial>()),
      on_gpu("overlapped", "copy, kernel, copy back: overlapped",
             "The bytes are split into chunks on four streams, so that one chunk arrives, "
             "another is processed and a third leaves at once: copy engines move chunks "
             "while the multiprocessors work.",
             both_ways, launched_by<transfer_overlapped>()),
      on_gpu("mapped", "kernel on mapped memory",
             "The kernel reads and writes the host's pinned memory directly (zero-copy): no "
             "copy, but every access crosses the bus. It pays where a kernel needs few of the "
             "bytes; for all of them overlapped copies took less time on an H200.",
             both_ways, launched_by<transfer_mapped>()),
      on_gpu("allocate", "cudaMalloc and cudaFree",
             "Allocating this many bytes of the GPU's memory and freeing them takes time, "
             "so do it once, before the loop. The address is a multiple of 256 bytes.",
             nothing_moves, launched_by<transfer_allocate>()),
      on_gpu("on-device", "within the GPU's memory",
             "A copy inside the GPU's memory: much faster, so data should stay there.", in_memory,
             launched_by<transfer_on_device>())};
  all.back().yardstick = true;
  for (Variant& each : all) {
    for (const char* id : {"work", "serial-pageable", "serial", "overlapped", "mapped"})
      if (each.id == id) each.task = "work on each byte";
    // Copies are calls on the host; there is no device code to show.
    for (const char* id : {"to-pageable", "from-pageable", "to-pinned", "from-pinned", "allocate"})
      if (each.id == id) each.source = "kernels/lab/experiments/transfer/transfer_launch.cu";
    if (each.id == "allocate") each.task = "allocation";
    // The bus is the limit, not a part of the GPU.
    if (each.processor == Processor::gpu && !each.yardstick) each.traffic = no_traffic;
  }
  return all;
}

/// Returns the value that each byte has after this many steps.
std::array<std::uint8_t, 256> after(std::int64_t steps) {
  std::array<std::uint8_t, 256> table{};
  for (unsigned start = 0; start < 256; ++start) {
    unsigned byte = start;
    for (std::int64_t step = 0; step < steps; ++step) byte = worked_once(byte);
    table[start] = static_cast<std::uint8_t>(byte);
  }
  return table;
}

}  // namespace

Chunk chunk_of(std::int64_t size, std::int64_t chunk, std::int64_t chunks) {
  constexpr std::int64_t kAlignment = 256;
  const auto begin_of = [=](std::int64_t which) {
    return which == chunks ? size : size * which / chunks / kAlignment * kAlignment;
  };
  return {begin_of(chunk), begin_of(chunk + 1)};
}

Outcome checked_bytes(const TransferProblem& problem, std::span<const std::uint8_t> bytes,
                      bool worked) {
  const auto table = after(worked ? problem.work : 0);
  const std::int64_t right = count_right(problem.bytes.size(), problem.stop, [&](std::size_t i) {
    return bytes[i] == table[problem.bytes[i]];
  });
  return outcome_of_count(right, problem.size());
}

Outcome checked_alignment(std::uintptr_t address) {
  constexpr std::uintptr_t kPromised = 256;
  std::uintptr_t found = 1;
  while (found < (std::uintptr_t{1} << 30U) && address % (2 * found) == 0) found *= 2;
  return {.right = address != 0 && address % kPromised == 0,
          .result = "aligned to " + core::grouped(std::to_string(found)) + " bytes",
          .expected = "aligned to 256 bytes or more",
          .error = 0.0};
}

Experiment experiment() {
  return {.id = "transfer",
          .title = "Transfer",
          .shows =
              "Bytes go to the GPU and back over the bus, which is many times slower than "
              "the GPU's memory. The GPU reads pinned memory directly, faster than pageable "
              "memory, and can work meanwhile. So if the bytes are split into chunks on "
              "several streams, the copy to the GPU, the kernel and the copy back run at "
              "once. For a copy in memory the rate counts each byte read and written; for a "
              "copy over the bus it counts each byte once.",
          .parameters = parameters(),
          .quick = {{"n", 8 << 20}, {"work", 64}},
          .host_bytes = [](const Settings& s) { return times_n(3.0, s) + 8.0; },
          .device_bytes = [](const Settings& s) { return times_n(2.0, s); },
          .make_problem = make_problem,
          .variants = variants()};
}

}  // namespace heatwave::lab::transfer_experiment
