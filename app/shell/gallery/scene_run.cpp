// Chooses grid and number of steps, and shrinks pictures.
#include "app/shell/gallery/scene_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "app/session/field/picture_exports.h"

namespace heatwave::shell {
namespace {

/// The most cells that a card computes.
constexpr std::int64_t kMostCells = 400'000;
/// The most cell updates for a picture: about half a second of one thread.
constexpr std::int64_t kMostUpdates = 2'000'000'000;
constexpr double kFramesPerSecond = 60.0;  ///< frames of the room, to which a scene's pace refers
/// Steps per frame of a scene that takes as many as fit.
constexpr int kUsualPace = 10;

scene::Scene on_small_grid(scene::Scene scene) {
  scene.pace.paused = false;
  scene.measures = {};
  const std::int64_t cells = scene.extent.cells();
  if (cells <= kMostCells) return scene;
  const double part = std::sqrt(static_cast<double>(kMostCells) / static_cast<double>(cells));
  const auto side = [part](int full) { return std::max(1, static_cast<int>(part * full)); };
  return scene::scaled(scene, {side(scene.extent.width), side(scene.extent.height)});
}

/// Returns the seconds of running, at the scene's pace, after which it shows what it is about.
/// A saved field shows it at once; patterns need longest to grow.
double seconds_to_picture(const scene::Scene& scene) {
  constexpr double kOfLine = 5.0;  // a good part of its past is filled
  if (scene.given) return 0.0;
  if (scene::is_line(scene)) return kOfLine;
  if (scene::equation_of(scene).components.size() > 1) return 10.0;
  const bool is_driven = std::any_of(
      scene.items.begin(), scene.items.end(),
      [](const scene::Item& item) { return std::holds_alternative<scene::Source>(item.role); });
  return is_driven ? 5.5 : 2.0;
}

}  // namespace

exporting::Image shrunk(exporting::Image picture, int longest) {
  const core::Extent from = picture.extent;
  const int side = std::max(from.width, from.height);
  if (side <= longest) return picture;
  const auto part = [&](int full) { return std::max(1, full * longest / side); };
  exporting::Image to{{part(from.width), part(from.height)}, {}};
  to.rgb.reserve(3 * static_cast<std::size_t>(to.extent.cells()));
  for (int y = 0; y < to.extent.height; ++y) {
    const int y0 = y * from.height / to.extent.height;
    const int y1 = std::max(y0 + 1, (y + 1) * from.height / to.extent.height);
    for (int x = 0; x < to.extent.width; ++x) {
      const int x0 = x * from.width / to.extent.width;
      const int x1 = std::max(x0 + 1, (x + 1) * from.width / to.extent.width);
      std::array<std::int64_t, 3> sum{};
      for (int row = y0; row < y1; ++row) {
        const std::uint8_t* pixel = picture.rgb.data() + 3 * core::whole(from).index(x0, row);
        for (int i = 0; i < 3 * (x1 - x0); ++i) sum[static_cast<std::size_t>(i % 3)] += pixel[i];
      }
      const std::int64_t count = std::int64_t{x1 - x0} * (y1 - y0);
      for (const std::int64_t each : sum) to.rgb.push_back(static_cast<std::uint8_t>(each / count));
    }
  }
  return to;
}

SceneRun::SceneRun(scene::Scene scene)
    : session_(on_small_grid(std::move(scene)), session::options_for_pictures()) {
  const scene::Scene& small = session_.snapshot().scene;
  const std::int64_t step =
      small.words.picture_step > 0 ? small.words.picture_step : steps_in(seconds_to_picture(small));
  steps_to_picture_ =
      std::min(step, kMostUpdates / std::max<std::int64_t>(1, small.extent.cells()));
}

std::int64_t SceneRun::steps_in(double seconds) const {
  const int pace = session_.snapshot().scene.pace.steps;
  return std::llround(seconds * kFramesPerSecond * (pace > 0 ? pace : kUsualPace));
}

exporting::Image SceneRun::picture(bool is_dark) {
  // A plot of this size has no text, which could not be read on a card.
  constexpr core::Extent kPlotSize{384, 256};
  exporting::PictureParts parts{.outlines = true};
  if (scene::is_line(session_.snapshot().scene)) parts = {.size = {.exact = kPlotSize}};
  exporting::FieldPicture picture =
      session::picture_of(session_.snapshot().scene, session_.state(), session_.cell_flags(), parts,
                          session_.derived());
  picture.is_dark = is_dark;
  return shrunk(exporting::coloured(picture), kPictureSide);
}

}  // namespace heatwave::shell
