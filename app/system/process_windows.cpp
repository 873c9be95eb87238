// The system calls a handler, in a thread of its own, when the terminal ends, and sends messages to
// a hidden window when the session does.
#include "app/system/process.h"

#include <windows.h>

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <mutex>
#include <thread>
#include <utility>

#include "app/system/api_windows.h"

namespace heatwave::system {
namespace {

HANDLE handle_of(Output output) {
  return ::GetStdHandle(output == Output::standard ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
}

}  // namespace

struct Interrupt::Listener : core::NonCopyable {
  explicit Listener(std::stop_source& source) : stop(source) {}

  std::stop_source& stop;
  std::atomic<DWORD> event{CTRL_C_EVENT};

  /// Requests the stop. Returns false for the second request, and when there is no Interrupt.
  static bool request_stop(DWORD event);
  static BOOL WINAPI handle(DWORD event);
  static LRESULT CALLBACK receive(HWND window, UINT message, WPARAM is_ending, LPARAM data);
  /// Makes the hidden window, then says that it is ready and receives messages without end.
  static void receive_messages(std::promise<void> ready);

  // Neither the handler nor the window's thread has an argument for it.
  inline static std::mutex mutex;
  inline static Listener* in_use = nullptr;
};

bool Interrupt::Listener::request_stop(DWORD event) {
  const std::scoped_lock lock(mutex);
  if (in_use == nullptr || !in_use->stop.request_stop()) return false;
  in_use->event = event;
  return true;
}

BOOL Interrupt::Listener::handle(DWORD event) {
  if (!request_stop(event)) return FALSE;  // the system ends the program
  // When this handler returns, the system ends the process, except after Ctrl-C. It gives some
  // seconds to the other threads.
  if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
  return TRUE;
}

LRESULT Interrupt::Listener::receive(HWND window, UINT message, WPARAM is_ending, LPARAM data) {
  if (message == WM_ENDSESSION && is_ending != 0 && request_stop(CTRL_LOGOFF_EVENT)) {
    ::Sleep(INFINITE);  // the system waits for some seconds, as for handle()
  }
  // A request to close is for the windows that a person sees.
  return message == WM_CLOSE ? 0 : ::DefWindowProcW(window, message, is_ending, data);
}

void Interrupt::Listener::receive_messages(std::promise<void> ready) {
  WNDCLASSW type{};
  type.lpfnWndProc = &receive;
  type.hInstance = ::GetModuleHandleW(nullptr);
  type.lpszClassName = L"heatwave end of session";
  // Windows that only receive messages do not hear of the end of a session, but hidden ones do.
  const bool has_window = ::RegisterClassW(&type) != 0 &&
                          ::CreateWindowExW(0, type.lpszClassName, L"", WS_POPUP, 0, 0, 0, 0,
                                            nullptr, nullptr, type.hInstance, nullptr) != nullptr;
  ready.set_value();
  if (!has_window) return;
  MSG message{};
  while (::GetMessageW(&message, nullptr, 0, 0) > 0) ::DispatchMessageW(&message);
}

Interrupt::Interrupt() : listener_(std::make_unique<Listener>(stop_)) {
  {
    const std::scoped_lock lock(Listener::mutex);
    Listener::in_use = listener_.get();
  }
  ::SetConsoleCtrlHandler(&Listener::handle, TRUE);
  // The thread lives as long as the process, which may end while the thread is in receive().
  static std::once_flag has_thread;
  std::call_once(has_thread, [] {
    std::promise<void> ready;
    const std::future<void> is_ready = ready.get_future();
    std::thread(&Listener::receive_messages, std::move(ready)).detach();
    is_ready
        .wait();  // two threads of a process that make its first windows at once block each other
  });
}

Interrupt::~Interrupt() {
  ::SetConsoleCtrlHandler(&Listener::handle, FALSE);
  const std::scoped_lock lock(Listener::mutex);
  Listener::in_use = nullptr;
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

int Interrupt::exit_status() const { return 1; }

void let_writes_fail() {}  // they do

void require_stack() {}  // the program's file contains its size

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

std::string host_name() {
  const char* name = std::getenv("COMPUTERNAME");
  return name != nullptr ? name : "";
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
