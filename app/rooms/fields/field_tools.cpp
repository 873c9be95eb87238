// Handles the mouse on the field as a small state machine of drags.
#include "app/rooms/fields/field_tools.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace heatwave::fields_room {
namespace {

constexpr double kHandleReach = 10.0;  ///< window units
constexpr double kItemReach = 5.0;
constexpr double kSmallestDraft = 0.75;  ///< in cells; a smaller drag is a click

/// Rounds to 1/16 of a cell, which no hand can tell apart. It shortens recorded brush strokes to a
/// third.
core::Point to_sixteenths(core::Point at) {
  constexpr double kParts = 16.0;
  return {std::round(at.x * kParts) / kParts, std::round(at.y * kParts) / kParts};
}

double distance(core::Point a, core::Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

const scene::Item* topmost(const scene::Scene& scene, core::Point at) {
  constexpr std::array<std::size_t, 3> kOrder{0, 1, 2};  // sources, walls, media
  for (const std::size_t role : kOrder) {
    for (auto item = scene.items.rbegin(); item != scene.items.rend(); ++item) {
      if (item->role.index() == role && scene::contains(*item, at)) return &*item;
    }
  }
  return nullptr;
}

core::Point middle_of(const scene::Item& item) {
  const core::Rect bounds = scene::bounds(item.shape);
  return {0.5 * (bounds.x0 + bounds.x1), 0.5 * (bounds.y0 + bounds.y1)};
}

/// Returns the handle at a position. Inside the item a handle reaches at most halfway to the
/// centre, so that a small item can still be moved.
std::optional<std::size_t> handle_at(const scene::Item& item, core::Point at, double reach) {
  const auto points = scene::handles(item.shape);
  const bool inside = scene::contains(item, at);
  const core::Point middle = middle_of(item);
  std::optional<std::size_t> best;
  double nearest = reach;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double away = distance(points[i], at);
    if (inside && away > 0.5 * distance(points[i], middle)) continue;
    if (away > nearest) continue;
    nearest = away;
    best = i;
  }
  return best;
}

}  // namespace

const scene::Item* item_at(const scene::Scene& scene, core::Point at, double reach) {
  if (const auto* item = topmost(scene, at)) return item;
  for (const core::Point by : {core::Point{reach, 0}, core::Point{-reach, 0}, core::Point{0, reach},
                               core::Point{0, -reach}}) {
    if (const auto* item = topmost(scene, {at.x + by.x, at.y + by.y})) return item;
  }
  return nullptr;
}

const scene::Item* find_item(const scene::Scene& scene, int id) {
  const auto found = std::find_if(scene.items.begin(), scene.items.end(),
                                  [id](const scene::Item& item) { return item.id == id; });
  return found == scene.items.end() ? nullptr : &*found;
}

bool makes_items(Tool tool) {
  return tool == Tool::disc || tool == Tool::rectangle || tool == Tool::line || tool == Tool::hold;
}

scene::Role FieldTools::role() const {
  switch (settings_.make) {
    case Make::source:
      return scene::Source{.value = settings_.value, .oscillation = std::nullopt};
    case Make::oscillating:
      return scene::Source{.value = settings_.oscillation.offset,
                           .oscillation = settings_.oscillation};
    case Make::wall:
      return scene::Wall{};
    case Make::medium:
      break;
  }
  return scene::Medium{.factor = settings_.factor};
}

scene::Item FieldTools::remade(const scene::Item& item) const {
  scene::Item result = item;
  const scene::Role wanted = role();
  auto* source = std::get_if<scene::Source>(&result.role);
  const auto* wanted_source = std::get_if<scene::Source>(&wanted);
  if (source == nullptr || wanted_source == nullptr) {
    if (result.role.index() != wanted.index()) result.role = wanted;
  } else if (source->oscillation.has_value() != wanted_source->oscillation.has_value()) {
    source->oscillation = wanted_source->oscillation;
  }
  return result;
}

void FieldTools::choose(Tool tool) {
  finish_draft();
  cancel();
  settings_.tool = tool;
}

void FieldTools::cancel() {
  draft_.reset();
  drag_ = Drag::none;
}

void FieldTools::finish_draft() {
  if (drag_ != Drag::draw || !draft_) return;
  finished_ = scene::Item{.id = 0, .role = role(), .shape = *draft_, .holes = {}};
}

