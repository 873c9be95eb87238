// This experiment compares memory spaces. This file describes its variants and contains those that
// run on the CPU.
#include "kernels/lab/experiments/memory_spaces/memory_spaces_experiment.h"

#include <algorithm>
#include <atomic>

#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::memory_spaces_experiment {
namespace {

using Words = std::vector<std::uint32_t>;

// variant: loop
std::uint32_t worked(const std::uint32_t* table, std::uint32_t x, std::int64_t rounds) {
  std::uint32_t sum = 0;
  for (std::int64_t round = 0; round < rounds; ++round) {
    for (int k = 0; k < kTable; ++k)
      sum += table[k] ^ (x + static_cast<std::uint32_t>(round));  //! it stays in the L1 cache
  }
  return sum;
}

std::unique_ptr<Run> loop(const MemorySpacesProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop, out = Words(problem.x.size(), ~0U)]() mutable -> const Words* {
        for (std::size_t i = 0; i < out.size(); ++i) {
          if (i % 4096 == 0 && stop.stop_requested()) break;
          out[i] = worked(problem.table.data(), problem.x[i], problem.rounds);
        }
        return &out;
      },
      [&problem](const Words* out) { return checked_job(problem, Space::host, *out); });
}

// variant: threads-shared threads-own
[[gnu::always_inline]] inline void work_on_part(const std::uint32_t* table, const std::uint32_t* x,
                                                std::uint32_t* out, std::size_t size,
                                                std::int64_t rounds) {
  for (std::size_t i = 0; i < size; ++i) {
    std::uint32_t sum = 0;
    for (std::int64_t round = 0; round < rounds; ++round) {
      const std::uint32_t now = x[i] + static_cast<std::uint32_t>(round);
      for (int k = 0; k < kTable; ++k) sum += table[k] ^ now;  //! vector instructions on the table
    }
    out[i] = sum;
  }
}

/// Computes one thread's elements, a piece at a time.
void work_as_member(const MemorySpacesProblem& problem, const std::uint32_t* table, Words& out,
                    std::size_t begin, std::size_t end, const Stop& stop) {
  constexpr std::size_t kPiece = 4096;  // elements between two polls of `stop`
  for (std::size_t i = begin; i < end && !stop.stop_requested(); i += kPiece) {
    core::kAtBestLevel<work_on_part>(table, problem.x.data() + i, out.data() + i,
                                     std::min(kPiece, end - i), problem.rounds);
  }
}

enum class Table { shared, own };

std::unique_ptr<Run> by_threads(const MemorySpacesProblem& problem, const Stop& stop, Table kind) {
  auto team = std::make_shared<core::ThreadTeam>(core::cpu_facts().processors);
  return cpu_run(
      [&problem, stop, kind, team, out = Words(problem.x.size(), ~0U)]() mutable -> const Words* {
        team->run([&](int member) {
          const auto index = static_cast<std::size_t>(member);
          const auto members = static_cast<std::size_t>(team->size());
          std::array<std::uint32_t, kTable> own{};            //! on the stack: private, like local
          const std::uint32_t* table = problem.table.data();  //! shared, like global
          if (kind == Table::own) {
            std::copy_n(table, kTable, own.begin());
            table = own.data();
          }
          work_as_member(problem, table, out, out.size() * index / members,
                         out.size() * (index + 1) / members, stop);
        });
        return &out;
      },
      [&problem, kind](const Words* out) {
        return checked_job(problem, kind == Table::own ? Space::host_thread : Space::host, *out);
      });
}

// variant: thought-threads
std::unique_ptr<Run> thought(const MemorySpacesProblem& /*problem*/, const Stop& /*stop*/) {
  constexpr int kThreads = kThoughtBlocks * kThoughtThreads;
  auto team = std::make_shared<core::ThreadTeam>(kThreads);
  return cpu_run(
      [team] {
        ThoughtResult thought;
        std::atomic<int> a = -1;  //! one for all: the last store wins
        std::array<std::atomic<int>, kThoughtBlocks> c = {-1, -1, -1};  //! one for each block
        team->run([&](int index) {
          const int b = index;  //! one for each thread
          a.store(index, std::memory_order_relaxed);
          c[static_cast<std::size_t>(index / kThoughtThreads)].store(index,
                                                                     std::memory_order_relaxed);
          thought.b[static_cast<std::size_t>(index)] = b;
        });
        thought.a = a;
        for (std::size_t block = 0; block < c.size(); ++block) thought.c[block] = c[block];
        return thought;
      },
      [](const ThoughtResult& thought) { return checked_thought_experiment(thought); });
}
// end

/// For each byte of y, the sum over the table of word XOR byte. The expected result thus comes from
/// a method that no variant uses.
class ByteSums {
 public:
  explicit ByteSums(const Words& table) {
    for (unsigned byte = 0; byte < 4; ++byte) {
      for (std::uint32_t value = 0; value < 256; ++value) {
        for (std::size_t k = 0; k < kTable; ++k) {
          const std::uint32_t part = (table[k] >> (8 * byte)) & 255U;
          sums_[byte][value] += (part ^ value) << (8 * byte);
        }
      }
    }
  }
  [[nodiscard]] std::uint32_t of(std::uint32_t y) const {
    return sums_[0][y & 255U] + sums_[1][(y >> 8U) & 255U] + sums_[2][(y >> 16U) & 255U] +
           sums_[3][y >> 24U];
  }

