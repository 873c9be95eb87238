// Texts are compiled here one after the other, and loaded by the driver.
#include "kernels/field/formula/cuda/kernel_compiler.h"

#include <optional>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/shared_library.h"

namespace heatwave::field::formula {

/// The driver's functions for code that was made at run time, found by name: a program that links
/// them does not start without the driver.
struct KernelCompiler::Driver {
  int (*load)(void** library, const void* code, void*, void*, unsigned, void*, void*, unsigned);
  int (*unload)(void* library);
  int (*find)(void** kernel, void* library, const char* name);
};

namespace {

// In the cache, the names of the kernels come before the code, each in a line, after their number.
std::string packed(const core::DeviceCode& code) {
  std::string bytes = std::to_string(code.names.size()) + '\n';
  for (const std::string& name : code.names) bytes += name + '\n';
  return bytes + code.bytes;
}

/// Returns nothing if the bytes were not made by packed().
std::optional<core::DeviceCode> unpacked(std::string_view bytes, std::size_t kernels) {
  core::DeviceCode code;
  for (std::size_t line = 0; line <= kernels; ++line) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) return {};
    const std::string_view text = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    if (line > 0) code.names.emplace_back(text);
    if (line == 0 && text != std::to_string(kernels)) return {};
  }
  code.bytes = bytes;
  return code;
}

/// Compiles a text; the message of a failure is one line.
core::DeviceCode compiled_now(const core::Nvrtc& nvrtc, const core::CudaSource& source,
                              const std::atomic<bool>& stop) {
  try {
    return nvrtc.compile(source, &stop);
  } catch (const core::CompilationFailed& failure) {
    const std::string log = failure.what();
    throw core::Error("NVRTC cannot compile the formula: " + log.substr(0, log.find('\n')));
  }
}

}  // namespace

KernelCompiler::KernelCompiler(int driver, int capability, std::shared_ptr<CodeCache> cache)
    : nvrtc_(driver), capability_(capability), cache_(std::move(cache)) {
  const std::string reason = nvrtc_.why_no_code(capability);
  if (!reason.empty()) throw core::Unavailable(reason);
  const core::SharedLibrary library = core::gpu_driver_library();
  Driver functions{};
  library.find(functions.load, "cuLibraryLoadData");
  library.find(functions.unload, "cuLibraryUnload");
  library.find(functions.find, "cuLibraryGetKernel");
  driver_ = std::make_shared<const Driver>(functions);
}

KernelCompiler::~KernelCompiler() {
  {
    const std::scoped_lock lock(mutex_);
    stops_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  for (void* library : libraries_) driver_->unload(library);
}

Kernels KernelCompiler::load(const KernelText& text) {
  const core::CudaSource source = source_of(text, capability_);
  const std::string key = cache_key(source, nvrtc_.version());
  std::optional<core::DeviceCode> code;
  if (cache_ != nullptr) {
    if (const auto bytes = cache_->find(key)) code = unpacked(*bytes, text.kernels.size());
  }
  if (!code) {
    code = compiled_now(nvrtc_, source, stops_);
    if (cache_ != nullptr) cache_->keep(key, packed(*code));
  }
  void* library = nullptr;
  const auto check = [](int result, const char* call) {
    if (result == 0) return;
    throw core::Error("the GPU's driver cannot load the compiled formula (" + std::string(call) +
                      " failed with status " + std::to_string(result) + ")");
  };
  check(driver_->load(&library, code->bytes.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        "cuLibraryLoadData");
  {
    const std::scoped_lock lock(mutex_);
    libraries_.push_back(library);
  }
  Kernels kernels;
  for (const std::string& name : code->names) {
    void* kernel = nullptr;
    check(driver_->find(&kernel, library, name.c_str()), "cuLibraryGetKernel");
    kernels.push_back(kernel);
  }
  return kernels;
}

const Kernels& KernelCompiler::compiled(const KernelText& text) {
  {
    const std::scoped_lock lock(mutex_);
    const auto known = entries_.find(text);
    if (known != entries_.end() && !known->second.kernels.empty()) return known->second.kernels;
  }
  Kernels kernels = load(text);
  const std::scoped_lock lock(mutex_);
  return (entries_[text] = {true, std::move(kernels)}).kernels;
}

const Kernels* KernelCompiler::find(const KernelText& text) {
  const std::scoped_lock lock(mutex_);
  const auto [entry, is_new] = entries_.try_emplace(text);
  if (is_new) {
    pending_.push_back(text);
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    changed_.notify_all();
  }
  return entry->second.is_done && !entry->second.kernels.empty() ? &entry->second.kernels : nullptr;
}

bool KernelCompiler::is_busy() const {
  const std::scoped_lock lock(mutex_);
  return !pending_.empty();
}

std::string KernelCompiler::failure() const {
  const std::scoped_lock lock(mutex_);
  return failure_;
}

void KernelCompiler::run() {
  std::unique_lock lock(mutex_);
  while (!stops_) {
    if (pending_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const KernelText text = pending_.front();
    lock.unlock();
    Kernels kernels;
    std::string failure;
    try {
      kernels = load(text);
    } catch (const core::Error& error) {
      failure = error.what();
    }
    lock.lock();
    entries_[text] = {true, std::move(kernels)};
    pending_.pop_front();
    if (!failure.empty()) failure_ = failure;
  }
}

}  // namespace heatwave::field::formula
