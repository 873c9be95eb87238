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
                                    double factor) const;

  friend bool operator==(const Formula& a, const Formula& b) { return a.text() == b.text(); }

 private:
  Model model_;
  Program program_;
  EquationInfo info_;

  /// The limits of one set of parameters: panels ask for them in every frame.
  struct Limits {
    std::vector<double> parameters;
    double factor = 0.0;
    std::vector<double> largest;
  };
  mutable std::mutex mutex_;
  mutable Limits limits_;
};

/// Returns all mistakes of a text; empty: it is a formula.
std::vector<Problem> problems_of(std::string_view text);

/// Throws core::Error with all mistakes when the text is not a formula.
std::shared_ptr<const Formula> make_formula(std::string_view text);

/// Returns an area of the planes of the initial conditions, as in FieldState.
std::vector<std::vector<float>> initial_planes(const Formula& formula,
                                               std::span<const double> parameters,
                                               core::Extent extent, core::Rect area);

/// Returns 1 for each cell of an area that lies in the region in which the formula holds, 0 for
/// others; empty: the region is the whole field.
std::vector<std::uint8_t> region_cells(const Formula& formula, std::span<const double> parameters,
                                       core::Extent extent, core::Rect area);

}  // namespace heatwave::field::formula
