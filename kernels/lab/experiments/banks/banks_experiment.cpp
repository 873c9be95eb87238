// This experiment shows bank conflicts. This file describes its variants and contains those that
// run on the CPU, where reads contend for the sets of a cache like a warp's reads for banks.
#include "kernels/lab/experiments/banks/banks_experiment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "kernels/core/aligned.h"
#include "kernels/core/device.h"
#include "kernels/core/grouped.h"
#include "kernels/core/thread_team.h"
#include "kernels/core/warp_access.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::banks_experiment {
namespace {

// variant: loop-stride loop-column loop-padded threads
/// The words in rows of one cache line that are `spacing` bytes apart. They would fit into the L1
/// cache many times, but with some spacings all rows contend for one of its sets.
class SpacedTable {
 public:
  static constexpr std::int64_t kLine = kCacheLineBytes / 4;  // words
  static constexpr std::int64_t kRows = kWords / kLine;

  SpacedTable(const std::vector<std::uint32_t>& words, std::int64_t spacing)
      : words_apart_(spacing / 4), memory_(static_cast<std::size_t>(kRows * words_apart_)) {
    for (std::int64_t i = 0; i < kWords; ++i) {
      const std::int64_t place = i / kLine * words_apart_ + i % kLine;
      memory_[static_cast<std::size_t>(place)] = words[static_cast<std::size_t>(i)];
    }
  }

  /// Adds all words, column by column.
  [[nodiscard]] std::uint64_t walk(std::uint64_t sum) const {
    for (std::int64_t column = 0; column < kLine; ++column)
      sum = walk_column(memory_.data() + column, sum);
    return sum;
  }

 private:
  /// This function must not be inlined: otherwise the compiler would swap the loops and read along
  /// the rows.
  [[nodiscard, gnu::noinline]] std::uint64_t walk_column(const std::uint32_t* top,
                                                         std::uint64_t sum) const {
    std::array<std::uint64_t, 4> sums{sum};  // four sums, so that no read waits for an addition
    for (std::int64_t row = 0; row < kRows; row += 4) {
      sums[0] += top[row * words_apart_];  //! 4096 bytes apart: all rows share one set
      sums[1] += top[(row + 1) * words_apart_];
      sums[2] += top[(row + 2) * words_apart_];
      sums[3] += top[(row + 3) * words_apart_];
    }
    return sums[0] + sums[1] + sums[2] + sums[3];
  }

  std::int64_t words_apart_;
  core::AlignedVector<std::uint32_t> memory_;
};

// variant: loop-column
std::int64_t power_of_two(const BanksProblem& /*problem*/) {
  return kCacheSets * kCacheLineBytes;  //! 4096 bytes: once around all sets
}
// variant: loop-padded threads
std::int64_t padded(const BanksProblem& /*problem*/) {
  return kCacheSets * kCacheLineBytes + kCacheLineBytes;  //! one line of padding: the next set
}
// variant: loop-stride
std::int64_t by_stride(const BanksProblem& problem) {
  return std::max<std::int64_t>(1, 2 * problem.stride) * kCacheLineBytes;  //! stride 32: 4096 bytes
}
// end

using Spacing = std::int64_t (*)(const BanksProblem&);

Outcome checked_total(const BanksProblem& problem, std::int64_t spacing, std::uint64_t total) {
  const auto one_round =
      std::accumulate(problem.words.begin(), problem.words.end(), std::uint64_t{0});
  const std::uint64_t expected = one_round * static_cast<std::uint64_t>(problem.rounds);
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < SpacedTable::kRows; ++row) rows.push_back(row * spacing);
  const int together = core::most_in_one_slot(rows, kCacheLineBytes, kCacheSets);
  const double difference = static_cast<double>(total) - static_cast<double>(expected);
  return {.right = total == expected,
          .result = core::grouped(std::to_string(total)),
          .expected = core::grouped(std::to_string(expected)),
          .error = difference / std::max(1.0, static_cast<double>(expected)),
          .facts = {{"bytes from one row to the next", core::grouped(spacing)},
                    {"rows of the table", std::to_string(SpacedTable::kRows)},
                    {"most rows in one of a cache's 64 sets", std::to_string(together)}}};
}

