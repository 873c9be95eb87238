// The scalar types of CUDA C and their arithmetic, as a GPU computes it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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

inline constexpr std::uint8_t kBytesOf[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
constexpr int bytes_of(Scalar scalar) { return kBytesOf[static_cast<std::size_t>(scalar)]; }
constexpr bool is_floating(Scalar scalar) {
  return scalar == Scalar::float32 || scalar == Scalar::float64;
}
constexpr bool is_signed(Scalar scalar) {
  return scalar == Scalar::int8 || scalar == Scalar::int16 || scalar == Scalar::int32 ||
         scalar == Scalar::int64;
}
/// Returns the name in CUDA C, such as "unsigned int".
const char* name_of(Scalar scalar);

Word word_of(float value);
Word word_of(double value);
/// Returns the word of a whole number, wrapped around to the scalar's size.
constexpr Word wrapped(Scalar scalar, std::int64_t value) {
  switch (scalar) {
    case Scalar::boolean:
      return value != 0 ? 1 : 0;
    case Scalar::int8:
      return static_cast<Word>(std::int64_t{static_cast<std::int8_t>(value)});
    case Scalar::uint8:
      return static_cast<std::uint8_t>(value);
    case Scalar::int16:
      return static_cast<Word>(std::int64_t{static_cast<std::int16_t>(value)});
    case Scalar::uint16:
      return static_cast<std::uint16_t>(value);
    case Scalar::int32:
      return static_cast<Word>(std::int64_t{static_cast<std::int32_t>(value)});
    case Scalar::uint32:
    case Scalar::float32:
      return static_cast<std::uint32_t>(value);
    case Scalar::int64:
    case Scalar::uint64:
    case Scalar::float64:
      break;
  }
  return static_cast<Word>(value);
}
/// Returns the float whose bits are the word's lower half.
constexpr float as_float(Word word) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(word));
}
/// Returns the value; integers beyond 2⁵³ are rounded.
constexpr double as_double(Scalar scalar, Word word) {
  if (scalar == Scalar::float32) return static_cast<double>(as_float(word));
  if (scalar == Scalar::float64) return std::bit_cast<double>(word);
  return is_signed(scalar) ? static_cast<double>(static_cast<std::int64_t>(word))
                           : static_cast<double>(word);
}
/// Returns the nearest word; integers saturate, and not-a-number counts as zero.
Word from_double(Scalar scalar, double value);
/// Does this for many values, each of which gets its word.
void from_doubles(Scalar scalar, std::span<const double> values, std::span<Word> words);
/// Converts as a cast does on a GPU. Reals that no integer holds saturate at 32 or 64 bits; a
/// smaller type takes the lower bits of that. Not-a-number gives zero, or only the highest bit
/// where the real or the integer has 64 bits.
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
/// gives what GPUs give: all bits set, in the quotient and in the remainder, whose value there
/// depends on the code beside it: where the quotient is computed, too, it is the dividend. A shift
/// by more bits than the type has shifts all of them out, and sums that do not fit wrap around.
Word result_of(Binary operation, Scalar scalar, Word left, Word right);
/// Returns whether C++ defines the result; `left` none: whether it does for some left operand.
bool is_defined(Binary operation, Scalar scalar, std::optional<Word> left, Word right);
Word negated(Scalar scalar, Word word);

}  // namespace heatwave::cuda_text
