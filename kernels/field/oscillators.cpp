// The oscillating cells are listed and their values computed here.
#include "kernels/field/oscillators.h"

#include <algorithm>
#include <tuple>

namespace heatwave::field {
namespace {

bool before(const OscillatingCell& a, const OscillatingCell& b) {
  return std::tie(a.cell.y, a.cell.x) < std::tie(b.cell.y, b.cell.x);
}

}  // namespace

void Oscillators::set_cells(core::Rect area, std::span<const OscillatingCell> cells) {
  std::erase_if(cells_, [&](const OscillatingCell& c) { return area.contains(c.cell); });
  const auto middle = static_cast<std::ptrdiff_t>(cells_.size());
  cells_.insert(cells_.end(), cells.begin(), cells.end());
  std::sort(cells_.begin() + middle, cells_.end(), before);
  std::inplace_merge(cells_.begin(), cells_.begin() + middle, cells_.end(), before);
}

std::span<const OscillatingCell> Oscillators::in_rows(int y0, int y1) const {
  const auto row_before = [](const OscillatingCell& c, int y) { return c.cell.y < y; };
  const auto first = std::lower_bound(cells_.begin(), cells_.end(), y0, row_before);
  const auto last = std::lower_bound(first, cells_.end(), y1, row_before);
  return {first, last};
}

std::vector<float> Oscillators::values(std::int64_t first, std::int64_t steps) const {
  std::vector<float> values;
  values.reserve(table_.size() * static_cast<std::size_t>(steps));
  for (std::int64_t step = first; step < first + steps; ++step) {
    for (const Oscillation& oscillation : table_) values.push_back(oscillation.value_at(step));
  }
  return values;
}

}  // namespace heatwave::field
