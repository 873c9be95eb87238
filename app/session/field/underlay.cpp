// Keeps the values of cells that items cover, and puts them back.
#include "app/session/field/underlay.h"

namespace heatwave::session {
namespace {

bool covers(std::uint8_t flags) { return (flags & (field::kHeld | field::kWall)) != 0; }

/// Calls `visit(cell)` for every cell of an area.
template <typename Visit>
void for_each_cell(core::Rect area, Visit visit) {
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) visit(core::Cell{x, y});
  }
}

}  // namespace

void Underlay::keep(field::FieldSolver& solver, core::Extent grid,
                    std::span<const std::uint8_t> flags, const field::SetCells& next) {
  const core::Rect whole = core::whole(grid);
  std::vector<core::Cell> covered;
  core::Rect reach;
  for_each_cell(next.area, [&](core::Cell c) {
    if (!covers(next.flags[next.area.index(c.x, c.y)]) || covers(flags[whole.index(c.x, c.y)])) {
      return;
    }
    covered.push_back(c);
    reach = core::united(reach, {c.x, c.y, c.x + 1, c.y + 1});
  });
  if (covered.empty()) return;
  const auto planes = solver.read(reach);
  planes_ = planes.size();
  for (const core::Cell c : covered) {
    const std::size_t from = reach.index(c.x, c.y);
    const std::size_t to = place_for(whole.index(c.x, c.y));
    for (std::size_t p = 0; p < planes_; ++p) values_[to + p] = planes[p][from];
  }
}

std::size_t Underlay::place_for(std::size_t cell) {
  const auto [at, is_new] = places_.try_emplace(cell, values_.size());
  if (!is_new) return at->second;
  if (unused_.empty()) {
    values_.resize(values_.size() + planes_);
  } else {
    at->second = unused_.back();
    unused_.pop_back();
  }
  return at->second;
}

void Underlay::put_back(field::FieldSolver& solver, core::Extent grid, const field::SetCells& now) {
  if (places_.empty()) return;
  const core::Rect whole = core::whole(grid);
  const auto count = static_cast<std::size_t>(now.area.cells());
  field::PutCells put{.area = now.area,
                      .mask = std::vector<std::uint8_t>(count),
                      .planes = std::vector(planes_, std::vector<float>(count))};
  bool any = false;
  for_each_cell(now.area, [&](core::Cell c) {
    const std::size_t to = now.area.index(c.x, c.y);
    if (covers(now.flags[to])) return;
    const auto found = places_.find(whole.index(c.x, c.y));
    if (found == places_.end()) return;
    put.mask[to] = 1;
    for (std::size_t p = 0; p < planes_; ++p) put.planes[p][to] = values_[found->second + p];
    unused_.push_back(found->second);
    places_.erase(found);
    any = true;
  });
  if (any) solver.apply(put);
}

}  // namespace heatwave::session
