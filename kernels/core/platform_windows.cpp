// These functions call the Windows API.
#include <windows.h>

#include <immintrin.h>
#include <malloc.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <cwchar>
#include <vector>

#include "kernels/core/atomic_wait.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/fma.h"
#include "kernels/core/platform.h"

namespace heatwave::core {
namespace {

/// Returns the processor cycles that the calling thread has used.
double thread_cycles() {
  ULONG64 cycles = 0;
  QueryThreadCycleTime(GetCurrentThread(), &cycles);
  return static_cast<double>(cycles);
}

/// Cycles count at a constant rate whatever the clock frequency, but the system does not report the
/// rate. It is the largest of some short measurements, because a thread that loses its processor
/// counts too few cycles.
double measured_cycle_rate() {
  double best = 1.0;
  for (int round = 0; round < 5; ++round) {
    const auto start = std::chrono::steady_clock::now();
    const double cycles = thread_cycles();
    std::chrono::duration<double> took{};
    while (took < std::chrono::milliseconds(1)) took = std::chrono::steady_clock::now() - start;
    best = std::max(best, (thread_cycles() - cycles) / took.count());
  }
  return best;
}

}  // namespace

int processors_by_affinity() {
  DWORD_PTR own = 0;
  DWORD_PTR all = 0;
  if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all) == 0) return 1;
  return std::max(1, std::popcount(static_cast<std::uint64_t>(own)));
}

std::string processor_name() {
  char name[128] = "";
  DWORD size = sizeof name;
  if (RegGetValueA(HKEY_LOCAL_MACHINE, "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                   "ProcessorNameString", RRF_RT_REG_SZ, nullptr, name, &size) != ERROR_SUCCESS) {
    return {};
  }
  std::string trimmed = name;
  trimmed.erase(trimmed.find_last_not_of(' ') + 1);
  return trimmed.substr(std::min(trimmed.size(), trimmed.find_first_not_of(' ')));
}

CacheBytes cache_bytes(int level, const std::filesystem::path& /*root*/) {
  DWORD size = 0;
  GetLogicalProcessorInformation(nullptr, &size);
  std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> all(size / sizeof all[0]);
  if (all.empty() || GetLogicalProcessorInformation(all.data(), &size) == 0) return {};
  CacheBytes bytes;
  for (const SYSTEM_LOGICAL_PROCESSOR_INFORMATION& each : all) {
    if (each.Relationship != RelationCache || each.Cache.Level != level) continue;
    bytes.each = std::max<std::uint64_t>(bytes.each, each.Cache.Size);
    bytes.all += each.Cache.Size;
  }
  return bytes;
}

std::uint64_t free_machine_memory(const std::filesystem::path& /*root*/) {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  return GlobalMemoryStatusEx(&status) != 0 ? status.ullAvailPhys : 0;
}

CgroupLimits cgroup_limits(const std::filesystem::path& /*root*/) { return {}; }

void return_freed_memory() { _heapmin(); }

double thread_seconds() {
  static const double rate = measured_cycle_rate();
  return thread_cycles() / rate;
}

void* open_library(const std::string& name) {
  return reinterpret_cast<void*>(LoadLibraryA(name.c_str()));
}

void* open_library_for_others(const std::string& name) { return open_library(name); }

void* function_in(void* library, const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library), name));
}

ExecutableMemory::ExecutableMemory(std::span<const std::uint8_t> code) {
  void* pages = VirtualAlloc(nullptr, code.size(), MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
  if (pages == nullptr) throw Error("there is no memory for machine code");
  std::memcpy(pages, code.data(), code.size());
  DWORD before = 0;
  if (VirtualProtect(pages, code.size(), PAGE_EXECUTE_READ, &before) == 0) {
    VirtualFree(pages, 0, MEM_RELEASE);
    throw Error("the system refuses to run machine code that was made at run time");
  }
  FlushInstructionCache(GetCurrentProcess(), pages, code.size());
  data_ = static_cast<std::uint8_t*>(pages);
  size_ = code.size();
}

ExecutableMemory::~ExecutableMemory() {
  if (data_ != nullptr) VirtualFree(data_, 0, MEM_RELEASE);
}

void sleep_while_equal(const void* address, const void* old, std::size_t size) {
  WaitOnAddress(const_cast<void*>(address), const_cast<void*>(old), size, INFINITE);
}

void wake_all_at(const void* address) { WakeByAddressAll(const_cast<void*>(address)); }

}  // namespace heatwave::core

