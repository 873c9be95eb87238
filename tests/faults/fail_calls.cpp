// A library to be preloaded into the program: counts its calls for memory and for input and output
// from the start of main on, and makes one of them fail, or all from one on.
//
// HEATWAVE_FAULT=KIND:N:AS[:on]  KIND is memory or io, N counts from 1, AS is an errno, "short" or
//                                "zero"; "on": all later calls of the kind fail as well.
// HEATWAVE_FAULT_LOG=FILE        Lists the calls when main returns: kind, name, call stack, in
//                                their order within a kind.
//
// Calls for memory by the dynamic loader, by __cxa_thread_atexit_impl, by libstb and by what
// std::filesystem::path keeps of its components are left alone: when they get none, they end the
// program by themselves. HEATWAVE_FAULT_IGNORED=FROM:TO,... has such functions in the program, in
// hexadecimal as nm(1) has their addresses: when a signal ends one of them, the status is 77.
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "tests/faults/faults.h"

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace heatwave::faults {
namespace {

constexpr std::array kKindNames{"memory", "io"};

struct Call {
  const char* name;
  std::uint64_t stack;
};

struct Range {
  std::uintptr_t from = 0;
  std::uintptr_t to = 0;
};

std::atomic<bool> counting{false};
std::array<std::atomic<std::uint32_t>, 2> counts{};
Kind fault_kind{};
std::uint32_t fault_at = 0;  // 0: none fails
int fault_as = 0;
bool fault_lasts = false;
// A second of the program's calls; what is beyond is not listed.
constexpr std::uint32_t kMostListed = 1U << 21U;
std::array<Call*, 2> lists{};  // null: nothing is listed
std::array<Range, 4> left_alone{};
std::array<Range, 8> ignored{};
thread_local bool is_inside __attribute__((tls_model("initial-exec"))) = false;

std::uint64_t stack_hash() {
  std::array<void*, 24> frames{};
  const int depth = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  std::uint64_t hash = 1469598103934665603U;
  for (int i = 2; i < depth; ++i) {
    hash ^= reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(i)]);
    hash *= 1099511628211U;
  }
  return hash;
}

/// Whether one of the functions is at work in this thread.
bool is_within(const std::array<Range, 8>& functions) {
  std::array<void*, 64> frames{};
  is_inside = true;
  const int depth = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  is_inside = false;
  return std::any_of(frames.begin(), frames.begin() + depth, [&](const void* frame) {
    const auto at = reinterpret_cast<std::uintptr_t>(frame);
    return std::any_of(functions.begin(), functions.end(),
                       [at](const Range& range) { return range.from < at && at <= range.to; });
  });
}

}  // namespace

int fault_of(Kind kind, const char* name) {
  if (!counting.load(std::memory_order_relaxed) || is_inside) return kSucceeds;
  const auto index = static_cast<std::size_t>(kind);
  const std::uint32_t number = ++counts[index];
  if (Call* const list = lists[index]; list != nullptr && number <= kMostListed) {
    is_inside = true;
    list[number - 1] = {name, stack_hash()};
    is_inside = false;
  }
  if (kind != fault_kind || fault_at == 0) return kSucceeds;
  const bool fails = fault_lasts ? number >= fault_at : number == fault_at;
  return fails ? fault_as : kSucceeds;
}

void* function_behind(const char* name) {
  is_inside = true;
  void* const function = ::dlsym(RTLD_NEXT, name);
  is_inside = false;
  return function;
}

namespace {

bool fails_to_allocate(const char* name, const void* caller) {
  const auto at = reinterpret_cast<std::uintptr_t>(caller);
  const auto lies_in = [at](const Range& range) { return range.from <= at && at < range.to; };
  if (std::any_of(left_alone.begin(), left_alone.end(), lies_in)) return false;
  if (fault_of(Kind::memory, name) == kSucceeds) return false;
  errno = ENOMEM;
  return true;
}

/// The code of the first library whose path contains `name`.
Range range_of_library(const char* name) {
  struct Search {
    const char* name;
    Range found;
  };
  const auto note = [](dl_phdr_info* info, std::size_t, void* data) {
    Search& search = *static_cast<Search*>(data);
    if (std::strstr(info->dlpi_name, search.name) == nullptr) return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr)& part = info->dlpi_phdr[i];
      if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
      const std::uintptr_t from = info->dlpi_addr + part.p_vaddr;
      search.found = {from, from + part.p_memsz};
    }
    return 1;
  };
  Search search{name, {}};
  ::dl_iterate_phdr(note, &search);
  return search.found;
}

/// The code from the start of the function to its end; empty: there is none.
Range range_of_function(const char* name) {
  void* const function = ::dlsym(RTLD_NEXT, name);
  Dl_info info{};
  void* symbol = nullptr;
  if (function == nullptr || ::dladdr1(function, &info, &symbol, RTLD_DL_SYMENT) == 0) return {};
  const auto from = reinterpret_cast<std::uintptr_t>(function);
  return {from, from + static_cast<const ElfW(Sym)*>(symbol)->st_size};
}

/// The code of std::filesystem::path, which is one piece of libstdc++.
Range range_of_paths() {
  Range all;
  for (const char* name : {"_ZNKSt10filesystem7__cxx114path5_List13_Impl_deleterclEPNS2_5_ImplE",
                           "_ZNSt10filesystem7__cxx114path5_ListC1ERKS2_",
                           "_ZNSt10filesystem7__cxx114path14_M_split_cmptsEv",
                           "_ZNSt10filesystem7__cxx114pathdVERKS1_"}) {
    const Range range = range_of_function(name);
    if (range.from == 0) continue;
    all.from = all.from == 0 ? range.from : std::min(all.from, range.from);
    all.to = std::max(all.to, range.to);
  }
  return all;
}

