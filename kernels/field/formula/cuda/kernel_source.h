// A KernelText is CUDA text with kernels of a formula, which is compiled together with headers of
// the program.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "kernels/core/nvrtc.h"

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

/// Returns the text with all headers that it includes, and with the options that give it the CPU's
/// bits. `capability`: 90 is compute capability 9.0.
core::CudaSource source_of(const KernelText& text, int capability);

/// Returns a text that differs whenever the machine code may differ.
std::string cache_key(const core::CudaSource& source, const std::string& nvrtc_version);

}  // namespace heatwave::field::formula
