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

/// Steps small fields. Its memory serves all of them.
class SmallStepper {
 public:
  SmallStepper(const Program& program, const Stiffness& stiffness)
      : program_(program),
        grid_{kSide, stiffness.on_line ? 1 : kSide},
        columns_(kSide),
        seen_(program.planes.size()) {
    std::size_t most_outputs = 0;
    codes_.reserve(program.steps.size());
    for (const SubStep& step : program.steps) {
      codes_.emplace_back(program, step, true, core::SimdLevel::basic);
      most_outputs = std::max(most_outputs, step.outputs.size());
    }
    for (const Bytecode& code : codes_) {
      values_.emplace_back(code);
      values_.back().set_noise(0);
    }
    results_.resize(most_outputs);
    speeds_.resize(most_outputs);
    next_.resize(most_outputs);
    medium_.fill(static_cast<float>(stiffness.largest_factor));
  }

  void set_parameters(const Model& model, std::span<const double> parameters) {
    const std::vector<float> constants = constants_of(program_, model, parameters, grid_);
    for (BlockValues& values : values_) values.set_constants(constants);
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
          seen_[p][kCentre][i] = at(field.now[p], x, y);
          seen_[p][kWest][i] = at(field.now[p], x - 1, y);
          seen_[p][kEast][i] = at(field.now[p], x + 1, y);
          seen_[p][kNorth][i] = at(field.now[p], x, y - 1);
          seen_[p][kSouth][i] = at(field.now[p], x, y + 1);
          seen_[p][kOlder][i] = at(field.older[p], x, y);
        }
        for (std::size_t slot = 0; slot < kPlaneSlots; ++slot) {
          values.slot(p * kPlaneSlots + slot) = seen_[p][slot].data();
        }
      }
      values.slot(code.medium_slot()) = medium_.data();
      values.slot(code.column_slot()) = columns_.at(0);
      for (std::size_t o = 0; o < step.outputs.size(); ++o) {
        values.slot(code.output_slot(o)) = results_[o].data();
        values.slot(code.speed_slot(o)) = speeds_[o].data();
      }
      values.run({0, row}, grid_, kSide);
      for (std::size_t o = 0; o < step.outputs.size(); ++o) {
        std::copy_n(results_[o].begin(), kSide, next_[o].begin() + y * kSide);
      }
    }
    for (std::size_t o = 0; o < step.outputs.size(); ++o) {
      const auto plane = static_cast<std::size_t>(step.outputs[o].plane);
      field.older[plane] = field.now[plane];
      field.now[plane] = next_[o];
    }
  }

  const Program& program_;
  core::Extent grid_;
  std::vector<Bytecode> codes_;
  std::vector<BlockValues> values_;
  Columns columns_;
  Block medium_{};
  std::vector<std::array<Block, kPlaneSlots>> seen_;  ///< one for each plane
  std::vector<Block> results_;                        ///< one for each output, as are the next two
  std::vector<Block> speeds_;
  std::vector<Plane> next_;
};

/// A square matrix.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), values_(size * size) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] double& at(std::size_t row, std::size_t column) {
    return values_[row * size_ + column];
  }
  [[nodiscard]] double norm() const {
    double norm = 0.0;
    for (const double each : values_) norm = std::max(norm, std::abs(each));
    return norm;
  }
  void divide_by(double number) {
    for (double& each : values_) each /= number;
  }
  /// Makes `square` the product of this matrix with itself.
  void square_into(Matrix& square) {
    square.values_.assign(values_.size(), 0.0);
    for (std::size_t r = 0; r < size_; ++r) {
      for (std::size_t k = 0; k < size_; ++k) {
        for (std::size_t c = 0; c < size_; ++c) square.at(r, c) += at(r, k) * at(k, c);
      }
    }
  }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

/// Returns the largest modulus of an eigenvalue, by squaring.
double spectral_radius(Matrix matrix) {
  constexpr int kSquarings = 9;
  Matrix square(matrix.size());
  double logarithm = 0.0;
  double power = 1.0;
  for (int i = 0; i <= kSquarings; ++i) {
    const double norm = matrix.norm();
    if (norm == 0.0) return 0.0;
    if (!std::isfinite(norm)) return std::numeric_limits<double>::infinity();
    logarithm += std::log(norm) / power;
    matrix.divide_by(norm);
    if (i == kSquarings) break;
    matrix.square_into(square);
    std::swap(matrix, square);
    power *= 2.0;
  }
  return std::exp(logarithm);
}