#ifdef __MINGW32__
// The linker lets these functions take the place of the C library's (kernels/CMakeLists.txt). The
// one of Visual Studio rounds fmaf() once and reads UTF-8.

namespace {

/// The rest of an angle after whole quarters of a turn, and their number modulo 4.
struct ReducedAngle {
  long double rest = 0.0L;
  int quarters = 0;
};

/// The C library reduces angles by a π of 66 bits, which is wrong near multiples of π.
ReducedAngle reduced_angle(double x) {
  constexpr long double kQuarter = 0x1.921FB54442D1846Ap+0L;           // π/2, rounded
  constexpr long double kQuarterError = -0x0.76733AE8FE47C65DAEp-64L;  // π/2 − kQuarter
  const long double quarters = std::nearbyint(static_cast<long double>(x) / kQuarter);
  const __float128 rest = static_cast<__float128>(x) -
                          static_cast<__float128>(quarters) * kQuarter -
                          static_cast<__float128>(quarters) * kQuarterError;
  return {static_cast<long double>(rest),
          static_cast<int>(static_cast<std::int64_t>(quarters) & 3)};
}

/// Returns whether a sine is exact without a reduction, or an angle is so large that none helps.
bool needs_no_reduction(double x) { return !(std::abs(x) > 0.7 && std::abs(x) < 0x1p50); }

double sine_of_quarters(const ReducedAngle& angle, int more) {
  switch ((angle.quarters + more) & 3) {
    case 0:
      return static_cast<double>(std::sin(angle.rest));
    case 1:
      return static_cast<double>(std::cos(angle.rest));
    case 2:
      return static_cast<double>(-std::sin(angle.rest));
    default:
      return static_cast<double>(-std::cos(angle.rest));
  }
}

[[gnu::target("fma")]] float fma_by_instruction(float x, float y, float z) {
  return _mm_cvtss_f32(_mm_fmadd_ss(_mm_set_ss(x), _mm_set_ss(y), _mm_set_ss(z)));
}

/// Returns the bytes of a character in UTF-8 by its first byte; 0: it begins none.
std::size_t length_in_utf8(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

}  // namespace

extern "C" {
double __wrap_sin(double x);
double __wrap_cos(double x);
float __wrap_fmaf(float x, float y, float z);
std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t bytes, std::mbstate_t* state);

double __wrap_sin(double x) {
  if (needs_no_reduction(x)) return static_cast<double>(std::sin(static_cast<long double>(x)));
  return sine_of_quarters(reduced_angle(x), 0);
}

double __wrap_cos(double x) {
  if (needs_no_reduction(x)) return static_cast<double>(std::cos(static_cast<long double>(x)));
  return sine_of_quarters(reduced_angle(x), 1);
}

float __wrap_fmaf(float x, float y, float z) {
  return __builtin_cpu_supports("fma") ? fma_by_instruction(x, y, z)
                                       : heatwave::core::fma_in_doubles(x, y, z);
}

/// Reads UTF-8, by which the standard library then makes paths of texts; the C library reads the
/// "C" locale, byte by byte. Of a character beyond 16 bits the first call takes all bytes but the
/// last, and the second one that.
std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t bytes,
                           std::mbstate_t* state) {
  constexpr auto kWrong = static_cast<std::size_t>(-1);
  constexpr auto kUnfinished = static_cast<std::size_t>(-2);
  if (from == nullptr) return 0;
  if (bytes == 0) return kUnfinished;
  if (*state != 0) {
    if (to != nullptr) *to = static_cast<wchar_t>(*state);
    *state = 0;
    return 1;
  }
  const auto first = static_cast<unsigned char>(*from);
  const std::size_t length = length_in_utf8(first);
  if (length > bytes) return kUnfinished;
  std::uint32_t code = length < 2 ? first : first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto next = static_cast<unsigned char>(from[i]);
    if ((next & 0xC0U) != 0x80U) {
      errno = EILSEQ;
      return kWrong;
    }
    code = (code << 6U) | (next & 0x3FU);
  }
  if (length == 0) {
    errno = EILSEQ;
    return kWrong;
  }
  if (code >= 0x10000U) {
    if (to != nullptr) *to = static_cast<wchar_t>(0xD800U + ((code - 0x10000U) >> 10U));
    *state = static_cast<std::mbstate_t>(0xDC00U + (code & 0x3FFU));
    return length - 1;
  }
  if (to != nullptr) *to = static_cast<wchar_t>(code);
  return code == 0 ? 0 : length;
}
}
#endif
