// The average over time that some views show in place of the field. Its memory is allocated only
// while such a view is shown.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "app/scene/measures.h"
#include "app/session/field/live_field.h"
#include "kernels/field/mean_square.h"

namespace heatwave::session {

class AveragedPlane {
 public:
  /// Returns the host memory for the average in this scene, in bytes; 0: its view shows the field.
  static std::uint64_t bytes(const scene::Scene& scene);

  /// Adopts the view and the grid of the field's scene. A different average begins after the
  /// field's current step.
  void configure(const LiveField& field);
  /// Drops the samples. Call it when the field was replaced.
  void restart(const LiveField& field);
  [[nodiscard]] bool is_shown() const { return mean_.has_value(); }

  /// Returns the number of steps after which sample() must be called.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const {
    return mean_ ? mean_->steps_to_next(step) : std::numeric_limits<std::int64_t>::max();
  }
  void sample(LiveField& field);

  /// Returns the average; empty: none is shown.
  [[nodiscard]] std::vector<float> copy();
  /// Precondition of present() and values_at(): is_shown().
  void present(field::DisplayTarget& target);
  [[nodiscard]] std::vector<float> values_at(std::span<const scene::Between> places);
  /// Returns a survey of the average; none: none is shown.
  [[nodiscard]] std::optional<field::ComponentSurvey> survey(core::Cell probe);

 private:
  std::optional<field::MeanSquare> mean_;
  std::size_t component_ = 0;  ///< component whose squares are averaged
  std::int64_t step_ = 0;      ///< the field's step at the last call of sample()
  /// Survey of the newest samples; none: not computed yet.
  std::optional<field::ComponentSurvey> survey_;
};

}  // namespace heatwave::session
