// The average over time that a scene's view shows in place of its field. There is one, and memory
// for it, only while such a view is shown.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "app/scene/line_places.h"
#include "app/session/field/live_field.h"
#include "kernels/field/mean_square.h"

namespace heatwave::session {

class AveragedPlane {
 public:
  /// What it takes of this machine's memory in this scene; 0: its view shows the field.
  static std::uint64_t bytes(const scene::Scene& scene);

  /// After the scene's view or grid may have changed: begins after the field's step where another
  /// average is asked for.
  void follow(const LiveField& field);
  /// Samples so far are of another field.
  void restart(const LiveField& field);
  [[nodiscard]] bool is_shown() const { return mean_.has_value(); }

  /// After at most so many steps sample() wants to see the field.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const {
    return mean_ ? mean_->steps_to_next(step) : std::numeric_limits<std::int64_t>::max();
  }
  void sample(LiveField& field);

  /// Empty where none is shown.
  [[nodiscard]] std::vector<float> copy();
  /// Precondition of these: it is shown.
  void present(field::DisplayTarget& target);
  [[nodiscard]] std::vector<float> values_at(std::span<const scene::Between> places);
  /// None where none is shown.
  [[nodiscard]] std::optional<field::ComponentSurvey> survey(core::Cell probe);

 private:
  std::optional<field::MeanSquare> mean_;
  std::size_t component_ = 0;                     ///< whose squares it is of
  std::int64_t step_ = 0;                         ///< the field's when it was last looked at
  std::optional<field::ComponentSurvey> survey_;  ///< of the newest samples; none: to be taken
};

}  // namespace heatwave::session
