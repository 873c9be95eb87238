// Tests where the planes of a field on the CPU begin: a load waits for an earlier store to the same
// place of another page.
#include "kernels/field/cpu/cpu_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "kernels/field/cpu/cpu_field.h"

namespace heatwave::field::testing {
namespace {

/// Returns how many bytes two addresses are apart within a page, the page taken as a ring.
std::size_t bytes_apart(const void* a, const void* b) {
  const auto place = [](const void* at) {
    return reinterpret_cast<std::uintptr_t>(at) % core::kPage;
  };
  const std::size_t apart = std::max(place(a), place(b)) - std::min(place(a), place(b));
  return std::min(apart, core::kPage - apart);
}

std::vector<core::Extent> extents() {
  std::vector<core::Extent> all{{1, 1}, {3, 7}, {64, 64}, {480, 480}, {512, 256}, {1024, 1024}};
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    all.push_back({1 + static_cast<int>(random() % 4200), 1 + static_cast<int>(random() % 50)});
  }
  return all;
}

TEST(PlanePlaces, OfAllPlanesOfAFieldDiffer) {
  for (const core::Extent extent : extents()) {
    SCOPED_TRACE(std::to_string(extent.width) + "×" + std::to_string(extent.height));
    for (const std::size_t components : {1U, 2U}) {
      CpuField field(extent, components);
      field.add_factors();
      for (PaddedPlane& plane : field.newest) plane.clear();
      std::vector<const void*> begins{field.flags.data(), field.factors->row(0)};
      for (const PaddedPlane& plane : field.newest) begins.push_back(plane.row(0));
      for (const PaddedPlane& plane : field.other) begins.push_back(plane.row(0));
      for (std::size_t i = 0; i < begins.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) EXPECT_GE(bytes_apart(begins[i], begins[j]), 256U);
      }
    }
  }
}

TEST(PlanePlaces, KeepTheRowsOfAGroupApartFromThoseWrittenAtTheSameTime) {
  for (const core::Extent extent : extents()) {
    SCOPED_TRACE("width " + std::to_string(extent.width));
    CpuField field({extent.width, kGroupRows + 2}, 1);
    for (int read = 0; read < kGroupRows + 2; ++read) {
      for (int written = 1; written <= kGroupRows; ++written) {
        EXPECT_GE(bytes_apart(field.newest[0].row(read), field.other[0].row(written)), 256U);
        EXPECT_GE(bytes_apart(field.other[0].row(read), field.newest[0].row(written)), 256U);
      }
    }
  }
}

}  // namespace
}  // namespace heatwave::field::testing
