// Where the driver must compile the GPU's kernels first, the CPU steps until they are ready.
#include "app/session/field/gpu_start.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <utility>

#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"
#include "kernels/field/cpu/cpu_solver.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using namespace std::chrono_literals;

constexpr const char* kGpu = "stands for the GPU";

bool becomes_ready(GpuStart& gpu) {
  for (int i = 0; i < 2000; ++i) {
    if (gpu.take_ready()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

/// A session whose GPU compiles until it is released.
struct CompilingSession : core::NonCopyable {
  CompilingSession() = default;
  ~CompilingSession() { release(); }

  std::promise<void> released;
  bool is_released = false;
  GpuStart gpu{
      [](const field::SolverRequest& request) { return field::make_cpu_solver(request, kGpu); },
      [this](const field::SolverRequest&) { released.get_future().wait(); }};
  Session session{small_wave(), options()};

  SessionOptions options() {
    SessionOptions options = cpu_options();
    options.backend = field::Backend::automatic;
    options.make_solver = [this](const field::SolverRequest& request) {
      return gpu.make_solver(request);
    };
    return options;
  }
  std::string reason() { return session.snapshot().backend.reason; }
  void release() {
    if (!std::exchange(is_released, true)) released.set_value();
  }
};

TEST(GpuStart, TheCpuStepsUntilTheKernelsAreReadyAndTheFieldMovesOverToTheBit) {
  CompilingSession compiling;
  compiling.session.run(20);
  EXPECT_EQ(compiling.reason(), GpuStart::kReason);
  EXPECT_FALSE(compiling.gpu.take_ready());
  compiling.release();
  ASSERT_TRUE(becomes_ready(compiling.gpu));
  EXPECT_FALSE(compiling.gpu.take_ready()) << "once";
  compiling.session.submit(ChooseBackend{field::Backend::automatic});
  compiling.session.run(20);
  EXPECT_EQ(compiling.reason(), kGpu);

  Session other(small_wave(), cpu_options());
  other.run(40);
  EXPECT_EQ(compiling.session.state().planes, other.state().planes);
}

TEST(GpuStart, ASceneThatIsOpenedMeanwhileBeginsOnTheCpuToo) {
  CompilingSession compiling;
  scene::Scene next = small_wave();
  next.extent = {48, 32};
  compiling.session.submit(LoadScene{next});
  compiling.session.run(1);
  EXPECT_EQ(compiling.reason(), GpuStart::kReason);
  compiling.release();
  EXPECT_TRUE(becomes_ready(compiling.gpu));
}

TEST(GpuStart, ABackendThatIsChosenMeanwhileStays) {
  CompilingSession compiling;
  compiling.session.submit(ChooseBackend{field::Backend::cpu});
  compiling.session.run(1);
  EXPECT_NE(compiling.reason(), GpuStart::kReason);
  compiling.release();
  std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(compiling.gpu.take_ready());
}

TEST(GpuStart, AFailedCompilationLeavesTheWordToTheGpusSolver) {
  int made = 0;
  GpuStart gpu{[&made](const field::SolverRequest& request) {
                 ++made;
                 return field::make_cpu_solver(request, kGpu);
               },
               [](const field::SolverRequest&) { throw core::DeviceLost("no memory"); }};
  const field::SolverRequest request{.equation = "heat", .extent = {8, 8}};
  (void)gpu.make_solver(request);
  EXPECT_TRUE(becomes_ready(gpu) || made > 0);
  EXPECT_EQ(gpu.make_solver(request)->backend().reason, kGpu);
}

}  // namespace
}  // namespace heatwave::session
