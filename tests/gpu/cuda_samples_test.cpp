// Compares the samples that the GPU takes while it steps with those of the CPU: equal bits of
// values and totals in registers, tiles, strips and single steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/gpu/device_test.h"
#include "tests/gpu/methods.h"
#include "tests/kernels/sampled_fields.h"

namespace heatwave::field::testing {
namespace {

class CudaSamples : public heatwave::testing::DeviceTest {};

void expect_the_samples_of_the_cpu(const SampledCase& c, bool tangled,
                                   std::initializer_list<int> groups) {
  const SampleSeries cpu = samples_of(c, {.backend = Backend::cpu, .threads = 2}, tangled, groups);
  for (const Method& method : methods()) {
    SCOPED_TRACE(c.equation + " edges " + std::to_string(static_cast<int>(c.edges.left)) + " " +
                 std::to_string(c.extent.width) + "×" + std::to_string(c.extent.height) +
                 (tangled ? " tangled" : "") + " every " + std::to_string(c.sampling.every) + " " +
                 std::to_string(c.sampling.cells.size()) + " cells, " + method.name);
    const SampleSeries cuda =
        samples_of(c, {.backend = Backend::cuda, .stepping = method.stepping}, tangled, groups);
    ASSERT_EQ(cuda.steps, cpu.steps);
    ASSERT_EQ(cuda.values, cpu.values);
    ASSERT_EQ(cuda.totals, cpu.totals);
  }
}

struct EquationAndEdge {
  const EquationInfo* equation;
  EdgeKind edge;
};

std::vector<EquationAndEdge> equations_and_edges() {
  std::vector<EquationAndEdge> all;
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind edge : equation.edges) all.push_back({&equation, edge});
  }
  return all;
}

/// One test for each, so that they can run side by side.
class CudaSamplesOf : public heatwave::testing::DeviceTest,
                      public ::testing::WithParamInterface<EquationAndEdge> {};

TEST_P(CudaSamplesOf, AreThoseOfTheCpu) {
  const auto& [equation, edge] = GetParam();
  for (const core::Extent extent :
       {core::Extent{130, 96}, {640, 480}, {641, 479}, {333, 77}, {1000, 900}, {1301, 1010}}) {
    for (const std::int64_t every : {1, 3, 16}) {
      for (const bool totals : {false, true}) {
        if (every == 3 && !totals) continue;
        const SampledCase c{.equation = equation->id,
                            .extent = extent,
                            .edges = same_edges(edge, 0.5),
                            .sampling = {.every = every,
                                         .component = equation->components.size() - 1,
                                         .cells = sampled_cells(extent, 13),
                                         .totals = totals}};
        expect_the_samples_of_the_cpu(c, false, {24, 5, 100, 1, 3});
      }
    }
  }
}

std::string name_of_case(const ::testing::TestParamInfo<EquationAndEdge>& test) {
  constexpr std::array kEdgeNames{"held", "reflecting", "periodic", "absorbing"};
  std::string name = test.param.equation->id;
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + kEdgeNames.at(static_cast<std::size_t>(test.param.edge));
}

INSTANTIATE_TEST_SUITE_P(Edges, CudaSamplesOf, ::testing::ValuesIn(equations_and_edges()),
                         name_of_case);

TEST_F(CudaSamples, AreThoseOfTheCpuInTangledFields) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      // Strips take the cells alone, and no totals, in their passes.
      for (const bool totals : {false, true}) {
        for (const core::Extent extent : {core::Extent{212, 130}, {17, 5}, {1, 1}}) {
          const SampledCase c{
              .equation = equation.id,
              .extent = extent,
              .edges = same_edges(kind, 0.5),
              .sampling = {.every = 2, .cells = sampled_cells(extent, 32), .totals = totals}};
          expect_the_samples_of_the_cpu(c, true, {50, 7, 3});
        }
      }
    }
  }
}

/// Strips record no levels, so tiles take the steps if totals are close to each other.
TEST_F(CudaSamples, OfTotalsDoNotEndEachPassOverStrips) {
  for (const EquationInfo& equation : equations()) {
    SCOPED_TRACE(equation.id);
    const SampledCase c{.equation = equation.id,
                        .extent = {640, 480},
                        .edges = same_edges(EdgeKind::reflecting),
                        .sampling = {}};
    const auto solver = solver_of(
        c, {.backend = Backend::cuda, .stepping = {.in_registers = false, .tiles = Tiles::strips}},
        false);
    const auto method_of = [&](const Sampling& sampling) {
      solver->sample_steps(sampling);
      solver->advance(24);
      return solver->report().method;
    };
    const std::string in_strips = "steps a pass over the grid, in strips";
    EXPECT_NE(method_of({}).find(in_strips), std::string::npos);
    EXPECT_NE(method_of({.every = 1, .cells = {{3, 4}}}).find(in_strips), std::string::npos);
    const std::string method = method_of({.every = 1, .totals = true});
    EXPECT_EQ(method.find("one step"), std::string::npos) << method;
    EXPECT_EQ(method.find(in_strips), std::string::npos) << method;
  }
}

