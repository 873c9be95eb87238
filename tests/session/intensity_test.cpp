// Tests the time-averaged intensity: its samples, its resets, and its display.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "app/export/export_queue.h"
#include "app/scene/scene_json.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/picture_exports.h"
#include "app/session/field/unit_figures.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/core/fma.h"
#include "tests/session/kept_log.h"
#include "tests/session/scenes_for_tests.h"
#include "tests/session/shipped_scene.h"

namespace heatwave::session {
namespace {

SetView intensity(double every = 4, double over = 40) {
  return {.view = *core::find_named<scene::ViewKind>("intensity"),
          .parameters = {every, over},
          .layers = {}};
}

scene::Scene shown_as_intensity() {
  scene::Scene scene = small_wave();
  scene.view = {.kind = *core::find_named<scene::ViewKind>("intensity"), .parameters = {4, 40}};
  return scene;
}

/// Returns ⟨u²⟩ of the sampled steps after `from` up to `to`, by a plain loop over whole fields.
std::vector<float> plain_mean(std::int64_t from, std::int64_t to) {
  Session session(small_wave(), cpu_options());
  session.run(from);
  std::vector<float> sums(static_cast<std::size_t>(small_wave().extent.cells()));
  float count = 0;
  for (std::int64_t step = from + 1; step <= to; ++step) {
    session.run(1);
    if (step % 4 != 0) continue;
    const std::vector<float> u = session.state().planes[0];
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (std::abs(u[i]) >= 1e-15F) sums[i] = core::fma(u[i], u[i], sums[i]);
    }
    ++count;
  }
  for (float& sum : sums) sum /= count;
  return sums;
}

TEST(Intensity, IsThatOfAPlainLoopHoweverStepsAreGrouped) {
  const std::vector<float> expected = plain_mean(80, 120);
  for (const int threads : {1, 3}) {
    for (const std::int64_t at_once : {1, 7, 130}) {
      Session session(shown_as_intensity(), cpu_options(threads));
      for (std::int64_t left = 130; left > 0; left -= at_once) {
        session.run(std::min(left, at_once));
      }
      EXPECT_EQ(session.derived().plane, expected) << threads << " threads, " << at_once;
    }
  }
}

TEST(Intensity, IsKeptOnlyWhileItIsShown) {
  Session session(small_wave(), cpu_options());
  session.run(50);
  EXPECT_TRUE(session.derived().plane.empty());
  EXPECT_FALSE(session.snapshot().derived);
  do_now(session, intensity());
  EXPECT_EQ(session.snapshot().derived->maximum, 0.0F);
  session.run(90);
  EXPECT_EQ(session.derived().plane, plain_mean(80, 120))
      << "windows are aligned with the first step";
  do_now(session, SetView{});
  EXPECT_TRUE(session.derived().plane.empty());
}

TEST(Intensity, BeginsAnewWhereTheFieldBecomesAnother) {
  Session session(shown_as_intensity(), cpu_options());
  const auto is_reset_by = [&](Command command) {
    session.run(100);
    EXPECT_GT(session.snapshot().derived->maximum, 0.0F);
    do_now(session, std::move(command));
    return session.snapshot().derived->maximum == 0.0F;
  };
  EXPECT_TRUE(is_reset_by(Reset{}));
  EXPECT_TRUE(is_reset_by(LoadScene{shown_as_intensity()}));
  EXPECT_TRUE(is_reset_by(Undo{}));
  EXPECT_FALSE(is_reset_by(SetParameter{"c2", 0.3}));
  EXPECT_TRUE(is_reset_by(Undo{})) << "undo of the scene alone";
  EXPECT_TRUE(is_reset_by(LoadField{std::vector<float>(40 * 36, 0.1F)}));
  EXPECT_FALSE(is_reset_by(SetColours{}));
  EXPECT_TRUE(is_reset_by(intensity(2, 40)));
  EXPECT_TRUE(is_reset_by(Resize{{50, 30}}));
}

TEST(Intensity, IsReplayedWithARecording) {
  const KeptLog log;
  Session session(small_wave(), log.recording(cpu_options(1)));
  session.run(13);
  do_now(session, intensity());
  session.run(21);
  session.submit(StartRecording{"log"});
  session.submit(Play{});
  for (int i = 0; i < 5; ++i) session.frame(0.001);
  session.submit(SetView{});
  session.frame(0.001);
  session.submit(intensity());
  for (int i = 0; i < 5; ++i) session.frame(0.001);
  Session replay(small_wave(), cpu_options(2));
  for (const KeptLog::Entry& entry : log.entries()) {
    if (entry.step > replay.snapshot().step) replay.repeat(entry.step - replay.snapshot().step);
    replay.submit(entry.envelope);
    replay.repeat(0);
  }
  replay.repeat(session.snapshot().step - replay.snapshot().step);
  EXPECT_GT(session.snapshot().derived->maximum, 0.0F);
  EXPECT_EQ(replay.derived().plane, session.derived().plane);
}

TEST(Intensity, OfAWindowInFramesHasTheBytesOfAHeadlessRun) {
  const ScratchFolder folder;
  const auto bytes_of = [](const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const auto saved = [&](Session& session, const char* name) {
    const auto path = folder.path() / name;
    do_now(session, SaveFieldPng{path.string(), {.bar = true, .title = true}});
    session.finish_exports();
    return bytes_of(path);
  };
  Session window(shown_as_intensity(), cpu_options());
  window.submit(Play{.until = 101});
  while (window.snapshot().step < 101) window.frame(0.001);
  Session run(small_wave(), cpu_options());
  run.submit(intensity());
  run.run(101);
  const std::string bytes = saved(window, "window.png");
  EXPECT_GT(bytes.size(), 1000U);
  EXPECT_EQ(bytes, saved(run, "run.png"));
}

TEST(Intensity, IsReadByProbesAndProfileAndPresented) {
  Session session(shown_as_intensity(), cpu_options());
  session.submit(AddProbe{{12.5, 18.5}});
  session.submit(SetLine{scene::LineKind::profile, {10.5, 18.5}, {19.5, 18.5}});
  session.run(120);
  const std::vector<float> mean = session.derived().plane;
  const auto at = [&](int x) { return mean[static_cast<std::size_t>(18 * 40 + x)]; };
  const Readings& readings = session.snapshot().readings;
  EXPECT_EQ(readings.probes.at(0), at(12));
  EXPECT_EQ(readings.samples->component, "intensity");
  ASSERT_EQ(readings.profile->values.size(), 10U);
  for (int i = 0; i < 10; ++i) {
    EXPECT_FLOAT_EQ(readings.profile->values[static_cast<std::size_t>(i)], at(10 + i));
  }
}

TEST(Intensity, HasALegendAndColoursOfItsOwn) {
  scene::Scene scene = shown_as_intensity();
  scene.colours[0] = {.colormap = "gray", .automatic = false, .low = -2, .high = 2};
  scene.measures.units = scene::Units{.cell = 1e-3, .rate = 0.3, .zero = 1.0, .one = 3.0};
  EXPECT_EQ(shown_legend(scene), (colour::Legend{.zero = 0, .one = 4, .unit = "mm²"}));
  Session session(scene, cpu_options());
  session.run(100);
  const auto picture = [&] {
    return picture_of(session.snapshot().scene, session.state(), session.cell_flags(), {},
                      session.derived());
  };
  EXPECT_EQ(picture().scale.map->id, "inferno");
  EXPECT_EQ(picture().scale.low, 0.0F);
  EXPECT_EQ(picture().scale.high, session.snapshot().derived->maximum);
  do_now(session, SetColours{{.colormap = "viridis"}});
  EXPECT_EQ(picture().scale.map->id, "viridis");
  EXPECT_EQ(session.snapshot().scene.colours[0].colormap, "gray");
  const scene::Scene read =
      scene::parse_scene(to_json(session.snapshot().scene), "small-wave.json");
  EXPECT_EQ(read.view, session.snapshot().scene.view);
  do_now(session, SetView{});
  EXPECT_EQ(picture().scale.map->id, "gray");
}

TEST(Intensity, TakesAFixedRangeFromTheFieldsUnlessItsOwnIsAutomatic) {
  scene::Scene scene = small_wave();
  scene.colours[0] = {.automatic = false, .low = -0.4, .high = 0.2};
  Session session(scene, cpu_options());
  do_now(session, intensity());
  const colour::ColourChoice first = shown_colours(session.snapshot().scene);
  EXPECT_FALSE(first.automatic);
  EXPECT_EQ(first.low, 0.0);
  EXPECT_DOUBLE_EQ(first.high, 0.04);
  do_now(session, SetColours{});
  do_now(session, intensity(2, 80));
  EXPECT_TRUE(shown_colours(session.snapshot().scene).automatic) << "as it was set";
  const scene::Scene now = session.snapshot().scene;
  EXPECT_EQ(scene::parse_scene(to_json(now), "small-wave.json").view, now.view);
}

TEST(Intensity, FollowsTheFieldWhereTheSquareOfItsRangeIsNoRange) {
  for (const double reach : {1e-30, 1e30}) {
    scene::Scene scene = small_wave();
    scene.colours[0] = {.automatic = false, .low = -reach, .high = reach};
    Session session(scene, cpu_options());
    session.submit(intensity());
    session.frame(0.0);
    EXPECT_TRUE(shown_colours(session.snapshot().scene).automatic) << reach;
  }
}

TEST(Intensity, IsOfWavesAloneAndItsParametersHaveBounds) {
  Session heat(small_heat(), cpu_options());
  heat.submit(SetView{
      .view = *core::find_named<scene::ViewKind>("intensity"), .parameters = {}, .layers = {}});
  EXPECT_THROW(heat.run(0), core::Error);
  Session wave(small_wave(), cpu_options());
  for (const auto& wrong : {std::vector<double>{0, 40}, {4, 1e9}, {4}}) {
    wave.submit(SetView{*core::find_named<scene::ViewKind>("intensity"), wrong, {}});
    EXPECT_THROW(wave.run(0), core::Error);
  }
}

/// Returns the largest difference between theory, scaled to the best fit, and the mean of squares
/// along a line behind the slits, divided by the largest value.
double error_of_theory(const scene::Scene& scene, std::int64_t steps, double x) {
  Session session(scene, cpu_options());
  session.submit(SetLine{scene::LineKind::profile, {x, 60.5}, {x, 420.5}});
  do_now(session, SetView{*core::find_named<scene::ViewKind>("intensity"), {4, 560}, {}});
  session.run(steps);
  const auto theory = scene::view_of(session.snapshot().scene).averaged->theory(scene);
  const LineReading& profile = *session.snapshot().readings.profile;
  double product = 0;
  double square = 0;
  for (std::size_t i = 0; i < profile.values.size(); ++i) {
    const double value = theory->value(profile.places[i]);
    product += value * static_cast<double>(profile.values[i]);
    square += value * value;
  }
  double worst = 0;
  double most = 0;
  for (std::size_t i = 0; i < profile.values.size(); ++i) {
    const double value = product / square * theory->value(profile.places[i]);
    worst = std::max(worst, std::abs(value - static_cast<double>(profile.values[i])));
    most = std::max(most, value);
  }
  return worst / most;
}

TEST(Intensity, OfTwoSlitsFollowsTheory) {
  EXPECT_LT(error_of_theory(shipped_scene("double-slit"), 2240, 480), 0.2);
}

TEST(Intensity, OfTwoSlitsAndOfOneDoesNotWeakenWhileTheWavesBuildUp) {
  constexpr int kPeriod = 56;
  for (const char* name : {"double-slit", "single-slit"}) {
    Session session(shipped_scene(name), cpu_options());
    const core::Cell behind{250, 240};
    const auto at = static_cast<std::size_t>(behind.y) * 640 + static_cast<std::size_t>(behind.x);
    session.run(700);  // waves have arrived
    float strongest = 0;
    for (int period = 0; period < 50; ++period) {
      float largest = 0;
      for (int sample = 0; sample < 8; ++sample) {
        session.run(kPeriod / 8);
        largest = std::max(largest, std::abs(session.state().planes[0][at]));
      }
      strongest = std::max(strongest, largest);
      EXPECT_GT(largest, 0.7F * strongest) << name << " at step " << 700 + kPeriod * (period + 1);
    }
  }
}

/// A wave between its source and the wall swings up to four times as far as at its start, and then
/// less again.
TEST(SlitScenes, ShowTheWaveBeforeTheWallWithinTheirColours) {
  for (const char* name : {"double-slit", "single-slit"}) {
    Session session(shipped_scene(name), cpu_options());
    const scene::Scene& scene = session.snapshot().scene;
    const auto high = static_cast<float>(scene::shown_colours(scene).high);
    for (int i = 0; i < 8; ++i) {
      session.run(250);
      const std::vector<float> plane = session.state().planes.front();
      const auto beyond =
          std::count_if(plane.begin(), plane.end(), [high](float u) { return std::abs(u) > high; });
      EXPECT_LT(static_cast<double>(beyond), 0.01 * static_cast<double>(plane.size()))
          << name << " at step " << session.snapshot().step;
    }
  }
}

}  // namespace
}  // namespace heatwave::session
