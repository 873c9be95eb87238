// The stepper of formulas on the CPU: rows are stepped by machine code where this processor and
// system run it, else by bytecode. A step has one level for each of its sub-steps, so that passes
// join sub-steps as they join steps.
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/cpu/cpu_totals.h"
#include "kernels/field/cpu/fused_cpu_stepper.h"
#include "kernels/field/formula/block_values.h"
#include "kernels/field/formula/formula.h"
#include "kernels/field/formula/jit/row_code.h"
#include "kernels/field/leaving_waves.h"

namespace heatwave::field {
namespace {

using formula::Bytecode;
using formula::kNone;
using formula::Program;
using formula::RowCode;
using formula::RowPointer;
using formula::SubStep;

/// A sub-step as code, and how it changes the planes.
struct StepCode {
  const SubStep* step = nullptr;
  std::unique_ptr<RowCode> rows;  ///< null: bytecode steps all cells
  Bytecode plain;                 ///< for cells that are no media
  Bytecode with_medium;           ///< for all cells
  Bytecode with_speeds;           ///< also computes the speeds of waves; no code: they cannot leave
  /// By plane: how often a step writes it before this sub-step
  std::vector<int> writes_before;
  double time_after = 1.0;  ///< time of the results, in steps
};

/// A condition on one side as bytecode.
struct SideCode {
  const formula::SideCondition* condition = nullptr;
  Bytecode code;
};

/// A formula made ready for one SIMD level.
struct Code {
  Code(std::shared_ptr<const formula::Formula> of, const CpuField& field)
      : formula(std::move(of)),
        level(field.level),
        kernels(formula::block_kernels(field.level)),
        writes(program().planes.size()) {
    for (const SubStep& step : program().steps) {
      SubStep without_speeds = step;
      for (formula::Output& output : without_speeds.outputs) output.speed_squared = kNone;
      steps.push_back(
          {&step, row_code(step, field), Bytecode(program(), without_speeds, false, level),
           Bytecode(program(), without_speeds, true, level),
           program().absorbs ? Bytecode(program(), step, true, level) : Bytecode(), writes});
      for (const formula::Output& output : step.outputs) {
        ++writes[static_cast<std::size_t>(output.plane)];
      }
    }
    for (std::size_t k = 0; k + 1 < steps.size(); ++k)
      steps[k].time_after = steps[k + 1].step->time;
    for (const formula::SideCondition& side : program().sides) {
      sides.push_back({&side, Bytecode(program(), side.expression, true, level)});
      has_slopes = has_slopes || side.is_slope;
    }
    for (const formula::Integral& integral : program().integrals) {
      integrals.emplace_back(program(), integral.integrand, true, level);
    }
  }
  [[nodiscard]] const Program& program() const { return formula->program(); }
  [[nodiscard]] std::size_t components() const { return formula->info().components.size(); }
  [[nodiscard]] int parent(int plane) const {
    return program().planes[static_cast<std::size_t>(plane)].parent;
  }

  std::shared_ptr<const formula::Formula> formula;
  core::SimdLevel level;
  const formula::BlockKernels& kernels;
  std::vector<StepCode> steps;
  std::vector<SideCode> sides;
  std::vector<Bytecode> integrals;
  std::vector<int> writes;   ///< by plane: how often a step writes it
  std::string why_bytecode;  ///< why there is no machine code; empty: there is
  bool has_slopes = false;   ///< true: a condition on a side is a slope

 private:
  std::unique_ptr<RowCode> row_code(const SubStep& step, const CpuField& field) {
    if (why_bytecode.empty()) why_bytecode = formula::why_no_row_code(level);
    if (!why_bytecode.empty()) return nullptr;
    try {
      return std::make_unique<RowCode>(program(), step, level, field.newest[0].stride(),
                                       field.extent.width);
    } catch (const core::Error& error) {
      why_bytecode = error.what();
      return nullptr;
    }
  }
};

using Block = std::array<float, formula::kMostBlockCells + kLineCells>;

/// The new value of a cell on an absorbing edge, until its row has been stepped.
struct AbsorbedCell {
  int plane = 0;
  core::Cell cell;
  float value = 0.0F;
};

/// The memory in which one thread steps rows.
struct Worker {
  /// The values of one sub-step.
  struct Values {
    formula::BlockValues plain;
    formula::BlockValues with_medium;
    std::optional<formula::BlockValues> with_speeds;  ///< empty: waves cannot leave
    std::optional<formula::RowFrame> frame;           ///< empty: there is no machine code

    void set_constants(std::span<const float> constants) {
      plain.set_constants(constants);
      with_medium.set_constants(constants);
      if (with_speeds) with_speeds->set_constants(constants);
      if (!frame) return;
      for (std::size_t i = 0; i < constants.size(); ++i) {
        frame->set_scalar(static_cast<int>(i), constants[i]);
      }
    }
  };
  explicit Worker(const Code& code) : hidden(kDirections * code.writes.size()) {
    for (const StepCode& step : code.steps) {
      steps.push_back(
          {formula::BlockValues(step.plain), formula::BlockValues(step.with_medium), {}, {}});
      Values& values = steps.back();
      if (code.program().absorbs) values.with_speeds.emplace(step.with_speeds);
      if (step.rows) values.frame.emplace(*step.rows);
    }
  }

