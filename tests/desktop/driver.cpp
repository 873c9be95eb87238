// Controls processes and the X server.
#include "driver.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "tests/tested_program.h"
#include "x_client.h"

extern char** environ;

namespace heatwave::test {
namespace {

using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

void rest(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

double seconds_since(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

/// Environment variables of the allocator, with their values.
constexpr std::array<std::array<const char*, 2>, 3> kGiveBack{
    {{"MALLOC_ARENA_MAX", "1"},
     {"MALLOC_MMAP_THRESHOLD_", "131072"},
     {"MALLOC_TRIM_THRESHOLD_", "131072"}}};

/// Bytes of two status lines, with a margin.
constexpr std::streamoff kEnough = 1 << 17;

/// Returns the end of a growing file.
std::string newest_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : 0;
  std::string text(static_cast<std::size_t>(std::min(size, kEnough)), '\0');
  file.seekg(size - static_cast<std::streamoff>(text.size()));
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

/// Returns a line of JSON from the program for Windows with paths as Linux writes them.
std::string with_unix_paths(std::string line) {
  for (const auto& [from, to] : {std::pair{"Z:\\\\", "/"}, std::pair{"\\\\", "/"}}) {
    const std::string_view wanted = from;
    for (auto at = line.find(wanted); at != std::string::npos; at = line.find(wanted, at)) {
      line.replace(at, wanted.size(), to);
    }
  }
  return line;
}

/// Returns the newest whole line of a status file; empty: there is none.
std::string newest_line(const fs::path& path) {
  const std::string text = newest_bytes(path);
  const auto end = text.rfind('\n');
  if (end == std::string::npos) return {};
  const auto begin = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t from = begin == std::string::npos ? 0 : begin + 1;
  const std::string line = text.substr(from, end - from);
  return tests_other_program() ? with_unix_paths(line) : line;
}

/// Returns the number with which a status line begins: parsing the line takes longer than the
/// program takes for its frame. -1: the line is empty.
std::int64_t frame_of(const std::string& line) {
  constexpr std::string_view kBegin = "{\"frame\":";
  return line.starts_with(kBegin) ? std::stoll(line.substr(kBegin.size())) : -1;
}

/// Calls `is_there` every few milliseconds until it returns true; returns false on timeout.
bool poll(const std::function<bool()>& is_there, double seconds) {
  const auto began = Clock::now();
  while (seconds_since(began) < seconds) {
    if (is_there()) return true;
    rest(0.01);
  }
  return false;
}

/// Returns the arguments with the size that a window has unless they ask for another, or for the
/// remembered one: the layout is that of 1280 × 800 pixels at scale 1, and software OpenGL fills a
/// third of the pixels.
std::vector<std::string> with_size(std::vector<std::string> arguments) {
  constexpr std::array<std::string_view, 4> kSizes{"--window", "--scale", "--fullscreen",
                                                   "--remember"};
  if (std::find_first_of(arguments.begin(), arguments.end(), kSizes.begin(), kSizes.end()) ==
      arguments.end()) {
    arguments.insert(arguments.end(), {"--window", "768x480", "--scale", "0.6"});
  }
  return arguments;
}

}  // namespace

Process::Process(const std::vector<std::string>& command,
                 const std::vector<std::string>& environment, const fs::path& folder,
                 const fs::path& errors) {
  std::vector<std::string> arguments = command;
  std::vector<std::string> variables = environment;
  // If a variable is set twice, some programs use the first setting and some shells the last.
  for (char** inherited = environ; *inherited != nullptr; ++inherited) {
    const std::string_view setting = *inherited;
    const std::string_view name = setting.substr(0, setting.find('=') + 1);
    const bool is_set_anew =
        std::any_of(environment.begin(), environment.end(),
                    [name](const std::string& own) { return own.starts_with(name); });
    if (!is_set_anew) variables.emplace_back(setting);
  }
  const auto argv = pointers(arguments);
  const auto envp = pointers(variables);
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("cannot start a process");
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // the window closes when its test is killed
    if (chdir(folder.c_str()) != 0) _exit(126);
    if (!errors.empty() && freopen(errors.c_str(), "w", stderr) == nullptr) _exit(126);
    execvpe(argv[0], argv.data(), envp.data());
    _exit(127);
  }
}

Process::~Process() {
  if (pid_ <= 0) return;
  kill(pid_, SIGTERM);
  if (wait(5.0) == -1) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

int Process::wait(double seconds) {
  const auto began = Clock::now();
  while (pid_ > 0) {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    if (seconds_since(began) > seconds) return -1;
    rest(0.01);
  }
  return -1;
}

bool XServer::installed() {
  return run_to_end({"sh", "-c", "command -v Xvfb && command -v xdotool"},
                    fs::temp_directory_path()) == 0;
}

XServer::XServer(ScreenSize screen) {
  std::array<char, 40> name{"/tmp/heatwave-display-XXXXXX"};
  const int file = mkstemp(name.data());
  if (file < 0) throw std::runtime_error("cannot make a temporary file");
  number_file_ = name.data();
  // Auto-repeat is off: on a busy machine a late release would repeat the key.
  const std::string size =
      std::to_string(screen.width) + "x" + std::to_string(screen.height) + "x24";
  server_ = std::make_unique<Process>(
      std::vector<std::string>{"Xvfb", "-r", "-displayfd", std::to_string(file), "-screen", "0",
                               size, "-nolisten", "tcp"},
      std::vector<std::string>{}, "/tmp");
  close(file);
  const auto began = Clock::now();
  while (seconds_since(began) < kLongEnough) {
    const std::string number = bytes_of(number_file_);
    if (!number.empty() && number.back() == '\n') {
      display_ = ":" + number.substr(0, number.size() - 1);
      break;
    }
    rest(0.02);
  }
  fs::remove(number_file_);
  if (display_.empty()) throw std::runtime_error("the X server does not start");
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "heatwave-window-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

FreedGoesBack::FreedGoesBack() {
  for (const auto& [name, value] : kGiveBack) setenv(name, value, 1);
}

FreedGoesBack::~FreedGoesBack() {
  for (const auto& [name, value] : kGiveBack) unsetenv(name);
}

Window::Window(const std::vector<std::string>& arguments, ScreenSize screen) : server_(screen) {
  std::vector<std::string> command = with_size(arguments);
  command.insert(command.begin(), tested_program());
  // Mesa takes less processor time for small windows without worker threads.
  program_ = std::make_unique<Process>(
      command,
      std::vector<std::string>{"DISPLAY=" + server_.display(), "LP_NUM_THREADS=0",
                               "HEATWAVE_STATUS=" + status_file().string()},
      folder_.path(), folder_.path() / "errors");
  constexpr double kSlowestStart = 120.0;
  if (!wait_until([](const nlohmann::json& s) { return s["frame"] >= 2; }, kSlowestStart)) {
    throw std::runtime_error("the window does not open");
  }
  if (!tests_other_program()) return;
  // Wine leaves room for a title, and a window gets its keyboard only where that is offered.
  send_input([](XClient& client) {
    client.move_window_to_corner();
    client.focus(true);
  });
}

nlohmann::json Window::status() {
  const std::string line = newest_line(status_file());
  return line.empty() ? nlohmann::json() : nlohmann::json::parse(line);
}

bool Window::wait_until(const std::function<bool(const nlohmann::json&)>& shown, double seconds) {
  nlohmann::json newest;
  std::int64_t seen = -1;
  return poll(
      [&] {
        const std::string line = newest_line(status_file());
        if (const std::int64_t frame = frame_of(line); frame != seen) {
          newest = nlohmann::json::parse(line);
          seen = frame;
        }
        return !newest.is_null() && shown(newest);
      },
      seconds);
}

void Window::wait_frames(int frames) {
  constexpr double kSeconds = 20.0;
  const std::int64_t until = frame_of(newest_line(status_file())) + frames;
  EXPECT_TRUE(poll([&] { return frame_of(newest_line(status_file())) >= until; }, kSeconds));
}

void Window::send_input(const std::function<void(XClient&)>& send) {
  XClient client(server_.display());
  if (!client.can_fake()) throw std::runtime_error("the X server takes no keys from a program");
  send(client);
  client.finish();
}

std::string Window::errors() const { return bytes_of(folder_.path() / "errors"); }

std::uint64_t Window::memory() const {
  std::ifstream file("/proc/" + std::to_string(program_->id()) + "/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  std::uint64_t of_files = 0;  // includes memory shared with the X server
  file >> all >> resident >> of_files;
  return (resident - of_files) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string Window::memory_in_words() const {
  constexpr std::size_t kMost = 12;
  std::vector<std::pair<std::uint64_t, std::string>> parts;
  std::string range;
  std::ifstream file("/proc/" + std::to_string(program_->id()) + "/smaps");
  for (std::string line; std::getline(file, line);) {
    const std::string_view first = std::string_view(line).substr(0, line.find(' '));
    if (!first.ends_with(':')) range = line;
    if (first == "Anonymous:") parts.emplace_back(std::stoull(line.substr(first.size())), range);
  }
  std::sort(parts.rbegin(), parts.rend());
  parts.resize(std::min(parts.size(), kMost));
  std::string words;
  for (const auto& [kibibytes, what] : parts) {
    words += "  " + std::to_string(kibibytes) + " KiB in " + what + '\n';
  }
  return words;
}

std::uintmax_t Window::bytes_of_status() const {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(status_file(), error);
  return error ? 0 : size;
}

void Window::kill() {
  ::kill(program_->id(), SIGKILL);
  (void)program_->wait(20.0);
}

void Window::send(int signal) { ::kill(program_->id(), signal); }

void Window::forget_status() const {
  const auto size = static_cast<off_t>(bytes_of_status());
  const int file = open(status_file().c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  // A hole keeps the file's length, which counts frames. If the file system has no holes, the file
  // stays unchanged.
  if (size > kEnough) {
    (void)fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, size - kEnough);
  }
  close(file);
}

void Window::key(const std::string& keys) {
  key_and_leave(keys);
  wait_frames(3);
}

void Window::key_and_leave(const std::string& keys) {
  send_input([&](XClient& client) { client.chord(keys); });
}

void Window::keys_at_once(const std::vector<std::string>& keys) {
  send_input([&](XClient& client) {
    for (const std::string& each : keys) client.chord(each);
  });
  wait_frames(3);
}

void Window::press_and_let_go(const std::string& key, const std::string& modifier) {
  send_input([&](XClient& client) {
    client.key(key, true);
    client.key(modifier, false);
    client.key(key, false);
  });
  wait_frames(3);
}

void Window::hold(const std::string& key) {
  send_input([&](XClient& client) { client.key(key, true); });
  wait_frames(2);
}

void Window::let_go(const std::string& key) {
  send_input([&](XClient& client) { client.key(key, false); });
  wait_frames(2);
}

std::array<double, 2> Window::place_of_cell(double x, double y) {
  const nlohmann::json shown = status();
  const double cell = shown["cell"];
  return {shown["origin"][0].get<double>() + x * cell, shown["origin"][1].get<double>() + y * cell};
}

void Window::move_to(double x, double y) {
  send_input([&](XClient& client) { client.move(static_cast<int>(x), static_cast<int>(y)); });
  wait_frames(2);
}

void Window::move_to_cell(double x, double y) {
  const auto place = place_of_cell(x, y);
  move_to(place[0], place[1]);
}

void Window::press(int button) {
  send_input([&](XClient& client) { client.button(button, true); });
  wait_frames(2);
}

void Window::release(int button) {
  send_input([&](XClient& client) { client.button(button, false); });
  wait_frames(2);
}

void Window::click(const std::string& place) {
  ASSERT_TRUE(wait_until([&](const nlohmann::json& s) { return s["places"].contains(place); }))
      << place;
  wait_frames(3);  // an opened list needs frames to reach its place
  const nlohmann::json at = status()["places"][place];
  move_to(at[0].get<double>() + at[2].get<double>() / 2,
          at[1].get<double>() + at[3].get<double>() / 2);
  press();
  release();
}

void Window::drag(std::array<double, 2> from, std::array<double, 2> to, int button) {
  move_to_cell(from[0], from[1]);
  press(button);
  for (int i = 1; i <= 3; ++i) {
    const double part = i / 3.0;
    move_to_cell(from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part);
  }
  release(button);
}

void Window::resize(int width, int height) {
  const std::string command = "xdotool windowsize $(xdotool search --name Heatwave | tail -1) " +
                              std::to_string(width) + " " + std::to_string(height);
  EXPECT_EQ(
      run_to_end({"env", "DISPLAY=" + server_.display(), "sh", "-c", command}, folder_.path()), 0);
}

std::array<int, 3> Window::colour_at_cell(double x, double y) {
  const auto place = place_of_cell(x, y);
  return XClient(server_.display())
      .colour_at(static_cast<int>(place[0]), static_cast<int>(place[1]));
}

int run_to_end(const std::vector<std::string>& command, const fs::path& folder) {
  Process process(command, {}, folder);
  return process.wait(kLongEnough);
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace heatwave::test
