// Tests that a field on several devices is dragged as one on the CPU: each picture shows the drag
// of its frame.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "app/session/session.h"
#include "kernels/core/steady_time.h"
#include "tests/gpu/device_test.h"
#include "tests/kernels/captured_frame.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::session {
namespace {

class DraggedOnDevices : public heatwave::testing::DeviceTest {};

TEST_F(DraggedOnDevices, ASourceIsInThePictureOfItsFrame) {
  constexpr int kSide = 8192;
  constexpr int kShownSide = 1024;
  constexpr int kFrames = 30;
  std::vector<int> devices{0, 0};
  if (core::cuda_status().devices.size() > 1) devices = {0, 1};
  SessionOptions options = cpu_options();
  options.backend = field::Backend::automatic;
  options.make_solver = [devices](field::SolverRequest request) {
    request.division = {.devices = devices};
    return field::make_solver(request);
  };
  const core::Point start{1000, 3500};
  const core::Point by{150, 40};  // across the cut in row 4096
  scene::Scene scene = with_items(scene::blank_scene("heat", {kSide, kSide}),
                                  {disc_item(scene::Source{}, start, 60)});
  Session session(std::move(scene), std::move(options));
  ASSERT_EQ(session.snapshot().backend.parts.size(), 2U);
  field::testing::CapturedFrame picture(kShownSide);
  const auto value_at = [&](core::Point at) {
    session.present(picture);
    const int k = kSide / picture.extent.width;
    return picture.cells[static_cast<std::size_t>(static_cast<int>(at.y) / k) *
                             static_cast<std::size_t>(picture.extent.width) +
                         static_cast<std::size_t>(static_cast<int>(at.x) / k)];
  };
  const float held = value_at(start);
  ASSERT_GT(held, 0.5F);
  session.submit(Play{});
  for (int i = 0; i < 5; ++i) session.frame(0.005);
  std::vector<double> times;
  core::Point at = start;
  for (int i = 0; i < kFrames; ++i) {
    at = {at.x + by.x, at.y + by.y};
    ASSERT_LT(value_at(at), held);
    const std::int64_t before = session.snapshot().step;
    const auto begin = core::SteadyClock::now();
    session.submit(ChangeItem{moved(session.snapshot().scene.items[0], {by.x, by.y})});
    session.frame(0.005);
    ASSERT_EQ(value_at(at), held) << "frame " << i;
    times.push_back(core::ms_since(begin));
    EXPECT_GT(session.snapshot().step, before);
  }
  std::sort(times.begin(), times.end());
  RecordProperty("frame_ms", std::to_string(times[times.size() / 2]));
  std::printf("a frame with a drag takes %.1f ms (%.1f to %.1f)\n", times[times.size() / 2],
              times.front(), times.back());
  EXPECT_LT(times[times.size() / 2], 100.0);
}

}  // namespace
}  // namespace heatwave::session
