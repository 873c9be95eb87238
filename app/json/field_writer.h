// Writes a described value as a JSON object; described_fields.h explains descriptions.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/json/base64.h"
#include "app/json/described_fields.h"
#include "kernels/core/geometry.h"

namespace heatwave::json {

using Json = nlohmann::ordered_json;

/// Writes whole numbers without ".0"; reading returns the same bits.
Json json_value(double number);
Json json_value(core::Point point);
Json json_value(const std::vector<core::Point>& points);
inline Json json_value(core::Extent extent) { return Json::array({extent.width, extent.height}); }
inline Json json_value(const std::vector<float>& floats) { return as_base64(floats); }

/// JSON has finite numbers only: null stands for NaN, a word for infinity.
Json json_figure(double number);

/// Visits the fields to write them.
class FieldWriter {
 public:
  /// `figures`: numbers as measured, with ".0" if they are whole; they may be infinite or NaN.
  enum class Numbers : std::uint8_t { plain, figures };

  explicit FieldWriter(Json& out, Numbers numbers = Numbers::plain)
      : out_(out), numbers_(numbers) {}

  [[nodiscard]] Json& out() const { return out_; }

  template <typename T, typename... Limits>
  void operator()(const char* name, const T& field, const Limits&... /*limits*/) const {
    out_[name] = value(field);
  }
  template <typename T, typename... Limits>
  void optional(const char* name, const T& field, const Limits&... /*limits*/) const {
    if (!holds_nothing(field)) out_[name] = value(field);
  }
  template <typename T, typename... Limits>
  void nullable(const char* name, const std::optional<T>& field,
                const Limits&... /*limits*/) const {
    out_[name] = field ? value(*field) : Json();
  }
  template <typename T, typename... Limits>
  void later(const char* name, const T& field, const Limits&... /*limits*/) const {
    out_[name] = value(field);
  }
  template <typename T, typename... Limits>
  void changed(const char* name, const T& field, const std::type_identity_t<T>& usual,
               const Limits&... /*limits*/) const {
    if (!(field == usual)) out_[name] = value(field);
  }
  template <typename T>
  void inner(const T& field) const {
    describe(field, *this);
  }
  /// An empty object is not written.
  template <typename Describe>
  void group(const char* name, bool is_written, Describe describe_group) const {
    if (!is_written) return;
    Json object = Json::object();
    describe_group(FieldWriter(object, numbers_));
    if (!object.empty()) out_[name] = std::move(object);
  }
  template <typename Describe>
  void member(const char* name, Describe describe_member) const {
    Json object = Json::object();
    describe_member(FieldWriter(object, numbers_));
    out_[name] = std::move(object);
  }
  template <typename T, typename Describe>
  void object(const char* name, const std::optional<T>& field, Describe describe_object) const {
    if (!field) return;
    Json object = Json::object();
    describe_object(*field, FieldWriter(object, numbers_));
    out_[name] = std::move(object);
  }
  template <typename... T>
  void kind(const char* name, const std::variant<T...>& field) const {
    std::visit([&](const auto& held) { out_[name] = std::remove_cvref_t<decltype(held)>::kName; },
               field);
  }
  template <typename... T>
  void variant(const char* name, const std::variant<T...>& field) const {
    kind(name, field);
    std::visit([this](const auto& alternative) { inner(alternative); }, field);
  }
  template <typename T, typename Belongs, typename Describe>
  void part(const char* name, const std::vector<T>& list, Belongs belongs, const T& /*fresh*/,
            Describe describe_element) const {
    Json elements = elements_of(list, belongs, describe_element);
    if (!elements.empty()) out_[name] = std::move(elements);
  }
  template <typename T, typename Describe>
  void rows(const char* name, const std::vector<T>& list, const std::type_identity_t<T>& /*fresh*/,
            Describe describe_element) const {
    const auto all = [](const T& /*element*/) { return true; };
    out_[name] = elements_of(list, all, describe_element);
  }
  template <typename Rule>
  void check(std::string_view /*key*/, Rule /*rule*/) const {}

  template <typename T>
  [[nodiscard]] Json value(const T& field) const {
    if constexpr (std::is_floating_point_v<T>) {
      return numbers_ == Numbers::plain ? json_value(double{field}) : json_figure(double{field});
    } else if constexpr (core::Named<T>) {
      return core::name_of(field);
    } else if constexpr (requires { json_value(field); } && !std::is_arithmetic_v<T>) {
      return json_value(field);
    } else if constexpr (Described<const T, FieldWriter>) {
      Json object = Json::object();
      describe(field, FieldWriter(object, numbers_));
      return object;
    } else {
      return listed(field);
    }
  }

 private:
  template <typename T, typename Belongs, typename Describe>
  [[nodiscard]] Json elements_of(const std::vector<T>& list, Belongs belongs,
                                 Describe describe_element) const {
    Json elements = Json::array();
    for (const T& element : list) {
      if (!belongs(element)) continue;
      Json object = Json::object();
      describe_element(element, FieldWriter(object, numbers_));
      elements.push_back(std::move(object));
    }
    return elements;
  }
  template <typename T>
  static bool holds_nothing(const T& field) {
    if constexpr (requires { field.empty(); }) return field.empty();
    if constexpr (requires { field.has_value(); }) return !field.has_value();
    return false;
  }
  template <typename T>
  [[nodiscard]] Json listed(const T& field) const {
    return Json(field);
  }
  template <typename T>
  [[nodiscard]] Json listed(const std::optional<T>& field) const {
    return value(*field);
  }
  template <typename T>
  [[nodiscard]] Json listed(const std::vector<T>& list) const {
    Json array = Json::array();
    for (const T& element : list) array.push_back(value(element));
    return array;
  }
  template <typename T>
  [[nodiscard]] Json listed(const std::map<std::string, T>& values) const {
    Json object = Json::object();
    for (const auto& [key, each] : values) object[key] = value(each);
    return object;
  }

  Json& out_;
  Numbers numbers_;
};

/// Returns a described value as an object.
template <typename T>
Json object_of(const T& value, FieldWriter::Numbers numbers = FieldWriter::Numbers::plain) {
  Json object = Json::object();
  describe(value, FieldWriter(object, numbers));
  return object;
}

}  // namespace heatwave::json
