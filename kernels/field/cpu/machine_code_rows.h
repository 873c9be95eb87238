// MachineCodeRows steps the rows of one sub-step of a formula by machine code that is made at run
// time.
#pragma once

#include <cstdint>

#include "kernels/field/cpu/formula_level.h"
#include "kernels/field/formula/jit/row_code.h"

namespace heatwave::field {

class MachineCodeRows {
 public:
  /// Precondition: `frame` is one of the level's code.
  MachineCodeRows(const FormulaLevel& level, formula::RowFrame& frame)
      : level_(level), rows_(frame.code()), frame_(frame) {}

  /// Sets the uniforms and the noise, which are the same in all rows, before the first row.
  void prepare() const {
    const formula::ScalarPlaces& places = rows_.scalars();
    for (std::size_t i = 0; i < level_.code().program().uniforms.size(); ++i) {
      frame_.set_scalar(places.uniform(static_cast<int>(i)),
                        level_.uniform(i, level_.step().step->time));
    }
    for (std::size_t i = 0; i < places.streams.size(); ++i) {
      const formula::NoiseKey key = formula::noise_key(places.streams[i], level_.step_number());
      const int place = places.key(static_cast<int>(i));
      frame_.set_bits(place, key.first);
      frame_.set_bits(place + 1, key.second);
    }
  }

  /// Number of rows in a group.
  [[nodiscard]] int group_rows() const { return rows_.group_rows(); }

  /// Points the frame to some rows: one, or a group.
  void set_rows(int y, int count) const {
    for (const int pointer : rows_.pointers(count)) {
      frame_.set_pointer(pointer, row_at(pointer, y));
    }
    const formula::ScalarPlaces& places = rows_.scalars();
    for (int r = 0; r < count && rows_.reads_row(); ++r) {
      frame_.set_scalar(places.row(r),
                        formula::place_of_row(level_.row_of_whole(y + r), level_.whole().height));
    }
    for (int r = 0; r < count && !places.streams.empty(); ++r) {
      frame_.set_bits(places.first_cell(r),
                      formula::noise_cell({0, level_.row_of_whole(y + r)}, level_.whole()));
    }
  }

  /// Steps a run in the rows to which the frame points. Precondition: its cells are not fixed.
  void step(const Run& run, int count) const {
    rows_.run(piece_for(run.kind, count), frame_.base(), run.begin, run.end);
  }

 private:
  [[nodiscard]] const void* row_at(int pointer, int y) const {
    using formula::RowPointer;
    const CpuField& field = level_.field();
    if (pointer == RowPointer::kMedium) return field.factors ? field.factors->row(y) : nullptr;
    if (pointer == RowPointer::kColumn) return level_.state().columns.at(0);
    if (pointer == RowPointer::kFlags) return field.flags.data() + field.cell_index(0, y);
    const int plane = pointer / 4;
    if (pointer == RowPointer::from(plane)) return level_.row_from(plane, y);
    if (pointer == RowPointer::north(plane)) return level_.row_from(plane, y - 1);
    if (pointer == RowPointer::south(plane)) return level_.row_from(plane, y + 1);
    return level_.row_to(plane, y);
  }

  [[nodiscard]] formula::RowCode::Piece piece_for(Run::Kind kind, int count) const {
    using Kind = Run::Kind;
    using Piece = formula::RowCode::Piece;
    const bool has_media = kind >= Kind::medium && level_.field().factors.has_value();
    if (kind == Kind::plain) return count == 1 ? Piece::plain_row : Piece::plain_group;
    if (count == 1) return has_media ? Piece::any_row_with_medium : Piece::any_row;
    if (kind == Kind::any) return has_media ? Piece::any_group_with_medium : Piece::any_group;
    return has_media ? Piece::medium_group : Piece::held_group;
  }

  const FormulaLevel& level_;
  const formula::RowCode& rows_;
  formula::RowFrame& frame_;
};

}  // namespace heatwave::field
