// A kernel on the stage is a class with its position in the grid, its arrays and its local
// variables. Its code is a coroutine that suspends with a request before each effect that other
// threads could see.
#pragma once

#include <algorithm>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage {

/// The next operation of a thread.
struct Request {
  Op op = Op::start;
  int line = 0;
  int array = -1;
  std::int64_t index = 0;
  double value = 0.0;
  double compare = 0.0;
  Atomic atomic = Atomic::add;
};

/// A request to store: `co_await (a[i] = x)`.
struct Store {
  int array;
  std::int64_t index;
  double value;
};

/// A reference to one cell of an array: `co_await a[i]` loads the cell.
class CellReference {
 public:
  CellReference(int array, std::int64_t index) : array_(array), index_(index) {}
  Store operator=(double value) const {
    return {array_, index_, value};
  }  // NOLINT: returns a request, copies nothing
  [[nodiscard]] int array() const { return array_; }
  [[nodiscard]] std::int64_t index() const { return index_; }

 private:
  int array_;
  std::int64_t index_;
};

/// An array in a kernel; an array that was never declared is a null pointer.
class Array {
 public:
  Array() = default;
  explicit Array(int id) : id_(id) {}
  [[nodiscard]] int id() const { return id_; }
  CellReference operator[](std::int64_t index) const { return {id_, index}; }

 private:
  int id_ = -1;
};

/// An array indexed by rows: `grid[y][x]`.
class Grid {
 public:
  class Row {
   public:
    Row(int id, std::int64_t first) : id_(id), first_(first) {}
    CellReference operator[](std::int64_t x) const { return {id_, first_ + x}; }

   private:
    int id_;
    std::int64_t first_;
  };

  Grid() = default;
  Grid(Array array, int width) : id_(array.id()), width_(width) {}
  Row operator[](std::int64_t y) const { return {id_, y * width_}; }
  [[nodiscard]] Array array() const { return Array(id_); }

 private:
  int id_ = -1;
  int width_ = 0;
};

struct AtomicRequest {
  Atomic atomic;
  CellReference cell;
  double value;
  double compare;
};
struct ComputeRequest {
  double value;
};
struct PrintRequest {
  int array;
  double value;
};
struct BarrierRequest {};
struct FenceRequest {};
struct BranchRequest {
  bool taken;
};
struct ReconvergeRequest {};

// NOLINTBEGIN(readability-identifier-naming): names of CUDA
inline AtomicRequest atomicAdd(CellReference cell, double v) { return {Atomic::add, cell, v, 0}; }
inline AtomicRequest atomicExch(CellReference cell, double v) { return {Atomic::exch, cell, v, 0}; }
inline AtomicRequest atomicMin(CellReference cell, double v) { return {Atomic::min, cell, v, 0}; }
inline AtomicRequest atomicMax(CellReference cell, double v) { return {Atomic::max, cell, v, 0}; }
inline AtomicRequest atomicCAS(CellReference cell, double compare, double v) {
  return {Atomic::cas, cell, v, compare};
}
// NOLINTEND(readability-identifier-naming)
inline BarrierRequest syncthreads() { return {}; }
inline FenceRequest threadfence() { return {}; }
/// Requests an operation on registers as a step of its own, so that other threads can run between
/// it and the next step.
inline ComputeRequest compute(double result) { return {result}; }
/// Requests a printf: the line is appended to the buffer.
inline PrintRequest print(Array buffer, double value) { return {buffer.id(), value}; }
/// Requests a step for a branch. Every condition uses it, so that the play shows which threads take
/// which side.
inline BranchRequest branch(bool condition) { return {condition}; }
/// Requests reconvergence, at the point where the sides of a branch meet again. It is shown as the
/// closing brace.
inline ReconvergeRequest reconverge() { return {}; }

