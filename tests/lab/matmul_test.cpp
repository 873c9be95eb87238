// Tests the matrix multiply: sizes that fit no tile, and that the check finds every wrong element.
#include "kernels/lab/experiments/matmul/matmul_experiment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "tests/sanitized.h"

namespace heatwave::lab::matmul_experiment {
namespace {

Settings product_settings(std::int64_t n, std::int64_t input) {
  Settings settings = initial_settings(find_experiment("matmul"));
  settings.values["n"] = n;
  settings.values["input"] = input;
  return settings;
}

std::unique_ptr<Problem> posed_product(std::int64_t n, std::int64_t input = 0) {
  return find_experiment("matmul").make_problem(product_settings(n, input), {});
}

const MatmulProblem& own_product(const std::unique_ptr<Problem>& problem) {
  return static_cast<const MatmulProblem&>(*problem);
}

/// Returns the product by its definition, in double precision.
std::vector<float> product(const MatmulProblem& problem) {
  const auto n = static_cast<std::size_t>(problem.n);
  std::vector<double> sums(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      const auto a = static_cast<double>(problem.a[i * n + k]);
      for (std::size_t j = 0; j < n; ++j) {
        sums[i * n + j] += a * static_cast<double>(problem.b[k * n + j]);
      }
    }
  }
  return {sums.begin(), sums.end()};
}

bool is_right(const MatmulProblem& problem, const std::vector<float>& c) {
  return checked_matmul(problem, c, MatmulPrecision::float32).right;
}

TEST(Matmul, PackedTilesFitNoSizeAndAreRightAtAll) {
  std::vector<std::int64_t> sizes{5, 6, 7, 15, 16, 17, 96, 119, 121, 257};
  if (!test::kSanitized) sizes.insert(sizes.end(), {255, 256, 300, 515});
  for (const std::int64_t n : sizes) {
    for (std::int64_t input = 0; input < 3; ++input) {
      const Request request{.experiment = "matmul",
                            .variants = {"packed"},
                            .settings = product_settings(n, input),
                            .repeats = 1};
      const Measurement m = measure(request, {}, {}).measurements.at(0);
      EXPECT_EQ(m.status, Status::measured) << "n = " << n << ", input " << input << ": " << m.note;
      if (input > 0) {
        EXPECT_EQ(m.outcome.error, 0.0) << "whole numbers and copies are exact";
      }
    }
  }
}

TEST(Matmul, OfOnesIsNEverywhere) {
  const auto problem = posed_product(33, 1);
  EXPECT_EQ(own_product(problem).expected, std::vector<double>(33 * 33, 33.0));
}

TEST(Matmul, WithTheIdentityIsACopy) {
  const auto problem = posed_product(33, 2);
  EXPECT_TRUE(is_right(own_product(problem), own_product(problem).a));
}

TEST(Matmul, ASingleWrongElementIsSeen) {
  for (const std::int64_t n : {1, 2, 33, 300}) {
    const auto problem = posed_product(n);
    const std::vector<float> c = product(own_product(problem));
    ASSERT_TRUE(is_right(own_product(problem), c));
    for (std::size_t at = 0; at < c.size(); at += 1 + c.size() / 97) {
      std::vector<float> wrong = c;
      wrong[at] += 0.01F;
      EXPECT_FALSE(is_right(own_product(problem), wrong)) << "n = " << n << ", element " << at;
      wrong[at] = std::nanf("");
      EXPECT_FALSE(is_right(own_product(problem), wrong)) << "n = " << n << ", element " << at;
    }
  }
}

TEST(Matmul, AMissingProductIsSeen) {
  const auto problem = posed_product(64);
  const MatmulProblem& p = own_product(problem);
  const std::vector<float> c = product(p);
  for (std::size_t at = 0; at < c.size(); ++at) {
    const float missing = p.a[at / 64 * 64 + 63] * p.b[63 * 64 + at % 64];
    if (std::abs(missing) < 0.001F) continue;
    std::vector<float> wrong = c;
    wrong[at] -= missing;
    ASSERT_FALSE(is_right(p, wrong)) << at;
  }
}

/// This product is too large to be compared as a whole, so the probes must find the error.
TEST(Matmul, ASingleWrongElementOfALargeProductIsSeen) {
  const auto problem = posed_product(1100);
  const std::vector<float> c = product(own_product(problem));
  ASSERT_TRUE(own_product(problem).expected.empty());
  ASSERT_TRUE(is_right(own_product(problem), c));
  for (const std::size_t at : {std::size_t{0}, c.size() / 3, c.size() / 2 + 17, c.size() - 1}) {
    std::vector<float> wrong = c;
    wrong[at] += 1.0F;
    EXPECT_FALSE(is_right(own_product(problem), wrong)) << at;
    wrong[at] = std::nanf("");
    EXPECT_FALSE(is_right(own_product(problem), wrong)) << at;
  }
  std::vector<float> shifted(c.begin() + 1, c.end());  // all elements shifted by one
  shifted.push_back(0.0F);
  EXPECT_FALSE(is_right(own_product(problem), shifted));
}

/// TF32 may lose much more than float32, but still far less than a wrong element.
TEST(Matmul, ThreeDigitsAreEnoughForTf32Only) {
  const auto problem = posed_product(256);
  const MatmulProblem& p = own_product(problem);
  MatmulProblem cut = {};
  cut.n = p.n;
  const auto keep_ten_bits = [](std::vector<float> values) {
    for (float& value : values) {
      int exponent = 0;
      const float fraction = std::frexp(value, &exponent);
      value = std::ldexp(std::round(fraction * 2048.0F) / 2048.0F, exponent);
    }
    return values;
  };
  cut.a = keep_ten_bits(p.a);
  cut.b = keep_ten_bits(p.b);
  std::vector<float> c = product(cut);
  EXPECT_TRUE(checked_matmul(p, c, MatmulPrecision::tf32).right);
  EXPECT_FALSE(checked_matmul(p, c, MatmulPrecision::float32).right);
  c[1234] += 1.0F;
  EXPECT_FALSE(checked_matmul(p, c, MatmulPrecision::tf32).right);
}

TEST(Matmul, StopsInTheMiddle) {
  const auto problem = posed_product(test::kSanitized ? 256 : 1024);
  std::stop_source source;
  source.request_stop();
  const auto run =
      find_variant(find_experiment("matmul"), "loops").make(*problem, source.get_token());
  EXPECT_LT(run->time(1), 500.0);
}

}  // namespace
}  // namespace heatwave::lab::matmul_experiment
