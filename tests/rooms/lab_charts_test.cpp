// The content that the Lab's charts choose of a result, and the words for it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_charts.h"
#include "app/words/speed_words.h"

namespace heatwave::lab_room {
namespace {

/// A measurement of an experiment that the catalogue does not know, as a recorded result may
/// contain.
lab::Measurement measured(const std::string& variant, lab::Processor place, double ms,
                          std::int64_t n = 1024) {
  lab::Measurement m;
  m.experiment = "of tomorrow";
  m.variant = variant;
  m.title = variant;
  m.processor = place;
  m.settings.values = {{"n", n}};
  m.time = {.median = ms, .least = ms * 0.9, .most = ms * 1.1, .samples = 20};
  m.outcome = {.right = true, .result = "306", .expected = "306"};
  return m;
}

lab::Report ladder_report() {
  lab::Report report;
  report.experiment = "of tomorrow";
  report.machine.cpu.name = "AMD EPYC 9654 96-Core Processor";
  report.machine.gpu.name = "NVIDIA H200";
  report.measurements = {
      measured("loop", lab::Processor::cpu, 100),  measured("threads", lab::Processor::cpu, 20),
      measured("race", lab::Processor::gpu, 0.01), measured("naive", lab::Processor::gpu, 4),
      measured("tiles", lab::Processor::gpu, 1),   measured("library", lab::Processor::gpu, 0.5)};
  report.measurements[2].wrong_on_purpose = true;
  report.measurements[5].yardstick = true;
  return report;
}

lab::Report sweep_report() {
  lab::Report report;
  report.experiment = "of tomorrow";
  report.swept = "n";
  for (const std::int64_t n : {4096, 64, 512}) {
    report.measurements.push_back(
        measured("loop", lab::Processor::cpu, 1e-3 * static_cast<double>(n), n));
    report.measurements.push_back(measured("tiles", lab::Processor::gpu, 0.01, n));
  }
  return report;
}

TEST(BesideRun, StandsInTheSameRowWithWhatOfItsSettingsIsDifferent) {
  const lab::Report here = ladder_report();
  session::LabResult there;
  there.report = ladder_report();
  there.recorded = true;
  there.when = "2026-01-02";
  for (lab::Measurement& m : there.report.measurements) m.time.median *= 100;
  there.report.measurements[0].settings.values["n"] = 64;
  there.report.measurements[1].status = lab::Status::needs_gpu;
  there.report.measurements.pop_back();
  const LabModel model;
  const Beside beside = beside_of(model, &there);
  EXPECT_EQ(beside.origin, "Recorded on NVIDIA H200 · AMD EPYC 9654, 2026-01-02");
  EXPECT_EQ(beside.label(here.measurements[0]), "10.0\u00A0s   n = 64");
  EXPECT_EQ(beside.label(here.measurements[3]), "400\u00A0ms");
  EXPECT_EQ(beside.of(here.measurements[1]), nullptr) << "the other run did not measure it";
  EXPECT_EQ(beside.of(here.measurements[5]), nullptr) << "the other run does not contain it";
  EXPECT_TRUE(beside_of(model, nullptr).origin.empty());

  const Ladder ladder = ladder_of(here);
  const ui::Range both = range_of_times(ladder, {}, beside, false);
  EXPECT_GE(both.high, 10'000) << "the range includes the slower run";
  EXPECT_LE(range_of_times(ladder, {}, {}, false).high, 1000);
  EXPECT_EQ(range_of_times(ladder, {}, beside, true).low, 0.0) << "a linear axis begins at zero";
}

TEST(Ladder, RanksNeitherWhatIsWrongNorYardsticks) {
  lab::Report report = ladder_report();
  Ladder ladder = ladder_of(report);
  EXPECT_EQ(ladder.best->variant, "tiles");
  EXPECT_EQ(ladder.simplest_cpu->variant, "loop");
  EXPECT_EQ(ladder.simplest_gpu->variant, "naive");

  report.measurements[4].status = lab::Status::wrong;
  ladder = ladder_of(report);
  EXPECT_EQ(ladder.best->variant, "naive");
}

/// A report with the main task and a much cheaper one, which two variants in the middle of the
/// ladder do.
lab::Report two_tasks_report() {
  lab::Report report = ladder_report();
  report.measurements = {
      measured("distinct", lab::Processor::cpu, 0.8), measured("loop", lab::Processor::cpu, 100),
      measured("private", lab::Processor::gpu, 0.001), measured("naive", lab::Processor::gpu, 4),
      measured("tiles", lab::Processor::gpu, 1)};
  report.measurements[0].task = report.measurements[2].task = "each its own";
  return report;
}

TEST(Ladder, RanksTimesWithinATaskOnly) {
  const lab::Report report = two_tasks_report();
  const Ladder ladder = ladder_of(report);
  ASSERT_EQ(ladder.tasks.size(), 2U);
  EXPECT_EQ(ladder.best->variant, "tiles")
      << "the main task leads, wherever it stands in the ladder";
  EXPECT_EQ(ladder.simplest_cpu->variant, "loop");
  const Leaders others = ladder.leaders_of(*ladder.find("private"));
  EXPECT_EQ(others.best->variant, "private");
  EXPECT_EQ(others.simplest_cpu->variant, "distinct");
  const auto reference = [&](const char* variant) {
    return words::reference_of(report, *ladder.find(variant)).measurement;
  };
  EXPECT_EQ(reference("tiles"), ladder.find("loop"));
  EXPECT_EQ(reference("private"), ladder.find("distinct"));
  EXPECT_TRUE(ladder.is_best(*ladder.find("private")) && ladder.is_best(*ladder.find("tiles")));
  EXPECT_FALSE(ladder.is_best(*ladder.find("naive")));
}

/// A time whose middle half lies within this share of the median, as few samples leave it.
lab::Timing spread_time(double ms, double share) {
  return {.median = ms,
          .least = ms * 0.5,
          .most = ms * 3,
          .samples = 20,
          .lower_quarter = ms * (1 - share),
          .upper_quarter = ms * (1 + share)};
}

TEST(Ladder, VariantsThatTheSamplesDoNotTellApartShareTheFirstPlace) {
  lab::Report report = ladder_report();
  lab::Measurement& naive = report.measurements[3];
  lab::Measurement& tiles = report.measurements[4];
  lab::Measurement& library = report.measurements[5];
  tiles.time = spread_time(1.00, 0.01);
  naive.time = spread_time(1.015, 0.01);
  library.time = spread_time(1.00, 0.01);
  const Ladder ladder = ladder_of(report);
  EXPECT_EQ(ladder.best->variant, "tiles");
  EXPECT_TRUE(ladder.is_best(naive)) << "the middle halves overlap";
  EXPECT_FALSE(ladder.is_best(library)) << "a yardstick is no solution of the task";
  EXPECT_EQ(ladder.count_of_best(), 2);
  naive.time = spread_time(1.03, 0.01);
  EXPECT_FALSE(ladder.is_best(naive)) << "an outlier of the best one makes no tie";
  EXPECT_EQ(ladder.count_of_best(), 1);
  naive.time = spread_time(1.015, 0.01);
  naive.settings.seed = 2;
  EXPECT_FALSE(are_level(naive, tiles)) << "times at other settings are not comparable";
}

TEST(Ladder, ATaskWithoutACpuVariantHasNoReference) {
  lab::Report report = two_tasks_report();
  report.measurements.erase(report.measurements.begin());
  const Ladder ladder = ladder_of(report);
  EXPECT_EQ(words::reference_of(report, *ladder.find("private")).measurement, nullptr);
  EXPECT_TRUE(ladder.is_best(*ladder.find("private")));
  report.measurements[1].settings.seed = 2;  // times at other settings are not comparable either
  EXPECT_EQ(ladder_of(report).leaders_of(report.measurements[1]).best->variant, "private");
}

TEST(Ladder, OfASweepHasOneRungForEachVariant) {
  const lab::Report report = sweep_report();
  const Ladder ladder = ladder_of(report, 512);
  ASSERT_EQ(ladder.rungs.size(), 2U);
  EXPECT_EQ(ladder.rungs[0]->settings["n"], 512);
  EXPECT_EQ(ladder.rungs[1]->settings["n"], 512);
}

TEST(ShownValue, IsTheOneThatIsSetElseTheLast) {
  const lab::Report report = sweep_report();
  EXPECT_EQ(swept_values(report), (std::vector<std::int64_t>{64, 512, 4096}));
  lab::Settings settings;
  settings.values["n"] = 64;
  EXPECT_EQ(shown_value(report, &settings), 64);
  settings.values["n"] = 65;
  EXPECT_EQ(shown_value(report, &settings), 4096);
  EXPECT_FALSE(shown_value(ladder_report(), &settings));
}

TEST(Curves, GrowWithTheValueAndLeaveOutWhatIsWrong) {
  lab::Report report = sweep_report();
  report.measurements[3].status = lab::Status::wrong;     // tiles at 64
  report.measurements[5].status = lab::Status::left_out;  // tiles at 512
  const std::vector<Curve> curves = curves_of(report);
  ASSERT_EQ(curves.size(), 2U);
  ASSERT_EQ(curves[0].points.size(), 3U);
  EXPECT_EQ(curves[0].points[0].value, 64);
  EXPECT_EQ(curves[0].points[2].value, 4096);
  EXPECT_EQ(curves[1].wrong, (std::vector<std::int64_t>{64}));
  EXPECT_EQ(curves[1].points.size(), 1U);
}

TEST(Curves, KnowTheirEnds) {
  const lab::Report report = sweep_report();
  const auto [least, most] = ends_of(curves_of(report), SweepMetric::time);
  EXPECT_DOUBLE_EQ(least, 0.01);
  EXPECT_DOUBLE_EQ(most, 4.096);
  EXPECT_FALSE(has_metric(report, SweepMetric::bandwidth));
}

TEST(Curves, NoPointIsTheBestWhereAnotherValueHasLessWork) {
  const lab::Report report = sweep_report();
  const std::vector<Curve> curves = curves_of(report);
  const auto is_best = [&](const CurvePoint& point) {
    return is_best_point(curves, *point.measurement, SweepMetric::time);
  };
  EXPECT_FALSE(is_best(curves[0].points.front())) << "the loop at the least n";
  EXPECT_FALSE(is_best(curves[0].points.back())) << "the loop at the largest n";
  EXPECT_TRUE(is_best(curves[1].points.front()));
  EXPECT_FALSE(is_best_point(curves, *curves[1].points.front().measurement, SweepMetric::bandwidth))
      << "no bytes are counted";
}

TEST(Curves, CountTheCellsOfAGridThatSteps) {
  lab::Report report = sweep_report();
  EXPECT_FALSE(has_metric(report, SweepMetric::cells));
  for (lab::Measurement& m : report.measurements) m.work.cells = 1e6;
  EXPECT_TRUE(has_metric(report, SweepMetric::cells));
  const auto [least, most] = ends_of(curves_of(report), SweepMetric::cells);
  EXPECT_DOUBLE_EQ(least, 1e6 / 4.096e-3) << "a million cells in the longest time";
  EXPECT_DOUBLE_EQ(most, 1e6 / 0.01e-3);
}

TEST(Roofline, IsThereWhereBytesAndOperationsAreCounted) {
  lab::Report report = ladder_report();
  EXPECT_FALSE(has_roofline(ladder_of(report)));
  report.measurements[4].work.bytes = 1e6;
  EXPECT_FALSE(has_roofline(ladder_of(report))) << "bytes without operations give no roofline";
  report.measurements[4].work.operations = 1e9;
  EXPECT_TRUE(has_roofline(ladder_of(report)));
  report.measurements[4].status = lab::Status::wrong;
  EXPECT_FALSE(has_roofline(ladder_of(report)));
}

TEST(ChartHeading, SaysWhereAndWhenItWasRecorded) {
  session::LabResult result{.report = ladder_report(), .when = "2026-11-21", .recorded = true};
  const lab::Measurement& first = result.report.measurements.front();
  const ui::ChartHeading heading = chart_heading(result, "time of each variant", &first);
  EXPECT_EQ(heading.origin, "Recorded on NVIDIA H200 · AMD EPYC 9654, 2026-11-21");
  EXPECT_EQ(heading.settings, "n = 1024 · seed 1");
  EXPECT_EQ(chart_heading(result, "sweep", &first, "n").settings, "seed 1");
}

TEST(ChartHeading, NamesOnlyTheDevicesThatMeasured) {
  session::LabResult result{.report = ladder_report(), .when = "14:03:21"};
  for (lab::Measurement& m : result.report.measurements) {
    if (m.processor == lab::Processor::gpu) m.time = {};
  }
  EXPECT_EQ(chart_heading(result, "", nullptr).origin, "AMD EPYC 9654, 14:03:21");
}

TEST(ShortDeviceName, LeavesOutWhatAllNamesHave) {
  EXPECT_EQ(short_device_name("Intel(R) Xeon(R) CPU @ 2.20GHz"), "Intel Xeon");
  EXPECT_EQ(short_device_name("AMD EPYC 9654 96-Core Processor"), "AMD EPYC 9654");
  EXPECT_EQ(short_device_name("Cortex-A72"), "Cortex-A72");
  EXPECT_EQ(short_device_name(""), "");
}

TEST(Words, LeaveOutWhyThereIsNoGpuWhereEveryRowWouldSayIt) {
  lab::Measurement m = measured("tiles", lab::Processor::gpu, 1);
  m.status = lab::Status::needs_gpu;
  m.note = "no driver";
  EXPECT_EQ(why_in_short(m), "needs a CUDA GPU");
  EXPECT_EQ(why_not_measured(m), "needs a CUDA GPU: no driver");
  m.status = lab::Status::left_out;
  EXPECT_EQ(why_in_short(m), why_not_measured(m));
}

TEST(Words, SayWhyAndHowWrong) {
  lab::Measurement m = measured("tiles", lab::Processor::gpu, 1);
  m.status = lab::Status::needs_gpu;
  m.note = "no driver is installed";
  EXPECT_EQ(why_not_measured(m), "needs a CUDA GPU: no driver is installed");
  m.outcome = {.right = false, .result = "47", .expected = "512"};
  EXPECT_EQ(how_wrong(m), "expected 512, got 47");
  m.wrong_on_purpose = true;
  m.outcome.note = "465 of 512 were lost";
  EXPECT_EQ(how_wrong(m), "465 of 512 were lost");
}

TEST(Words, NameAValueThatIsNoAmount) {
  EXPECT_EQ(setting_text("stencil", "width", 0), "columns = 4/3 of the rows");
  EXPECT_EQ(setting_text("stencil", "width", 640), "columns = 640");
  EXPECT_EQ(setting_text("dot", "blocks", 0), "blocks = auto");
  EXPECT_EQ(setting_text("dot", "input", 0), "input = lecture");
  EXPECT_EQ(setting_text("transfer", "work", 0), "work on each byte = 0");
}

TEST(Words, TellErrorsAndLimits) {
  EXPECT_EQ(error_words(0), "none");
  EXPECT_EQ(error_words(2.4e-7), "2.4e-07");
  EXPECT_EQ(error_words(0.31), "31\u00A0%");
  lab::Measurement m = measured("tiles", lab::Processor::gpu, 1);
  const lab::Machine machine{.cpu = {.limits = {.bytes_per_second = 100.0}}};
  EXPECT_EQ(share_of_limit(m, machine), "");
  m.part_of_limit = 0.72;
  EXPECT_EQ(share_of_limit(m, machine), "72\u00A0% of its limit");
  m.part_of_limit = 0.0;
  m.in_cache = true;
  EXPECT_EQ(share_of_limit(m, machine), "in cache") << "memory does not limit data in the cache";
  m.processor = lab::Processor::cpu;
  m.in_cache = false;
  m.work.bytes = 0.2;  // in a millisecond: 200 B/s
  EXPECT_EQ(share_of_limit(m, machine), "faster than a copy");
}

}  // namespace
}  // namespace heatwave::lab_room