/// Passes step the cells near an oscillating one, an inner wall or an absorbing edge apart from all
/// others. Sampled cells lie among them, beside them and far from them.
TEST_F(CudaSamples, NearCellsThatAreSteppedApartAreThoseOfTheCpu) {
  constexpr core::Extent kExtent{640, 480};
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      SampledCase c{.equation = equation.id,
                    .extent = kExtent,
                    .edges = same_edges(kind, 0.5),
                    .sampling = {.every = 1}};
      const core::Cell source{260, 235};
      for (const int away : {0, 1, 5, 12, 13, 20, 60}) {
        c.sampling.cells.push_back({source.x + away, source.y});
        c.sampling.cells.push_back({source.x, source.y - away});
        c.sampling.cells.push_back({away, 300});
      }
      const auto samples_by = [&](const SolverRequest& how) {
        const auto solver = solver_of(c, how, false);
        SetCells cells = bare_cells(kExtent, c.edges, equation.components.size());
        cells.flags[cells.area.index(source.x, source.y)] = kHeld;
        cells.oscillating.push_back({source, 0, 0});
        for (int y = 100; y < 180; ++y) {
          std::uint8_t& wall = cells.flags[cells.area.index(400, y)];
          wall = static_cast<std::uint8_t>(wall | kWall);
        }
        mark_walls(cells, kExtent);
        solver->apply(cells);
        solver->sample_steps(c.sampling);
        for (const int steps : {12, 5, 31}) solver->advance(steps);
        return solver->take_samples();
      };
      const SampleSeries cpu = samples_by({.backend = Backend::cpu, .threads = 2});
      for (const Method& method : methods()) {
        SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)) + ", " +
                     method.name);
        const SampleSeries cuda =
            samples_by({.backend = Backend::cuda, .stepping = method.stepping});
        ASSERT_EQ(cuda.steps, cpu.steps);
        ASSERT_EQ(cuda.values, cpu.values);
      }
    }
  }
}

/// Passes do not record this many cells; they are read between passes.
TEST_F(CudaSamples, OfManyCellsAreThoseOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    const core::Extent extent{500, 300};
    const SampledCase c{.equation = equation.id,
                        .extent = extent,
                        .edges = same_edges(EdgeKind::held, 0.5),
                        .sampling = {.every = 5, .cells = sampled_cells(extent, 2000)}};
    expect_the_samples_of_the_cpu(c, false, {33, 64});
  }
}

/// More samples than device memory holds at once are collected meanwhile.
TEST_F(CudaSamples, OfManyStepsAreThoseOfTheCpu) {
  const core::Extent extent{64, 48};
  const SampledCase c{.equation = "wave",
                      .extent = extent,
                      .edges = same_edges(EdgeKind::reflecting),
                      .sampling = {.every = 1, .cells = sampled_cells(extent, 3), .totals = true}};
  expect_the_samples_of_the_cpu(c, false, {150'000});
}

TEST_F(CudaSamples, OfTheFieldAsItIsAreThoseOfTheCpu) {
  for (const EquationInfo& equation : equations()) {
    for (const EdgeKind kind : equation.edges) {
      const core::Extent extent{641, 79};
      const SampledCase c{.equation = equation.id,
                          .extent = extent,
                          .edges = same_edges(kind, 0.5),
                          .sampling = {.cells = sampled_cells(extent, 300), .totals = true}};
      const auto sample = [&](Backend backend) {
        const auto solver = solver_of(c, {.backend = backend, .threads = 2}, true);
        SampleSeries series = solver->sample(c.sampling);
        solver->advance(37);
        append(series, solver->sample(c.sampling));
        return series;
      };
      const SampleSeries cpu = sample(Backend::cpu);
      const SampleSeries cuda = sample(Backend::cuda);
      SCOPED_TRACE(equation.id + " edges " + std::to_string(static_cast<int>(kind)));
      EXPECT_EQ(cuda.steps, cpu.steps);
      EXPECT_EQ(cuda.values, cpu.values);
      EXPECT_EQ(cuda.totals, cpu.totals);
    }
  }
}

TEST_F(CudaSamples, LeaveTheBitsOfTheFieldAlone) {
  for (const EquationInfo& equation : equations()) {
    for (const Method& method : methods()) {
      SCOPED_TRACE(equation.id + " " + method.name);
      SampledCase c{.equation = equation.id,
                    .extent = {700, 500},
                    .edges = same_edges(EdgeKind::reflecting, 0.5),
                    .sampling = {}};
      const auto field = [&] {
        const auto solver =
            solver_of(c, {.backend = Backend::cuda, .stepping = method.stepping}, false);
        solver->sample_steps(c.sampling);
        solver->advance(100);
        return solver->save();
      };
      const FieldState plain = field();
      for (const bool totals : {false, true}) {
        c.sampling = {.every = 1, .cells = sampled_cells(c.extent, 8), .totals = totals};
        EXPECT_EQ(field(), plain);
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::field::testing