  static constexpr std::size_t kDirections = 4;
  std::vector<Values> steps;
  std::vector<Block> hidden;  ///< neighbours as cells see them: four of each plane
  Block slopes;
  /// The values of cells on absorbing edges, by plane or output
  struct Gathered {
    using Cells = std::array<float, kLineCells>;
    std::array<std::array<Cells, formula::kPlaneSlots>, formula::kMostPlanes> slots{};
    std::array<Cells, formula::kMostPlanes> along{};
    std::array<Cells, formula::kMostPlanes> next{};
    std::array<Cells, formula::kMostPlanes> speeds{};
    Cells factors{};
    Cells places{};
  };
  Gathered gathered;
  std::vector<AbsorbedCell> absorbed;
};

/// All that a formula's rows need besides the field.
struct FormulaState {
  std::optional<Code> code;
  std::vector<float> constants;
  double time_step = 1.0;
  formula::Columns columns;
  std::vector<float> ones;  ///< the medium's factor where there are no media
  /// Planes of the time stepping, after the components' planes
  std::vector<PaddedPlane> scratch;
  std::vector<PaddedPlane> other_scratch;
  std::vector<float> integrals;
  std::vector<std::unique_ptr<Worker>> workers;  ///< one for each thread
};

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

/// How bytecode steps the cells of a run.
struct Treatment {
  bool has_media = false;
  /// True: cells lack neighbours in many ways, so that a copy of their neighbours is made.
  bool copies_neighbours = false;
  /// kNoNorth, kNoSouth: neighbours that all cells lack
  unsigned lacking = 0;

  friend bool operator==(const Treatment&, const Treatment&) = default;
};

/// Columns of some rows whose cells are stepped as one block, or as a few. Fixed cells among them
/// get their values back. Stretches of several rows are whole rows.
struct Stretch {
  std::span<const Run> runs;
  Treatment treatment;

  [[nodiscard]] int begin() const { return runs.front().begin; }
  [[nodiscard]] int end() const { return runs.back().end; }
};

/// Takes the rows of one advance() through its levels.
class FormulaRows {
 public:
  FormulaRows(const FormulaState& state, CpuField& field, const Oscillators& oscillators,
              std::int64_t first_step, std::span<const float> values)
      : state_(state),
        code_(*state.code),
        field_(field),
        oscillators_(oscillators),
        first_step_(first_step),
        values_(values),
        oscillations_(values.empty() ? 0 : oscillators.count()) {}

  [[nodiscard]] int levels() const { return static_cast<int>(code_.steps.size()); }

  void step_rows(Band rows, std::int64_t level, int worker) const {
    const auto sub_step = static_cast<std::size_t>((level - 1) % levels());
    const std::int64_t step = (level - 1) / levels();
    Level one(*this, *state_.workers[static_cast<std::size_t>(worker)], sub_step, step);
    one.step_rows(rows);
    one.finish(rows);
  }

 private:
  /// One sub-step of one step.
  class Level {
   public:
    Level(const FormulaRows& rows, Worker& worker, std::size_t sub_step, std::int64_t number)
        : rows_(rows),
          state_(rows.state_),
          code_(rows.code_),
          field_(rows.field_),
          step_(code_.steps[sub_step]),
          sub_step_(sub_step),
          number_(number),
          worker_(worker),
          plain_(worker.steps[sub_step].plain),
          with_medium_(worker.steps[sub_step].with_medium),
          frame_(worker.steps[sub_step].frame ? &*worker.steps[sub_step].frame : nullptr) {
      for (std::size_t p = 0; p < code_.writes.size(); ++p) {
        const std::int64_t before = number * code_.writes[p] + step_.writes_before[p];
        from_[p] = &plane(p, before % 2 != 0);
        to_[p] = &plane(p, before % 2 == 0);
      }
      if (frame_ != nullptr) prepare_frame();
      if (frame_ != nullptr && !code_.has_slopes) return;
      prepare(plain_, step_.step->time);
      if (field_.factors) prepare(with_medium_, step_.step->time);
    }

    void step_rows(Band rows) {
      if (field_.absorbing.any() && code_.program().absorbs) prepare_absorbing(rows);
      for (int y = rows.begin; y < rows.end;) {
        const int count = rows_at_once(y, rows.end);
        // A group uses the runs of four rows that contain it.
        const auto& runs = count == 1 ? field_.runs[static_cast<std::size_t>(y)]
                                      : field_.group_runs[static_cast<std::size_t>(
                                            std::min(y, field_.extent.height - kGroupRows))];
        if (frame_ != nullptr) {
          set_rows(y, count);
          for (const Run& run : runs) step_run(run, y, count);
        } else {
          step_by_bytecode(runs, y, count);
        }
        y += count;
      }
      for (const AbsorbedCell& one : worker_.absorbed) {
        row_to(one.plane, one.cell.y)[one.cell.x] = one.value;
      }
      worker_.absorbed.clear();
      for (int y = rows.begin; y < rows.end; ++y) set_values_on_sides(y);
    }

    void finish(Band rows) {
      if (rows_.oscillations_ > 0) {
        const auto values = rows_.values_.subspan(
            static_cast<std::size_t>(number_) * rows_.oscillations_, rows_.oscillations_);
        for (const OscillatingCell& c : rows_.oscillators_.in_rows(rows.begin, rows.end)) {
          for (const formula::Output& output : step_.step->outputs) {
            if (static_cast<std::size_t>(output.plane) != c.component) continue;
            row_to(output.plane, c.cell.y)[c.cell.x] =
                values[static_cast<std::size_t>(c.oscillation)];
          }
        }
      }
      for (int y = rows.begin; y < rows.end; ++y) {
        if (field_.is_ring[static_cast<std::size_t>(y)] == 0) continue;
        for (const formula::Output& output : step_.step->outputs) {
          to_[static_cast<std::size_t>(output.plane)]->wrap_row(y);
        }
      }
    }

