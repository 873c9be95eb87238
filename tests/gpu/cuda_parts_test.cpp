// Tests that a field in parts on CUDA devices is bit-identical to that of one solver on the CPU.
// One device can hold all parts; a second one is used if present.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/mean_square.h"
#include "kernels/field/parts/exchange_kind.h"
#include "kernels/field/parts/lost_devices.h"
#include "tests/gpu/device_test.h"
#include "tests/kernels/divided_fields.h"
#include "tests/kernels/every_equation.h"

namespace heatwave::field::testing {
namespace {

Cut cut_on(std::vector<int> devices, int steps, ExchangeKind exchange = ExchangeKind::automatic) {
  std::string name =
      std::to_string(steps) + " steps, " + std::string(core::name_of(exchange)) + ", on";
  for (const int device : devices) name += " " + std::to_string(device);
  return {name,
          {.backend = Backend::cuda,
           .division = {.devices = std::move(devices), .steps = steps, .exchange = exchange}}};
}

std::vector<Cut> cuts_of(bool few) {
  const bool has_two = core::cuda_status().devices.size() > 1;
  std::vector<Cut> cuts{cut_on({0, 0}, 12), cut_on({0, 0, 0}, 24, ExchangeKind::staged)};
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
      for (const Cut& cut : cuts_of(true)) {
        const auto parts = solver_of(field, cut.request, false);
        for (const int steps : {5, 40, 15}) parts->advance(steps);
        ASSERT_TRUE(parts->save() == expected) << equation << ", " << cut.name;
      }
    }
  }
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
  for (const Cut& cut : cuts_of(true)) expect_bits_after_edits(one_cpu(), cut, 300);
}

TEST_F(CudaParts, AreSurveyedAndShownLikeOneSolver) {
  const SampledCase field{"gray-scott", kDividedGrid, same_edges(EdgeKind::periodic), {}};
  const auto whole = solver_of(field, one_cpu(), true);
  whole->advance(20);
  whole->survey({40, 190});
  const Survey expected = whole->report().survey;
  for (const Cut& cut : cuts_of(true)) {
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
  for (const Cut& cut : cuts_of(true)) EXPECT_EQ(mean_of(cut.request), expected) << cut.name;
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
