// Finds values in a text that has been checked to be JSON.
#include "app/json/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/words/word_lists.h"

namespace heatwave::json {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

JsonNode::Kind kind_of(char first) {
  switch (first) {
    case '{':
      return JsonNode::Kind::object;
    case '[':
      return JsonNode::Kind::array;
    case '"':
      return JsonNode::Kind::string;
    case 't':
    case 'f':
      return JsonNode::Kind::boolean;
    case 'n':
      return JsonNode::Kind::null;
    default:
      return JsonNode::Kind::number;
  }
}

std::size_t lines_in(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Returns the length of the string at the beginning of the text, with its quotes.
std::size_t string_length(std::string_view text) {
  for (std::size_t at = text.find('"', 1);; at = text.find('"', at + 1)) {
    std::size_t backslashes = 0;
    while (text[at - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return at + 1;
  }
}

/// Returns the length of the array or object at the beginning of the text, with its brackets.
std::size_t container_length(std::string_view text) {
  std::size_t depth = 0;
  std::size_t at = 0;
  do {
    const char c = text[at];
    if (c == '"') {
      at += string_length(text.substr(at));
      continue;
    }
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    ++at;
  } while (depth > 0);
  return at;
}

std::size_t value_length(std::string_view text) {
  switch (kind_of(text.front())) {
    case JsonNode::Kind::string:
      return string_length(text);
    case JsonNode::Kind::array:
    case JsonNode::Kind::object:
      return container_length(text);
    case JsonNode::Kind::null:
    case JsonNode::Kind::boolean:
    case JsonNode::Kind::number:
      break;
  }
  return std::min(text.find_first_of(",]} \t\r\n"), text.size());
}

/// Returns the text of a string that is given with its quotes.
std::string unescaped(std::string_view string) {
  if (string.find('\\') != std::string_view::npos) return nlohmann::json::parse(string);
  return std::string(string.substr(1, string.size() - 2));
}

template <typename Whole>
std::optional<Whole> as_whole(std::string_view digits) {
  Whole value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || stop != end) return {};
  return value;
}

}  // namespace

JsonElements::JsonElements(const JsonNode& container)
    : has_keys_(container.kind == JsonNode::Kind::object),
      rest_(container.source.substr(1, container.source.size() - 2)),
      line_(container.line),
      value_{.document = container.document} {}

std::string_view JsonElements::take(std::size_t length) {
  const std::string_view taken = rest_.substr(0, length);
  line_ += lines_in(taken);
  rest_.remove_prefix(taken.size());
  return taken;
}

void JsonElements::skip_space() { take(std::min(rest_.find_first_not_of(kSpace), rest_.size())); }

bool JsonElements::next() {
  skip_space();
  if (rest_.starts_with(',')) {
    take(1);
    skip_space();
  }
  if (rest_.empty()) return false;
  if (has_keys_) {
    key_line_ = line_;
    key_ = unescaped(take(string_length(rest_)));
    skip_space();
    take(1);  // the colon
    skip_space();
  }
  value_.kind = kind_of(rest_.front());
  value_.line = line_;
  value_.source = take(value_length(rest_));
  return true;
}

JsonNode parse_json(std::string_view text, const std::string& where, std::size_t first_line,
                    const JsonBudget& budget) {
  check_json(text, where, budget, first_line);
  JsonNode root{.line = first_line};
  root.document = std::make_shared<const JsonDocument>(
      JsonDocument{.text = std::string(text), .budget = budget});
  const std::string_view all = root.document->text;
  const std::size_t begin = all.find_first_not_of(kSpace);
  root.line += lines_in(all.substr(0, begin));
  root.source = all.substr(begin, value_length(all.substr(begin)));
  root.kind = kind_of(root.source.front());
  return with_keys(std::move(root));
}

JsonNode with_keys(JsonNode node) {
  if (node.kind != JsonNode::Kind::object) return node;
  for (JsonElements each(node); each.next();) {
    node.keys.push_back(each.key());
    node.key_lines.push_back(each.key_line());
    node.children.push_back(each.value());
  }
  return node;
}

std::size_t element_count(const JsonNode& container) {
  std::size_t count = 0;
  for (JsonElements each(container); each.next();) ++count;
  return count;
}

bool boolean_of(const JsonNode& node) { return node.source == "true"; }

JsonNumber number_of(const JsonNode& node) {
  JsonNumber number{.value = 0.0,
                    .whole = as_whole<std::int64_t>(node.source),
                    .natural = as_whole<std::uint64_t>(node.source)};
  if (number.whole) {
    number.value = static_cast<double>(*number.whole);
  } else if (number.natural) {
    number.value = static_cast<double>(*number.natural);
  } else {
    // A number too small for a double stays 0.
    std::from_chars(node.source.data(), node.source.data() + node.source.size(), number.value);
  }
  return number;
}

std::string text_of(const JsonNode& node) { return unescaped(node.source); }

std::string quoted(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::null:
    case JsonNode::Kind::boolean:
      return std::string(node.source);
    case JsonNode::Kind::number:
      return fmt::format("{}", number_of(node).value);
    case JsonNode::Kind::string:
      return '"' + words::excerpt(text_of(node)) + '"';
    case JsonNode::Kind::array:
      return fmt::format("an array of {}", element_count(node));
    case JsonNode::Kind::object:
      break;
  }
  return "an object";
}

}  // namespace heatwave::json
