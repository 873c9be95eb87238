// Plays of the Lab's kernels on warps, latency, streams, managed memory, scans, rounding and halos.
#include <gtest/gtest.h>
#include "kernels/lab/experiments/divergence/divergence_experiment.h"

#include <algorithm>
#include <array>

#include "kernels/lab/experiments/halo/halo_experiment.h"
#include "kernels/lab/experiments/managed/managed_experiment.h"
#include "kernels/lab/experiments/numerics/numerics_experiment.h"
#include "kernels/lab/experiments/occupancy/occupancy_experiment.h"
#include "kernels/lab/experiments/scan/scan_experiment.h"
#include "kernels/lab/experiments/streams/streams_experiment.h"
#include "tests/stage/played_lab.h"

namespace heatwave::stage::test {
namespace {

constexpr int kCourseThreads = 64;  // in a block: two warps

void add_divergence(std::vector<LabCase>& cases) {
  const auto problem = problem_of<lab::ArrayProblem<std::uint32_t>>("divergence", {{"n", 70}});
  for (const char* kernel : {"compute_by_lanes", "compute_both_paths", "compute_partitioned"}) {
    cases.push_back({kernel, "divergence/divergence_kernels.cuh", {kernel}, [=](PlayedLab& play) {
                       const Array in = play.input("in", problem->in);
                       const Array out = play.output<std::uint32_t>("out", problem->in.size());
                       play.launch(kernel, {2}, {kCourseThreads}, {in, out, 70});
                       play.run();
                       return lab::outcome_of_array(play.values<std::uint32_t>(out).data(),
                                                    problem->expected, {});
                     }});
  }
}

void add_occupancy(std::vector<LabCase>& cases) {
  using namespace lab::occupancy_experiment;
  const auto problem =
      problem_of<OccupancyProblem>("occupancy", {{"n", 1003}, {"walks", 203}, {"steps", 3}});
  for (const auto& [kernel, each] : std::vector<std::pair<std::string, int>>{
           {"walk_one", 1}, {"walk_four", 4}, {"walk_many", 32}, {"walk_bounded", 32}}) {
    cases.push_back({kernel, "occupancy/occupancy_kernels.cuh", {kernel}, [=](PlayedLab& play) {
                       const Array next = play.input("next", problem->next);
                       const Array ends = play.output<std::uint32_t>("ends", 203);
                       play.launch(kernel, {blocks_of(blocks_of(203, each), 32)}, {32},
                                   {next, 1003, ends, 203, 3});
                       play.run();
                       return checked_walks(*problem, play.values<std::uint32_t>(ends));
                     }});
  }
}

void add_streams(std::vector<LabCase>& cases) {
  using namespace lab::streams_experiment;
  const auto problem =
      problem_of<StreamsProblem>("streams", {{"n", 70}, {"chains", 2}, {"steps", 3}});
  const std::string file = "streams/streams_kernels.cuh";
  cases.push_back({"step_all_chains", file, {"step_all_chains"}, [=](PlayedLab& play) {
                     const Array chains = play.input("chains", problem->start);
                     play.launch("step_all_chains", {3}, {kCourseThreads}, {chains, 140, 3});
                     play.run();
                     return checked_chains(*problem, play.values<std::uint32_t>(chains));
                   }});
  const auto one = problem_of<StreamsProblem>("streams", {{"n", 70}, {"chains", 1}, {"steps", 3}});
  cases.push_back({"step_chain", file, {"step_chain"}, [=](PlayedLab& play) {
                     const Array chain = play.input("chain", one->start);
                     for (int step = 0; step < 3; ++step)
                       play.launch("step_chain", {2}, {kCourseThreads}, {chain, 70});
                     play.run();
                     return checked_chains(*one, play.values<std::uint32_t>(chain));
                   }});
}

void add_managed(std::vector<LabCase>& cases) {
  const auto problem = problem_of<lab::ArrayProblem<float>>("managed", {{"n", 203}});
  cases.push_back(
      {"double_each", "managed/managed_kernels.cuh", {"double_each"}, [=](PlayedLab& play) {
         const Array in = play.input("in", problem->in);
         const Array out = play.output<float>("out", problem->in.size());
         play.launch("double_each", {4}, {kCourseThreads}, {in, out, 203});
         play.run();
         return lab::outcome_of_array(play.values<float>(out).data(), problem->expected, {});
       }});
}

void add_scan(std::vector<LabCase>& cases) {
  const std::string file = "scan/scan_kernels.cuh";
  for (const int n : {33, 203}) {
    const auto problem = problem_of<lab::ArrayProblem<std::uint32_t>>("scan", {{"n", n}});
    const std::string size = " n " + std::to_string(n);
    const int grid = blocks_of(n, kCourseThreads);
    for (const char* kernel : {"scan_by_rounds", "scan_by_tree", "scan_by_shuffles"}) {
      cases.push_back(
          {kernel + size, file, {kernel, "add_sums_before"}, [=](PlayedLab& play) {
             const Array in = play.input("in", problem->in);
             const Array out = play.output<std::uint32_t>("out", problem->in.size());
             const Array sums = play.output<std::uint32_t>("sums", static_cast<std::size_t>(grid));
             const Array all = play.output<std::uint32_t>("all", 1);
             const int shared = kCourseThreads * 4;
             play.launch(kernel, {grid}, {kCourseThreads}, {in, out, sums, n}, shared);
             play.launch(kernel, {1}, {kCourseThreads}, {sums, sums, all, grid}, shared);
             play.launch("add_sums_before", {grid}, {kCourseThreads}, {out, sums, n});
             play.run();
             return lab::outcome_of_array(play.values<std::uint32_t>(out).data(), problem->expected,
                                          {});
           }});
    }
    const int tiles = blocks_of(n, 4 * 32);
    cases.push_back({"scan_in_one_pass" + size, file, {"scan_in_one_pass"}, [=](PlayedLab& play) {
                       const Array in = play.input("in", problem->in);
                       const Array out = play.output<std::uint32_t>("out", problem->in.size());
                       const Array words = play.input(
                           "words", std::vector<std::uint64_t>(static_cast<std::size_t>(tiles), 0));
                       const Array started = play.input("started", std::vector<std::uint32_t>{0});
                       play.launch("scan_in_one_pass", {tiles}, {32}, {in, out, words, started, n});
                       play.run();
                       return lab::outcome_of_array(play.values<std::uint32_t>(out).data(),
                                                    problem->expected, {});
                     }});
  }
}

void add_numerics(std::vector<LabCase>& cases) {
  using namespace lab::numerics_experiment;
  const auto problem = problem_of<NumericsProblem>("numerics", {{"n", 1003}});
  const std::string file = "numerics/numerics_kernels.cuh";
  cases.push_back({"add_by_atomics", file, {"add_by_atomics"}, [=](PlayedLab& play) {
                     const Array x = play.input("x", problem->numbers);
                     const Array sum = play.input("sum", std::vector<float>{0});
                     play.launch("add_by_atomics", {3}, {kCourseThreads}, {x, sum, 1003});
                     play.run();
                     return lab::checked_sum(problem->exact, play.values<float>(sum).front(), 32);
                   }});
  // The roundings: a thread adds 16 numbers, and a tree joins 64 sums.
  for (const auto& [name, roundings] : std::vector<std::pair<std::string, double>>{
           {"plain", 16 + 6}, {"kahan", 2}, {"double", 1}}) {
    const std::string add = "add_" + name;
    const std::string join = "join_" + name;
    cases.push_back({add, file, {add, join}, [=](PlayedLab& play) {
                       const Array x = play.input("x", problem->numbers);
                       const Array sums = play.zeroed_struct(add, "sums");
                       const Array sum = play.output<float>("sum", 1);
                       play.launch(add, {1}, {kCourseThreads}, {x, sums, 1003});
                       play.launch(join, {1}, {kCourseThreads}, {sums, 1, sum});
                       play.run();
                       return lab::checked_sum(problem->exact, play.values<float>(sum).front(),
                                               roundings);
                     }});
  }
}

/// Launches one step of these rows of a band in blocks of 8 × 2 threads.
void launch_rows(PlayedLab& play, const std::string& kernel, std::vector<Argument> planes, int n,
                 lab::halo_experiment::Rows rows) {
  const int height = static_cast<int>(rows.end - rows.begin);
  planes.insert(planes.end(), {Argument(n), Argument(rows.begin), Argument(rows.end)});
  play.launch(kernel, {blocks_of(n, 8), blocks_of(height, 2)}, {8, 2}, planes);
}

void add_halo(std::vector<LabCase>& cases) {
  using namespace lab::halo_experiment;
  constexpr int kSide = 11;
  const std::string file = "halo/halo_kernels.cuh";
  const auto two = problem_of<HaloProblem>("halo", {{"n", kSide}, {"steps", 2}});
  cases.push_back({"step_rows", file, {"step_rows"}, [=](PlayedLab& play) {
                     const Array now = play.input("now", two->start);
                     const Array next = play.input("next", two->start);
                     launch_rows(play, "step_rows", {now, next}, kSide, {1, kSide - 1});
                     launch_rows(play, "step_rows", {next, now}, kSide, {1, kSide - 1});
                     play.run();
                     return checked_plate(*two, play.values<float>(now), nullptr);
                   }});
  // Two bands with one ghost row each take a step; the rows that they send lie in arrays of their
  // own, which the plate is then made of.
  const auto one = problem_of<HaloProblem>("halo", {{"n", kSide}, {"steps", 1}});
  cases.push_back(
      {"step_and_send", file, {"step_rows", "step_and_send"}, [=](PlayedLab& play) {
         const std::array<Band, 2> bands = bands_of(*one, 1);
         const auto rows_of_plate = [&](std::int64_t first, std::int64_t count) {
           const auto begin = one->start.begin() + first * kSide;
           return std::vector<float>(begin, begin + count * kSide);
         };
         std::vector<Array> next;
         std::vector<Array> ghosts;
         for (const Band& band : bands) {
           const Rows all = band.stepped(0);
           const Rows sent = band.sent();
           const std::vector<float> rows = rows_of_plate(band.first, band.rows());
           const Array now = play.input("now", rows);
           next.push_back(play.input("next", rows));
           ghosts.push_back(play.input("ghosts", rows_of_plate(band.first + sent.begin, 1)));
           launch_rows(play, "step_and_send", {now, next.back(), ghosts.back()}, kSide, sent);
           launch_rows(play, "step_rows", {now, next.back()}, kSide,
                       band.above > 0 ? Rows{sent.end, all.end} : Rows{all.begin, sent.begin});
         }
         play.run();
         std::vector<float> plate;
         for (std::size_t b = 0; b < 2; ++b) {
           std::vector<float> rows = play.values<float>(next[b]);
           const std::vector<float> sent = play.values<float>(ghosts[b]);
           const auto own = rows.begin() + bands[b].sent().begin * kSide;
           EXPECT_TRUE(std::equal(sent.begin(), sent.end(), own));
           const auto begin = rows.begin() + bands[b].above * kSide;
           plate.insert(plate.end(), begin, begin + bands[b].own * kSide);
         }
         return checked_plate(*one, plate, nullptr);
       }});
}

}  // namespace

std::vector<LabCase> lab_course_cases() {
  std::vector<LabCase> cases;
  for (auto* add :
       {add_divergence, add_occupancy, add_streams, add_managed, add_scan, add_numerics, add_halo})
    add(cases);
  return cases;
}

}  // namespace heatwave::stage::test
