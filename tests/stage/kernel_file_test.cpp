// Tests .cu files: what they play, and what is saved.
#include "kernels/stage/kernel_file.h"

#include <gtest/gtest.h>

#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage {
namespace {

constexpr const char* kNumber = R"(// heatwave: task Write the numbers.
// heatwave: input a int[4]; launch 1, 4; warp 2; schedule independent; expect a[0] = 0 1 2 3
__global__ void number(int* a) { a[threadIdx.x] = threadIdx.x; }
)";

TEST(KernelFile, WithoutAHeaderForALessonIsALessonByItself) {
  const KernelFile file = read_kernel_file(kNumber, "number.cu");
  EXPECT_EQ(file.lesson, "number.cu");
  EXPECT_EQ(file.settings.schedule.kind, Schedule::Kind::independent);
  const Lesson lesson = find_lesson(file.lesson, file.settings);
  EXPECT_TRUE(lesson.is_exercise) << "it has a task, but no hints";
  EXPECT_TRUE(play(lesson, file.settings).faults.empty());
  EXPECT_EQ(kernel_file_text(file.lesson, file.settings), kNumber);
}

TEST(KernelFile, WithMistakesInItsKernelCanBeOpened) {
  const std::string text = std::string(kNumber) + "__device__ int f() { return y }\n";
  const KernelFile file = read_kernel_file(text, "number.cu");
  EXPECT_THROW((void)play(find_lesson(file.lesson, file.settings), file.settings), core::Error);
  EXPECT_THROW((void)read_kernel_file("// heatwave: inputs a\n", "number.cu"), core::Error);
}

TEST(KernelFile, NamesTheLessonAndTheVersionWhoseKernelItChanges) {
  const PlaySettings changed{
      .version = "no-barriers", .inputs = {}, .schedule = {}, .text = "__global__ void dot() {}\n"};
  const std::string saved = kernel_file_text("dot", changed);
  EXPECT_EQ(saved, "// heatwave: lesson dot no-barriers\n__global__ void dot() {}\n");
  const KernelFile file = read_kernel_file(saved, "mine.cu");
  EXPECT_EQ(file.lesson, "dot");
  EXPECT_EQ(file.settings.version, "no-barriers");
  EXPECT_EQ(file.settings.text, saved);
  const std::string exercise = find_lesson("vector-add").code.text();
  EXPECT_EQ(kernel_file_text("vector-add", {}), exercise) << "its text names it already";
  EXPECT_EQ(read_kernel_file(exercise, "mine.cu").lesson, "vector-add");
}

}  // namespace
}  // namespace heatwave::stage
