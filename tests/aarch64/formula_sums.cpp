// Prints check sums of fields that formulas have stepped, a line for each, so that processors of
// different architectures can be compared. Arguments: files with formulas.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/formula/formula.h"
#include "tests/kernels/test_fields.h"

namespace {

using namespace heatwave;
using namespace heatwave::field;
using Planes = std::vector<std::vector<float>>;

/// Returns a hash of all bits. What is no number has no bits of its own and counts as one value.
std::uint64_t sum_of(const Planes& planes) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const std::vector<float>& plane : planes) {
    for (const float value : plane) {
      const auto bits = std::isnan(value) ? 0x7fc00000U : std::bit_cast<std::uint32_t>(value);
      sum = (sum ^ bits) * 0x100000001b3;
      sum ^= sum >> 32U;
    }
  }
  return sum;
}

void print(const std::string& name, core::Extent extent, const Planes& planes) {
  std::printf("%s %dx%d %016llx\n", name.c_str(), extent.width, extent.height,
              static_cast<unsigned long long>(sum_of(planes)));
  std::fflush(stdout);
}

/// Steps a formula from its own initial conditions in its region, with the sides of its text.
Planes stepped(const std::shared_ptr<const formula::Formula>& typed, core::Extent extent,
               int steps) {
  const auto kind_on = [&](formula::Side side) {
    switch (typed->model().sides[static_cast<std::size_t>(side)]) {
      case formula::SideKind::periodic:
        return EdgeKind::periodic;
      case formula::SideKind::absorbing:
        return EdgeKind::absorbing;
      case formula::SideKind::by_scene:
      case formula::SideKind::by_conditions:
        break;
    }
    return EdgeKind::reflecting;
  };
  using formula::Side;
  const Edges edges{.left = kind_on(Side::left),
                    .right = kind_on(Side::right),
                    .top = kind_on(Side::top),
                    .bottom = kind_on(Side::bottom)};
  const std::vector<double> parameters = initial_parameters(typed->info());
  const auto solver =
      make_solver({.extent = extent, .backend = Backend::cpu, .threads = 1, .formula = typed});
  solver->apply(SetRules{.parameters = parameters, .edges = edges});
  solver->load({.extent = extent,
                .planes = initial_planes(*typed, {parameters, extent}, core::whole(extent))});
  SetCells cells = testing::bare_cells(extent, edges, typed->info().components.size());
  const auto inside = region_cells(*typed, {parameters, extent}, core::whole(extent), 0);
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == 0) cells.flags[i] = kWall;
  }
  testing::mark_walls(cells, extent);
  solver->apply(cells);
  solver->advance(steps);
  return solver->save().planes;
}

std::string text_of(const char* path) {
  std::ifstream file(path);
  if (!file) throw core::Error("cannot read " + std::string(path));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int count, char** arguments) {
  try {
    for (int i = 1; i < count; ++i) {
      const auto typed = formula::make_formula(text_of(arguments[i]));
      for (const core::Extent extent : {core::Extent{97, 60}, core::Extent{128, 1}}) {
        print(arguments[i], extent, stepped(typed, extent, 200));
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
