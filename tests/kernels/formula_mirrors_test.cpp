// Tests that the operations of a formula tell whether its steps keep mirror images.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernels/field/formula/formula.h"
#include "kernels/field/formula/mirror_images.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::field::testing {
namespace {

using formula::Axis;

struct MirrorCase {
  const char* text;
  bool along_x;
  bool along_y;
};

constexpr MirrorCase kMirrorCases[] = {
    {"u' = 0.1*lap(u)", true, true},
    {"u' = 0.1*lap(u) - 0.2*u_x", false, true},
    {"u' = 0.1*lap(u) - 0.2*u_yb", true, false},
    {"u' = 0.1*u_xx + 0.05*u_yy - u^3", true, true},
    {"u' = 0.05*lap(u) + 0.1*u_x*u_x - 0.1*abs(u_y)", true, true},
    {"u' = 0.05*lap(u) + 0.1*u_x*u_y", false, false},
    {"u' = div(0.1*(1 + u^2)*grad(u))", true, true},
    {"u' = div(0.1*u_x, 0.05*u_y)", true, true},
    {"u' = 0.1*lap(u) - max(u, 0)*u_xb - min(u, 0)*u_xf", false, true},
    {"u'' = 0.2*m*lap(u) - 0.1*u' - sin(u)", true, true},
    {"w = u_x\nu' = 0.1*lap(u) + 0.1*w", false, true},
    {"w = u^3 - u - lap(u)\nu' = 0.01*lap(w)", true, true},
};

/// Returns a plane beside its own mirror image.
std::vector<float> doubled(const std::vector<float>& plane, core::Extent extent, Axis axis) {
  const core::Rect all = core::whole(extent);
  const core::Extent both{axis == Axis::x ? 2 * extent.width : extent.width,
                          axis == Axis::y ? 2 * extent.height : extent.height};
  std::vector<float> result;
  for (int y = 0; y < both.height; ++y) {
    for (int x = 0; x < both.width; ++x) {
      result.push_back(plane[all.index(std::min(x, 2 * extent.width - 1 - x),
                                       std::min(y, 2 * extent.height - 1 - y))]);
    }
  }
  return result;
}

/// Returns all planes after some steps.
std::vector<std::vector<float>> stepped_between(
    const std::shared_ptr<const formula::Formula>& typed, const FieldState& begin,
    const Edges& edges) {
  const auto solver =
      make_solver({.extent = begin.extent, .backend = Backend::cpu, .formula = typed});
  solver->apply(SetRules{.parameters = initial_parameters(typed->info()), .edges = edges});
  solver->load(begin);
  solver->apply(bare_cells(begin.extent, edges, typed->info().components.size()));
  solver->advance(5);
  return solver->save().planes;
}

TEST(FormulaMirrors, AreSeenFromTheOperations) {
  for (const MirrorCase& one : kMirrorCases) {
    SCOPED_TRACE(one.text);
    const formula::Formula typed(one.text);
    EXPECT_EQ(keeps_mirror_images(typed.program(), Axis::x), one.along_x);
    EXPECT_EQ(keeps_mirror_images(typed.program(), Axis::y), one.along_y);
  }
}

// Passes on a GPU let a field with reflecting edges go on as its mirror image.
TEST(FormulaMirrors, TakeThePlaceOfReflectingEdgesWhereTheyAreKept) {
  constexpr core::Extent kExtent{23, 14};
  for (const MirrorCase& one : kMirrorCases) {
    const auto typed = formula::make_formula(one.text);
    FieldState begin{.extent = kExtent};
    for (std::size_t p = 0; p < plane_count(typed->info()); ++p) {
      begin.planes.push_back(random_state("heat", kExtent, static_cast<unsigned>(p + 1)).planes[0]);
    }
    const Edges reflecting = same_edges(EdgeKind::reflecting);
    const auto expected = stepped_between(typed, begin, reflecting);
    for (const Axis axis : {Axis::x, Axis::y}) {
      SCOPED_TRACE(std::string(one.text) + (axis == Axis::x ? ", along x" : ", along y"));
      FieldState both = begin;
      Edges edges = reflecting;
      if (axis == Axis::x) {
        both.extent.width *= 2;
        edges.left = edges.right = EdgeKind::periodic;
      } else {
        both.extent.height *= 2;
        edges.top = edges.bottom = EdgeKind::periodic;
      }
      for (auto& plane : both.planes) plane = doubled(plane, kExtent, axis);
      const auto result = stepped_between(typed, both, edges);
      bool is_equal = true;
      for (std::size_t p = 0; p < expected.size(); ++p) {
        for (int y = 0; y < kExtent.height; ++y) {
          for (int x = 0; x < kExtent.width; ++x) {
            is_equal = is_equal && result[p][core::whole(both.extent).index(x, y)] ==
                                       expected[p][core::whole(kExtent).index(x, y)];
          }
        }
      }
      EXPECT_EQ(is_equal, axis == Axis::x ? one.along_x : one.along_y);
    }
  }
}

}  // namespace
}  // namespace heatwave::field::testing
