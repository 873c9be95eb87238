// The sentence about a step and the lines that it speaks of belong together in every lesson.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool has_word(const std::string& line, const std::string& word) {
  const auto is_letter = [&](std::size_t at) {
    return at < line.size() &&
           (std::isalnum(static_cast<unsigned char>(line[at])) != 0 || line[at] == '_');
  };
  for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
    const bool begins = at == 0 || !is_letter(at - 1);
    if (begins && !is_letter(at + word.size())) return true;
  }
  return false;
}

struct Played {
  std::string what;
  Trace trace;
  std::vector<std::string> lines;  ///< the kernel's text
};

/// Plays every version of every lesson, in lockstep where its schedule is chosen by hand.
void visit_plays(const std::function<void(const Played&)>& visit) {
  for (const Lesson& lesson : lessons()) {
    std::vector<std::string> versions;
    for (const Version& version : lesson.versions) versions.push_back(version.id);
    if (versions.empty()) versions.emplace_back();
    for (const std::string& version : versions) {
      PlaySettings settings{.version = version, .schedule = first_schedule(lesson, version)};
      if (settings.schedule.kind == Schedule::Kind::chosen) settings.schedule = {};
      settings = completed(lesson, settings);
      visit({lesson.id + ' ' + version, play(lesson, settings),
             lines_of(code_of(lesson, settings).text())});
    }
  }
}

/// Returns a line of the kernel; empty: the line is not the kernel's.
std::string line_at(const Played& played, int line) {
  const bool is_known = line > 0 && line <= static_cast<int>(played.lines.size());
  return is_known ? played.lines[static_cast<std::size_t>(line) - 1] : "";
}

TEST(StepSentences, NameTheLineThatSetsAVariableAfterTheStepsOwn) {
  int found = 0;
  visit_plays([&](const Played& played) {
    for (int step = 0; step < static_cast<int>(played.trace.steps.size()); ++step) {
      const auto sets = words::set_after(played.trace, step);
      const std::string sentence = words::sentence_after(sets);
      EXPECT_EQ(sentence.empty(), sets.empty());
      for (const words::VariableSet& each : sets) {
        const std::string where = played.what + ", step " + std::to_string(step + 1);
        const std::string variable =
            each.name.substr(0, each.name.find('.'));  // a member has its object
        EXPECT_TRUE(has_word(line_at(played, each.line), variable))
            << where << ": line " << each.line << " does not set " << each.name;
        EXPECT_NE(sentence.find("line " + std::to_string(each.line)), std::string::npos) << where;
        EXPECT_TRUE(has_word(sentence, variable)) << where;
        ++found;
      }
    }
  });
  EXPECT_GT(found, 100);
}

TEST(StepSentences, LeaveNoSetVariableWithoutItsLine) {
  visit_plays([](const Played& played) {
    for (int step = 0; step < static_cast<int>(played.trace.steps.size()); ++step) {
      const Step& at = played.trace.steps[static_cast<std::size_t>(step)];
      const bool in_kernel = at.actions.front().thread >= 0;
      const auto sets = words::set_after(played.trace, step);
      for (const Change& change : at.changes) {
        if (change.kind() != Change::Kind::local || !change.local().after.is_set) continue;
        const int line = change.local().after.line;
        const std::string& name =
            played.trace.variable(change.thread, static_cast<std::size_t>(change.index));
        const bool is_lit = in_kernel && line == at.actions.front().line;
        const bool is_named = std::any_of(sets.begin(), sets.end(), [&](const auto& each) {
          return each.line == line && each.name == name;
        });
        EXPECT_NE(is_lit, is_named) << played.what << ", step " << step + 1 << ": " << name;
      }
    }
  });
}

TEST(StepSentences, SpeakOfBranchesAndLoopsWhereTheLineHasThem) {
  int loops = 0;
  visit_plays([&](const Played& played) {
    for (int step = 0; step < static_cast<int>(played.trace.steps.size()); ++step) {
      const Action& first = played.trace.steps[static_cast<std::size_t>(step)].actions.front();
      if (first.thread < 0 || first.op != Op::branch) continue;
      const std::string line = line_at(played, first.line);
      const std::string sentence = words::sentence(played.trace, step);
      const bool is_loop = has_word(line, "for") || has_word(line, "while");
      const bool says_loop = sentence.find("the loop") != std::string::npos;
      EXPECT_EQ(first.of_loop, says_loop) << sentence;
      if (first.of_loop) {
        EXPECT_TRUE(is_loop) << played.what << ": " << sentence << '\n' << line;
      }
      loops += first.of_loop ? 1 : 0;
    }
  });
  EXPECT_GT(loops, 100);
}

