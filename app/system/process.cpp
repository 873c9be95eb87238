// Work that exit() does first.
#include "app/system/process.h"

#include <cstdlib>
#include <exception>
#include <utility>

namespace heatwave::system {
namespace {

/// The work of AtExit, stored where the C library's callback, which has no arguments, can find it.
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
    // There is no window left to show it.
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

}  // namespace heatwave::system
