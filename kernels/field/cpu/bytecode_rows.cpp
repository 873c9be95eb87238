// Rows are cut into blocks here, whose slots are pointed to the cells and their neighbours.
#include "kernels/field/cpu/bytecode_rows.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace heatwave::field {
namespace {

/// Returns the number of cells of a block that contains a stretch in some rows.
int cells_of(const FormulaLevel& level, const RunStretch& stretch, int rows) {
  return (rows - 1) * static_cast<int>(level.stride()) + stretch.end() - stretch.begin();
}

/// Returns whole rows as one stretch. No runs: they are stepped row by row.
RunStretch whole_rows(const FormulaLevel& level, const formula::Bytecode& code,
                      std::span<const Run> runs, int y, int rows) {
  if (code.depends_on_place()) return {};
  return stretch_of_rows(level.field(), level.code().has_slopes, runs, y, rows);
}

/// Points the slots to the cells from column x of row y on.
void point(const FormulaLevel& level, formula::BlockValues& values, int x, int y) {
  const formula::Bytecode& code = values.code();
  // The rows form a ring.
  const std::ptrdiff_t stride = level.stride();
  const int last = level.field().extent.height - 1;
  const std::ptrdiff_t to_north = y == 0 ? last * stride : -stride;
  const std::ptrdiff_t to_south = y == last ? -last * stride : stride;
  for (std::size_t p = 0; p < level.planes(); ++p) {
    if (!code.reads(p)) continue;
    float** const slot = &values.slot(p * formula::kPlaneSlots);
    float* const centre = level.from(p).row(y) + x;
    slot[formula::kCentre] = centre;
    slot[formula::kOlder] = level.to(p).row(y) + x;
    if (!code.reads_neighbours(p)) continue;
    slot[formula::kWest] = centre - 1;
    slot[formula::kEast] = centre + 1;
    slot[formula::kNorth] = centre + to_north;
    slot[formula::kSouth] = centre + to_south;
  }
  values.slot(code.medium_slot()) = level.medium_at(x, y);
  values.slot(code.column_slot()) = level.state().columns.at(x);
  const auto& outputs = level.outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    values.slot(code.output_slot(o)) = level.row_to(outputs[o].plane, y) + x;
  }
}

/// Where a cell at the end of a row lacks the neighbour beyond it, puts the cell's own value there.
/// No other cell sees that padding.
void mirror_ends(const FormulaLevel& level, const formula::Bytecode& code,
                 const RunStretch& stretch, int y, int rows) {
  const CpuField& field = level.field();
  const int last = field.extent.width - 1;
  if (stretch.runs.front().kind != Run::Kind::any && stretch.runs.back().kind != Run::Kind::any) {
    return;
  }
  for (int r = y; r < y + rows; ++r) {
    const bool no_west = stretch.begin() == 0 && (field.flag(0, r) & kNoWest) != 0;
    const bool no_east = stretch.end() > last && (field.flag(last, r) & kNoEast) != 0;
    if (!no_west && !no_east) continue;
    for (std::size_t p = 0; p < level.planes(); ++p) {
      if (!code.reads_neighbours(p)) continue;
      float* cells = level.row_from(static_cast<int>(p), r);
      if (no_west) cells[-1] = cells[0];
      if (no_east) cells[last + 1] = cells[last];
    }
  }
}

/// Lets cells see themselves in place of rows that all of them lack.
void hide_rows(const FormulaLevel& level, formula::BlockValues& values, unsigned lacking) {
  for (std::size_t p = 0; p < level.planes(); ++p) {
    if (!values.code().reads_neighbours(p)) continue;
    const std::size_t slot = p * formula::kPlaneSlots;
    float* centre = values.slot(slot + formula::kCentre);
    if ((lacking & kNoNorth) != 0) values.slot(slot + formula::kNorth) = centre;
    if ((lacking & kNoSouth) != 0) values.slot(slot + formula::kSouth) = centre;
  }
}

