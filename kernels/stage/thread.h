// A stage kernel is a class with its position in the grid, its arrays and its local variables.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/stage/program.h"

namespace heatwave::stage {

struct Dim {
  int x = 1;
  int y = 1;
  [[nodiscard]] int count() const { return x * y; }
};

/// Provides the shared arrays of each block.
class SharedMemory : core::NonCopyable {
 public:
  virtual ~SharedMemory() = default;

  virtual Array shared(int block, const std::string& name, int size, int width, bool whole) = 0;
};

/// The position of a thread in its launch.
struct ThreadPosition {
  Dim thread, block, block_size, grid_size;
  SharedMemory* memory = nullptr;
};

class Thread : core::NonCopyable {
 public:
  explicit Thread(const ThreadPosition& position)
      : threadIdx(position.thread),
        blockIdx(position.block),
        blockDim(position.block_size),
        gridDim(position.grid_size),
        memory_(position.memory) {}
  virtual ~Thread() = default;

  /// The kernel's code.
  virtual Program run() = 0;

  [[nodiscard]] const std::vector<LocalState>& locals() const { return locals_; }
  void record_local(const char* name, double value, bool whole_number);

 protected:
  // NOLINTBEGIN(readability-identifier-naming): as a kernel calls them
  const Dim threadIdx, blockIdx, blockDim, gridDim;
  // NOLINTEND(readability-identifier-naming)

  /// Returns the block's array with this name; all threads of the block get one array.
  Array shared(const std::string& name, int size, int width = 0, bool whole_numbers = false) {
    return memory_->shared(blockIdx.y * gridDim.x + blockIdx.x, name, size, width, whole_numbers);
  }

 private:
  SharedMemory* memory_;
  std::vector<LocalState> locals_;
};

/// A thread with the arguments of its launch.
template <typename Arguments>
class Kernel : public Thread, protected Arguments {
 public:
  Kernel(const ThreadPosition& position, const Arguments& arguments)
      : Thread(position), Arguments(arguments) {}
};

/// A local variable of one thread; the stage shows it once it has been set.
template <typename T>
class Local : core::NonCopyable {
 public:
  Local(Thread* thread, const char* name) : thread_(thread), name_(name) {}
  Local(Thread* thread, const char* name, T value) : thread_(thread), name_(name) { *this = value; }
  ~Local() = default;

  Local& operator=(T value) {
    value_ = value;
    thread_->record_local(name_, static_cast<double>(value), std::is_integral_v<T>);
    return *this;
  }
  operator T() const { return value_; }  // NOLINT: stands for the variable
  Local& operator+=(double by) { return *this = static_cast<T>(static_cast<double>(value_) + by); }
  Local& operator-=(T by) { return *this = static_cast<T>(value_ - by); }
  Local& operator/=(T by) { return *this = static_cast<T>(value_ / by); }
  Local& operator*=(T by) { return *this = static_cast<T>(value_ * by); }
  Local& operator++() { return *this += 1.0; }

 private:
  Thread* thread_;
  const char* name_;
  T value_{};
};

using MakeThread = std::function<std::unique_ptr<Thread>(const ThreadPosition&)>;

}  // namespace heatwave::stage
