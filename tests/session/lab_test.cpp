// The lab's half of a session: measuring on a thread of its own while the field rests.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "app/export/lab_table.h"
#include "app/session/lab/recorded_lab.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/session/kept_log.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

lab::Request small_reverse(std::vector<std::string> variants = {}) {
  lab::Request request{.experiment = "reverse", .variants = std::move(variants)};
  request.settings = lab::initial_settings(lab::find_experiment("reverse"));
  request.settings.values["n"] = 1001;
  request.repeats = 3;
  return request;
}

/// Would take a minute or more.
lab::Request long_reverse() {
  lab::Request request = small_reverse({"loop"});
  request.settings.values["n"] = 1 << 22;
  request.repeats = 1'000'000;
  request.seconds = 600;
  return request;
}

Session lab_session(const std::filesystem::path& folder = {}) {
  SessionOptions options = cpu_options();
  if (!folder.empty()) options.export_folder = folder;
  return {small_heat(), options};
}

const LabStatus& lab_of(const Session& session) { return session.snapshot().lab; }

/// Frames, until the lab measures no more; false when it goes on for too long.
bool wait_for_lab(Session& session, std::chrono::seconds most = 300s) {
  const auto began = Clock::now();
  do {
    session.frame(0.001);
    if (!lab_of(session).running) return true;
    std::this_thread::sleep_for(1ms);
  } while (Clock::now() - began < most);
  return false;
}

/// Whatever the request, its first measurement has begun.
void begin(Session& session, lab::Request request) {
  session.submit(RunLab{std::move(request)});
  session.frame(0.001);
  for (int i = 0; i < 10'000 && lab_of(session).progress.total == 0; ++i) {
    std::this_thread::sleep_for(1ms);
    session.frame(0.001);
  }
  ASSERT_TRUE(lab_of(session).running);
}

const std::vector<std::shared_ptr<const LabResult>>& runs_of(const Session& session,
                                                             const std::string& experiment) {
  static const std::vector<std::shared_ptr<const LabResult>> none;
  const auto at = lab_of(session).results.find(experiment);
  return at == lab_of(session).results.end() ? none : at->second;
}

std::vector<std::string> variants_of(const LabResult& result) {
  std::vector<std::string> ids;
  for (const lab::Measurement& m : result.report.measurements) ids.push_back(m.variant);
  return ids;
}

TEST(SessionLab, ARunMeasuresEveryVariantAndItsResultAppears) {
  Session session = lab_session();
  session.submit(RunLab{small_reverse()});
  ASSERT_TRUE(wait_for_lab(session));
  ASSERT_EQ(runs_of(session, "reverse").size(), 1U);
  const LabResult& result = *runs_of(session, "reverse").front();
  EXPECT_TRUE(result.complete);
  EXPECT_FALSE(result.recorded);
  EXPECT_EQ(result.when.size(), 8U) << result.when;
  EXPECT_FALSE(result.report.machine.cpu.name.empty());
  const auto& ladder = lab::find_experiment("reverse").variants;
  ASSERT_EQ(result.report.measurements.size(), ladder.size());
  for (std::size_t i = 0; i < ladder.size(); ++i) {
    const lab::Measurement& m = result.report.measurements[i];
    EXPECT_EQ(m.variant, ladder[i].id);
    if (m.place == lab::Place::cpu) {
      EXPECT_EQ(m.status, lab::Status::measured) << m.note;
      EXPECT_TRUE(m.outcome.right);
    }
  }
  EXPECT_EQ(lab_of(session).progress.done, static_cast<int>(ladder.size()));
}

TEST(SessionLab, TheFieldRestsMeanwhileAndPlaysOnAfterwards) {
  Session session = lab_session();
  session.submit(Play{});
  session.frame(0.001);
  ASSERT_EQ(session.snapshot().step, 3);
  begin(session, long_reverse());
  const std::int64_t step = session.snapshot().step;
  const std::uint64_t surveyed = session.snapshot().report.survey.ticket;
  session.probe({3, 4});
  for (int i = 0; i < 20; ++i) session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, step);
  EXPECT_EQ(session.snapshot().report.survey.ticket, surveyed);
  EXPECT_TRUE(session.snapshot().playing);
  session.submit(CancelLab{});
  ASSERT_TRUE(wait_for_lab(session));
  const std::int64_t after = session.snapshot().step;
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, after + 3);
  EXPECT_GT(session.snapshot().report.survey.ticket, surveyed);
}

TEST(SessionLab, APausedFieldStaysPausedAndTakesNoSingleStepEither) {
  Session session = lab_session();
  begin(session, long_reverse());
  session.submit(Advance{5});
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 0);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "rests while the lab measures"));
  session.submit(CancelLab{});
  ASSERT_TRUE(wait_for_lab(session));
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 0);
  EXPECT_FALSE(session.snapshot().playing);
}

