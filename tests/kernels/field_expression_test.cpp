// Tests expressions that are shown in place of a component: their values, and their mistakes.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/core/fma.h"
#include "kernels/core/random.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/formula/field_expression.h"
#include "kernels/field/formula/formula.h"

namespace heatwave::field::formula {
namespace {

constexpr core::Extent kExtent{1100, 7};  // wider than a block
constexpr Edges kPeriodic{EdgeKind::periodic, EdgeKind::periodic, EdgeKind::periodic,
                          EdgeKind::periodic, 0.0};

std::vector<float> random_plane(std::uint64_t seed) {
  std::vector<float> plane;
  for (std::int64_t i = 0; i < kExtent.cells(); ++i) {
    const std::uint64_t bits = core::splitmix64(seed, static_cast<std::uint64_t>(i));
    plane.push_back(static_cast<float>(bits >> 40U) / 16777216.0F - 0.5F);
  }
  return plane;
}

struct Moment {
  std::vector<std::vector<float>> planes{random_plane(1), random_plane(2)};
  std::vector<std::uint8_t> flags =
      std::vector<std::uint8_t>(static_cast<std::size_t>(kExtent.cells()));
  Edges edges = kPeriodic;
  std::vector<double> parameters;
  std::int64_t step = 5;

  [[nodiscard]] std::vector<float> values(const EquationInfo& equation, std::string_view text,
                                          int threads = 1) const {
    core::ThreadTeam team(threads);
    return FieldExpression(equation, text)
        .values({kExtent, step, planes, flags, edges, parameters}, team);
  }
  [[nodiscard]] float at(std::size_t plane, int x, int y) const {
    const int w = kExtent.width;
    const int h = kExtent.height;
    return planes[plane][core::whole(kExtent).index((x + w) % w, (y + h) % h)];
  }
};

const EquationInfo& gray_scott() { return find_equation("gray-scott"); }

Moment of_gray_scott() {
  Moment moment;
  moment.parameters = initial_parameters(gray_scott());
  return moment;
}

TEST(FieldExpression, HasTheBitsOfItsOperationsWithAnyNumberOfThreads) {
  const Moment moment = of_gray_scott();
  for (const int threads : {1, 3}) {
    const std::vector<float> sum = moment.values(gray_scott(), "u^2 + v^2", threads);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      const float u = moment.planes[0][i];
      const float v = moment.planes[1][i];
      ASSERT_EQ(sum[i], core::fma(v, v, u * u)) << i;
    }
  }
}

TEST(FieldExpression, SeesNeighboursAcrossPeriodicEdgesAlone) {
  Moment moment = of_gray_scott();
  const int last = kExtent.width - 1;
  const auto slope = [&](int x, int y) {
    return moment.values(gray_scott(), "u_x")[core::whole(kExtent).index(x, y)];
  };
  const auto half = [](float a, float b) { return 0.5F * (a - b); };
  EXPECT_EQ(slope(0, 2), half(moment.at(0, 1, 2), moment.at(0, -1, 2)));
  EXPECT_EQ(slope(last, 2), half(moment.at(0, last + 1, 2), moment.at(0, last - 1, 2)));
  moment.edges.left = moment.edges.right = EdgeKind::held;
  EXPECT_EQ(slope(0, 2), half(moment.at(0, 1, 2), moment.at(0, 0, 2)));
  EXPECT_EQ(slope(last, 2), half(moment.at(0, last, 2), moment.at(0, last - 1, 2)));
  // A wall to the east of (600, 3): the cell sees its own value there.
  moment.flags[core::whole(kExtent).index(600, 3)] = kNoEast;
  EXPECT_EQ(slope(600, 3), half(moment.at(0, 600, 3), moment.at(0, 599, 3)));
}

TEST(FieldExpression, SeesRowsAcrossTopAndBottom) {
  Moment moment = of_gray_scott();
  const int last = kExtent.height - 1;
  // y points upwards, and rows downwards.
  const auto slope = [&](int y) {
    return moment.values(gray_scott(), "u_y")[core::whole(kExtent).index(9, y)];
  };
  EXPECT_EQ(slope(0), 0.5F * (moment.at(0, 9, -1) - moment.at(0, 9, 1)));
  moment.edges.top = moment.edges.bottom = EdgeKind::reflecting;
  EXPECT_EQ(slope(0), 0.5F * (moment.at(0, 9, 0) - moment.at(0, 9, 1)));
  EXPECT_EQ(slope(last), 0.5F * (moment.at(0, 9, last - 1) - moment.at(0, 9, last)));
}

TEST(FieldExpression, KnowsParametersTimePlaceAndDefinitions) {
  const auto formula = make_formula("u' = r*lap(u)\nr = 2*k\nk = 0.1 in [0, 1]\ndt = 0.25");
  Moment moment;
  moment.planes.resize(1);
  moment.parameters = {0.5};
  moment.step = 8;
  EXPECT_EQ(moment.values(formula->info(), "k")[0], 0.5F);
  EXPECT_EQ(moment.values(formula->info(), "r*t")[3], 2.0F);
  const float middle = 0.5F * static_cast<float>(kExtent.width - 1);
  EXPECT_EQ(moment.values(formula->info(), "x")[0], -middle);
}

TEST(FieldExpression, HasTheRateOfAWaveFromItsLastTwoSteps) {
  Moment moment;
  moment.parameters = initial_parameters(find_equation("wave"));
  const std::vector<float> rate = moment.values(find_equation("wave"), "u'");
  EXPECT_EQ(rate[77], moment.planes[0][77] - moment.planes[1][77]);
}

TEST(FieldExpression, NamesEachMistakeAtItsPlaceInTheExpression) {
  const auto mistake = [](std::string_view text) {
    const std::vector<Problem> problems = problems_of(gray_scott(), text);
    if (problems.empty()) return std::string();
    return std::to_string(problems[0].place.column) + ": " + problems[0].message;
  };
  EXPECT_EQ(mistake("u^2 + v^2"), "");
  EXPECT_EQ(mistake("u + vv"), "5: unknown name 'vv'; did you mean 'v'?");
  EXPECT_EQ(mistake("u + zeta"), "5: unknown name 'zeta'");
  EXPECT_EQ(mistake("lap(zeta)"), "1: unknown name 'zeta'");
  EXPECT_EQ(mistake("u v").substr(0, 31), "3: 'v' does not belong here; a ");
  EXPECT_EQ(mistake("u; v' = 0").substr(0, 22), "2: the end of the line");
  EXPECT_EQ(mistake(""), "1: expected a number, a name or a bracket here, not the end of the text");
  EXPECT_EQ(mistake("2*m"), "3: the medium's factor m has no place here");
  EXPECT_EQ(mistake("u*integral(u)"), "3: integral(…) has no place here");
  EXPECT_NE(mistake(std::string(600, '1')), "");
  EXPECT_THROW(FieldExpression(gray_scott(), "u +"), core::Error);
}

TEST(FieldExpression, RefusesADefinitionWithAnIntegralOrTheMedium) {
  const auto formula = make_formula("u' = lap(u) - a\na = integral(u)/100\nb = 2*m\nc = b*u");
  EXPECT_FALSE(problems_of(formula->info(), "a*u").empty());
  EXPECT_FALSE(problems_of(formula->info(), "c").empty());
  EXPECT_TRUE(problems_of(formula->info(), "u*u").empty());
}

TEST(FieldExpression, KnowsFromItsTextWhereNoValueIsNegative) {
  const auto is = [](std::string_view text) {
    return FieldExpression(gray_scott(), text).is_never_negative();
  };
  EXPECT_TRUE(is("u^2 + v^2"));
  EXPECT_TRUE(is("sqrt(abs(u*v)) + 2"));
  EXPECT_FALSE(is("u*v"));
  EXPECT_FALSE(is("u^3"));
  EXPECT_FALSE(is("u^2 - v^2"));
}

}  // namespace
}  // namespace heatwave::field::formula
