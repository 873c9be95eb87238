// Small waves are put on a grid of 4 × 4 cells, one component after the other, and stepped once:
// the changes are the columns of a matrix, whose powers show how much waves grow.
#include "kernels/field/formula/stability.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/core/denormals.h"
#include "kernels/field/equation.h"
#include "kernels/field/formula/block_values.h"

namespace heatwave::field::formula {
namespace {

constexpr int kSide = 4;
using Plane = std::array<float, kSide * kSide>;

std::size_t place(int x, int y) {
  return static_cast<std::size_t>(y) * kSide + static_cast<std::size_t>(x);
}

/// The planes of a small periodic field.
struct SmallField {
  std::vector<Plane> now;
  std::vector<Plane> older;
};

/// Steps small fields.
class SmallStepper {
 public:
  SmallStepper(const Program& program, const Model& model, std::span<const double> parameters,
               const Stiffness& stiffness)
      : program_(program), grid_{kSide, stiffness.on_line ? 1 : kSide}, columns_(kSide) {
    const std::vector<float> constants = constants_of(program, model, parameters, grid_);
    for (const SubStep& step : program.steps) {
      codes_.emplace_back(program, step, true, core::SimdLevel::basic);
    }
    for (const Bytecode& code : codes_) {
      values_.emplace_back(code);
      values_.back().set_constants(constants);
      values_.back().set_noise(0);
    }
    medium_.fill(static_cast<float>(stiffness.largest_factor));
  }

  void step(SmallField& field) {
    const core::FlushDenormals here;
    for (std::size_t k = 0; k < program_.steps.size(); ++k) step_once(field, k);
  }

 private:
  using Block = std::array<float, 2 * kLineCells>;

  void step_once(SmallField& field, std::size_t sub_step) {
    const SubStep& step = program_.steps[sub_step];
    BlockValues& values = values_[sub_step];
    const Bytecode& code = values.code();
    std::vector<std::array<Block, kPlaneSlots>> seen(field.now.size());
    std::vector<Block> results(step.outputs.size());
    std::vector<Block> speeds(step.outputs.size());
    std::vector<Plane> next(step.outputs.size());
    for (int y = 0; y < kSide; ++y) {
      // All rows of a line are the same one, and waves are equal in them.
      const int row = std::min(y, grid_.height - 1);
      values.set_row(row, grid_.height);
      for (std::size_t p = 0; p < field.now.size(); ++p) {
        const auto at = [&](const Plane& plane, int column, int line) {
          return plane[place((column + kSide) % kSide, (line + kSide) % kSide)];
        };
        for (int x = 0; x < kSide; ++x) {
          const auto i = static_cast<std::size_t>(x);
          seen[p][kCentre][i] = at(field.now[p], x, y);
          seen[p][kWest][i] = at(field.now[p], x - 1, y);
          seen[p][kEast][i] = at(field.now[p], x + 1, y);
          seen[p][kNorth][i] = at(field.now[p], x, y - 1);
          seen[p][kSouth][i] = at(field.now[p], x, y + 1);
          seen[p][kOlder][i] = at(field.older[p], x, y);
        }
        for (std::size_t slot = 0; slot < kPlaneSlots; ++slot) {
          values.slot(p * kPlaneSlots + slot) = seen[p][slot].data();
        }
      }
      values.slot(code.medium_slot()) = medium_.data();
      values.slot(code.column_slot()) = columns_.at(0);
      for (std::size_t o = 0; o < step.outputs.size(); ++o) {
        values.slot(code.output_slot(o)) = results[o].data();
        values.slot(code.speed_slot(o)) = speeds[o].data();
      }
      values.run({0, row}, grid_, kSide);
      for (std::size_t o = 0; o < step.outputs.size(); ++o) {
        std::copy_n(results[o].begin(), kSide, next[o].begin() + y * kSide);
      }
    }
    for (std::size_t o = 0; o < step.outputs.size(); ++o) {
      const auto plane = static_cast<std::size_t>(step.outputs[o].plane);
      field.older[plane] = field.now[plane];
      field.now[plane] = next[o];
    }
  }

