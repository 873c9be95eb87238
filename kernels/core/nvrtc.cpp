// NVRTC's functions are found by name here, so that its header is not needed.
#include "kernels/core/nvrtc.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "kernels/core/shared_library.h"

namespace heatwave::core {

// These declarations follow NVRTC's C interface.
struct Nvrtc::Functions {
  using Program = void*;
  int (*version)(int*, int*);
  int (*count_architectures)(int*);
  int (*architectures)(int*);
  int (*create)(Program*, const char*, const char*, int, const char* const*, const char* const*);
  int (*destroy)(Program*);
  int (*add_name)(Program, const char*);
  int (*compile)(Program, int, const char* const*);
  int (*log_size)(Program, std::size_t*);
  int (*log)(Program, char*);
  int (*lowered_name)(Program, const char*, const char**);
  int (*code_size)(Program, std::size_t*);
  int (*code)(Program, char*);
  /// Null: a compilation of this version cannot be stopped.
  int (*set_callback)(Program, int (*)(void*, void*), void*);
};

namespace {

SharedLibrary opened(int driver) {
  if (driver != 0 && driver < 13000) {
    return {"NVRTC for this driver", {"libnvrtc.so.12", "nvrtc64_120_0.dll"}};
  }
  return {"NVRTC", {"libnvrtc.so.13", "nvrtc64_130_0.dll", "libnvrtc.so.12", "nvrtc64_120_0.dll"}};
}

void check(int result, const char* call) {
  if (result == 0) return;
  throw Error("NVRTC: " + std::string(call) + " failed with status " + std::to_string(result));
}

int stops(void* flag, void* /*unused*/) {
  return static_cast<const std::atomic<bool>*>(flag)->load() ? 1 : 0;
}

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

/// Returns the toolkit's folder: what CUDA_PATH or CUDA_HOME names, else its usual place.
std::filesystem::path toolkit_folder() {
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"}) {
    const char* const folder = std::getenv(variable);
    if (folder != nullptr && *folder != '\0') return folder;
  }
  return "/usr/local/cuda";
}

/// Returns the log, and where the toolkit's headers were looked for if one of them is missing.
std::string with_missing_headers(std::string log) {
  if (log.find("open source file") != std::string::npos && options_for_cuda_headers().empty()) {
    log += "\nThe CUDA toolkit's headers are not in " + (toolkit_folder() / "include").string() +
           "; install the toolkit, or set CUDA_PATH to its folder.";
  }
  return log;
}

}  // namespace

std::vector<std::string> options_for_cuda_headers() {
  const std::filesystem::path headers = toolkit_folder() / "include";
  // Since CUDA 13 the headers of the C++ libraries have a folder of their own, which nvcc knows.
  std::vector<std::string> options;
  std::error_code unreadable;
  for (const std::filesystem::path& each : {headers, headers / "cccl"}) {
    if (std::filesystem::is_directory(each, unreadable)) options.push_back("-I" + each.string());
  }
  return options;
}

Nvrtc::Nvrtc(int driver) {
  const SharedLibrary library = opened(driver);
  Functions all{};
  library.find(all.version, "nvrtcVersion");
  library.find(all.count_architectures, "nvrtcGetNumSupportedArchs");
  library.find(all.architectures, "nvrtcGetSupportedArchs");
  library.find(all.create, "nvrtcCreateProgram");
  library.find(all.destroy, "nvrtcDestroyProgram");
  library.find(all.add_name, "nvrtcAddNameExpression");
  library.find(all.compile, "nvrtcCompileProgram");
  library.find(all.log_size, "nvrtcGetProgramLogSize");
  library.find(all.log, "nvrtcGetProgramLog");
  library.find(all.lowered_name, "nvrtcGetLoweredName");
  library.find(all.code_size, "nvrtcGetCUBINSize");
  library.find(all.code, "nvrtcGetCUBIN");
  library.find_if_there(all.set_callback, "nvrtcSetFlowCallback");
  functions_ = std::make_shared<const Functions>(all);
  int major = 0;
  int minor = 0;
  check(all.version(&major, &minor), "nvrtcVersion");
  version_ = std::to_string(major) + '.' + std::to_string(minor);
}

std::string Nvrtc::why_no_code(int capability) const {
  int count = 0;
  check(functions_->count_architectures(&count), "nvrtcGetNumSupportedArchs");
  std::vector<int> known(static_cast<std::size_t>(count));
  check(functions_->architectures(known.data()), "nvrtcGetSupportedArchs");
  if (std::find(known.begin(), known.end(), capability) != known.end()) return {};
  return "NVRTC " + version_ + " makes no code for compute capability " +
         std::to_string(capability / 10) + '.' + std::to_string(capability % 10);
}

DeviceCode Nvrtc::compile(const CudaSource& source, const std::atomic<bool>* stop) const {
  std::vector<const char*> names;
  std::vector<const char*> texts;
  for (const auto& [name, header] : source.headers) {
    names.push_back(name.c_str());
    texts.push_back(header.c_str());
  }
  Functions::Program program = nullptr;
  check(functions_->create(&program, source.text.c_str(), source.file.c_str(),
                           static_cast<int>(names.size()), texts.data(), names.data()),
        "nvrtcCreateProgram");
  const auto destroy = [this](void* made) { functions_->destroy(&made); };
  const std::unique_ptr<void, decltype(destroy)> owner(program, destroy);
  for (const std::string& kernel : source.kernels) {
    check(functions_->add_name(program, kernel.c_str()), "nvrtcAddNameExpression");
  }
  if (stop != nullptr && functions_->set_callback != nullptr) {
    check(functions_->set_callback(program, &stops, const_cast<std::atomic<bool>*>(stop)),
          "nvrtcSetFlowCallback");
  }
  const std::string architecture = "--gpu-architecture=sm_" + std::to_string(source.capability);
  std::vector<const char*> options = pointers_to(source.options);
  options.push_back(architecture.c_str());
  const int result = functions_->compile(program, static_cast<int>(options.size()), options.data());
  if (stop != nullptr && *stop) throw Error("the compilation was stopped");
  if (result != 0) {
    std::size_t size = 0;
    check(functions_->log_size(program, &size), "nvrtcGetProgramLogSize");
    std::string log(size, '\0');
    check(functions_->log(program, log.data()), "nvrtcGetProgramLog");
    log.erase(std::min(log.find('\0'), log.size()));
    while (log.ends_with('\n')) log.pop_back();
    throw CompilationFailed(with_missing_headers(log));
  }
  DeviceCode code;
  for (const std::string& kernel : source.kernels) {
    const char* name = nullptr;
    check(functions_->lowered_name(program, kernel.c_str(), &name), "nvrtcGetLoweredName");
    code.names.emplace_back(name);
  }
  std::size_t size = 0;
  check(functions_->code_size(program, &size), "nvrtcGetCUBINSize");
  code.bytes.resize(size);
  check(functions_->code(program, code.bytes.data()), "nvrtcGetCUBIN");
  return code;
}

}  // namespace heatwave::core
