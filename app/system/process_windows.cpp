// The system calls a handler, in a thread of its own, when the terminal or the session ends.
#include "app/system/process.h"

#include <windows.h>

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "app/system/api_windows.h"

namespace heatwave::system {
namespace {

/// The object that the handler, which has no argument for it, tells of a request to end.
std::mutex listener_mutex;
void* listener_in_use = nullptr;

HANDLE handle_of(Output output) {
  return ::GetStdHandle(output == Output::standard ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

}  // namespace

struct Interrupt::Listener {
  std::stop_source* stop = nullptr;
  std::atomic<DWORD> event{CTRL_C_EVENT};

  static BOOL WINAPI handle(DWORD event) {
    {
      const std::scoped_lock lock(listener_mutex);
      auto* const listener = static_cast<Listener*>(listener_in_use);
      // The second request ends the program.
      if (listener == nullptr || !listener->stop->request_stop()) return FALSE;
      listener->event = event;
    }
    // When this handler returns, the system ends the process, except after Ctrl-C. It gives some
    // seconds to the other threads.
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
    return TRUE;
  }
};

Interrupt::Interrupt() : listener_(std::make_unique<Listener>()) {
  listener_->stop = &stop_;
  const std::scoped_lock lock(listener_mutex);
  listener_in_use = listener_.get();
  ::SetConsoleCtrlHandler(&Listener::handle, TRUE);
}

Interrupt::~Interrupt() {
  const std::scoped_lock lock(listener_mutex);
  ::SetConsoleCtrlHandler(&Listener::handle, FALSE);
  listener_in_use = nullptr;
}

const char* Interrupt::name() const {
  switch (listener_->event) {
    case CTRL_CLOSE_EVENT:
      return "the closed terminal";
    case CTRL_LOGOFF_EVENT:
    case CTRL_SHUTDOWN_EVENT:
      return "the end of the session";
    default:
      return "Ctrl-C";
  }
}

void let_writes_fail() {}  // they do

void prepare_output() {
  for (std::FILE* const stream : {stdin, stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
  ::SetConsoleOutputCP(CP_UTF8);
  for (const Output output : {Output::standard, Output::error}) {
    DWORD mode = 0;
    constexpr DWORD kEscapeSequences = 0x0004;  // ENABLE_VIRTUAL_TERMINAL_PROCESSING
    if (::GetConsoleMode(handle_of(output), &mode) != 0) {
      ::SetConsoleMode(handle_of(output), mode | kEscapeSequences);
    }
  }
}

void leave_own_terminal() {
  std::array<DWORD, 2> users{};
  if (::GetConsoleProcessList(users.data(), static_cast<DWORD>(users.size())) == 1) {
    ::FreeConsole();
  }
}

void set_environment(const char* variable, const char* value) { ::_putenv_s(variable, value); }

std::optional<std::tm> local_time(std::time_t time) {
  std::tm local{};
  if (::localtime_s(&local, &time) != 0) return {};
  return local;
}

int terminal_columns(Output output) {
  constexpr int kUsualColumns = 80;
  DWORD mode = 0;
  if (::GetConsoleMode(handle_of(output), &mode) == 0) return 0;
  CONSOLE_SCREEN_BUFFER_INFO info{};
  if (::GetConsoleScreenBufferInfo(handle_of(output), &info) == 0) return kUsualColumns;
  const int columns = info.srWindow.Right - info.srWindow.Left + 1;
  return columns > 1 ? columns : kUsualColumns;
}

double process_age_ms(const std::filesystem::path& /*root*/) {
  FILETIME created{};
  FILETIME unused{};
  FILETIME now{};
  if (::GetProcessTimes(::GetCurrentProcess(), &created, &unused, &unused, &unused) == 0) {
    return 0.0;
  }
  ::GetSystemTimeAsFileTime(&now);
  constexpr double kTicksInMs = 1e4;
  const std::uint64_t end = ticks_of(now.dwHighDateTime, now.dwLowDateTime);
  const std::uint64_t begin = ticks_of(created.dwHighDateTime, created.dwLowDateTime);
  return static_cast<double>(end - std::min(end, begin)) / kTicksInMs;
}

}  // namespace heatwave::system