  const Program& program_;
  core::Extent grid_;
  std::vector<Bytecode> codes_;
  std::vector<BlockValues> values_;
  Columns columns_;
  Block medium_{};
};

using Matrix = std::vector<std::vector<double>>;

/// Returns the largest modulus of an eigenvalue, by squaring.
double spectral_radius(Matrix matrix) {
  constexpr int kSquarings = 9;
  const std::size_t n = matrix.size();
  double logarithm = 0.0;
  double power = 1.0;
  for (int i = 0; i <= kSquarings; ++i) {
    double norm = 0.0;
    for (const auto& row : matrix) {
      for (const double each : row) norm = std::max(norm, std::abs(each));
    }
    if (norm == 0.0) return 0.0;
    if (!std::isfinite(norm)) return std::numeric_limits<double>::infinity();
    logarithm += std::log(norm) / power;
    for (auto& row : matrix) {
      for (double& each : row) each /= norm;
    }
    if (i == kSquarings) break;
    Matrix square(n, std::vector<double>(n));
    for (std::size_t r = 0; r < n; ++r) {
      for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t c = 0; c < n; ++c) square[r][c] += matrix[r][k] * matrix[k][c];
      }
    }
    matrix = std::move(square);
    power *= 2.0;
  }
  return std::exp(logarithm);
}

/// Returns the growth of the wave with these signs along x and y.
double growth(const Program& program, SmallStepper& stepper, std::span<const float> rest,
              int sign_x, int sign_y) {
  constexpr float kHeight = 1.0F / 1024.0F;
  const std::size_t components = program.components();
  const std::size_t states = components * static_cast<std::size_t>(1 + program.steps_back);
  const auto wave = [&](int x, int y) {
    return static_cast<float>((x % 2 != 0 ? sign_x : 1) * (y % 2 != 0 ? sign_y : 1));
  };
  const auto result = [&](std::size_t state, float height) {
    SmallField field;
    for (std::size_t p = 0; p < program.planes.size(); ++p) {
      const auto parent = static_cast<std::size_t>(program.planes[p].parent);
      Plane plane;
      plane.fill(parent < rest.size() ? rest[parent] : 0.0F);
      field.now.push_back(plane);
      field.older.push_back(plane);
    }
    if (state < states) {
      Plane& plane = state < components ? field.now[state] : field.older[state - components];
      for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) plane[place(x, y)] += height * wave(x, y);
      }
    }
    stepper.step(field);
    std::vector<double> amplitudes;
    for (std::size_t s = 0; s < states; ++s) {
      const Plane& plane = s < components ? field.now[s] : field.older[s - components];
      double sum = 0.0;
      for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x)
          sum += static_cast<double>(plane[place(x, y)]) * static_cast<double>(wave(x, y));
      }
      amplitudes.push_back(sum / (kSide * kSide));
    }
    return amplitudes;
  };
  Matrix matrix(states, std::vector<double>(states));
  for (std::size_t s = 0; s < states; ++s) {
    const std::vector<double> more = result(s, kHeight);
    const std::vector<double> less = result(s, -kHeight);
    for (std::size_t r = 0; r < states; ++r) {
      matrix[r][s] = (more[r] - less[r]) / (2.0 * static_cast<double>(kHeight));
    }
  }
  return spectral_radius(std::move(matrix));
}

/// Growth is measured with floats, so waves that keep their height seem to grow this much.
constexpr double kTolerance = 2e-3;

}  // namespace

double growth_of_finest_waves(const Program& program, const Model& model,
                              std::span<const double> parameters, std::span<const float> rest,
                              const Stiffness& stiffness) {
  SmallStepper stepper(program, model, parameters, stiffness);
  const double uniform = std::max(1.0, growth(program, stepper, rest, 1, 1));
  double finest = growth(program, stepper, rest, -1, 1);
  if (!stiffness.on_line) {
    finest = std::max(
        {finest, growth(program, stepper, rest, -1, -1), growth(program, stepper, rest, 1, -1)});
  }
  return finest <= uniform * (1.0 + kTolerance) ? std::min(finest, 1.0) : finest;
}

double largest_stable_value(const Program& program, const Model& model, std::size_t parameter,
                            std::span<const double> parameters, std::span<const float> rest,
                            const Stiffness& stiffness) {
  std::vector<double> trial(parameters.begin(), parameters.end());
  const auto is_stable = [&](double value) {
    trial[parameter] = value;
    return growth_of_finest_waves(program, model, trial, rest, stiffness) <= 1.0;
  };
  double stable = model.parameters[parameter].minimum;
  double unstable = model.parameters[parameter].maximum;
  if (is_stable(unstable) || !is_stable(stable)) return kNoLimit;
  constexpr int kHalvings = 10;  // panels wait for them
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (stable + unstable);
    (is_stable(middle) ? stable : unstable) = middle;
  }
  return stable;
}

}  // namespace heatwave::field::formula
