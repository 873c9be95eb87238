// Tests that the play of a beginner's kernel names the mistake, its line and its thread.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "kernels/core/error.h"
#include "kernels/stage/text_lesson.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

/// Plays statements as a kernel of 2 blocks of 4 threads; they begin in line 4.
Trace played(const std::string& statements) {
  const std::string text =
      "// heatwave: input a float[8] = 1..8; input c float[8]; input n int = 8; input s int[1] = "
      "0\n"
      "// heatwave: launch 2, 4\n"
      "__global__ void k(const float* a, float* c, int n, int* s) {\n" +
      statements + "\n}\n";
  return play(lesson_of_text(text, "own"), {.schedule = Schedule::from("lockstep")});
}

std::string all_faults(const Trace& trace) {
  std::string all;
  for (const Fault& fault : trace.faults) all += fault.text + "\n";
  return all;
}

struct Slip {
  const char* statements;
  const char* found;  ///< a part of the sentence of one fault
};

TEST(StageBeginners, EachSlipIsNamedWithItsLine) {
  const Slip slips[] = {
      // No guard, one element too many, the wrong index
      {"int i = blockIdx.x * blockDim.x + threadIdx.x;\nc[i + 1] = a[i];",
       "Thread 3 of block 1 accesses c[8] in line 5, but c has only 8 cells."},
      {"for (int i = 0; i <= n; ++i) c[i] = a[i];", "accesses a[8] in line 4"},
      {"int i = 0;\nwhile (i < n) { c[threadIdx.x] = a[++i]; }", "accesses a[8] in line 5"},
      {"int i = threadIdx.x * blockDim.x;\nc[i] = 1;", "Thread 2 of block 0 accesses c[8]"},
      {"c[threadIdx.x - 1] = 1;",
       "accesses c[4294967295] in line 4, but c has only 8 cells. As an unsigned int, −1 is "
       "4294967295."},
      {"for (unsigned i = 7; i >= 0; --i) c[i] = a[i];", "−1 is 4294967295."},
      // Pointers
      {"int* p = NULL;\n*p = 1;", "dereferences a null pointer in line 5"},
      {"__shared__ float* t;\nt[threadIdx.x] = 1;",
       "reads t in line 5, but no thread has written it"},
      {"extern __shared__ float t[];\nt[threadIdx.x] = a[0];",
       "accesses t[0] in line 5, but t has no cells: the launch gives its size in bytes as its "
       "third number."},
      {"int t[4];\nif (n > 0) t[4] = 1;",
       "uses the index 4 of its array 't', where 3 is the largest, in line 5."},
      {"int t[4];\nint u[4];\nt[n] = 1;\nu[0] = 2;", "uses the index 8 of its array 't'"},
      {"int t[2][4];\nt[n / 8][threadIdx.x - 1] = 1;",
       "uses the index 4294967295 of its array 't', where 3 is the largest, in line 5."},
      // Values that nothing has set
      {"float sum;\nfor (int i = 0; i < n; ++i) sum += a[i];\nc[threadIdx.x] = sum;",
       "reads its variable 'sum', which has no value yet, in line 5."},
      {"c[threadIdx.x] += a[threadIdx.x];", "reads c[0] in line 4, but no thread has written it"},
      // Races and barriers
      {"*s += threadIdx.x;", "Data race on s: "},
      {"__shared__ int t[4];\nt[threadIdx.x] = 1;\nc[threadIdx.x] = t[3 - threadIdx.x];",
       "Data race on t["},
      {"if (threadIdx.x < 2) __syncthreads();\nc[threadIdx.x] = 1;",
       "wait at the barrier in line 4, but threads 2, 3 of block 0 have left the kernel"},
      {"if (threadIdx.x < 2) {\n  __syncthreads();\n} else {\n  __syncthreads();\n}",
       "at the barrier in line"},
      // Loops without an end
      {"int i = threadIdx.x;\nwhile (i < n) c[i] = a[i];",
       "steps the play has not ended: it may be endless. The last steps are all in line 5."},
      {"for (int i = 0; i < n; --i)\n  *s = 1;", "The last steps are all in lines 4, 5."},
      {"while (true) {\n}", "computes in a loop that touches no memory and probably never ends"},
      // A lock in lockstep, and one that is never released
      {"while (atomicCAS(s, 0, 1) != 0) {\n}\nc[0] = 1;\natomicExch(s, 0);",
       "no thread can ever continue"},
      {"while (atomicCAS(s, 0, 1) != 0) {\n}\nc[0] = 1;", "spin in line 4 on s"},
  };
  for (const Slip& each : slips) {
    SCOPED_TRACE(each.statements);
    const Trace trace = played(each.statements);
    const std::string found = all_faults(trace);
    EXPECT_NE(found.find(each.found), std::string::npos) << found;
    EXPECT_TRUE(std::all_of(trace.faults.begin(), trace.faults.end(), [](const Fault& fault) {
      return std::all_of(fault.lines.begin(), fault.lines.end(),
                         [](int line) { return line >= 4; });
    })) << "a line is named that is not the student's";
  }
}

TEST(StageBeginners, CodeWithWarningsIsPlayedAsCudaDefinesItAndAsGpusDoIt) {
  const std::string text =
      "// heatwave: input c long long[12]; input n int = 8; launch 1, 1\n"
      "// heatwave: expect c[0] = 1 0 1 0 0 -1 0 -1 -1 -2147483648 2 5\n"
      "__global__ void k(long long* c, int n) {\n"
      "  const long long t[4] = {0, 1, 2, 3};\n"
      "  int m = -n;\n"
      "  c[0] = 0 < n < 3;\n"
      "  c[1] = n & 1 == 0;\n"
      "  if (m = 3) c[2] = 1;\n"
      "  m = -n;\n"
      "  c[3] = n << 32;\n"
      "  c[4] = 1 << 40;\n"
      "  c[5] = m >> 40;\n"
      "  c[6] = static_cast<unsigned>(n) >> m;\n"
      "  c[7] = n / 0;\n"
      "  c[8] = n % 0;\n"
      "  c[9] = 2147483647 + 1;\n"
      "  c[10] = t[n, 2];\n"
      "  if (n > 99); c[11] = 5;\n"
      "  n == 4;\n"
      "  printf(\"%d\\n\", n, m += 1);\n"
      "}\n";
  const Lesson lesson = lesson_of_text(text, "own");
  const Trace trace = play(lesson, {});
  EXPECT_EQ(all_faults(trace), "");
  EXPECT_EQ(code_of(lesson, {}).warnings().size(), 13U);
}

TEST(StageBeginners, AKernelThatTheLabSavedIsSentBackToTheLab) {
  try {
    (void)lesson_of_text("// heatwave: variant lock ticket\n__global__ void k(int* a) {}\n", "own");
    ADD_FAILURE() << "it has no launch";
  } catch (const core::Error& error) {
    const std::string told = error.what();
    EXPECT_NE(told.find("the Lab's variant 'lock ticket': 'heatwave lab --kernel FILE' times it"),
              std::string::npos)
        << told;
  }
}

}  // namespace
}  // namespace heatwave::stage
