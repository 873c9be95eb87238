// A field on a line is shown as curves; below them its past is a picture with time upwards.
#include <algorithm>
#include <cmath>

#include "app/scene/views/catalogue.h"

namespace heatwave::scene {
namespace {

/// More rows than a screen has would not be seen.
constexpr std::int64_t kMostRows = 2048;

PastSteps past(std::span<const double> parameters) {
  const std::int64_t every = std::llround(parameters[0]);
  return {.every = every,
          .over = std::clamp<std::int64_t>(std::llround(parameters[1]), every, kMostRows * every)};
}

}  // namespace

View line_view() {
  return {.id = "line",
          .title = "Line",
          .help =
              "Curves over the line; below them its past, with time upwards. Drag a curve, or "
              "paint on it.",
          .parameters = {{.id = "every",
                          .title = "a row every",
                          .unit = "steps",
                          .help = "Steps from one row of the space–time picture to the next.",
                          .minimum = 1,
                          .maximum = 10000,
                          .initial = 4},
                         {.id = "over",
                          .title = "show the last",
                          .unit = "steps",
                          .help = "Steps from the bottom of the space–time picture to its top.",
                          .minimum = 10,
                          .maximum = 1000000,
                          .initial = 1600}},
          .past = past};
}

}  // namespace heatwave::scene
