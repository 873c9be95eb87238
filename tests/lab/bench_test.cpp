// Tests the steps of a measurement, with experiments made for the test: stops, failures, wrong
// results.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab {
namespace {

struct Nothing : Problem {};

MakeRun gives(std::int64_t result, std::int64_t expected) {
  return makes<Nothing>([result, expected](const Nothing&, const Stop&) {
    return cpu_run([result] { return result; },
                   [expected](std::int64_t got) {
                     return Outcome{.right = got == expected,
                                    .result = std::to_string(got),
                                    .expected = std::to_string(expected)};
                   });
  });
}

template <typename Failure>
MakeRun throws(const std::string& words) {
  return [words](const Problem&, const Stop&) -> std::unique_ptr<Run> { throw Failure(words); };
}

/// Returns a variant that runs until it is stopped.
MakeRun waits(std::atomic<bool>& began) {
  return [&began](const Problem&, const Stop& stop) {
    return cpu_run(
        [&began, stop] {
          began = true;
          while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
          return 0;
        },
        [](int) { return Outcome{}; });
  };
}

Variant variant(const std::string& id, MakeRun make) {
  return {.id = id,
          .title = id,
          .work = [](const Settings& s) { return Work{.bytes = static_cast<double>(s["n"])}; },
          .make = std::move(make)};
}

Experiment experiment(std::vector<Variant> variants) {
  return {.id = "made-for-a-test",
          .title = "Made for a test",
          .shows = "Nothing.",
          .parameters = {{.id = "n", .minimum = 1, .maximum = std::int64_t{1} << 60, .initial = 8},
                         {.id = "threads", .minimum = 1, .maximum = 4, .initial = 2}},
          .host_bytes = [](const Settings& s) { return 4.0 * static_cast<double>(s["n"]); },
          .device_bytes = [](const Settings&) { return 1.0; },
          .make_problem = [](const Settings&, const Stop&) { return std::make_unique<Nothing>(); },
          .variants = std::move(variants)};
}

Request request_for(const Experiment& e) {
  return {.experiment = e.id, .settings = initial_settings(e), .repeats = 5, .seconds = 0.05};
}

std::string complaint(const Experiment& e, const Request& request) {
  try {
    check(e, request);
  } catch (const core::Error& error) {
    return error.what();
  }
  return {};
}

/// A run whose copies take longer each time, in both directions.
class Copying : public lab::Run {
 public:
  double time(int launches) override { return 0.001 * launches; }
  double time_on_host() override { return 0.001; }
  double time_with_copies() override { return 1.0; }
  double time_with_pinned_copies() override { return 0.25; }
  CopyTimes time_copies() override {
    ++copies_;
    return {.to_device_ms = 2.0 * copies_, .to_host_ms = 3.0 * copies_};
  }
  Outcome outcome() override { return {.right = copies_ == 3}; }

