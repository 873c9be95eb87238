// Tests the code that the stage shows: it is CUDA, and every step of a play has a line.
#include "app/session/stage/stage_sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::session {
namespace {

std::vector<std::string> versions_of(const stage::Lesson& lesson) {
  std::vector<std::string> ids;
  for (const stage::Version& version : lesson.versions) ids.push_back(version.id);
  if (ids.empty()) ids.emplace_back();
  return ids;
}

/// Calls `check` for every version of every lesson.
template <typename Check>
void for_each_version(const Check& check) {
  for (const stage::Lesson& lesson : stage::lessons()) {
    for (const std::string& version : versions_of(lesson)) {
      SCOPED_TRACE(lesson.id + " " + version);
      check(lesson, version);
    }
  }
}

TEST(StageSources, LinesCountFromOneAndAMarkIsNoCode) {
  const auto lines = source_of(stage::find_lesson("dot"), {.version = "right"}).lines;
  ASSERT_GT(lines.size(), 9U);
  EXPECT_EQ(lines[0].number, 1);
  EXPECT_EQ(lines[0].text,
            "__global__ void dot(const float* a, const float* b, float* c, int n) {");
  EXPECT_EQ(lines[9].text, "  __syncthreads();");
  EXPECT_EQ(lines[9].reason, "all sums are written before any is added");
}

TEST(StageSources, TheHostsPartStandsBehindTheKernelAsFarLeft) {
  const auto lines = source_of(stage::find_lesson("late-error"), {.version = "null-pointer"}).lines;
  const auto host = std::find_if(lines.begin(), lines.end(), [](const SourceLine& line) {
    return line.text.starts_with("void host(");
  });
  ASSERT_NE(host, lines.end());
  EXPECT_TRUE(lines.front().text.starts_with("__global__ void "));
  EXPECT_EQ(std::prev(host)->text, "") << "an empty line between them";
}

TEST(StageSources, EveryVersionShowsAKernelFromItsHeadToItsEnd) {
  for_each_version([](const stage::Lesson& lesson, const std::string& version) {
    const auto lines = source_of(lesson, {.version = version}).lines;
    ASSERT_GT(lines.size(), 2U);
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& line) {
      return line.text.starts_with("__global__ void ");
    }));
    EXPECT_EQ(lines.back().text.front(), '}') << lines.back().text;
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& l) { return l.mark; }));
  });
}

/// Returns the lines of the kernel's steps, and of the host's if `with_host`.
std::set<int> lines_of(const stage::Trace& trace, bool with_host) {
  std::set<int> lines;
  for (const stage::Step& step : trace.steps) {
    for (const stage::Action& action : step.actions) {
      if (with_host || action.thread >= 0) lines.insert(action.line);
    }
  }
  return lines;
}

TEST(StageSources, EveryLineThatAPlayNamesIsShown) {
  for_each_version([](const stage::Lesson& lesson, const std::string& version) {
    std::set<int> shown;
    bool with_host = false;
    for (const SourceLine& line : source_of(lesson, {.version = version}).lines) {
      shown.insert(line.number);
      with_host = with_host || line.text.starts_with("void host(");
    }
    const stage::Trace trace = stage::play(
        lesson, {.version = version, .schedule = {.kind = stage::Schedule::Kind::independent}});
    const std::set<int> named = lines_of(trace, with_host);
    EXPECT_FALSE(named.empty());
    EXPECT_TRUE(std::includes(shown.begin(), shown.end(), named.begin(), named.end()));
  });
}

}  // namespace
}  // namespace heatwave::session