// variant: loop-stride loop-column loop-padded
MakeRun walking(Spacing spacing) {
  return makes<BanksProblem>([spacing](const BanksProblem& problem, const Stop& /*stop*/) {
    return cpu_run(
        [&problem, table = SpacedTable(problem.words, spacing(problem))] {
          std::uint64_t sum = 0;
          for (std::int64_t round = 0; round < problem.rounds; ++round) sum = table.walk(sum);
          return sum;
        },
        [&problem, spacing](std::uint64_t total) {
          return checked_total(problem, spacing(problem), total);
        });
  });
}

// variant: threads
MakeRun walking_on_all_threads(Spacing spacing) {
  return makes<BanksProblem>([spacing](const BanksProblem& problem, const Stop& /*stop*/) {
    const auto team = std::make_shared<core::ThreadTeam>(core::cpu_facts().processors);
    const auto size = static_cast<std::size_t>(team->size());
    return cpu_run(
        [&problem, team, table = SpacedTable(problem.words, spacing(problem)),
         sums = std::vector<std::uint64_t>(size)]() mutable {
          team->run([&](int member) {
            std::uint64_t sum = 0;
            const std::int64_t end = problem.rounds * (member + 1) / team->size();
            for (std::int64_t round = problem.rounds * member / team->size(); round < end; ++round)
              sum = table.walk(sum);  //! each thread has its own L1 cache
            sums[static_cast<std::size_t>(member)] = sum;
          });
          return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
        },
        [&problem, spacing](std::uint64_t total) {
          return checked_total(problem, spacing(problem), total);
        });
  });
}
// end

using Matrix = std::vector<std::uint32_t>;

// variant: transpose-loop
std::unique_ptr<Run> transpose_loop(const BanksProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop, out = Matrix(problem.matrix.size(), ~0U)]() mutable -> const Matrix* {
        const auto side = static_cast<std::size_t>(problem.side);
        for (std::size_t y = 0; y < side && !stop.stop_requested(); ++y) {
          for (std::size_t x = 0; x < side; ++x)
            out[x * side + y] = problem.matrix[y * side + x];  //! each word is in another line
        }
        return &out;
      },
      [&problem](const Matrix* out) { return checked_transpose(problem, *out); });
}

// variant: transpose-tiles
void transpose_one_tile(const Matrix& in, Matrix& out, std::size_t side, std::size_t left,
                        std::size_t top) {
  const std::size_t right = std::min(side, left + kTile);
  const std::size_t bottom = std::min(side, top + kTile);
  for (std::size_t x = left; x < right; ++x) {
    for (std::size_t y = top; y < bottom; ++y)
      out[x * side + y] = in[y * side + x];  //! both tiles stay in the cache
  }
}

std::unique_ptr<Run> transpose_tiles(const BanksProblem& problem, const Stop& stop) {
  auto team = std::make_shared<core::ThreadTeam>(core::cpu_facts().processors);
  return cpu_run(
      [&problem, stop, team, out = Matrix(problem.matrix.size(), ~0U)]() mutable -> const Matrix* {
        const auto side = static_cast<std::size_t>(problem.side);
        const auto members = static_cast<std::size_t>(team->size());
        team->run([&](int member) {
          // Each thread takes every n-th column of tiles.
          for (std::size_t left = static_cast<std::size_t>(member) * kTile;
               left < side && !stop.stop_requested(); left += members * kTile) {
            for (std::size_t top = 0; top < side; top += kTile)
              transpose_one_tile(problem.matrix, out, side, left, top);
          }
        });
        return &out;
      },
      [&problem](const Matrix* out) { return checked_transpose(problem, *out); });
}
// end

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<BanksProblem>();
  const Random random(settings.seed);
  const auto number = [&random](std::size_t i) {
    return static_cast<std::uint32_t>(random.number(i) >> 32U);
  };
  problem->rounds = settings["n"];
  problem->stride = settings["stride"];
  problem->blocks = settings["blocks"];
  problem->threads = settings["threads"];
  problem->side = settings["side"];
  problem->words = filled<std::uint32_t>(stop, kWords, number);
  problem->matrix =
      filled<std::uint32_t>(stop, static_cast<std::size_t>(problem->side * problem->side), number);
  return problem;
}

