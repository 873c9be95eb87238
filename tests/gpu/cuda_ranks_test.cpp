// Tests that a field on the CUDA devices of several ranks is bit-identical to that of one solver.
// One device can serve all ranks.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/gpu/device_test.h"
#include "tests/kernels/divided_fields.h"
#include "tests/kernels/every_equation.h"
#include "tests/kernels/memory_ranks.h"

namespace heatwave::field::testing {
namespace {

NamedDivision cut_over(const ServedRanks& ranks, int steps,
                       ExchangeKind exchange = ExchangeKind::automatic) {
  const std::string name = std::to_string(ranks.first()->size()) + " ranks, " +
                           std::to_string(steps) + " steps, " +
                           std::string(core::name_of(exchange));
  return {name,
          {.backend = Backend::cuda,
           .division = {.all_devices = ranks.first()->size() == 4,
                        .steps = steps,
                        .exchange = exchange,
                        .ranks = ranks.first()}}};
}

class CudaRanks : public heatwave::testing::DeviceTest {};

/// Steps a field whole on the CPU and over ranks, and compares all of it.
void expect_bits_over_ranks(const SampledCase& field, const std::vector<NamedDivision>& cuts) {
  const auto whole = solver_of(field, one_cpu(), true);
  whole->advance(101);
  const FieldState expected = whole->save();
  for (const NamedDivision& cut : cuts) {
    const auto parts = solver_of(field, cut.request, true);
    for (const int steps : {1, 40, 7, 53}) parts->advance(steps);
    EXPECT_TRUE(parts->save() == expected) << field.equation << ", " << cut.name;
  }
}

TEST_F(CudaRanks, HaveTheBitsOfOneSolver) {
  const ServedRanks one(1);
  const ServedRanks two(2, 2);
  const ServedRanks four(4, 4);
  const std::vector<NamedDivision> cuts{cut_over(one, 12), cut_over(two, 12), cut_over(four, 24),
                                        cut_over(two, 1, ExchangeKind::staged)};
  // Walls, media and oscillators lie across the cuts.
  for (const std::string& equation : ids_of_equations()) {
    const EquationInfo& info = find_equation(equation);
    for (const EdgeKind kind : info.edges) {
      expect_bits_over_ranks({equation, {301, 520}, same_edges(kind, 0.5), {}}, cuts);
    }
  }
}

TEST_F(CudaRanks, HaveTheBitsOfOneSolverByNccl) {
  if (const std::string lack = heatwave::testing::lack_of_nccl(); !lack.empty())
    GTEST_SKIP() << lack;
  const ServedRanks two(2, 2);
  for (const std::string& equation : ids_of_equations()) {
    for (const EdgeKind kind : find_equation(equation).edges) {
      expect_bits_over_ranks({equation, {301, 520}, same_edges(kind, 0.5), {}},
                             {cut_over(two, 12, ExchangeKind::nccl)});
    }
  }
}

TEST_F(CudaRanks, ExchangeRowsWhileTheyStepOthers) {
  const ServedRanks two(2, 2);
  for (const std::string& equation : ids_of_equations()) {
    const SampledCase field{equation, {1500, 1100}, same_edges(EdgeKind::reflecting), {}};
    const auto in_strips = [&](SolverRequest request) {
      request.stepping.tiles = Tiles::strips;
      return solver_of(field, request, false);
    };
    const auto whole = in_strips({.backend = Backend::cuda});
    const auto parts = in_strips(cut_over(two, 24).request);
    const auto staged = in_strips(cut_over(two, 24, ExchangeKind::staged).request);
    for (FieldSolver* solver : {whole.get(), parts.get(), staged.get()}) {
      for (const int steps : {5, 100, 15}) solver->advance(steps);
    }
    const FieldState expected = whole->save();
    EXPECT_TRUE(parts->save() == expected) << equation;
    EXPECT_TRUE(staged->save() == expected) << equation;
    EXPECT_NE(parts->report().method.find("copies between devices of a host"), std::string::npos);
    EXPECT_NE(staged->report().method.find("by way of pinned memory"), std::string::npos);
  }
}

TEST_F(CudaRanks, StepFormulasLikeOneSolver) {
  const ServedRanks three(3, 3);
  // Chance and places; sums of the whole field
  for (const std::size_t each : {1U, 2U}) {
    expect_bits_of_one_formula(formulas_for_parts()[each], one_cpu(), {cut_over(three, 12)});
  }
}

TEST_F(CudaRanks, TakeEditsAcrossCuts) {
  const ServedRanks two(2, 2);
  expect_bits_after_edits(one_cpu(), cut_over(two, 12), 60);
}

TEST_F(CudaRanks, AreSampledSurveyedAndShownLikeOneSolver) {
  const ServedRanks two(2, 2);
  const NamedDivision cut = cut_over(two, 12);
  expect_samples_of_one("heat", one_cpu(), {cut});
  const SampledCase field{"gray-scott", kDividedGrid, same_edges(EdgeKind::periodic), {}};
  const auto whole = solver_of(field, one_cpu(), true);
  const auto parts = solver_of(field, cut.request, true);
  for (FieldSolver* solver : {whole.get(), parts.get()}) solver->advance(20);
  whole->survey({40, 190});
  const std::uint64_t ticket = parts->survey({40, 190});
  (void)parts->save();  // waits for the devices
  const Survey survey = parts->report().survey;
  EXPECT_EQ(survey.ticket, ticket);
  EXPECT_EQ(survey.step, 20);
  expect_the_figures_of(whole->report().survey, survey);
  expect_the_pictures_of(*whole, *parts);
}

TEST_F(CudaRanks, SayWhichDevicesTheyShare) {
  const ServedRanks three(3, 3);
  SolverRequest request = cut_over(three, 12).request;
  request.equation = "heat";
  request.extent = {64, 300};
  const auto solver = make_solver(request);
  const BackendInfo& info = solver->backend();
  EXPECT_EQ(info.backend, Backend::cuda);
  ASSERT_EQ(info.parts.size(), 3U);
  EXPECT_TRUE(info.parts[0].device.ends_with(" 0 on host host-0")) << info.parts[0].device;
  EXPECT_EQ(info.exchange, "messages of MPI by way of pinned memory");
  const std::size_t devices = core::cuda_status().devices.size();
  if (devices < 3) {
    EXPECT_NE(info.reason.find("requested; 3 processes share " + std::to_string(devices) + " GPU"),
              std::string::npos)
        << info.reason;
  }
  request.backend = Backend::automatic;
  EXPECT_EQ(make_solver(request)->backend().backend, Backend::cuda);
}

}  // namespace
}  // namespace heatwave::field::testing
