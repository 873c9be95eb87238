// Tests that insulated heat and undamped energy stay constant.
#include "app/session/field/field_measures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "app/session/field/live_field.h"
#include "app/session/session.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using field::EdgeKind;

Totals totals_of(LiveField& field) { return field.sample({.totals = true}).totals.front(); }

std::vector<double> totals_over(const scene::Scene& scene, int steps, int count) {
  LiveField field(scene, {field::make_solver, field::Backend::cpu, 2, {}});
  std::vector<double> totals{totals_of(field).total};
  for (int i = 1; i < count; ++i) {
    field.advance(steps);
    totals.push_back(totals_of(field).total);
  }
  return totals;
}

TEST(Totals, OfHeatAreTheSumOfItsCells) {
  scene::Scene scene = scene::blank_scene("heat", {50, 40});
  scene.initial = {scene::Gaussian{{20, 15}, 5, 1}};
  scene.edges = all_edges(EdgeKind::reflecting);
  scene = with_items(scene, {box_item(scene::Wall{}, {30, 0}, {33, 30})});
  LiveField field(scene, {field::make_solver, field::Backend::cpu, 1, {}});
  field.advance(40);
  const Totals totals = totals_of(field);
  const std::vector<float> cells = field.save().planes[0];
  const auto [low, high] = std::minmax_element(cells.begin(), cells.end());
  EXPECT_EQ(totals.minimum, *low);
  EXPECT_EQ(totals.maximum, *high);
  EXPECT_NEAR(totals.total, std::accumulate(cells.begin(), cells.end(), 0.0), 1e-9);
  const auto over_time = totals_over(scene, 100, 5);
  for (const double total : over_time) EXPECT_NEAR(total / over_time.front(), 1.0, 1e-5);
}

TEST(Totals, EnergyOfWavesIsKeptBetweenWallsAndInMedia) {
  for (const EdgeKind kind : {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic}) {
    scene::Scene scene = scene::blank_scene("wave", {60, 50});
    scene.initial = {scene::Gaussian{{20, 15}, 4, 1}};
    scene.edges = all_edges(kind);
    scene = with_items(scene, {box_item(scene::Wall{}, {30, 10}, {33, 30}),
                               box_item(scene::Medium{0.4}, {36, 5}, {55, 45})});
    const auto energies = totals_over(scene, 37, 8);
    EXPECT_GT(energies.front(), 0.0);
    for (const double energy : energies) {
      EXPECT_NEAR(energy / energies.front(), 1.0, 1e-4) << static_cast<int>(kind);
    }
  }
}

TEST(Totals, EnergyGoesWhereItIsDampedOrLetOut) {
  scene::Scene scene = scene::blank_scene("wave", {60, 50});
  scene.initial = {scene::Gaussian{{30, 25}, 4, 1}};
  scene.edges = all_edges(EdgeKind::absorbing);
  const auto let_out = totals_over(scene, 120, 3);
  EXPECT_LT(let_out.back(), 0.05 * let_out.front());
  scene.edges = all_edges(EdgeKind::periodic);
  scene.parameters[1] = 0.01;
  const auto damped = totals_over(scene, 100, 3);
  EXPECT_NEAR(damped[1] / damped[0], damped[2] / damped[1], 0.05);
  EXPECT_LT(damped[1], 0.6 * damped[0]);
}

TEST(TotalsLog, StaysWithinItsRoom) {
  TotalsLog log;
  for (std::int64_t step = 0; step < 100'000; step += 3) {
    log.add(step, {0, 1, static_cast<double>(step)});
  }
  EXPECT_LT(log.steps.size(), TotalsLog::kMost);
  EXPECT_GT(log.steps.size(), TotalsLog::kMost / 4);
  EXPECT_EQ(log.steps.front(), 0.0);
  EXPECT_GT(log.steps.back(), 99'000.0);
  EXPECT_TRUE(std::is_sorted(log.steps.begin(), log.steps.end()));
  for (std::size_t i = 0; i < log.steps.size(); ++i) {
    ASSERT_EQ(log.total[i], static_cast<float>(log.steps[i]));
  }
  log.add(3, {});  // the field has restarted
  EXPECT_EQ(log.steps.size(), 1U);
}

}  // namespace
}  // namespace heatwave::session