double bytes(const Settings& s) {
  const auto side = static_cast<double>(s["side"]);
  const auto threads = static_cast<double>(s["blocks"] * s["threads"]);
  return 8.0 * side * side + 4.0 * threads + 1e6;
}

Work transposing(const Settings& s) {
  const auto side = static_cast<double>(s["side"]);
  return {.bytes = 8.0 * side * side};
}
/// Returns the work of the readers, which access only shared memory: one addition for each word
/// that they read.
Work reading(const Settings& s) {
  const auto threads = static_cast<double>(s["blocks"] * s["threads"]);
  return {.bytes = 4.0 * (kWords + threads),
          .operations = threads * kTile * static_cast<double>(s["n"]),
          .floats = false};
}
/// Returns the work of the readers on the CPU, which access only the cache: one addition for each
/// word that they read.
Work adding(const Settings& s) {
  return {
      .bytes = 4.0 * kWords, .operations = kWords * static_cast<double>(s["n"]), .floats = false};
}

/// Returns the traffic of readers whose lanes read words `apart` words from each other in every
/// step.
CountTraffic reading_traffic(const std::function<std::int64_t(const Settings&)>& apart) {
  return [apart](const Settings& s) {
    const std::int64_t words = apart(s);
    const Traffic access = on_chip_access([words](int lane) { return lane * words; });
    return passes(reading(s).operations / kWarpLanes * access.passes);
  };
}

CountTraffic reading_traffic(std::int64_t apart) {
  return reading_traffic([apart](const Settings& /*s*/) { return apart; });
}

/// Counts rows that are read and columns that are written, with one sector for each word.
Traffic straight_transpose_traffic(const Settings& s) {
  const std::int64_t side = s["side"];
  const double warps = transposing(s).bytes / (2.0 * kLineBytes);
  const Traffic write = global_access([side](int lane) { return lane * side; });
  Traffic all = whole_lines(transposing(s).bytes / 2.0) + warps * write;
  all.memory_bytes = transposing(s).bytes;  // L2 merges the words of a sector
  return all;
}

