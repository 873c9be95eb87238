// The flags of runs are summarised here, many cells at once, to find how bytecode steps them.
#include "kernels/field/cpu/run_stretches.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace heatwave::field {
namespace {

/// The flags of many cells, eight cells at once.
class FlagSummary {
 public:
  void add(const std::uint8_t* flags, int count) {
    constexpr int kAtOnce = sizeof(std::uint64_t);
    if (count < kAtOnce) {
      for (int i = 0; i < count; ++i) add(flags[i]);
      return;
    }
    for (int i = 0; i < count; i += kAtOnce) {
      std::uint64_t cells = 0;
      std::memcpy(&cells, flags + std::min(i, count - kAtOnce), sizeof cells);
      any_ |= cells;
      all_ &= cells;
    }
  }
  void add(unsigned flags) {
    any_ |= flags * kEach;
    all_ &= flags * kEach;
  }
  /// Returns the flags that at least one of the cells has.
  [[nodiscard]] unsigned any() const {
    std::uint64_t cells = any_ | any_ >> 32U;
    cells |= cells >> 16U;
    return static_cast<unsigned>((cells | cells >> 8U) & 0xFFU);
  }
  /// Returns the flags that all of the cells have.
  [[nodiscard]] unsigned all() const {
    std::uint64_t cells = all_ & all_ >> 32U;
    cells &= cells >> 16U;
    return static_cast<unsigned>(cells & cells >> 8U & 0xFFU);
  }

 private:
  static constexpr std::uint64_t kEach = 0x0101010101010101U;
  std::uint64_t any_ = 0;
  std::uint64_t all_ = ~std::uint64_t{0};
};

/// Summarises the flags of a run, but not that cells at the ends of a row lack the neighbours
/// beyond.
FlagSummary flags_of(const CpuField& field, const Run& run, int y, int rows) {
  const int last = field.extent.width - 1;
  FlagSummary summary;
  for (int r = y; r < y + rows; ++r) {
    const std::uint8_t* flags = field.flags.data() + field.cell_index(0, r);
    const int begin = std::max(run.begin, 1);
    const int end = std::min(run.end, last);
    if (begin < end) summary.add(flags + begin, end - begin);
    if (run.begin == 0) {
      summary.add(flags[0] & ~(last == 0 ? kNoWest | kNoEast : unsigned{kNoWest}));
    }
    if (last > 0 && run.end > last) summary.add(flags[last] & ~unsigned{kNoEast});
  }
  return summary;
}

/// Returns the treatment of a run of kind `any` where no condition is a slope.
RunTreatment treatment_at_edges(const CpuField& field, const Run& run, int y, int rows) {
  const FlagSummary flags = flags_of(field, run, y, rows);
  RunTreatment treatment{.has_media = field.factors.has_value() && (flags.any() & kMedium) != 0};
  treatment.copies_neighbours = (flags.any() & (kNoWest | kNoEast)) != 0;
  for (const CellFlag missing : {kNoNorth, kNoSouth}) {
    if ((flags.any() & missing) == 0) continue;
    if ((flags.all() & missing) == 0) treatment.copies_neighbours = true;
    treatment.lacking |= missing;
  }
  if (treatment.copies_neighbours) treatment.lacking = 0;
  return treatment;
}

inline RunTreatment treatment_of(const CpuField& field, bool has_slopes, const Run& run, int y,
                                 int rows) {
  const bool may_have_media = run.kind >= Run::Kind::medium && field.factors.has_value();
  if (run.kind != Run::Kind::any) return {.has_media = may_have_media};
  if (has_slopes) return {.has_media = may_have_media, .copies_neighbours = true};
  return treatment_at_edges(field, run, y, rows);
}

}  // namespace

RunStretch first_stretch(const CpuField& field, bool has_slopes, std::span<const Run> runs, int y) {
  const RunTreatment treatment = treatment_of(field, has_slopes, runs[0], y, 1);
  std::size_t end = 1;
  while (end < runs.size() && runs[end].kind != Run::Kind::fixed &&
         treatment_of(field, has_slopes, runs[end], y, 1) == treatment) {
    ++end;
  }
  return {runs.first(end), treatment};
}

RunStretch stretch_of_rows(const CpuField& field, bool has_slopes, std::span<const Run> runs, int y,
                           int rows) {
  bool has_media = false;
  std::ptrdiff_t free_cells = 0;
  for (const Run& run : runs) {
    if (run.kind == Run::Kind::fixed) continue;
    const RunTreatment treatment = treatment_of(field, has_slopes, run, y, rows);
    if (treatment.copies_neighbours || treatment.lacking != 0) return {};
    has_media = has_media || treatment.has_media;
    free_cells += run.end - run.begin;
  }
  // Measured: a block of its own for each row costs as much as this many cells.
  constexpr std::ptrdiff_t kCellsOfBlock = 256;
  const std::ptrdiff_t others = static_cast<std::ptrdiff_t>(field.newest[0].stride()) - free_cells;
  if (others > kCellsOfBlock || others > 2 * free_cells) return {};
  return {runs, {.has_media = has_media}};
}

}  // namespace heatwave::field
