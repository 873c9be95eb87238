// Times plays on the Stage: how many steps the machine takes in a second of CPU time.
//
//   stage_bench [seconds] [name]
//
// seconds for each play (0.2 unless given), begin of the names of lessons or files. Each is played
// in rounds, of which the fastest counts: others may share the machine. The steps are those of
// warps; the last column counts the actions of their lanes. Kernels for 256 threads of a block
// stand at the end.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "kernels/stage/lesson_catalogue.h"
#include "kernels/stage/text_lesson.h"

namespace {

using namespace heatwave::stage;

constexpr const char* kLoop = R"cuda(
// heatwave: input a float[2048] = 1; input sum float[256]; launch 1, 256
__global__ void loop(const float* a, float* sum) {
  float own = 0;
  for (int i = threadIdx.x; i < 2048; i += blockDim.x) own += a[i];
  sum[threadIdx.x] = own;
}
)cuda";

constexpr const char* kTree = R"cuda(
// heatwave: input a float[256] = 1; input sum float[1]; launch 1, 256
__global__ void tree(const float* a, float* sum) {
  __shared__ float s[256];
  s[threadIdx.x] = a[threadIdx.x];
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sum[0] = s[0];
}
)cuda";

constexpr const char* kAtomics = R"cuda(
// heatwave: input count int[8] = 0; launch 2, 256
__global__ void atomics(int* count) {
  for (int i = 0; i < 8; ++i) atomicAdd(&count[(threadIdx.x + i) % 8], 1);
}
)cuda";

/// Plays again and again, and prints a line of the table.
void time_plays(const std::string& name, const Lesson& lesson, const PlaySettings& settings,
                double seconds) {
  std::int64_t actions = 0;
  const Trace first = play(lesson, settings);
  for (const Step& step : first.steps) actions += static_cast<std::int64_t>(step.actions.size());
  constexpr int kRounds = 20;
  double best = 0;  // plays in a second
  // A search for a failing schedule uses the memory of its plays again, too.
  const auto pages = std::make_shared<PlayMemory>();
  for (int round = 0; round < kRounds; ++round) {
    int plays = 0;
    double passed = 0;
    const std::clock_t begin = std::clock();
    while (passed < seconds / kRounds) {
      // Twice as many plays each time: to read the clock takes a tenth of a short play's time.
      for (const int end = std::max(1, 2 * plays); plays < end; ++plays) {
        (void)play(lesson, settings, {}, false, Rules{}.most_steps, pages);
      }
      passed = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    }
    best = std::max(best, plays / passed);
  }
  const auto steps = static_cast<double>(first.steps.size());
  std::printf("%-36s %6.0f steps %10.0f steps/s %10.0f actions/s\n", name.c_str(), steps,
              steps * best, static_cast<double>(actions) * best);
}

}  // namespace

int main(int count, char** words) {
  const double seconds = count > 1 ? std::atof(words[1]) : 0.2;
  const std::string wanted = count > 2 ? words[2] : "";
  for (const Lesson& lesson : lessons()) {
    if (!lesson.id.starts_with(wanted)) continue;
    std::vector<std::string> versions;
    for (const Version& each : lesson.versions) versions.push_back(each.id);
    if (versions.empty()) versions.emplace_back();
    for (const std::string& version : versions) {
      time_plays(lesson.id + (version.empty() ? "" : "/" + version), lesson,
                 {.version = version, .schedule = first_schedule(lesson, version)}, seconds);
    }
  }
  const std::pair<const char*, const char*> own[] = {
      {"own-loop", kLoop}, {"own-tree", kTree}, {"own-atomics", kAtomics}};
  for (const auto& [name, text] : own) {
    if (!std::string(name).starts_with(wanted)) continue;
    const Lesson lesson = lesson_of_text(text, name);
    time_plays(name, lesson, {}, seconds);
    time_plays(std::string(name) + "/independent", lesson,
               {.schedule = Schedule::from("independent")}, seconds);
    time_plays(std::string(name) + "/random", lesson, {.schedule = Schedule::from("random:1")},
               seconds);
  }
}
