// NVRTC compiles CUDA text to machine code. The library is opened at run time, so that the program
// starts without it.
#pragma once

#include <atomic>
#include <compare>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace heatwave::field::formula {

/// A text that includes headers of the program, and its kernels: each is a name or an instance of a
/// template, such as "f<int>".
struct KernelText {
  std::string text;
  std::vector<std::string> kernels;

  friend bool operator==(const KernelText&, const KernelText&) = default;
  friend bool operator<(const KernelText& a, const KernelText& b) {
    return std::tie(a.text, a.kernels) < std::tie(b.text, b.kernels);
  }
};

/// Machine code for one kind of device.
struct DeviceCode {
  std::vector<std::string> names;  ///< names of the text's kernels in the code, in their order
  std::string bytes;
};

class Nvrtc {
 public:
  /// Opens the library. `driver`: CUDA's version number of the driver, since code of a later
  /// version may not run with it; 0: there is none. Throws core::Unavailable when there is no such
  /// library.
  explicit Nvrtc(int driver);

  [[nodiscard]] const std::string& version() const { return version_; }
  /// Returns why there is no code for a compute capability, such as 90; empty: there is.
  [[nodiscard]] std::string why_no_code(int capability) const;

  /// Returns a text that differs whenever the machine code may differ.
  [[nodiscard]] std::string key(const KernelText& text, int capability) const;
  /// Compiles a text, in parts of a second to some seconds. Throws core::Error with the compiler's
  /// words, or when `stop` was set meanwhile.
  [[nodiscard]] DeviceCode compile(const KernelText& text, int capability,
                                   const std::atomic<bool>& stop) const;

 private:
  struct Functions;
  std::shared_ptr<const Functions> functions_;
  std::string version_;
};

}  // namespace heatwave::field::formula
