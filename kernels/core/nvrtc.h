// NVRTC compiles CUDA text to machine code at run time.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/error.h"

namespace heatwave::core {

/// CUDA text for one kind of device.
struct CudaSource {
  std::string file;  ///< the text's name in messages
  std::string text;
  /// Each is a kernel's name or an instance of a template, such as "f<int>".
  std::vector<std::string> kernels;
  std::map<std::string, std::string> headers;  ///< texts by the names that `text` includes
  int capability = 0;                          ///< 90 is compute capability 9.0
  std::vector<std::string> options;
};

/// Machine code for one kind of device.
struct DeviceCode {
  std::vector<std::string> names;  ///< names of the text's kernels in the code, in their order
  std::string bytes;
};

/// Thrown when a text has mistakes; the message has the compiler's words, several lines.
class CompilationFailed : public Error {
 public:
  using Error::Error;
};

/// Returns the options that let a text include the headers of the CUDA toolkit, such as
/// <cuda/atomic>; empty: its folder of headers was not found.
std::vector<std::string> options_for_cuda_headers();

class Nvrtc {
 public:
  /// Opens the library. `driver`: CUDA's version number of the driver, since code of a later
  /// version may not run with it; 0: there is none. Throws Unavailable when there is no such
  /// library.
  explicit Nvrtc(int driver);

  [[nodiscard]] const std::string& version() const { return version_; }
  /// Returns why this version makes no code for such a device; empty: it does.
  [[nodiscard]] std::string why_no_code(int capability) const;
  /// Compiles a text. Throws CompilationFailed when the text has mistakes and Error when `stop` was
  /// set meanwhile; null: nothing stops it.
  [[nodiscard]] DeviceCode compile(const CudaSource& source,
                                   const std::atomic<bool>* stop = nullptr) const;

 private:
  struct Functions;
  std::shared_ptr<const Functions> functions_;
  std::string version_;
};

}  // namespace heatwave::core
