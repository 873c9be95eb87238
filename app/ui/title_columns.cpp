// The first column is as wide as its titles, the second one takes the rest.
#include "app/ui/title_columns.h"

#include <imgui.h>

#include <algorithm>

namespace heatwave::ui {

TitleColumns title_columns(std::span<const std::string> titles, float width, float padding,
                           float gap) {
  const auto widest = [padding](std::span<const std::string> column) {
    float most = 0;
    for (const std::string& title : column) {
      most = std::max(most, ImGui::CalcTextSize(title.c_str()).x + padding);
    }
    return most;
  };
  std::size_t rows = (titles.size() + 1) / 2;
  while (rows < titles.size() &&
         widest(titles.first(rows)) + gap + widest(titles.subspan(rows)) > width) {
    ++rows;
  }
  const float first = std::min(width, widest(titles.first(rows)));
  return {rows, first, width - gap - first};
}

}  // namespace heatwave::ui
