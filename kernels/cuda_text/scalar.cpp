// Integers wrap around, shifts by too many bits shift all of them out, and floats round after each
// operation.
#include "kernels/cuda_text/scalar.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <type_traits>

namespace heatwave::cuda_text {
namespace {

/// Returns whether a comparison holds. Precondition: the operation compares.
template <typename T>
bool holds(Binary operation, T a, T b) {
  switch (operation) {
    case Binary::less:
      return a < b;
    case Binary::greater:
      return a > b;
    case Binary::less_equal:
      return a <= b;
    case Binary::greater_equal:
      return a >= b;
    case Binary::equal:
      return a == b;
    default:
      return a != b;
  }
}

template <typename Real>
Word real_result(Binary operation, Real a, Real b) {
  switch (operation) {
    case Binary::add:
      return word_of(a + b);
    case Binary::subtract:
      return word_of(a - b);
    case Binary::multiply:
      return word_of(a * b);
    case Binary::divide:
      return word_of(a / b);
    case Binary::less:
    case Binary::greater:
    case Binary::less_equal:
    case Binary::greater_equal:
    case Binary::equal:
    case Binary::not_equal:
      return holds(operation, a, b) ? 1 : 0;
    case Binary::minimum:
      return word_of(std::fmin(a, b));
    case Binary::maximum:
      return word_of(std::fmax(a, b));
    case Binary::remainder:
    case Binary::bit_and:
    case Binary::bit_or:
    case Binary::bit_xor:
    case Binary::shift_left:
    case Binary::shift_right:
      break;  // integers only
  }
  return 0;
}

/// Returns the word of the lower bits of a result, which a type of fewer bits wraps around to.
template <typename Whole>
Word wrap(Word word) {
  return static_cast<Word>(static_cast<std::int64_t>(static_cast<Whole>(word)));
}
template <>
Word wrap<bool>(Word word) {
  return word != 0 ? 1 : 0;
}

template <typename Whole>
Word divided(Binary operation, Word left, Word right) {
  const bool quotient = operation == Binary::divide;
  if (right == 0) return wrap<Whole>(~Word{0});
  if constexpr (std::is_signed_v<Whole>) {
    const auto a = static_cast<std::int64_t>(left);
    const auto b = static_cast<std::int64_t>(right);
    if (b == -1) return quotient ? wrap<Whole>(0 - left) : 0;
    return wrap<Whole>(static_cast<Word>(quotient ? a / b : a % b));
  } else {
    return quotient ? left / right : left % right;
  }
}

/// A GPU shifts all bits out where the distance is too large, and takes a negative one as large.
template <typename Whole>
Word shifted(Binary operation, Word left, Word right) {
  constexpr Word kBits = 8 * sizeof(Whole);
  if (operation == Binary::shift_left) return right < kBits ? wrap<Whole>(left << right) : 0;
  if constexpr (std::is_signed_v<Whole>) {
    return static_cast<Word>(static_cast<std::int64_t>(left) >> std::min(right, kBits - 1));
  } else {
    return right < kBits ? left >> right : 0;
  }
}

template <typename Whole>
Word whole_result(Binary operation, Word left, Word right) {
  using Wide = std::conditional_t<std::is_signed_v<Whole>, std::int64_t, Word>;
  const auto a = static_cast<Wide>(left);
  const auto b = static_cast<Wide>(right);
  switch (operation) {
    case Binary::add:
      return wrap<Whole>(left + right);
    case Binary::subtract:
      return wrap<Whole>(left - right);
    case Binary::multiply:
      return wrap<Whole>(left * right);
    case Binary::divide:
    case Binary::remainder:
      return divided<Whole>(operation, left, right);
    case Binary::bit_and:
      return left & right;
    case Binary::bit_or:
      return left | right;
    case Binary::bit_xor:
      return wrap<Whole>(left ^ right);
    case Binary::shift_left:
    case Binary::shift_right:
      return shifted<Whole>(operation, left, right);
    case Binary::less:
    case Binary::greater:
    case Binary::less_equal:
    case Binary::greater_equal:
    case Binary::equal:
    case Binary::not_equal:
      return holds(operation, a, b) ? 1 : 0;
    case Binary::minimum:
      return static_cast<Word>(std::min(a, b));
    case Binary::maximum:
      return static_cast<Word>(std::max(a, b));
  }
  return 0;
}

}  // namespace

const char* name_of(Scalar scalar) {
  constexpr const char* kNames[] = {
      "bool",         "char",      "unsigned char",      "short", "unsigned short", "int",
      "unsigned int", "long long", "unsigned long long", "float", "double"};
  return kNames[static_cast<std::size_t>(scalar)];
}

Word word_of(float value) { return std::bit_cast<std::uint32_t>(value); }
Word word_of(double value) { return std::bit_cast<std::uint64_t>(value); }

Word from_double(Scalar scalar, double value) {
  if (scalar == Scalar::float32) return word_of(static_cast<float>(value));
  if (scalar == Scalar::float64) return word_of(value);
  if (scalar == Scalar::boolean) return value != 0.0 ? 1 : 0;
  if (std::isnan(value)) return 0;
  const int bits = bytes_of(scalar) * 8;
  if (!is_signed(scalar)) {
    if (value <= 0.0) return 0;
    const double limit = 2.0 * static_cast<double>(Word{1} << (bits - 1));
    const Word most = bits == 64 ? ~Word{0} : (Word{1} << bits) - 1;
    return value >= limit ? most : static_cast<Word>(value);
  }
  const auto limit = static_cast<double>(Word{1} << (bits - 1));
  const auto most = static_cast<std::int64_t>((Word{1} << (bits - 1)) - 1);
  if (value >= limit) return static_cast<Word>(most);
  if (value <= -limit) return static_cast<Word>(-most - 1);
  return static_cast<Word>(static_cast<std::int64_t>(value));
}

void from_doubles(Scalar scalar, std::span<const double> values, std::span<Word> words) {
  const auto convert = [&](auto word_of_value) {
    std::transform(values.begin(), values.end(), words.begin(), word_of_value);
  };
  switch (scalar) {  // the usual types have a loop of their own
    case Scalar::float32:
      return convert([](double value) { return from_double(Scalar::float32, value); });
    case Scalar::int32:
      return convert([](double value) { return from_double(Scalar::int32, value); });
    default:
      return convert([scalar](double value) { return from_double(scalar, value); });
  }
}

namespace {

/// Converts a real to an integer as GPUs do: to 32 bits at least, of which a smaller type takes the
/// lower ones.
Word whole_of(Scalar from, Scalar to, double value) {
  const bool is_long = bytes_of(to) == 8;
  if (std::isnan(value)) {
    const Word least = is_long ? Word{1} << 63U : Word{1} << 31U;
    return from == Scalar::float64 || is_long ? wrapped(to, static_cast<std::int64_t>(least)) : 0;
  }
  if (is_long) return from_double(to, value);
  const Word word = from_double(is_signed(to) ? Scalar::int32 : Scalar::uint32, value);
  return wrapped(to, static_cast<std::int64_t>(word));
}

}  // namespace

Word converted(Scalar from, Scalar to, Word word) {
  if (from == to) return word;
  if (to == Scalar::boolean) {
    return is_floating(from) ? (as_double(from, word) != 0.0 ? 1 : 0) : (word != 0 ? 1 : 0);
  }
  if (!is_floating(from) && !is_floating(to)) return wrapped(to, static_cast<std::int64_t>(word));
  if (is_floating(from)) {
    const double value = as_double(from, word);
    return is_floating(to) ? from_double(to, value) : whole_of(from, to, value);
  }
  // An integer of 64 bits rounds once, directly to the target.
  if (to == Scalar::float32) {
    return word_of(is_signed(from) ? static_cast<float>(static_cast<std::int64_t>(word))
                                   : static_cast<float>(word));
  }
  return word_of(as_double(from, word));
}

bool is_comparison(Binary operation) {
  return operation >= Binary::less && operation <= Binary::not_equal;
}

Word result_of(Binary operation, Scalar scalar, Word left, Word right) {
  switch (scalar) {
    case Scalar::boolean:
      return whole_result<bool>(operation, left, right);
    case Scalar::int8:
      return whole_result<std::int8_t>(operation, left, right);
    case Scalar::uint8:
      return whole_result<std::uint8_t>(operation, left, right);
    case Scalar::int16:
      return whole_result<std::int16_t>(operation, left, right);
    case Scalar::uint16:
      return whole_result<std::uint16_t>(operation, left, right);
    case Scalar::int32:
      return whole_result<std::int32_t>(operation, left, right);
    case Scalar::uint32:
      return whole_result<std::uint32_t>(operation, left, right);
    case Scalar::int64:
      return whole_result<std::int64_t>(operation, left, right);
    case Scalar::uint64:
      return whole_result<std::uint64_t>(operation, left, right);
    case Scalar::float32:
      return real_result(operation, as_float(left), as_float(right));
    case Scalar::float64:
      return real_result(operation, std::bit_cast<double>(left), std::bit_cast<double>(right));
  }
  return 0;
}

Word negated(Scalar scalar, Word word) {
  if (scalar == Scalar::float32) return word_of(-as_float(word));
  if (scalar == Scalar::float64) return word_of(-std::bit_cast<double>(word));
  return wrapped(scalar, static_cast<std::int64_t>(0 - word));
}

bool is_defined(Binary operation, Scalar scalar, std::optional<Word> left, Word right) {
  if (is_floating(scalar)) return true;
  const bool divides = operation == Binary::divide || operation == Binary::remainder;
  if (divides && right == 0) return false;
  if (operation == Binary::shift_left || operation == Binary::shift_right) {
    return right < 8 * static_cast<Word>(bytes_of(scalar));
  }
  if (!left || !is_signed(scalar)) return true;
  const auto a = static_cast<std::int64_t>(*left);
  const auto b = static_cast<std::int64_t>(right);
  std::int64_t exact = 0;
  const bool fits = operation == Binary::add        ? !__builtin_add_overflow(a, b, &exact)
                    : operation == Binary::subtract ? !__builtin_sub_overflow(a, b, &exact)
                    : operation == Binary::multiply ? !__builtin_mul_overflow(a, b, &exact)
                    : divides && b == -1 ? !__builtin_sub_overflow(std::int64_t{0}, a, &exact)
                                         : true;
  return fits && wrapped(scalar, exact) == static_cast<Word>(exact);
}

std::optional<Binary> binary_of(std::string_view sign) {
  static const std::map<std::string_view, Binary> kSigns{
      {"+", Binary::add},          {"-", Binary::subtract},       {"*", Binary::multiply},
      {"/", Binary::divide},       {"%", Binary::remainder},      {"&", Binary::bit_and},
      {"|", Binary::bit_or},       {"^", Binary::bit_xor},        {"<<", Binary::shift_left},
      {">>", Binary::shift_right}, {"<", Binary::less},           {">", Binary::greater},
      {"<=", Binary::less_equal},  {">=", Binary::greater_equal}, {"==", Binary::equal},
      {"!=", Binary::not_equal}};
  const auto found = kSigns.find(sign);
  if (found == kSigns.end()) return std::nullopt;
  return found->second;
}

}  // namespace heatwave::cuda_text
