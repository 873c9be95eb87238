// Drives the real program in a real X server: starts both, moves the mouse, presses keys, looks.
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

/// A child process, ended with its owner.
class Process : core::NonCopyable {
 public:
  /// What it writes to standard error goes into the file `errors`, where one is named.
  Process(const std::vector<std::string>& command, const std::vector<std::string>& environment,
          const std::filesystem::path& folder, const std::filesystem::path& errors = {});
  ~Process();

  /// Its exit status; −1 when it has not left by then.
  int wait(double seconds);
  [[nodiscard]] pid_t id() const { return pid_; }

 private:
  pid_t pid_ = -1;
};

/// An X server without a screen, on a display number that was free.
class XServer {
 public:
  XServer();
  [[nodiscard]] const std::string& display() const { return display_; }
  /// Programs that are shown on it lose their connection.
  void end() { server_.reset(); }
  [[nodiscard]] static bool installed();

 private:
  std::string display_;
  std::filesystem::path number_file_;
  std::unique_ptr<Process> server_;
};

/// A folder that goes with its owner.
class TemporaryFolder : core::NonCopyable {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// While it lives, programs that are started give what they free back to the system at once, so
/// that what they hold can be seen.
class FreedGoesBack : core::NonCopyable {
 public:
  FreedGoesBack();
  ~FreedGoesBack();
};

/// The program's window.
class Window {
 public:
  explicit Window(const std::vector<std::string>& arguments);

  /// What the newest frame showed. Fails the test when the program shows nothing.
  nlohmann::json status();
  /// Waits until a frame shows what is asked for; false when none does in time.
  bool wait_until(const std::function<bool(const nlohmann::json&)>& shown, double seconds = 20.0);
  /// Waits for so many frames more.
  void wait_frames(int frames);

  void key(const std::string& keys);
  /// A key after which no frame need come.
  void key_and_leave(const std::string& keys);
  /// Keys that may be pressed and let go between two frames.
  void keys_at_once(const std::vector<std::string>& keys);
  void hold(const std::string& key);
  void let_go(const std::string& key);
  void move_to_cell(double x, double y);
  void move_to(double x, double y);
  void press(int button = 1);
  void release(int button = 1);
  /// Clicks the middle of a place of the interface by its name, once it is there.
  void click(const std::string& place);
  /// Drags from cell to cell with stops on the way, as a hand does.
  void drag(std::array<double, 2> from, std::array<double, 2> to, int button = 1);
  void resize(int width, int height);
  /// The colour on the screen at a cell.
  std::array<int, 3> colour_at_cell(double x, double y);
  /// As by a crash: the program gets to do nothing more.
  void kill();
  void send(int signal);
  void end_x_server() { server_.end(); }
  int wait_for_end(double seconds) { return program_->wait(seconds); }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] const std::string& display() const { return server_.display(); }
  /// What the program has said on standard error.
  [[nodiscard]] std::string errors() const;
  /// Bytes of memory that the program holds now, its files left out; 0 when it has ended.
  [[nodiscard]] std::uint64_t memory() const;
  /// Where most of it is, a line for each part.
  [[nodiscard]] std::string memory_in_words() const;
  /// Grows with every frame.
  [[nodiscard]] std::uintmax_t bytes_of_status() const;
  /// All but the newest of it gives its place on the disk back.
  void forget_status() const;

 private:
  int run(const std::vector<std::string>& command);
  std::array<double, 2> place_of_cell(double x, double y);

  XServer server_;
  TemporaryFolder folder_;
  std::unique_ptr<Process> program_;
};

/// Runs a command to its end in a folder; its exit status.
int run_to_end(const std::vector<std::string>& command, const std::filesystem::path& folder);
std::string bytes_of(const std::filesystem::path& path);

}  // namespace heatwave::test
