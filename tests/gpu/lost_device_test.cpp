// Tests that a field whose device is lost goes on with the same bits. A kernel that traps takes
// CUDA from its process, so each test needs a process of its own.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

#include "app/session/field/check_sum.h"
#include "app/session/session.h"
#include "kernels/field/parts/lost_devices.h"
#include "tests/gpu/device_test.h"
#include "tests/gpu/trap.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

using heatwave::testing::lose;

scene::Scene waves() { return scene::scaled(small_wave(), {120, 360}); }

class LostDevice : public heatwave::testing::DeviceTest {
 protected:
  /// Two devices; where there is one, it has two parts.
  static std::vector<int> devices() {
    return core::cuda_status().devices.size() > 1 ? std::vector{0, 1} : std::vector{0, 0};
  }
  static Session on(const std::vector<int>& devices) {
    SessionOptions options = cpu_options();
    options.backend = field::Backend::automatic;
    options.make_solver = [devices](field::SolverRequest request) {
      request.division = {.devices = devices};
      leave_out_lost_devices(request);
      return field::make_solver(request);
    };
    return Session(waves(), std::move(options));
  }
  static void expect_same_bits(Session& lost, Session& straight) {
    EXPECT_EQ(lost.snapshot().step, straight.snapshot().step);
    EXPECT_EQ(check_sum(lost.state()), check_sum(straight.state()));
    EXPECT_TRUE(has_notice(lost, Notice::Kind::warning, "CUDA failed: "));
    EXPECT_NE(lost.snapshot().backend.parts.size(), 2U);
    for (const Notice& notice : lost.snapshot().notices) std::puts(notice.text.c_str());
  }
  /// Takes steps and makes changes; between them loses a device, if `lost` is one.
  static void go(Session& session, int lost) {
    session.run(130);
    do_now(session, Paint{{{{9, 170}, {60, 190}}, 6}, 0.5});
    session.run(75);
    do_now(session, ChangeItem{moved(session.snapshot().scene.items[0], {9.0, 60.0})});
    session.run(41);
    if (lost >= 0) lose(lost);
    session.run(100);
    do_now(session, Erase{{{{9, 100}, {90, 250}}, 4}});
    session.run(50);
  }
};

TEST_F(LostDevice, OfTwoTheFieldGoesOnWithTheSameBits) {
  Session lost = on(devices());
  ASSERT_EQ(lost.snapshot().backend.parts.size(), 2U);
  Session straight(waves(), cpu_options());
  go(lost, devices().back());
  go(straight, -1);
  expect_same_bits(lost, straight);
}

TEST_F(LostDevice, OfOneTheFieldGoesOnWithTheSameBits) {
  Session lost = on({0});
  ASSERT_EQ(lost.snapshot().backend.backend, field::Backend::cuda);
  Session straight(waves(), cpu_options());
  go(lost, 0);
  go(straight, -1);
  expect_same_bits(lost, straight);
}

TEST_F(LostDevice, LaterOnTheFieldGoesOnFromACopy) {
  Session lost = on(devices());
  Session straight(waves(), cpu_options());
  std::int64_t steps = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  for (; std::chrono::steady_clock::now() < end; steps += 1000) {
    lost.run(1000);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // The CPU takes the same steps.
  }
  lose(devices().front());
  for (Session* session : {&lost, &straight}) {
    session->run(session == &lost ? 500 : steps + 500);
    do_now(*session, Paint{{{{9, 170}, {60, 190}}, 6}, 0.5});
    session->run(50);
  }
  expect_same_bits(lost, straight);
  EXPECT_FALSE(has_notice(lost, Notice::Kind::warning, "from step 0."));
}

TEST_F(LostDevice, InTheWindowTheFieldPlaysOn) {
  Session lost = on(devices());
  lost.submit(Play{});
  for (int i = 0; i < 20; ++i) lost.frame(0.001);
  lose(devices().back());
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (lost.snapshot().backend.parts.size() == 2 && std::chrono::steady_clock::now() < end) {
    lost.frame(0.001);
  }
  for (int i = 0; i < 20; ++i) lost.frame(0.001);
  EXPECT_TRUE(lost.snapshot().playing);
  Session straight(waves(), cpu_options());
  straight.run(lost.snapshot().step);
  expect_same_bits(lost, straight);
}

}  // namespace
}  // namespace heatwave::session
