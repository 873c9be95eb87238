// Tests that a field in parts on CUDA devices is bit-identical to that of one solver on the CPU.
// One device can hold all parts; a second one is used if present.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/mean_square.h"
#include "kernels/field/parts/exchange_kind.h"
#include "kernels/field/parts/lost_devices.h"
#include "kernels/field/parts/parts_solver.h"
#include "tests/gpu/device_test.h"
#include "tests/kernels/divided_fields.h"
#include "tests/kernels/every_equation.h"

namespace heatwave::field::testing {
namespace {

NamedDivision cut_on(std::vector<int> devices, int steps,
                     ExchangeKind exchange = ExchangeKind::automatic) {
  std::string name =
      std::to_string(steps) + " steps, " + std::string(core::name_of(exchange)) + ", on";
  for (const int device : devices) name += " " + std::to_string(device);
  return {name,
          {.backend = Backend::cuda,
           .division = {.devices = std::move(devices), .steps = steps, .exchange = exchange}}};
}

std::vector<NamedDivision> cuts_of(bool few) {
  const bool has_two = core::cuda_status().devices.size() > 1;
  std::vector<NamedDivision> cuts{cut_on({0, 0}, 12), cut_on({0, 0, 0}, 24, ExchangeKind::staged)};
  if (has_two) cuts.push_back(cut_on({0, 1}, 12));
  if (few) return cuts;
  cuts.push_back(cut_on({0, 0}, 1));
  cuts.push_back(cut_on({0, 0, 0, 0}, 48));
  if (!has_two) return cuts;
  cuts.push_back(cut_on({1, 0, 1}, 24));
  cuts.push_back(cut_on({0, 1}, 8, ExchangeKind::staged));
  cuts.push_back(cut_on({0, 1}, 1));
  return cuts;
}

class CudaParts : public heatwave::testing::DeviceTest {};

TEST_F(CudaParts, HaveTheBitsOfOneSolver) {
  for (const std::string& equation : ids_of_equations()) {
    expect_bits_of_one(equation, one_cpu(), cuts_of(false));
  }
}

TEST_F(CudaParts, HaveTheBitsOfOneSolverOnLargeGrids) {
  for (const std::string& equation : ids_of_equations()) {
    // Large grids are stepped by strips and other tiles than small ones.
    for (const core::Extent extent : {core::Extent{1000, 1100}, core::Extent{2600, 2100}}) {
      const SampledCase field{equation, extent, same_edges(EdgeKind::reflecting), {}};
      const auto whole = solver_of(field, one_cpu(), false);
      whole->advance(60);
      const FieldState expected = whole->save();
      for (const NamedDivision& cut : cuts_of(true)) {
        const auto parts = solver_of(field, cut.request, false);
        for (const int steps : {5, 40, 15}) parts->advance(steps);
        ASSERT_TRUE(parts->save() == expected) << equation << ", " << cut.name;
      }
    }
  }
}

TEST_F(CudaParts, HaveTheBitsOfOneSolverByNccl) {
  if (const std::string lack = heatwave::testing::lack_of_nccl(); !lack.empty())
    GTEST_SKIP() << lack;
  const NamedDivision cut = cut_on({1, 0}, 12, ExchangeKind::nccl);
  for (const std::string& equation : ids_of_equations()) {
    for (const EdgeKind kind : find_equation(equation).edges) {
      const SampledCase field{equation, {301, 520}, same_edges(kind, 0.5), {}};
      const auto whole = solver_of(field, one_cpu(), true);
      whole->advance(101);
      const auto parts = solver_of(field, cut.request, true);
      for (const int steps : {1, 40, 7, 53}) parts->advance(steps);
      EXPECT_TRUE(parts->save() == whole->save()) << equation;
      EXPECT_EQ(parts->backend().exchange, "messages of NCCL");
    }
  }
  expect_bits_after_edits(one_cpu(), cut, 100);
}

TEST_F(CudaParts, RefuseNcclOnOneDevice) {
  SolverRequest request = cut_on({0, 0}, 24, ExchangeKind::nccl).request;
  request.equation = "heat";
  request.extent = {64, 100};
  EXPECT_THROW((void)make_solver(request), core::Unavailable);
}

TEST_F(CudaParts, OfFormulasHaveTheBitsOfOneSolver) {
  for (const std::string& text : formulas_for_parts()) {
    expect_bits_of_one_formula(text, one_cpu(), {cuts_of(true).back()});
  }
}

TEST_F(CudaParts, AreSampledLikeOneSolver) {
  for (const std::string& equation : ids_of_equations()) {
    expect_samples_of_one(equation, one_cpu(), cuts_of(true));
  }
}

TEST_F(CudaParts, TakeEditsAcrossCuts) {
  for (const NamedDivision& cut : cuts_of(true)) expect_bits_after_edits(one_cpu(), cut, 300);
}

TEST_F(CudaParts, AreSurveyedAndShownLikeOneSolver) {
  const SampledCase field{"gray-scott", kDividedGrid, same_edges(EdgeKind::periodic), {}};
  const auto whole = solver_of(field, one_cpu(), true);
  whole->advance(20);
  whole->survey({40, 190});
  const Survey expected = whole->report().survey;
  for (const NamedDivision& cut : cuts_of(true)) {
    SCOPED_TRACE(cut.name);
    const auto parts = solver_of(field, cut.request, true);
    parts->advance(20);
    const std::uint64_t ticket = parts->survey({40, 190});
    ASSERT_NE(ticket, 0U);
    (void)parts->save();
    Survey survey = parts->report().survey;
    for (int i = 0; i < 1000 && survey.ticket != ticket; ++i) {
      (void)parts->save();  // waits for the device
      survey = parts->report().survey;
    }
    EXPECT_EQ(survey.step, 20);
    expect_the_figures_of(expected, survey);
    expect_the_pictures_of(*whole, *parts);
    EXPECT_GT(parts->report().advances_done, 0);
    EXPECT_GT(parts->report().advance_ms, 0.0);
  }
}

TEST_F(CudaParts, AreAveragedLikeOneSolver) {
  const auto mean_of = [](const SolverRequest& how) {
    const SampledCase field{"wave", kDividedGrid, same_edges(EdgeKind::absorbing), {}};
    const auto solver = solver_of(field, how, false);
    MeanSquare mean(kDividedGrid, {.every = 3, .over = 12}, 0, 1);
    for (std::int64_t step = 3; step <= 27; step += 3) {
      solver->advance(3);
      solver->present(mean, 0);
      mean.took(step);
    }
    const std::span<const float> values = mean.mean();
    return std::vector<float>(values.begin(), values.end());
  };
  const std::vector<float> expected = mean_of(one_cpu());
  for (const NamedDivision& cut : cuts_of(true))
    EXPECT_EQ(mean_of(cut.request), expected) << cut.name;
}

TEST_F(CudaParts, TellWhatEachTakesOfAStep) {
  for (const NamedDivision& cut :
       {cut_on({0, 0}, 24), cut_on({0, 0}, 24, ExchangeKind::staged),
        cut_on(core::cuda_status().devices.size() > 1 ? std::vector{0, 1} : std::vector{0, 0, 0},
               24)}) {
    SCOPED_TRACE(cut.name);
    SolverRequest request = cut.request;
    request.equation = "heat";
    request.extent = {4096, 4096};
    const auto solver = make_solver(request);
    solver->advance(24);
    EXPECT_TRUE(solver->report().parts.empty()) << "before the second round";
    constexpr std::int64_t kSteps = std::int64_t{24} * 200;
    solver->advance(kSteps);
    (void)solver->read({0, 0, 1, 4096});  // waits for all parts
    const Report report = solver->report();
    ASSERT_EQ(report.parts.size(), solver->backend().parts.size());
    const double step_ms = report.advance_ms / static_cast<double>(kSteps);
    for (const PartTimes& part : report.parts) {
      EXPECT_GT(part.compute_ms, 0.0);
      EXPECT_GT(part.exchange_ms, 0.0);
      EXPECT_GT(part.hidden_ms, 0.0) << "rows inside are stepped beside the exchange";
      EXPECT_LE(part.hidden_ms, part.exchange_ms);
      // Some rounds in a hundred are timed, and other tests may use the GPU meanwhile.
      const double all_ms = part.compute_ms + part.exchange_ms - part.hidden_ms;
      EXPECT_GT(all_ms, 0.5 * step_ms);
      EXPECT_LT(all_ms, 2.0 * step_ms);
    }
  }
}

TEST_F(CudaParts, KeepTheirRoundsForATimeLine) {
  using enum Moment;
  SolverRequest request = cut_on({0, 0}, 24).request;
  if (core::cuda_status().devices.size() > 1) request.division.devices = {0, 1};
  request.equation = "heat";
  request.extent = {4096, 4096};
  const auto solver = make_solver(request);
  solver->advance(240);
  record_rounds(*solver, 6);
  solver->advance(240);
  const std::vector<std::vector<Round>> rounds = recorded_rounds(*solver);
  ASSERT_EQ(rounds.size(), 2U);
  for (const std::vector<Round>& of_part : rounds) {
    ASSERT_EQ(of_part.size(), 6U);
    for (const Round& round : of_part) {
      EXPECT_EQ(round.steps, 24);
      const auto in_order = [&](std::initializer_list<Moment> moments) {
        double last = 0.0;
        for (const Moment moment : moments) {
          ASSERT_TRUE(round.has(moment)) << static_cast<int>(moment);
          EXPECT_GE(round.at(moment), last) << static_cast<int>(moment);
          last = round.at(moment);
        }
      };
      in_order({steps_begin, steps_end, exchange_begin, rows_offered, rows_there, rows_copied,
                exchange_end});
      in_order({steps_begin, inner_begin, inner_end});
      // The device follows the host's calls; the zero points of both are some microseconds apart.
      EXPECT_GE(round.at(steps_begin), round.call_at(steps_begin) - 0.1);
    }
  }
}

TEST_F(CudaParts, AfterALossAreOnDevicesThatAnswer) {
  SolverRequest request = cut_on({0, 99, 0}, 24).request;  // there is no device 99
  leave_out_lost_devices(request);
  EXPECT_EQ(request.division.devices, (std::vector{0, 0}));
  EXPECT_EQ(request.backend, Backend::cuda);
}

TEST_F(CudaParts, SayWhereTheyAre) {
  SolverRequest request = cut_on({0, 0}, 24).request;
  request.equation = "heat";
  request.extent = {64, 100};
  const auto solver = make_solver(request);
  const BackendInfo& info = solver->backend();
  EXPECT_EQ(info.backend, Backend::cuda);
  ASSERT_EQ(info.parts.size(), 2U);
  EXPECT_EQ(info.parts[1].first_row, 50);
  EXPECT_EQ(info.exchange, "peer copies");
  request.division.only_where_it_pays = true;
  EXPECT_TRUE(make_solver(request)->backend().parts.empty());
}

}  // namespace
}  // namespace heatwave::field::testing