/// Copies the neighbours of a block. The value of a missing neighbour is replaced by the cell's own
/// value, changed by the slope if the side has a slope condition.
void copy_neighbours(const FormulaLevel& level, const FormulaSides& sides, SeenNeighbours& seen,
                     formula::BlockValues& values, int x, int y, int count) {
  static constexpr struct {
    formula::PlaneSlot slot;
    CellFlag missing;
    formula::Side side;
  } kDirections[] = {{formula::kWest, kNoWest, formula::Side::left},
                     {formula::kEast, kNoEast, formula::Side::right},
                     {formula::kNorth, kNoNorth, formula::Side::top},
                     {formula::kSouth, kNoSouth, formula::Side::bottom}};
  static_assert(std::size(kDirections) == SeenNeighbours::kDirections);
  const formula::Bytecode& code = values.code();
  const CpuField& field = level.field();
  const std::uint8_t* flags = field.flags.data() + field.cell_index(x, y);
  for (std::size_t p = 0; p < level.planes(); ++p) {
    if (!code.reads_neighbours(p)) continue;
    const std::size_t slot = p * formula::kPlaneSlots;
    for (std::size_t d = 0; d < std::size(kDirections); ++d) {
      const auto& [which, missing, side] = kDirections[d];
      const int component = level.code().parent(static_cast<int>(p));
      const bool has_slope = sides.slope_on(side, component, x, y, count, seen.slopes);
      CellBlock& block = seen.blocks[p * SeenNeighbours::kDirections + d];
      level.code().kernels.see(block.data(), values.slot(slot + formula::kCentre),
                               values.slot(slot + which), has_slope ? seen.slopes.data() : nullptr,
                               flags, missing, count);
      values.slot(slot + which) = block.data();
    }
  }
}

/// Gives fixed cells of a run in some rows the values that they keep.
void keep_fixed(const FormulaLevel& level, const Run& run, int y, int rows) {
  const CpuField& field = level.field();
  for (const formula::Output& output : level.outputs()) {
    level.code().kernels.keep_fixed(level.row_to(output.plane, y) + run.begin,
                                    level.row_from(output.fixed_plane, y) + run.begin,
                                    level.stride(),
                                    field.flags.data() + field.cell_index(run.begin, y),
                                    field.extent.width, rows, run.end - run.begin);
  }
}

}  // namespace

void BytecodeRows::step_rows(std::span<const Run> runs, int y, int rows) {
  if (rows == 1) {
    step_row(runs, y);
  } else if (const RunStretch all = whole_rows(level_, values_.plain.code(), runs, y, rows);
             !all.runs.empty()) {
    const int longest = values_for(all.treatment).code().block_cells();
    int at_once = rows;
    while (at_once > 1 && cells_of(level_, all, at_once) > longest) {
      at_once = (at_once + 1) / 2;
    }
    for (int r = 0; r < rows; r += at_once) {
      step_stretch(all, y + r, std::min(at_once, rows - r));
    }
  } else {
    const CpuField& field = level_.field();
    for (int r = y; r < y + rows; ++r) step_row(field.runs[static_cast<std::size_t>(r)], r);
  }
}

void BytecodeRows::step_row(std::span<const Run> runs, int y) {
  while (!runs.empty()) {
    if (runs[0].kind == Run::Kind::fixed) {
      copy_fixed_run(level_, runs[0], y);
      runs = runs.subspan(1);
      continue;
    }
    const RunStretch stretch = first_stretch(level_.field(), level_.code().has_slopes, runs, y);
    step_stretch(stretch, y, 1);
    runs = runs.subspan(stretch.runs.size());
  }
}

void BytecodeRows::step_stretch(const RunStretch& stretch, int y, int rows) {
  const auto& [runs, treatment] = stretch;
  formula::BlockValues& values = values_for(treatment);
  values.set_row(level_.row_of_whole(y), level_.whole().height);
  if (!treatment.copies_neighbours) mirror_ends(level_, values.code(), stretch, y, rows);
  const int cells = cells_of(level_, stretch, rows);
  int longest = values.code().block_cells();
  if (cells > longest) {  // in blocks of one size
    const int blocks = (cells - 1) / longest + 1;
    longest = ((cells - 1) / blocks / kLineCells + 1) * kLineCells;
  }
  for (int done = 0; done < cells; done += longest) {
    const int x = stretch.begin() + done;
    const int count = std::min(longest, cells - done);
    point(level_, values, x, y);
    if (treatment.copies_neighbours) {
      copy_neighbours(level_, sides_, seen_, values, x, y, count);
    } else if (treatment.lacking != 0) {
      hide_rows(level_, values, treatment.lacking);
    }
    values.run({x, level_.row_of_whole(y)}, level_.whole(), count);
  }
  for (const Run& run : runs) {
    if (run.kind != Run::Kind::plain) keep_fixed(level_, run, y, rows);
  }
}

void copy_fixed_run(const FormulaLevel& level, const Run& run, int y) {
  for (const formula::Output& output : level.outputs()) {
    if (output.plane == output.fixed_plane) continue;
    const float* from = level.row_from(output.fixed_plane, y);
    std::copy(from + run.begin, from + run.end, level.row_to(output.plane, y) + run.begin);
  }
}

}  // namespace heatwave::field
