// Tests the list, the texts and the verdicts of `heatwave exercise`.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "kernels/stage/exercise_catalogue.h"
#include "tests/cli/program_test.h"

namespace heatwave {
namespace {

using testing::contains;
using testing::Outcome;

class ExerciseCommand : public testing::ProgramTest {
 protected:
  [[nodiscard]] Outcome exercise(std::vector<std::string> words) const {
    words.insert(words.begin(), "exercise");
    return heatwave(words);
  }
  void write(const std::string& name, const std::string& text) const {
    testing::write_text(path(name), text);
  }
};

TEST_F(ExerciseCommand, ListsAndShowsThem) {
  const std::string list = exercise({}).out;
  for (const stage::Exercise& each : stage::exercises()) {
    EXPECT_TRUE(contains(list, each.id) && contains(list, each.lesson.title)) << each.id;
  }
  const std::string shown = exercise({"saxpy"}).out;
  EXPECT_TRUE(contains(shown, "Add a times x to y")) << shown;
  EXPECT_TRUE(contains(shown, "/* your code"));
  EXPECT_FALSE(contains(shown, "Hint"));
  EXPECT_TRUE(contains(exercise({"saxpy", "--hints"}).out, "Hint 3: The new y[i]"));
  EXPECT_TRUE(contains(exercise({"saxpy", "--answer"}).out, "if (i < n) y[i] = a * x[i] + y[i];"));
  EXPECT_EQ(nlohmann::json::parse(exercise({"--json"}).out).size(), stage::exercises().size());
}

TEST_F(ExerciseCommand, ASavedOneIsRefusedUntilItsGapsAreFilled) {
  ASSERT_EQ(exercise({"guard", "--save", "guard.cu"}).status, 0);
  EXPECT_EQ(exercise({"guard", "--save", "guard.cu"}).status, 1) << "it is not replaced";
  const Outcome open = exercise({"guard.cu", "--check"});
  EXPECT_EQ(open.status, 1);
  EXPECT_TRUE(contains(open.out, "Not right yet, out of bounds: ")) << open.out;
  EXPECT_TRUE(contains(open.out, "heatwave stage guard.cu --schedule lockstep --step "));
  write("guard.cu", stage::filled(testing::text_of(path("guard.cu")), {"if (i >= n) return;"}));
  const Outcome right = exercise({"guard.cu", "--check"});
  EXPECT_EQ(right.status, 0) << right.out << right.err;
  EXPECT_TRUE(contains(right.out, "Right. ")) << right.out;
  write("guard.cu",
        stage::filled(stage::find_exercise("guard").lesson.code.text(), {"if (i >= n"}));
  const auto json = nlohmann::json::parse(exercise({"guard.cu", "--check", "--json"}).out);
  EXPECT_EQ(json["verdict"], "does not compile");
  EXPECT_EQ(json["right"], false);
}

TEST_F(ExerciseCommand, AFileIsAnExerciseByItself) {
  write("own.cu",
        "// heatwave: task Write the numbers; begin with 0.\n"
        "// heatwave: hint It is threadIdx.x.\n"
        "// heatwave: input a int[4]; launch 1, 4; expect a[0] = 0 1 2 3\n"
        "__global__ void number(int* a) { a[threadIdx.x] = threadIdx.x; }\n");
  EXPECT_TRUE(contains(exercise({"own.cu"}).out, "Write the numbers; begin with 0."));
  EXPECT_EQ(exercise({"own.cu", "--check"}).status, 0);
}

TEST_F(ExerciseCommand, WrongUsageIsExplained) {
  EXPECT_EQ(exercise({"saxpi"}).status, 2);
  EXPECT_TRUE(contains(exercise({"saxpi"}).err, "saxpy"));
  EXPECT_EQ(exercise({"saxpy", "--check"}).status, 2);
  EXPECT_EQ(exercise({"saxpy", "--hints", "--answer"}).status, 2);
  EXPECT_EQ(exercise({"missing.cu", "--check"}).status, 1);
}

}  // namespace
}  // namespace heatwave