void FieldTools::update(const PointerInput& pointer, const session::Snapshot& snapshot,
                        const rooms::CommandSink& send) {
  if (awaited_after_ >= 0 && snapshot.newest_item > awaited_after_) {
    selected_ = snapshot.newest_item;
    awaited_after_ = -1;
  }
  if (selected_ != 0 && find_item(snapshot.scene, selected_) == nullptr) selected_ = 0;
  if (drag_ != Drag::none && !still_there(snapshot)) cancel();

  const bool left_pressed = !std::exchange(was_left_, pointer.left) && pointer.left;
  const bool right_pressed = !std::exchange(was_right_, pointer.right) && pointer.right;
  if (drag_ == Drag::none && pointer.over_field) {
    if (left_pressed) begin_left(pointer, snapshot, send);
    if (right_pressed && drag_ == Drag::none) begin_brush(Drag::erase, pointer);
    began_in_.scene = snapshot.scene.name;
    began_in_.extent = snapshot.scene.extent;
  }
  const bool erasing_right = drag_ == Drag::erase && pointer.right;
  if (drag_ != Drag::none) {
    go_on(pointer, snapshot, send);
    if (!pointer.left && !erasing_right) {
      finish_draft();
      cancel();
    }
  }
  add_finished(snapshot, send);
  const bool looks = settings_.tool == Tool::select && drag_ == Drag::none && pointer.over_field;
  const auto* under =
      looks ? item_at(snapshot.scene, pointer.at, kItemReach * pointer.cells_per_unit) : nullptr;
  hovered_ = under != nullptr ? under->id : 0;
}

void FieldTools::begin_left(const PointerInput& pointer, const session::Snapshot& snapshot,
                            const rooms::CommandSink& send) {
  switch (settings_.tool) {
    case Tool::select:
      begin_select(pointer, snapshot);
      break;
    case Tool::paint:
      begin_brush(Drag::paint, pointer);
      break;
    case Tool::erase:
      begin_brush(Drag::erase, pointer);
      break;
    case Tool::hold:
      begin_brush(Drag::hold, pointer);
      held_.stroke = {.points = {to_sixteenths(pointer.at)}, .radius = settings_.brush};
      held_.after = snapshot.newest_item;
      held_.id = 0;
      send(session::AddItem{{.id = 0, .role = role(), .shape = held_.stroke, .holes = {}}},
           drag_gesture_);
      break;
    case Tool::disc:
    case Tool::rectangle:
    case Tool::line:
      start_ = pointer.at;
      drag_ = Drag::draw;
      break;
    case Tool::probe:
    case Tool::profile:
    case Tool::tape:
      break;  // MeasureTools handles these
  }
}

void FieldTools::begin_select(const PointerInput& pointer, const session::Snapshot& snapshot) {
  start_ = pointer.at;
  const double handle_reach = kHandleReach * pointer.cells_per_unit;
  if (const auto* item = find_item(snapshot.scene, selected_)) {
    if (const auto handle = handle_at(*item, pointer.at, handle_reach)) {
      handle_ = *handle;
      original_ = sent_ = *item;
      drag_ = Drag::handle;
      drag_gesture_ = gestures_.next();
      return;
    }
  }
  const auto* item = item_at(snapshot.scene, pointer.at, kItemReach * pointer.cells_per_unit);
  selected_ = item != nullptr ? item->id : 0;
  if (item == nullptr) {
    if (pointer.on_curve) begin_brush(Drag::paint, pointer);
    return;
  }
  original_ = sent_ = *item;
  heights_.start = pointer.value.value_or(0.0);
  moved_by_ = {};
  drag_ = Drag::move;
  drag_gesture_ = gestures_.next();
}

void FieldTools::begin_brush(Drag drag, const PointerInput& pointer) {
  drag_ = drag;
  drag_gesture_ = gestures_.next();
  last_ = {-1e9, -1e9};
  start_ = pointer.at;
}

scene::Stroke FieldTools::newest_stroke(core::Point from, core::Point to) const {
  if (from.x < -1e8) return {.points = {to}, .radius = settings_.brush};
  return {.points = {from, to}, .radius = settings_.brush};
}

