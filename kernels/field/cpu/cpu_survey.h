// A row's survey is its minimum, its maximum and whether all its values are finite.
#pragma once

namespace heatwave::field {

struct RowSurvey {
  float minimum;
  float maximum;
  bool finite;
};

RowSurvey survey_row(const float* cells, int count);

}  // namespace heatwave::field
