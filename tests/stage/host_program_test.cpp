// Tests how the host's code of a lesson is played: its calls, their errors, and what is not played.
#include "kernels/stage/host_program.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/stage_words.h"
#include "tests/stage/plays.h"

namespace heatwave::stage {
namespace {

using test::array_named;
using test::final_value;
using test::final_values;

constexpr const char* kTwice = R"(
__global__ void twice(int* a) {
  a[threadIdx.x] = 2 * a[threadIdx.x];
}
)";

Trace played_host(const KernelText& code, const HostInputs& inputs = {}) {
  Machine machine({});
  return machine.play([&] { play_host(machine, code, inputs); });
}

Trace played_host_calls(const char* host, const HostInputs& inputs = {}) {
  return played_host({kTwice, host, HostSteps::calls}, inputs);
}

/// Returns the lines and sentences of the host's steps.
std::vector<std::string> host_sentences(const Trace& trace) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (trace.steps[i].block >= 0) continue;
    all.push_back(std::to_string(trace.steps[i].actions.front().line) + ": " +
                  words::sentence(trace, static_cast<int>(i)));
  }
  return all;
}

/// Returns what a call of a text without a launch throws.
std::string host_refusal(const char* host) {
  try {
    played_host({kTwice, host});
  } catch (const core::Error& error) {
    return error.what();
  }
  return "";
}

TEST(HostProgram, EveryCallIsAStepInItsLine) {
  const Trace trace = played_host_calls(R"(
void host(const int* from, int* to) {
  int* a;
  int* b;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaMemcpy(a, from, 4 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMalloc(&b, sizeof(int));
  cudaMemset(b, 0, sizeof(int));
  twice<<<1, 4>>>(a);
  cudaError_t launched = cudaGetLastError();
  cudaMemcpy(to, a, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(a);
}
)",
                                        {.lists = {{"from", {1, 2, 3, 4}}}});
  EXPECT_TRUE(trace.faults.empty());
  EXPECT_EQ(host_sentences(trace),
            (std::vector<std::string>{
                "8: The host calls cudaMalloc, which gives a 16 bytes: cudaSuccess.",
                "9: The host calls cudaMemcpy, which copies 16 bytes to a: cudaSuccess.",
                "10: The host calls cudaMalloc, which gives b 4 bytes: cudaSuccess.",
                "11: The host calls cudaMemset, which clears b: cudaSuccess.",
                "12: The host puts twice<<<1, 4>>> into the stream and continues at once.",
                "13: The host calls cudaGetLastError: cudaSuccess, because the launch itself was "
                "correct.",
                "14: The GPU takes twice from the stream, and the host waits for its end.",
                "14: The host calls cudaMemcpy, which copies 16 bytes of a to the host: "
                "cudaSuccess.",
                "15: The host calls cudaFree, which frees a: cudaSuccess."}));
  const State before_free = trace.at(static_cast<int>(trace.steps.size()) - 1);
  const auto& cells = before_free.arrays[static_cast<std::size_t>(array_named(trace, "a"))];
  EXPECT_EQ(cells[3].value, 8);
  EXPECT_FALSE(trace.start.arrays[static_cast<std::size_t>(array_named(trace, "a"))][0].written);
}

TEST(HostProgram, AnErrorOfALaunchIsToldAtOnceAndOnlyUntilItIsAskedFor) {
  const Trace trace = played_host_calls(R"(
void host(int* a) {
  twice<<<1, 2000>>>(a);
  cudaError_t first = cudaPeekAtLastError();
  cudaError_t second = cudaGetLastError();
  cudaError_t third = cudaGetLastError();
  cudaError_t ran = cudaDeviceSynchronize();
}
)");
  EXPECT_TRUE(trace.launches.empty());
  EXPECT_EQ(final_value(trace, array_named(trace, "first")), 9);
  EXPECT_EQ(final_value(trace, array_named(trace, "second")), 9);
  EXPECT_EQ(final_value(trace, array_named(trace, "third")), 0);
  EXPECT_EQ(final_value(trace, array_named(trace, "ran")), 0);
}

TEST(HostProgram, AKernelsErrorIsToldWhereTheHostWaitsAndStays) {
  const Trace trace = played_host_calls(R"(
void host() {
  int* a = nullptr;
  int* b;
  twice<<<1, 1>>>(a);
  cudaError_t launched = cudaGetLastError();
  cudaError_t made = cudaMalloc(&b, sizeof(int));
  cudaError_t freed = cudaFree(b);
  cudaError_t later = cudaMalloc(&b, sizeof(int));
  cudaError_t last = cudaGetLastError();
  cudaError_t again = cudaGetLastError();
}
)");
  const auto error = [&](const char* name) { return final_value(trace, array_named(trace, name)); };
  EXPECT_EQ(error("launched"), 0);
  EXPECT_EQ(error("made"), 0) << "cudaMalloc does not wait";
  EXPECT_EQ(error("freed"), 700) << "cudaFree waits for the kernel";
  EXPECT_EQ(error("later"), 700);
  EXPECT_EQ(error("last"), 700);
  EXPECT_EQ(error("again"), 700) << "no call takes it back";
}

TEST(HostProgram, ACopyAgainstItsKindOrBeyondTheEndIsAnInvalidValue) {
  const Trace trace = played_host_calls(R"(
void host(const int* from, int* to) {
  int* a;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaError_t kind = cudaMemcpy(to, a, 4 * sizeof(int), cudaMemcpyHostToDevice);
  cudaError_t beyond = cudaMemcpy(a, from, 5 * sizeof(int), cudaMemcpyHostToDevice);
  cudaError_t cleared = cudaMemset(a, 0, 5 * sizeof(int));
  cudaError_t right = cudaMemcpy(a, from, 4 * sizeof(int), cudaMemcpyHostToDevice);
  cudaError_t freed = cudaFree(a);
  cudaError_t again = cudaFree(a);
  cudaError_t null = cudaFree(nullptr);
}
)",
                                        {.lists = {{"from", {1, 2, 3, 4}}, {"to", {0, 0, 0, 0}}}});
  const auto error = [&](const char* name) { return final_value(trace, array_named(trace, name)); };
  EXPECT_EQ(error("kind"), 1);
  EXPECT_EQ(error("beyond"), 1);
  EXPECT_EQ(error("cleared"), 1);
  EXPECT_EQ(error("right"), 0);
  EXPECT_EQ(error("freed"), 0);
  EXPECT_EQ(error("again"), 1);
  EXPECT_EQ(error("null"), 0);
}

