// Tests conversions of many values at once.
#include "kernels/cuda_text/scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace heatwave::cuda_text {
namespace {

TEST(CudaTextScalar, ManyValuesGetTheWordsThatEachGetsAlone) {
  const std::vector<double> values{0,   1,     -1,   2.5,   -2.5,  127, 128,
                                   255, -1000, 1e10, -1e10, 1e300, 0.1, std::nan("")};
  for (int type = 0; type <= static_cast<int>(Scalar::float64); ++type) {
    const auto scalar = static_cast<Scalar>(type);
    std::vector<Word> words(values.size());
    from_doubles(scalar, values, words);
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_EQ(words[i], from_double(scalar, values[i])) << name_of(scalar) << " " << values[i];
    }
  }
}

}  // namespace
}  // namespace heatwave::cuda_text