   private:
    PaddedPlane& plane(std::size_t index, bool is_other) const {
      const std::size_t components = code_.components();
      if (index < components) return is_other ? field_.other[index] : field_.newest[index];
      // A thread steps rows of its own: no two write one row at the same time.
      auto& scratch = is_other ? state_.other_scratch : state_.scratch;
      return const_cast<PaddedPlane&>(scratch[index - components]);
    }
    /// The rows form a ring: y is from −1 to the height.
    [[nodiscard]] float* row_from(int plane, int y) const {
      const int height = field_.extent.height;
      return from_[static_cast<std::size_t>(plane)]->row(y < 0         ? y + height
                                                         : y >= height ? y - height
                                                                       : y);
    }
    [[nodiscard]] float* row_to(int plane, int y) const {
      return to_[static_cast<std::size_t>(plane)]->row(y);
    }

    [[nodiscard]] core::Extent whole() const { return field_.slab.whole; }
    [[nodiscard]] int row_of_whole(int y) const { return field_.slab.row_of_whole(y); }
    [[nodiscard]] std::int64_t step_number() const { return rows_.first_step_ + number_; }
    [[nodiscard]] float uniform(std::size_t index, double time) const {
      using Kind = formula::Uniform::Kind;
      const formula::Uniform& uniform = code_.program().uniforms[index];
      switch (uniform.kind) {
        case Kind::time:
          return static_cast<float>((static_cast<double>(step_number()) + time) * state_.time_step);
        case Kind::integral:
          return state_.integrals[static_cast<std::size_t>(uniform.index)];
        case Kind::second_weight:
          return step_number() == 0 ? 0.0F : 0.5F;
      }
      return 0.0F;
    }
    /// Sets the uniforms and the noise, which are the same in all rows.
    void prepare(formula::BlockValues& values, double time) const {
      for (std::size_t i = 0; i < code_.program().uniforms.size(); ++i) {
        values.set_uniform(i, uniform(i, time));
      }
      values.set_noise(step_number());
    }
    void prepare_frame() const {
      const formula::ScalarPlaces& places = step_.rows->scalars();
      for (std::size_t i = 0; i < code_.program().uniforms.size(); ++i) {
        frame_->set_scalar(places.uniform(static_cast<int>(i)), uniform(i, step_.step->time));
      }
      for (std::size_t i = 0; i < places.streams.size(); ++i) {
        const formula::NoiseKey key = formula::noise_key(places.streams[i], step_number());
        const int place = places.key(static_cast<int>(i));
        frame_->set_bits(place, key.first);
        frame_->set_bits(place + 1, key.second);
      }
    }

    /// Returns how many rows are stepped at once. A group's neighbours are beside it.
    [[nodiscard]] int rows_at_once(int y, int end) const {
      const int height = field_.extent.height;
      const int left = std::min(end, height - 1) - y;
      if (y == 0 || height < kGroupRows) return 1;
      if (frame_ == nullptr) return std::clamp(left, 1, kGroupRows);
      const int group = step_.rows->group_rows();
      return group <= left ? group : 1;
    }
    /// Points the frame to some rows.
    void set_rows(int y, int count) const {
      for (const int pointer : step_.rows->pointers(count)) {
        frame_->set_pointer(pointer, row_at(pointer, y));
      }
      const formula::ScalarPlaces& places = step_.rows->scalars();
      for (int r = 0; r < count && step_.rows->reads_row(); ++r) {
        frame_->set_scalar(places.row(r),
                           formula::place_of_row(row_of_whole(y + r), whole().height));
      }
      for (int r = 0; r < count && !places.streams.empty(); ++r) {
        frame_->set_bits(places.first_cell(r),
                         formula::noise_cell({0, row_of_whole(y + r)}, whole()));
      }
    }
    [[nodiscard]] const void* row_at(int pointer, int y) const {
      if (pointer == RowPointer::kMedium) return field_.factors ? field_.factors->row(y) : nullptr;
      if (pointer == RowPointer::kColumn) return state_.columns.at(0);
      if (pointer == RowPointer::kFlags) return field_.flags.data() + field_.cell_index(0, y);
      const int plane = pointer / 4;
      if (pointer == RowPointer::from(plane)) return row_from(plane, y);
      if (pointer == RowPointer::north(plane)) return row_from(plane, y - 1);
      if (pointer == RowPointer::south(plane)) return row_from(plane, y + 1);
      return row_to(plane, y);
    }

