// Starts a program with a pipe to its input and a file for its errors, and waits within limits.
#include "app/system/child_process.h"

#include <fmt/format.h>
#include <windows.h>

#include <io.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <thread>
#include <utility>

#include "app/system/api_windows.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::system {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

[[noreturn]] void refuse(const std::string& program, DWORD error) {
  throw core::Error("cannot start " + program + ": " +
                    std::generic_category().message(errno_of(error)));
}

/// Owns an object of the system.
class Object : core::NonCopyable {
 public:
  explicit Object(HANDLE handle) : handle_(handle == INVALID_HANDLE_VALUE ? nullptr : handle) {}
  ~Object() {
    if (handle_ != nullptr) ::CloseHandle(handle_);
  }
  [[nodiscard]] HANDLE get() const { return handle_; }  ///< null: nothing is open
  /// Hands it over.
  [[nodiscard]] Handle release() { return owned(std::exchange(handle_, nullptr)); }

 private:
  HANDLE handle_;
};

/// Returns the file of a program in PATH; empty: there is none.
fs::path found_in_path(const std::string& program) {
  const wchar_t* const folders = ::_wgetenv(L"PATH");
  if (folders == nullptr) return {};
  const std::wstring name = fs::path(program).native();
  std::wstring path(32'768, L'\0');
  const DWORD length = ::SearchPathW(folders, name.c_str(), L".exe",
                                     static_cast<DWORD>(path.size()), path.data(), nullptr);
  if (length == 0 || length >= path.size()) return {};
  path.resize(length);
  return path;
}

/// Appends a word so that the program's C library splits the line into the same words.
void append_word(std::wstring& line, const std::wstring& word) {
  if (!line.empty()) line += L' ';
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t letter : word) {
    // Backslashes stand for themselves except before a quotation mark.
    if (letter == L'"') line.append(backslashes + 1, L'\\');
    backslashes = letter == L'\\' ? backslashes + 1 : 0;
    line += letter;
  }
  line.append(backslashes, L'\\');
  line += L'"';
}

/// Returns the processor time that a process has used; 0: unknown.
std::chrono::nanoseconds processor_time(HANDLE process) {
  FILETIME unused{};
  FILETIME kernel{};
  FILETIME user{};
  if (::GetProcessTimes(process, &unused, &unused, &kernel, &user) == 0) return {};
  return std::chrono::nanoseconds(100 * (ticks_of(kernel.dwHighDateTime, kernel.dwLowDateTime) +
                                         ticks_of(user.dwHighDateTime, user.dwLowDateTime)));
}

/// The handles that a new program starts with; it gets no other.
class StartHandles : core::NonCopyable {
 public:
  explicit StartHandles(std::array<HANDLE, 3> handles) : handles_(handles) {
    SIZE_T bytes = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
    memory_.resize(bytes);
    info_.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
    is_made_ = ::InitializeProcThreadAttributeList(info_.lpAttributeList, 1, 0, &bytes) != 0;
    if (is_made_) {
      ::UpdateProcThreadAttribute(info_.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                  handles_.data(), sizeof handles_, nullptr, nullptr);
    }
    info_.StartupInfo.cb = sizeof info_;
    info_.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    info_.StartupInfo.hStdInput = handles_[0];
    info_.StartupInfo.hStdOutput = handles_[1];
    info_.StartupInfo.hStdError = handles_[2];
  }
  ~StartHandles() {
    if (is_made_) ::DeleteProcThreadAttributeList(info_.lpAttributeList);
  }
  [[nodiscard]] STARTUPINFOW* info() { return &info_.StartupInfo; }

 private:
  std::array<HANDLE, 3> handles_;
  std::vector<unsigned char> memory_;
  STARTUPINFOEXW info_{};
  bool is_made_ = false;
};

HANDLE child_of(std::int64_t child) { return reinterpret_cast<HANDLE>(child); }

