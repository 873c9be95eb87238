// A tour of six steps for whoever sees Heatwave for the first time: what to do, and whether it was
// done.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "app/scene/scene.h"

namespace heatwave::shell {

/// What a step of the tour waits for.
enum class TourDeed : unsigned char { drag, parameter, pause, measure, step, find };

struct TourStep {
  TourDeed deed;
  std::string_view room;  ///< in which it is done; empty: in any
  std::string_view title;
  std::string_view words;
};

/// The step as it is told in this scene: where no source stands, none can be dragged.
TourStep told_in(const scene::Scene& scene, const TourStep& step);

inline constexpr std::size_t kTourSteps = 6;
const std::array<TourStep, kTourSteps>& tour_steps();

/// Times in seconds, of any clock.
class TourModel {
 public:
  static constexpr double kOfferedFor = 30.0;
  static constexpr double kPraisedFor = 1.5;  ///< how long "Done" is read

  /// To whoever has not seen it; it goes by itself after a while.
  void offer(double now) { offered_at_ = now; }
  [[nodiscard]] bool is_offered(double now) const {
    return offered_at_ && now - *offered_at_ < kOfferedFor && !step_;
  }
  void begin();
  /// Neither goes on nor is offered any more.
  void end();
  /// To the next step; from the last one to the end.
  void skip();
  /// True where the step shown waited for it.
  bool note(TourDeed deed, double now);
  /// Goes on once it has been read that the step is done.
  void pass(double now);

  [[nodiscard]] std::optional<std::size_t> step() const { return step_; }
  [[nodiscard]] bool is_done() const { return done_at_.has_value(); }
  /// It was offered or taken, and has gone: it does not come by itself again.
  [[nodiscard]] bool was_seen(double now) const {
    return seen_ || (offered_at_ && now - *offered_at_ >= kOfferedFor);
  }

 private:
  std::optional<double> offered_at_;
  std::optional<std::size_t> step_;
  std::optional<double> done_at_;
  bool seen_ = false;
};

}  // namespace heatwave::shell
