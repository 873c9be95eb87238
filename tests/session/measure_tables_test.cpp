// Tests that measurements saved as text read back, and their units.
#include "app/session/field/measure_tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/session/field/unit_figures.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  std::string line;
  while (std::getline(stream, line)) {
    EXPECT_EQ(line.back(), '\r');
    line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

Session measured_session() {
  Session session(small_wave(), cpu_options());
  session.submit(AddProbe{{16, 16}});
  session.submit(SetLine{scene::LineKind::profile, {2.5, 3.5}, {6.5, 3.5}});
  session.submit(WatchTotals{true});
  session.submit(Play{});
  for (int i = 0; i < 40; ++i) session.frame(0.01);
  return session;
}

TEST(MeasureTables, HoldTheSamplesToTheBit) {
  Session session = measured_session();
  const Samples& samples = *session.snapshot().readings.samples;
  const auto lines = lines_of(
      csv_of(scene::MeasureTable::probes, session.snapshot().readings, session.snapshot().scene));
  ASSERT_EQ(lines.size(), samples.size() + 1);
  EXPECT_EQ(lines[0], "\"step\",\"probe 1: u(16,16)\"");
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::size_t comma = lines[i + 1].find(',');
    EXPECT_EQ(std::stoll(lines[i + 1].substr(0, comma)), samples.step_of(i));
    EXPECT_EQ(std::strtof(lines[i + 1].c_str() + comma + 1, nullptr), samples.curves[0].values[i]);
  }
}

TEST(MeasureTables, HoldTheProfileTheSpectrumAndTheTotals) {
  Session session = measured_session();
  const Readings& readings = session.snapshot().readings;
  const scene::Scene& scene = session.snapshot().scene;
  const auto profile = lines_of(csv_of(scene::MeasureTable::profile, readings, scene));
  ASSERT_EQ(profile.size(), 6U);
  EXPECT_EQ(profile[0], R"("distance","x","y","u")");
  EXPECT_TRUE(profile[2].starts_with("1,3,3,")) << profile[2];
  do_now(session, SetLine{scene::LineKind::profile, {2.5, 3.5}, {6.5, 6.5}});
  const auto aslant =
      lines_of(csv_of(scene::MeasureTable::profile, session.snapshot().readings, scene));
  EXPECT_TRUE(aslant[2].starts_with("1,2.8,3.6,")) << aslant[2];
  EXPECT_EQ(lines_of(csv_of(scene::MeasureTable::spectrum, readings, scene))[0],
            "\"cycles per step\",\"amplitude of probe 1: u(16,16)\"");
  const auto totals = lines_of(csv_of(scene::MeasureTable::totals, readings, scene));
  EXPECT_EQ(totals[0], R"("step","minimum","maximum","energy")");
  EXPECT_GE(totals.size(), 2U);
}

TEST(MeasureTables, AreInTheUnitsOfTheirScene) {
  Session session = measured_session();
  const scene::Scene& scene = session.snapshot().scene;
  const Readings& readings = session.snapshot().readings;
  const auto table = [&](scene::MeasureTable which) {
    return lines_of(csv_of(which, readings, scene));
  };
  const std::vector<std::string> plain = table(scene::MeasureTable::probes);
  do_now(session, SetUnits{scene::Units{.cell = 0.002, .rate = 0.5, .zero = 0.0, .one = 1000.0}});
  const std::vector<std::string> probes = table(scene::MeasureTable::probes);
  EXPECT_EQ(probes[0], R"("step","time in s","probe 1: u(16,16) in mm")");
  ASSERT_EQ(probes.size(), plain.size());
  const Samples& samples = *readings.samples;
  const double second = seconds_per_step(scene) * static_cast<double>(samples.step_of(3));
  const std::size_t comma = probes[4].find(',') + 1;
  const std::size_t last = probes[4].rfind(',') + 1;
  EXPECT_DOUBLE_EQ(std::stod(probes[4].substr(comma)), second);
  EXPECT_NEAR(std::stod(probes[4].substr(last)),
              1000.0 * static_cast<double>(samples.curves[0].values[3]), 1e-3);
  const auto profile = table(scene::MeasureTable::profile);
  EXPECT_EQ(profile[0], R"("distance in m","x","y","u in mm")");
  EXPECT_TRUE(profile[2].starts_with("0.002,3,3,")) << profile[2];
  EXPECT_EQ(table(scene::MeasureTable::spectrum)[0],
            R"("frequency in Hz","amplitude of probe 1: u(16,16) in mm")");
  EXPECT_EQ(table(scene::MeasureTable::totals)[0],
            R"("step","time in s","minimum in mm","maximum in mm","energy")");
}

