// Titles of a list in two columns.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace heatwave::ui {

struct TitleColumns {
  std::size_t rows = 0;  ///< entries of the first column; the others are in the second one
  float first = 0.0F;    ///< width of the first column
  float second = 0.0F;   ///< width of the second column
};

/// Divides titles into two columns, as even as the width allows; a title takes its width in the
/// current font and the padding. Where no two columns fit, all titles are in the first one.
TitleColumns title_columns(std::span<const std::string> titles, float width, float padding,
                           float gap);

}  // namespace heatwave::ui
