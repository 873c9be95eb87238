// Waves on both sides share the step's turn and the wave number along the face; the field and its
// slope go through the face without a jump.
#include "app/session/field/refracted_wave.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace heatwave::session {
namespace {

using Complex = std::complex<double>;
using field::EdgeKind;

constexpr double kWhole = 360.0;  ///< degrees
constexpr Complex kI{0.0, 1.0};

/// Sources down the left edge, from the top.
struct SourceRow {
  std::vector<const scene::Rectangle*> boxes;
  std::vector<field::Oscillation> beats;
};

/// All but one of the items; that one is the medium's box.
std::optional<std::pair<SourceRow, const scene::Item*>> parts_of(const scene::Scene& scene) {
  std::vector<std::pair<const scene::Rectangle*, field::Oscillation>> sources;
  const scene::Item* medium = nullptr;
  for (const scene::Item& item : scene.items) {
    const auto* box = std::get_if<scene::Rectangle>(&item.shape);
    if (box == nullptr || !item.holes.empty()) return {};
    if (std::holds_alternative<scene::Medium>(item.role)) {
      if (std::exchange(medium, &item) != nullptr) return {};
      continue;
    }
    const auto* source = std::get_if<scene::Source>(&item.role);
    if (source == nullptr || !source->oscillation) return {};
    sources.emplace_back(box, *source->oscillation);
  }
  if (medium == nullptr) return {};
  std::sort(sources.begin(), sources.end(),
            [](const auto& a, const auto& b) { return a.first->from.y < b.first->from.y; });
  SourceRow row;
  for (const auto& [box, beat] : sources) {
    row.boxes.push_back(box);
    row.beats.push_back(beat);
  }
  return std::pair{std::move(row), medium};
}

/// By how many degrees one is ahead of the other, from −180 to 180.
double ahead(double phase, double other) { return std::remainder(phase - other, kWhole); }

/// Without a gap from top to bottom, alike but for even steps of phase, that join.
bool is_even(const SourceRow& row, core::Extent grid) {
  constexpr std::size_t kLeast = 4;
  constexpr double kNear = 1e-6;
  if (row.boxes.size() < kLeast) return false;
  const scene::Rectangle& first = *row.boxes.front();
  const field::Oscillation& beat = row.beats.front();
  const double height = first.to.y - first.from.y;
  const double step = ahead(row.beats[1].phase, beat.phase);
  double y = 0.0;
  for (std::size_t i = 0; i < row.boxes.size(); ++i) {
    const scene::Rectangle& box = *row.boxes[i];
    const field::Oscillation& own = row.beats[i];
    const double phase = beat.phase + step * static_cast<double>(i);
    if (box.from.x > 0 || box.to.x != first.to.x || std::abs(box.from.y - y) > kNear) return false;
    if (std::abs(box.to.y - box.from.y - height) > kNear || own.offset != 0.0) return false;
    if (own.amplitude != beat.amplitude || own.period != beat.period) return false;
    if (own.ramp != beat.ramp) return false;
    if (std::abs(ahead(own.phase, phase)) > kNear) return false;
    y = box.to.y;
  }
  const double all = step * static_cast<double>(row.boxes.size());
  return std::abs(y - grid.height) < kNear && std::abs(std::remainder(all, kWhole)) < kNear;
}

bool fills_the_right(const scene::Rectangle& box, double from, core::Extent grid) {
  return box.from.x > from && box.from.x < grid.width && box.to.x >= grid.width &&
         box.from.y <= 0 && box.to.y >= grid.height;
}

}  // namespace

double RefractedWave::at(core::Point place, double step) const {
  if (step < filled || place.x < smooth) return std::numeric_limits<double>::quiet_NaN();
  const double thrown_back = (before - behind) / (before + behind);
  const auto wave = [](double turns) { return std::exp(kI * turns); };
  const double on_face = -before * (face - sources);
  const Complex across = place.x < face
                             ? wave(-before * (place.x - sources)) +
                                   thrown_back * wave(on_face - before * (face - place.x))
                             : (1.0 + thrown_back) * wave(on_face - behind * (place.x - face));
  return (coming * across * wave(phase + turn * step + down * (place.y - origin))).imag();
}

std::optional<RefractedWave> refracted_wave_of(const scene::Scene& scene) {
  constexpr double kLeastTurn = 1e-9;
  const bool joined =
      scene.edges.top == EdgeKind::periodic && scene.edges.right == EdgeKind::absorbing;
  const bool from_rest = scene.initial.empty() && !scene.given;
  if (scene.equation != "wave" || !joined || !from_rest || scene.parameters.at(1) != 0.0) return {};
  const auto parts = parts_of(scene);
  if (!parts || !is_even(parts->first, scene.extent)) return {};
  const auto& [row, medium] = *parts;
  const scene::Rectangle& first = *row.boxes.front();
  const auto& box = std::get<scene::Rectangle>(medium->shape);
  const double height = first.to.y - first.from.y;
  if (!fills_the_right(box, first.to.x + height, scene.extent)) return {};
  const field::Oscillation& beat = row.beats.front();
  const double radian = std::numbers::pi / 180;
  const double step = ahead(row.beats[1].phase, beat.phase) * radian;
  const double speed = std::sqrt(scene.parameters.front());
  const double speed_behind = speed * std::sqrt(std::get<scene::Medium>(medium->role).factor);
  RefractedWave wave{.sources = std::round(first.to.x) - 0.5,
                     .face = std::round(box.from.x),
                     .middle = scene.extent.height / 2.0,
                     .origin = height / 2,
                     .turn = 2 * std::numbers::pi / beat.period,
                     .phase = beat.phase * radian,
                     .down = step / height,
                     .smooth = first.to.x + height / 2};
  const double ahead_of_it = wave.turn / speed;
  const double ahead_behind = wave.turn / speed_behind;
  const double least = std::abs(wave.down);
  if (std::abs(step) < kLeastTurn || least >= ahead_of_it || least >= ahead_behind) return {};
  wave.before = std::sqrt(ahead_of_it * ahead_of_it - least * least);
  wave.behind = std::sqrt(ahead_behind * ahead_behind - least * least);
  const double way = wave.face - wave.sources;
  // There, and once more for what runs to and fro between the sources and the face, all with its
  // whole amplitude.
  wave.filled = beat.ramp +
                2 * (way * ahead_of_it / wave.before / speed +
                     (scene.extent.width - wave.face) * ahead_behind / wave.behind / speed_behind);
  const double thrown_back = (wave.before - wave.behind) / (wave.before + wave.behind);
  // What single sources hold is even over their heights: so much less of a wave.
  const double even = std::sin(step / 2) / (step / 2);
  wave.coming =
      beat.amplitude * even / (1.0 + thrown_back * std::exp(-2.0 * kI * wave.before * way));
  return wave;
}

}  // namespace heatwave::session
