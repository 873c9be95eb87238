// Tests the generations of GPUs: the years that the course names, and the generation of each
// compute capability.
#include "kernels/core/generations.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace heatwave::core {
namespace {

TEST(Generations, HaveTheYearsThatTheCourseNames) {
  const std::map<std::string, int> named{{"Tesla", 2006},   {"Fermi", 2010},  {"Kepler", 2012},
                                         {"Maxwell", 2014}, {"Pascal", 2016}, {"Volta", 2017},
                                         {"Turing", 2018},  {"Ampere", 2020}};
  std::size_t found = 0;
  for (const Generation& each : generations()) {
    const auto at = named.find(each.name);
    if (at == named.end()) continue;
    EXPECT_EQ(each.year, at->second) << each.name;
    ++found;
  }
  EXPECT_EQ(found, named.size());
}

TEST(Generations, FollowEachOther) {
  const Generation* before = nullptr;
  for (const Generation& each : generations()) {
    EXPECT_TRUE(std::string(each.changes).ends_with('.')) << each.name;
    if (before != nullptr) {
      EXPECT_GE(each.year, before->year) << each.name;
      EXPECT_GT(10 * each.major + each.minor, 10 * before->major + before->minor) << each.name;
    }
    before = &each;
  }
}

TEST(Generations, AComputeCapabilityIsOfOne) {
  const auto name_of = [](int major, int minor) {
    const Generation* found = generation_of(major, minor);
    return std::string(found == nullptr ? "" : found->name);
  };
  EXPECT_EQ(name_of(0, 9), "");
  EXPECT_EQ(name_of(1, 3), "Tesla");
  EXPECT_EQ(name_of(7, 0), "Volta");
  EXPECT_EQ(name_of(7, 5), "Turing");
  EXPECT_EQ(name_of(8, 6), "Ampere");
  EXPECT_EQ(name_of(8, 9), "Ada Lovelace");
  EXPECT_EQ(name_of(9, 0), "Hopper");
  EXPECT_EQ(name_of(12, 0), "Blackwell");
}

}  // namespace
}  // namespace heatwave::core
