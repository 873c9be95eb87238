// A checked JSON text as nodes that know their lines; values are built on request.
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
  // These are filled for an object with listed keys, in the order of the text:
  std::vector<std::string> keys;
  std::vector<JsonNode> children;  ///< the values; their own keys are not listed
  std::vector<std::size_t> key_lines;
};

/// Checks and copies the text; lists the keys if it is an object. Throws core::Error "where:line:
/// …" when the text is not JSON, has a key twice or exceeds the budget. Lines are counted from
/// `first_line`.
JsonNode parse_json(std::string_view text, const std::string& where, std::size_t first_line = 1,
                    const JsonBudget& budget = kLineBudget);

/// Lists the keys of an object; returns any other node unchanged.
JsonNode with_keys(JsonNode node);

/// Iterates over the elements of an array, or the keys and values of an object. The container must
/// outlive it.
class JsonElements {
 public:
  explicit JsonElements(const JsonNode& container);
  /// Moves to the next element; the functions below return its properties. Returns false after the
  /// last.
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

/// Returns the number of elements of an array or an object.
std::size_t element_count(const JsonNode& container);

struct JsonNumber {
  double value = 0.0;
  std::optional<std::int64_t>
      whole;  ///< exact value of a whole number that fits; none: it does not
  std::optional<std::uint64_t>
      natural;  ///< exact value of a whole number from 0 on that fits; none: not
};

// The kind of the node must be boolean, number or string, respectively.
bool boolean_of(const JsonNode& node);
JsonNumber number_of(const JsonNode& node);
std::string text_of(const JsonNode& node);

/// Returns the value as quoted in error messages.
std::string quoted(const JsonNode& node);

}  // namespace heatwave::json
