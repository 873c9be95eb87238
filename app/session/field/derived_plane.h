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
#include "app/session/field/space_time.h"
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

  /// Sets whether earlier steps of a line are kept.
  void set_keeps_past(bool on) { keeps_past_ = on; }
  /// Adopts the view and the grid of the field's scene. A different average begins after the
  /// field's current step.
  void configure();
  /// Drops the samples of an average. Call it when the field was replaced.
  void restart();
  [[nodiscard]] bool is_shown() const { return !scene::shows_component(field_.scene()); }

  /// Returns the number of steps after which sample() must be called.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const {
    if (mean_) return mean_->steps_to_next(step);
    if (past_ && keeps_past_) return past_->steps_to_next(step);
    return std::numeric_limits<std::int64_t>::max();
  }
  /// Adds the field to the average, or to the rows of a line, if a sample is due.
  void sample();

  [[nodiscard]] Derived copy();
  /// Returns the field on a line with its past; null: the grid is not a line.
  [[nodiscard]] std::shared_ptr<const SpaceTime> line();
  /// Precondition of present() and values_at(): is_shown().
  void present(field::DisplayTarget& target);
  [[nodiscard]] std::vector<float> values_at(std::span<const scene::Between> places);
  /// Presents the second quantity. Precondition: the scene shows one.
  void present_beside(field::DisplayTarget& target);
  /// Presents one component of the vectors. Precondition: the scene has a flow.
  void present_flow(field::DisplayTarget& target, std::size_t component);
  /// Returns a survey of the plane; none: a component is shown.
  [[nodiscard]] std::optional<field::ComponentSurvey> survey(core::Cell probe);

 private:
  [[nodiscard]] std::span<const float> cells();
  [[nodiscard]] field::ComponentSurvey surveyed();
  /// Adds the field to the rows of a line if one is due.
  void keep_row();
  /// Returns the values along the line. Precondition: the field is a line.
  [[nodiscard]] std::shared_ptr<const LineMoment> moment();

  LiveField& field_;
  std::optional<field::MeanSquare> mean_;
  std::size_t component_ = 0;  ///< component whose squares are averaged
  std::int64_t step_ = 0;      ///< the field's step at the last call of sample()
  ExpressionPlane expression_;
  std::array<ExpressionPlane, 2> flow_;
  ExpressionPlane beside_;
  std::optional<SpaceTimeLog> past_;  ///< none: the grid is not a line
  bool keeps_past_ = true;
  std::shared_ptr<const LineMoment> moment_;  ///< newest values along the line; null: none yet
  std::uint64_t moment_field_ = 0;            ///< versions of `moment_`
  std::uint64_t moment_scene_ = 0;
  /// Survey of the newest plane; none: not computed yet.
  std::optional<field::ComponentSurvey> survey_;
  std::uint64_t field_version_ = 0;  ///< versions of the plane that was surveyed
  std::uint64_t scene_version_ = 0;
};

}  // namespace heatwave::session
