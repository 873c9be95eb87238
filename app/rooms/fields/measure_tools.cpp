// Probes go from cell to cell; the ends of lines too.
#include "app/rooms/fields/measure_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace heatwave::fields_room {
namespace {

using core::Point;
using scene::LineKind;
using scene::Segment;
using PickPart = MeasurePick::Part;

constexpr double kReach = 12.0;     ///< window units
constexpr double kShortest = 1.0;   ///< of a line, in cells; less is a click
constexpr double kLineReach = 0.5;  ///< of the reach of an end

double between(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

double from_line(const Segment& line, Point at) {
  const double dx = line.to.x - line.from.x;
  const double dy = line.to.y - line.from.y;
  const double square = dx * dx + dy * dy;
  const double along =
      square > 0 ? ((at.x - line.from.x) * dx + (at.y - line.from.y) * dy) / square : 0.0;
  const double part = std::clamp(along, 0.0, 1.0);
  return between(at, {line.from.x + part * dx, line.from.y + part * dy});
}

/// Straight across or down, whichever is nearer.
Point straightened(Point from, Point to) {
  if (std::abs(to.x - from.x) > std::abs(to.y - from.y)) return {to.x, from.y};
  return {from.x, to.y};
}

/// As far as all of it stays on the grid; whole cells.
Segment moved_on_grid(const Segment& line, Point by, core::Extent grid) {
  const auto kept = [](double move, double a, double b, int size) {
    return std::clamp(std::round(move), std::ceil(-std::min(a, b)),
                      std::floor(size - std::max(a, b)));
  };
  const double x = kept(by.x, line.from.x, line.to.x, grid.width);
  const double y = kept(by.y, line.from.y, line.to.y, grid.height);
  return {{line.from.x + x, line.from.y + y}, {line.to.x + x, line.to.y + y}};
}

/// Whoever measures along a line that is there already wants another measure, not that one moved.
bool takes(Tool tool, LineKind kind) {
  if (tool == Tool::select) return true;
  return tool == (kind == LineKind::profile ? Tool::profile : Tool::tape);
}

}  // namespace

bool measures(Tool tool) {
  return tool == Tool::probe || tool == Tool::profile || tool == Tool::tape;
}

namespace {

/// The middle of the cell that lies nearest on the grid.
Point middle_of_cell(Point at, core::Extent grid) {
  const core::Cell cell = scene::cell_of(at, grid);
  return {cell.x + 0.5, cell.y + 0.5};
}

/// What lies here; `reach` in cells. Probes before the ends of lines before lines.
std::optional<MeasurePick> measure_at(const scene::Scene& scene, Tool tool, Point at,
                                      double reach) {
  const scene::Measures& all = scene.measures;
  std::optional<MeasurePick> best;
  double nearest = reach;
  const auto offer = [&](double away, const MeasurePick& pick) {
    if (away > nearest) return;
    nearest = away;
    best = pick;
  };
  for (const scene::Probe& probe : all.probes) {
    offer(between(probe.at, at), {.part = PickPart::probe, .probe = probe.number});
  }
  if (best) return best;
  for (const LineKind kind : {LineKind::profile, LineKind::tape}) {
    const auto& line = scene::line_of(all, kind);
    if (!line || !takes(tool, kind)) continue;
    offer(between(line->from, at), {.part = PickPart::from, .line = kind});
    offer(between(line->to, at), {.part = PickPart::to, .line = kind});
  }
  if (best) return best;
  nearest = reach * kLineReach;
  for (const LineKind kind : {LineKind::profile, LineKind::tape}) {
    const auto& line = scene::line_of(all, kind);
    if (line && takes(tool, kind))
      offer(from_line(*line, at), {.part = PickPart::whole, .line = kind});
  }
  return best;
}

}  // namespace

bool is_there(const scene::Scene& scene, const MeasurePick& pick) {
  if (!pick.is_line()) return scene::find_probe(scene.measures, pick.probe) != nullptr;
  return scene::line_of(scene.measures, pick.line).has_value();
}

bool MeasureTools::update(const PointerInput& pointer, Tool tool, const session::Snapshot& snapshot,
                          rooms::CommandSender& commands) {
  const scene::Scene& scene = snapshot.scene;
  if (dragged_ && !std::exchange(fresh_, false) && !is_there(scene, *dragged_)) dragged_.reset();
  if (selected_ && !dragged_ && !is_there(scene, *selected_)) selected_.reset();
  const bool looks = pointer.over_field && (tool == Tool::select || measures(tool));
  hovered_ = looks && !dragged_
                 ? measure_at(scene, tool, pointer.at, kReach * pointer.cells_per_unit)
                 : std::nullopt;
  const bool pressed = !std::exchange(was_left_, pointer.left) && pointer.left;
  if (pressed && looks && !dragged_) begin(pointer, tool, scene, commands);
  if (dragged_) {
    go_on(pointer, scene, commands);
    if (!pointer.left) dragged_.reset();
    return true;
  }
  return hovered_.has_value() && !pointer.left;
}

void MeasureTools::begin(const PointerInput& pointer, Tool tool, const scene::Scene& scene,
                         rooms::CommandSender& commands) {
  gesture_ = commands.gestures().next();
  start_ = pointer.at;
  selected_ = hovered_;
  if (hovered_) {
    dragged_ = hovered_;
    original_ = scene::line_of(scene.measures, hovered_->line);
    const scene::Probe* probe = scene::find_probe(scene.measures, hovered_->probe);
    if (probe != nullptr) sent_ = probe->at;
    return;
  }
  if (tool == Tool::probe) {
    const int number = scene::free_probe(scene.measures);
    if (number == 0) {
      commands.tell(fmt::format("All {} probes are in use: drag one, or delete one first.",
                                scene::kMostProbes));
      return;
    }
    sent_ = middle_of_cell(pointer.at, scene.extent);
    commands.send(session::AddProbe{sent_}, gesture_);
    dragged_ = selected_ = MeasurePick{.part = PickPart::probe, .probe = number};
    fresh_ = true;
  } else if (tool == Tool::profile || tool == Tool::tape) {
    const LineKind kind = tool == Tool::profile ? LineKind::profile : LineKind::tape;
    dragged_ = selected_ = MeasurePick{.part = PickPart::to, .line = kind};
    original_.reset();
    fresh_ = true;
  }
}

void MeasureTools::go_on(const PointerInput& pointer, const scene::Scene& scene,
                         rooms::CommandSender& commands) {
  if (dragged_->is_line()) return drag_line(pointer, scene, commands);
  // A press without a move leaves it where it is.
  if (between(start_, pointer.at) == 0.0) return;
  const Point to = middle_of_cell(pointer.at, scene.extent);
  if (to == sent_) return;
  sent_ = to;
  commands.send(session::MoveProbe{dragged_->probe, to}, gesture_);
}

void MeasureTools::drag_line(const PointerInput& pointer, const scene::Scene& scene,
                             rooms::CommandSender& commands) {
  if (!original_ && between(start_, pointer.at) < kShortest) {
    fresh_ = true;  // not laid yet
    return;
  }
  if (between(start_, pointer.at) == 0.0) return;
  const Point here = middle_of_cell(pointer.at, scene.extent);
  Segment line = original_.value_or(Segment{middle_of_cell(start_, scene.extent), here});
  const auto end = [&](Point fixed) { return pointer.square ? straightened(fixed, here) : here; };
  switch (dragged_->part) {
    case PickPart::from:
      line.from = end(line.to);
      break;
    case PickPart::to:
      line.to = end(line.from);
      break;
    case PickPart::whole:
      line = moved_on_grid(line, {pointer.at.x - start_.x, pointer.at.y - start_.y}, scene.extent);
      break;
    case PickPart::probe:
      return;
  }
  if (scene::line_of(scene.measures, dragged_->line) == line) return;
  commands.send(session::SetLine{dragged_->line, line.from, line.to}, gesture_);
  if (!scene::line_of(scene.measures, dragged_->line)) fresh_ = true;
}

void MeasureTools::remove_selected(rooms::CommandSender& commands) {
  if (!selected_) return;
  if (selected_->is_line()) {
    commands.send(session::RemoveLine{selected_->line});
  } else {
    commands.send(session::RemoveProbe{selected_->probe});
  }
  cancel();
  deselect();
}

void MeasureTools::nudge_selected(const scene::Scene& scene, Point by,
                                  rooms::CommandSender& commands) {
  if (!selected_ || !is_there(scene, *selected_)) return;
  if (!selected_->is_line()) {
    const Point at = scene::find_probe(scene.measures, selected_->probe)->at;
    const Point to = middle_of_cell({at.x + by.x, at.y + by.y}, scene.extent);
    if (to != at) commands.send(session::MoveProbe{selected_->probe, to});
    return;
  }
  const Segment& line = *scene::line_of(scene.measures, selected_->line);
  const Segment moved = moved_on_grid(line, by, scene.extent);
  if (moved != line) commands.send(session::SetLine{selected_->line, moved.from, moved.to});
}

}  // namespace heatwave::fields_room