TEST(StepSentences, NameTheThreadsThatWaitForTheirTurnOrCountThem) {
  const auto says = [](const Trace& trace, const std::string& text) {
    for (int step = 0; step < static_cast<int>(trace.steps.size()); ++step) {
      if (words::sentence(trace, step).find(text) != std::string::npos) return true;
    }
    return false;
  };
  const Trace histogram = play(find_lesson("histogram"), {});
  EXPECT_TRUE(says(histogram, "one at a time: thread 2 waits for its turn."));
  const Trace lock = play(find_lesson("lock"), {});
  EXPECT_TRUE(says(lock, "one at a time: threads 2, 3 wait for their turn."));
  const Trace equal =
      play(find_lesson("histogram"),
           {.version = "global-equal", .inputs = {{"blocks", {1}}, {"threads", {8}}}, .warp = 8});
  EXPECT_TRUE(says(equal, "one at a time: 7 threads wait for their turn."));
}

TEST(StepSentences, ListTheValuesOfACellOnWhichAtomicsTakeTurns) {
  const auto turns_of = [](const Trace& trace) {
    std::vector<std::string> all;
    for (const Step& step : trace.steps) {
      if (step.cost.waiting > 0) all.push_back(words::turns_text(trace, step));
    }
    return all;
  };
  const std::vector<std::string> two = turns_of(play(find_lesson("histogram"), {}));
  EXPECT_TRUE(std::find(two.begin(), two.end(), "[5] 1 › 2 › 3") != two.end());
  const std::vector<std::string> eight = turns_of(
      play(find_lesson("histogram"),
           {.version = "global-equal", .inputs = {{"blocks", {1}}, {"threads", {8}}}, .warp = 8}));
  EXPECT_TRUE(std::find(eight.begin(), eight.end(), "[5] 0 › 1 › … › 8") != eight.end());
  const std::vector<std::string> lock = turns_of(play(find_lesson("lock"), {}));
  EXPECT_TRUE(std::any_of(lock.begin(), lock.end(), [](const auto& each) { return each.empty(); }))
      << "a swap that fails changes nothing";
}

TEST(StepSentences, SayBeforeTheFirstStepWhichKernelWillRun) {
  EXPECT_EQ(words::sentence_before(play(find_lesson("scan"), {})),
            "scan will run in 1 block of 8 threads.");
  EXPECT_EQ(words::sentence_before(play(find_lesson("producer"), {})),
            "pass will run in 2 blocks of 1 thread.");
  EXPECT_EQ(words::sentence_before(play(find_lesson("heat"), {})),
            "heat will run 2 times, each in 4 blocks of 4 threads.");
  EXPECT_EQ(words::sentence_before(Trace{}), "The host's code will run.");
}

TEST(StepSentences, OnlyALaterAtomicOnACellWaitsForItsTurn) {
  const Trace trace = play(find_lesson("histogram"), {});
  int waiting = 0;
  for (const Step& step : trace.steps) {
    int here = 0;
    for (const Action& action : step.actions) here += waits_for_turn(step, action) ? 1 : 0;
    EXPECT_EQ(here, step.cost.waiting);
    waiting += here;
    EXPECT_FALSE(waits_for_turn(step, step.actions.front()));
  }
  EXPECT_GT(waiting, 0);
}

TEST(StepSentences, SayWhichLineHalvesTheNumberOfThreads) {
  const Trace trace = play(find_lesson("pairwise-sum"), {});
  const auto says = [&](const std::string& text) {
    for (int step = 0; step < static_cast<int>(trace.steps.size()); ++step) {
      if (words::sentence_after(words::set_after(trace, step)).find(text) != std::string::npos)
        return true;
    }
    return false;
  };
  EXPECT_TRUE(says("Then line 5 sets half to 4."));
  EXPECT_TRUE(says("Then line 10 sets left to 8."));
  EXPECT_TRUE(says("line 2 sets t, line 3 sets left to 16.")) << "t differs from thread to thread";
}

}  // namespace
}  // namespace heatwave::stage
