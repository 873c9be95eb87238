// The field on a line, now and at earlier steps, for the curves and the space–time picture of views
// that show lines.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/scene/views/catalogue.h"

namespace heatwave::session {

/// The values along a line at one step.
struct LineMoment {
  std::int64_t step = 0;
  /// The components and, where an expression is shown, its values last; one value for each cell.
  std::vector<std::vector<float>> quantities;
  std::string expression;  ///< text of the shown expression; empty: a component is shown

  /// Returns the values of the quantity that the scene shows; empty: it was not computed then.
  [[nodiscard]] std::span<const float> shown(const scene::Scene& scene) const;
};

struct SpaceTime {
  scene::PastSteps steps;
  std::shared_ptr<const LineMoment> now;                  ///< never null
  std::vector<std::shared_ptr<const LineMoment>> before;  ///< at multiples of `steps.every`
  std::vector<std::uint8_t> flags;                        ///< field::CellFlag of each cell
};

/// The values that a view shows in place of the field's component.
struct Derived {
  std::vector<float> plane;               ///< row by row; empty: the view shows a component
  std::vector<float> beside;              ///< the second quantity; empty: none is shown
  std::shared_ptr<const SpaceTime> line;  ///< null: the grid is not a line
};

/// Extremes of the shown quantity over everything that is kept; none: no value is finite.
struct LineExtremes {
  float minimum = 0.0F;
  float maximum = 0.0F;
};
std::optional<LineExtremes> extremes_of(const SpaceTime& line, const scene::Scene& scene);

/// Keeps the field at steps that the scene's view asks for.
class SpaceTimeLog {
 public:
  /// The most memory of all rows, in bytes; older ones are dropped.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  explicit SpaceTimeLog(scene::PastSteps steps) : steps_(steps) {}

  /// Changes the steps; rows that lie between the new ones are dropped.
  void set_steps(scene::PastSteps steps);
  void restart() { rows_.clear(); }
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const {
    return steps_.every - step % steps_.every;
  }
  /// Returns whether the field of this step is to be added.
  [[nodiscard]] bool wants(std::int64_t step) const {
    return step % steps_.every == 0 && (rows_.empty() || rows_.back()->step < step);
  }
  /// Adds a row. The field has gone back where rows lie behind it: these are dropped.
  void add(std::shared_ptr<const LineMoment> row);
  /// Returns the rows with the newest values and the cells' flags.
  [[nodiscard]] std::shared_ptr<const SpaceTime> with(std::shared_ptr<const LineMoment> now,
                                                      std::vector<std::uint8_t> flags) const;

 private:
  scene::PastSteps steps_;
  std::deque<std::shared_ptr<const LineMoment>> rows_;
};

}  // namespace heatwave::session
