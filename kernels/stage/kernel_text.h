// The CUDA text of a lesson, whose kernels the machine plays.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cuda_text/bytecode.h"
#include "kernels/cuda_text/diagnostic.h"

namespace heatwave::stage {

/// A text and its compiled kernels. Copies share them. All functions may be called by several
/// threads.
class KernelText {
 public:
  KernelText() = default;
  /// A line break at the text's begin is left out, so that its lines count from 1.
  KernelText(const char* text);  // NOLINT: stands for the text
  explicit KernelText(std::string text);

  [[nodiscard]] const std::string& text() const;
  /// Returns the program of a kernel, "dot" or "product<16>"; empty: of the only one. It is
  /// compiled once. Throws core::Error with all mistakes.
  [[nodiscard]] std::shared_ptr<const cuda_text::Program> kernel(std::string_view name,
                                                                 bool computes = false) const;
  /// Returns the warnings about all its kernels and functions, sorted by place.
  [[nodiscard]] std::vector<cuda_text::Diagnostic> warnings() const;
  /// Returns the number of the n-th line that contains this code. Throws core::Error when there is
  /// none.
  [[nodiscard]] int line_of(std::string_view code, int n = 1) const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace heatwave::stage
