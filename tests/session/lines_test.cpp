// Fields on a line: what y means there, the rows that their view keeps, and the theory of the
// shipped scenes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include "app/export/field_picture.h"
#include "app/scene/rasterise.h"
#include "app/scene/scene_files.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/line_plots.h"
#include "app/session/field/picture_exports.h"
#include "app/session/field/theory.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/field/formula/formula.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

scene::Scene typed_line(const std::string& text, int cells) {
  return scene::formula_scene(field::formula::make_formula(text), {cells, 1});
}

std::vector<float> values_of(Session& session) { return session.state().planes[0]; }

TEST(Lines, MeetNoEdgesAboveAndBelow) {
  for (const field::EdgeKind kind :
       {field::EdgeKind::held, field::EdgeKind::absorbing, field::EdgeKind::periodic}) {
    scene::Scene all = small_line();
    all.edges = all_edges(kind);
    all.edges.value = 0.25;
    scene::Scene ends = all;
    ends.edges.top = ends.edges.bottom = field::EdgeKind::reflecting;
    Session a(all, cpu_options());
    Session b(ends, cpu_options());
    a.run(100);
    b.run(100);
    EXPECT_TRUE(a.state() == b.state()) << static_cast<int>(kind);
    EXPECT_NE(a.state().planes[0], std::vector<float>(90, 0.25F));
  }
}

TEST(Lines, HaveTheSecondDerivativeForTheLaplacianWhateverTheTextSaysOfTopAndBottom) {
  const std::string begin = "u(0) = exp(-x^2/50)\nleft, right: u = 0\n";
  Session whole(typed_line("u' = 0.2*lap(u)\n" + begin, 80), cpu_options());
  Session along(typed_line("u' = 0.2*u_xx\n" + begin, 80), cpu_options());
  Session held(typed_line("u' = 0.2*u_xx\n" + begin + "top: u = 3\nbottom: u_n = 2", 80),
               cpu_options());
  for (Session* each : {&whole, &along, &held}) each->run(300);
  EXPECT_EQ(values_of(held), values_of(along));
  double worst = 0;
  for (std::size_t i = 0; i < 80; ++i) {
    worst = std::max(worst, std::abs(static_cast<double>(values_of(whole)[i]) -
                                     static_cast<double>(values_of(along)[i])));
  }
  EXPECT_LT(worst, 1e-5);
  EXPECT_GT(values_of(along)[40], 0.2F);
}

TEST(Lines, GiveTheSameBitsForAnyGroupingOfStepsAndAnyThreads) {
  setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1);
  for (const char* name :
       {"heated-rod", "plucked-string", "travelling-front", "shock-wave", "solitons"}) {
    Session one(scene::find_scene(name), cpu_options(1));
    Session other(scene::find_scene(name), cpu_options(3));
    one.run(240);
    for (const int steps : {1, 2, 7, 230}) other.run(steps);
    EXPECT_TRUE(one.state() == other.state()) << name;
  }
}

TEST(Lines, KeepARowAtEachMultipleHoweverStepsAreGrouped) {
  const auto kept = [](std::vector<int> groups) {
    Session session(small_line(), cpu_options());
    do_now(session, SetView{*core::find_named<scene::ViewKind>("line"), {4, 40}, {}});
    for (const int steps : groups) session.run(steps);
    std::vector<std::int64_t> steps;
    std::vector<std::vector<float>> values;
    for (const auto& row : session.snapshot().line->before) {
      steps.push_back(row->step);
      values.push_back(row->quantities.front());
    }
    EXPECT_EQ(session.snapshot().line->now->step, session.snapshot().step);
    EXPECT_EQ(session.snapshot().line->now->quantities.front(), values_of(session));
    return std::pair(steps, values);
  };
  const auto [steps, values] = kept({50});
  EXPECT_EQ(steps, (std::vector<std::int64_t>{8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48}));
  EXPECT_EQ(kept({1, 2, 3, 40, 4}), std::pair(steps, values));
  Session session(small_line(), cpu_options());
  session.run(16);
  EXPECT_EQ(values[2], values_of(session)) << "the row of step 16";
}

TEST(Lines, ForgetTheirRowsWithTheFieldThatTheyWereOf) {
  Session session(small_line(), cpu_options());
  session.run(41);
  EXPECT_EQ(session.snapshot().line->before.size(), 11U);
  do_now(session, Reset{});
  EXPECT_TRUE(session.snapshot().line->before.empty());
  session.run(8);
  EXPECT_EQ(session.snapshot().line->before.size(), 2U) << "steps 0 and 4";
  do_now(session, Resize{{30, 20}});
  EXPECT_EQ(session.snapshot().line, nullptr);
  do_now(session, Resize{{60, 1}});
  ASSERT_NE(session.snapshot().line, nullptr);
  EXPECT_EQ(session.snapshot().line->now->quantities.front().size(), 60U);
}

TEST(Lines, KeepNothingWhereNoPictureIsWanted) {
  SessionOptions options = cpu_options();
  options.keeps_past = false;
  Session session(small_line(), options);
  session.run(40);
  EXPECT_TRUE(session.snapshot().line->before.empty());
}

