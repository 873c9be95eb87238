// Expressions are compiled as a part of the equation that they belong to, and computed row by row
// from planes in host memory.
#include "kernels/field/formula/field_expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "kernels/core/denormals.h"
#include "kernels/core/error.h"
#include "kernels/field/cpu/cpu_field.h"
#include "kernels/field/formula/block_values.h"

namespace heatwave::field::formula {
namespace {

/// Returns the mistakes in one line. Columns count from the beginning of the expression.
std::string mistakes_of(const std::vector<Problem>& problems) {
  std::string line;
  for (const Problem& problem : problems) {
    line += (line.empty() ? "" : "; ") + ("column " + std::to_string(problem.place.column)) + ": " +
            problem.message;
  }
  return line;
}

Model model_with(const EquationInfo& equation, std::string_view text) {
  std::vector<Problem> problems;
  std::optional<Model> model = read(equation.text, text, problems);
  if (!model) throw core::Error(mistakes_of(problems));
  return std::move(*model);
}

Program program_with(const Model& model) {
  std::vector<Problem> problems;
  Program program = program_of(model, problems);
  if (!problems.empty()) throw core::Error(mistakes_of(problems));
  return program;
}

bool is_never_negative(const Document& document, int index) {
  const Node& node = document.node(index);
  const auto is = [&](std::size_t i) { return is_never_negative(document, node.operand[i]); };
  switch (node.operation) {
    case Operation::number:
      return node.number >= 0.0;
    case Operation::add:
    case Operation::multiply:
    case Operation::divide:
    case Operation::min:
      return is(0) && is(1);
    case Operation::max:
      return is(0) || is(1);
    case Operation::choose:
      return is(1) && is(2);
    case Operation::power: {
      const Node& exponent = document.node(node.operand[1]);
      const bool is_even =
          exponent.operation == Operation::number && std::fmod(exponent.number, 2.0) == 0.0;
      return is_even || is(0);
    }
    case Operation::square_root:
    case Operation::exp:
    case Operation::cosh:
    case Operation::abs:
    case Operation::gauss:
    case Operation::heaviside:
    case Operation::less:
    case Operation::less_equal:
    case Operation::greater:
    case Operation::greater_equal:
    case Operation::equal:
    case Operation::not_equal:
    case Operation::both:
    case Operation::either:
    case Operation::negation:
      return true;
    default:
      return false;
  }
}

using Block = std::array<float, kMostBlockCells + kLineCells>;

/// The planes that an expression reads, with padding for the neighbours beyond the edges.
class PaddedPlanes {
 public:
  PaddedPlanes(const FieldMoment& moment, const Bytecode& code, std::size_t components) {
    for (std::size_t p = 0; p < moment.planes.size(); ++p) {
      const bool is_read = code.reads(p % components);
      planes_.emplace_back(is_read ? moment.extent : core::Extent{1, 1});
      if (!is_read) continue;
      planes_.back().write(core::whole(moment.extent), moment.planes[p]);
      for (int y = 0; y < moment.extent.height; ++y) planes_.back().wrap_row(y);
    }
  }
  /// The rows form a ring: y is from −1 to the height. Kernels take all slots as writable, but
  /// write only outputs and temporary values.
  [[nodiscard]] float* row(std::size_t plane, int y) const {
    const int height = planes_[plane].extent().height;
    return const_cast<float*>(planes_[plane].row((y + height) % height));
  }
  [[nodiscard]] std::size_t count() const { return planes_.size(); }

 private:
  std::vector<PaddedPlane> planes_;
};

/// Computes an expression in the rows of one thread.
class RowValues {
 public:
  RowValues(const Bytecode& code, const FieldMoment& moment, const PaddedPlanes& planes,
            const Columns& columns, std::size_t components)
      : values_(code),
        moment_(moment),
        planes_(planes),
        columns_(columns),
        components_(components),
        kernels_(block_kernels(core::simd_level())),
        hidden_(4 * components),
        flags_(static_cast<std::size_t>(moment.extent.width) + kLineCells) {}

  [[nodiscard]] BlockValues& values() { return values_; }

  void compute_row(int y, float* to) {
    const core::Extent extent = moment_.extent;
    set_flags(y);
    values_.set_row(y, extent.height);
    const int longest = values_.code().block_cells();
    for (int x = 0; x < extent.width; x += longest) {
      const int count = std::min(longest, extent.width - x);
      point(x, y, count);
      values_.run({x, y}, extent, count);
      std::copy_n(result_.data(), count, to + x);
    }
  }

 private:
  /// Marks the missing neighbours of a row's cells, also those beyond edges at which steps do not
  /// look for any.
  void set_flags(int y) {
    const core::Extent extent = moment_.extent;
    const auto width = static_cast<std::size_t>(extent.width);
    const auto row = moment_.flags.subspan(static_cast<std::size_t>(y) * width, width);
    unsigned all = 0;
    if (y == 0 && moment_.edges.top != EdgeKind::periodic) all |= kNoNorth;
    if (y == extent.height - 1 && moment_.edges.bottom != EdgeKind::periodic) all |= kNoSouth;
    std::transform(row.begin(), row.end(), flags_.begin(),
                   [all](std::uint8_t flag) { return static_cast<std::uint8_t>(flag | all); });
    if (moment_.edges.left != EdgeKind::periodic) flags_.front() |= kNoWest;
    if (moment_.edges.right != EdgeKind::periodic) flags_[width - 1] |= kNoEast;
  }

