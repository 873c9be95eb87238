// Plays of the Lab's kernels that copy, add, reverse and transform arrays.
#include <numeric>

#include "kernels/lab/experiments/add/add_experiment.h"
#include "kernels/lab/experiments/banks/banks_experiment.h"
#include "kernels/lab/experiments/coalescing/coalescing_experiment.h"
#include "kernels/lab/experiments/integers/integers_experiment.h"
#include "kernels/lab/experiments/memory_spaces/memory_spaces_experiment.h"
#include "kernels/lab/experiments/reverse/reverse_experiment.h"
#include "kernels/lab/experiments/transfer/transfer_experiment.h"
#include "tests/stage/played_lab.h"

namespace heatwave::stage::test {
namespace {

constexpr int kArrayThreads = 32;  // in a block

void add_add(std::vector<LabCase>& cases) {
  using namespace lab::add_experiment;
  // 203 is no multiple of four: the last elements of the vectors are added one by one.
  const auto problem =
      problem_of<AddProblem>("add", {{"n", 203}, {"threads", kArrayThreads}, {"blocks", 3}});
  for (const char* kernel : {"add_each", "add", "add_by_vectors"}) {
    cases.push_back({kernel, "add/add_kernels.cuh", {kernel}, [=](PlayedLab& play) {
                       const int n = static_cast<int>(problem->a.size());
                       const Array a = play.input("a", problem->a);
                       const Array b = play.input("b", problem->b);
                       const Array c = play.output<float>("c", problem->a.size());
                       const bool each = std::string(kernel) == "add_each";
                       play.launch(kernel, {each ? blocks_of(n, kArrayThreads) : 3},
                                   {kArrayThreads}, {a, b, c, n});
                       play.run();
                       return checked_add(*problem, play.values<float>(c));
                     }});
  }
}

void add_reverse(std::vector<LabCase>& cases) {
  for (const int n : {203, 204}) {  // only a multiple of four is stored as vectors
    const auto problem = problem_of<lab::ArrayProblem<std::int32_t>>(
        "reverse", {{"n", n}, {"threads", kArrayThreads}});
    for (const char* kernel :
         {"reverse_directly", "reverse_through_shared", "reverse_by_vectors"}) {
      const int each = std::string(kernel) == "reverse_by_vectors" ? 4 : 1;
      cases.push_back({kernel + std::string(" ") + std::to_string(n),
                       "reverse/reverse_kernels.cuh",
                       {kernel},
                       [=](PlayedLab& play) {
                         const Array in = play.input("in", problem->in);
                         const Array out = play.output<std::int32_t>("out", problem->in.size());
                         play.launch(kernel, {blocks_of(n, each * kArrayThreads)}, {kArrayThreads},
                                     {in, out, n}, kArrayThreads * 4);
                         play.run();
                         return lab::outcome_of_array(play.values<std::int32_t>(out).data(),
                                                      problem->expected, {});
                       }});
    }
  }
}

void add_transfer(std::vector<LabCase>& cases) {
  using namespace lab::transfer_experiment;
  const auto problem = problem_of<TransferProblem>("transfer", {{"n", 203}, {"work", 3}});
  cases.push_back(
      {"work_on_bytes", "transfer/transfer_kernels.cuh", {"work_on_bytes"}, [=](PlayedLab& play) {
         const std::vector<std::uint8_t> bytes(problem->bytes.begin(), problem->bytes.end());
         const Array from = play.input("from", bytes);
         const Array to = play.output<std::uint8_t>("to", bytes.size());
         play.launch("work_on_bytes", {blocks_of(problem->size(), kArrayThreads)}, {kArrayThreads},
                     {from, to, problem->size(), problem->work});
         play.run();
         return checked_bytes(*problem, play.values<std::uint8_t>(to), true);
       }});
}

void add_coalescing(std::vector<LabCase>& cases) {
  using namespace lab::coalescing_experiment;
  const auto problem = problem_of<CoalescingProblem>(
      "coalescing", {{"n", 96}, {"offset", 1}, {"stride", 3}, {"threads", kArrayThreads}});
  struct Reader {
    const char* kernel;
    ReadPattern pattern;
    std::int64_t by;
  };
  for (const Reader& each : {Reader{"read_adjacent", ReadPattern::adjacent, 0},
                             {"read_permuted", ReadPattern::permuted, 0},
                             {"read_by_some_lanes", ReadPattern::some_lanes, 0},
                             {"read_offset", ReadPattern::offset, problem->offset},
                             {"read_with_stride", ReadPattern::stride, problem->stride},
                             {"read_scattered", ReadPattern::scattered, problem->size()}}) {
    cases.push_back(
        {each.kernel, "coalescing/coalescing_kernels.cuh", {each.kernel}, [=](PlayedLab& play) {
           const Array in = play.input("in", problem->in);
           const Array out = play.output<float>("out", static_cast<std::size_t>(problem->n));
           play.launch(each.kernel, {blocks_of(problem->n, kArrayThreads)}, {kArrayThreads},
                       {in, out, problem->n, each.by});
           play.run();
           return checked_reads(*problem, each.pattern, play.values<float>(out));
         }});
  }
}

void add_banks(std::vector<LabCase>& cases) {
  using namespace lab::banks_experiment;
  const auto problem = problem_of<BanksProblem>(
      "banks", {{"n", 2}, {"stride", 8}, {"side", 45}, {"blocks", 2}, {"threads", kArrayThreads}});
  struct Reader {
    const char* kernel;
    BankPattern pattern;
  };
  for (const Reader& each : {Reader{"read_rows", BankPattern::row},
                             {"read_stride", BankPattern::stride},
                             {"read_columns", BankPattern::column},
                             {"read_padded_columns", BankPattern::padded}}) {
    cases.push_back({each.kernel, "banks/banks_kernels.cuh", {each.kernel}, [=](PlayedLab& play) {
                       const Array words = play.input("words", problem->words);
                       const Array sums = play.output<std::uint32_t>("sums", 2 * kArrayThreads);
                       play.launch(each.kernel, {2}, {kArrayThreads},
                                   {words, sums, problem->rounds, problem->stride});
                       play.run();
                       return checked_sums(*problem, each.pattern,
                                           play.values<std::uint32_t>(sums));
                     }});
  }
  for (const std::string kernel :
       {"transpose_straight", "transpose_through_tile<32>", "transpose_through_tile<33>"}) {
    cases.push_back({kernel,
                     "banks/banks_kernels.cuh",
                     {kernel.substr(0, kernel.find('<'))},
                     [=](PlayedLab& play) {
                       const Array in = play.input("in", problem->matrix);
                       const Array out = play.output<std::uint32_t>("out", problem->matrix.size());
                       const int tiles = blocks_of(problem->side, 32);
                       play.launch(kernel, {tiles, tiles}, {32, 8}, {in, out, problem->side});
                       play.run();
                       return checked_transpose(*problem, play.values<std::uint32_t>(out));
                     }});
  }
}

void add_integers(std::vector<LabCase>& cases) {
  using namespace lab::integers_experiment;
  for (const int which : {0, 1, 2}) {
    const auto problem = problem_of<IntegersProblem>("integers", {{"n", 70},
                                                                  {"rounds", 3},
                                                                  {"operation", which},
                                                                  {"function", which},
                                                                  {"threads", kArrayThreads}});
    const Dim grid{blocks_of(problem->n(), kArrayThreads)};
    const std::string argument = "<" + std::to_string(which) + ">";
    for (const char* kernel : {"work_by_bits", "work_by_masks", "work_by_intrinsics"}) {
      cases.push_back(
          {kernel + argument, "integers/integers_kernels.cuh", {kernel}, [=](PlayedLab& play) {
             const Array x = play.input("x", problem->words);
             const Array out = play.output<std::uint32_t>("out", problem->words.size());
             play.launch(kernel + argument, grid, {kArrayThreads},
                         {x, out, problem->rounds, problem->n()});
             play.run();
             return checked_integers(*problem, play.values<std::uint32_t>(out));
           }});
    }
    cases.push_back({"sum_accurately" + argument,
                     "integers/integers_kernels.cuh",
                     {"sum_accurately"},
                     [=](PlayedLab& play) {
                       const std::size_t n = problem->numbers.size();
                       const Array x = play.input("x", problem->numbers);
                       const Array sums = play.output<float>("sums", n);
                       const Array firsts = play.output<float>("firsts", n);
                       play.launch("sum_accurately" + argument, grid, {kArrayThreads},
                                   {x, sums, firsts, problem->rounds, n});
                       play.run();
                       return checked_functions(
                           *problem, {play.values<float>(sums), play.values<float>(firsts)});
                     }});
  }
}

void add_memory_spaces(std::vector<LabCase>& cases) {
  using namespace lab::memory_spaces_experiment;
  const auto problem = problem_of<MemorySpacesProblem>(
      "memory-spaces", {{"n", 70}, {"rounds", 2}, {"threads", kArrayThreads}});
  using In = lab::memory_spaces_experiment::Space;
  struct Reader {
    const char* kernel;
    In space;
  };
  for (const Reader& each : {Reader{"from_global", In::global},
                             {"from_restrict", In::global},
                             {"from_shared", In::shared},
                             {"from_registers", In::registers},
                             {"from_local", In::local},
                             {"from_constant_same", In::constant},
                             {"from_constant_different", In::constant}}) {
    cases.push_back({each.kernel,
                     "memory_spaces/memory_spaces_kernels.cuh",
                     {each.kernel},
                     [=](PlayedLab& play) {
                       const std::size_t n = problem->x.size();
                       play.constant("constant_table", problem->table);
                       const Array table = play.input("table", problem->table);
                       const Array x = play.input("x", problem->x);
                       const Array out = play.output<std::uint32_t>("out", n);
                       play.launch(each.kernel,
                                   {blocks_of(static_cast<std::int64_t>(n), kArrayThreads)},
                                   {kArrayThreads}, {table, x, out, problem->rounds, n});
                       play.run();
                       return checked_job(*problem, each.space, play.values<std::uint32_t>(out));
                     }});
  }
  cases.push_back(
      {"thought_experiment",
       "memory_spaces/memory_spaces_kernels.cuh",
       {"thought_experiment"},
       [](PlayedLab& play) {
         const Array a = play.output<std::int32_t>("a", 1);
         const Array b = play.output<std::int32_t>("b", kThoughtBlocks * kThoughtThreads);
         const Array c = play.output<std::int32_t>("c", kThoughtBlocks);
         play.launch("thought_experiment", {kThoughtBlocks}, {kThoughtThreads}, {a, b, c});
         play.run();
         ThoughtResult result;
         result.a = play.values<std::int32_t>(a).front();
         const auto bs = play.values<std::int32_t>(b);
         std::copy(bs.begin(), bs.end(), result.b.begin());
         const auto cs = play.values<std::int32_t>(c);
         std::copy(cs.begin(), cs.end(), result.c.begin());
         return checked_thought_experiment(result);
       },
       {FaultKind::race}});  // all threads store into `a`
}

}  // namespace

std::vector<LabCase> lab_array_cases() {
  std::vector<LabCase> cases;
  add_add(cases);
  add_reverse(cases);
  add_transfer(cases);
  add_coalescing(cases);
  add_banks(cases);
  add_integers(cases);
  add_memory_spaces(cases);
  return cases;
}

}  // namespace heatwave::stage::test