TEST(HostProgram, WithoutStepsOfCallsOnlyLaunchesAndMarkedLinesAreSteps) {
  const KernelText code(kTwice, R"(
cudaError_t host(const int* from, int* sum, int n, int times) {
  int* a;
  cudaMalloc(&a, n * sizeof(int));
  cudaMemcpy(a, from, n * sizeof(int), cudaMemcpyHostToDevice);
  for (int i = 0; i < times; ++i) {
    twice<<<1, dim3(n / 2 * 2)>>>(a);
  }
  int result[8];
  cudaError_t error = cudaMemcpy(result, a, n * sizeof(int), cudaMemcpyDeviceToHost);
  int all = 0;
  for (int i = 0; i < n; ++i) all += result[i];
  *sum = all;  //! the host adds the numbers
  cudaFree(a);
  return error;
}
)");
  Machine machine({});
  const Array sum = machine.unwritten("sum", Space::host, Scalar::int32, 1);
  const Trace trace = machine.play([&] {
    play_host(machine, code,
              {.numbers = {{"n", 4}, {"times", 2}},
               .lists = {{"from", {1, 2, 3, 4}}},
               .arrays = {{"sum", [sum] { return sum; }}}});
  });
  ASSERT_EQ(trace.launches.size(), 2U);
  EXPECT_EQ(trace.launches[0].block.x, 4);
  EXPECT_EQ(host_sentences(trace).back(), "16: The host adds the numbers.");
  EXPECT_EQ(host_sentences(trace).size(), 3U);
  EXPECT_EQ(trace.start.arrays[static_cast<std::size_t>(array_named(trace, "a"))][3].value, 4);
  EXPECT_EQ(final_values(trace, "a"), (std::vector<double>{4, 8, 12, 16}));
  EXPECT_EQ(final_value(trace, sum.id()), 40);
}

