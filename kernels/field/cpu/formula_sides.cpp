// Conditions on sides are computed here, by bytecode.
#include "kernels/field/cpu/formula_sides.h"

#include <algorithm>

namespace heatwave::field {

bool FormulaSides::slope_on(formula::Side side, int component, int x, int y, int count,
                            CellBlock& slopes) const {
  const SideCode* slope = condition_of(side, component, true, x, y, count);
  if (slope == nullptr) return false;
  compute(*slope, level_.step().step->time, x, y, count, slopes);
  if (side == formula::Side::top || side == formula::Side::bottom) return true;
  const int edge = side == formula::Side::left ? 0 : level_.field().extent.width - 1 - x;
  const float at_edge = slopes[static_cast<std::size_t>(edge)];
  std::fill_n(slopes.begin(), count, 0.0F);
  slopes[static_cast<std::size_t>(edge)] = at_edge;
  return true;
}

void FormulaSides::set_values(int y) const {
  const CpuField& field = level_.field();
  const int width = field.extent.width;
  for (const formula::Output& output : level_.outputs()) {
    const int component = level_.code().parent(output.plane);
    for (const formula::Side side : formula::kSides) {
      const bool is_column = side == formula::Side::left || side == formula::Side::right;
      const int first = side == formula::Side::right ? width - 1 : 0;
      const int last = side == formula::Side::left ? 1 : width;
      const SideCode* value = condition_of(side, component, false, first, y, is_column ? 1 : width);
      if (value == nullptr) continue;
      CellBlock cells;
      for (int x = first; x < last; x += formula::kMostBlockCells) {
        const int count = std::min(formula::kMostBlockCells, last - x);
        compute(*value, level_.step().time_after, x, y, count, cells);
        for (int i = 0; i < count; ++i) {
          if (field.is_free(x + i, y))
            level_.row_to(output.plane, y)[x + i] = cells[static_cast<std::size_t>(i)];
        }
      }
    }
  }
}

/// A field of one row is a line: nothing lies above or below it.
bool FormulaSides::touches(formula::Side side, int x, int y, int count) const {
  const int height = level_.whole().height;
  const bool is_plane = height > 1;
  switch (side) {
    case formula::Side::left:
      return x == 0;
    case formula::Side::right:
      return x + count >= level_.field().extent.width;
    case formula::Side::top:
      return is_plane && level_.row_of_whole(y) == 0;
    case formula::Side::bottom:
      return is_plane && level_.row_of_whole(y) == height - 1;
  }
  return false;
}

/// Returns the condition of a component on a side that these cells touch; null: none.
const SideCode* FormulaSides::condition_of(formula::Side side, int component, bool is_slope, int x,
                                           int y, int count) const {
  for (const SideCode& one : level_.code().sides) {
    const formula::SideCondition& condition = *one.condition;
    if (condition.side == side && condition.plane == component && condition.is_slope == is_slope &&
        touches(side, x, y, count)) {
      return &one;
    }
  }
  return nullptr;
}

/// Computes a condition in these cells.
void FormulaSides::compute(const SideCode& side, double time, int x, int y, int count,
                           CellBlock& to) const {
  const formula::SubStep& step = *level_.step().step;
  formula::BlockValues values(side.code);
  values.set_constants(level_.state().constants);
  level_.prepare(values, time);
  values.set_row(level_.row_of_whole(y), level_.whole().height);
  const int longest = side.code.block_cells();
  for (int done = 0; done < count; done += longest) {
    for (std::size_t c = 0; c < level_.code().components(); ++c) {
      const std::size_t read =
          c < step.plane_of.size() ? static_cast<std::size_t>(step.plane_of[c]) : c;
      values.slot(c * formula::kPlaneSlots + formula::kCentre) =
          level_.row_from(static_cast<int>(read), y) + x + done;
    }
    values.slot(side.code.medium_slot()) = level_.medium_at(x + done, y);
    values.slot(side.code.column_slot()) = level_.state().columns.at(x + done);
    values.slot(side.code.output_slot(0)) = to.data() + done;
    values.run({x + done, level_.row_of_whole(y)}, level_.whole(), std::min(longest, count - done));
  }
}

}  // namespace heatwave::field