  void point(int x, int y, int count) {
    const Bytecode& code = values_.code();
    for (std::size_t c = 0; c < components_; ++c) {
      if (!code.reads(c)) continue;
      const std::size_t slot = c * kPlaneSlots;
      float* centre = planes_.row(c, y) + x;
      values_.slot(slot + kCentre) = centre;
      values_.slot(slot + kOlder) =
          planes_.count() > components_ ? planes_.row(components_ + c, y) + x : centre;
      if (!code.reads_neighbours(c)) continue;
      see(c, kWest, centre - 1, kNoWest, x, count);
      see(c, kEast, centre + 1, kNoEast, x, count);
      see(c, kNorth, planes_.row(c, y - 1) + x, kNoNorth, x, count);
      see(c, kSouth, planes_.row(c, y + 1) + x, kNoSouth, x, count);
    }
    values_.slot(code.medium_slot()) = result_.data();  // expressions do not read it
    values_.slot(code.column_slot()) = columns_.at(x);
    values_.slot(code.output_slot(0)) = result_.data();
  }
  void see(std::size_t component, PlaneSlot direction, const float* neighbour, CellFlag missing,
           int x, int count) {
    Block& seen = hidden_[4 * component + (direction - kWest)];
    const std::size_t slot = component * kPlaneSlots;
    kernels_.see(seen.data(), values_.slot(slot + kCentre), neighbour, nullptr, flags_.data() + x,
                 missing, count);
    values_.slot(slot + direction) = seen.data();
  }

  BlockValues values_;
  const FieldMoment& moment_;
  const PaddedPlanes& planes_;
  const Columns& columns_;
  std::size_t components_;
  const BlockKernels& kernels_;
  std::vector<Block> hidden_;  ///< neighbours as cells see them: four of each component
  std::vector<std::uint8_t> flags_;
  Block result_{};
};

}  // namespace

FieldExpression::FieldExpression(const EquationInfo& equation, std::string_view text)
    : text_(text),
      model_(model_with(equation, text)),
      program_(program_with(model_)),
      code_(program_, program_.shown, false, core::simd_level()) {
  for (const Parameter& parameter : model_.parameters) {
    const auto& all = equation.parameters;
    const auto found = std::find_if(all.begin(), all.end(), [&](const ParameterInfo& info) {
      return info.id == parameter.name;
    });
    parameters_.push_back(static_cast<std::size_t>(found - all.begin()));
  }
}

bool FieldExpression::is_never_negative() const {
  return formula::is_never_negative(model_.document, model_.document.shown);
}

bool FieldExpression::reads(std::size_t plane) const {
  return code_.reads(plane % program_.components());
}

std::vector<float> FieldExpression::values(const FieldMoment& moment,
                                           core::ThreadTeam& team) const {
  std::vector<double> parameters;
  for (const std::size_t index : parameters_) parameters.push_back(moment.parameters[index]);
  const std::vector<float> constants = constants_of(program_, model_, parameters, moment.extent);
  const double time = static_cast<double>(moment.step) *
                      ConstantValues(model_, parameters, moment.extent).time_step();
  const std::size_t components = program_.components();
  const PaddedPlanes planes(moment, code_, components);
  const Columns columns(moment.extent.width);
  std::vector<float> plane(static_cast<std::size_t>(moment.extent.cells()));
  constexpr std::int64_t kCellsOfAPiece = 1 << 15;
  const int pieces = static_cast<int>(std::clamp<std::int64_t>(
      moment.extent.cells() / kCellsOfAPiece, 1,
      std::min<std::int64_t>(moment.extent.height, 4 * std::int64_t{team.size()})));
  team.share_pieces(pieces, [&](int piece, int /*worker*/) {
    const core::FlushDenormals here;
    RowValues rows(code_, moment, planes, columns, components);
    rows.values().set_constants(constants);
    rows.values().set_noise(moment.step);
    for (std::size_t i = 0; i < program_.uniforms.size(); ++i) {
      if (program_.uniforms[i].kind == Uniform::Kind::time) {
        rows.values().set_uniform(i, static_cast<float>(time));
      }
    }
    const Band band = band_of(moment.extent, piece, pieces);
    for (int y = band.begin; y < band.end; ++y) {
      rows.compute_row(y, &plane[core::whole(moment.extent).index(0, y)]);
    }
  });
  return plane;
}

std::vector<Problem> problems_of(const EquationInfo& equation, std::string_view expression) {
  std::vector<Problem> problems;
  const std::optional<Model> model = read(equation.text, expression, problems);
  if (model) (void)program_of(*model, problems);
  return problems;
}

}  // namespace heatwave::field::formula