/// Measures how fast waves of two cells grow.
class WaveGrowth {
 public:
  WaveGrowth(const Program& program, std::span<const float> rest, const Stiffness& stiffness)
      : program_(program),
        rest_(rest),
        stepper_(program, stiffness),
        states_(program.components() * static_cast<std::size_t>(1 + program.steps_back)),
        amplitudes_(states_) {
    field_.now.resize(program.planes.size());
    field_.older.resize(program.planes.size());
  }

  void set_parameters(const Model& model, std::span<const double> parameters) {
    stepper_.set_parameters(model, parameters);
  }

  /// Returns the growth of the wave with these signs along x and y.
  double of_wave(int sign_x, int sign_y) {
    constexpr float kHeight = 1.0F / 1024.0F;
    const auto wave = [&](int x, int y) {
      return static_cast<float>((x % 2 != 0 ? sign_x : 1) * (y % 2 != 0 ? sign_y : 1));
    };
    Matrix matrix(states_);
    for (std::size_t s = 0; s < states_; ++s) {
      step_wave(s, kHeight, wave);
      for (std::size_t r = 0; r < states_; ++r) matrix.at(r, s) = amplitudes_[r];
      step_wave(s, -kHeight, wave);
      for (std::size_t r = 0; r < states_; ++r) {
        matrix.at(r, s) = (matrix.at(r, s) - amplitudes_[r]) / (2.0 * static_cast<double>(kHeight));
      }
    }
    return spectral_radius(std::move(matrix));
  }

 private:
  /// Components now, then in the step before, if the equation looks back.
  Plane& plane_of(std::size_t state) {
    const std::size_t components = program_.components();
    return state < components ? field_.now[state] : field_.older[state - components];
  }

  /// Steps the field at rest with a wave in one state; its amplitudes in all are those after it.
  template <typename Wave>
  void step_wave(std::size_t state, float height, const Wave& wave) {
    for (std::size_t p = 0; p < program_.planes.size(); ++p) {
      const auto parent = static_cast<std::size_t>(program_.planes[p].parent);
      field_.now[p].fill(parent < rest_.size() ? rest_[parent] : 0.0F);
      field_.older[p] = field_.now[p];
    }
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) plane_of(state)[place(x, y)] += height * wave(x, y);
    }
    stepper_.step(field_);
    for (std::size_t s = 0; s < states_; ++s) {
      double sum = 0.0;
      for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x)
          sum += static_cast<double>(plane_of(s)[place(x, y)]) * static_cast<double>(wave(x, y));
      }
      amplitudes_[s] = sum / (kSide * kSide);
    }
  }

  const Program& program_;
  std::span<const float> rest_;
  SmallStepper stepper_;
  SmallField field_;
  std::size_t states_;
  std::vector<double> amplitudes_;
};

/// Growth is measured with floats, so waves that keep their height seem to grow this much.
constexpr double kTolerance = 2e-3;

/// Returns the growth of the finest waves with the parameters that were set.
double growth_of_finest_waves(WaveGrowth& growth, const Stiffness& stiffness) {
  const double uniform = std::max(1.0, growth.of_wave(1, 1));
  double finest = growth.of_wave(-1, 1);
  if (!stiffness.on_line) {
    finest = std::max({finest, growth.of_wave(-1, -1), growth.of_wave(1, -1)});
  }
  return finest <= uniform * (1.0 + kTolerance) ? std::min(finest, 1.0) : finest;
}

}  // namespace

double growth_of_finest_waves(const Program& program, const Model& model,
                              std::span<const double> parameters, std::span<const float> rest,
                              const Stiffness& stiffness) {
  WaveGrowth growth(program, rest, stiffness);
  growth.set_parameters(model, parameters);
  return growth_of_finest_waves(growth, stiffness);
}

double largest_stable_value(const Program& program, const Model& model, std::size_t parameter,
                            std::span<const double> parameters, std::span<const float> rest,
                            const Stiffness& stiffness) {
  WaveGrowth growth(program, rest, stiffness);
  std::vector<double> trial(parameters.begin(), parameters.end());
  const auto is_stable = [&](double value) {
    trial[parameter] = value;
    growth.set_parameters(model, trial);
    return growth_of_finest_waves(growth, stiffness) <= 1.0;
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