 private:
  std::array<std::array<std::uint32_t, 256>, 4> sums_{};
};

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<MemorySpacesProblem>();
  const Random random(settings.seed);
  const auto number = [&random](std::size_t i) {
    return static_cast<std::uint32_t>(random.number(i) >> 32U);
  };
  const auto n = static_cast<std::size_t>(settings["n"]);
  problem->rounds = settings["rounds"];
  problem->threads = settings["threads"];
  problem->table =
      filled<std::uint32_t>(stop, 2 * kTable, [&](std::size_t i) { return number(i % kTable); });
  problem->x = filled<std::uint32_t>(stop, n, [&](std::size_t i) { return number(kTable + i); });
  const ByteSums sums(problem->table);
  problem->expected = filled<std::uint32_t>(stop, n, [&](std::size_t i) {
    std::uint32_t sum = 0;
    for (std::uint32_t round = 0; round < problem->rounds; ++round)
      sum += sums.of(problem->x[i] + round);
    return sum;
  });
  return problem;
}

double times_n(double factor, const Settings& s) { return factor * static_cast<double>(s["n"]); }

/// Each x is read and each sum written once; the table stays in caches. Integer arithmetic is not
/// counted.
Work work(const Settings& s) { return {.bytes = times_n(8.0, s)}; }

/// Each thread stores three numbers.
Work thought_experiment_work(const Settings& /*settings*/) {
  return {.bytes = 3.0 * sizeof(int) * kThoughtBlocks * kThoughtThreads};
}

/// Counts the reads of the table: 32 in each round, with this many passes each. Constant memory and
/// registers are other units.
CountTraffic table_traffic(double passes_of_read) {
  return [passes_of_read](const Settings& s) {
    const double reads = times_n(1.0, s) / kWarpLanes * 32.0 * static_cast<double>(s["rounds"]);
    return whole_lines(work(s).bytes) + passes(reads * passes_of_read);
  };
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "elements",
           .help = "Count of numbers; each has its own thread.",
           .maximum = 1 << 26,
           .initial = 1 << 20,
           .sweep = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22}},
          {.id = "rounds",
           .title = "rounds",
           .help = "How often the table's 32 words are read for each number.",
           .maximum = 1024,
           .initial = 32,
           .sweep = {1, 2, 4, 8, 16, 32, 64, 128}},
          threads_parameter()};
}

MakeRun by_threads_with(Table kind) {
  return makes<MemorySpacesProblem>([kind](const MemorySpacesProblem& problem, const Stop& stop) {
    return by_threads(problem, stop, kind);
  });
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("loop", "simple loop", "One thread, with the table in its L1 cache.", work,
             makes<MemorySpacesProblem>(loop)),
      on_cpu("threads-shared", "threads, one table",
             "All processors read one table: shared reads cost a CPU nothing.", work,
             by_threads_with(Table::shared), CpuThreads::all),
      on_cpu("threads-own", "threads, a table each",
             "Each thread copies the table to its own stack first, like a GPU's thread to "
             "local memory.",
             work, by_threads_with(Table::own), CpuThreads::all),
      on_cpu("thought-threads", "thought experiment with 6 threads",
             "Six threads in three groups store their index in private, group and global "
             "variables.",
             thought_experiment_work, makes<MemorySpacesProblem>(thought), CpuThreads::some),
      on_gpu("thought", "thought experiment <<<3, 2>>>",
             "Six threads store their index in *a (global), b (private to each thread) and c "
             "(shared): guess how many of each there are and which values they have, then look. "
             "The slides call b local; a single number such as this one is in a register.",
             thought_experiment_work, launched_by<memory_spaces_thought>()),
      on_gpu("constant-different", "constant memory, different addresses",
             "Constant memory serves a warp one word at a time, so 32 addresses take 32 "
             "passes.",
             work, launched_by<memory_spaces_constant_different>()),
      on_gpu("local", "local memory",
             "An array that is indexed at run time cannot be in registers. Local memory also "
             "holds a thread's stack and the variables that spill because the registers do not "
             "suffice. It is as private as registers, but part of the GPU's memory: its reads "
             "and writes go through the caches.",
             work, launched_by<memory_spaces_local>()),
      on_gpu("global", "global memory",
             "The table is off-chip and soon in the cache; each read goes there.", work,
             launched_by<memory_spaces_global>()),
      on_gpu("restrict", "global memory, const __restrict__",
             "Global memory with the promise that no thread writes the data behind these "
             "pointers: the compiler may use read-only loads and keep values that it has "
             "read.",
             work, launched_by<memory_spaces_restrict>()),
      on_gpu("texture", "texture",
             "The table is read through the texture units and their cache. On an H200 it took four "
             "times "
             "as long as global memory, whose loads serve a whole warp at once.",
             work, launched_by<memory_spaces_texture>()),
      on_gpu("constant-same", "constant memory, one address",
             "All lanes read one word at once, for which constant memory is made.", work,
             launched_by<memory_spaces_constant_same>()),
      on_gpu("shared", "shared memory",
             "Each block copies the table to shared memory first; 32 lanes then read 32 banks. "
             "On an H200 it took as long as global memory: the table of 128 bytes stays in L1, "
             "which is the same store on the chip.",
             work, launched_by<memory_spaces_shared>()),
      on_gpu("registers", "registers",
             "Each thread keeps the whole table in 32 registers, the fastest memory.", work,
             launched_by<memory_spaces_registers>()),
  };
  for (Variant& each : all) {
    if (each.id.starts_with("thought")) each.task = "thought experiment";
  }
  constexpr double kOfTexture = 4.0;  // the texture units handle eight lanes in a clock cycle
  set_traffic(all, {{"global", table_traffic(1.0)},
                    {"restrict", table_traffic(1.0)},
                    {"shared", table_traffic(1.0)},
                    {"local", table_traffic(1.0)},
                    {"texture", table_traffic(kOfTexture)}});
  return all;
}