 private:
  int copies_ = 0;
};

TEST(Bench, TimesTheCopiesOfPageableAndOfPinnedMemory) {
  const Experiment e = experiment({variant(
      "copying", [](const Problem&, const Stop&) { return std::make_unique<Copying>(); })});
  const Report report = measure(e, request_for(e), {}, {});
  EXPECT_EQ(report.measurements.at(0).with_copies_ms, 1.0);
  EXPECT_EQ(report.measurements.at(0).with_pinned_copies_ms, 0.25);
}

TEST(Bench, TimesTheCopiesEachWayByItself) {
  const Experiment e = experiment({variant(
      "copying", [](const Problem&, const Stop&) { return std::make_unique<Copying>(); })});
  const Report report = measure(e, request_for(e), {}, {});
  ASSERT_EQ(report.measurements.size(), 1U);
  EXPECT_EQ(report.measurements[0].status, Status::measured);
  EXPECT_EQ(report.measurements[0].copies.to_device_ms, 4.0) << "the median of three";
  EXPECT_EQ(report.measurements[0].copies.to_host_ms, 6.0);
}

// A thousand passes over data in a cache do not access memory a thousand times.
TEST(Bench, WhatIsGoneOverAgainAndAgainLiesInTheCacheIfItFits) {
  Experiment e = experiment({variant("again", gives(3, 3)), variant("once", gives(3, 3))});
  e.variants[0].work = [](const Settings&) { return Work{.bytes = 1e15, .footprint = 1e3}; };
  e.variants[1].work = [](const Settings&) { return Work{.bytes = 1e15}; };
  const Report report = measure(e, request_for(e), {}, {});
  ASSERT_EQ(report.measurements.size(), 2U);
  EXPECT_TRUE(report.measurements[0].in_cache);
  EXPECT_FALSE(report.measurements[1].in_cache);
}

TEST(Limit, NobodyUsesMoreThanAllOfItAndACacheIsNotMemory) {
  const Limits limits{.bytes_per_second = 100.0, .operations_per_second = 50.0};
  Measurement m{.bytes_per_second = 207.0, .operations_per_second = 5.0};
  find_limit(m, limits);
  EXPECT_DOUBLE_EQ(m.part_of_limit, 0.1) << "memory's is passed, so it does not apply";
  EXPECT_FALSE(m.limit_is_memory);
  m.bytes_per_second = 80.0;
  find_limit(m, limits);
  EXPECT_DOUBLE_EQ(m.part_of_limit, 0.8);
  EXPECT_TRUE(m.limit_is_memory);
  m.in_cache = true;
  find_limit(m, limits);
  EXPECT_DOUBLE_EQ(m.part_of_limit, 0.1);
  m.operations_per_second = 51.0;
  find_limit(m, limits);
  EXPECT_DOUBLE_EQ(m.part_of_limit, 1.0) << "both are measured, and a little off";
}

TEST(Limit, AVariantFasterThanTheCopyThatMeasuresMemoryHasNoKnownLimit) {
  const Limits limits{
      .bytes_per_second = 100.0, .bandwidth_measured = true, .operations_per_second = 50.0};
  Measurement m{.bytes_per_second = 157.0, .operations_per_second = 5.0};
  find_limit(m, limits);
  EXPECT_EQ(m.part_of_limit, 0.0);
  m.bytes_per_second = 103.0;
  find_limit(m, limits);
  EXPECT_DOUBLE_EQ(m.part_of_limit, 1.0) << "within the measuring error";
}

TEST(Bench, OneFailureLeavesTheOthersMeasured) {
  const Experiment e = experiment({variant("first", gives(3, 3)),
                                   variant("broken", throws<std::runtime_error>("it broke")),
                                   variant("missing", throws<core::Unavailable>("no such library")),
                                   variant("wrong", gives(92, 100)), variant("last", gives(3, 3))});
  const Report report = measure(e, request_for(e), {}, {});
  ASSERT_EQ(report.measurements.size(), 5U);
  EXPECT_TRUE(report.measurements[0].ranked());
  EXPECT_EQ(report.measurements[1].status, Status::failed);
  EXPECT_EQ(report.measurements[1].note, "it broke");
  EXPECT_FALSE(report.measurements[1].timed());
  EXPECT_EQ(report.measurements[2].status, Status::unavailable);
  EXPECT_EQ(report.measurements[3].status, Status::wrong);
  EXPECT_EQ(report.measurements[3].note, "expected 100, got 92");
  EXPECT_FALSE(report.measurements[3].ranked());
  EXPECT_TRUE(report.measurements[4].ranked());
}

TEST(Bench, WrongOnPurposeIsShownAndNotRanked) {
  Experiment e = experiment({variant("race", gives(92, 100))});
  e.variants[0].wrong_on_purpose = true;
  const Report report = measure(e, request_for(e), {}, {});
  ASSERT_EQ(report.measurements.size(), 1U);
  EXPECT_EQ(report.measurements[0].status, Status::measured);
  EXPECT_FALSE(report.measurements[0].outcome.right);
  EXPECT_FALSE(report.measurements[0].ranked());
}

TEST(Bench, AProblemThatCannotBePosedIsEachVariantsFailure) {
  Experiment e = experiment({variant("one", gives(1, 1)), variant("two", gives(1, 1))});
  e.make_problem = [](const Settings& s, const Stop&) -> std::unique_ptr<Problem> {
    if (s["threads"] == 2) throw std::bad_alloc();
    return std::make_unique<Nothing>();
  };
  Request request = request_for(e);
  request.sweep = {"threads", {1, 2, 3}};
  const Report report = measure(e, request, {}, {});
  ASSERT_EQ(report.measurements.size(), 6U);
  for (const Measurement& m : report.measurements) {
    const bool failed = m.settings["threads"] == 2;
    EXPECT_EQ(m.status, failed ? Status::failed : Status::measured);
    EXPECT_EQ(m.note, failed ? "there is not enough memory" : "");
  }
}

TEST(Bench, StoppedBeforeItBeginsItMeasuresNothing) {
  Experiment e = experiment({variant("one", gives(1, 1))});
  e.make_problem = [](const Settings&, const Stop&) -> std::unique_ptr<Problem> {
    ADD_FAILURE() << "posed all the same";
    return std::make_unique<Nothing>();
  };
  std::stop_source stop;
  stop.request_stop();
  EXPECT_TRUE(measure(e, request_for(e), {}, stop.get_token()).measurements.empty());
}

TEST(Bench, StoppedHalfWayItKeepsWhatItHasAndEndsSoon) {
  std::atomic<bool> began = false;
  const Experiment e = experiment({variant("first", gives(1, 1)), variant("long", waits(began)),
                                   variant("never", gives(1, 1))});
  std::stop_source stop;
  std::chrono::steady_clock::time_point stopped;
  std::jthread person([&] {
    while (!began) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    stopped = std::chrono::steady_clock::now();
    stop.request_stop();
  });
  const Report report = measure(e, request_for(e), {}, stop.get_token());
  const auto ended = std::chrono::steady_clock::now();
  person.join();
  EXPECT_LT(ended - stopped, std::chrono::seconds(5));
  ASSERT_EQ(report.measurements.size(), 2U);
  EXPECT_TRUE(report.measurements[0].ranked());
  const Measurement& last = report.measurements[1];
  EXPECT_EQ(last.status, Status::cancelled);
  EXPECT_FALSE(last.timed());
  EXPECT_EQ(last.host_ms, 0.0);
  EXPECT_FALSE(last.outcome.right);
  EXPECT_EQ(last.outcome.result, "");
}

TEST(Bench, StoppedWhileAResultIsCheckedItIsCancelled) {
  std::stop_source stop;
  constexpr std::size_t kElements = 1'000'000;
  std::size_t last = 0;
  const auto checked = [&](const Problem& problem, const Stop&) {
    return cpu_run([] { return 0; },
                   [&](int) {
                     return outcome_of_count(count_right(kElements, problem.stop,
                                                         [&](std::size_t i) {
                                                           if (i == 1'000) stop.request_stop();
                                                           last = i;
                                                           return true;
                                                         }),
                                             kElements);
                   });
  };
  const Experiment e = experiment({variant("checked", checked)});
  const Report report = measure(e, request_for(e), {}, stop.get_token());
  ASSERT_EQ(report.measurements.size(), 1U);
  EXPECT_EQ(report.measurements[0].status, Status::cancelled);
  EXPECT_LT(last, kElements / 10) << "most elements are not looked at";
}

// Each of these checks looks at every element, of which there may be billions.
TEST(Bench, ChecksOfEveryExperimentStopEarly) {
  const std::pair<const char*, const char*> variants[] = {
      {"add", "loop"},           {"reverse", "loop"}, {"integers", "loop"},
      {"coalescing", "loop"},    {"atomics", "loop"}, {"atomics", "threads-contended"},
      {"memory-spaces", "loop"}, {"pitch", "rows"},   {"transfer", "memcpy"}};
  for (const auto& [id, variant] : variants) {
    SCOPED_TRACE(id);
    const Experiment& e = find_experiment(id);
    const auto problem = e.make_problem(quick_settings(e), {});
    const auto run = find_variant(e, variant).make(*problem, {});
    run->time(1);
    EXPECT_TRUE(run->outcome().right);
    std::stop_source stop;
    stop.request_stop();
    problem->stop = stop.get_token();
    try {
      EXPECT_FALSE(run->outcome().right);
    } catch (const core::Error&) {  // a sort does not return half done
    }
  }
}

TEST(Bench, WhatBreaksBecauseItWasStoppedIsCancelled) {
  std::stop_source stop;
  const Experiment e = experiment(
      {variant("torn", [&stop](const Problem&, const Stop&) -> std::unique_ptr<lab::Run> {
        stop.request_stop();
        throw core::Error("half done");
      })});
  const Report report = measure(e, request_for(e), {}, stop.get_token());
  ASSERT_EQ(report.measurements.size(), 1U);
  EXPECT_EQ(report.measurements[0].status, Status::cancelled);
  EXPECT_EQ(report.measurements[0].note, "");
}

TEST(Inputs, HaveTheirValueAtEachIndexWhateverTheSize) {
  for (const std::size_t size : {0U, 1U, 1'000U, 300'001U, 5'000'003U}) {
    const auto array = filled<std::uint32_t>(
        {}, size, [](std::size_t i) { return static_cast<std::uint32_t>(3 * i + 1); });
    ASSERT_EQ(array.size(), size);
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(array[i], 3 * i + 1);
  }
}

TEST(Inputs, AreNotCompletedAfterAStop) {
  std::stop_source stop;
  constexpr std::size_t kSize = 20'000'000;
  std::atomic<std::size_t> last = 0;
  const auto made = [&] {
    return filled<std::uint8_t>(stop.get_token(), kSize, [&](std::size_t i) {
      if (i == 1'000) stop.request_stop();
      if (i == kSize - 1) last = i;
      return std::uint8_t{1};
    });
  };
  EXPECT_THROW((void)made(), core::Error);
  EXPECT_EQ(last, 0U);
}

TEST(Bench, LeavesOutWhatTakesTooLongUnlessItIsNamed) {
  Experiment e = experiment({variant("slow", gives(1, 1)), variant("quick", gives(1, 1))});
  e.variants[0].left_out = [](const Settings&) { return std::string("it takes minutes"); };
  Request request = request_for(e);
  EXPECT_EQ(measure(e, request, {}, {}).measurements[0].status, Status::left_out);
  EXPECT_EQ(measure(e, request, {}, {}).measurements[0].note, "it takes minutes");
  request.variants = {"slow"};
  const Report named = measure(e, request, {}, {});
  ASSERT_EQ(named.measurements.size(), 1U);
  EXPECT_TRUE(named.measurements[0].ranked());
}

TEST(Bench, RefusesWhatDoesNotFitWithTheSizeThatWould) {
  const Experiment e = experiment({variant("one", gives(1, 1))});
  Request request = request_for(e);
  request.settings.values["n"] = std::int64_t{1} << 50;
  const std::string words = complaint(e, request);
  const std::size_t at = words.find("; n = ");
  ASSERT_NE(at, std::string::npos) << words;
  request.settings.values["n"] = std::stoll(words.substr(at + 6)) / 2;
  EXPECT_EQ(complaint(e, request), "");
}

TEST(Bench, RefusesValuesAndNamesThatAreNot) {
  const Experiment e = experiment({variant("one", gives(1, 1))});
  Request request = request_for(e);
  request.settings.values["threads"] = 5;
  EXPECT_EQ(complaint(e, request), "threads must lie between 1 and 4, not 5");
  request = request_for(e);
  request.settings.values["colour"] = 5;
  EXPECT_NE(complaint(e, request).find("has no parameter 'colour'"), std::string::npos);
  request = request_for(e);
  request.settings.values.erase("threads");
  EXPECT_NE(complaint(e, request).find("needs a value for threads"), std::string::npos);
  request = request_for(e);
  request.sweep = {"threads", {1, 9}};
  EXPECT_NE(complaint(e, request).find("not 9"), std::string::npos);
  request = request_for(e);
  request.variants = {"two"};
  EXPECT_NE(complaint(e, request).find("no variant 'two'"), std::string::npos);
}

TEST(Bench, TellsItsProgress) {
  const Experiment e = experiment({variant("one", gives(1, 1)), variant("two", gives(1, 1))});
  Request request = request_for(e);
  request.sweep = {"threads", {1, 2}};
  std::vector<std::string> now;
  int measured = 0;
  int done = 0;
  const Report report = measure(e, request,
                                {.progress =
                                     [&](const Progress& progress) {
                                       EXPECT_EQ(progress.total, 4);
                                       EXPECT_GE(progress.done, done);
                                       done = progress.done;
                                       now.push_back(progress.now);
                                     },
                                 .measured = [&](const Measurement&) { ++measured; }},
                                {});
  EXPECT_EQ(report.swept, "threads");
  EXPECT_EQ(measured, 4);
  EXPECT_EQ(done, 4);
  EXPECT_EQ(std::count(now.begin(), now.end(), "two, threads = 2"), 2) << "while and when done";
}

}  // namespace
}  // namespace heatwave::lab
