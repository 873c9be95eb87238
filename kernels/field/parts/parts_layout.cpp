// The first part holds the last rows of the whole grid behind all other rows, and the last part the
// first rows before them: so the edges of the whole grid are those of a part, whether they are
// joined or not.
#include "kernels/field/parts/parts_layout.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/field/cell_step.h"

namespace heatwave::field {
namespace {

PartRows part_of(core::Extent whole, Band own, int halo, bool joins_edges) {
  PartRows part{.own = own, .extent = {}, .slab = {.whole = whole, .own = {}, .row_of_whole = {}}};
  const bool is_first = own.begin == 0;
  const bool is_last = own.end == whole.height;
  const int above = is_first && !joins_edges ? 0 : halo;
  const int below = is_last && !joins_edges ? 0 : halo;
  if (is_first && joins_edges) {
    part.images = {{{0, own.end + halo}, 0}, {{whole.height - halo, whole.height}, own.end + halo}};
  } else if (is_last && joins_edges) {
    part.images = {{{0, halo}, 0}, {{own.begin - halo, whole.height}, halo}};
  } else {
    part.images = {{{own.begin - above, own.end + below}, 0}};
  }
  part.extent = {whole.width, above + own.rows() + below};
  const int first = is_first ? 0 : is_last && joins_edges ? 2 * halo : above;
  part.slab.own = {first, first + own.rows()};
  part.slab.held_above = above;
  part.slab.held_below = below;
  const RowImage& end = part.images.back();
  part.slab.row_of_whole = {part.images.size() == 1 ? 0 : end.local, end.rows.begin - end.local};
  return part;
}

/// Returns the part's row that holds the first of its neighbour's rows on one side.
int halo_row(const PartRows& part, int halo, bool is_below) {
  const int rows = part.extent.height;
  return is_below ? part.slab.own.end % rows : (part.slab.own.begin - halo + rows) % rows;
}

}  // namespace

std::vector<RimCopy> rim_copies(const Layout& layout, const RowCopy& copy, int components) {
  const core::Extent from = layout.parts[static_cast<std::size_t>(copy.from)].extent;
  const core::Extent to = layout.parts[static_cast<std::size_t>(copy.to)].extent;
  std::vector<RimCopy> copies;
  for (int c = 0; c < components; ++c) {
    for (const AbsorbingSides side :
         {AbsorbingSides{.left = true}, AbsorbingSides{.right = true}}) {
      const auto index = [&](core::Extent part, int row) {
        return static_cast<std::size_t>(c * rim_size(part.width, part.height) +
                                        rim_index(side, 0, row, part.width, part.height));
      };
      copies.push_back({index(from, copy.from_row), index(to, copy.to_row)});
    }
  }
  return copies;
}

namespace {

/// Returns the first row of each of these equal bands, and the end of the last.
std::vector<int> equal_bands(int rows, int bands) {
  std::vector<int> edges;
  for (int b = 0; b <= bands; ++b) {
    edges.push_back(static_cast<int>(std::int64_t{b} * rows / bands));
  }
  return edges;
}

/// Cuts a grid into parts that begin at these rows; the last one is the end.
Layout cut_at(core::Extent whole, const std::vector<int>& edges, int steps, StepReach reach,
              bool joins_edges) {
  const auto parts = static_cast<int>(edges.size()) - 1;
  Layout layout{.whole = whole, .joins_edges = joins_edges};
  if (parts == 1) {
    layout.joins_edges = true;
    layout.parts.push_back({.own = {0, whole.height},
                            .extent = whole,
                            .slab = {.whole = whole, .own = {0, whole.height}, .row_of_whole = {}},
                            .images = {{{0, whole.height}, 0}}});
    return layout;
  }
  int smallest = whole.height;
  for (std::size_t p = 1; p < edges.size(); ++p) {
    smallest = std::min(smallest, edges[p] - edges[p - 1]);
  }
  layout.steps = std::clamp(steps, 1, (smallest - reach.rows_at_end) / reach.rows_a_step);
  layout.halo = layout.steps * reach.rows_a_step + reach.rows_at_end;
  for (std::size_t p = 1; p < edges.size(); ++p) {
    layout.parts.push_back(part_of(whole, {edges[p - 1], edges[p]}, layout.halo, joins_edges));
  }
  for (int p = 0; p < parts; ++p) {
    const PartRows& to = layout.parts[static_cast<std::size_t>(p)];
    const int above = (p + parts - 1) % parts;
    const int below = (p + 1) % parts;
    const Slab& slab_above = layout.parts[static_cast<std::size_t>(above)].slab;
    const Slab& slab_below = layout.parts[static_cast<std::size_t>(below)].slab;
    if (p > 0 || joins_edges) {
      layout.copies.push_back({.from = above,
                               .from_row = slab_above.own.end - layout.halo,
                               .to = p,
                               .to_row = halo_row(to, layout.halo, false),
                               .crosses_edges = p == 0});
    }
    if (below > 0 || joins_edges) {
      layout.copies.push_back({.from = below,
                               .from_row = slab_below.own.begin,
                               .to = p,
                               .to_row = halo_row(to, layout.halo, true),
                               .crosses_edges = below == 0});
    }
  }
  return layout;
}

}  // namespace

Layout cut_rows(core::Extent whole, int parts, int steps, StepReach reach, bool joins_edges) {
  const int fewest = reach.rows_a_step + reach.rows_at_end;
  parts = std::clamp(parts, 1, std::max(1, whole.height / fewest));
  return cut_at(whole, equal_bands(whole.height, parts), steps, reach, joins_edges);
}

Layout cut_rows_with_edges(core::Extent whole, int bands, int steps, StepReach reach,
                           bool joins_edges) {
  // Rows beside a cut are stepped twice, by this part and by its neighbour in the band: with fewer
  // rows in all that would cost more than it hides.
  constexpr int kFewestHalos = 8;
  const int halo = steps * reach.rows_a_step + reach.rows_at_end;
  if (whole.height / bands < kFewestHalos * halo) {
    return cut_rows(whole, bands, steps, reach, joins_edges);
  }
  std::vector<int> edges;
  const std::vector<int> whole_bands = equal_bands(whole.height, bands);
  for (std::size_t b = 1; b < whole_bands.size(); ++b) {
    edges.insert(edges.end(),
                 {whole_bands[b - 1], whole_bands[b - 1] + halo, whole_bands[b] - halo});
  }
  edges.push_back(whole.height);
  return cut_at(whole, edges, steps, reach, joins_edges);
}

}  // namespace heatwave::field
