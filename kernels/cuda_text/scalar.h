// The scalar types of CUDA C and their arithmetic, as a GPU computes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace heatwave::cuda_text {

enum class Scalar : std::uint8_t {
  boolean,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float32,
  float64,
};

/// A scalar or a pointer in a register. Signed integers are sign-extended, unsigned ones
/// zero-extended; a float uses the lower half.
using Word = std::uint64_t;

int bytes_of(Scalar scalar);
bool is_floating(Scalar scalar);
bool is_signed(Scalar scalar);
/// Returns the name in CUDA C, such as "unsigned int".
const char* name_of(Scalar scalar);

Word word_of(float value);
Word word_of(double value);
/// Returns the word of a whole number, wrapped around to the scalar's size.
Word wrapped(Scalar scalar, std::int64_t value);
/// Returns the value; integers beyond 2⁵³ are rounded.
double as_double(Scalar scalar, Word word);
/// Returns the nearest word; integers saturate, and not-a-number counts as zero.
Word from_double(Scalar scalar, double value);
/// Converts as a cast does.
Word converted(Scalar from, Scalar to, Word word);

enum class Binary : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  remainder,
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  less,
  greater,
  less_equal,
  greater_equal,
  equal,
  not_equal,
  minimum,
  maximum,
};
/// Returns the operation that a sign such as "<<" names; nothing: it names none.
std::optional<Binary> binary_of(std::string_view sign);
bool is_comparison(Binary operation);
/// Returns the result for two operands of this type; a comparison gives a boolean. Division by zero
/// gives what GPUs give: all bits set, and the dividend as remainder. A shift by more bits than the
/// type has shifts all of them out, and sums that do not fit wrap around, as on GPUs.
Word result_of(Binary operation, Scalar scalar, Word left, Word right);
/// Returns whether C++ defines the result; `left` none: whether it does for some left operand.
bool is_defined(Binary operation, Scalar scalar, std::optional<Word> left, Word right);
Word negated(Scalar scalar, Word word);

}  // namespace heatwave::cuda_text
