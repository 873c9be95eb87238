// Reads values from JSON and checks them against the limits of their types.
#include "app/json/field_reader.h"

#include <cmath>

#include "app/json/base64.h"
#include "app/words/word_lists.h"

namespace heatwave::json {
namespace {

using Kind = JsonNode::Kind;

/// Returns the results of `element_of` for the elements of an array; none: the node is no array, or
/// an element has no result.
template <typename ElementOf>
auto list_of(const JsonNode& node, ElementOf element_of) {
  using Element = typename decltype(element_of(node))::value_type;
  std::optional<std::vector<Element>> list;
  if (node.kind != Kind::array) return list;
  list.emplace();
  for (JsonElements each(node); each.next();) {
    std::optional<Element> element = element_of(each.value());
    if (!element) return std::optional<std::vector<Element>>();
    list->push_back(std::move(*element));
  }
  return list;
}

std::optional<double> as_number(const JsonNode& node) {
  if (node.kind != Kind::number) return {};
  return number_of(node).value;
}

std::optional<std::string> as_text(const JsonNode& node) {
  if (node.kind != Kind::string) return {};
  return text_of(node);
}

std::optional<std::pair<std::string, std::string>> as_text_pair(const JsonNode& node) {
  if (node.kind != Kind::array) return {};
  JsonElements each(node);
  std::string pair[2];
  for (std::string& text : pair) {
    if (!each.next() || each.value().kind != Kind::string) return {};
    text = words::printable(text_of(each.value()));
  }
  if (each.next()) return {};
  return std::pair(std::move(pair[0]), std::move(pair[1]));
}

std::vector<double> numbers_of(JsonReader& in, const char* key) {
  return in.value(key, "an array of numbers",
                  [](const JsonNode& node) { return list_of(node, as_number); });
}

std::vector<std::string> texts_of(JsonReader& in, const char* key) {
  return in.value(key, "an array of texts",
                  [](const JsonNode& node) { return list_of(node, as_text); });
}

/// Returns the floats of a text in base64; `key` names it in errors.
std::vector<float> floats_of(JsonReader& in, const char* key, const std::string& text) {
  auto floats = from_base64(text);
  if (!floats) in.fail(key, "must be the bytes of floats in base64");
  return *std::move(floats);
}

template <typename Whole>
void read_whole_numbers(JsonReader& in, const char* key, std::vector<Whole>& value) {
  value.clear();
  for (const double number : numbers_of(in, key)) {
    const bool fits = std::floor(number) == number && std::abs(number) < 0x1p53 &&
                      std::in_range<Whole>(static_cast<std::int64_t>(number));
    if (!fits) in.fail(key, fmt::format("must be whole numbers, is {} among others", number));
    value.push_back(static_cast<Whole>(number));
  }
}

}  // namespace

std::optional<core::Point> as_point(const JsonNode& node) {
  if (node.kind != Kind::array) return {};
  JsonElements each(node);
  double pair[2] = {};
  for (double& number : pair) {
    if (!each.next() || each.value().kind != Kind::number) return {};
    number = number_of(each.value()).value;
  }
  if (each.next()) return {};
  return core::Point{pair[0], pair[1]};
}

void read(JsonReader& in, const char* key, bool& value) {
  if (!in.has(key)) in.fail(key, "is missing");
  value = in.flag(key, false);
}
void read(JsonReader& in, const char* key, int& value) {
  value = in.integer(key, std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
}
void read(JsonReader& in, const char* key, std::int64_t& value) { value = in.whole(key); }
void read(JsonReader& in, const char* key, std::uint64_t& value) { value = in.natural(key); }
void read(JsonReader& in, const char* key, double& value) { value = in.number(key); }
void read(JsonReader& in, const char* key, float& value) {
  value = static_cast<float>(in.number(key));
}
void read(JsonReader& in, const char* key, std::string& value) { value = in.text(key); }
void read(JsonReader& in, const char* key, core::Point& value) {
  value = in.value(key, "a point [x, y]", as_point);
}

void read(JsonReader& in, const char* key, core::Extent& value) {
  std::vector<int> sides;
  read(in, key, sides);
  if (sides.size() != 2) in.fail(key, "must be two whole numbers [width, height]");
  value = {sides[0], sides[1]};
}

void read(JsonReader& in, const char* key, std::vector<core::Point>& value) {
  value = in.value(key, "an array of points [[x, y], ...]", [](const JsonNode& node) {
    auto points = list_of(node, as_point);
    return points && !points->empty() ? points : std::nullopt;
  });
}

void read(JsonReader& in, const char* key, std::vector<float>& value) {
  value = floats_of(in, key, in.text(key));
}

void read(JsonReader& in, const char* key, std::vector<std::vector<float>>& value) {
  value.clear();
  for (const std::string& text : texts_of(in, key)) value.push_back(floats_of(in, key, text));
}

void read(JsonReader& in, const char* key, std::vector<std::string>& value) {
  value = texts_of(in, key);
}
void read(JsonReader& in, const char* key, std::vector<double>& value) {
  value = numbers_of(in, key);
}
void read(JsonReader& in, const char* key, std::vector<int>& value) {
  read_whole_numbers(in, key, value);
}
void read(JsonReader& in, const char* key, std::vector<std::int64_t>& value) {
  read_whole_numbers(in, key, value);
}

void read(JsonReader& in, const char* key,
          std::vector<std::pair<std::string, std::string>>& value) {
  value = in.value(key, "an array of pairs of texts",
                   [](const JsonNode& node) { return list_of(node, as_text_pair); });
}

void read(JsonReader& in, const char* key, double& value, Positive /*limit*/) {
  value = in.value(key, "a positive number", [](const JsonNode& node) {
    const auto number = as_number(node);
    return number && *number > 0.0 ? number : std::nullopt;
  });
}

void read(JsonReader& in, const char* key, core::Extent& value, Sides limit) {
  const core::Point sides = in.value(key, "two numbers [a, b]", as_point);
  for (const double side : {sides.x, sides.y}) {
    if (!(side >= 1 && side <= limit.longest) || std::floor(side) != side) {
      in.fail(key, fmt::format("must be two whole numbers from 1 to {}, is [{}, {}]", limit.longest,
                               sides.x, sides.y));
    }
  }
  value = {static_cast<int>(sides.x), static_cast<int>(sides.y)};
}

}  // namespace heatwave::json
