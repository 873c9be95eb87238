// Formulas are described to the program as other equations are, and their initial fields computed.
#include "kernels/field/formula/formula.h"

#include <algorithm>

#include "kernels/core/denormals.h"
#include "kernels/core/error.h"
#include "kernels/core/random.h"
#include "kernels/field/formula/block_values.h"
#include "kernels/field/formula/row_bytecode.h"
#include "kernels/field/formula/stability.h"

namespace heatwave::field::formula {
namespace {

/// Returns all mistakes in one line.
std::string line_of(const std::vector<Problem>& problems) {
  std::string line;
  for (const Problem& problem : problems) line += (line.empty() ? "" : "; ") + words_of({problem});
  return line;
}

Model model_of(std::string_view text) {
  std::vector<Problem> problems;
  std::optional<Model> model = read(text, problems);
  if (!model) throw core::Error(line_of(problems));
  return std::move(*model);
}

Program checked_program(const Model& model) {
  std::vector<Problem> problems;
  Program program = program_of(model, problems);
  if (!problems.empty()) throw core::Error(line_of(problems));
  return program;
}

/// Returns the comment in the first line; empty: there is none.
std::string title_of(std::string_view text) {
  if (!text.starts_with('#')) return {};
  std::string_view line = text.substr(1, text.find('\n') - 1);
  while (line.starts_with(' ')) line.remove_prefix(1);
  while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
  return std::string(line.substr(0, 64));
}

/// Returns the equations alone, in one line.
std::string equations_of(const Document& document) {
  std::string equations;
  for (const Statement& statement : document.statements) {
    if (statement.kind != Statement::Kind::evolution) continue;
    std::string text =
        document.text.substr(statement.place.begin, statement.place.end - statement.place.begin);
    std::replace(text.begin(), text.end(), '\n', ' ');
    equations += (equations.empty() ? "" : ",  ") + text;
  }
  return equations;
}

EquationInfo info_of(const Model& model, const Program& program) {
  static constexpr const char* kColormaps[] = {"viridis", "inferno", "viridis", "inferno"};
  const std::string title = title_of(model.document.text);
  EquationInfo info{.id = "formula",
                    .title = title.empty() ? "Formula" : title,
                    .formula = equations_of(model.document),
                    .text = model.document.text,
                    .steps_back = program.steps_back,
                    .stability_rule = "|g| ≤ 1 for the finest waves",
                    .edges = {EdgeKind::held, EdgeKind::reflecting, EdgeKind::periodic},
                    .reflecting_title = "reflecting"};
  if (program.absorbs) info.edges.push_back(EdgeKind::absorbing);
  for (std::size_t i = 0; i < program.components(); ++i) {
    ComponentInfo component{.id = program.planes[i].name,
                            .title = program.planes[i].name,
                            .colormap = kColormaps[i % 4]};
    if (i < model.components.size()) {
      const Component& given = model.components[i];
      component.is_signed = given.order == 2;
      if (component.is_signed) component.colormap = "coolwarm";
      // A field that begins equal everywhere is at rest there.
      if (given.initial != kNone && is_constant(model, given.initial)) {
        component.rest = ConstantValues(model, initial_values(model), {1, 1})(given.initial);
      }
    }
    info.components.push_back(component);
  }
  for (const Parameter& parameter : model.parameters) {
    info.parameters.push_back({.id = parameter.name,
                               .title = parameter.name,
                               .unit = "",
                               .help = "",
                               .minimum = parameter.minimum,
                               .maximum = parameter.maximum,
                               .initial = parameter.initial});
  }
  return info;
}

/// Computes one expression of places, time and the picture in every cell of an area, row by row.
std::vector<float> plane_of(const Formula& formula, const SubStep& step, const Setting& setting,
                            core::Rect area, std::int64_t at_step = 0) {
  const core::FlushDenormals here;
  std::vector<float> plane(static_cast<std::size_t>(area.cells()));
  if (step.values.empty()) return plane;
  const Program& program = formula.program();
  const auto& [parameters, extent, picture] = setting;
  const Bytecode code(program, step, true, core::simd_level());
  BlockValues values(code);
  values.set_constants(constants_of(program, formula.model(), parameters, extent));
  const double time_step = ConstantValues(formula.model(), parameters, extent).time_step();
  for (std::size_t i = 0; i < program.uniforms.size(); ++i) {
    if (program.uniforms[i].kind != Uniform::Kind::time) continue;
    values.set_uniform(i, static_cast<float>(static_cast<double>(at_step) * time_step));
  }
  values.set_noise(-1);
  const Columns columns(extent.width);
  std::vector<float> block(kMostBlockCells + kLineCells);
  std::vector<float> seen(kMostBlockCells + kLineCells);  // the picture in a block
  for (int y = area.y0; y < area.y1; ++y) {
    values.set_row(y, extent.height);
    for (int x = area.x0; x < area.x1; x += code.block_cells()) {
      const int count = std::min(code.block_cells(), area.x1 - x);
      if (!picture.empty()) {
        std::copy_n(picture.begin() + static_cast<std::ptrdiff_t>(core::whole(extent).index(x, y)),
                    count, seen.begin());
      }
      values.slot(code.medium_slot()) = seen.data();
      values.slot(code.column_slot()) = columns.at(x);
      values.slot(code.output_slot(0)) = block.data();
      values.run({x, y}, extent, count);
      std::copy_n(block.data(), count, &plane[area.index(x, y)]);
    }
  }
  return plane;
}

/// Returns whether an operation reads the picture. Expressions of sub-steps read media instead.
bool reads_picture(const SubStep& step) {
  return std::any_of(step.values.begin(), step.values.end(),
                     [](const Value& value) { return value.op == Op::medium; });
}

}  // namespace

Formula::Formula(std::string_view text)
    : model_(model_of(text)), program_(checked_program(model_)), info_(info_of(model_, program_)) {
  info_.stable_limit = [this](std::size_t parameter, std::span<const double> parameters,
                              const Stiffness& stiffness) {
    return stable_limit(parameter, parameters, stiffness);
  };
}

double Formula::stable_limit(std::size_t parameter, std::span<const double> parameters,
                             const Stiffness& stiffness) const {
  const std::scoped_lock lock(mutex_);
  const bool is_known = limits_.stiffness == stiffness &&
                        std::equal(limits_.parameters.begin(), limits_.parameters.end(),
                                   parameters.begin(), parameters.end());
  if (!is_known) {
    std::vector<float> rest;
    for (std::size_t c = 0; c < info_.components.size(); ++c) {
      // Where a picture is a coefficient, white is its largest value.
      const bool is_picture = c < model_.components.size() && model_.components[c].is_picture;
      rest.push_back(is_picture ? 1.0F : static_cast<float>(info_.components[c].rest));
    }
    limits_ = {.parameters = {parameters.begin(), parameters.end()}, .stiffness = stiffness};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      limits_.largest.push_back(
          largest_stable_value(program_, model_, i, parameters, rest, stiffness));
    }
  }
  return limits_.largest[parameter];
}