void read_fault(const char* text) {
  fault_kind = std::strncmp(text, "io:", 3) == 0 ? Kind::io : Kind::memory;
  char* rest = nullptr;
  fault_at = static_cast<std::uint32_t>(std::strtoul(std::strchr(text, ':') + 1, &rest, 10));
  const char* as = rest + 1;
  fault_as = std::strncmp(as, "short", 5) == 0  ? kShort
             : std::strncmp(as, "zero", 4) == 0 ? kZero
                                                : static_cast<int>(std::strtol(as, nullptr, 10));
  fault_lasts = std::strstr(as, ":on") != nullptr;
}

void read_functions(const char* text) {
  std::uintptr_t base = 0;
  const auto note = [](dl_phdr_info* info, std::size_t, void* to) {
    *static_cast<std::uintptr_t*>(to) = info->dlpi_addr;
    return 1;  // the program is the first
  };
  ::dl_iterate_phdr(note, &base);
  for (Range& range : ignored) {
    char* rest = nullptr;
    range.from = base + std::strtoull(text, &rest, 16);
    if (*rest != ':') break;
    range.to = base + std::strtoull(rest + 1, &rest, 16);
    if (*rest != ',') break;
    text = rest + 1;
  }
}

/// Ends the program as the signal does, with status 77 where an ignored function is at work.
void end_by(int signal) {
  constexpr int kIgnored = 77;
  if (is_within(ignored)) ::_exit(kIgnored);
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void write_list(const char* path) {
  std::FILE* const file = std::fopen(path, "w");
  if (file == nullptr) return;
  for (std::size_t kind = 0; kind < lists.size(); ++kind) {
    const std::uint32_t count = std::min(counts[kind].load(), kMostListed);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Call& call = lists[kind][i];
      std::fprintf(file, "%s %s %llx\n", kKindNames[kind], call.name,
                   static_cast<unsigned long long>(call.stack));
    }
  }
  std::fclose(file);
}

int (*program_main)(int, char**, char**) = nullptr;

int counted_main(int argc, char** argv, char** environment) {
  std::array<void*, 2> frames{};
  ::backtrace(frames.data(), 2);  // the first one loads a library
  left_alone = {range_of_library("/ld-linux"), range_of_library("/libstb."), range_of_paths(),
                range_of_function("__cxa_thread_atexit_impl")};
  if (const char* fault = std::getenv("HEATWAVE_FAULT"); fault != nullptr) read_fault(fault);
  if (const char* list = std::getenv("HEATWAVE_FAULT_IGNORED"); list != nullptr) {
    read_functions(list);
    for (const int signal : {SIGABRT, SIGSEGV, SIGBUS}) ::signal(signal, end_by);
  }
  const char* const log = std::getenv("HEATWAVE_FAULT_LOG");
  for (Call*& list : lists) {
    if (log == nullptr) continue;
    list = static_cast<Call*>(::mmap(nullptr, kMostListed * sizeof(Call), PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  }
  ::unsetenv("LD_PRELOAD");  // its children are left alone
  counting = true;
  const int status = program_main(argc, argv, environment);
  counting = false;
  if (log != nullptr) write_list(log);
  return status;
}

}  // namespace
}  // namespace heatwave::faults

using namespace heatwave::faults;

using StartMain = int(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(),
                      void*);
int start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
               void (*fini)(), void (*rtld_fini)(), void* stack_end) asm("__libc_start_main");
int start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
               void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  program_main = main;
  return real<StartMain*>("__libc_start_main")(counted_main, argc, argv, init, fini, rtld_fini,
                                               stack_end);
}

// Memory ----------------------------------------------------------------------------------------

void* shim_malloc(std::size_t size) asm("malloc");
void* shim_malloc(std::size_t size) {
  if (fails_to_allocate("malloc", __builtin_return_address(0))) return nullptr;
  return __libc_malloc(size);
}

void* shim_new(std::size_t size) asm("_Znwm");
void* shim_new(std::size_t size) {
  if (fails_to_allocate("new", __builtin_return_address(0))) throw std::bad_alloc();
  void* const memory = __libc_malloc(size != 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* shim_calloc(std::size_t count, std::size_t size) asm("calloc");
void* shim_calloc(std::size_t count, std::size_t size) {
  if (fails_to_allocate("calloc", __builtin_return_address(0))) return nullptr;
  return __libc_calloc(count, size);
}

void* shim_realloc(void* memory, std::size_t size) asm("realloc");
void* shim_realloc(void* memory, std::size_t size) {
  if (fails_to_allocate("realloc", __builtin_return_address(0))) return nullptr;
  return __libc_realloc(memory, size);
}

void* shim_aligned_alloc(std::size_t alignment, std::size_t size) asm("aligned_alloc");
void* shim_aligned_alloc(std::size_t alignment, std::size_t size) {
  if (fails_to_allocate("aligned_alloc", __builtin_return_address(0))) return nullptr;
  return __libc_memalign(alignment, size);
}

int shim_posix_memalign(void** memory, std::size_t alignment,
                        std::size_t size) asm("posix_memalign");
int shim_posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  if (fails_to_allocate("posix_memalign", __builtin_return_address(0))) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory != nullptr ? 0 : ENOMEM;
}

void* shim_mmap(void* at, std::size_t size, int rights, int flags, int file,
                off_t from) asm("mmap");
void* shim_mmap(void* at, std::size_t size, int rights, int flags, int file, off_t from) {
  if (fails_to_allocate("mmap", __builtin_return_address(0))) return MAP_FAILED;
  return reinterpret_cast<void*>(::syscall(SYS_mmap, at, size, rights, flags, file, from));
}
