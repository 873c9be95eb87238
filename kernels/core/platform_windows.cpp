// These functions call the Windows API.
#include <windows.h>

#include <malloc.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <vector>

#include "kernels/core/atomic_wait.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
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

std::uint64_t cache_bytes(int level) {
  DWORD size = 0;
  GetLogicalProcessorInformation(nullptr, &size);
  std::vector<SYSTEM_LOGICAL_PROCESSOR_INFORMATION> all(size / sizeof all[0]);
  if (all.empty() || GetLogicalProcessorInformation(all.data(), &size) == 0) return 0;
  std::uint64_t bytes = 0;
  for (const SYSTEM_LOGICAL_PROCESSOR_INFORMATION& each : all) {
    if (each.Relationship != RelationCache || each.Cache.Level != level) continue;
    bytes = std::max<std::uint64_t>(bytes, each.Cache.Size);
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
