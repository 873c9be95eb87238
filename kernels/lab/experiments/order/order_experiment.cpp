// This experiment passes words from one thread to another. This file describes its variants and
// contains those that run on the CPU.
#include "kernels/lab/experiments/order/order_experiment.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include "kernels/core/grouped.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/contest.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::order_experiment {
namespace {

/// The words that one thread passes to another, each in a cache line of its own.
struct alignas(kApart) Word {
  std::uint32_t value = 0;
};
struct alignas(kApart) Turn {
  std::atomic<std::uint32_t> value{0};
};
struct Court {
  Turn sent;
  Turn answered;
  std::array<Word, 8> words;
};

// variant: loop mutex release sequential-threads
void write_words(Court& court, std::uint32_t turn) {
  for (std::uint32_t i = 0; i < 8; ++i) court.words[i].value = 8 * turn + i;  //! eight words
}
/// Returns 1 if all words are this turn's, else 0.
std::int64_t right_words(const Court& court, std::uint32_t turn) {
  std::int64_t right = 0;
  for (std::uint32_t i = 0; i < 8; ++i) right += court.words[i].value == 8 * turn + i ? 1 : 0;
  return right == 8 ? 1 : 0;
}

// variant: loop
std::int64_t pass_alone(Court& court, std::uint32_t turns, const Stop& stop) {
  std::int64_t right = 0;
  for (std::uint32_t turn = 1; turn <= turns && !stop.stop_requested(); ++turn) {
    write_words(court, turn);
    right += right_words(court, turn);  //! a thread sees its own writes in order
  }
  return right;
}
// end

/// Runs the writer and the reader on two threads and returns what the reader returns.
template <typename Write, typename Read>
std::int64_t on_two_threads(core::ThreadTeam& team, Write write, Read read) {
  std::int64_t right = 0;
  team.run([&](int member) {
    if (member == 0) write();
    if (member == 1) right = read();
  });
  return right;
}

// variant: release sequential-threads
/// Waits until the flag has this value; false: a stop was requested.
bool wait_for(const Turn& flag, std::uint32_t value, std::memory_order order, const Stop& stop) {
  SpinWait spin_wait;
  while (flag.value.load(order) != value) {  //! then earlier writes are visible, too
    if (stop.stop_requested()) return false;
    spin_wait.wait();
  }
  return true;
}

std::int64_t pass_by_flags(core::ThreadTeam& team, Court& court, std::uint32_t turns,
                           std::memory_order storing, std::memory_order loading, const Stop& stop) {
  const auto write = [&] {
    for (std::uint32_t turn = 1; turn <= turns; ++turn) {
      write_words(court, turn);
      court.sent.value.store(turn, storing);  //! first the words, then the flag
      if (!wait_for(court.answered, turn, loading, stop)) return;
    }
  };
  const auto read = [&] {
    std::int64_t right = 0;
    for (std::uint32_t turn = 1; turn <= turns; ++turn) {
      if (!wait_for(court.sent, turn, loading, stop)) break;
      right += right_words(court, turn);
      court.answered.value.store(turn, storing);
    }
    return right;
  };
  return on_two_threads(team, write, read);
}

// variant: mutex
std::int64_t pass_by_mutex(core::ThreadTeam& team, Court& court, std::uint32_t turns,
                           const Stop& stop) {
  std::mutex mutex;
  std::condition_variable changed;
  std::uint32_t sent = 0;
  std::uint32_t answered = 0;
  const auto write = [&] {
    for (std::uint32_t turn = 1; turn <= turns && !stop.stop_requested(); ++turn) {
      std::unique_lock lock(mutex);
      write_words(court, turn);
      sent = turn;
      changed.notify_all();
      changed.wait(lock, [&] { return answered == turn; });  //! sleeps, and gives the lock back
    }
    const std::lock_guard lock(mutex);
    answered = turns + 1;  // the writer has ended
    changed.notify_all();
  };
  const auto read = [&] {
    std::int64_t right = 0;
    for (std::uint32_t turn = 1; turn <= turns; ++turn) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return sent == turn || answered == turns + 1; });  //!
      if (sent != turn) break;
      right += right_words(court, turn);
      answered = turn;
      changed.notify_all();
    }
    return right;
  };
  return on_two_threads(team, write, read);
}
// end

/// Returns a variant of two threads, given `pass(team, court, turns, stop)`.
template <typename Pass>
MakeRun by_two(Pass pass) {
  return makes<OrderProblem>([pass](const OrderProblem& problem, const Stop& stop) {
    return cpu_run(
        [&problem, stop, pass, team = std::make_shared<core::ThreadTeam>(2)] {
          Court court;
          return pass(*team, court, static_cast<std::uint32_t>(problem.turns), stop);
        },
        [&problem](std::int64_t right) { return checked_turns(problem, right); });
  });
}

