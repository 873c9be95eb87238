// The rows of a slab form a ring. Copied rows lie before and behind its own; between them the ring
// is open.
#include "kernels/field/cuda/pass_rows.h"

#include <algorithm>

namespace heatwave::field {

bool PassRows::are_written(Band rows) const {
  return std::any_of(written.begin(), written.end(), [&](const Band& band) {
    return rows.begin < band.end && rows.end > band.begin;
  });
}

PassRows all_rows(int height) {
  return {.written = {{0, height}}, .copied = height, .inner = {0, height}};
}

PassRows rows_of_slab(const Slab& slab, int height, int reach) {
  const int copied = std::max(slab.held_above, slab.held_below) - reach;
  if (slab.is_whole() || copied < 0) return all_rows(height);
  const int begin = slab.own.begin - (slab.held_above > 0 ? copied : 0);
  const int end = slab.own.end + (slab.held_below > 0 ? copied : 0);
  PassRows rows{.written = {}, .copied = copied, .inner = {0, height}};
  if (end > height) rows.written.push_back({0, end - height});
  rows.written.push_back({std::max(begin, 0), std::min(end, height)});
  if (begin < 0) rows.written.push_back({height + begin, height});
  return rows;
}

std::optional<PassRows> rows_before_exchange(const Slab& slab, int reach) {
  const Band own = slab.own;
  const Band inner{own.begin + slab.held_above, own.end - slab.held_below};
  const bool suffice = std::max(slab.held_above, slab.held_below) >= reach && inner.rows() > 0;
  if (slab.is_whole() || !suffice) return {};
  return PassRows{.written = {own}, .copied = 0, .inner = inner};
}

}  // namespace heatwave::field
