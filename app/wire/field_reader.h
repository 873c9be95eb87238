// Reads the fields of a described value from the keys of a JSON object.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/scene/json_reader.h"
#include "app/scene/scene_parts_json.h"
#include "app/wire/struct_fields.h"

namespace heatwave::wire {

using scene::JsonReader;

// One for each kind of value that commands are made of.
void read(JsonReader& r, const char* key, bool& value);
void read(JsonReader& r, const char* key, int& value);
void read(JsonReader& r, const char* key, std::int64_t& value);
void read(JsonReader& r, const char* key, std::uint64_t& value);
void read(JsonReader& r, const char* key, double& value);
void read(JsonReader& r, const char* key, std::string& value);
void read(JsonReader& r, const char* key, core::Point& value);
void read(JsonReader& r, const char* key, core::Extent& value);
void read(JsonReader& r, const char* key, scene::Pace& value);
void read(JsonReader& r, const char* key, scene::Item& value);
void read(JsonReader& r, const char* key, scene::Scene& value);
void read(JsonReader& r, const char* key, std::vector<core::Point>& value);
void read(JsonReader& r, const char* key, std::vector<float>& value);
void read(JsonReader& r, const char* key, std::vector<std::vector<float>>& value);
void read(JsonReader& r, const char* key, std::vector<std::string>& value);
void read(JsonReader& r, const char* key, std::vector<double>& value);
void read(JsonReader& r, const char* key, std::vector<int>& value);
void read(JsonReader& r, const char* key, std::vector<std::int64_t>& value);

template <typename T>
void read(JsonReader& r, const char* key, T& value);

template <typename T>
void read(JsonReader& r, const char* key, std::map<std::string, T>& values) {
  JsonReader object = r.object(key);
  values.clear();
  for (const std::string& name : object.keys()) read(object, name.c_str(), values[name]);
}

/// A visitor. What is missing and may be keeps the value it has.
class FieldReader {
 public:
  explicit FieldReader(JsonReader& in) : in_(in) {}

  template <typename T>
  void operator()(const char* name, T& field) {
    read(in_, name, field);
  }
  template <typename T>
  void optional(const char* name, T& field) {
    if (in_.has(name)) read(in_, name, field);
  }
  template <typename T>
  void inner(T& field) {
    fields_of(field, *this);
  }

 private:
  JsonReader& in_;
};

template <typename T>
void read(JsonReader& r, const char* key, T& value) {
  if constexpr (requires { words_of(value); }) {
    const auto words = words_of(value);
    const std::string word = r.word(key, {words.begin(), words.end()});
    value = static_cast<T>(std::find(words.begin(), words.end(), word) - words.begin());
  } else if constexpr (requires { value.has_value(); }) {
    read(r, key, value.emplace());
  } else {
    JsonReader object = r.object(key);
    fields_of(value, FieldReader(object));
    object.done();
  }
}

}  // namespace heatwave::wire