/// A row of the course's table of memory spaces.
struct SpaceFacts {
  const char* memory;
  const char* cached;
  const char* access;
  const char* scope;
  const char* lifetime;
};

SpaceFacts facts_of(Space space) {
  switch (space) {
    case Space::registers:
      return {"registers, on-chip", "–", "read and write", "one thread", "the thread's"};
    case Space::local:
      return {"local, off-chip", "yes", "read and write", "one thread", "the thread's"};
    case Space::shared:
      return {"shared, on-chip", "–", "read and write", "a block", "the block's"};
    case Space::global:
      return {"global, off-chip", "yes (L2; L1 by generation)", "read and write",
              "all threads, and the host", "the allocation's"};
    case Space::constant:
      return {"constant, off-chip, 64 KB", "yes, in its own cache", "read",
              "all threads, and the host", "the program's"};
    case Space::texture:
      return {"texture, off-chip", "yes", "read", "all threads, and the host", "the allocation's"};
    case Space::host:
      return {"the computer's own", "yes", "read and write", "all threads", "the allocation's"};
    case Space::host_thread:
      return {"the computer's own, on a stack", "yes", "read and write", "one thread",
              "the call's"};
  }
  return {};
}

template <typename Numbers>
std::string listed(const Numbers& numbers) {
  std::string text;
  for (const int number : numbers) {
    if (!text.empty()) text += ' ';
    text += std::to_string(number);
  }
  return text;
}

}  // namespace

Outcome checked_job(const MemorySpacesProblem& problem, Space space, const Words& out) {
  const SpaceFacts facts = facts_of(space);
  Outcome outcome = outcome_of_array(out.data(), problem.expected, problem.stop);
  outcome.facts = {{"memory", facts.memory},
                   {"cached", facts.cached},
                   {"access", facts.access},
                   {"scope", facts.scope},
                   {"lifetime", facts.lifetime}};
  return outcome;
}

Outcome checked_thought_experiment(const ThoughtResult& thought) {
  bool right = thought.a >= 0 && thought.a < kThoughtBlocks * kThoughtThreads;
  for (std::size_t i = 0; i < thought.b.size(); ++i)
    right = right && thought.b[i] == static_cast<int>(i);
  for (std::size_t block = 0; block < thought.c.size(); ++block) {
    right = right && thought.c[block] >= 0 &&
            thought.c[block] / kThoughtThreads == static_cast<int>(block);
  }
  const std::string b = listed(thought.b);
  const std::string c = listed(thought.c);
  return {.right = right,
          .result = "a " + std::to_string(thought.a) + "; b " + b + "; c " + c,
          .expected = "a one of 0 to 5; b 0 1 2 3 4 5; c 0 or 1, 2 or 3, 4 or 5",
          .error = right ? 0.0 : 1.0,
          .facts = {{"*a, global: one for all six threads", std::to_string(thought.a)},
                    {"b, local: one for each thread", b},
                    {"c, shared: one for each block of two", c}}};
}

Experiment experiment() {
  return {.id = "memory-spaces",
          .title = "Memory spaces",
          .shows =
              "One small task reads a table of 32 words many times, with the table in each "
              "memory space in turn. Registers and shared memory are on-chip; local memory "
              "is not, despite its name; constant memory is fast only if all lanes read one "
              "address. The thought experiment comes with it: six threads, three blocks, one "
              "*a, six b's and three c's.",
          .parameters = parameters(),
          .quick = {{"n", 1 << 16}},
          .host_bytes = [](const Settings& s) { return times_n(16.0, s) + 1e5; },
          .device_bytes = [](const Settings& s) { return times_n(8.0, s) + 1e5; },
          .make_problem = make_problem,
          .variants = variants()};
}

}  // namespace heatwave::lab::memory_spaces_experiment