TEST(SessionLab, AFieldToldToRestPlaysOnWhenItMay) {
  Session session = lab_session();
  session.submit(Play{});
  session.rest(true);
  for (int i = 0; i < 3; ++i) session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 0);
  EXPECT_TRUE(session.snapshot().playing);
  session.rest(false);
  session.frame(0.001);
  EXPECT_EQ(session.snapshot().step, 3);
}

TEST(SessionLab, ALongRunIsCancelledWithinASecondAndKeepsWhatWasMeasured) {
  Session session = lab_session();
  lab::Request request = long_reverse();
  request.variants = {"direct", "loop"};  // the first is measured, or refused, at once
  request.seconds = 600;
  begin(session, request);
  for (int i = 0; i < 10'000 && lab_of(session).progress.done == 0; ++i) {
    std::this_thread::sleep_for(1ms);
    session.frame(0.001);
  }
  const auto asked = Clock::now();
  session.submit(CancelLab{});
  session.frame(0.001);
  EXPECT_TRUE(lab_of(session).cancelling || !lab_of(session).running);
  ASSERT_TRUE(wait_for_lab(session));
  EXPECT_LT(Clock::now() - asked, 1s);
  ASSERT_EQ(runs_of(session, "reverse").size(), 1U);
  EXPECT_FALSE(runs_of(session, "reverse").front()->complete);
  EXPECT_EQ(variants_of(*runs_of(session, "reverse").front()), std::vector<std::string>{"direct"});
  EXPECT_FALSE(lab_of(session).cancelling);
}

TEST(SessionLab, ACancelledRunThatMeasuredNothingTakesNobodysPlace) {
  Session session = lab_session();
  session.submit(RunLab{small_reverse()});
  ASSERT_TRUE(wait_for_lab(session));
  const auto before = runs_of(session, "reverse");
  begin(session, long_reverse());
  session.submit(CancelLab{});
  ASSERT_TRUE(wait_for_lab(session));
  EXPECT_EQ(runs_of(session, "reverse"), before);
}

TEST(SessionLab, WhatCannotBeMeasuredHereTakesNoMeasurementsPlaceAndSaysWhy) {
  Session session = lab_session();
  if (lab_of(session).no_gpu.empty()) GTEST_SKIP() << "here it can be measured";
  session.submit(RunLab{small_reverse()});
  ASSERT_TRUE(wait_for_lab(session));
  const auto before = runs_of(session, "reverse");
  lab::Request other = small_reverse({"direct"});
  other.settings.values["n"] = 1002;
  session.submit(RunLab{other});
  ASSERT_TRUE(wait_for_lab(session));
  EXPECT_EQ(runs_of(session, "reverse"), before);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "needs a CUDA GPU"));
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "What was measured before stays"));
}

TEST(SessionLab, WithoutAnyRunOneThatCouldNotBeMeasuredIsShownWithTheReason) {
  Session session = lab_session();
  if (lab_of(session).no_gpu.empty()) GTEST_SKIP() << "here it can be measured";
  session.submit(RunLab{small_reverse({"direct"})});
  ASSERT_TRUE(wait_for_lab(session));
  const lab::Report& report = runs_of(session, "reverse").at(0)->report;
  EXPECT_EQ(report.measurements[0].status, lab::Status::needs_gpu);
}

TEST(SessionLab, ASessionThatEndsCancelsItsRun) {
  const auto began = [] {
    Session session = lab_session();
    begin(session, long_reverse());
    return Clock::now();
  }();
  EXPECT_LT(Clock::now() - began, 1s);
}

TEST(SessionLab, ASecondRunIsRefusedWhileOneIsUnderWay) {
  Session session = lab_session();
  begin(session, long_reverse());
  session.submit(RunLab{small_reverse()});
  session.frame(0.001);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "still measuring"));
  EXPECT_TRUE(lab_of(session).running);
  EXPECT_EQ(lab_of(session).progress.total, 1);
  session.submit(CancelLab{});
  ASSERT_TRUE(wait_for_lab(session));
}

TEST(SessionLab, ARequestThatCannotBeCarriedOutBecomesANotice) {
  Session session = lab_session();
  lab::Request request = small_reverse();
  request.settings.values["n"] = 0;
  session.submit(RunLab{request});
  request = small_reverse({"sideways"});
  session.submit(RunLab{request});
  session.frame(0.001);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "must lie between 1 and"));
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "no variant 'sideways'"));
  EXPECT_FALSE(lab_of(session).running);
  EXPECT_TRUE(lab_of(session).results.empty());
}

