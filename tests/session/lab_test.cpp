// Tests the lab in a session: it measures on a separate thread while the field is paused.
#include <gtest/gtest.h>

#include <fstream>

#include "app/export/lab_table.h"
#include "app/session/lab/lab_results.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/sanitized.h"
#include "tests/session/kept_log.h"
#include "tests/session/lab_session.h"

namespace heatwave::session {
namespace {

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
    if (m.processor == lab::Processor::cpu) {
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
  session.submit(ReadCell{3, 4});
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
  EXPECT_TRUE(has_notice(session, Notice::Kind::error, "is paused while the lab measures"));
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
  EXPECT_LT(Clock::now() - asked, test::kSanitized ? 20s : 1s);
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
  EXPECT_LT(Clock::now() - began, test::kSanitized ? 20s : 1s);
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
