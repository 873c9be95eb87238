// Lanes of a warp on the cells that they read, where a person may drag them to others.
#include "app/rooms/stage/board_lanes.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/ui/box.h"

namespace heatwave::stage_room {
namespace {

/// The lanes at each cell of the array.
std::map<std::int64_t, std::vector<int>> lanes_by_cell(const BoardView& view,
                                                       const ArrayPlace& place) {
  std::map<std::int64_t, std::vector<int>> lanes;
  const auto from = static_cast<std::size_t>(view.info(place).addresses);
  const auto& addresses = view.moment.state.arrays[from];
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    lanes[static_cast<std::int64_t>(addresses[lane].value)].push_back(static_cast<int>(lane));
  }
  return lanes;
}

bool has_read(const BoardView& view, const ArrayPlace& place, std::int64_t index) {
  return view.last != nullptr && std::any_of(view.last->actions.begin(), view.last->actions.end(),
                                             [&](const stage::Action& action) {
                                               return action.array == place.array &&
                                                      action.index == index;
                                             });
}

}  // namespace

void draw_lanes(const BoardView& view, const ArrayPlace& place) {
  const BoardPen& pen = view.pen;
  const ui::Theme& theme = pen.theme();
  const float u = pen.unit();
  for (const auto& [index, lanes] : lanes_by_cell(view, place)) {
    if (index < 0 || index >= place.size) continue;
    const ui::Box cell = grown(place.cell(index), -0.5F * u);
    const bool read = has_read(view, place, index);
    const bool dragged =
        std::find(lanes.begin(), lanes.end(), view.model.dragged_lane) != lanes.end();
    pen.fill(cell, read ? theme.accent : theme.raised, 3 * u);
    pen.frame(cell,
              dragged ? theme.text
              : read  ? theme.accent
                      : pen.neutral(0.5F),
              (dragged ? 2.5F : 1.0F) * u, 3 * u);
    // Several at one cell: they get it together.
    const std::string word =
        lanes.size() == 1 ? std::to_string(lanes.front()) : "×" + std::to_string(lanes.size());
    const ImVec2 centre = middle(cell);
    pen.sized(centre.x, centre.y, word, view.layout.sizes.value,
              read ? theme.on_accent : theme.text, ui::Align::centre, true, cell.width() - 2 * u);
  }
}

int lane_at(const BoardView& view, const ArrayPlace& place, ImVec2 at) {
  const auto lanes = lanes_by_cell(view, place);
  const auto found = lanes.find(place.cell_at(at));
  return found == lanes.end() ? -1 : found->second.back();
}

}  // namespace heatwave::stage_room
