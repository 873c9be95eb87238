// What tests of the real window begin with.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "driver.h"

namespace heatwave::test {

class WindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  }

  void open(const std::vector<std::string>& arguments) { window_.emplace(arguments); }
  Window& window() { return *window_; }
  bool wait(const std::function<bool(const nlohmann::json&)>& shown, double seconds = 20.0) {
    return window().wait_until(shown, seconds);
  }

  std::optional<Window> window_;
};

}  // namespace heatwave::test
