// The plane that is shown in place of a component: an average over time, or an expression; and the
// planes of the vectors that arrows show. Their memory is allocated only while they are shown.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/scene/measures.h"
#include "app/scene/views/catalogue.h"
#include "app/session/field/live_field.h"
#include "kernels/core/thread_team.h"
#include "kernels/field/mean_square.h"

namespace heatwave::session {

/// The values of an expression in all cells.
class ExpressionPlane {
 public:
  /// Returns the values; they are computed anew only where the field has changed, or its scene,
  /// which has the expression.
  std::span<const float> values(LiveField& field, const field::formula::FieldExpression& of);

 private:
  std::unique_ptr<core::ThreadTeam> team_;
  std::vector<float> values_;
  std::uint64_t field_version_ = 0;  ///< versions for which the values were computed
  std::uint64_t scene_version_ = 0;
};

class DerivedPlane : core::NonCopyable {
 public:
  explicit DerivedPlane(LiveField& field) : field_(field) {}

  /// Returns the host memory for the plane that this scene shows, in bytes; 0: a component.
  static std::uint64_t bytes(const scene::Scene& scene);

  /// Adopts the view and the grid of the field's scene. A different average begins after the
  /// field's current step.
  void configure();
  /// Drops the samples of an average. Call it when the field was replaced.
  void restart();
  [[nodiscard]] bool is_shown() const { return !scene::shows_component(field_.scene()); }

  /// Returns the number of steps after which sample() must be called.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const {
    return mean_ ? mean_->steps_to_next(step) : std::numeric_limits<std::int64_t>::max();
  }
  /// Adds the field to the average if a sample is due.
  void sample();

  /// Returns the plane; empty: a component is shown.
  [[nodiscard]] std::vector<float> copy();
  /// Precondition of present() and values_at(): is_shown().
  void present(field::DisplayTarget& target);
  [[nodiscard]] std::vector<float> values_at(std::span<const scene::Between> places);
  /// Presents one component of the vectors. Precondition: the scene has a flow.
  void present_flow(field::DisplayTarget& target, std::size_t component);
  /// Returns a survey of the plane; none: a component is shown.
  [[nodiscard]] std::optional<field::ComponentSurvey> survey(core::Cell probe);

 private:
  [[nodiscard]] std::span<const float> cells();
  [[nodiscard]] field::ComponentSurvey surveyed();

  LiveField& field_;
  std::optional<field::MeanSquare> mean_;
  std::size_t component_ = 0;  ///< component whose squares are averaged
  std::int64_t step_ = 0;      ///< the field's step at the last call of sample()
  ExpressionPlane expression_;
  std::array<ExpressionPlane, 2> flow_;
  /// Survey of the newest plane; none: not computed yet.
  std::optional<field::ComponentSurvey> survey_;
  std::uint64_t field_version_ = 0;  ///< versions of the plane that was surveyed
  std::uint64_t scene_version_ = 0;
};

}  // namespace heatwave::session