std::vector<Problem> problems_of(std::string_view text) {
  std::vector<Problem> problems;
  const std::optional<Model> model = read(text, problems);
  if (model) (void)program_of(*model, problems);
  return problems;
}

std::shared_ptr<const Formula> make_formula(std::string_view text) {
  return std::make_shared<const Formula>(text);
}

std::vector<std::vector<float>> initial_planes(const Formula& formula, const Setting& setting,
                                               core::Rect area) {
  const Program& program = formula.program();
  std::vector<std::vector<float>> planes;
  for (std::size_t c = 0; c < program.components(); ++c) {
    const SubStep step = c < program.initial.size() ? program.initial[c] : SubStep{};
    planes.push_back(plane_of(formula, step, setting, area));
  }
  if (program.steps_back == 0) return planes;
  for (std::size_t c = 0; c < program.components(); ++c) {
    // One step earlier the value was smaller by the rate of change in a step.
    std::vector<float> older = planes[c];
    const std::vector<float> change = plane_of(formula, program.initial_rate[c], setting, area);
    for (std::size_t i = 0; i < older.size(); ++i) older[i] -= change[i];
    planes.push_back(std::move(older));
  }
  return planes;
}

std::vector<std::uint8_t> region_cells(const Formula& formula, const Setting& setting,
                                       core::Rect area, std::int64_t step) {
  const SubStep& inside = formula.program().inside;
  if (inside.values.empty()) return {};
  const std::vector<float> plane = plane_of(formula, inside, setting, area, step);
  std::vector<std::uint8_t> cells(plane.size());
  std::transform(plane.begin(), plane.end(), cells.begin(),
                 [](float value) { return static_cast<std::uint8_t>(value != 0.0F ? 1 : 0); });
  return cells;
}

bool reads_picture(const Formula& formula) {
  const Program& program = formula.program();
  const auto reads = [](const SubStep& step) { return reads_picture(step); };
  return reads(program.inside) ||
         std::any_of(program.initial.begin(), program.initial.end(), reads) ||
         std::any_of(program.initial_rate.begin(), program.initial_rate.end(), reads);
}

bool has_moving_region(const Formula& formula) {
  const Program& program = formula.program();
  return std::any_of(
      program.inside.values.begin(), program.inside.values.end(), [&](const Value& value) {
        return value.op == Op::uniform &&
               program.uniforms[static_cast<std::size_t>(value.a)].kind == Uniform::Kind::time;
      });
}

}  // namespace heatwave::field::formula
