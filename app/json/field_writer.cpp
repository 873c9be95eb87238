// Writes numbers as JSON.
#include "app/json/field_writer.h"

#include "app/json/json_reader.h"

namespace heatwave::json {

Json json_value(double number) {
  constexpr double kExact = 1e15;
  const bool whole = std::floor(number) == number && std::abs(number) < kExact &&
                     !(number == 0.0 && std::signbit(number));
  if (whole) return static_cast<std::int64_t>(number);
  return number;
}

Json json_value(core::Point point) {
  return Json::array({json_value(point.x), json_value(point.y)});
}

Json json_value(const std::vector<core::Point>& points) {
  Json all = Json::array();
  for (const core::Point point : points) all.push_back(json_value(point));
  return all;
}

Json json_figure(double number) {
  if (std::isfinite(number)) return number;
  if (std::isnan(number)) return nullptr;
  return number > 0 ? kInfinite : kMinusInfinite;
}

}  // namespace heatwave::json
