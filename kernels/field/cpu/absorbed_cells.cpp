// Cells on absorbing edges are found, gathered and stepped here.
#include "kernels/field/cpu/absorbed_cells.h"

#include <algorithm>

#include "kernels/field/leaving_waves.h"

namespace heatwave::field {
namespace {

/// Returns the absorbing sides on which a cell lies.
AbsorbingSides sides_at(const CpuField& field, core::Cell cell) {
  return sides_of(field.absorbing, cell.x, cell.y, field.extent.width, field.extent.height);
}

}  // namespace

void AbsorbedCells::step(const FormulaLevel& level, formula::BlockValues& values, Band rows) {
  const CpuField& field = level.field();
  const core::Extent grid = field.extent;
  const AbsorbingSides sides = field.absorbing;
  const bool is_for_one_row = values.code().depends_on_place();
  std::array<core::Cell, kLineCells> cells;
  std::size_t count = 0;
  const auto step = [&] {
    if (count > 0) step_block(level, values, std::span(cells).first(count));
    count = 0;
  };
  for (int y = rows.begin; y < rows.end; ++y) {
    const bool is_whole = (sides.top && y == 0) || (sides.bottom && y == grid.height - 1);
    for (int x = 0; x < grid.width; x += is_whole ? 1 : std::max(1, grid.width - 1)) {
      if ((field.flag(x, y) & kAbsorb) == 0) continue;
      cells[count++] = {x, y};
      if (count == cells.size()) step();
    }
    if (is_for_one_row) step();
  }
  step();
}

/// Precondition: where a cell's result depends on its place, the cells lie in one row.
void AbsorbedCells::step_block(const FormulaLevel& level, formula::BlockValues& values,
                               std::span<const core::Cell> cells) {
  gather(level, cells);
  run(level, values, cells);
  CpuField& field = level.field();
  const auto& outputs = level.outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const auto component = static_cast<std::size_t>(outputs[o].plane);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const AbsorbingSides sides = sides_at(field, cells[i]);
      float& psi = field.rim[field.rim_place(sides, cells[i].x, cells[i].y, component)];
      const float k = gathered_.speeds[o][i];
      const float value = leave_by_edge(k, core::square_root(k), gathered_.next[o][i],
                                        gathered_.slots[component][formula::kOlder][i],
                                        gathered_.along[component][i], sides_across(sides), psi);
      absorbed_.push_back({outputs[o].plane, cells[i], value});
    }
  }
}

void AbsorbedCells::gather(const FormulaLevel& level, std::span<const core::Cell> cells) {
  const CpuField& field = level.field();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto [x, y] = cells[i];
    const unsigned flags = field.flag(x, y);
    gathered_.factors[i] = (flags & kMedium) != 0 ? field.factors->row(y)[x] : 1.0F;
    gathered_.places[i] = level.state().columns.at(x)[0];
    for (std::size_t c = 0; c < level.code().components(); ++c) {
      const int plane = static_cast<int>(c);
      const float* row = level.row_from(plane, y);
      Neighbours n = visible_neighbours(
          Neighbours{row[x], row[x - 1], row[x + 1], level.row_from(plane, y - 1)[x],
                     level.row_from(plane, y + 1)[x]},
          flags);
      gathered_.along[c][i] = mirror_at_edge(n, sides_at(field, cells[i]));
      auto& slots = gathered_.slots[c];
      slots[formula::kCentre][i] = n.centre;
      slots[formula::kWest][i] = n.west;
      slots[formula::kEast][i] = n.east;
      slots[formula::kNorth][i] = n.north;
      slots[formula::kSouth][i] = n.south;
      slots[formula::kOlder][i] = level.row_to(plane, y)[x];
    }
  }
}

/// Computes the next values and the speeds of the gathered cells.
void AbsorbedCells::run(const FormulaLevel& level, formula::BlockValues& values,
                        std::span<const core::Cell> cells) {
  const core::Cell first{cells[0].x, level.row_of_whole(cells[0].y)};
  level.prepare(values, level.step().step->time);
  values.set_row(first.y, level.whole().height);
  const formula::Bytecode& code = values.code();
  for (std::size_t c = 0; c < level.code().components(); ++c) {
    for (std::size_t slot = 0; slot < formula::kPlaneSlots; ++slot) {
      values.slot(c * formula::kPlaneSlots + slot) = gathered_.slots[c][slot].data();
    }
  }
  values.slot(code.medium_slot()) = gathered_.factors.data();
  values.slot(code.column_slot()) = gathered_.places.data();
  for (std::size_t o = 0; o < level.outputs().size(); ++o) {
    values.slot(code.output_slot(o)) = gathered_.next[o].data();
    values.slot(code.speed_slot(o)) = gathered_.speeds[o].data();
  }
  values.run(first, level.whole(), static_cast<int>(cells.size()));
}

}  // namespace heatwave::field