    /// Steps a run in some rows, which the frame points to.
    void step_run(const Run& run, int y, int count) {
      if (run.kind == Run::Kind::fixed) {
        for (int r = 0; r < count; ++r) copy_fixed_run(run, y + r);
      } else if (run.kind == Run::Kind::any && code_.has_slopes) {
        for (int r = 0; r < count; ++r) step_row({&run, 1}, y + r);
      } else {
        step_.rows->run(piece_for(run.kind, count), frame_->base(), run.begin, run.end);
      }
    }
    [[nodiscard]] RowCode::Piece piece_for(Run::Kind kind, int count) const {
      using Kind = Run::Kind;
      using Piece = RowCode::Piece;
      const bool has_media = kind >= Kind::medium && field_.factors.has_value();
      if (kind == Kind::plain) return count == 1 ? Piece::plain_row : Piece::plain_group;
      if (count == 1) return has_media ? Piece::any_row_with_medium : Piece::any_row;
      if (kind == Kind::any) return has_media ? Piece::any_group_with_medium : Piece::any_group;
      return has_media ? Piece::medium_group : Piece::held_group;
    }

    // Bytecode -----------------------------------------------------------------------------------

    /// Steps runs that hold for all of some rows.
    void step_by_bytecode(std::span<const Run> runs, int y, int rows) {
      if (rows == 1) {
        step_row(runs, y);
      } else if (const Stretch all = stretch_of_rows(runs, y, rows); !all.runs.empty()) {
        const int longest = values_for(all.treatment).code().block_cells();
        int at_once = rows;
        while (at_once > 1 && cells_of(all, at_once) > longest) {
          at_once = (at_once + 1) / 2;
        }
        for (int r = 0; r < rows; r += at_once) {
          step_stretch(all, y + r, std::min(at_once, rows - r));
        }
      } else {
        for (int r = y; r < y + rows; ++r) step_row(field_.runs[static_cast<std::size_t>(r)], r);
      }
    }
    [[nodiscard]] formula::BlockValues& values_for(const Treatment& treatment) const {
      return treatment.has_media ? with_medium_ : plain_;
    }
    /// Returns the number of cells of a block that contains a stretch in some rows.
    [[nodiscard]] int cells_of(const Stretch& stretch, int rows) const {
      return (rows - 1) * static_cast<int>(stride()) + stretch.end() - stretch.begin();
    }
    [[nodiscard]] std::ptrdiff_t stride() const {
      return static_cast<std::ptrdiff_t>(field_.newest[0].stride());
    }

    void step_row(std::span<const Run> runs, int y) {
      for (std::size_t i = 0; i < runs.size();) {
        if (runs[i].kind == Run::Kind::fixed) {
          copy_fixed_run(runs[i], y);
          ++i;
          continue;
        }
        const Treatment treatment = treatment_of(runs[i], y, 1);
        std::size_t end = i + 1;
        while (end < runs.size() && runs[end].kind != Run::Kind::fixed &&
               treatment_of(runs[end], y, 1) == treatment) {
          ++end;
        }
        step_stretch({runs.subspan(i, end - i), treatment}, y, 1);
        i = end;
      }
    }
    /// Returns whole rows as one stretch, in which the rows follow each other in memory. No runs:
    /// they have to be stepped row by row, or that is faster.
    [[nodiscard]] Stretch stretch_of_rows(std::span<const Run> runs, int y, int rows) const {
      if (plain_.code().depends_on_place()) return {};
      bool has_media = false;
      std::ptrdiff_t free_cells = 0;
      for (const Run& run : runs) {
        if (run.kind == Run::Kind::fixed) continue;
        const Treatment treatment = treatment_of(run, y, rows);
        if (treatment.copies_neighbours || treatment.lacking != 0) return {};
        has_media = has_media || treatment.has_media;
        free_cells += run.end - run.begin;
      }
      // Measured: a block of its own for each row costs as much as this many cells.
      constexpr std::ptrdiff_t kCellsOfBlock = 256;
      const std::ptrdiff_t others = stride() - free_cells;
      if (others > kCellsOfBlock || others > 2 * free_cells) return {};
      return {runs, {.has_media = has_media}};
    }

    [[nodiscard]] Treatment treatment_of(const Run& run, int y, int rows) const {
      const bool may_have_media = run.kind >= Run::Kind::medium && field_.factors.has_value();
      if (run.kind != Run::Kind::any) return {.has_media = may_have_media};
      if (code_.has_slopes) return {.has_media = may_have_media, .copies_neighbours = true};
      const FlagSummary flags = flags_of(run, y, rows);
      Treatment treatment{.has_media = may_have_media && (flags.any() & kMedium) != 0};
      treatment.copies_neighbours = (flags.any() & (kNoWest | kNoEast)) != 0;
      for (const CellFlag missing : {kNoNorth, kNoSouth}) {
        if ((flags.any() & missing) == 0) continue;
        if ((flags.all() & missing) == 0) treatment.copies_neighbours = true;
        treatment.lacking |= missing;
      }
      if (treatment.copies_neighbours) treatment.lacking = 0;
      return treatment;
    }

