// What the window shows while a large field is made ready, and that it answers meanwhile.
#include "app/shell/preparing.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <optional>
#include <thread>

#include "app/scene/scene.h"
#include "driver.h"
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

  static session::Session small_session() {
    return {session::blank_scene("heat", {16, 12}), {.backend = field::Backend::cpu}};
  }
  /// Makes a session once this has come.
  session::Session prepared_after(const std::function<bool(XClient&)>& comes,
                                  const std::function<void(XClient&)>& deed) {
    const shell::Waiting waiting{ui::theme_of(true), 1.0F, "Preparing the field: it is large."};
    return shell::prepared(*window_, *interface_, waiting, [&] {
      XClient client(server_->display());
      deed(client);
      for (int left = 3000; left > 0 && !comes(client); --left) std::this_thread::sleep_for(10ms);
      EXPECT_TRUE(comes(client));
      return small_session();
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
  const auto says_it = [](XClient& client) {
    if (client.colour_at(4, 4) != ground()) return false;
    for (int x = kSize.width / 4; x < 3 * kSize.width / 4; ++x) {
      if (client.colour_at(x, kSize.height / 2) != ground()) return true;
    }
    return false;
  };
  const session::Session session = prepared_after(says_it, [](XClient&) {});
  EXPECT_EQ(session.snapshot().scene.extent, (core::Extent{16, 12}));
}

TEST_F(Preparing, TheWindowCanBeLeftAndGoesAtOnce) {
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
  const auto is_gone = [&](XClient& client) { return !shown(client); };
  EXPECT_THROW((void)prepared_after(is_gone, leave), shell::ClosedEarly);
}

}  // namespace
}  // namespace heatwave::test
