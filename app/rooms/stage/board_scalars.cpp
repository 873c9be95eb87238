// Places and draws the numbers that a launch gives to its kernel.
#include "app/rooms/stage/board_scalars.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace heatwave::stage_room {
namespace {

constexpr float kLetter = 0.52F;    // width of a character at size 1
constexpr float kScalarRow = 1.3F;  // height of a row at size 1

/// Adds "TILE = 2" for each number that a kernel's template is given.
void add_template_values(const cuda_text::Program& program, std::vector<std::string>& all) {
  const std::size_t begin = program.instance.find('<');
  if (begin == std::string::npos) return;
  std::stringstream arguments(program.instance.substr(begin + 1));
  std::string value;
  for (const std::string& name : program.template_parameters) {
    if (!std::getline(arguments >> std::ws, value, ',')) return;
    value = value.substr(0, value.find('>'));
    const bool is_number =
        !value.empty() && value.find_first_not_of("-0123456789") == std::string::npos;
    if (is_number) all.push_back(name + " = " + value);
  }
}

/// Returns "stride = 2" and "n = 16"; empty: the launch gives no numbers.
std::vector<std::string> scalars_of(const stage::Trace& trace, int launch) {
  if (launch < 0) return {};
  const stage::LaunchInfo& info = trace.launches[static_cast<std::size_t>(launch)];
  if (info.program == nullptr) return {};
  const std::vector<cuda_text::Parameter>& parameters = info.program->parameters;
  std::vector<std::string> all;
  for (std::size_t i = 0; i < std::min(parameters.size(), info.arguments.size()); ++i) {
    if (parameters[i].is_pointer || parameters[i].name.find('.') != std::string::npos) continue;
    all.push_back(parameters[i].name + " = " + board_value(info.arguments[i].number));
  }
  add_template_values(*info.program, all);
  return all;
}

bool has_size(const ui::Box& box) { return box.width() > 0; }

/// Returns a free place of this size at the right of an array, beside its first row; empty: there
/// is none.
ui::Box place_beside(const board_parts::LayoutInput& in, const std::vector<ArrayPlace>& arrays,
                     ImVec2 size, float width) {
  const float gap = 18 * in.sizes.unit;
  for (auto array = arrays.rbegin(); array != arrays.rend(); ++array) {
    const float row = in.sizes.label * kScalarRow;
    const float top = array->cells.top + (array->cell_height - row) / 2;
    const ui::Box place = ui::Box::at(array->box.right + gap, top, size.x, size.y);
    const bool is_free =
        place.right <= width && std::none_of(arrays.begin(), arrays.end(), [&](const auto& other) {
          return grown(place, gap / 2).meets(other.box);
        });
    if (is_free) return place;
  }
  return {};
}

}  // namespace

std::string scalars_text(const stage::Trace& trace, int launch) {
  std::string text;
  for (const std::string& each : scalars_of(trace, launch)) {
    text += (text.empty() ? "" : ", ") + each;
  }
  return text;
}

ui::Box place_scalars(const board_parts::LayoutInput& in, std::vector<ArrayPlace>& arrays,
                      float free_width, float width) {
  const std::size_t count = scalars_of(in.trace, in.launch).size();
  if (arrays.empty() || count == 0) return {};
  std::size_t all = 0;  // nothing moves between launches
  std::size_t longest = 0;
  for (int launch = 0; launch < static_cast<int>(in.trace.launches.size()); ++launch) {
    all = std::max(all, scalars_text(in.trace, launch).size());
    for (const std::string& each : scalars_of(in.trace, launch)) {
      longest = std::max(longest, each.size());
    }
  }
  const float row = in.sizes.label * kScalarRow;
  const auto width_of = [&](std::size_t letters) {
    return static_cast<float>(letters) * in.sizes.label * kLetter;
  };
  if (const ui::Box place = place_beside(in, arrays, {width_of(all), row}, free_width);
      has_size(place))
    return place;
  const ImVec2 stack{width_of(longest), row * static_cast<float>(count)};
  if (count > 1) {
    if (const ui::Box place = place_beside(in, arrays, stack, free_width); has_size(place))
      return place;
  }
  if (width_of(all) > width) return {};
  for (ArrayPlace& array : arrays) board_parts::move(array, 0, row);
  return {0, 0, width_of(all), row};
}

void draw_board_scalars(const BoardView& view) {
  const ui::Box& place = view.layout.scalars;
  if (!has_size(place)) return;
  const BoardPen& pen = view.pen;
  pen.clear_for_word(grown(place, 2 * pen.unit()), false);
  const float row = view.layout.sizes.label * kScalarRow;
  const bool is_stack = place.height() > 1.5F * row;
  std::vector<std::string> rows = scalars_of(view.moment.trace, view.layout.launch);
  if (!is_stack) rows = {scalars_text(view.moment.trace, view.layout.launch)};
  float y = place.top + row / 2;
  for (const std::string& text : rows) {
    pen.sized(place.left, y, text, view.layout.sizes.label, pen.theme().text, ui::Align::left, true,
              place.width());
    y += row;
  }
}

}  // namespace heatwave::stage_room
