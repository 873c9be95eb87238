// One object of a JSON document, read key by key; every mistake becomes an error with its key.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/json_check.h"

namespace heatwave::exporting {

/// Throws core::Error as check_json() does; only then the document is built.
nlohmann::ordered_json parsed_json(std::string_view text, const std::string& where,
                                   const JsonBudget& budget);

/// Keys that nobody asks for are passed over, so that a document may say more than its reader
/// knows.
class JsonObject {
 public:
  /// `path` is what leads to this object, as in "experiments[2]"; empty at the top. The document
  /// must outlive it. Throws core::Error when this is no object.
  JsonObject(const nlohmann::ordered_json& json, std::string path);

  [[nodiscard]] bool has(const char* key) const { return json_->contains(key); }

  /// Whether the key, which must be there, has no value.
  [[nodiscard]] bool is_null(const char* key) const { return need(key).is_null(); }
  [[nodiscard]] double number(const char* key) const;
  [[nodiscard]] std::int64_t whole(const char* key) const;
  [[nodiscard]] std::uint64_t natural(const char* key) const;
  /// A whole number that an int can hold.
  [[nodiscard]] int small(const char* key) const;
  [[nodiscard]] bool flag(const char* key) const;
  [[nodiscard]] std::string text(const char* key) const;
  /// For a text that will be shown: refuses control and invisible characters.
  [[nodiscard]] std::string visible_text(const char* key) const;
  [[nodiscard]] JsonObject object(const char* key) const;
  [[nodiscard]] std::vector<JsonObject> objects(const char* key) const;
  [[nodiscard]] const nlohmann::ordered_json& array(const char* key) const;
  /// The object itself, for keys that are not known beforehand.
  [[nodiscard]] const nlohmann::ordered_json& json() const { return *json_; }

  /// Throws core::Error: "experiments[0].status must be …, is …".
  [[noreturn]] void refuse(std::string_view key, const std::string& must_be,
                           const nlohmann::ordered_json& is) const;

 private:
  [[nodiscard]] const nlohmann::ordered_json& need(const char* key) const;
  [[nodiscard]] std::string path_of(std::string_view key) const;

  const nlohmann::ordered_json* json_;
  std::string path_;
};

}  // namespace heatwave::exporting