/// Counts rows on both sides, and one row and one column of the tile in shared memory.
CountTraffic tile_transpose_traffic(std::int64_t row) {
  return [row](const Settings& s) {
    const Traffic column = on_chip_access([row](int lane) { return lane * row; });
    const double warps = transposing(s).bytes / (2.0 * kLineBytes);
    return whole_lines(transposing(s).bytes) + passes(warps * (1.0 + column.passes));
  };
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "rounds",
           .help = "How often each thread reads its 32 words, or a CPU its whole table of 1024 "
                   "words.",
           .maximum = 1 << 14,
           .initial = 1 << 10,
           .sweep = {16, 64, 256, 1024, 4096}},
          {.id = "stride",
           .title = "stride",
           .help = "Words between the reads of neighbouring lanes; 0: all lanes read one word, a "
                   "broadcast. On the CPU two rows are 128 bytes times this apart; 0: one cache "
                   "line.",
           .minimum = 0,
           .maximum = 32,
           .initial = 8,
           .sweep = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 12, 14,
                     15, 16, 17, 18, 20, 22, 24, 26, 28, 30, 31, 32}},
          {.id = "side",
           .title = "side of the matrix",
           .help = "Rows and columns of the matrix that is transposed.",
           .maximum = 1 << 15,
           .initial = 1 << 12,
           .sweep = {256, 512, 1000, 1024, 2048, 4095, 4096, 4097}},
          {.id = "blocks",
           .title = "blocks",
           .help = "Blocks of the kernels that read shared memory.",
           .maximum = 1 << 16,
           .initial = 256,
           .sweep = {1, 32, 64, 128, 256, 512, 1024}},
          threads_parameter({.help = "Threads in each of these blocks."})};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("loop-column", "rows 4096 bytes apart",
             "Reads down the columns of a small table whose rows all map to one set of the "
             "cache: the set holds 8 or 12 of the 64 rows, so they evict each other.",
             adding, walking(power_of_two)),
      on_cpu("loop-padded", "one line of padding",
             "Each row starts one cache line later, so every row has its own set.", adding,
             walking(padded)),
      on_cpu("loop-stride", "rows by stride",
             "The distance between rows follows the stride: powers of two use only a few "
             "sets.",
             adding, walking(by_stride)),
      on_cpu("threads", "padded, threads",
             "All processors share the rounds; each has its own L1 cache.", adding,
             walking_on_all_threads(padded), CpuThreads::all),
      on_cpu("transpose-loop", "transpose, simple loop",
             "Along the rows of one matrix, down the columns of the other.", transposing,
             makes<BanksProblem>(transpose_loop)),
      on_cpu("transpose-tiles", "transpose by tiles, threads",
             "Tile by tile, so that a cache line is used completely before it is evicted.",
             transposing, makes<BanksProblem>(transpose_tiles), CpuThreads::all),
      on_gpu("row", "along a row",
             "In each step the 32 lanes read 32 adjacent words: one from each bank.", reading,
             launched_by<banks_row>()),
      on_gpu("stride", "with a stride",
             "The lanes read words a stride apart: each used bank holds gcd(stride, 32) "
             "different words and serves them one after the other. With stride 0 all lanes "
             "read one word, in one pass.",
             reading, launched_by<banks_stride>()),
      on_gpu("column", "down a column of a 32 × 32 tile",
             "A column's 32 words are all in one bank, so a read takes 32 passes.", reading,
             launched_by<banks_column>()),
      on_gpu("padded", "down a column, rows padded to 33 words",
             "One word of padding moves each row to the next bank, so a column's words are "
             "in 32 banks.",
             reading, launched_by<banks_padded>()),
      on_gpu("transpose-naive", "transpose, direct",
             "Reads run along rows, writes down columns: one sector for every word written.",
             transposing, launched_by<banks_transpose_naive>()),
      on_gpu("transpose-tile", "transpose through a 32 × 32 tile",
             "Reads and writes both run along rows; the tile is read down its columns in "
             "shared memory, in 32 passes.",
             transposing, launched_by<banks_transpose_tile>()),
      on_gpu("transpose-padded", "transpose through a padded tile",
             "The tile has one word of padding in each row, so a column is read in one pass.",
             transposing, launched_by<banks_transpose_padded>()),
      on_gpu("copy", "copy by the driver",
             "cudaMemcpy of as many bytes, without transposing: the speed to reach.", transposing,
             launched_by<banks_copy>())};
  all.back().yardstick = true;
  for (Variant& each : all) {
    if (each.id.starts_with("transpose") || each.id == "copy") each.task = "transpose";
  }
  set_traffic(all, {{"row", reading_traffic(1)},
                    {"stride", reading_traffic([](const Settings& s) { return s["stride"]; })},
                    {"column", reading_traffic(32)},
                    {"padded", reading_traffic(33)},
                    {"transpose-naive", straight_transpose_traffic},
                    {"transpose-tile", tile_transpose_traffic(32)},
                    {"transpose-padded", tile_transpose_traffic(33)}});
  return all;
}

using Facts = std::vector<std::pair<std::string, std::string>>;

/// The word of the tile that a lane reads in one step, and its index in shared memory.
struct Read {
  std::int64_t word = 0;
  std::int64_t address = 0;
};

