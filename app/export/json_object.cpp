// Getters that check.
#include "app/export/json_object.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "app/export/lab_json_words.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

using Json = nlohmann::ordered_json;

/// The value as a message quotes it.
std::string quoted(const Json& json) {
  if (json.is_structured()) return json.is_array() ? "an array" : "an object";
  if (json.is_string()) return '"' + words::excerpt(json.get_ref<const std::string&>()) + '"';
  return json.dump();
}

}  // namespace

Json parsed_json(std::string_view text, const std::string& where, const JsonBudget& budget) {
  check_json(text, where, budget);
  return Json::parse(text);
}

JsonObject::JsonObject(const Json& json, std::string path) : json_(&json), path_(std::move(path)) {
  if (json.is_object()) return;
  throw core::Error(fmt::format("{} must be an object, is {}",
                                path_.empty() ? "the document" : path_, quoted(json)));
}

double JsonObject::number(const char* key) const {
  const Json& json = need(key);
  if (json.is_number()) return json.get<double>();
  if (json.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (json == kInfinite) return std::numeric_limits<double>::infinity();
  if (json == kMinusInfinite) return -std::numeric_limits<double>::infinity();
  refuse(key, "a number", json);
}

std::int64_t JsonObject::whole(const char* key) const {
  const Json& json = need(key);
  const bool too_large =
      json.is_number_unsigned() &&
      std::cmp_greater(json.get<std::uint64_t>(), std::numeric_limits<std::int64_t>::max());
  if (!json.is_number_integer() || too_large) refuse(key, "a whole number", json);
  return json.get<std::int64_t>();
}

std::uint64_t JsonObject::natural(const char* key) const {
  const Json& json = need(key);
  if (!json.is_number_unsigned()) refuse(key, "a whole number of at least 0", json);
  return json.get<std::uint64_t>();
}

int JsonObject::small(const char* key) const {
  const std::int64_t value = whole(key);
  if (!std::in_range<int>(value)) refuse(key, "a number that is not so large", need(key));
  return static_cast<int>(value);
}

bool JsonObject::flag(const char* key) const {
  const Json& json = need(key);
  if (!json.is_boolean()) refuse(key, "true or false", json);
  return json.get<bool>();
}

std::string JsonObject::text(const char* key) const {
  const Json& json = need(key);
  if (!json.is_string()) refuse(key, "a text", json);
  return json.get<std::string>();
}

std::string JsonObject::visible_text(const char* key) const {
  std::string text = this->text(key);
  if (!words::is_visible(text)) {
    refuse(key, "a text without control or invisible characters", need(key));
  }
  return text;
}

JsonObject JsonObject::object(const char* key) const { return {need(key), path_of(key)}; }

std::vector<JsonObject> JsonObject::objects(const char* key) const {
  std::vector<JsonObject> all;
  const Json& json = array(key);
  for (std::size_t i = 0; i < json.size(); ++i) {
    all.emplace_back(json[i], fmt::format("{}[{}]", path_of(key), i));
  }
  return all;
}

const Json& JsonObject::array(const char* key) const {
  const Json& json = need(key);
  if (!json.is_array()) refuse(key, "an array", json);
  return json;
}

void JsonObject::refuse(std::string_view key, const std::string& must_be, const Json& is) const {
  throw core::Error(fmt::format("{} must be {}, is {}", path_of(key), must_be, quoted(is)));
}

const Json& JsonObject::need(const char* key) const {
  const auto at = json_->find(key);
  if (at == json_->end()) throw core::Error(fmt::format("{} is missing", path_of(key)));
  return *at;
}

std::string JsonObject::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

}  // namespace heatwave::exporting
