// The processor's mode is switched here. The functions are not inline, so that no arithmetic moves
// across them.
#include "kernels/core/denormals.h"

namespace heatwave::core {
namespace {

#if defined(__x86_64__)
constexpr std::uint64_t kFlushDenormals = 0x8040;  // MXCSR: results and operands
std::uint64_t mode() { return __builtin_ia32_stmxcsr(); }
void set_mode(std::uint64_t mode) { __builtin_ia32_ldmxcsr(static_cast<unsigned>(mode)); }
#elif defined(__aarch64__)
constexpr std::uint64_t kFlushDenormals = std::uint64_t{1} << 24U;  // FPCR: both
std::uint64_t mode() {
  std::uint64_t mode = 0;
  asm volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
}
void set_mode(std::uint64_t mode) { asm volatile("msr fpcr, %0" ::"r"(mode) : "memory"); }
#else
constexpr std::uint64_t kFlushDenormals = 0;  // no switch is known: denormals are kept
std::uint64_t mode() { return 0; }
void set_mode(std::uint64_t /*mode*/) {}
#endif

}  // namespace

FlushDenormals::FlushDenormals() : before_(mode()) { set_mode(before_ | kFlushDenormals); }

FlushDenormals::~FlushDenormals() { set_mode(before_); }

}  // namespace heatwave::core
