// The C library calls a function without arguments, so the work lies where that function finds it.
#include "app/shell/window/at_exit.h"

#include <cstdlib>
#include <exception>
#include <utility>

namespace heatwave::shell {
namespace {

std::function<void()>& work_at_exit() {
  static std::function<void()> work;
  return work;
}

extern "C" void do_work_at_exit() {
  const auto work = std::exchange(work_at_exit(), nullptr);
  if (work == nullptr) return;
  try {
    work();
  } catch (const std::exception&) {
    // No window is left that could show it.
    return;
  }
}

}  // namespace

AtExit::AtExit(std::function<void()> work) {
  work_at_exit() = std::move(work);
  static const int registered = std::atexit(do_work_at_exit);
  (void)registered;
}

AtExit::~AtExit() { work_at_exit() = nullptr; }

}  // namespace heatwave::shell
