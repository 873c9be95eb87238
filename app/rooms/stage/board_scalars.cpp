// Places and draws the numbers that a launch gives to its kernel.
#include "app/rooms/stage/board_scalars.h"

#include <algorithm>

namespace heatwave::stage_room {
namespace {

constexpr float kLetter = 0.52F;  // width of a character at size 1

bool overlap(const ui::Box& a, const ui::Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

}  // namespace

std::string scalars_text(const stage::Trace& trace, int launch) {
  if (launch < 0) return "";
  const stage::LaunchInfo& info = trace.launches[static_cast<std::size_t>(launch)];
  if (info.program == nullptr) return "";
  const std::vector<cuda_text::Parameter>& parameters = info.program->parameters;
  std::string text;
  for (std::size_t i = 0; i < std::min(parameters.size(), info.arguments.size()); ++i) {
    if (parameters[i].is_pointer || parameters[i].name.find('.') != std::string::npos) continue;
    text += (text.empty() ? "" : ", ") + parameters[i].name + " = " +
            board_value(info.arguments[i].number);
  }
  return text;
}

ui::Box place_scalars(const board_parts::LayoutInput& in, std::vector<ArrayPlace>& arrays,
                      float width) {
  if (arrays.empty() || scalars_text(in.trace, in.launch).empty()) return {};
  std::size_t letters = 0;  // nothing moves between launches
  for (int launch = 0; launch < static_cast<int>(in.trace.launches.size()); ++launch) {
    letters = std::max(letters, scalars_text(in.trace, launch).size());
  }
  const float wide = static_cast<float>(letters) * in.sizes.label * kLetter;
  const float high = in.sizes.label * 1.3F;
  if (wide > width) return {};
  const float gap = 18 * in.sizes.unit;
  for (auto array = arrays.rbegin(); array != arrays.rend(); ++array) {
    const float left = array->box.right + gap;
    const float middle = array->cells.top + array->cell_height / 2;
    const ui::Box place{left, middle - high / 2, left + wide, middle + high / 2};
    const bool is_free =
        place.right <= width && std::none_of(arrays.begin(), arrays.end(), [&](const auto& other) {
          return overlap(grown(place, gap / 2), other.box);
        });
    if (is_free) return place;
  }
  for (ArrayPlace& array : arrays) board_parts::move(array, 0, high);
  return {0, 0, wide, high};
}

void draw_board_scalars(const BoardView& view) {
  const ui::Box& place = view.layout.scalars;
  if (place.width() <= 0) return;
  const BoardPen& pen = view.pen;
  pen.clear_for_word(grown(place, 2 * pen.unit()), false);
  pen.sized(place.left, middle(place).y, scalars_text(view.moment.trace, view.layout.launch),
            view.layout.sizes.label, pen.theme().text, ui::Align::left, true, place.width());
}

}  // namespace heatwave::stage_room