Read read_by(BankPattern pattern, std::int64_t stride, std::int64_t lane, std::int64_t step) {
  switch (pattern) {
    case BankPattern::row:
      return {step * kTile + lane, 4 * (step * kTile + lane)};
    case BankPattern::stride:
      return {lane * stride + step, 4 * (lane * stride + step)};
    case BankPattern::column:
      return {lane * kTile + step, 4 * (lane * kTile + step)};
    case BankPattern::padded:
      return {lane * kTile + step, 4 * (lane * kPaddedRow + step)};
  }
  return {};
}

/// Returns the correct sum of each lane of a warp.
std::vector<std::uint32_t> expected_sums(const BanksProblem& problem, BankPattern pattern) {
  std::vector<std::uint32_t> sums(kTile);
  for (int lane = 0; lane < kTile; ++lane) {
    for (int step = 0; step < kTile; ++step) {
      const auto word = read_by(pattern, problem.stride, lane, step).word;
      sums[static_cast<std::size_t>(lane)] += problem.words[static_cast<std::size_t>(word)];
    }
    sums[static_cast<std::size_t>(lane)] *= static_cast<std::uint32_t>(problem.rounds);
  }
  return sums;
}

Facts facts_of(const std::vector<std::int64_t>& addresses) {
  std::string banks;
  for (const std::size_t lane : {0U, 1U, 2U, 3U, 4U})
    banks += std::to_string(addresses[lane] / 4 % core::kBanks) + ", ";
  const int ways = core::conflict_ways(addresses);
  return {{"banks that lanes 0, 1, 2, 3, 4 … read in one step", banks + "…"},
          {"words in the most used bank", std::to_string(ways)},
          {"passes that one read of the warp takes", std::to_string(ways)}};
}

}  // namespace

Experiment experiment() {
  return {.id = "banks",
          .title = "Bank conflicts",
          .shows =
              "Shared memory has 32 banks of 4 bytes: word w is in bank w mod 32, and in "
              "each pass a bank serves one word, to all lanes that read it (a broadcast). A "
              "warp that reads different words with a stride of s has gcd(s, 32)-way "
              "conflicts. So odd strides are free, and 32, a column of a 32 × 32 tile, is "
              "the worst; one word of padding in each row avoids the conflicts. A CPU's "
              "cache has sets instead of banks, and rows that are a power of two apart cause "
              "a similar problem.",
          .parameters = parameters(),
          .quick = {{"n", 64}, {"side", 1024}},
          .host_bytes = bytes,
          .device_bytes = bytes,
          .make_problem = make_problem,
          .variants = variants()};
}

std::vector<std::int64_t> bank_addresses(BankPattern pattern, std::int64_t stride, int step) {
  std::vector<std::int64_t> addresses;
  for (int lane = 0; lane < kTile; ++lane)
    addresses.push_back(read_by(pattern, stride, lane, step).address);
  return addresses;
}

Outcome checked_sums(const BanksProblem& problem, BankPattern pattern,
                     const std::vector<std::uint32_t>& sums) {
  const std::vector<std::uint32_t> expected = expected_sums(problem, pattern);
  const std::int64_t right = count_right(sums.size(), problem.stop, [&](std::size_t thread) {
    const auto in_block = thread % static_cast<std::size_t>(problem.threads);
    return sums[thread] == expected[in_block % kTile];
  });
  Outcome outcome = outcome_of_count(right, static_cast<std::int64_t>(sums.size()));
  outcome.facts = facts_of(bank_addresses(pattern, problem.stride, 0));
  return outcome;
}

Outcome checked_transpose(const BanksProblem& problem,
                          const std::vector<std::uint32_t>& transposed) {
  const auto side = static_cast<std::size_t>(problem.side);
  std::int64_t right = 0;
  // The check goes by tiles; otherwise it would take longer than the transpose.
  for (std::size_t top = 0; top < side && !problem.stop.stop_requested(); top += kTile) {
    for (std::size_t x = 0; x < side; ++x) {
      for (std::size_t y = top; y < std::min(side, top + kTile); ++y)
        right += transposed[x * side + y] == problem.matrix[y * side + x] ? 1 : 0;
    }
  }
  return outcome_of_count(right, problem.side * problem.side);
}

}  // namespace heatwave::lab::banks_experiment