/// Lets other programs open a new file by its name. They cannot while it is to vanish, and most
/// open no file that this program may delete.
void let_others_open(const Handle& file) {
  FILE_DISPOSITION_INFO stays{};
  (void)::SetFileInformationByHandle(system_handle(file), FileDispositionInfo, &stays,
                                     sizeof stays);
  const HANDLE undeletable =
      ::ReOpenFile(system_handle(file), GENERIC_WRITE | FILE_READ_ATTRIBUTES,
                   FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, 0);
  if (undeletable == INVALID_HANDLE_VALUE) return;
  const Handle reopened = owned(undeletable);
  if (reopened.is_open()) (void)::_dup2(reopened.number(), file.number());
}

/// Ends the process and waits until it is gone.
void kill(HANDLE child) {
  constexpr UINT kKilled = 137;
  ::TerminateProcess(child, kKilled);
  ::WaitForSingleObject(child, INFINITE);
  ::CloseHandle(child);
}

}  // namespace

bool is_installed(const std::string& program) { return !found_in_path(program).empty(); }

std::string ChildProcess::path_of(const GrowingFile& output) {
  std::wstring name(32'768, L'\0');
  const DWORD length = ::GetFinalPathNameByHandleW(system_handle(output.handle()), name.data(),
                                                   static_cast<DWORD>(name.size()), 0);
  name.resize(length < name.size() ? length : 0);
  constexpr std::wstring_view kLiteral = L"\\\\?\\";
  return fs::path(name.starts_with(kLiteral) ? name.substr(kLiteral.size()) : name).string();
}

ChildProcess::ChildProcess(std::vector<std::string> command, const GrowingFile& output)
    : ChildProcess(std::move(command), &output) {}

ChildProcess::ChildProcess(std::vector<std::string> command)
    : ChildProcess(std::move(command), nullptr) {}

ChildProcess::ChildProcess(std::vector<std::string> command, const GrowingFile* output) {
  const std::string program = command.front();
  const fs::path file =
      fs::path(program).has_parent_path() ? fs::path(program) : found_in_path(program);
  if (file.empty()) refuse(program, ERROR_FILE_NOT_FOUND);
  SECURITY_ATTRIBUTES inherited{};
  inherited.nLength = sizeof inherited;
  inherited.bInheritHandle = TRUE;

  // Only writes to a named pipe can end after a time.
  static std::atomic<unsigned> count{0};
  const std::wstring pipe =
      fs::path(fmt::format(R"(\\.\pipe\heatwave-{}-{})", ::GetCurrentProcessId(), ++count))
          .native();
  constexpr DWORD kBuffer = 1U << 16U;
  Object input(::CreateNamedPipeW(
      pipe.c_str(), PIPE_ACCESS_OUTBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
      PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, kBuffer, kBuffer, 0, nullptr));
  if (input.get() == nullptr) refuse(program, ::GetLastError());
  const Object child_input(::CreateFileW(pipe.c_str(), GENERIC_READ, 0, &inherited, OPEN_EXISTING,
                                         FILE_ATTRIBUTE_NORMAL, nullptr));
  if (child_input.get() == nullptr) refuse(program, ::GetLastError());
  const Object nothing(::CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                     &inherited, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
  std::error_code ignored;
  const fs::path log = fs::temp_directory_path(ignored) /
                       fmt::format("heatwave-{}-{}.log", ::GetCurrentProcessId(), count.load());
  Object errors(::CreateFileW(log.c_str(), GENERIC_READ | GENERIC_WRITE | DELETE,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherited,
                              CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE,
                              nullptr));
  if (nothing.get() == nullptr || errors.get() == nullptr) refuse(program, ::GetLastError());

  if (output != nullptr) let_others_open(output->handle());
  std::wstring line;
  for (const std::string& word : command) append_word(line, fs::path(word).native());
  StartHandles start({child_input.get(), nothing.get(), errors.get()});
  PROCESS_INFORMATION started{};
  if (::CreateProcessW(file.c_str(), line.data(), nullptr, nullptr, TRUE,
                       EXTENDED_STARTUPINFO_PRESENT | CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP,
                       nullptr, nullptr, start.info(), &started) == 0) {
    refuse(program, ::GetLastError());
  }
  ::CloseHandle(started.hThread);
  child_ = reinterpret_cast<std::int64_t>(started.hProcess);
  input_ = input.release();
  errors_ = errors.release();
}

ChildProcess::~ChildProcess() {
  if (child_ != -1) kill(child_of(child_));
}

ChildProcess::Written ChildProcess::write(std::span<const std::uint8_t> bytes,
                                          std::chrono::milliseconds timeout) {
  const HANDLE pipe = system_handle(input_);
  const Object done(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
  const Clock::time_point end = Clock::now() + timeout;
  while (!bytes.empty()) {
    constexpr std::size_t kMost = 1U << 20U;
    OVERLAPPED state{};
    state.hEvent = done.get();
    DWORD sent = 0;
    if (::WriteFile(pipe, bytes.data(), static_cast<DWORD>(std::min(bytes.size(), kMost)), nullptr,
                    &state) == 0 &&
        ::GetLastError() != ERROR_IO_PENDING) {
      return Written::closed;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    const auto wait = static_cast<DWORD>(std::max<std::int64_t>(0, left.count()));
    const bool is_late = ::WaitForSingleObject(done.get(), wait) == WAIT_TIMEOUT;
    if (is_late) ::CancelIoEx(pipe, &state);
    const bool is_sent = ::GetOverlappedResult(pipe, &state, &sent, TRUE) != 0;
    if (is_late && !is_sent) return Written::timed_out;
    if (!is_sent) return Written::closed;
    bytes = bytes.subspan(sent);
  }
  return Written::all;
}

std::optional<int> ChildProcess::finish(Timeouts timeouts, const std::stop_token& stop) {
  // A pipe that is closed takes along what has not been read yet.
  const HANDLE child = child_of(std::exchange(child_, -1));
  const Clock::time_point end = Clock::now() + timeouts.total;
  std::jthread closer([this] {
    ::FlushFileBuffers(system_handle(input_));
    (void)input_.close();
  });
  Clock::time_point idle_end = Clock::now() + timeouts.idle;
  std::chrono::nanoseconds used = processor_time(child);
  constexpr DWORD kPause_ms = 5;
  while (::WaitForSingleObject(child, kPause_ms) == WAIT_TIMEOUT) {
    const Clock::time_point now = Clock::now();
    bool is_over = now >= end || stop.stop_requested();
    if (now >= idle_end) {
      const std::chrono::nanoseconds before = std::exchange(used, processor_time(child));
      is_over = is_over || used - before < timeouts.idle / 100;
      idle_end = now + timeouts.idle;
    }
    if (is_over) {
      kill(child);
      return {};
    }
  }
  DWORD status = 0;
  const bool is_known = ::GetExitCodeProcess(child, &status) != 0;
  ::CloseHandle(child);
  if (!is_known) return {};
  return static_cast<int>(status);
}

std::string ChildProcess::errors() const {
  constexpr std::int64_t kMost = 2000;
  const HANDLE file = system_handle(errors_);
  LARGE_INTEGER size{};
  if (::GetFileSizeEx(file, &size) == 0) return {};
  const std::int64_t from = std::max<std::int64_t>(0, size.QuadPart - kMost);
  std::string text(static_cast<std::size_t>(size.QuadPart - from), '\0');
  OVERLAPPED at{};
  at.Offset = static_cast<DWORD>(from);
  at.OffsetHigh = static_cast<DWORD>(from >> 32U);
  DWORD got = 0;
  (void)::ReadFile(file, text.data(), static_cast<DWORD>(text.size()), &got, &at);
  text.resize(got);
  std::erase(text, '\r');
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ';');
  return text;
}

}  // namespace heatwave::system
