// Tests which runs of the lab are kept, and where a measurement is stored.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/session/lab_session.h"

namespace heatwave::session {
namespace {

TEST(LabResults, TheNewestTwoRunsAreKept) {
  Session session = lab_session();
  for (const std::int64_t n : {1000, 1001, 1002}) {
    lab::Request request = small_reverse();
    request.settings.values["n"] = n;
    session.submit(RunLab{request});
    ASSERT_TRUE(wait_for_lab(session));
  }
  const auto& runs = runs_of(session, "reverse");
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0]->report.measurements[0].settings["n"], 1002);
  EXPECT_EQ(runs[1]->report.measurements[0].settings["n"], 1001);
}

TEST(LabResults, PicturesThatAreTheSameAreKeptOnce) {
  lab::Request request{.experiment = "distance", .variants = {"loop"}};
  request.settings = lab::initial_settings(lab::find_experiment("distance"));
  request.settings.values["n"] = 37;
  Session session = lab_session();
  const auto newest = [&] {
    return runs_of(session, "distance").front()->report.measurements.front();
  };
  session.submit(RunLab{request});
  ASSERT_TRUE(wait_for_lab(session));
  const lab::Measurement first = newest();
  ASSERT_TRUE(first.outcome.picture);
  request.repeats = 2;
  session.submit(RunLab{request});
  ASSERT_TRUE(wait_for_lab(session));
  EXPECT_NE(newest().time.samples, first.time.samples);
  EXPECT_EQ(newest().outcome.picture, first.outcome.picture);
  request.settings.values["n"] = 38;
  session.submit(RunLab{request});
  ASSERT_TRUE(wait_for_lab(session));
  EXPECT_NE(newest().outcome.picture, first.outcome.picture) << "another size";
}

TEST(LabResults, OneVariantAgainBringsItsRowUpToDate) {
  Session session = lab_session();
  session.submit(RunLab{small_reverse()});
  ASSERT_TRUE(wait_for_lab(session));
  const LabResult first = *runs_of(session, "reverse").front();
  lab::Request again = small_reverse({"threads"});
  again.repeats = 5;
  session.submit(RunLab{again});
  ASSERT_TRUE(wait_for_lab(session));
  ASSERT_EQ(runs_of(session, "reverse").size(), 1U);
  const LabResult& merged = *runs_of(session, "reverse").front();
  EXPECT_EQ(variants_of(merged), variants_of(first));
  EXPECT_TRUE(merged.complete);
  EXPECT_EQ(merged.report.measurements[0].time.samples, 3);
  EXPECT_EQ(merged.report.measurements[1].time.samples, 5);
}

TEST(LabResults, OneVariantAtOtherSettingsIsARunOfItsOwn) {
  Session session = lab_session();
  session.submit(RunLab{small_reverse({"threads"})});
  session.submit(CancelLab{});  // may come too late; both cases end well
  ASSERT_TRUE(wait_for_lab(session));
  session.submit(RunLab{small_reverse({"loop"})});
  ASSERT_TRUE(wait_for_lab(session));
  lab::Request other = small_reverse({"loop"});
  other.settings.seed = 2;
  session.submit(RunLab{other});
  ASSERT_TRUE(wait_for_lab(session));
  ASSERT_EQ(runs_of(session, "reverse").size(), 2U);
  EXPECT_EQ(variants_of(*runs_of(session, "reverse")[0]), std::vector<std::string>{"loop"});
  EXPECT_EQ(runs_of(session, "reverse")[0]->report.measurements[0].settings.seed, 2U);
}

TEST(LabResults, ASweepStandsByItsValuesAndTakesOneVariantIn) {
  Session session = lab_session();
  lab::Request sweep = small_reverse({"threads"});
  sweep.sweep = {"n", {1024, 4096}};
  session.submit(RunLab{sweep});
  ASSERT_TRUE(wait_for_lab(session));
  sweep.variants = {"loop"};
  session.submit(RunLab{sweep});
  ASSERT_TRUE(wait_for_lab(session));
  ASSERT_EQ(runs_of(session, "reverse").size(), 1U);
  const lab::Report& report = runs_of(session, "reverse").front()->report;
  EXPECT_EQ(report.swept, "n");
  std::vector<std::pair<std::string, std::int64_t>> rows;
  for (const lab::Measurement& m : report.measurements)
    rows.emplace_back(m.variant, m.settings["n"]);
  const std::vector<std::pair<std::string, std::int64_t>> expected{
      {"loop", 1024}, {"threads", 1024}, {"loop", 4096}, {"threads", 4096}};
  EXPECT_EQ(rows, expected);
}

TEST(LabResults, ResultsStayWhenAnotherExperimentRuns) {
  std::string other;
  for (const lab::Experiment& experiment : lab::experiments()) {
    if (experiment.id != "reverse") other = experiment.id;
  }
  if (other.empty()) GTEST_SKIP() << "only one experiment has runs";
  Session session = lab_session();
  session.submit(RunLab{small_reverse()});
  ASSERT_TRUE(wait_for_lab(session));
  const auto before = runs_of(session, "reverse");
  lab::Request request{.experiment = other};
  request.settings = lab::quick_settings(lab::find_experiment(other));
  request.repeats = 3;
  request.variants = {lab::find_experiment(other).variants.front().id};
  session.submit(RunLab{request});
  ASSERT_TRUE(wait_for_lab(session));
  EXPECT_EQ(runs_of(session, "reverse"), before);
  EXPECT_EQ(runs_of(session, other).size(), 1U);
}

}  // namespace
}  // namespace heatwave::session
