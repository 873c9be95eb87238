// A scene that runs small on one thread of the CPU, for a card of the gallery.
#pragma once

#include <cstdint>
#include <memory>

#include "app/export/field_picture.h"
#include "app/scene/scene.h"
#include "app/session/session.h"

namespace heatwave::shell {

/// The longest side of a card's picture, in pixels.
inline constexpr int kPictureSide = 360;

/// Returns the picture with no side longer than `longest`; each pixel is the mean of those it
/// covers.
exporting::Image shrunk(exporting::Image picture, int longest);

class SceneRun {
 public:
  /// A large scene runs on a smaller grid. Throws core::Error when the scene cannot be run.
  explicit SceneRun(scene::Scene scene);

  /// Returns the number of steps after which the scene shows what it is about.
  [[nodiscard]] std::int64_t steps_to_picture() const { return steps_to_picture_; }
  /// Returns the steps that its room takes in this time, in seconds.
  [[nodiscard]] std::int64_t steps_in(double seconds) const;
  void advance(std::int64_t steps) { session_.run(steps); }
  /// Returns the field as its room shows it in a dark or a light window, shrunk.
  [[nodiscard]] exporting::Image picture(bool is_dark);

 private:
  session::Session session_;
  std::int64_t steps_to_picture_ = 0;
};

}  // namespace heatwave::shell
