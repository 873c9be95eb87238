// Minimum, maximum and finiteness of a row of floats.
#pragma once

namespace heatwave::field {

struct RowSurvey {
  float minimum;
  float maximum;
  bool finite;
};

RowSurvey survey_row(const float* cells, int count);

}  // namespace heatwave::field
