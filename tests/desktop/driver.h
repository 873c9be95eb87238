// Drives the real program in a real X server: starts both, moves the mouse, presses keys, reads the
// picture.
#pragma once

#include <sys/types.h>

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kernels/core/non_copyable.h"

namespace heatwave::test {

class XClient;

/// A child process that ends with its owner.
class Process : core::NonCopyable {
 public:
  /// Standard error goes to the file `errors`; empty: it is inherited.
  Process(const std::vector<std::string>& command, const std::vector<std::string>& environment,
          const std::filesystem::path& folder, const std::filesystem::path& errors = {});
  ~Process();

  /// Waits for the exit status; -1: the process still runs after this time.
  int wait(double seconds);
  [[nodiscard]] pid_t id() const { return pid_; }

 private:
  pid_t pid_ = -1;
};

/// Pixels of the pretended screen.
struct ScreenSize {
  int width;
  int height;
};

/// An X server without a screen, on a free display number.
class XServer {
 public:
  explicit XServer(ScreenSize screen = {1600, 1000});
  [[nodiscard]] const std::string& display() const { return display_; }
  /// Stops the server; programs on it lose their connection.
  void end() { server_.reset(); }
  [[nodiscard]] static bool installed();

 private:
  std::string display_;
  std::filesystem::path number_file_;
  std::unique_ptr<Process> server_;
};

/// A folder that is deleted with its owner.
class TemporaryFolder : core::NonCopyable {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// While it lives, started programs return freed memory to the system at once, so that their memory
/// in use can be measured.
class FreedGoesBack : core::NonCopyable {
 public:
  FreedGoesBack();
  ~FreedGoesBack();
};

/// Seconds that a test waits for what must come. No machine is this slow, and none is slower for
/// it.
inline constexpr double kLongEnough = 60.0;

/// The program's window. Unless the arguments have a size or a scale, it is laid out as one of
/// 1280 × 800 pixels but has 768 × 480.
class Window {
 public:
  explicit Window(const std::vector<std::string>& arguments, ScreenSize screen = {1600, 1000});

  /// Returns the status of the newest frame. Fails the test when no frame arrives.
  nlohmann::json status();
  /// Waits until a frame meets the condition; returns false on timeout.
  bool wait_until(const std::function<bool(const nlohmann::json&)>& shown,
                  double seconds = kLongEnough);
  /// Waits for this number of further frames.
  void wait_frames(int frames);

  void key(const std::string& keys);
  /// Presses a key that may end the program, and waits for no frame.
  void key_and_leave(const std::string& keys);
  /// Presses keys that may be pressed and released between two frames.
  void keys_at_once(const std::vector<std::string>& keys);
  /// Presses a key and releases the modifier that is held before it, perhaps within one frame.
  void press_and_let_go(const std::string& key, const std::string& modifier);
  void hold(const std::string& key);
  void let_go(const std::string& key);
  void move_to_cell(double x, double y);
  void move_to(double x, double y);
  void press(int button = 1);
  void release(int button = 1);
  /// Clicks the middle of a named place of the interface once it exists.
  void click(const std::string& place);
  /// Drags from cell to cell with stops on the way, as a hand does.
  void drag(std::array<double, 2> from, std::array<double, 2> to, int button = 1);
  void resize(int width, int height);
  /// Returns the colour on the screen at a cell.
  std::array<int, 3> colour_at_cell(double x, double y);
  /// Kills the program, as a crash does; it runs no further code.
  void kill();
  void send(int signal);
  void end_x_server() { server_.end(); }
  int wait_for_end(double seconds = kLongEnough) { return program_->wait(seconds); }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] const std::string& display() const { return server_.display(); }
  /// Returns the program's standard error.
  [[nodiscard]] std::string errors() const;
  /// Returns the bytes of memory that the program uses now, without mapped files; 0 after it has
  /// ended.
  [[nodiscard]] std::uint64_t memory() const;
  /// Describes the largest parts of the memory, one per line.
  [[nodiscard]] std::string memory_in_words() const;
  /// Returns the length of the status file, which grows with every frame.
  [[nodiscard]] std::uintmax_t bytes_of_status() const;
  /// Frees the disk space of all but the newest status.
  void forget_status() const;

 private:
  /// Calls the function with a new client, which knows the keyboard's present layout.
  void send_input(const std::function<void(XClient&)>& send);
  [[nodiscard]] std::filesystem::path status_file() const {
    return folder_.path() / "status.jsonl";
  }
  std::array<double, 2> place_of_cell(double x, double y);

  XServer server_;
  TemporaryFolder folder_;
  std::unique_ptr<Process> program_;
};

/// Runs a command in a folder until it ends; returns its exit status.
int run_to_end(const std::vector<std::string>& command, const std::filesystem::path& folder);
std::string bytes_of(const std::filesystem::path& path);

}  // namespace heatwave::test
