// NVRTC and the driver are opened at run time. The linker hands each launch of the program to
// the functions at the end of this file (see kernels/CMakeLists.txt).
#include "kernels/lab/bench/edited_kernels.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <cxxabi.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/core/cuda_check.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/nvrtc.h"
#include "kernels/core/shared_library.h"
#include "kernels/lab/bench/edited_kernels.cuh"

namespace heatwave::lab {
namespace {

constexpr std::chrono::seconds kLongestLaunch(2);

struct Driver {
  CUresult (*load)(CUmodule*, const void*);
  CUresult (*function)(CUfunction*, CUmodule, const char*);
  CUresult (*attribute)(int*, CUfunction_attribute, CUfunction);
  CUresult (*set_attribute)(CUfunction, CUfunction_attribute, int);
  CUresult (*blocks)(int*, CUfunction, int, std::size_t);
  CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                     unsigned, CUstream, void**, void**);
  CUresult (*error_text)(CUresult, const char**);
#if CUDART_VERSION >= 13000
  CUresult (*kernel_name)(const char**, CUkernel);
#endif
};

const Driver& driver() {
  static const Driver all = [] {
    const core::SharedLibrary library = core::gpu_driver_library();
    Driver found{};
    library.find(found.load, "cuModuleLoadData");
    library.find(found.function, "cuModuleGetFunction");
    library.find(found.attribute, "cuFuncGetAttribute");
    library.find(found.set_attribute, "cuFuncSetAttribute");
    library.find(found.blocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
    library.find(found.launch, "cuLaunchKernel");
    library.find(found.error_text, "cuGetErrorString");
#if CUDART_VERSION >= 13000
    library.find(found.kernel_name, "cuKernelGetName");
#endif
    return found;
  }();
  return all;
}

void check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char* text = nullptr;
  driver().error_text(result, &text);
  throw core::Error(std::string(what) + ": " + (text == nullptr ? "unknown error" : text));
}

/// Returns the mangled name of a kernel; empty where the CUDA runtime cannot tell it.
#if CUDART_VERSION >= 12030
constexpr bool kKnowsNames = true;
const char* mangled_name(const void* kernel) {
  const char* name = nullptr;
  HEATWAVE_CUDA_CHECK(cudaFuncGetName(&name, kernel));
  return name;
}
#else
constexpr bool kKnowsNames = false;
const char* mangled_name(const void* /*kernel*/) { return ""; }
#endif

/// Returns the name of a kernel as C++ writes it, without its parameters: "dot<256>".
std::string name_expression(const char* mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free);
  std::string name = status == 0 ? text.get() : mangled;
  // The demangled name of a template begins with the type of its result.
  if (name.starts_with("void ")) name.erase(0, 5);
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == '(' && depth == 0) return name.substr(0, i);
  }
  return name;
}

int device_in_use() {
  int device = 0;
  HEATWAVE_CUDA_CHECK(cudaGetDevice(&device));
  return device;
}