void FieldTools::go_on(const PointerInput& pointer, const session::Snapshot& snapshot,
                       const rooms::CommandSink& send) {
  const bool moved = distance(last_, pointer.at) > 0.25;
  switch (drag_) {
    case Drag::move:
    case Drag::handle:
      go_on_item(pointer, send);
      return;
    case Drag::draw:
      draft_ = shape_between(start_, pointer.at, pointer.square);
      return;
    case Drag::paint:
      if (pointer.value) return draw_curve(pointer, snapshot.playing, send);
      // While the field runs, a brush that rests keeps painting.
      if (moved || snapshot.playing) {
        const core::Point at = to_sixteenths(pointer.at);
        send(session::Paint{newest_stroke(last_, at), settings_.value}, drag_gesture_);
        last_ = at;
      }
      return;
    case Drag::erase:
      if (moved) {
        const core::Point at = to_sixteenths(pointer.at);
        send(session::Erase{newest_stroke(last_, at)}, drag_gesture_);
        last_ = at;
      }
      return;
    case Drag::hold:
      if (distance(held_.stroke.points.back(), pointer.at) > 0.5) {
        held_.stroke.points.push_back(to_sixteenths(pointer.at));
      }
      go_on_hold(snapshot, send);
      return;
    case Drag::none:
      return;
  }
}

/// Draws with the pointer as with a pen: each cell that it passes takes the value at its height,
/// and the cells of the brush ahead of it follow. Until it is moved along the line, it pulls the
/// whole brush.
void FieldTools::draw_curve(const PointerInput& pointer, bool again,
                            const rooms::CommandSink& send) {
  constexpr double kOneCell = 0.5;
  const core::Point at = to_sixteenths(pointer.at);
  const double value = *pointer.value;
  const bool is_first = last_.x < -1e8;
  const double way = is_first ? 0.0 : at.x - last_.x;
  if (!is_first && way == 0.0 && value == heights_.last && !again) return;
  const auto paint = [&](std::vector<core::Point> points, double radius, double height) {
    send(session::Paint{{.points = std::move(points), .radius = radius}, height}, drag_gesture_);
  };
  if (is_first || std::abs(at.x - start_.x) < kOneCell) {
    paint({at}, settings_.brush, value);
  } else {
    if (way != 0.0) {
      paint({at, {at.x + std::copysign(settings_.brush, way), at.y}}, kOneCell, value);
    }
    const auto [low, high] = std::minmax(last_.x, at.x);
    for (double cell = std::floor(low); cell <= std::floor(high); ++cell) {
      const double part = way == 0.0 ? 1.0 : std::clamp((cell + 0.5 - last_.x) / way, 0.0, 1.0);
      paint({{cell + 0.5, at.y}}, kOneCell, heights_.last + part * (value - heights_.last));
    }
  }
  last_ = at;
  heights_.last = value;
}

/// Returns the dragged source with the value that the pointer has raised it to.
scene::Item FieldTools::raised(const PointerInput& pointer) const {
  constexpr double kDead = 6.0;  // window units; a drag along the line does not change the value
  scene::Item item = scene::moved(original_, moved_by_);
  auto* source = std::get_if<scene::Source>(&item.role);
  if (!pointer.value || pointer.square || source == nullptr || source->oscillation) return item;
  const double by = *pointer.value - heights_.start;
  const double dead = kDead * pointer.value_per_unit;
  if (std::abs(by) > dead) source->value += by - std::copysign(dead, by);
  return item;
}

/// Limits a move so that at least one cell of the item's bounds stays on the grid, where it can be
/// picked again.
core::Point FieldTools::kept_in_reach(core::Point by) const {
  const core::Rect bounds = scene::bounds(original_.shape);
  const auto kept = [](double move, int from, int to, int size) {
    return std::clamp<double>(move, std::min(0, 1 - to), std::max(0, size - 1 - from));
  };
  return {kept(by.x, bounds.x0, bounds.x1, began_in_.extent.width),
          kept(by.y, bounds.y0, bounds.y1, began_in_.extent.height)};
}

