// NVRTC's functions are found by name here, and called with the embedded headers.
#include "kernels/field/formula/cuda/nvrtc.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/platform.h"
#include "kernels/field/formula/cuda/device_headers.h"

namespace heatwave::field::formula {

// These declarations follow NVRTC's C interface, so that its header is not needed.
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

void* opened(int driver) {
  static constexpr const char* kNewest[] = {"libnvrtc.so.13", "nvrtc64_130_0.dll"};
  static constexpr const char* kOlder[] = {"libnvrtc.so.12", "nvrtc64_120_0.dll"};
  const bool takes_newest = driver == 0 || driver >= 13000;
  for (const bool newest : {true, false}) {
    if (newest && !takes_newest) continue;
    for (const char* name : newest ? kNewest : kOlder) {
      for (const char* folder : {"", "/usr/local/cuda/lib64/", "/usr/local/cuda/lib/"}) {
        if (void* file = core::open_library(std::string(folder) + name)) return file;
      }
    }
  }
  throw core::Unavailable(takes_newest
                              ? "NVRTC is not installed (libnvrtc.so.13 or .12 was not found)"
                              : "NVRTC for this driver is not installed (libnvrtc.so.12 was not "
                                "found)");
}

template <typename Function>
void find(Function*& function, void* file, const char* name) {
  function = reinterpret_cast<Function*>(core::function_in(file, name));
  if (function == nullptr) throw core::Unavailable("this NVRTC has no " + std::string(name));
}

void check(int result, const char* call) {
  if (result == 0) return;
  throw core::Error("NVRTC: " + std::string(call) + " failed with status " +
                    std::to_string(result));
}

/// Appends the headers that a text includes, and those that they include.
void add_headers(std::string_view text, std::map<std::string, std::string>& headers) {
  constexpr std::string_view kInclude = "#include ";
  for (std::size_t at = text.find(kInclude); at != std::string_view::npos;
       at = text.find(kInclude, at + 1)) {
    const std::size_t begin = at + kInclude.size() + 1;
    const char end = text[begin - 1] == '<' ? '>' : '"';
    const std::string name(text.substr(begin, text.find(end, begin) - begin));
    const auto [header, is_new] = headers.try_emplace(name);
    if (!is_new) continue;
    if (end == '>') {  // the standard library
      header->second = "#include \"kernels/field/formula/cuda/device_std.cuh\"\n";
    } else {
      const auto bytes = embedded_file(name);
      header->second.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    add_headers(header->second, headers);
  }
}

int stops(void* flag, void* /*unused*/) {
  return static_cast<const std::atomic<bool>*>(flag)->load() ? 1 : 0;
}

std::vector<std::string> options_for(int capability) {
  // Products and sums round as the CPU's do, and denormals count as 0.
  return {"--gpu-architecture=sm_" + std::to_string(capability),
          "--std=c++20",
          "--fmad=false",
          "--ftz=true",
          "--prec-div=true",
          "--prec-sqrt=true",
          "--device-as-default-execution-space",
          "--disable-warnings"};
}

}  // namespace

Nvrtc::Nvrtc(int driver) {
  void* file = opened(driver);
  Functions all{};
  find(all.version, file, "nvrtcVersion");
  find(all.count_architectures, file, "nvrtcGetNumSupportedArchs");
  find(all.architectures, file, "nvrtcGetSupportedArchs");
  find(all.create, file, "nvrtcCreateProgram");
  find(all.destroy, file, "nvrtcDestroyProgram");
  find(all.add_name, file, "nvrtcAddNameExpression");
  find(all.compile, file, "nvrtcCompileProgram");
  find(all.log_size, file, "nvrtcGetProgramLogSize");
  find(all.log, file, "nvrtcGetProgramLog");
  find(all.lowered_name, file, "nvrtcGetLoweredName");
  find(all.code_size, file, "nvrtcGetCUBINSize");
  find(all.code, file, "nvrtcGetCUBIN");
  all.set_callback =
      reinterpret_cast<decltype(all.set_callback)>(core::function_in(file, "nvrtcSetFlowCallback"));
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

std::string Nvrtc::key(const KernelText& text, int capability) const {
  std::string all = "NVRTC " + version_ + '\n' + text.text;
  for (const std::string& kernel : text.kernels) all += '\n' + kernel;
  for (const std::string& option : options_for(capability)) all += '\n' + option;
  std::map<std::string, std::string> headers;
  add_headers(text.text, headers);
  for (const auto& [name, header] : headers) all += '\n' + name + '\n' + header;
  return all;
}

DeviceCode Nvrtc::compile(const KernelText& text, int capability,
                          const std::atomic<bool>& stop) const {
  std::map<std::string, std::string> headers;
  add_headers(text.text, headers);
  std::vector<const char*> names;
  std::vector<const char*> texts;
  for (const auto& [name, header] : headers) {
    names.push_back(name.c_str());
    texts.push_back(header.c_str());
  }
  Functions::Program program = nullptr;
  check(functions_->create(&program, text.text.c_str(), "formula.cu",
                           static_cast<int>(names.size()), texts.data(), names.data()),
        "nvrtcCreateProgram");
  const auto destroy = [this](void* made) { functions_->destroy(&made); };
  const std::unique_ptr<void, decltype(destroy)> owner(program, destroy);
  for (const std::string& kernel : text.kernels) {
    check(functions_->add_name(program, kernel.c_str()), "nvrtcAddNameExpression");
  }
  if (functions_->set_callback != nullptr) {
    check(functions_->set_callback(program, &stops, const_cast<std::atomic<bool>*>(&stop)),
          "nvrtcSetFlowCallback");
  }
  const std::vector<std::string> wanted = options_for(capability);
  std::vector<const char*> options;
  for (const std::string& option : wanted) options.push_back(option.c_str());
  const int result = functions_->compile(program, static_cast<int>(options.size()), options.data());
  if (stop) throw core::Error("the compilation of the formula's kernels was stopped");
  if (result != 0) {
    std::size_t size = 0;
    check(functions_->log_size(program, &size), "nvrtcGetProgramLogSize");
    std::string log(size, '\0');
    check(functions_->log(program, log.data()), "nvrtcGetProgramLog");
    throw core::Error("NVRTC cannot compile the formula: " +
                      log.substr(0, std::min(log.find('\n'), log.find('\0'))));
  }
  DeviceCode code;
  for (const std::string& kernel : text.kernels) {
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

}  // namespace heatwave::field::formula
