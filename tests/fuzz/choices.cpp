// Numbers and texts, sane and otherwise.
#include "tests/fuzz/choices.h"

#include <array>
#include <bit>
#include <limits>

namespace heatwave::fuzz {

double Choices::number(double low, double high) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::array kOdd{
      0.0,         -0.0,   1.0,       -1.0,         1e9,
      1.0000001e9, 1e30,   1e38,      4e38,         1e300,
      -1e300,      5e-324, 1e-30,     2147483648.0, 0.5,
      -1e9,        1e17,   kInfinity, -kInfinity,   std::numeric_limits<double>::quiet_NaN()};
  const int kind = below(24);
  if (kind == 23) return kOdd[static_cast<std::size_t>(below(static_cast<int>(kOdd.size())))];
  if (kind == 22) return std::bit_cast<double>(word());
  return low + (high - low) * (byte() * 256 + byte()) / 65535.0;
}

std::int64_t Choices::whole(std::int64_t low, std::int64_t high) {
  constexpr std::array<std::int64_t, 10> kOdd{0,
                                              -1,
                                              1,
                                              255,
                                              257,
                                              65536,
                                              2147483647,
                                              -2147483648LL,
                                              std::numeric_limits<std::int64_t>::max(),
                                              std::numeric_limits<std::int64_t>::min()};
  if (one_in(24)) return kOdd[static_cast<std::size_t>(below(static_cast<int>(kOdd.size())))];
  return low + static_cast<std::int64_t>((byte() * 256U + byte()) %
                                         static_cast<std::uint64_t>(high - low + 1));
}

std::string Choices::text() {
  std::string text;
  for (int left = below(12); left > 0; --left) text += static_cast<char>(byte());
  return text;
}

}  // namespace heatwave::fuzz
