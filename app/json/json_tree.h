// A checked JSON text as nodes that remember their lines; nothing is built before it is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/json/json_check.h"

namespace heatwave::json {

/// The text that nodes point into.
struct JsonDocument {
  std::string text;
  JsonBudget budget;
};

struct JsonNode {
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  std::size_t line = 0;
  std::shared_ptr<const JsonDocument> document;
  std::string_view source;  ///< the value's own part of the document
  // These are filled for an object whose keys were listed, in the order of the text:
  std::vector<std::string> keys;
  std::vector<JsonNode> children;  ///< the values; their own keys are not listed
  std::vector<std::size_t> key_lines;
};

/// Copies the text; an object's keys are listed. Throws core::Error "where:line: …" when the text
/// is not JSON, has a key twice or exceeds the budget. Lines are counted from `first_line`.
JsonNode parse_json(std::string_view text, const std::string& where, std::size_t first_line = 1,
                    const JsonBudget& budget = kLineBudget);

/// An object of a checked text with its keys listed; any other node as it is.
JsonNode with_keys(JsonNode node);

/// Goes through the elements of an array, or the keys and values of an object, which must outlive
/// it.
class JsonElements {
 public:
  explicit JsonElements(const JsonNode& container);
  /// False where there is no further element; else the calls below tell of the next one.
  bool next();
  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] std::size_t key_line() const { return key_line_; }
  [[nodiscard]] const JsonNode& value() const { return value_; }

 private:
  void skip_space();
  std::string_view take(std::size_t length);

  bool has_keys_;
  std::string_view rest_;
  std::size_t line_;
  std::string key_;
  std::size_t key_line_ = 0;
  JsonNode value_;
};

/// How many elements an array or an object has.
std::size_t element_count(const JsonNode& container);

struct JsonNumber {
  double value = 0.0;
  std::optional<std::int64_t> whole;     ///< a number written as one that fits, to the last digit
  std::optional<std::uint64_t> natural;  ///< likewise
};

// The value of a node of the kind.
bool boolean_of(const JsonNode& node);
JsonNumber number_of(const JsonNode& node);
std::string text_of(const JsonNode& node);

/// The value as an error message quotes it.
std::string quoted(const JsonNode& node);

}  // namespace heatwave::json
