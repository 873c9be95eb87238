// The CUDA text of a lesson, whose kernels the machine plays.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cuda_text/bytecode.h"
#include "kernels/cuda_text/diagnostic.h"

namespace heatwave::stage {

class HostProgram;

/// The calls of a lesson's host code that are steps of the play.
enum class HostSteps : std::uint8_t {
  launches,  ///< launches alone
  calls,     ///< every call of CUDA's: the lesson is about them
};

/// A text and its compiled kernels, with the lesson's host code. Copies share them. All functions
/// may be called by several threads.
class KernelText {
 public:
  KernelText() = default;
  /// A line break at the text's begin is left out, so that its lines count from 1.
  KernelText(const char* text);  // NOLINT: stands for the text
  /// Adds the host's code of a lesson. Throws core::Error when that has mistakes.
  KernelText(const char* text, const char* host, HostSteps steps = HostSteps::launches);
  /// A user's text: its host functions are only shown.
  explicit KernelText(std::string text);

  [[nodiscard]] const std::string& text() const;
  /// Returns the host's code; null: there is none.
  [[nodiscard]] const HostProgram* host() const { return host_.get(); }
  /// Returns this text with the host's code of another one.
  [[nodiscard]] KernelText with_host_of(const KernelText& other) const;
  /// Returns the program of a kernel, "dot" or "product<16>"; empty: of the only one. It is
  /// compiled once. Throws core::Error with all mistakes.
  [[nodiscard]] std::shared_ptr<const cuda_text::Program> kernel(std::string_view name,
                                                                 bool computes = false) const;
  /// Returns the warnings about all its kernels and functions, sorted by place.
  [[nodiscard]] std::vector<cuda_text::Diagnostic> warnings() const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::shared_ptr<const HostProgram> host_;
};

}  // namespace heatwave::stage
