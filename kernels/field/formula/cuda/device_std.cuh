// The parts of the standard library that the kernels' headers use, for code that is compiled at run
// time: no other headers are needed then.
#pragma once

#ifdef __CUDACC_RTC__

using int8_t = signed char;
using uint8_t = unsigned char;
using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned;
using int64_t = long long;
using uint64_t = unsigned long long;

namespace std {

using ::int16_t;
using ::int32_t;
using ::int64_t;
using ::int8_t;
using ::uint16_t;
using ::uint32_t;
using ::uint64_t;
using ::uint8_t;
using size_t = decltype(sizeof 0);
using ptrdiff_t = decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr));
using ::memcpy;

template <typename T>
constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <typename T>
constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}

template <typename A, typename B>
inline constexpr bool is_same_v = false;
template <typename A>
inline constexpr bool is_same_v<A, A> = true;
template <bool kValue>
struct bool_constant {
  static constexpr bool value = kValue;
};
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

/// It is only named, in types of the host.
template <typename T>
class vector {};

template <typename... Types>
struct tuple {};
template <size_t kIndex, typename Tuple>
struct tuple_element;
template <typename First, typename... Others>
struct tuple_element<0, tuple<First, Others...>> {
  using type = First;
};
template <size_t kIndex, typename First, typename... Others>
struct tuple_element<kIndex, tuple<First, Others...>>
    : tuple_element<kIndex - 1, tuple<Others...>> {};
template <size_t kIndex, typename Tuple>
using tuple_element_t = typename tuple_element<kIndex, Tuple>::type;

}  // namespace std

#endif