    /// Summarises the flags of a run, but not that cells at the ends of a row lack the neighbours
    /// beyond.
    [[nodiscard]] FlagSummary flags_of(const Run& run, int y, int rows) const {
      const int last = field_.extent.width - 1;
      FlagSummary summary;
      for (int r = y; r < y + rows; ++r) {
        const std::uint8_t* flags = field_.flags.data() + field_.cell_index(0, r);
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

    void step_stretch(const Stretch& stretch, int y, int rows) {
      const auto& [runs, treatment] = stretch;
      formula::BlockValues& values = values_for(treatment);
      values.set_row(row_of_whole(y), whole().height);
      if (!treatment.copies_neighbours) mirror_ends(values.code(), stretch, y, rows);
      const int cells = cells_of(stretch, rows);
      int longest = values.code().block_cells();
      if (cells > longest) {  // in blocks of one size
        const int blocks = (cells - 1) / longest + 1;
        longest = ((cells - 1) / blocks / kLineCells + 1) * kLineCells;
      }
      for (int done = 0; done < cells; done += longest) {
        const int x = stretch.begin() + done;
        const int count = std::min(longest, cells - done);
        point(values, x, y);
        if (treatment.copies_neighbours) {
          copy_neighbours(values, x, y, count);
        } else if (treatment.lacking != 0) {
          hide_rows(values, treatment.lacking);
        }
        values.run({x, row_of_whole(y)}, whole(), count);
      }
      for (const Run& run : runs) {
        if (run.kind != Run::Kind::plain) keep_fixed(run, y, rows);
      }
    }
    /// Gives fixed cells of a run in some rows the values that they keep.
    void keep_fixed(const Run& run, int y, int rows) const {
      for (const formula::Output& output : step_.step->outputs) {
        code_.kernels.keep_fixed(row_to(output.plane, y) + run.begin,
                                 row_from(output.fixed_plane, y) + run.begin, stride(),
                                 field_.flags.data() + field_.cell_index(run.begin, y),
                                 field_.extent.width, rows, run.end - run.begin);
      }
    }
    /// Where a cell at the end of a row lacks the neighbour beyond it, puts the cell's own value
    /// there. No other cell sees that padding.
    void mirror_ends(const Bytecode& code, const Stretch& stretch, int y, int rows) const {
      const int last = field_.extent.width - 1;
      if (stretch.runs.front().kind != Run::Kind::any &&
          stretch.runs.back().kind != Run::Kind::any) {
        return;
      }
      for (int r = y; r < y + rows; ++r) {
        const bool no_west = stretch.begin() == 0 && (field_.flag(0, r) & kNoWest) != 0;
        const bool no_east = stretch.end() > last && (field_.flag(last, r) & kNoEast) != 0;
        if (!no_west && !no_east) continue;
        for (std::size_t p = 0; p < code_.writes.size(); ++p) {
          if (!code.reads_neighbours(p)) continue;
          float* cells = row_from(static_cast<int>(p), r);
          if (no_west) cells[-1] = cells[0];
          if (no_east) cells[last + 1] = cells[last];
        }
      }
    }
    /// Lets cells see themselves in place of rows that all of them lack.
    void hide_rows(formula::BlockValues& values, unsigned lacking) const {
      for (std::size_t p = 0; p < code_.writes.size(); ++p) {
        if (!values.code().reads_neighbours(p)) continue;
        const std::size_t slot = p * formula::kPlaneSlots;
        float* centre = values.slot(slot + formula::kCentre);
        if ((lacking & kNoNorth) != 0) values.slot(slot + formula::kNorth) = centre;
        if ((lacking & kNoSouth) != 0) values.slot(slot + formula::kSouth) = centre;
      }
    }
    /// Points the slots to the cells from column x of row y on.
    void point(formula::BlockValues& values, int x, int y) const {
      const Bytecode& code = values.code();
      // The rows form a ring.
      const int last = field_.extent.height - 1;
      const std::ptrdiff_t to_north = y == 0 ? last * stride() : -stride();
      const std::ptrdiff_t to_south = y == last ? -last * stride() : stride();
      for (std::size_t p = 0; p < code_.writes.size(); ++p) {
        if (!code.reads(p)) continue;
        float** const slot = &values.slot(p * formula::kPlaneSlots);
        float* const centre = from_[p]->row(y) + x;
        slot[formula::kCentre] = centre;
        slot[formula::kOlder] = to_[p]->row(y) + x;
        if (!code.reads_neighbours(p)) continue;
        slot[formula::kWest] = centre - 1;
        slot[formula::kEast] = centre + 1;
        slot[formula::kNorth] = centre + to_north;
        slot[formula::kSouth] = centre + to_south;
      }
      values.slot(code.medium_slot()) = medium_at(x, y);
      values.slot(code.column_slot()) = state_.columns.at(x);
      for (std::size_t o = 0; o < step_.step->outputs.size(); ++o) {
        values.slot(code.output_slot(o)) = row_to(step_.step->outputs[o].plane, y) + x;
      }
    }
    [[nodiscard]] float* medium_at(int x, int y) const {
      return field_.factors ? field_.factors->row(y) + x : const_cast<float*>(state_.ones.data());
    }

    /// Copies the values of fixed cells from their component's plane to the planes of the time
    /// stepping.
    void copy_fixed_run(const Run& run, int y) const {
      for (const formula::Output& output : step_.step->outputs) {
        if (output.plane == output.fixed_plane) continue;
        const float* from = row_from(output.fixed_plane, y);
        std::copy(from + run.begin, from + run.end, row_to(output.plane, y) + run.begin);
      }
    }

    // Cells that lack neighbours -----------------------------------------------------------------

    /// Copies the neighbours of a block. The value of a missing neighbour is replaced by the cell's
    /// own value, changed by the slope if the side has a slope condition.
    void copy_neighbours(formula::BlockValues& values, int x, int y, int count) {
      static constexpr struct {
        formula::PlaneSlot slot;
        CellFlag missing;
        formula::Side side;
      } kDirections[] = {{formula::kWest, kNoWest, formula::Side::left},
                         {formula::kEast, kNoEast, formula::Side::right},
                         {formula::kNorth, kNoNorth, formula::Side::top},
                         {formula::kSouth, kNoSouth, formula::Side::bottom}};
      const Bytecode& code = values.code();
      const std::uint8_t* flags = field_.flags.data() + field_.cell_index(x, y);
      for (std::size_t p = 0; p < code_.writes.size(); ++p) {
        if (!code.reads_neighbours(p)) continue;
        const std::size_t slot = p * formula::kPlaneSlots;
        for (std::size_t d = 0; d < std::size(kDirections); ++d) {
          const auto& [which, missing, side] = kDirections[d];
          const bool has_slope = slope_on(side, code_.parent(static_cast<int>(p)), x, y, count);
          Block& seen = worker_.hidden[p * Worker::kDirections + d];
          code_.kernels.see(seen.data(), values.slot(slot + formula::kCentre),
                            values.slot(slot + which), has_slope ? worker_.slopes.data() : nullptr,
                            flags, missing, count);
          values.slot(slot + which) = seen.data();
        }
      }
    }

    /// A field of one row is a line: nothing lies above or below it.
    [[nodiscard]] bool touches(formula::Side side, int x, int y, int count) const {
      const bool is_plane = whole().height > 1;
      switch (side) {
        case formula::Side::left:
          return x == 0;
        case formula::Side::right:
          return x + count >= field_.extent.width;
        case formula::Side::top:
          return is_plane && row_of_whole(y) == 0;
        case formula::Side::bottom:
          return is_plane && row_of_whole(y) == whole().height - 1;
      }
      return false;
    }
    /// Returns the condition of a component on a side that these cells touch; null: none.
    [[nodiscard]] const SideCode* condition_of(formula::Side side, int component, bool is_slope,
                                               int x, int y, int count) const {
      for (const SideCode& one : code_.sides) {
        const formula::SideCondition& condition = *one.condition;
        if (condition.side == side && condition.plane == component &&
            condition.is_slope == is_slope && touches(side, x, y, count)) {
          return &one;
        }
      }
      return nullptr;
    }
    /// Computes a condition in these cells.
    void compute(const SideCode& side, double time, int x, int y, int count, Block& to) const {
      formula::BlockValues values(side.code);
      values.set_constants(state_.constants);
      prepare(values, time);
      values.set_row(row_of_whole(y), whole().height);
      const int longest = side.code.block_cells();
      for (int done = 0; done < count; done += longest) {
        for (std::size_t c = 0; c < code_.components(); ++c) {
          const std::size_t read = c < step_.step->plane_of.size()
                                       ? static_cast<std::size_t>(step_.step->plane_of[c])
                                       : c;
          values.slot(c * formula::kPlaneSlots + formula::kCentre) =
              row_from(static_cast<int>(read), y) + x + done;
        }
        values.slot(side.code.medium_slot()) = medium_at(x + done, y);
        values.slot(side.code.column_slot()) = state_.columns.at(x + done);
        values.slot(side.code.output_slot(0)) = to.data() + done;
        values.run({x + done, row_of_whole(y)}, whole(), std::min(longest, count - done));
      }
    }
    /// Computes how far the missing neighbours' values lie above the cells' own. Returns false
    /// where there is no slope.
    bool slope_on(formula::Side side, int component, int x, int y, int count) {
      const SideCode* slope = condition_of(side, component, true, x, y, count);
      if (slope == nullptr) return false;
      compute(*slope, step_.step->time, x, y, count, worker_.slopes);
      if (side == formula::Side::top || side == formula::Side::bottom) return true;
      const int edge = side == formula::Side::left ? 0 : field_.extent.width - 1 - x;
      const float at_edge = worker_.slopes[static_cast<std::size_t>(edge)];
      std::fill_n(worker_.slopes.begin(), count, 0.0F);
      worker_.slopes[static_cast<std::size_t>(edge)] = at_edge;
      return true;
    }

    void set_values_on_sides(int y) {
      if (code_.sides.empty()) return;
      const int width = field_.extent.width;
      for (const formula::Output& output : step_.step->outputs) {
        const int component = code_.parent(output.plane);
        for (const formula::Side side : formula::kSides) {
          const bool is_column = side == formula::Side::left || side == formula::Side::right;
          const int first = side == formula::Side::right ? width - 1 : 0;
          const int last = side == formula::Side::left ? 1 : width;
          const SideCode* value =
              condition_of(side, component, false, first, y, is_column ? 1 : width);
          if (value == nullptr) continue;
          Block cells;
          for (int x = first; x < last; x += formula::kMostBlockCells) {
            const int count = std::min(formula::kMostBlockCells, last - x);
            compute(*value, step_.time_after, x, y, count, cells);
            for (int i = 0; i < count; ++i) {
              if (field_.is_free(x + i, y))
                row_to(output.plane, y)[x + i] = cells[static_cast<std::size_t>(i)];
            }
          }
        }
      }
    }

    // Absorbing edges ----------------------------------------------------------------------------

    /// Steps the cells of some rows that lie on absorbing edges, while the rows to be written still
    /// hold the values of two steps ago. Their values are stored after the rows have been stepped.
    void prepare_absorbing(Band rows) {
      const core::Extent grid = field_.extent;
      const AbsorbingSides sides = field_.absorbing;
      const bool is_for_one_row = worker_.steps[sub_step_].with_speeds->code().depends_on_place();
      std::array<core::Cell, kLineCells> cells;
      std::size_t count = 0;
      const auto step = [&] {
        if (count > 0) step_absorbing(std::span(cells).first(count));
        count = 0;
      };
      for (int y = rows.begin; y < rows.end; ++y) {
        const bool is_whole = (sides.top && y == 0) || (sides.bottom && y == grid.height - 1);
        for (int x = 0; x < grid.width; x += is_whole ? 1 : std::max(1, grid.width - 1)) {
          if ((field_.flag(x, y) & kAbsorb) == 0) continue;
          cells[count++] = {x, y};
          if (count == cells.size()) step();
        }
        if (is_for_one_row) step();
      }
      step();
    }

    /// Steps cells: their values are gathered, and stepped as a block. Precondition: where a cell's
    /// result depends on its place, they lie in one row.
    void step_absorbing(std::span<const core::Cell> cells) {
      Worker::Gathered& gathered = worker_.gathered;
      const std::size_t components = code_.components();
      const auto sides_at = [&](core::Cell cell) {
        return sides_of(field_.absorbing, cell.x, cell.y, field_.extent.width,
                        field_.extent.height);
      };
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto [x, y] = cells[i];
        const unsigned flags = field_.flag(x, y);
        gathered.factors[i] = (flags & kMedium) != 0 ? field_.factors->row(y)[x] : 1.0F;
        gathered.places[i] = state_.columns.at(x)[0];
        for (std::size_t c = 0; c < components; ++c) {
          const int plane = static_cast<int>(c);
          const float* row = row_from(plane, y);
          Neighbours n =
              visible_neighbours(Neighbours{row[x], row[x - 1], row[x + 1],
                                            row_from(plane, y - 1)[x], row_from(plane, y + 1)[x]},
                                 flags);
          gathered.along[c][i] = mirror_at_edge(n, sides_at(cells[i]));
          auto& slots = gathered.slots[c];
          slots[formula::kCentre][i] = n.centre;
          slots[formula::kWest][i] = n.west;
          slots[formula::kEast][i] = n.east;
          slots[formula::kNorth][i] = n.north;
          slots[formula::kSouth][i] = n.south;
          slots[formula::kOlder][i] = row_to(plane, y)[x];
        }
      }
      formula::BlockValues& values = *worker_.steps[sub_step_].with_speeds;
      const core::Cell first{cells[0].x, row_of_whole(cells[0].y)};
      prepare(values, step_.step->time);
      values.set_row(first.y, whole().height);
      const Bytecode& code = values.code();
      for (std::size_t c = 0; c < components; ++c) {
        for (std::size_t slot = 0; slot < formula::kPlaneSlots; ++slot) {
          values.slot(c * formula::kPlaneSlots + slot) = gathered.slots[c][slot].data();
        }
      }
      values.slot(code.medium_slot()) = gathered.factors.data();
      values.slot(code.column_slot()) = gathered.places.data();
      const auto& outputs = step_.step->outputs;
      for (std::size_t o = 0; o < outputs.size(); ++o) {
        values.slot(code.output_slot(o)) = gathered.next[o].data();
        values.slot(code.speed_slot(o)) = gathered.speeds[o].data();
      }
      values.run(first, whole(), static_cast<int>(cells.size()));
      for (std::size_t o = 0; o < outputs.size(); ++o) {
        const auto component = static_cast<std::size_t>(outputs[o].plane);
        for (std::size_t i = 0; i < cells.size(); ++i) {
          const AbsorbingSides sides = sides_at(cells[i]);
          float& psi = field_.rim[field_.rim_place(sides, cells[i].x, cells[i].y, component)];
          const float k = gathered.speeds[o][i];
          const float value = leave_by_edge(k, core::square_root(k), gathered.next[o][i],
                                            gathered.slots[component][formula::kOlder][i],
                                            gathered.along[component][i], sides_across(sides), psi);
          worker_.absorbed.push_back({outputs[o].plane, cells[i], value});
        }
      }
    }

    const FormulaRows& rows_;
    const FormulaState& state_;
    const Code& code_;
    CpuField& field_;
    const StepCode& step_;
    std::size_t sub_step_;
    std::int64_t number_;  ///< number of the step, counted from the first of this advance()
    Worker& worker_;
    formula::BlockValues& plain_;
    formula::BlockValues& with_medium_;
    formula::RowFrame* frame_;  ///< null: bytecode steps all cells
    std::array<PaddedPlane*, formula::kMostPlanes> from_{};
    std::array<PaddedPlane*, formula::kMostPlanes> to_{};
  };

