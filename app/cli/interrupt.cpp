// A thread waits for the signal, so that no handler has to touch what other threads use.
#include "app/cli/interrupt.h"

#include <signal.h>

#include <ctime>
#include <system_error>
#include <utility>

#include "kernels/core/error.h"

namespace heatwave::cli {
namespace {

constexpr timespec kBetweenLooks{.tv_sec = 0, .tv_nsec = 20'000'000};

sigset_t interrupts() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return set;
}

void listen(const std::stop_token& over, std::stop_source stop) {
  const sigset_t set = interrupts();
  while (!over.stop_requested()) {
    if (sigtimedwait(&set, nullptr, &kBetweenLooks) != SIGINT) continue;
    stop.request_stop();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);  // in this thread: the next one ends the program
  }
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t set = interrupts();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  try {
    listener_ = std::jthread(listen, stop_);
  } catch (const std::system_error& error) {
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    throw core::Error("this system gives the program no second thread: " + error.code().message());
  }
}

Interrupt::~Interrupt() {
  listener_.request_stop();
  listener_.join();
  const sigset_t set = interrupts();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace heatwave::cli