TEST(Lines, ShowAnExpressionFromWhereItWasChosenOn) {
  Session session(small_line(), cpu_options());
  session.run(20);
  do_now(session, ShowComponent{"2*u"});
  session.run(21);
  const Snapshot& now = session.snapshot();
  const std::vector<float> u = values_of(session);
  const std::span<const float> shown = now.line->now->shown(now.scene);
  ASSERT_EQ(shown.size(), u.size());
  EXPECT_EQ(shown[25], 2 * u[25]);
  const exporting::LinePlot plot =
      line_plot(now.scene, *now.line,
                colour::resolve(shown_colours(now.scene), shown_quantity(now.scene), -1.0F, 1.0F));
  EXPECT_EQ(plot.past.front().step, 20) << "earlier rows have no values of it";
  ASSERT_EQ(plot.curves.size(), 2U);
  EXPECT_EQ(plot.curves.back().label, "2*u");
}

TEST(Lines, AreShownByTheirOwnViewAlone) {
  scene::Scene plane = small_wave();
  scene::Scene line = small_line();
  const auto view = *core::find_named<scene::ViewKind>("line");
  EXPECT_EQ(view_of(line).id, "line") << "the default shows planes only";
  plane.view.kind = view;
  EXPECT_EQ(view_of(plane).id, "flat");
  line.layers.contours = true;
  EXPECT_FALSE(layers_of(line).contours);
  Session session(small_wave(), cpu_options());
  session.submit(SetView{view, {}, {}});
  EXPECT_THROW(session.run(0), core::Error);
}

TEST(Lines, TheHeatedRodFollowsTheory) {
  setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1);
  const scene::Scene rod = scene::find_scene("heated-rod");
  const auto theory = theory_of(rod);
  ASSERT_TRUE(theory);
  Session session(rod, cpu_options());
  session.run(4000);
  const std::vector<float> values = values_of(session);
  double worst = 0;
  for (int x = 0; x < 320; ++x) {
    worst = std::max(worst, std::abs(theory->value({x + 0.5, 0.5}, 4000) -
                                     static_cast<double>(values[static_cast<std::size_t>(x)])));
  }
  EXPECT_LT(worst, 2e-3);
  // The slow mode alone is left: exp(−α·(π/319)²·step).
  const double slow = std::exp(-0.25 * std::pow(std::numbers::pi / 319, 2) * 4000);
  EXPECT_NEAR(static_cast<double>(values[160]), slow, 0.01);
}

TEST(Lines, TheFrontRunsAtItsSpeed) {
  setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1);
  Session session(scene::find_scene("travelling-front"), cpu_options());
  const auto front = [&] {
    const std::vector<float> u = values_of(session);
    return std::find_if(u.begin() + 200, u.end(), [](float v) { return v < 0.5F; }) - u.begin();
  };
  session.run(300);
  const auto early = front();
  session.run(400);
  EXPECT_NEAR(static_cast<double>(front() - early) / 400, 0.19, 0.01) << "2√(rD) from below";
}

TEST(Lines, ThePluckedStringComesBackAfterItsPeriod) {
  setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1);
  scene::Scene string = scene::find_scene("plucked-string");
  string.parameters[1] = 0.0;  // no damping
  Session session(string, cpu_options());
  const std::vector<float> begun = values_of(session);
  session.run(638);  // half a period of 2·319/√c2
  const std::vector<float> half = values_of(session);
  session.run(638);
  const std::vector<float> whole = values_of(session);
  EXPECT_NEAR(half[239], -1.0F, 0.06F) << "the corner on the other side, upside down";
  for (std::size_t x = 20; x < 300; x += 40) EXPECT_NEAR(whole[x], begun[x], 0.06F) << x;
}

/// Returns the places and heights of the crests above a height.
std::vector<std::pair<std::size_t, float>> crests(const std::vector<float>& u, float above) {
  std::vector<std::pair<std::size_t, float>> found;
  for (std::size_t x = 1; x + 1 < u.size(); ++x) {
    if (u[x] > above && u[x] >= u[x - 1] && u[x] > u[x + 1]) found.emplace_back(x, u[x]);
  }
  return found;
}

TEST(Lines, SolitonsPassThroughEachOther) {
  setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1);
  Session session(scene::find_scene("solitons"), cpu_options());
  const auto before = crests(values_of(session), 0.3F);
  ASSERT_EQ(before.size(), 2U);
  EXPECT_LT(before[0].first, before[1].first) << "the tall one begins behind";
  session.run(1000);
  const auto after = crests(values_of(session), 0.3F);
  ASSERT_EQ(after.size(), 2U);
  EXPECT_NEAR(after[0].second, 0.5F, 0.05F) << "the low one has fallen behind";
  EXPECT_NEAR(after[1].second, 2.0F, 0.15F) << "its crest lies between cells";
  // A crest of height 2 runs at 4: 30 units of time are 240 cells. The low one has carried it
  // forwards by ln 3, and cells of half a unit slow it by a twentieth.
  const auto way = static_cast<double>(after[1].first) - static_cast<double>(before[0].first);
  EXPECT_NEAR(way, 0.95 * 240 + 2.2, 8);
}

TEST(Lines, TheirPicturesShowThePast) {
  Session session(small_line(), cpu_options());
  session.run(200);
  const auto picture = [&](Derived derived) {
    return exporting::coloured(picture_of(session.snapshot().scene, session.state(),
                                          session.cell_flags(), {.title = true},
                                          std::move(derived)));
  };
  const exporting::Image with = picture(session.derived());
  const exporting::Image without = picture({});
  EXPECT_EQ(with.extent, (core::Extent{960, 640}));
  EXPECT_NE(with.rgb, without.rgb);
  const exporting::FieldPicture sized =
      picture_of(session.snapshot().scene, session.state(), session.cell_flags(),
                 {.size = {.exact = {320, 200}}}, session.derived());
  EXPECT_EQ(exporting::coloured(sized).extent, (core::Extent{320, 200}));
}

}  // namespace
}  // namespace heatwave::session
