// Tests that an idle window uses almost no processor time and wakes on input.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "driver.h"

namespace heatwave::test {
namespace {

namespace fs = std::filesystem;

/// The program as people start it, without a status file, which would force it to draw.
class QuietWindow {
 public:
  /// Starts the program for a person who has seen the greeting and the tour.
  explicit QuietWindow(const std::vector<std::string>& arguments) {
    const fs::path state = folder_.path() / "XDG_STATE_HOME" / "heatwave";
    fs::create_directories(state);
    std::ofstream(state / "state.json") << R"({"version": 1, "dragged": true, "toured": true})";
    std::vector<std::string> environment{"DISPLAY=" + server_.display()};
    for (const std::string name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"}) {
      environment.push_back(name + "=" + (folder_.path() / name).string());
    }
    std::vector<std::string> command{HEATWAVE_BINARY};
    command.insert(command.end(), arguments.begin(), arguments.end());
    program_ = std::make_unique<Process>(command, environment, folder_.path());
  }

  void key(const std::string& name) {
    // A window that is not yet visible cannot take the focus, so the key is tried again.
    constexpr int kTries = 100;
    for (int tries = 0; tries < kTries; ++tries) {
      if (run_to_end({"env", "DISPLAY=" + server_.display(), "xdotool", "search", "--sync",
                      "--onlyvisible", "--name", "Heatwave", "windowfocus", "key", name},
                     folder_.path()) == 0) {
        return;
      }
    }
    ADD_FAILURE() << "no window takes " << name;
  }

  /// Returns the processor time in seconds that the program uses during `seconds`.
  [[nodiscard]] double processor_seconds_in(double seconds) const {
    const double before = processor_seconds();
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    return processor_seconds() - before;
  }

  [[nodiscard]] std::ptrdiff_t pictures() const {
    std::error_code none_yet;
    const fs::directory_iterator files(folder_.path() / "out", none_yet);
    return none_yet ? 0 : std::distance(begin(files), end(files));
  }

 private:
  [[nodiscard]] double processor_seconds() const {
    std::ifstream file("/proc/" + std::to_string(program_->id()) + "/stat");
    std::string word;
    double ticks = 0.0;
    constexpr int kUser = 14;
    constexpr int kSystem = 15;
    for (int i = 1; i <= kSystem && file >> word; ++i) {
      if (i == kUser || i == kSystem) ticks += std::stod(word);
    }
    return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
  }

  XServer server_;
  TemporaryFolder folder_;
  std::unique_ptr<Process> program_;
};

bool comes(const std::function<bool()>& what, int tries = 300) {
  for (; tries > 0; --tries) {
    if (what()) return true;
  }
  return false;
}

class Rest : public ::testing::TestWithParam<const char*> {};

TEST_P(Rest, APausedRoomTakesUnderATwentiethOfAProcessorAndWakesByAKey) {
  if (!XServer::installed()) GTEST_SKIP() << "needs Xvfb and xdotool";
  QuietWindow window({"--room", GetParam()});
  constexpr double kSeconds = 2.0;
  const auto rests = [&window] { return window.processor_seconds_in(kSeconds) < 0.05 * kSeconds; };
  // A key that comes while the window is being made is lost, so that it may be needed again.
  constexpr int kPresses = 5;
  constexpr int kLooks = 12;
  bool rested = false;
  for (int presses = 0; presses < kPresses && !rested; ++presses) {
    if (GetParam() == std::string("fields")) window.key("space");
    rested = comes(rests, kLooks);
  }
  EXPECT_TRUE(rested);
  window.key("s");
  EXPECT_TRUE(comes([&window] {
    (void)window.processor_seconds_in(0.2);
    return window.pictures() == 1;
  }));
}

INSTANTIATE_TEST_SUITE_P(Rooms, Rest, ::testing::Values("fields", "lab", "stage"),
                         [](const auto& room) { return std::string(room.param); });

}  // namespace
}  // namespace heatwave::test