  const FormulaState& state_;
  const Code& code_;
  CpuField& field_;
  const Oscillators& oscillators_;
  std::int64_t first_step_;
  std::span<const float> values_;
  std::size_t oscillations_;
};

class FormulaMethod {
 public:
  explicit FormulaMethod(std::shared_ptr<const formula::Formula> formula)
      : formula_(std::move(formula)), parameters_(formula::initial_values(formula_->model())) {}

  void set_parameters(std::span<const double> parameters) {
    parameters_.assign(parameters.begin(), parameters.end());
    state_.constants.clear();
  }
  [[nodiscard]] int levels() const { return static_cast<int>(formula_->program().steps.size()); }
  [[nodiscard]] int planes() const { return static_cast<int>(formula_->program().planes.size()); }
  [[nodiscard]] int steps_back() const { return formula_->program().steps_back; }
  [[nodiscard]] std::size_t row_bytes(const CpuField& field) const {
    return 2 * formula_->program().planes.size() * field.newest[0].stride() * sizeof(float);
  }

  /// Makes everything ready for the steps from `step` on. Returns how many of them may be taken
  /// before an integral has to be renewed.
  std::int64_t prepare(CpuField& field, core::ThreadTeam& team, std::int64_t step) {
    const Program& program = formula_->program();
    if (!state_.code || state_.code->level != field.level) {
      state_.workers.clear();
      state_.code.emplace(formula_, field);
    }
    const auto threads = static_cast<std::size_t>(team.size());
    const bool is_new = state_.workers.empty() || state_.constants.empty();
    while (state_.workers.size() < threads) {
      state_.workers.push_back(std::make_unique<Worker>(*state_.code));
    }
    if (state_.columns.empty()) {
      state_.columns = formula::Columns(field.extent.width);
      state_.ones.assign(formula::kMostBlockCells + kLineCells, 1.0F);
      for (std::size_t p = state_.code->components(); p < program.planes.size(); ++p) {
        state_.scratch.emplace_back(field.extent);
        state_.other_scratch.emplace_back(field.extent);
      }
    }
    if (state_.constants.empty()) {
      state_.constants =
          formula::constants_of(program, formula_->model(), parameters_, field.slab.whole);
      state_.time_step =
          formula::ConstantValues(formula_->model(), parameters_, field.slab.whole).time_step();
    }
    if (is_new) {
      for (const auto& worker : state_.workers) {
        for (Worker::Values& values : worker->steps) values.set_constants(state_.constants);
      }
    }
    std::int64_t until = std::numeric_limits<std::int64_t>::max();
    const bool goes_on = step == next_step_;
    state_.integrals.resize(program.integrals.size());
    for (std::size_t i = 0; i < program.integrals.size(); ++i) {
      const std::int64_t every = program.integrals[i].every;
      if (step % every == 0 || !goes_on) state_.integrals[i] = integral(field, team, i, step);
      until = std::min(until, every - step % every);
    }
    return until;
  }
  FormulaRows rows(CpuField& field, const Oscillators& oscillators, std::int64_t step,
                   std::span<const float> values) const {
    return {state_, field, oscillators, step, values};
  }
  void finish(std::int64_t step) { next_step_ = step; }
  /// Returns by which code the newest steps were made, and why by no faster one.
  [[nodiscard]] std::string code() const {
    if (!state_.code) return {};
    const std::string& why = state_.code->why_bytecode;
    return why.empty() ? ", by machine code" : ", by bytecode: " + why;
  }

