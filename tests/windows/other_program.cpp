// Stands for other programs for Windows while Heatwave is tested: a film encoder, a virus scanner
// that holds a file, and a terminal in which somebody presses Ctrl C.
#include <windows.h>

#include <fcntl.h>
#include <io.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

/// Reads a film from standard input and writes the number of its bytes to the last argument, as a
/// program does that shares its files as the C library does by default.
int encode(int argc, wchar_t** argv) {
  if (_wgetenv(L"ENCODER_FAILS") != nullptr) {
    std::fputs("Unknown encoder\n", stderr);
    return 3;
  }
  _setmode(_fileno(stdin), _O_BINARY);
  char buffer[4096];
  long long bytes = 0;
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, stdin)) {
    bytes += static_cast<long long>(got);
  }
  std::wstring path = argv[argc - 1];
  if (path.starts_with(L"file:")) path.erase(0, 5);
  std::FILE* const file = _wfopen(path.c_str(), L"wb");
  if (file == nullptr) {
    std::fprintf(stderr, "cannot open the output: error %lu\n", GetLastError());
    return 1;
  }
  std::fprintf(file, "%lld bytes", bytes);
  return std::fclose(file);
}

/// Holds a file that others may read, but neither write nor replace, for some milliseconds.
int hold(const wchar_t* path, const wchar_t* milliseconds) {
  const HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING,
                                  FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return 1;
  std::puts("held");
  std::fflush(stdout);
  Sleep(static_cast<DWORD>(_wtoi(milliseconds)));
  return CloseHandle(file) != 0 ? 0 : 1;
}

BOOL WINAPI ignore(DWORD /*event*/) { return TRUE; }

bool is_there(const wchar_t* path) { return GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES; }

/// Runs a command line in this program's terminal, sends Ctrl C to both once the file is there,
/// and returns its exit status; more than 100: that failed.
int interrupt(const wchar_t* awaited, const wchar_t* command) {
  SetConsoleCtrlHandler(ignore, TRUE);
  std::wstring line = command;
  STARTUPINFOW start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION child{};
  if (CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start,
                     &child) == 0) {
    return 101;
  }
  while (!is_there(awaited)) {
    if (WaitForSingleObject(child.hProcess, 50) == WAIT_OBJECT_0) return 102;
  }
  Sleep(500);
  if (GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) == 0) return 103;
  constexpr DWORD kMost_ms = 20'000;
  if (WaitForSingleObject(child.hProcess, kMost_ms) != WAIT_OBJECT_0) {
    TerminateProcess(child.hProcess, 104);
    return 104;
  }
  DWORD status = 105;
  GetExitCodeProcess(child.hProcess, &status);
  return static_cast<int>(status);
}

}  // namespace

int wmain(int argc, wchar_t** argv) {
  const std::wstring_view what = argc > 1 ? argv[1] : L"";
  if (what == L"hold" && argc == 4) return hold(argv[2], argv[3]);
  if (what == L"interrupt" && argc == 4) return interrupt(argv[2], argv[3]);
  return argc > 1 ? encode(argc, argv) : 1;
}
