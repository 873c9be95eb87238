// A thread waits for the signals, so that no handler interrupts the other threads.
#include "app/system/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>

#include "app/system/handle.h"
#include "kernels/core/error.h"

namespace heatwave::system {
namespace {

/// Returns the termination signals, except ignored ones: `nohup` ignores SIGHUP, for example.
sigset_t signals_to_end() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) sigaddset(&set, signal);
  }
  return set;
}

}  // namespace

struct Interrupt::Listener : core::NonCopyable {
  /// Throws core::Error when the system provides no second thread.
  explicit Listener(std::stop_source& stop);
  ~Listener();

  void listen();

  std::stop_source& stop;
  std::atomic<int> signal{0};  ///< 0: none yet
  Handle signals;              ///< descriptor that delivers the signals
  Handle end;                  ///< read end of the pipe that wakes the listener
  Handle waker;                ///< write end of the pipe; closing it ends the listener
  std::jthread thread;
};

Interrupt::Listener::Listener(std::stop_source& stop_source) : stop(stop_source) {
  const sigset_t set = signals_to_end();
  signals = Handle(signalfd(-1, &set, SFD_CLOEXEC));
  std::array<int, 2> pipe{-1, -1};
  const bool has_pipe = pipe2(pipe.data(), O_CLOEXEC) == 0;
  end = Handle(pipe[0]);
  waker = Handle(pipe[1]);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  try {
    if (!signals.is_open() || !has_pipe) throw std::system_error(errno, std::generic_category());
    thread = std::jthread([this] { listen(); });
  } catch (const std::system_error& error) {
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    throw core::Error("the system cannot start another thread: " + error.code().message());
  }
}

Interrupt::Listener::~Listener() {
  (void)waker.close();  // unlike a write, this always wakes the listener
  thread.join();
  const sigset_t set = signals_to_end();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void Interrupt::Listener::listen() {
  std::array<pollfd, 2> waited{{{end.number(), POLLIN, 0}, {signals.number(), POLLIN, 0}}};
  while (poll(waited.data(), waited.size(), -1) < 0 && errno == EINTR) continue;
  signalfd_siginfo info{};
  if (waited[1].revents == 0 || read(signals.number(), &info, sizeof info) != sizeof info) return;
  signal = static_cast<int>(info.ssi_signo);
  stop.request_stop();
  // Only this thread unblocks the signals: the next one ends the program.
  const sigset_t set = signals_to_end();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  while (poll(waited.data(), 1, -1) < 0 && errno == EINTR) continue;
}

Interrupt::Interrupt() : listener_(std::make_unique<Listener>(stop_)) {}
Interrupt::~Interrupt() = default;

const char* Interrupt::name() const {
  switch (listener_->signal) {
    case SIGTERM:
      return "SIGTERM";
    case SIGHUP:
      return "SIGHUP";
    default:
      return "Ctrl-C";
  }
}

int Interrupt::exit_status() const { return 128 + listener_->signal; }

void prepare_output() {}

void leave_own_terminal() {}

void let_writes_fail() {
  for (const int signal : {SIGXFSZ, SIGPIPE}) ::signal(signal, SIG_IGN);
}

void require_stack() {
  constexpr rlim_t kSmallest = 512;  // KB; all commands ran with a fifth of it
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kSmallest << 10) return;
  throw core::Error("a stack of " + std::to_string(limit.rlim_cur >> 10) +
                    " KB is too small; run 'ulimit -s 8192' first");
}

std::string host_name() {
  std::array<char, 256> name{};
  (void)::gethostname(name.data(), name.size() - 1);
  return name.data();
}

void set_environment(const char* variable, const char* value) { ::setenv(variable, value, 1); }

std::optional<std::tm> local_time(std::time_t time) {
  std::tm local{};
  if (::localtime_r(&time, &local) == nullptr) return {};
  return local;
}

int terminal_columns(Output output) {
  constexpr int kUsualColumns = 80;
  const int number = output == Output::standard ? STDOUT_FILENO : STDERR_FILENO;
  if (isatty(number) == 0) return 0;
  winsize size{};
  const bool is_known = ::ioctl(number, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return is_known ? size.ws_col : kUsualColumns;
}

double process_age_ms(const std::filesystem::path& root) {
  constexpr int kBetween = 19;  // fields between the state, after the name, and the start time
  std::ifstream stat(root / "proc/self/stat");
  std::string line;
  std::getline(stat, line);
  // The name is in parentheses and may contain any character.
  std::istringstream behind_name(line.substr(std::min(line.size(), line.rfind(')') + 1)));
  std::string skipped;
  for (int i = 0; i < kBetween; ++i) behind_name >> skipped;
  double began = 0.0;
  double up = 0.0;
  std::ifstream uptime(root / "proc/uptime");
  if (!(behind_name >> began) || !(uptime >> up)) return 0.0;
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  return std::max(0.0, (up - began / ticks) * 1e3);
}

}  // namespace heatwave::system
