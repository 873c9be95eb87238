// A thread waits for the signals, so that no handler interrupts what other threads are doing.
#include "app/cli/interrupt.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "kernels/core/error.h"

namespace heatwave::cli {
namespace {

/// Those that are not ignored, as `nohup` has SIGHUP ignored.
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

Interrupt::Interrupt() {
  const sigset_t set = signals_to_end();
  signals_ = signalfd(-1, &set, SFD_CLOEXEC);
  const bool has_pipe = pipe2(over_.data(), O_CLOEXEC) == 0;
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  try {
    if (signals_ < 0 || !has_pipe) throw std::system_error(errno, std::generic_category());
    listener_ = std::jthread([this] { listen(); });
  } catch (const std::system_error& error) {
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    for (const int descriptor : {signals_, over_[0], over_[1]}) close(descriptor);
    throw core::Error("this system gives the program no second thread: " + error.code().message());
  }
}

Interrupt::~Interrupt() {
  close(over_[1]);  // unlike a write it cannot fail to wake the listener
  listener_.join();
  const sigset_t set = signals_to_end();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  close(signals_);
  close(over_[0]);
}

void Interrupt::listen() {
  std::array<pollfd, 2> waited{{{over_[0], POLLIN, 0}, {signals_, POLLIN, 0}}};
  while (poll(waited.data(), waited.size(), -1) < 0 && errno == EINTR) continue;
  signalfd_siginfo signal{};
  if (waited[1].revents == 0 || read(signals_, &signal, sizeof signal) != sizeof signal) return;
  signal_ = static_cast<int>(signal.ssi_signo);
  stop_.request_stop();
  // In this thread alone: the next signal ends the program.
  const sigset_t set = signals_to_end();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  while (poll(waited.data(), 1, -1) < 0 && errno == EINTR) continue;
}

const char* Interrupt::name() const {
  switch (signal_) {
    case SIGTERM:
      return "SIGTERM";
    case SIGHUP:
      return "SIGHUP";
    default:
      return "Ctrl-C";
  }
}

}  // namespace heatwave::cli