// A play of chosen threads ends where the choices end, here at once.
TEST(HostProgram, NothingFollowsALaunchThatEndsThePlay) {
  const KernelText code(kTwice, R"(
void host(int* sum) {
  int* a;
  cudaMalloc(&a, sizeof(int));
  for (int i = 0; i < 2; ++i) {
    twice<<<1, 1>>>(a);
  }
  *sum = 1;  //! the host sets the sum
}
)");
  const auto steps = [&code](Schedule::Kind kind) {
    Machine machine({.schedule = {.kind = kind}});
    const Array sum = machine.unwritten("sum", Space::host, Scalar::int32, 1);
    const HostInputs inputs{.arrays = {{"sum", [sum] { return sum; }}}};
    const Trace trace = machine.play([&] {
      play_host(machine, code, inputs);
      machine.step("the host looks at the sum");
    });
    return host_sentences(trace);
  };
  EXPECT_EQ(steps(Schedule::Kind::lockstep).size(), 4U);
  EXPECT_EQ(steps(Schedule::Kind::chosen).size(), 1U);
}

TEST(HostProgram, CodeThatIsNotPlayedIsNamedWithItsLine) {
  EXPECT_EQ(host_refusal(R"(
void host() {
  cudaStreamCreate(0);
}
)"),
            "line 6: a call of 'cudaStreamCreate' is not played in the host's code");
  EXPECT_EQ(host_refusal(R"(
void host(int* a) {
  while (true) {
  }
}
)"),
            "line 6: this statement is not played in the host's code");
  EXPECT_EQ(host_refusal(R"(
void host() {
  int* a;
  cudaMalloc(&a, 4);
  cudaMemset(a, 0, 8);
}
)"),
            "line 8: cudaMemset returns cudaErrorInvalidValue");
  EXPECT_EQ(host_refusal("void host(int n) {\n}\n"), "the host's code needs a value for 'n'");
  EXPECT_EQ(host_refusal("void other() {\n}\n"), "the text has no function 'host'");
}

// The user's text may contain any host function: the lesson's own is played.
TEST(HostProgram, TheHostFunctionOfAnEditedTextIsOnlyShown) {
  const Lesson& lesson = find_lesson("late-error");
  const Trace original = play(lesson, {});
  const std::string kernel = code_of(lesson, {}).text();
  const std::string own_host = R"(
void host(int* other, int threads) {
  cudaFree(other);
  fill<<<1, 1>>>(other);
  while (1) {
  }
}
)";
  const Trace edited = play(lesson, {.text = "// edited\n" + kernel + own_host});
  ASSERT_EQ(edited.steps.size(), original.steps.size());
  const std::vector<std::string> before = host_sentences(original);
  const std::vector<std::string> after = host_sentences(edited);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto words_of = [](const std::string& all) { return all.substr(all.find(": ")); };
    EXPECT_EQ(words_of(after[i]), words_of(before[i]));
    EXPECT_EQ(std::stoi(after[i]), std::stoi(before[i]) + 8) << "eight lines more stand above it";
  }
}

TEST(HostProgram, ALockThatIsCopiedIsDestroyedOnceForEachCopy) {
  const auto host_steps = [](const char* version) {
    return host_sentences(play(find_lesson("lock-struct"), {.version = version}));
  };
  const std::vector<std::string> by_value = host_steps("by-value");
  ASSERT_GT(by_value.size(), 3U);
  EXPECT_EQ(by_value.front(), "22: The lock allocates the mutex and clears it.");
  EXPECT_EQ(std::count_if(by_value.begin(), by_value.end(),
                          [](const std::string& step) {
                            return step.find("cudaErrorInvalidValue") != std::string::npos;
                          }),
            2);
  EXPECT_EQ(by_value.back(), "25: The lock is destroyed: cudaFree returns cudaErrorInvalidValue.");
  EXPECT_EQ(host_steps("handle").back(),
            "34: The lock is destroyed, and its destructor frees the mutex.");
}

}  // namespace
}  // namespace heatwave::stage
