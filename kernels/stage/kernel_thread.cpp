// The instructions are carried out here. Operations on a thread's own memory are no requests.
#include "kernels/stage/kernel_thread.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "kernels/cuda_text/math_functions.h"
#include "kernels/cuda_text/printed_text.h"

namespace heatwave::stage {

using cuda_text::Binary;
using cuda_text::Code;
using cuda_text::Instruction;
using cuda_text::Math;
using cuda_text::Pointer;
using cuda_text::Word;

namespace {

constexpr int kMostBetweenSteps = 200'000;  // instructions; then a loop without steps gets one
constexpr int kMostForcedSteps = 20;        // in a row; then the loop counts as endless
constexpr std::size_t kUsualHeight = 8;     // a thread's stacks have it at first

template <typename Whole>
Word read_whole(const std::uint8_t* from) {
  Whole value{};
  std::memcpy(&value, from, sizeof value);
  return static_cast<Word>(std::int64_t{value});
}

/// Returns the word of a value in memory, of one of the types that few variables have.
Word read_rare(const std::uint8_t* from, Scalar scalar) {
  switch (scalar) {
    case Scalar::boolean:
      return *from != 0 ? 1 : 0;
    case Scalar::int8:
      return read_whole<std::int8_t>(from);
    case Scalar::uint8:
      return read_whole<std::uint8_t>(from);
    case Scalar::int16:
      return read_whole<std::int16_t>(from);
    case Scalar::uint16:
      return read_whole<std::uint16_t>(from);
    case Scalar::int32:
    case Scalar::uint32:
    case Scalar::float32:
    case Scalar::int64:
    case Scalar::uint64:
    case Scalar::float64:
      break;
  }
  return read_whole<std::int64_t>(from);
}

/// Returns the word of a value in memory.
inline Word read(const std::uint8_t* from, Scalar scalar) {
  if (scalar == Scalar::int32) return read_whole<std::int32_t>(from);
  if (scalar == Scalar::float32 || scalar == Scalar::uint32) return read_whole<std::uint32_t>(from);
  return read_rare(from, scalar);
}

/// Does what cuda_text::result_of() does, at once for the usual operations.
inline Word quick_result(Binary operation, Scalar scalar, Word left, Word right) {
  const auto whole = [](Word word) {
    return cuda_text::wrapped(Scalar::int32, static_cast<std::int64_t>(word));
  };
  if (scalar == Scalar::int32) {
    if (operation == Binary::add) return whole(left + right);
    if (operation == Binary::multiply) return whole(left * right);
  }
  return cuda_text::result_of(operation, scalar, left, right);
}

/// Writes the lower bytes of a word: 1, 2, 4 or 8.
void write(std::uint8_t* to, Word word, int bytes) {
  if (bytes == sizeof(std::uint32_t)) {  // most variables
    std::memcpy(to, &word, sizeof(std::uint32_t));
  } else if (bytes == sizeof(Word)) {
    std::memcpy(to, &word, sizeof(Word));
  } else if (bytes == 2) {
    std::memcpy(to, &word, 2);
  } else {
    std::memcpy(to, &word, 1);
  }
}

}  // namespace

KernelThread::KernelThread(const LoadedKernel& kernel, const SpecialValues& special,
                           std::span<const int> objects,
                           const std::function<std::int64_t(int)>& address_of, Arena& arena)
    : program_(*kernel.program),
      special_(special),
      objects_(objects),
      address_of_(address_of),
      arena_(arena),
      bytes_(arena.made<std::uint8_t>(2 * static_cast<std::size_t>(program_.frame_bytes))),
      stack_(arena.room<Word>(kUsualHeight)),
      above_(stack_.data()),
      position_(arena, kUsualHeight),
      locals_(arena.made<LocalState>(program_.variables.size())),
      changed_(arena, kUsualHeight),
      next_(program_.code.data()) {
  const std::size_t given = std::min(kernel.parameters.size(), frame_bytes());
  std::copy_n(kernel.parameters.begin(), given, memory());
  std::fill_n(written(), given, std::uint8_t{1});
}

std::size_t KernelThread::hash_of_variables() const {
  const auto* bytes = reinterpret_cast<const char*>(bytes_.data());
  return std::hash<std::string_view>{}({bytes, frame_bytes()});
}

void KernelThread::grow_stack() {
  const std::span<Word> old = std::exchange(stack_, arena_.room<Word>(2 * stack_.size()));
  above_ = std::uninitialized_copy(old.begin(), old.end(), stack_.data());
}

void KernelThread::begin_request(Op op, const Instruction& at) {
  request_.op = op;
  request_.line = at.line;
  request_.array = -1;
  request_.offset = 0;
  request_.bytes = 0;
  request_.scalar = at.scalar;
  request_.data = {};
  request_.compare = 0;
  awaits_ = Awaits::nothing;
}

[[gnu::always_inline]] inline void KernelThread::note(std::int64_t offset, int line) {
  const std::int32_t variable = program_.shown_at[static_cast<std::size_t>(offset)];
  if (variable < 0) return;
  LocalState& local = locals_[static_cast<std::size_t>(variable)];
  const Scalar scalar = program_.variables[static_cast<std::size_t>(variable)].scalar;
  local.value = cuda_text::as_double(scalar, read(memory() + offset, scalar));
  local.line = line;
  local.is_set = true;
  changed_.add(variable);
}

void KernelThread::write_local(std::int64_t offset, int bytes, const void* data, int line) {
  const auto at = static_cast<std::size_t>(offset);
  std::memcpy(memory() + at, data, static_cast<std::size_t>(bytes));
  std::memset(written() + at, 1, static_cast<std::size_t>(bytes));
  for (int i = 0; i < bytes; ++i) note(offset + i, line);
}

void KernelThread::find_unwritten(std::size_t at, int line) {
  if (fault_) return;
  const std::int32_t shown = program_.shown_at[at];
  const std::string name =
      shown < 0 ? "a variable of its own"
                : "its variable '" + program_.variables[static_cast<std::size_t>(shown)].name + "'";
  fault_ =
      ThreadFault{FaultKind::unwritten, line, "reads " + name + ", which has no value yet", false};
}

inline Word KernelThread::read_local(std::int64_t offset, Scalar scalar, int line) {
  const auto at = static_cast<std::size_t>(offset);
  if (written()[at] == 0) find_unwritten(at, line);
  return read(memory() + at, scalar);
}

inline void KernelThread::store_local(const Instruction& at, Word word) {
  const int bytes = cuda_text::bytes_of(at.scalar);
  const auto offset = static_cast<std::size_t>(at.a);
  constexpr Word kOnes = 0x0101010101010101;
  write(memory() + offset, word, bytes);
  write(written() + offset, kOnes, bytes);
  note(at.a, at.line);
}

bool KernelThread::step(const Instruction& at) {
  switch (at.code) {
    case Code::swap:
      std::swap(top(), above_[-2]);
      return false;
    case Code::address_local:
      push(Pointer{Pointer::kLocal, at.a}.word());
      return false;
    case Code::declare_local:
      std::memset(written() + at.a, 0, static_cast<std::size_t>(at.b));
      return false;
    case Code::zero_local:
      std::memset(memory() + at.a, 0, static_cast<std::size_t>(at.b));
      std::memset(written() + at.a, 1, static_cast<std::size_t>(at.b));
      for (int i = 0; i < at.b; ++i) note(at.a + i, at.line);
      return false;
    case Code::copy_local: {
      const auto bytes = static_cast<std::size_t>(at.word);
      std::memmove(memory() + at.a, memory() + at.b, bytes);
      std::memmove(written() + at.a, written() + at.b, bytes);
      for (std::size_t i = 0; i < bytes; ++i) {
        note(at.a + static_cast<std::int64_t>(i), at.line);
      }
      return false;
    }
    case Code::negate:
      top() = cuda_text::negated(at.scalar, top());
      return false;
    case Code::complement:
      top() = cuda_text::wrapped(at.scalar, static_cast<std::int64_t>(~top()));
      return false;
    case Code::logical_not:
      top() = top() == 0 ? 1 : 0;
      return false;
    case Code::check_index:
      check_index(at);
      return false;
    case Code::pointer_minus: {
      const Pointer right = Pointer::from(pop());
      const Pointer left = Pointer::from(top());
      top() = static_cast<Word>((left.offset - right.offset) / std::max(at.a, 1));
      return false;
    }
    case Code::pointer_number: {
      const Pointer pointer = Pointer::from(top());
      const bool known = pointer.array >= 0 && pointer.array != Pointer::kLocal;
      top() = static_cast<Word>((known ? address_of_(pointer.array) : 0) + pointer.offset);
      return false;
    }
    case Code::loop_begin:
      position_.resize(2 * static_cast<std::size_t>(at.a));
      position_.add(static_cast<int>(next_ - program_.code.data()));
      position_.add(0);
      return false;
    case Code::loop_end:
      position_.resize(2 * static_cast<std::size_t>(at.a));
      return false;
    case Code::call_end:
      position_.resize(2 * static_cast<std::size_t>(at.word));
      for (int i = at.a; i < at.b; ++i) {
        if (!std::exchange(locals_[static_cast<std::size_t>(i)].is_set, false)) continue;
        changed_.add(i);
      }
      return false;
    case Code::math:
      math(at);
      return false;
    case Code::sleep:
      pop();
      return false;
    case Code::check:
      if (pop() == 0 && !fault_) {
        fault_ =
            ThreadFault{FaultKind::outside, at.line, "finds that its assert does not hold", true};
      }
      return false;
    case Code::load:
    case Code::store:
    case Code::load_wide:
    case Code::store_wide:
      return access(at);
    case Code::branch:
    case Code::compute:
      begin_request(at.code == Code::branch ? Op::branch : Op::compute, at);
      request_.data[0] = top();
      if (at.code == Code::branch) {
        request_.scalar = Scalar::boolean;
        request_.how = at.b;
      }
      return true;
    case Code::barrier:
    case Code::grid_barrier:
    case Code::fence:
    case Code::sync_warp:
    case Code::shuffle:
    case Code::vote:
      return synchronise(at);
    case Code::atomic:
      return atomic(at);
    case Code::print:
      return print(at);
    case Code::push:
    case Code::pop:
    case Code::duplicate:
    case Code::load_local:
    case Code::store_local:
    case Code::address_object:
    case Code::special:
    case Code::binary:
    case Code::convert:
    case Code::pointer_add:
    case Code::jump:
    case Code::jump_if_zero:
    case Code::jump_if_not_zero:
    case Code::loop_next:
    case Code::finish:
      break;  // resume() carries them out
  }
  return false;
}

bool KernelThread::resume() {
  if (ended_) return false;
  if (request_.op != Op::start) position_.drop_last();
  const Instruction* const begin = program_.code.data();
  // These copies stay in registers.
  const Instruction* next = next_;
  Word* above = above_;
  const Word* full = stack_.data() + stack_.size();
  const auto push = [&](Word word) __attribute__((always_inline)) {
    if (above == full) {
      above_ = above;
      grow_stack();
      above = above_;
      full = stack_.data() + stack_.size();
    }
    *above++ = word;
  };
  int left = kMostBetweenSteps;
  while (true) {
    const Instruction& at = *next;
    if (left-- == 0 && at.code != Code::finish) {
      next_ = next;
      above_ = above;
      return force_step(at);
    }
    ++next;
    switch (at.code) {  // the instructions that most kernels consist of
      case Code::push:
        push(at.word);
        continue;
      case Code::pop:
        --above;
        continue;
      case Code::duplicate:
        push(above[-1]);
        continue;
      case Code::load_local:
        push(read_local(at.a, at.scalar, at.line));
        continue;
      case Code::store_local:
        store_local(at, *--above);
        continue;
      case Code::address_object:
        push(Pointer{objects_[static_cast<std::size_t>(at.a)], 0}.word());
        continue;
      case Code::special:
        push(static_cast<Word>(special_[static_cast<std::size_t>(at.a)]));
        continue;
      case Code::binary:
        --above;
        above[-1] = quick_result(static_cast<Binary>(at.b), at.scalar, above[-1], above[0]);
        continue;
      case Code::convert:
        above[-1] = cuda_text::converted(static_cast<Scalar>(at.b), at.scalar, above[-1]);
        continue;
      case Code::pointer_add: {
        --above;
        Pointer pointer = Pointer::from(above[-1]);
        pointer.offset = static_cast<std::int64_t>(static_cast<Word>(pointer.offset) +
                                                   above[0] * static_cast<Word>(at.a));
        above[-1] = pointer.word();
        continue;
      }
      case Code::jump:
        next = begin + at.a;
        continue;
      case Code::jump_if_zero:
        if (*--above == 0) next = begin + at.a;
        continue;
      case Code::jump_if_not_zero:
        if (*--above != 0) next = begin + at.a;
        continue;
      case Code::loop_next:
        ++position_[2 * static_cast<std::size_t>(at.a) + 1];
        continue;
      case Code::finish:
        ended_ = true;
        return false;
      default:
        break;
    }
    next_ = next;
    above_ = above;
    if (step(at)) {
      forced_steps_ = 0;
      return request_at(at);
    }
    above = above_;
    full = stack_.data() + stack_.size();
  }
}

bool KernelThread::force_step(const Instruction& at) {
  if (++forced_steps_ == kMostForcedSteps) {
    fault_ = ThreadFault{FaultKind::endless, at.line,
                         "computes in a loop that touches no memory and probably never ends", true};
    ended_ = true;
    return false;
  }
  begin_request(Op::branch, at);
  request_.how = 1;
  request_.data[0] = 1;
  return request_at(at);
}

bool KernelThread::request_at(const Instruction& at) {
  request_.place = static_cast<int>(&at - program_.code.data());
  position_.add(request_.place);
  return true;
}

void KernelThread::check_index(const Instruction& at) {
  const auto index = static_cast<std::int64_t>(top());
  const bool is_negative = cuda_text::is_signed(at.scalar) && index < 0;
  if (fault_ || (!is_negative && top() <= static_cast<Word>(at.a))) return;
  const std::string number =
      is_negative ? std::to_string(index) : std::to_string(static_cast<Word>(index));
  fault_ = ThreadFault{FaultKind::outside, at.line,
                       "uses the index " + number + " of its array '" +
                           program_.texts[static_cast<std::size_t>(at.b)] + "', where " +
                           std::to_string(at.a) + " is the largest",
                       false};
}

bool KernelThread::access(const Instruction& at) {
  const bool wide = at.code == Code::load_wide || at.code == Code::store_wide;
  const bool stores = at.code == Code::store || at.code == Code::store_wide;
  std::array<Word, 2> data{};
  if (stores && wide) data[1] = pop();
  if (stores) data[0] = pop();
  const Pointer pointer = Pointer::from(pop());
  const int bytes = wide ? at.a : cuda_text::bytes_of(at.scalar);
  const bool keeps = at.code == Code::store && at.b != 0;
  if (pointer.array == Pointer::kLocal) {
    const auto size = static_cast<std::int64_t>(frame_bytes());
    if (pointer.offset < 0 || pointer.offset + bytes > size) {
      if (!fault_) {
        fault_ = ThreadFault{FaultKind::outside, at.line, "leaves the memory of its own variables",
                             false};
      }
      if (!stores) push(0);
      if (!stores && wide) push(0);
    } else if (stores) {
      write_local(pointer.offset, bytes, data.data(), at.line);
    } else if (wide) {
      (void)read_local(pointer.offset, at.scalar, at.line);
      std::memcpy(data.data(), memory() + pointer.offset, static_cast<std::size_t>(bytes));
      push(data[0]);
      push(data[1]);
    } else {
      push(read_local(pointer.offset, at.scalar, at.line));
    }
    if (keeps) push(data[0]);
    return false;
  }
  if (keeps) push(data[0]);
  begin_request(stores ? Op::store : Op::load, at);
  request_.array = pointer.array;
  request_.offset = pointer.offset;
  request_.bytes = bytes;
  request_.data = data;
  if (!stores) awaits_ = wide ? Awaits::wide : Awaits::word;
  return true;
}

bool KernelThread::synchronise(const Instruction& at) {
  begin_request(Op::barrier, at);
  request_.how = at.b;
  if (at.code == Code::barrier) {
    if (at.b != 0) {
      request_.data[0] = pop();
      awaits_ = Awaits::word;
    }
  } else if (at.code == Code::grid_barrier) {
    request_.op = Op::grid_barrier;
  } else if (at.code == Code::fence) {
    request_.op = Op::fence;
  } else if (at.code == Code::sync_warp) {
    request_.op = Op::reconverge;
    request_.mask = static_cast<std::uint32_t>(pop());
  } else if (at.code == Code::shuffle) {
    request_.op = Op::shuffle;
    request_.width = static_cast<int>(pop());
    request_.lane = static_cast<int>(pop());
    request_.data[0] = pop();
    request_.mask = static_cast<std::uint32_t>(pop());
    awaits_ = Awaits::word;
  } else {
    request_.op = Op::vote;
    request_.data[0] = pop();
    request_.mask = static_cast<std::uint32_t>(pop());
    awaits_ = Awaits::word;
  }
  return true;
}

bool KernelThread::atomic(const Instruction& at) {
  const auto operation = static_cast<Atomic>(at.b);
  const Word operand = pop();
  const Word compare = operation == Atomic::cas ? pop() : 0;
  const Pointer pointer = Pointer::from(pop());
  if (pointer.array == Pointer::kLocal) {
    if (!fault_) {
      fault_ =
          ThreadFault{FaultKind::outside, at.line,
                      "uses an atomic on a variable of its own, which CUDA does not allow", false};
    }
    push(0);
    return false;
  }
  begin_request(Op::atomic, at);
  request_.atomic = operation;
  request_.data[0] = operand;
  request_.compare = compare;
  request_.array = pointer.array;
  request_.offset = pointer.offset;
  request_.bytes = cuda_text::bytes_of(at.scalar);
  awaits_ = Awaits::word;
  return true;
}

bool KernelThread::print(const Instruction& at) {
  begin_request(Op::print, at);
  std::vector<cuda_text::PrintedValue> values(static_cast<std::size_t>(at.b));
  for (auto value = values.rbegin(); value != values.rend(); ++value) {
    value->scalar = static_cast<Scalar>(pop());
    value->word = pop();
  }
  request_.text = cuda_text::printed(program_.texts[static_cast<std::size_t>(at.a)], values);
  while (request_.text.ends_with('\n')) request_.text.pop_back();
  if (!values.empty()) {
    request_.scalar = values.front().scalar;
    request_.data[0] = values.front().word;
  }
  return true;
}

void KernelThread::math(const Instruction& at) {
  const auto function = static_cast<Math>(at.b);
  Word a = 0;
  Word b = 0;
  Word c = 0;
  const bool three = function == Math::fused_multiply_add || function == Math::funnel_left ||
                     function == Math::funnel_right;
  const bool two = three || function == Math::power || function == Math::remainder ||
                   function == Math::multiply_high;
  if (three) c = pop();
  if (two) b = pop();
  a = pop();
  push(cuda_text::result_of(function, at.scalar, a, b, c));
}

}  // namespace heatwave::stage
