// Reads an object of a JSON document by keys; every mistake becomes an error that names its key.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/json_check.h"

namespace heatwave::exporting {

/// Parses a document. Throws core::Error as check_json() does, before building anything.
nlohmann::ordered_json parsed_json(std::string_view text, const std::string& where,
                                   const JsonBudget& budget);

/// Unknown keys are ignored, so that documents of newer versions can be read.
class JsonObject {
 public:
  /// `path` names this object, such as "experiments[2]"; empty at the top. The document must
  /// outlive this object. Throws core::Error when the value is not an object.
  JsonObject(const nlohmann::ordered_json& json, std::string path);

  [[nodiscard]] bool has(const char* key) const { return json_->contains(key); }

  /// Returns whether the key, which must exist, has the value null.
  [[nodiscard]] bool is_null(const char* key) const { return need(key).is_null(); }
  [[nodiscard]] double number(const char* key) const;
  [[nodiscard]] std::int64_t whole(const char* key) const;
  [[nodiscard]] std::uint64_t natural(const char* key) const;
  /// Returns a whole number that fits into an int.
  [[nodiscard]] int small(const char* key) const;
  [[nodiscard]] bool flag(const char* key) const;
  [[nodiscard]] std::string text(const char* key) const;
  /// Returns text for display; refuses control and invisible characters.
  [[nodiscard]] std::string visible_text(const char* key) const;
  [[nodiscard]] JsonObject object(const char* key) const;
  [[nodiscard]] std::vector<JsonObject> objects(const char* key) const;
  [[nodiscard]] const nlohmann::ordered_json& array(const char* key) const;
  /// The object itself, for keys that are not known in advance.
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
