// Writes the fields of a described value as the keys of a JSON object.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "app/scene/base64.h"
#include "app/scene/scene_parts_json.h"
#include "app/wire/struct_fields.h"

namespace heatwave::wire {

using scene::Json;

Json json_value(const scene::Item& item);
inline Json json_value(const scene::Scene& scene) {
  return scene::json_of(scene, scene::SceneForm::travelling);
}
inline Json json_value(core::Point point) { return scene::json_point(point); }
inline Json json_value(const std::vector<core::Point>& points) {
  return scene::json_points(points);
}
inline Json json_value(core::Extent extent) { return Json::array({extent.width, extent.height}); }
inline Json json_value(scene::Pace pace) {
  return pace.steps == 0 ? Json("fit") : Json(pace.steps);
}
inline Json json_value(double number) { return scene::json_number(number); }
inline Json json_value(const std::vector<float>& floats) { return scene::as_base64(floats); }

template <typename T>
Json json_value(const T& value);

template <typename T>
Json json_value(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(json_value(value));
  return list;
}

template <typename T>
Json json_value(const std::map<std::string, T>& values) {
  Json object = Json::object();
  for (const auto& [key, value] : values) object[key] = json_value(value);
  return object;
}

/// A list, a text or a value that may be there and is not.
template <typename T>
bool holds_nothing(const T& field) {
  if constexpr (requires { field.empty(); }) return field.empty();
  if constexpr (requires { field.has_value(); }) return !field.has_value();
  return false;
}

/// A visitor. What may be left out is, where it holds nothing.
class FieldWriter {
 public:
  explicit FieldWriter(Json& out) : out_(out) {}

  template <typename T>
  void operator()(const char* name, const T& field) {
    out_[name] = json_value(field);
  }
  template <typename T>
  void optional(const char* name, const T& field) {
    if (!holds_nothing(field)) (*this)(name, field);
  }
  template <typename T>
  void inner(const T& field) {
    fields_of(field, *this);
  }

 private:
  Json& out_;
};

template <typename T>
Json json_value(const T& value) {
  if constexpr (requires { words_of(value); }) {
    return words_of(value).at(static_cast<std::size_t>(value));
  } else if constexpr (requires(FieldWriter writer) { fields_of(value, writer); }) {
    Json out = Json::object();
    fields_of(value, FieldWriter(out));
    return out;
  } else if constexpr (requires { value.has_value(); }) {
    return json_value(*value);
  } else {
    return Json(value);
  }
}

}  // namespace heatwave::wire