TEST(MeasureTables, AreSavedByACommandAndRefusedWhereThereIsNothing) {
  const ScratchFolder folder;
  Session session(small_heat(), cpu_options());
  const std::string path = (folder.path() / "m.csv").string();
  EXPECT_THROW(do_now(session, SaveMeasures{scene::MeasureTable::profile, path}), core::Error);
  EXPECT_FALSE(std::filesystem::exists(path));
  do_now(session, SetLine{scene::LineKind::profile, {1, 1}, {9, 1}});
  do_now(session, SaveMeasures{scene::MeasureTable::profile, path});
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_TRUE(has_notice(session, Notice::Kind::info, path));
}

TEST(Units, GiveTimeFromTheCoefficient) {
  scene::Scene scene = small_heat();
  EXPECT_EQ(seconds_per_step(scene), 0.0);
  scene.parameters[0] = 0.25;
  scene.measures.units = usual_units(scene);
  EXPECT_NEAR(seconds_per_step(scene), 0.25e-6 / 1.1e-4, 1e-9);
  EXPECT_EQ(legend_of(scene).said(0.5), 60.0);
  EXPECT_EQ(value_unit(scene), "°C");
  scene::Scene wave = small_wave();
  wave.parameters[0] = 0.25;
  wave.measures.units = usual_units(wave);
  EXPECT_NEAR(seconds_per_step(wave), 0.5 * 1e-3 / 0.3, 1e-12);
  EXPECT_EQ(with_unit(0.00227, "s"), "2.27 ms");
  EXPECT_EQ(with_unit(-12.3, "m"), "−12.3 m");
  EXPECT_EQ(with_unit(0, "m"), "0 m");
  EXPECT_EQ(with_unit(-1e-15, "s"), "0 s");
}

TEST(Units, AreChecked) {
  Session session(small_heat(), cpu_options());
  EXPECT_THROW(do_now(session, SetUnits{scene::Units{.cell = 0.0}}), core::Error);
  EXPECT_THROW(do_now(session, SetUnits{scene::Units{.zero = 1.0, .one = 1.0}}), core::Error);
  do_now(session, SetUnits{scene::Units{}});
  EXPECT_TRUE(session.snapshot().scene.measures.units);
  do_now(session, SetUnits{});
  EXPECT_FALSE(session.snapshot().scene.measures.units);
}

TEST(Readings, SayWhetherTheFieldIsAsItsSceneBegan) {
  Session session(small_heat(), cpu_options());
  session.run(5);
  EXPECT_TRUE(session.snapshot().readings.as_begun);
  do_now(session, AddProbe{{4, 4}});
  EXPECT_TRUE(session.snapshot().readings.as_begun) << "measuring changes nothing";
  do_now(session, Undo{});
  EXPECT_TRUE(session.snapshot().readings.as_begun);
  do_now(session, SetParameter{"alpha", 0.1});
  EXPECT_FALSE(session.snapshot().readings.as_begun);
  do_now(session, Reset{});
  EXPECT_TRUE(session.snapshot().readings.as_begun);
  do_now(session, Paint{{{{20, 5}}, 3}, 0.7});
  EXPECT_FALSE(session.snapshot().readings.as_begun);
}

}  // namespace
}  // namespace heatwave::session
