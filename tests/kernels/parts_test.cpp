// Tests that a field cut into parts is bit-identical to an undivided one: in every cell, sample,
// survey and picture, whatever the number of parts and the number of steps between two exchanges.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/mean_square.h"
#include "kernels/field/parts/lost_devices.h"
#include "kernels/field/parts/parts_layout.h"
#include "kernels/field/parts/parts_solver.h"
#include "kernels/field/parts/split_edits.h"
#include "tests/kernels/divided_fields.h"
#include "tests/kernels/every_equation.h"
#include "tests/sanitized.h"

namespace heatwave::field::testing {
namespace {

SolverRequest one_solver() { return {.backend = Backend::cpu, .threads = 1}; }

NamedDivision cut_into(int parts, int steps) {
  return {
      std::to_string(parts) + " parts, " + std::to_string(steps) + " steps",
      {.backend = Backend::cpu, .threads = parts, .division = {.parts = parts, .steps = steps}}};
}

std::vector<NamedDivision> all_cuts() {
  if (test::kSanitized) return {cut_into(2, 1), cut_into(3, 12)};
  return {cut_into(2, 1),  cut_into(3, 12), cut_into(4, 12),
          cut_into(2, 24), cut_into(3, 24), cut_into(4, 48)};
}

TEST(PartsLayout, EachRowBelongsToOnePartAndCopiesMeetTheirRows) {
  for (const int height : {1, 2, 5, 7, 64, 203}) {
    for (int parts = 1; parts <= 6; ++parts) {
      for (const int steps : {1, 3, 48}) {
        for (const auto& [reach, joins] : {std::pair{StepReach{1, 0}, true},
                                           {StepReach{1, 1}, false},
                                           {StepReach{4, 0}, true},
                                           {StepReach{4, 0}, false}}) {
          SCOPED_TRACE(std::to_string(height) + " rows, " + cut_into(parts, steps).name);
          const Layout layout = cut_rows({3, height}, parts, steps, reach, joins);
          int next = 0;
          for (const PartRows& part : layout.parts) {
            EXPECT_EQ(part.own.begin, next);
            next = part.own.end;
            EXPECT_EQ(part.slab.own.rows(), part.own.rows());
            const int ends =
                (part.own.begin > 0 || joins ? 1 : 0) + (part.own.end < height || joins ? 1 : 0);
            EXPECT_EQ(part.extent.height, part.own.rows() + ends * layout.halo);
            for (int row = part.own.begin; row < part.own.end; ++row) {
              EXPECT_EQ(part.slab.row_of_whole(part.local(row)), row);
            }
            int held = 0;
            for (const RowImage& image : part.images) {
              held += image.rows.rows();
              for (int i = 0; i < image.rows.rows(); ++i) {
                EXPECT_EQ(part.slab.row_of_whole(image.local + i), image.rows.begin + i);
              }
            }
            EXPECT_EQ(held, part.extent.height);
          }
          EXPECT_EQ(next, height);
          const std::size_t cuts = layout.parts.size() - (joins && layout.halo > 0 ? 0 : 1);
          EXPECT_EQ(layout.copies.size(), 2 * cuts);
          for (const RowCopy& copy : layout.copies) {
            const PartRows& from = layout.parts[static_cast<std::size_t>(copy.from)];
            const PartRows& to = layout.parts[static_cast<std::size_t>(copy.to)];
            for (int i = 0; i < layout.halo; ++i) {
              const int row = copy.from_row + i;
              EXPECT_TRUE(row >= from.slab.own.begin && row < from.slab.own.end);
              EXPECT_EQ(from.slab.row_of_whole(row), to.slab.row_of_whole(copy.to_row + i));
              EXPECT_FALSE(copy.to_row + i >= to.slab.own.begin &&
                           copy.to_row + i < to.slab.own.end);
            }
          }
        }
      }
    }
  }
}

TEST(PartsLayout, CellsAbsorbOnlyWhereThePartHasAnAbsorbingSide) {
  constexpr core::Extent kExtent{9, 40};
  using enum EdgeKind;
  for (const Edges& edges :
       {Edges{held, reflecting, absorbing, absorbing}, Edges{absorbing, held, absorbing, absorbing},
        Edges{absorbing, absorbing, absorbing, absorbing},
        Edges{absorbing, absorbing, periodic, periodic}}) {
    const AbsorbingSides whole = absorbing_sides(edges);
    const SetCells cells = bare_cells(kExtent, edges);
    for (const int steps : {1, 5, 20}) {
      for (const bool joins : {true, edges.top == periodic}) {
        for (const PartRows& part : cut_rows(kExtent, 2, steps, {}, joins).parts) {
          AbsorbingSides here = whole;
          here.top = whole.top && part.slab.own.begin == 0;
          here.bottom = whole.bottom && part.slab.own.end == part.extent.height;
          int absorb = 0;
          for (const Edit& edit : edits_of_part(cells, part, whole)) {
            const auto& own = std::get<SetCells>(edit);
            for (int y = own.area.y0; y < own.area.y1; ++y) {
              for (int x = own.area.x0; x < own.area.x1; ++x) {
                if ((own.flags[own.area.index(x, y)] & kAbsorb) == 0) continue;
                ++absorb;
                EXPECT_TRUE(sides_of(here, x, y, part.extent.width, part.extent.height).any())
                    << x << ", " << y;
              }
            }
          }
          EXPECT_GT(absorb, 0);
        }
      }
    }
  }
}

/// Each equation runs all of these tests.
class PartsOfEquations : public ::testing::TestWithParam<std::string> {};

TEST_P(PartsOfEquations, HaveTheBitsOfOneSolver) {
  expect_bits_of_one(GetParam(), one_solver(), all_cuts());
}

TEST_P(PartsOfEquations, AreSampledLikeOneSolver) {
  expect_samples_of_one(GetParam(), one_solver(), {cut_into(2, 12), cut_into(3, 1)});
}

INSTANTIATE_TEST_SUITE_P(Equations, PartsOfEquations, ::testing::ValuesIn(ids_of_equations()),
                         name_of_id);

TEST(PartsOfFormulas, HaveTheBitsOfOneSolver) {
  const std::vector<NamedDivision> cuts =
      test::kSanitized ? std::vector{cut_into(3, 5)}
                       : std::vector{cut_into(2, 1), cut_into(3, 5), cut_into(4, 12)};
  for (const std::string& text : formulas_for_parts()) {
    expect_bits_of_one_formula(text, one_solver(), cuts);
  }
}

TEST(Parts, TakeEditsAcrossCuts) {
  for (const NamedDivision& cut : {cut_into(2, 12), cut_into(3, 1)}) {
    expect_bits_after_edits(one_solver(), cut, test::kSanitized ? 40 : 300);
  }
}

TEST(Parts, AreSurveyedAndShownLikeOneSolver) {
  expect_to_look_alike(one_solver(), cut_into(3, 8).request);
}

TEST(Parts, AreAveragedLikeOneSolver) {
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
  EXPECT_EQ(mean_of(cut_into(3, 8).request), mean_of(one_solver()));
}

TEST(Parts, NeedAsManyRowsAsAStepReads) { expect_bits_of_few_rows(cut_into(4, 48).request); }

TEST(Parts, SayWhereTheyAre) {
  SolverRequest request = cut_into(3, 16).request;
  request.equation = "heat";
  request.extent = {64, 100};
  const auto solver = make_solver(request);
  const BackendInfo& info = solver->backend();
  ASSERT_EQ(info.parts.size(), 3U);
  EXPECT_EQ(info.parts[1].first_row, 33);
  EXPECT_EQ(info.parts[1].rows, 33);
  EXPECT_EQ(info.threads, 3);
  EXPECT_EQ(info.steps_between_exchanges, 16);
  EXPECT_FALSE(info.exchange.empty());
}

TEST(Parts, TellWhatEachTakesOfAStep) {
  SolverRequest request = cut_into(3, 4).request;
  request.equation = "heat";
  request.extent = {640, 300};
  const auto solver = make_solver(request);
  EXPECT_TRUE(solver->report().parts.empty()) << "before the first step";
  solver->advance(40);
  const std::vector<PartTimes> times = solver->report().parts;
  ASSERT_EQ(times.size(), 3U);
  for (const PartTimes& part : times) {
    EXPECT_GT(part.compute_ms, 0.0);
    EXPECT_GT(part.exchange_ms, 0.0);
    // All parts are within the calls that are timed.
    EXPECT_LE(40 * (part.compute_ms + part.exchange_ms), solver->report().advance_ms);
  }
  request.division = {};
  const auto one = make_solver(request);
  one->advance(40);
  EXPECT_TRUE(one->report().parts.empty());
}

TEST(Parts, KeepTheirRoundsForATimeLine) {
  using enum Moment;
  SolverRequest request = cut_into(3, 4).request;
  request.equation = "heat";
  request.extent = {640, 300};
  const auto solver = make_solver(request);
  record_rounds(*solver, 5);
  solver->advance(40);
  const std::vector<std::vector<Round>> rounds = recorded_rounds(*solver);
  ASSERT_EQ(rounds.size(), 3U);
  for (const std::vector<Round>& of_part : rounds) {
    ASSERT_EQ(of_part.size(), 5U);
    for (const Round& round : of_part) {
      EXPECT_EQ(round.steps, 4);
      EXPECT_FALSE(round.has(inner_begin)) << "all rows of a part on a CPU are stepped at once";
      double last = 0.0;
      for (const Moment moment : {steps_begin, steps_end, exchange_begin, rows_offered, rows_there,
                                  rows_copied, exchange_end}) {
        ASSERT_TRUE(round.has(moment)) << static_cast<int>(moment);
        EXPECT_GE(round.at(moment), last) << static_cast<int>(moment);
        last = round.at(moment);
      }
    }
    EXPECT_GE(of_part[1].at(steps_begin), of_part[0].at(exchange_end));
  }
  EXPECT_TRUE(recorded_rounds(*solver)[0].empty()) << "they are returned once";
  request.division = {};
  const auto one = make_solver(request);
  record_rounds(*one, 5);
  EXPECT_TRUE(recorded_rounds(*one).empty());
}

/// Returns a round of a device, whose rows inside are stepped until `inner_end`; NaN: it has none.
Round round_until(double inner_end) {
  Round round{.steps = 8};
  const auto set = [&](Moment moment, double ms) {
    round.reached[static_cast<std::size_t>(moment)] = ms;
    round.called[static_cast<std::size_t>(moment)] = ms / 10;
  };
  set(Moment::steps_begin, 1.0);
  if (!std::isnan(inner_end)) set(Moment::inner_begin, 4.0);
  set(Moment::steps_end, 5.0);
  set(Moment::exchange_begin, 5.0);
  set(Moment::rows_offered, 5.5);
  set(Moment::rows_there, 6.5);
  set(Moment::rows_copied, 7.5);
  set(Moment::exchange_end, 8.0);
  if (!std::isnan(inner_end)) set(Moment::inner_end, inner_end);
  return round;
}

TEST(Parts, SayHowMuchOfAnExchangeIsHidden) {
  struct Expected {
    double inner_end;
    PartTimes times;
  };
  for (const Expected& one :
       {Expected{4.5, {.compute_ms = 0.5, .exchange_ms = 0.375, .hidden_ms = 0.0}},
        Expected{7.0, {.compute_ms = 0.75, .exchange_ms = 0.375, .hidden_ms = 0.25}},
        Expected{9.0, {.compute_ms = 1.0, .exchange_ms = 0.375, .hidden_ms = 0.375}},
        // Without rows inside nothing is hidden.
        Expected{Round::kNever, {.compute_ms = 0.5, .exchange_ms = 0.375}}}) {
    RoundSums sums;
    EXPECT_FALSE(sums.means());
    for (int round = 0; round < 3; ++round) {  // the others are not timed
      sums.count_steps(8);
      sums.count_exchange();
    }
    sums.add(round_until(one.inner_end));
    ASSERT_TRUE(sums.means());
    EXPECT_DOUBLE_EQ(sums.means()->compute_ms, one.times.compute_ms) << one.inner_end;
    EXPECT_DOUBLE_EQ(sums.means()->exchange_ms, one.times.exchange_ms) << one.inner_end;
    EXPECT_DOUBLE_EQ(sums.means()->hidden_ms, one.times.hidden_ms) << one.inner_end;
  }
}

TEST(Parts, SpanTheTimeBetweenTwoExchangesWithoutAGap) {
  const auto names_of = [](double inner_end) {
    Round next = round_until(inner_end);
    for (double& ms : next.reached) ms += 9.0;
    std::string names;
    double reached = 1.0;
    for (const Span& span : spans_of(round_until(inner_end), &next)) {
      names += std::string(span.name) + "; ";
      if (span.is_call || span.name == "rows inside") continue;
      EXPECT_LE(span.begin, reached) << span.name;
      EXPECT_GE(span.end, span.begin) << span.name;
      reached = span.end;
    }
    EXPECT_EQ(reached, 10.0) << "the next round begins";
    return names;
  };
  const std::string exchange =
      "offering rows; waiting for rows; copying rows; waiting until copied; waiting for the host; "
      "calls for steps; calls for the exchange; ";
  EXPECT_EQ(names_of(Round::kNever), "steps; " + exchange);
  EXPECT_EQ(names_of(7.0), "passes before the last; rows at the cuts; rows inside; " + exchange);
}

TEST(Parts, RefuseJoinedEdgesIfMadeForOthers) {
  SolverRequest request = cut_into(2, 16).request;
  request.equation = "heat";
  request.extent = {20, 40};
  request.joins_edges = false;
  const auto solver = make_solver(request);
  EXPECT_FALSE(solver->backend().joins_edges);
  EXPECT_THROW(solver->advance(1), core::Error);  // all edges are periodic at the beginning
  solver->apply(bare_cells(request.extent, same_edges(EdgeKind::held)));
  solver->advance(1);
  EXPECT_EQ(solver->save().step, 1);
}

TEST(Parts, WhereAllDevicesAreLostTheCpuGoesOn) {
  SolverRequest request{.equation = "heat", .division = {.devices = {98, 99}}};  // there are none
  leave_out_lost_devices(request);
  EXPECT_EQ(request.backend, Backend::cpu);
  EXPECT_TRUE(request.division.devices.empty());
  request = {.backend = Backend::cuda, .division = {.devices = {98, 99}}};
  EXPECT_THROW(leave_out_lost_devices(request), core::Error);
}

TEST(Parts, RefuseWhatDoesNotFitTheGrid) {
  SolverRequest request = cut_into(2, 16).request;
  request.equation = "heat";
  request.extent = {20, 40};
  const auto solver = make_solver(request);
  EXPECT_THROW(solver->load(random_state("heat", {20, 41}, 3)), core::Error);
  EXPECT_THROW((void)solver->read({0, 30, 20, 41}), core::Error);
  EXPECT_THROW(solver->apply(everything_to_rest({20, 41})), core::Error);
  EXPECT_THROW(solver->advance(-1), core::Error);
  EXPECT_THROW((void)solver->sample({.every = 1, .cells = {{3, 40}}}), core::Error);
  solver->advance(3);  // goes on as if nothing had been asked
  EXPECT_EQ(solver->save().step, 3);
}

}  // namespace
}  // namespace heatwave::field::testing
