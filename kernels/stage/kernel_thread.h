// One thread of a kernel: it runs bytecode up to the next operation that other threads could see.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/cuda_text/bytecode.h"
#include "kernels/stage/arena.h"
#include "kernels/stage/trace.h"

namespace heatwave::stage {

using cuda_text::Scalar;

/// The next operation of a thread.
struct Request {
  Op op = Op::start;
  int line = 0;
  int place = 0;            ///< index of its instruction
  int array = -1;           ///< −1: none, or a null pointer
  std::int64_t offset = 0;  ///< from the array's begin, in bytes
  int bytes = 0;
  Scalar scalar = cuda_text::Scalar::int32;
  std::array<cuda_text::Word, 2> data{};  ///< value to store, or operand
  cuda_text::Word compare = 0;
  Atomic atomic = Atomic::add;
  int how = 0;             ///< kind of a barrier, shuffle or vote; of a branch: 1 for a loop's
  std::uint32_t mask = 0;  ///< lanes that take part in a shuffle or vote
  int lane = 0;            ///< a shuffle's lane or distance
  int width = 0;           ///< lanes of a shuffle's group
  std::string text = {};   ///< printed line
};

/// A mistake that a thread finds by itself.
struct ThreadFault {
  FaultKind kind = FaultKind::unwritten;
  int line = 0;
  std::string text;   ///< "reads the variable 'x', which has no value yet"
  bool ends = false;  ///< it ends the kernel
};

/// A kernel with the arguments of its launch, which all its threads share.
struct LoadedKernel {
  std::shared_ptr<const cuda_text::Program> program;
  std::vector<std::uint8_t> parameters;  ///< first bytes of a thread's memory
};

/// The values of a thread's threadIdx, blockIdx, blockDim and gridDim, x, y and z of each, and of
/// warpSize: in the order in which instructions number them.
using SpecialValues = std::array<int, 13>;

class KernelThread : core::NonCopyable {
 public:
  /// `objects` are the arrays that the program's memory objects became. `address_of` returns an
  /// array's address in bytes. The thread's own memory comes from `arena`. All of them must outlive
  /// the thread.
  KernelThread(const LoadedKernel& kernel, const SpecialValues& special,
               std::span<const int> objects, const std::function<std::int64_t(int)>& address_of,
               Arena& arena);

  /// Runs to the next request; returns false when the thread has ended.
  bool resume();
  [[nodiscard]] const Request& request() const { return request_; }
  /// Sets what the request gave: a loaded value, an atomic's old value, a shuffle's or a vote's.
  void answer(const std::array<cuda_text::Word, 2>& data) {
    if (awaits_ != Awaits::nothing) push(data[0]);
    if (awaits_ == Awaits::wide) push(data[1]);
    awaits_ = Awaits::nothing;
  }

  /// Returns the shown variables, as the program numbers them.
  [[nodiscard]] std::span<const LocalState> locals() const { return locals_; }
  /// Returns the variables that may have changed since the last forget_changed().
  [[nodiscard]] std::span<const int> changed() const { return changed_.all(); }
  void forget_changed() { changed_.clear(); }
  /// Returns a number that differs whenever the thread's own variables differ, nearly always.
  [[nodiscard]] std::size_t hash_of_variables() const;
  /// Returns whether a mistake was found since the last take_fault().
  [[nodiscard]] bool has_fault() const { return fault_.has_value(); }
  /// Precondition: a mistake was found.
  ThreadFault take_fault() { return *std::exchange(fault_, std::nullopt); }
  /// Returns how far the thread has come: for each loop around its instruction the loop's begin and
  /// the number of the iteration, and then the instruction. Of two threads the one with the lesser
  /// sequence is further behind.
  [[nodiscard]] std::span<const int> position() const { return position_.all(); }

 private:
  using Word = cuda_text::Word;
  enum class Awaits : std::uint8_t { nothing, word, wide };

  /// Carries out one of the rarer instructions; returns whether it became a request.
  bool step(const cuda_text::Instruction& at);
  /// Makes a step of an instruction that is none, in a loop without steps. Returns false if it has
  /// had too many, which ends the thread.
  bool force_step(const cuda_text::Instruction& at);
  /// Completes the request of an instruction; returns true.
  bool request_at(const cuda_text::Instruction& at);
  /// Records a fault where the index on the stack lies beyond the end of a thread's own array.
  void check_index(const cuda_text::Instruction& at);
  bool access(const cuda_text::Instruction& at);
  bool local_access(const cuda_text::Instruction& at, std::int64_t offset);
  bool synchronise(const cuda_text::Instruction& at);
  bool atomic(const cuda_text::Instruction& at);
  bool print(const cuda_text::Instruction& at);
  void math(const cuda_text::Instruction& at);
  void push(Word word) {
    if (above_ == stack_.data() + stack_.size()) grow_stack();
    *above_++ = word;
  }
  void grow_stack();
  Word pop() { return *--above_; }
  Word& top() { return above_[-1]; }
  [[nodiscard]] Word read_local(std::int64_t offset, Scalar scalar, int line);
  /// Records that a variable at this place of the memory is read before it has a value.
  void find_unwritten(std::size_t at, int line);
  [[nodiscard]] std::size_t frame_bytes() const { return bytes_.size() / 2; }
  [[nodiscard]] std::uint8_t* memory() { return bytes_.data(); }
  [[nodiscard]] std::uint8_t* written() { return bytes_.data() + frame_bytes(); }
  void write_local(std::int64_t offset, int bytes, const void* data, int line);
  void store_local(const cuda_text::Instruction& at, Word word);
  /// Records that a line has given the variable at this place its value.
  void note(std::int64_t offset, int line);
  void begin_request(Op op, const cuda_text::Instruction& at);

  const cuda_text::Program& program_;
  SpecialValues special_;
  std::span<const int> objects_;
  const std::function<std::int64_t(int)>& address_of_;
  Arena& arena_;
  /// The thread's memory, and behind it for each of its bytes whether it has a value.
  std::span<std::uint8_t> bytes_;
  std::span<Word> stack_;
  Word* above_;  ///< place in the stack of the next word that is pushed
  ArenaList<int> position_;
  std::span<LocalState> locals_;
  ArenaList<int> changed_;
  std::optional<ThreadFault> fault_;
  Request request_;
  Awaits awaits_ = Awaits::nothing;
  int forced_steps_ = 0;  ///< steps in a row that only the number of instructions caused
  const cuda_text::Instruction* next_;  ///< in the program's code
  bool ended_ = false;
};

}  // namespace heatwave::stage