/// The coroutine of one thread.
class Program {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  Program() = default;
  explicit Program(Handle handle) : handle_(handle) {}
  ~Program() {
    if (handle_) handle_.destroy();
  }
  Program(Program&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Program& operator=(Program&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Runs to the next request; returns false when the program has ended.
  bool resume();
  [[nodiscard]] const Request& request() const;
  /// Sets the value that the program gets when it resumes: a loaded value, an atomic's old value or
  /// a branch's side.
  void answer(double value);

 private:
  Handle handle_;
};

struct Program::promise_type {
  Request request;
  double* answer = nullptr;  ///< where the pending request's answer goes
  std::exception_ptr failure;

  Program get_return_object() { return Program(Handle::from_promise(*this)); }
  static std::suspend_always initial_suspend() noexcept { return {}; }
  static std::suspend_always final_suspend() noexcept { return {}; }
  void return_void() {}
  void unhandled_exception() { failure = std::current_exception(); }

  /// Publishes a request when the program suspends, and returns the machine's answer. Several may
  /// occur in one expression, so each stores its own request and answer.
  template <typename Answer>
  struct Wait {
    promise_type& promise;
    Request request;
    double answer = 0.0;

    static bool await_ready() { return false; }
    void await_suspend(Handle /*self*/) {
      promise.request = request;
      promise.answer = &answer;
    }
    Answer await_resume() const { return static_cast<Answer>(answer); }
  };

  // The default argument is the line of the `co_await` itself.
  Wait<double> await_transform(CellReference cell, int line = __builtin_LINE()) {
    return {*this, {.op = Op::load, .line = line, .array = cell.array(), .index = cell.index()}};
  }
  Wait<void> await_transform(Store operation, int line = __builtin_LINE()) {
    return {*this,
            {.op = Op::store,
             .line = line,
             .array = operation.array,
             .index = operation.index,
             .value = operation.value}};
  }
  Wait<double> await_transform(AtomicRequest operation, int line = __builtin_LINE()) {
    return {*this,
            {.op = Op::atomic,
             .line = line,
             .array = operation.cell.array(),
             .index = operation.cell.index(),
             .value = operation.value,
             .compare = operation.compare,
             .atomic = operation.atomic}};
  }
  Wait<double> await_transform(ComputeRequest operation, int line = __builtin_LINE()) {
    return {*this, {.op = Op::compute, .line = line, .value = operation.value}};
  }
  Wait<void> await_transform(PrintRequest operation, int line = __builtin_LINE()) {
    return {*this,
            {.op = Op::print, .line = line, .array = operation.array, .value = operation.value}};
  }
  Wait<void> await_transform(BarrierRequest /*operation*/, int line = __builtin_LINE()) {
    return {*this, {.op = Op::barrier, .line = line}};
  }
  Wait<void> await_transform(FenceRequest /*operation*/, int line = __builtin_LINE()) {
    return {*this, {.op = Op::fence, .line = line}};
  }
  Wait<void> await_transform(ReconvergeRequest /*operation*/, int line = __builtin_LINE()) {
    return {*this, {.op = Op::reconverge, .line = line}};
  }
  Wait<bool> await_transform(BranchRequest operation, int line = __builtin_LINE()) {
    return {*this, {.op = Op::branch, .line = line, .value = operation.taken ? 1.0 : 0.0}};
  }
};

inline bool Program::resume() {
  handle_.resume();
  if (handle_.promise().failure) std::rethrow_exception(handle_.promise().failure);
  return !handle_.done();
}
inline const Request& Program::request() const { return handle_.promise().request; }
inline void Program::answer(double value) { *handle_.promise().answer = value; }

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
  void record_local(const char* name, double value, bool whole_number) {
    const auto known = std::find_if(locals_.begin(), locals_.end(),
                                    [name](const LocalState& local) { return local.name == name; });
    if (known == locals_.end()) {
      locals_.push_back({name, value, whole_number});
    } else {
      known->value = value;
    }
  }

 protected:
  // NOLINTBEGIN(readability-identifier-naming): names of CUDA
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