 private:
  /// Adds an expression over all cells but walls, row by row as totals are added.
  float integral(CpuField& field, core::ThreadTeam& team, std::size_t which, std::int64_t step) {
    const Bytecode& code = state_.code->integrals[which];
    const Slab& slab = field.slab;
    const core::Extent own{field.extent.width, slab.own.rows()};
    std::vector<double> sums(static_cast<std::size_t>(own.height));
    constexpr int kPieces = 64;
    const int pieces = std::min(kPieces, own.height);
    team.share_pieces(pieces, [&](int piece, int /*worker*/) {
      const core::FlushDenormals here;
      formula::BlockValues values(code);
      values.set_constants(state_.constants);
      values.set_noise(step);
      const auto& uniforms = formula_->program().uniforms;
      for (std::size_t i = 0; i < uniforms.size(); ++i) {
        if (uniforms[i].kind != formula::Uniform::Kind::time) continue;
        values.set_uniform(i, static_cast<float>(static_cast<double>(step) * state_.time_step));
      }
      std::vector<float> row(static_cast<std::size_t>(field.extent.width) + kLineCells + 1);
      const Band rows = band_of(own, piece, pieces);
      for (int i = rows.begin; i < rows.end; ++i) {
        const int y = slab.own.begin + i;
        values.set_row(slab.row_of_whole(y), slab.whole.height);
        for (int x = 0; x < field.extent.width; x += code.block_cells()) {
          for (std::size_t c = 0; c < field.newest.size(); ++c) {
            values.slot(c * formula::kPlaneSlots + formula::kCentre) = field.newest[c].row(y) + x;
          }
          values.slot(code.medium_slot()) =
              field.factors ? field.factors->row(y) + x : state_.ones.data();
          values.slot(code.column_slot()) = state_.columns.at(x);
          values.slot(code.output_slot(0)) = row.data() + x;
          values.run({x, slab.row_of_whole(y)}, slab.whole,
                     std::min(code.block_cells(), field.extent.width - x));
        }
        const std::uint8_t* flags = field.flags.data() + field.cell_index(0, y);
        sums[static_cast<std::size_t>(i)] = sum_of_row({row.data(), flags, field.extent.width}).sum;
      }
    });
    if (!slab.is_whole()) return static_cast<float>(slab.sums->add(sums));
    double sum = 0.0;
    for (const double row : sums) sum += row;
    return static_cast<float>(sum);
  }

  std::shared_ptr<const formula::Formula> formula_;
  std::vector<double> parameters_;
  FormulaState state_;
  std::int64_t next_step_ = -1;  ///< the step after the newest; −1: no step has been taken
};

}  // namespace

std::unique_ptr<CpuStepper> make_formula_cpu_stepper(
    std::shared_ptr<const formula::Formula> formula) {
  return std::make_unique<FusedCpuStepper<FormulaMethod>>(FormulaMethod(std::move(formula)));
}

}  // namespace heatwave::field