TEST(SessionLab, TheNewestTwoRunsAreKept) {
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

TEST(SessionLab, PicturesThatAreTheSameAreKeptOnce) {
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

TEST(SessionLab, OneVariantAgainBringsItsRowUpToDate) {
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

TEST(SessionLab, OneVariantAtOtherSettingsIsARunOfItsOwn) {
  Session session = lab_session();
  session.submit(RunLab{small_reverse({"threads"})});
  session.submit(CancelLab{});  // comes too late or not; both end well
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

TEST(SessionLab, ASweepStandsByItsValuesAndTakesOneVariantIn) {
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

TEST(SessionLab, ResultsStayWhenAnotherExperimentRuns) {
  std::string other;
  for (const lab::Experiment& experiment : lab::experiments()) {
    if (experiment.id != "reverse") other = experiment.id;
  }
  if (other.empty()) GTEST_SKIP() << "there is one experiment only";
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

TEST(SessionLab, TheNewestResultsAreSavedInEveryFormat) {
  const ScratchFolder folder;
  Session session = lab_session(folder.path());
  session.submit(SaveLab{"reverse", TableFormat::csv, ""});
  session.frame(0.001);
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "othing was measured yet"));
  session.submit(RunLab{small_reverse()});
  ASSERT_TRUE(wait_for_lab(session));
  const std::filesystem::path named = folder.path() / "mine.json";
  session.submit(SaveLab{"reverse", TableFormat::csv, ""});
  session.submit(SaveLab{"reverse", TableFormat::csv, ""});
  session.submit(SaveLab{"reverse", TableFormat::markdown, ""});
  session.submit(SaveLab{"reverse", TableFormat::json, named.string()});
  session.frame(0.001);
  for (const char* name : {"lab-reverse.csv", "lab-reverse-2.csv", "lab-reverse.md", "mine.json"}) {
    EXPECT_TRUE(std::filesystem::is_regular_file(folder.path() / name)) << name;
  }
  EXPECT_TRUE(has_notice(session, Notice::Kind::info, "mine.json"));
  const RecordedLabs none = read_recorded_labs(folder.path() / "nowhere");
  EXPECT_TRUE(none.results.empty() && none.failures.empty());
}

TEST(SessionLab, RecordedMeasurementsAreShownAsRecordedAndABrokenFileIsToldOf) {
  const ScratchFolder folder;
  Session here = lab_session(folder.path());
  here.submit(RunLab{small_reverse()});
  ASSERT_TRUE(wait_for_lab(here));
  lab::Report report = runs_of(here, "reverse").front()->report;
  report.machine.gpu.name = "A Named GPU";
  report.machine.no_gpu.clear();
  std::ofstream(folder.path() / "lab-named.json") << exporting::lab_json({report});
  std::ofstream(folder.path() / "lab-broken.json") << "{\"date\": ";
  std::ofstream(folder.path() / "unlike.json") << "not looked at";

  SessionOptions options = cpu_options();
  options.recorded_labs = folder.path();
  const Session session(small_heat(), options);
  EXPECT_TRUE(has_notice(session, Notice::Kind::warning, "lab-broken.json"));
  EXPECT_EQ(session.snapshot().notices.size(), 1U);
  ASSERT_EQ(lab_of(session).recorded.size(), 1U);
  const auto& recorded = lab_of(session).recorded.at("reverse");
  ASSERT_EQ(recorded.size(), 1U);
  EXPECT_TRUE(recorded.front()->recorded);
  EXPECT_EQ(recorded.front()->report.machine.gpu.name, "A Named GPU");
  EXPECT_EQ(recorded.front()->when.size(), 10U) << recorded.front()->when;
  EXPECT_TRUE(lab_of(session).results.empty());
}

TEST(SessionLab, HeadlessARunIsDoneWhenItReturns) {
  Session session = lab_session();
  do_now(session, RunLab{small_reverse()});
  EXPECT_FALSE(lab_of(session).running);
  ASSERT_EQ(runs_of(session, "reverse").size(), 1U);
  EXPECT_TRUE(runs_of(session, "reverse").front()->complete);
  lab::Request wrong = small_reverse();
  wrong.settings.values["n"] = 0;
  EXPECT_THROW(do_now(session, RunLab{wrong}), core::Error);
}

TEST(SessionLab, TheLabIsNoPartOfARecording) {
  const KeptLog log;
  Session session(small_heat(), log.recording(cpu_options()));
  do_now(session, StartRecording{"log"});
  do_now(session, RunLab{small_reverse()});
  do_now(session, CancelLab{});
  EXPECT_TRUE(log.entries().empty());
}

}  // namespace
}  // namespace heatwave::session
