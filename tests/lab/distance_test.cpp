// Tests the distance experiment against figures computed by hand, and that its check finds missing
// results.
#include "kernels/lab/experiments/distance/distance_experiment.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab::distance_experiment {
namespace {

Settings settings_of(std::int64_t side, std::int64_t objects) {
  Settings settings = initial_settings(find_experiment("distance"));
  settings.values["n"] = side;
  settings.values["objects"] = objects;
  return settings;
}

std::unique_ptr<Problem> posed(std::int64_t side, std::int64_t objects) {
  return find_experiment("distance").make_problem(settings_of(side, objects), {});
}

const DistanceProblem& objects_of(const std::unique_ptr<Problem>& problem) {
  return static_cast<const DistanceProblem&>(*problem);
}

std::vector<float> means(const DistanceProblem& problem, std::size_t objects) {
  std::vector<float> all;
  for (std::int64_t point = 0; point < problem.side * problem.side; ++point) {
    double sum = 0.0;
    for (std::size_t i = 0; i < objects; ++i) {
      sum += std::hypot(
          static_cast<double>(problem.objects[i].x) - static_cast<double>(point % problem.side),
          static_cast<double>(problem.objects[i].y) - static_cast<double>(point / problem.side));
    }
    all.push_back(static_cast<float>(sum / static_cast<double>(objects)));
  }
  return all;
}

TEST(Distance, OfThreeAndFourIsFive) {
  EXPECT_EQ(distance_to({3.0F, 4.0F}, 0.0F, 0.0F), 5.0F);
  EXPECT_EQ(distance_to({7.0F, 1.0F}, 2.0F, 13.0F), 13.0F);
}

TEST(Distance, IsRightForAnyNumberOfObjects) {
  for (const std::int64_t objects : {1, 3, 16, 1000, 8193}) {
    const Request request{.experiment = "distance",
                          .variants = {"loop", "threads"},
                          .settings = settings_of(37, objects),
                          .repeats = 1};
    for (const Measurement& m : measure(request, {}, {}).measurements) {
      EXPECT_EQ(m.status, Status::measured) << m.variant << ", " << objects << ": " << m.note;
      ASSERT_TRUE(m.outcome.picture);
      EXPECT_EQ(m.outcome.picture->extent, (core::Extent{37, 37}));
    }
  }
}

TEST(Distance, AMissingObjectIsSeen) {
  for (const std::int64_t objects : {2, 16, 1024}) {
    const auto problem = posed(31, objects);
    const auto all = objects_of(problem).objects.size();
    EXPECT_TRUE(checked_distance(objects_of(problem), means(objects_of(problem), all)).right);
    EXPECT_FALSE(checked_distance(objects_of(problem), means(objects_of(problem), all - 1)).right)
        << objects;
  }
}

TEST(Distance, LooksAtNoMorePointsOnceItIsStopped) {
  const auto problem = posed(20, 3);
  std::vector<float> all = means(objects_of(problem), 3);
  all.back() += 1.0F;
  EXPECT_FALSE(checked_distance(objects_of(problem), all).right);
  std::stop_source stop;
  stop.request_stop();
  problem->stop = stop.get_token();
  EXPECT_TRUE(checked_distance(objects_of(problem), all).right) << "the wrong point was not seen";
}

TEST(Distance, AnUnwrittenPointIsSeenBetweenThoseThatAreCompared) {
  const auto problem = posed(300, 4096);  // too many square roots to compute all of them twice
  ASSERT_GT(objects_of(problem).every, 1);
  const Request request{.experiment = "distance",
                        .variants = {"threads"},
                        .settings = settings_of(300, 4096),
                        .repeats = 1};
  EXPECT_EQ(measure(request, {}, {}).measurements.at(0).status, Status::measured);
  std::vector<float> almost(std::size_t{300} * 300);
  for (std::size_t i = 0; i < almost.size(); ++i) {
    almost[i] = static_cast<float>(
        objects_of(problem).expected[i / static_cast<std::size_t>(objects_of(problem).every)]);
  }
  almost[301] = std::nanf("");
  EXPECT_FALSE(checked_distance(objects_of(problem), almost).right);
}

}  // namespace
}  // namespace heatwave::lab::distance_experiment
