// Reads a described value from a JSON object; described_fields.h explains descriptions.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/json/described_fields.h"
#include "app/json/json_reader.h"
#include "kernels/core/error.h"

namespace heatwave::json {

// There is one function for each type without a description. Each throws core::Error with the key.
void read(JsonReader& in, const char* key, bool& value);
void read(JsonReader& in, const char* key, int& value);
void read(JsonReader& in, const char* key, std::int64_t& value);
void read(JsonReader& in, const char* key, std::uint64_t& value);
void read(JsonReader& in, const char* key, double& value);
void read(JsonReader& in, const char* key, float& value);
void read(JsonReader& in, const char* key, std::string& value);
void read(JsonReader& in, const char* key, core::Point& value);
void read(JsonReader& in, const char* key, core::Extent& value);
void read(JsonReader& in, const char* key, std::vector<core::Point>& value);
void read(JsonReader& in, const char* key, std::vector<float>& value);
void read(JsonReader& in, const char* key, std::vector<std::vector<float>>& value);
void read(JsonReader& in, const char* key, std::vector<std::string>& value);
void read(JsonReader& in, const char* key, std::vector<double>& value);
void read(JsonReader& in, const char* key, std::vector<int>& value);
void read(JsonReader& in, const char* key, std::vector<std::int64_t>& value);
void read(JsonReader& in, const char* key, std::vector<std::pair<std::string, std::string>>& value);

void read(JsonReader& in, const char* key, double& value, Positive limit);
void read(JsonReader& in, const char* key, core::Extent& value, Sides limit);
/// Returns the two numbers of an array; none: the node is not such an array.
std::optional<core::Point> as_point(const JsonNode& node);

template <typename T>
void read(JsonReader& in, const char* key, T& value);

template <typename T>
void read(JsonReader& in, const char* key, std::vector<T>& values);

template <typename T>
void read(JsonReader& in, const char* key, std::optional<T>& value) {
  read(in, key, value.emplace());
}

template <typename T>
void read(JsonReader& in, const char* key, std::map<std::string, T>& values) {
  JsonReader object = in.object(key);
  values.clear();
  for (const std::string& name : object.keys()) read(object, name.c_str(), values[name]);
}

/// Visits the fields to read them. A field that the object lacks keeps its value.
class FieldReader {
 public:
  /// `changes`: the object may lack required fields, which then stay unchanged.
  enum class Object : std::uint8_t { whole, changes };

  explicit FieldReader(JsonReader& in, Object object = Object::whole) : in_(in), object_(object) {}

  [[nodiscard]] JsonReader& in() const { return in_; }

  template <typename T, typename... Limits>
  void operator()(const char* name, T& field, const Limits&... limits) {
    if (object_ == Object::changes && !in_.has(name)) return;
    T value{};
    read_within(name, value, limits...);
    field = std::move(value);
  }
  template <typename T, typename... Limits>
  void optional(const char* name, T& field, const Limits&... limits) {
    if (in_.has(name)) (*this)(name, field, limits...);
  }
  template <typename T, typename... Limits>
  void nullable(const char* name, std::optional<T>& field, const Limits&... limits) {
    field.reset();
    if (!in_.is_null(name)) read_within(name, field.emplace(), limits...);
  }
  template <typename T, typename... Limits>
  void later(const char* name, T& field, const Limits&... limits) {
    optional(name, field, limits...);
  }
  template <typename T, typename... Limits>
  void changed(const char* name, T& field, const std::type_identity_t<T>& usual,
               const Limits&... limits) {
    if (in_.has(name)) {
      (*this)(name, field, limits...);
    } else if (object_ == Object::whole) {
      field = usual;
    }
  }
  template <typename T>
  void inner(T& field) {
    describe(field, *this);
  }
  template <typename Describe>
  void group(const char* name, bool /*is_written*/, Describe describe_group) {
    if (!in_.has(name)) return;
    JsonReader object = in_.object(name);
    describe_group(FieldReader(object, object_));
    object.done();
  }
  template <typename Describe>
  void member(const char* name, Describe describe_member) {
    JsonReader object = in_.object(name);
    describe_member(FieldReader(object, object_));
    object.done();
  }
  template <typename T, typename Describe>
  void object(const char* name, std::optional<T>& field, Describe describe_object) {
    if (!in_.has(name)) return;
    JsonReader object = in_.object(name);
    describe_object(field.emplace(), FieldReader(object));
    object.done();
  }
  template <typename... T>
  void kind(const char* name, std::variant<T...>& field) {
    const std::string word = in_.word(name, {std::string(T::kName)...});
    ((word == T::kName ? void(field.template emplace<T>()) : void()), ...);
  }
  template <typename... T>
  void variant(const char* name, std::variant<T...>& field) {
    kind(name, field);
    std::visit([this](auto& alternative) { inner(alternative); }, field);
  }
  template <typename T, typename Belongs, typename Describe>
  void part(const char* name, std::vector<T>& list, Belongs /*belongs*/, const T& fresh,
            Describe describe_element) {
    for (JsonReader& element : in_.objects(name)) {
      T value = fresh;
      describe_element(value, FieldReader(element));
      element.done();
      list.push_back(std::move(value));
    }
  }
  template <typename T, typename Describe>
  void rows(const char* name, std::vector<T>& list, const std::type_identity_t<T>& fresh,
            Describe describe_element) {
    if (!in_.has(name)) in_.fail(name, "is missing");
    part(name, list, nullptr, fresh, describe_element);
  }
  /// Refuses the key with the error that `rule` throws.
  template <typename Rule>
  void check(std::string_view key, Rule rule) const {
    try {
      rule();
    } catch (const core::Error& error) {
      in_.fail(key, error.what());
    }
  }

 private:
  template <typename T>
  void read_within(const char* name, T& value) {
    read(in_, name, value);
  }
  void read_within(const char* name, double& value, Positive limit) {
    read(in_, name, value, limit);
  }
  void read_within(const char* name, int& value, Between limit) {
    value = in_.integer(name, limit.low, limit.high);
  }
  void read_within(const char* name, std::string& value, const OneOf& limit) {
    value = in_.word(name, limit.words);
  }
  void read_within(const char* name, core::Extent& value, Sides limit) {
    read(in_, name, value, limit);
  }
  template <typename T, typename FlawOf>
  void read_within(const char* name, T& value, const FlawOf& flaw_of) {
    read(in_, name, value);
    if (const std::optional<std::string> flaw = flaw_of(value)) in_.fail(name, *flaw);
  }

  JsonReader& in_;
  Object object_;
};

template <typename T>
void read(JsonReader& in, const char* key, std::vector<T>& values) {
  values.clear();
  for (JsonReader& element : in.objects(key)) {
    describe(values.emplace_back(), FieldReader(element));
    element.done();
  }
}

template <typename T>
void read(JsonReader& in, const char* key, T& value) {
  if constexpr (core::Named<T>) {
    value = *core::find_named<T>(in.word(key, core::all_names<T>()));
  } else {
    JsonReader object = in.object(key);
    describe(value, FieldReader(object));
    object.done();
  }
}

}  // namespace heatwave::json