/// Moves by whole cells, so that a shape keeps its pattern of cells.
void FieldTools::go_on_item(const PointerInput& pointer, const rooms::CommandSink& send) {
  if (drag_ == Drag::move) {
    const core::Point by =
        kept_in_reach({std::round(pointer.at.x - start_.x), std::round(pointer.at.y - start_.y)});
    const core::Point further{by.x - moved_by_.x, by.y - moved_by_.y};
    moved_by_ = by;
    const scene::Item wanted = raised(pointer);
    if (pointer.value && wanted.role != sent_.role) {
      sent_ = wanted;
      send(session::ChangeItem{sent_}, drag_gesture_);
      return;
    }
    if (further == core::Point{}) return;
    sent_ = scene::moved(sent_, further);
    send(session::MoveItem{sent_.id, further}, drag_gesture_);
    return;
  }
  scene::Item item = original_;
  if (distance(start_, pointer.at) > 0.0) {
    core::Point to{std::round(pointer.at.x), std::round(pointer.at.y)};
    // A line has no corners above each other.
    if (pointer.value) to.y = scene::handles(original_.shape)[handle_].y;
    item.shape = scene::with_handle_at(original_.shape, handle_, to);
  }
  if (item == sent_) return;
  sent_ = item;
  send(session::ChangeItem{item}, drag_gesture_);
}

/// Extends the stroke by the points that the session does not have yet.
void FieldTools::go_on_hold(const session::Snapshot& snapshot, const rooms::CommandSink& send) {
  const auto* item = find_item(snapshot.scene, held_.id);
  if (item == nullptr) return;
  const auto* there = std::get_if<scene::Stroke>(&item->shape);
  const auto& points = held_.stroke.points;
  if (there == nullptr || there->points.size() >= points.size()) return;
  const auto first = points.begin() + static_cast<std::ptrdiff_t>(there->points.size());
  send(session::ExtendItem{item->id, {first, points.end()}}, drag_gesture_);
}

void FieldTools::add_finished(const session::Snapshot& snapshot, const rooms::CommandSink& send) {
  if (!finished_) return;
  select_next_item(snapshot);
  send(session::AddItem{*finished_}, gestures_.next());
  finished_.reset();
}

bool FieldTools::still_there(const session::Snapshot& snapshot) {
  if (snapshot.scene.name != began_in_.scene || snapshot.scene.extent != began_in_.extent)
    return false;
  if (drag_ == Drag::move || drag_ == Drag::handle) {
    const auto* item = find_item(snapshot.scene, original_.id);
    return item != nullptr && *item == sent_;
  }
  if (drag_ != Drag::hold) return true;
  if (held_.id == 0 && snapshot.newest_item > held_.after) held_.id = snapshot.newest_item;
  return held_.id == 0 || find_item(snapshot.scene, held_.id) != nullptr;
}

scene::Shape FieldTools::shape_between(core::Point from, core::Point to, bool square) const {
  const bool click = distance(from, to) < kSmallestDraft;
  const double size = settings_.brush;
  if (settings_.tool == Tool::disc) {
    return scene::Disc{from, click ? size : distance(from, to)};
  }
  core::Point by{to.x - from.x, to.y - from.y};
  if (settings_.tool == Tool::line) {
    if (click) by = {size * 4, 0};
    if (square && std::abs(by.x) > std::abs(by.y)) by.y = 0;
    if (square && std::abs(by.y) > std::abs(by.x)) by.x = 0;
    return scene::Line{from, {from.x + by.x, from.y + by.y}, size};
  }
  if (click) {
    return scene::Rectangle{{std::round(from.x - size), std::round(from.y - size)},
                            {std::round(from.x + size), std::round(from.y + size)}};
  }
  if (square) {
    const double side = std::max(std::abs(by.x), std::abs(by.y));
    by = {std::copysign(side, by.x), std::copysign(side, by.y)};
  }
  core::Point a{std::round(from.x), std::round(from.y)};
  core::Point b{std::round(from.x + by.x), std::round(from.y + by.y)};
  if (began_in_.extent.height == 1) a.y = b.y = 0.0;
  const double right = std::max({a.x, b.x, std::min(a.x, b.x) + 1});
  const double bottom = std::max({a.y, b.y, std::min(a.y, b.y) + 1});
  return scene::Rectangle{{std::min(a.x, b.x), std::min(a.y, b.y)}, {right, bottom}};
}

}  // namespace heatwave::fields_room