/// Returns a device's compute capability; 90 is 9.0.
int capability_of(int device) {
  int major = 0;
  int minor = 0;
  HEATWAVE_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  HEATWAVE_CUDA_CHECK(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
  return 10 * major + minor;
}

/// The text, and the kernels of it that were launched.
class EditedKernels {
 public:
  explicit EditedKernels(std::string text) : text_(std::move(text)) {}

  /// Returns the text's kernel with the name and the parameters of the program's, for the device in
  /// use; null: the text has none.
  CUfunction function_for(const std::string& kernel) {
    const std::lock_guard lock(mutex_);
    const int device = device_in_use();
    const auto [at, is_new] = known_.try_emplace({device, kernel}, nullptr);
    if (is_new) at->second = compiled(kernel.c_str(), device);
    return at->second;
  }
  /// Returns whether this is the kernel's first launch on the device in use.
  bool note_launch(const std::string& kernel) {
    const std::lock_guard lock(mutex_);
    return launched_.emplace(device_in_use(), kernel).second;
  }
  [[nodiscard]] int launched() {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(launched_.size());
  }

 private:
  /// A module belongs to one device, so each device gets one.
  CUfunction compiled(const char* mangled, int device) {
    const std::string name = name_expression(mangled);
    // Kernels of the program's own, such as the one that waits, are not in the text.
    if (text_.find(name.substr(0, name.find('<'))) == std::string::npos) return nullptr;
    std::vector<std::string> options = core::options_for_cuda_headers();
    options.insert(options.end(), {"-std=c++17", "-default-device"});
    const core::DeviceCode code = nvrtc_.compile({.file = "kernel.cu",
                                                  .text = text_,
                                                  .kernels = {name},
                                                  .headers = {},
                                                  .capability = capability_of(device),
                                                  .options = std::move(options)});
    if (code.names.front() != mangled) {
      throw core::Error("the kernel " + name + " must keep its name and its parameters");
    }
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    check(driver().load(&module, code.bytes.data()), "the kernel cannot be loaded");
    check(driver().function(&function, module, mangled), "the kernel cannot be found");
    return function;
  }

  std::string text_;
  core::Nvrtc nvrtc_{core::cuda_status().driver};
  std::mutex mutex_;
  using OnDevice = std::pair<int, std::string>;  ///< a device, and a kernel's mangled name
  std::map<OnDevice, CUfunction> known_;         ///< null: not in the text
  std::set<OnDevice> launched_;
};

/// The linker replaces launches of the whole process, so there is one text for the process. Null:
/// every launch is the program's own.
std::unique_ptr<EditedKernels>& edited() {
  static std::unique_ptr<EditedKernels> kernels;
  return kernels;
}

/// Waits for the end of a kernel's first launch. A kernel that takes longer than 2 s may never end;
/// only the end of the process stops it.
void await_first_launch(cudaStream_t stream) {
  using Clock = std::chrono::steady_clock;
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  HEATWAVE_CUDA_CHECK(cudaStreamIsCapturing(stream, &capture));
  if (capture != cudaStreamCaptureStatusNone) return;
  const Clock::time_point begin = Clock::now();
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
    if (Clock::now() - begin > kLongestLaunch) {
      std::fputs("heatwave: the kernel did not end within 2 s\n", stderr);
      std::_Exit(kKernelTooSlow);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

std::string found_reason() {
  if (!kKnowsNames) return "this program was built with a CUDA toolkit older than 12.3";
  const core::CudaStatus cuda = core::cuda_status();
  if (!cuda.usable) return cuda.reason;
  try {
    (void)driver();
    (void)core::Nvrtc(cuda.driver);
  } catch (const core::Unavailable& missing) {
    return missing.what();
  }
  return "";
}

}  // namespace

std::string why_no_edited_kernels() {
  static const std::string reason = found_reason();
  return reason;
}

void launch_edited_kernels(std::string text) {
  const std::string reason = why_no_edited_kernels();
  if (!reason.empty()) throw core::Error(reason);
  edited() = std::make_unique<EditedKernels>(std::move(text));
}

int edited_kernels_launched() { return edited() == nullptr ? 0 : edited()->launched(); }

KernelNeeds needs_of(const void* kernel, int threads, std::size_t dynamic_shared) {
  KernelNeeds needs;
  const CUfunction function =
      edited() == nullptr ? nullptr : edited()->function_for(mangled_name(kernel));
  if (function != nullptr) {
    const auto attribute = [&](CUfunction_attribute which) {
      int value = 0;
      check(driver().attribute(&value, which, function), "the kernel's attributes");
      return value;
    };
    needs.registers = attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
    needs.shared_bytes = static_cast<std::size_t>(attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
    needs.local_bytes = static_cast<std::size_t>(attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
    check(driver().blocks(&needs.blocks, function, threads, dynamic_shared),
          "the kernel's occupancy");
    return needs;
  }
  cudaFuncAttributes attributes{};
  HEATWAVE_CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
  HEATWAVE_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&needs.blocks, kernel, threads,
                                                                    dynamic_shared));
  needs.registers = attributes.numRegs;
  needs.shared_bytes = attributes.sharedSizeBytes;
  needs.local_bytes = attributes.localSizeBytes;
  return needs;
}

namespace {

struct Shape {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
};

/// Launches the text's kernel of this name. Returns false when the text has none.
bool launch_edited(const char* kernel, const Shape& shape, void** arguments, cudaStream_t stream) {
  const CUfunction function = edited()->function_for(kernel);
  if (function == nullptr) return false;
  constexpr std::size_t kUsualShared = 48 * 1024;  // more has to be asked for
  if (shape.shared_bytes > kUsualShared) {
    check(driver().set_attribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                 static_cast<int>(shape.shared_bytes)),
          "the kernel's shared memory");
  }
  const auto& [grid, block, shared_bytes] = shape;
  check(driver().launch(function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                        static_cast<unsigned>(shared_bytes), stream, arguments, nullptr),
        "the kernel cannot be launched");
  if (edited()->note_launch(kernel)) await_first_launch(stream);
  return true;
}

}  // namespace
}  // namespace heatwave::lab

// The linker's names for the runtime's functions and for those that take their place.
extern "C" cudaError_t __real_cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block,
                                               void** arguments, std::size_t shared_bytes,
                                               cudaStream_t stream);
extern "C" cudaError_t __wrap_cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block,
                                               void** arguments, std::size_t shared_bytes,
                                               cudaStream_t stream) {
  using namespace heatwave::lab;
  if (edited() != nullptr &&
      launch_edited(mangled_name(kernel), {grid, block, shared_bytes}, arguments, stream)) {
    return cudaSuccess;
  }
  return __real_cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

#if CUDART_VERSION >= 13000
extern "C" cudaError_t __real___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                                 void** arguments, std::size_t shared_bytes,
                                                 cudaStream_t stream);
extern "C" cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                                                 void** arguments, std::size_t shared_bytes,
                                                 cudaStream_t stream) {
  using namespace heatwave::lab;
  if (edited() != nullptr) {
    const char* name = nullptr;
    check(driver().kernel_name(&name, reinterpret_cast<CUkernel>(kernel)), "the kernel's name");
    if (launch_edited(name, {grid, block, shared_bytes}, arguments, stream)) return cudaSuccess;
  }
  return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}
#endif
