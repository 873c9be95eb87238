// Tests the window's picture and its responses while a large field is prepared.
#include "app/shell/window/preparing.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "driver.h"
#include "kernels/core/geometry.h"
#include "tests/system/temporary_folder.h"
#include "window_fixture.h"
#include "x_client.h"

namespace heatwave::test {
namespace {

using namespace std::chrono_literals;

constexpr core::Extent kSize{640, 400};

class Preparing : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
    server_.emplace();
    setenv("DISPLAY", server_->display().c_str(), 1);
    window_.emplace(kSize, "Heatwave", true);
    interface_.emplace(*window_);
  }

  /// Prepares until `comes` returns true. `before` runs first.
  void prepare_until(const std::function<bool(XClient&, bool given_up)>& comes,
                     const std::function<void(XClient&)>& before) {
    const auto work = [&](const std::atomic<bool>& given_up) {
      XClient client(server_->display());
      before(client);
      for (int left = 3000; left > 0; --left) {
        if (comes(client, given_up)) return;
        std::this_thread::sleep_for(10ms);
      }
      ADD_FAILURE() << "timeout: the event did not arrive";
    };
    shell::prepare_beside(*window_, *interface_, work, [&] {
      shell::draw_told(*window_, *interface_, ui::theme_of(true), 1.0F,
                       "Preparing the field: it is large.");
    });
  }
  static std::array<int, 3> ground() {
    const ImVec4& panel = ui::theme_of(true).panel;
    const auto level = [](float part) { return static_cast<int>(part * 255.0F + 0.5F); };
    return {level(panel.x), level(panel.y), level(panel.z)};
  }

  std::optional<XServer> server_;
  std::optional<shell::GlfwWindow> window_;
  std::optional<shell::ImGuiContextOwner> interface_;
};

TEST_F(Preparing, TheWindowSaysWhatItIs) {
  const auto says_it = [](XClient& client, bool) {
    if (client.colour_at(4, 4) != ground()) return false;
    for (int x = kSize.width / 4; x < 3 * kSize.width / 4; ++x) {
      if (client.colour_at(x, kSize.height / 2) != ground()) return true;
    }
    return false;
  };
  prepare_until(says_it, [](XClient&) {});
}

TEST_F(Preparing, TheWindowCanBeLeftAndGoesAtOnceAndTheWorkIsGivenUp) {
  const auto shown = [](XClient& client) { return client.colour_at(4, 4) == ground(); };
  const auto leave = [&](XClient& client) {
    for (int left = 3000; left > 0 && !shown(client); --left) std::this_thread::sleep_for(10ms);
    client.focus(true);
    client.key("Control_L", true);
    client.key("q", true);
    client.key("q", false);
    client.key("Control_L", false);
    client.finish();
  };
  const auto is_gone = [&](XClient& client, bool given_up) { return given_up && !shown(client); };
  EXPECT_THROW(prepare_until(is_gone, leave), shell::ClosedEarly);
}

using nlohmann::json;

/// A very large scene, dropped on the window.
class PreparingInside : public PlateWindowTest {
 protected:
  void SetUp() override {
    PlateWindowTest::SetUp();
    if (IsSkipped()) return;
    const std::filesystem::path large = folder_.path() / "large.json";
    std::ofstream(large) << R"({"equation": "heat", "size": [16384, 16384]})";
    ASSERT_TRUE(wait([](const json& s) { return s["step"] > 0; }));
    XClient(window().display()).drop({large.string()});
    ASSERT_TRUE(wait([](const json& s) {
      return s["told"].get<std::string>().starts_with("Preparing the field: 16384 × 16384 cells");
    }));
  }

  heatwave::testing::TemporaryFolder folder_;
};

TEST_F(PreparingInside, TheOldFieldStaysAndTheWindowCanBeLeft) {
  EXPECT_EQ(window().status()["width"], 160);
  window().key_and_leave("ctrl+q");
  EXPECT_EQ(window().wait_for_end(), 0);
}

}  // namespace
}  // namespace heatwave::test
