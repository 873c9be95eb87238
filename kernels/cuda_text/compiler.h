// Reads a CUDA text and compiles its kernels to bytecode.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/cuda_text/bytecode.h"
#include "kernels/cuda_text/diagnostic.h"

namespace heatwave::cuda_text {

struct Unit;

struct CompileOptions {
  /// True: an assignment that only computes in registers is a step of its own.
  bool computes = false;
};

struct Compilation {
  std::optional<Program> program;  ///< none: there are mistakes
  /// Mistakes and warnings, sorted by place.
  std::vector<Diagnostic> diagnostics;
};

/// A text that has been parsed. Copies share it.
class Source {
 public:
  explicit Source(std::string_view text, const Budget& budget = {});

  /// The mistakes that the parser found.
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  /// Returns the syntax tree. Functions of the host are parsed, but not compiled.
  [[nodiscard]] const Unit& unit() const { return *unit_; }
  /// Returns the names of all kernels, in the order of the text.
  [[nodiscard]] std::vector<std::string> kernels() const;
  /// Returns the names of a kernel's template parameters.
  [[nodiscard]] std::vector<std::string> template_parameters(const std::string& kernel) const;
  /// Compiles a kernel: "dot", or "product<16>" for a template. Empty: the only one.
  [[nodiscard]] Compilation compile(const std::string& kernel,
                                    const CompileOptions& options = {}) const;
  /// Returns all mistakes and warnings, sorted by place, also those of functions that no kernel
  /// calls. Templates are checked where they are used.
  [[nodiscard]] std::vector<Diagnostic> check() const;

 private:
  std::shared_ptr<const Unit> unit_;
  Budget budget_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace heatwave::cuda_text
