// A JSON text as a tree that remembers the line of every value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heatwave::session {

struct JsonNode {
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  std::size_t line = 0;
  bool boolean = false;
  double number = 0.0;
  std::optional<std::int64_t> whole;     ///< a number written as one that fits, to the last digit
  std::optional<std::uint64_t> natural;  ///< likewise
  std::string text;
  std::vector<JsonNode> children;  ///< an array's elements or an object's values
  std::vector<std::string> keys;   ///< an object's, in the order of the text
  std::vector<std::size_t> key_lines;
};

/// Throws core::Error "where:line: …" when the text is not JSON or a key comes twice. Lines are
/// counted from `first_line`.
JsonNode parse_json(std::string_view text, const std::string& where, std::size_t first_line = 1);

/// The value as an error message quotes it.
std::string quoted(const JsonNode& node);

}  // namespace heatwave::session
