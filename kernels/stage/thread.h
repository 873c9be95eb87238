// What a kernel of the stage is made of: its place in the grid, its arrays, its local variables.
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

/// Gives the threads of a block their shared arrays.
class SharedMemory : core::NonCopyable {
 public:
  virtual ~SharedMemory() = default;

  virtual Array shared(int block, const std::string& name, int size, int width, bool whole) = 0;
};

/// Where in its launch a thread stands.
struct Place {
  Dim thread, block, block_size, grid_size;
  SharedMemory* memory = nullptr;
};

class Thread : core::NonCopyable {
 public:
  explicit Thread(const Place& place)
      : threadIdx(place.thread),
        blockIdx(place.block),
        blockDim(place.block_size),
        gridDim(place.grid_size),
        memory_(place.memory) {}
  virtual ~Thread() = default;

  /// The kernel.
  virtual Program run() = 0;

  [[nodiscard]] const std::vector<LocalState>& locals() const { return locals_; }
  void note_local(const char* name, double value, bool whole_number);

 protected:
  // NOLINTBEGIN(readability-identifier-naming): as a kernel calls them
  const Dim threadIdx, blockIdx, blockDim, gridDim;
  // NOLINTEND(readability-identifier-naming)

  /// An array of the block; every thread that asks by this name gets the same.
  Array shared(const std::string& name, int size, int width = 0, bool whole_numbers = false) {
    return memory_->shared(blockIdx.y * gridDim.x + blockIdx.x, name, size, width, whole_numbers);
  }

 private:
  SharedMemory* memory_;
  std::vector<LocalState> locals_;
};

/// A thread with what the launch was given.
template <typename Arguments>
class Kernel : public Thread, protected Arguments {
 public:
  Kernel(const Place& place, const Arguments& arguments) : Thread(place), Arguments(arguments) {}
};

/// A variable of one thread that the stage shows from when it was first set.
template <typename T>
class Local : core::NonCopyable {
 public:
  Local(Thread* thread, const char* name) : thread_(thread), name_(name) {}
  Local(Thread* thread, const char* name, T value) : thread_(thread), name_(name) { *this = value; }
  ~Local() = default;

  Local& operator=(T value) {
    value_ = value;
    thread_->note_local(name_, static_cast<double>(value), std::is_integral_v<T>);
    return *this;
  }
  operator T() const { return value_; }  // NOLINT: it is used as the variable that it stands for
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

using MakeThread = std::function<std::unique_ptr<Thread>(const Place&)>;

}  // namespace heatwave::stage
