// A Formula is an equation made from a text. It never changes, so that scenes and solvers share it.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/field/equation.h"
#include "kernels/field/formula/program.h"

namespace heatwave::field::formula {

class Formula : core::NonCopyable {
 public:
  /// Throws core::Error with all mistakes when the text is not a formula.
  explicit Formula(std::string_view text);

  [[nodiscard]] const std::string& text() const { return model_.document.text; }
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] const EquationInfo& info() const { return info_; }

  /// Returns EquationInfo::stable_limit().
  [[nodiscard]] double stable_limit(std::size_t parameter, std::span<const double> parameters,
                                    const Stiffness& stiffness) const;

  friend bool operator==(const Formula& a, const Formula& b) { return a.text() == b.text(); }

 private:
  Model model_;
  Program program_;
  EquationInfo info_;

  /// The limits of one set of parameters: panels ask for them in every frame.
  struct Limits {
    std::vector<double> parameters;
    Stiffness stiffness{.largest_factor = 0.0};  ///< 0: nothing is known yet
    std::vector<double> largest;
  };
  mutable std::mutex mutex_;
  mutable Limits limits_;
};

/// Returns all mistakes of a text; empty: it is a formula.
std::vector<Problem> problems_of(std::string_view text);

/// Throws core::Error with all mistakes when the text is not a formula.
std::shared_ptr<const Formula> make_formula(std::string_view text);

/// The values on which initial conditions and regions depend, besides places and the step.
struct Setting {
  std::span<const double> parameters;
  core::Extent extent;
  /// The picture's brightness in each cell of the grid, from 0 to 1; empty: it is 0 everywhere
  std::span<const float> picture = {};
};

/// Returns an area of the planes of the initial conditions, as in FieldState.
std::vector<std::vector<float>> initial_planes(const Formula& formula, const Setting& setting,
                                               core::Rect area);

/// Returns 1 for each cell of an area that lies in the region in which the formula holds at the
/// time of this step, 0 for others; empty: the region is the whole field.
std::vector<std::uint8_t> region_cells(const Formula& formula, const Setting& setting,
                                       core::Rect area, std::int64_t step);

/// Returns whether initial conditions or the region depend on a picture.
bool reads_picture(const Formula& formula);

/// Returns whether the region in which the formula holds depends on time.
bool has_moving_region(const Formula& formula);

}  // namespace heatwave::field::formula
