// Tests the memory that a CPU solver takes for each cell: its planes, a byte of flags, a factor in
// media.
#include <gtest/gtest.h>
#ifdef __linux__
#include <unistd.h>
#endif

#include <fstream>
#include <vector>

#include "kernels/core/device.h"
#include "tests/bytes_in_use.h"
#include "tests/kernels/test_fields.h"
#include "tests/sanitized.h"

namespace heatwave::field::testing {
namespace {

using test::bytes_in_use;

/// Returns the bytes of a solver after steps, with edges and a held square.
double bytes_per_cell(const std::string& equation, bool media) {
  constexpr core::Extent kExtent{2048, 1024};
  const auto before = static_cast<double>(bytes_in_use());
  const auto solver = made({equation, kExtent, Backend::cpu, 2});
  {
    SetCells cells =
        bare_cells(kExtent, same_edges(EdgeKind::held), find_equation(equation).components.size());
    if (media) cells.factors.assign(cells.flags.size(), 1.0F);
    for (int y = 300; y < 600; ++y) {
      for (int x = 300; x < 600; ++x) {
        cells.flags[cells.area.index(x, y)] = media ? kMedium : kHeld;
      }
    }
    solver->apply(cells);
  }
  solver->advance(20);
  return (static_cast<double>(bytes_in_use()) - before) / static_cast<double>(kExtent.cells());
}

TEST(Memory, OfACellIsItsFieldsAByteAndAFactorWhereMediaDiffer) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer keeps the heap";
  if (bytes_in_use() == 0) GTEST_SKIP() << "the allocator does not count";
  constexpr double kRest = 0.5;  // rows' padding and runs
  for (const EquationInfo& equation : equations()) {
    SCOPED_TRACE(equation.id);
    // The wave's next step is written over the time level before last, so it needs no third plane.
    const double fields = 2.0 * sizeof(float) * static_cast<double>(equation.components.size());
    const double plain = bytes_per_cell(equation.id, false);
    EXPECT_GE(plain, fields + 1.0);
    EXPECT_LE(plain, fields + 1.0 + kRest);
    const double with_media = bytes_per_cell(equation.id, true);
    EXPECT_LE(with_media, fields + 1.0 + sizeof(float) + kRest);
  }
}

#ifdef __linux__
double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0.0;
  double resident = 0.0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

TEST(Memory, OfALargeFieldIsTakenWhereItIsWritten) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer keeps the heap";
  constexpr core::Extent kLarge{8192, 8192};
  const double before = resident_bytes();
  const auto solver = made({"heat", kLarge, Backend::cpu, 2});
  solver->load({.extent = kLarge, .step = 0, .planes = {}, .rim = {}});
  solver->survey({-1, -1});
  EXPECT_LT(resident_bytes() - before, static_cast<double>(kLarge.cells()))
      << "as much as the flags alone";
  const double blank = resident_bytes();
  solver->apply(RestoreCells{{0, 0, 8192, 16}, {std::vector<float>(8192 * 16, 1.0F)}});
  EXPECT_GE(resident_bytes() - blank, 8192.0 * 16 * sizeof(float));
}

TEST(Memory, FreedBetweenWhatIsInUseGoesBackToTheSystem) {
  if (test::kSanitized) GTEST_SKIP() << "a sanitizer keeps the heap";
  constexpr std::size_t kCount = 1000;
  constexpr std::size_t kBytes = 60'000;
  std::vector<std::vector<char>> blocks;
  for (std::size_t i = 0; i < 2 * kCount; ++i) blocks.emplace_back(kBytes, '1');
  for (std::size_t i = 0; i < 2 * kCount; i += 2) std::vector<char>().swap(blocks[i]);
  const double before = resident_bytes();
  core::return_freed_memory();
  EXPECT_GT(before - resident_bytes(), 0.8 * kCount * kBytes);
}
#endif

}  // namespace
}  // namespace heatwave::field::testing