std::unique_ptr<Run> alone(const OrderProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop] {
        Court court;
        return pass_alone(court, static_cast<std::uint32_t>(problem.turns), stop);
      },
      [&problem](std::int64_t right) { return checked_turns(problem, right); });
}

MakeRun by_flags(std::memory_order storing, std::memory_order loading) {
  return by_two([=](core::ThreadTeam& team, Court& court, std::uint32_t turns, const Stop& stop) {
    return pass_by_flags(team, court, turns, storing, loading, stop);
  });
}

/// Each turn passes eight words.
Work work(const Settings& s) { return {.bytes = 32.0 * static_cast<double>(s["turns"])}; }

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("loop", "one thread", "A thread sees its own writes in order, so it needs nothing.",
             work, makes<OrderProblem>(alone)),
      on_cpu("mutex", "two threads, mutex",
             "A condition variable wakes the other thread; the lock orders reads and writes.", work,
             by_two(pass_by_mutex), CpuThreads::some),
      on_cpu("release", "two threads, release and acquire",
             "Each thread polls a flag. What was written before the release is visible after the "
             "acquire.",
             work, by_flags(std::memory_order_release, std::memory_order_acquire),
             CpuThreads::some),
      on_cpu("sequential-threads", "two threads, sequentially consistent",
             "All flags have one order for all threads, the default of std::atomic.", work,
             by_flags(std::memory_order_seq_cst, std::memory_order_seq_cst), CpuThreads::some),
      on_gpu(
          "relaxed", "two blocks, relaxed",
          "The flag is an atomic, and nothing orders the words: without an acquire the L1 cache of "
          "the reader keeps the old ones.",
          work, launched_by<order_relaxed>()),
      on_gpu("fences", "two blocks, with fences",
             "A __threadfence() between words and flag, on both sides.", work,
             launched_by<order_fences>()),
      on_gpu("device", "two blocks, release and acquire",
             "cuda::atomic_ref with thread_scope_device: the order belongs to the flag.", work,
             launched_by<order_device>()),
      on_gpu("sequential", "two blocks, sequentially consistent",
             "One order of all such operations for all threads: stronger than this exchange needs.",
             work, launched_by<order_sequential>()),
      on_gpu("system", "two blocks, scope of the system",
             "thread_scope_system: the host and other GPUs may take part, too.", work,
             launched_by<order_system>()),
      on_gpu("block", "two warps, scope of the block",
             "thread_scope_block: writer and reader are on one multiprocessor and share its L1 "
             "cache.",
             work, launched_by<order_block>()),
      on_gpu("barrier", "two warps, barrier",
             "__syncthreads() waits and makes writes visible, for all threads of a block.", work,
             launched_by<order_barrier>())};
  for (Variant& each : all) {
    if (each.id == "relaxed") each.wrong_on_purpose = true;
    if (each.id == "loop") each.task = "within one thread";
    if (each.processor == Processor::gpu) each.traffic = no_traffic;  // two threads load no unit
  }
  return all;
}

}  // namespace

Outcome checked_turns(const OrderProblem& problem, std::int64_t right) {
  Outcome outcome = outcome_of_count(right, problem.turns);
  const std::int64_t old = problem.turns - right;
  if (old > 0) outcome.note = "the reader saw old words in " + grouped(old) + " turns";
  return outcome;
}

Experiment experiment() {
  return {.id = "order",
          .title = "Memory order",
          .shows =
              "One thread writes eight words and raises a flag; another one waits for the flag, "
              "reads the words and answers. The words must be visible before the flag is, and "
              "only a fence or an atomic with release and acquire promises that. A time divided by "
              "the turns is one round trip of a value between two threads, within a block or "
              "through L2.",
          .parameters = {{.id = "turns",
                          .title = "turns",
                          .help = "How often the words are passed on and answered.",
                          .maximum = 10'000'000,
                          .initial = 10'000,
                          .sweep = {100, 1'000, 10'000, 100'000}}},
          .quick = {{"turns", 200}},
          .host_bytes = [](const Settings&) { return 4096.0; },
          .device_bytes = [](const Settings&) { return 4096.0; },
          .make_problem = [](const Settings& s, const Stop&) -> std::unique_ptr<Problem> {
            auto problem = std::make_unique<OrderProblem>();
            problem->turns = s["turns"];
            return problem;
          },
          .variants = variants()};
}

}  // namespace heatwave::lab::order_experiment
