// A kernel as instructions of a stack machine. Calls of device functions are inlined, so that the
// position in the code alone says how far a thread has come.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/cuda_text/scalar.h"

namespace heatwave::cuda_text {

/// One operand of a comment is the top of the stack; `a, b` are pushed in this order.
enum class Code : std::uint8_t {
  push,  ///< word
  pop,   ///< drops the top
  duplicate,
  swap,
  load_local,      ///< pushes the variable at a, of type scalar
  store_local,     ///< pops the variable at a
  address_local,   ///< pushes a pointer to the thread's memory at a
  address_object,  ///< pushes a pointer to the shared or global object a
  declare_local,   ///< the b bytes at a have no value yet
  zero_local,      ///< the b bytes at a become zero
  copy_local,      ///< copies `word` bytes from b to a
  special,         ///< pushes threadIdx.x … gridDim.z, or the warp's size: a
  binary,          ///< operation b of two operands of type scalar
  negate,
  complement,
  logical_not,
  convert,         ///< from type b to type scalar
  check_index,     ///< index of type scalar, which stays there: more than a is a fault; text b
  pointer_add,     ///< pointer, index of type scalar: adds index · a bytes
  pointer_minus,   ///< two pointers: their distance in elements of a bytes
  pointer_number,  ///< a pointer's address as a number
  load,            ///< pointer: pushes the value there
  store,           ///< pointer, value; b ≠ 0: pushes the value again
  load_wide,       ///< pointer: pushes two words with a bytes, in parts of type scalar
  store_wide,      ///< pointer, two words
  jump,            ///< to a
  jump_if_zero,    ///< pops the condition
  jump_if_not_zero,
  branch,        ///< a step that shows the condition on top, which stays there; b = 1: a loop's
  compute,       ///< a step that shows the value on top, of type scalar; it stays there
  loop_begin,    ///< a loop at depth a begins; its iterations are counted
  loop_next,     ///< the next iteration of the loop at depth a
  loop_end,      ///< only a loops remain
  call_end,      ///< a device function ends: the shown variables a … b − 1 are no longer shown
  barrier,       ///< b: what it counts of the value on top
  grid_barrier,  ///< waits for all blocks
  fence,
  sync_warp,  ///< mask
  shuffle,    ///< mask, value, lane or distance, width; b: how
  vote,       ///< mask, value; b: how
  atomic,     ///< pointer, value (for a compare-and-swap: compare, value); b: how
  math,       ///< function b
  print,      ///< text a, with b arguments, each a word and its scalar as a word
  check,      ///< assert: pops the condition; text a
  sleep,      ///< __nanosleep: nothing to see
  finish,
};

enum class BarrierKind : std::uint8_t { plain, count, any, all };
enum class ShuffleKind : std::uint8_t { lane, up, down, exclusive_or };
enum class VoteKind : std::uint8_t {
  ballot,
  any,
  all,
  active,
  match,
  add,
  minimum,
  maximum,
  bit_and,
  bit_or,
  bit_xor,
};
enum class AtomicKind : std::uint8_t {
  add,
  sub,
  exch,
  min,
  max,
  inc,
  dec,
  cas,
  band,
  bor,
  bxor,
};

enum class Math : std::uint8_t {
  fused_multiply_add,
  absolute,
  square_root,
  reciprocal_root,
  exponential,
  exponential_2,
  logarithm,
  logarithm_2,
  sine,
  cosine,
  tangent,
  hyperbolic_tangent,
  power,
  floor,
  ceiling,
  truncate,
  round,
  remainder,
  population_count,
  reverse_bits,
  find_first_set,
  leading_zeros,
  funnel_left,
  funnel_right,
  multiply_high,
  is_nan,
  is_infinite,
};

/// A pointer in a word: an array and a distance from its begin in bytes. The word 0 is null.
struct Pointer {
  static constexpr std::int32_t kNull = -1;
  static constexpr std::int32_t kLocal = (1 << 23) - 2;  ///< the thread's own memory
  static constexpr int kOffsetBits = 40;

  std::int32_t array = kNull;
  std::int64_t offset = 0;

  [[nodiscard]] static Pointer from(Word word) {
    constexpr Word kSign = Word{1} << (kOffsetBits - 1);
    const Word low = word & ((Word{1} << kOffsetBits) - 1);
    return {static_cast<std::int32_t>(word >> kOffsetBits) - 1,
            static_cast<std::int64_t>((low ^ kSign) - kSign)};
  }
  [[nodiscard]] Word word() const {
    return (static_cast<Word>(array + 1) << kOffsetBits) |
           (static_cast<Word>(offset) & ((Word{1} << kOffsetBits) - 1));
  }
};

struct Instruction {
  Code code = Code::finish;
  Scalar scalar = Scalar::int32;
  std::int32_t line = 0;
  std::int32_t a = 0;
  std::int32_t b = 0;
  Word word = 0;
};

/// A variable of a thread that can be shown.
struct ShownVariable {
  std::string name;
  Scalar scalar = Scalar::int32;
  bool is_const = false;  ///< it never changes
};

/// A cell of memory within an element.
struct Cell {
  std::string name;  ///< ".x"; empty: the element is one cell
  std::int32_t offset = 0;
  Scalar scalar = Scalar::float32;
};
/// How an array's elements are divided into cells.
struct Layout {
  std::vector<Cell> cells;
  std::int32_t bytes = 4;  ///< size of an element
};

/// Memory that the text declares: shared, constant or global.
struct MemoryObject {
  enum class Space : std::uint8_t { shared, constant, global };
  std::string name;
  Space space = Space::shared;
  Layout layout;
  std::int64_t elements = 0;  ///< 0: the launch sets it
  std::int32_t width = 0;     ///< elements in a row; 0: one row
  std::int32_t alignment = 4;
  std::int32_t line = 0;
  std::vector<Word> initial;  ///< values of its first cells
};

/// A part of a kernel's argument: a scalar or a pointer. A struct has several.
struct Parameter {
  std::string name;  ///< "n", "lock.mutex"
  bool is_pointer = false;
  bool is_const = false;  ///< the pointer's target cannot be written
  Scalar scalar = Scalar::int32;
  Layout target;  ///< a pointer's elements
  std::int32_t offset = 0;
};

struct Program {
  std::string name;
  std::string instance;  ///< the name with its template arguments: "transpose<33>"
  std::vector<std::string> template_parameters;  ///< their names: "TILE"
  std::vector<Instruction> code;
  std::vector<Parameter> parameters;
  std::vector<ShownVariable> variables;
  /// For each byte of a thread's memory: the shown variable that begins there; −1: none.
  std::vector<std::int32_t> shown_at;
  std::vector<MemoryObject> objects;
  std::vector<std::string> texts;
  std::int32_t frame_bytes = 0;
  std::int32_t most_threads = 1024;  ///< in a block
  std::int32_t line = 0;             ///< line of the kernel's name
};

}  // namespace heatwave::cuda_text
