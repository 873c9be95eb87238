// A launch of a kernel on the machine, with its arguments.
#pragma once

#include <memory>
#include <type_traits>
#include <vector>

#include "kernels/stage/trace.h"

namespace heatwave::stage {

/// An array of the machine; an array that was never declared is a null pointer.
class Array {
 public:
  Array() = default;
  explicit Array(int id) : id_(id) {}
  [[nodiscard]] int id() const { return id_; }

 private:
  int id_ = -1;
};

/// An argument of a launch.
struct Argument {
  Argument(Array given) : is_array(true), array(given.id()) {}  // NOLINT: stands for the array
  template <typename Number, typename = std::enable_if_t<std::is_arithmetic_v<Number>>>
  Argument(Number value) : number(static_cast<double>(value)) {}  // NOLINT: stands for the number

  bool is_array = false;
  int array = -1;
  double number = 0;
};

inline constexpr int kMostThreadsOfBlock = 1024;  ///< every GPU has this limit

/// A launch: kernel<<<grid, block, shared_bytes>>>(arguments).
struct KernelLaunch {
  std::shared_ptr<const cuda_text::Program> program;
  Dim grid, block;
  std::vector<Argument> arguments;
  int shared_bytes = 0;  ///< size of the `extern __shared__` array
};

}  // namespace heatwave::stage
