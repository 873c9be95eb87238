// Checks values, and suggests the known key that is most similar to an unknown one.
#include "app/json/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/core/nearest_word.h"

namespace heatwave::json {
namespace {

using Kind = JsonNode::Kind;

}  // namespace

JsonReader::JsonReader(JsonNode node, std::string path, const std::string& where,
                       std::string_view what, const JsonRules& rules)
    : JsonReader(node, std::move(path),
                 std::make_shared<JsonContext>(JsonContext{
                     .where = where,
                     .rules = rules,
                     .inflated_left = node.document ? node.document->budget.inflated : 0}),
                 what) {}

JsonReader::JsonReader(JsonNode node, std::string path, std::shared_ptr<JsonContext> context,
                       std::string_view what)
    : node_(std::move(node)), path_(std::move(path)), context_(std::move(context)) {
  if (node_.kind == Kind::object) return;
  const std::string subject = path_.empty() ? std::string(what) : "key '" + path_ + "':";
  throw core::Error(fmt::format("{}: {} must be an object, is {}",
                                place_in(context_->where, node_.line), subject, quoted(node_)));
}

const JsonNode* JsonReader::find(std::string_view key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.emplace_back(key);
  const auto at = std::find(node_.keys.begin(), node_.keys.end(), key);
  if (at == node_.keys.end()) return nullptr;
  return &node_.children[static_cast<std::size_t>(at - node_.keys.begin())];
}

const JsonNode& JsonReader::need(std::string_view key) {
  const JsonNode* node = find(key);
  if (node == nullptr) fail(key, "is missing");
  return *node;
}

bool JsonReader::rename(std::string_view key, Kind kind, std::string_view name) {
  const auto at = std::find(node_.keys.begin(), node_.keys.end(), key);
  if (at == node_.keys.end()) return false;
  if (node_.children[static_cast<std::size_t>(at - node_.keys.begin())].kind != kind) return false;
  *at = name;
  return true;
}

bool JsonReader::has(std::string_view key) { return find(key) != nullptr; }

bool JsonReader::is_null(std::string_view key) { return need(key).kind == Kind::null; }

bool JsonReader::is_text(std::string_view key) {
  const JsonNode* node = find(key);
  return node != nullptr && node->kind == Kind::string;
}

double JsonReader::number(std::string_view key, std::optional<double> fallback) {
  if (fallback && !has(key)) return *fallback;
  const JsonNode& node = need(key);
  if (node.kind == Kind::number) return number_of(node).value;
  if (context_->rules.takes_figures) {
    if (node.kind == Kind::null) return std::numeric_limits<double>::quiet_NaN();
    const std::string word = node.kind == Kind::string ? text_of(node) : std::string();
    if (word == kInfinite) return std::numeric_limits<double>::infinity();
    if (word == kMinusInfinite) return -std::numeric_limits<double>::infinity();
  }
  refuse(key, "a number", node);
}

int JsonReader::integer(std::string_view key, int low, int high, std::optional<int> fallback) {
  if (fallback && !has(key)) return *fallback;
  const JsonNode& node = need(key);
  const double number = node.kind == Kind::number ? number_of(node).value : std::nan("");
  if (!(std::floor(number) == number && number >= low && number <= high)) {
    refuse(key, fmt::format("a whole number from {} to {}", low, high), node);
  }
  return static_cast<int>(number);
}

std::int64_t JsonReader::whole(std::string_view key) {
  const JsonNode& node = need(key);
  if (node.kind != Kind::number || !number_of(node).whole) refuse(key, "a whole number", node);
  return *number_of(node).whole;
}

std::uint64_t JsonReader::natural(std::string_view key) {
  const JsonNode& node = need(key);
  if (node.kind != Kind::number || !number_of(node).natural) {
    refuse(key, "a whole number from 0 on", node);
  }
  return *number_of(node).natural;
}

int JsonReader::version(int newest) {
  constexpr std::string_view kKey = "version";
  const int version = integer(kKey, 1, std::numeric_limits<int>::max());
  if (version > newest) {
    fail(kKey, fmt::format("{} is newer than this program, which reads up to {}", version, newest));
  }
  return version;
}

bool JsonReader::flag(std::string_view key, bool fallback) {
  const JsonNode* node = find(key);
  if (node == nullptr) return fallback;
  if (node->kind != Kind::boolean) refuse(key, "true or false", *node);
  return boolean_of(*node);
}

std::string JsonReader::text(std::string_view key, std::optional<std::string> fallback) {
  if (fallback && !has(key)) return *fallback;
  const JsonNode& node = need(key);
  if (node.kind != Kind::string) refuse(key, "a text", node);
  std::string text = text_of(node);
  if (context_->rules.refuses_invisible && !words::is_visible(text)) {
    refuse(key, "a text without control or invisible characters", node);
  }
  return text;
}

std::string JsonReader::word(std::string_view key, const std::vector<std::string>& words,
                             std::optional<std::string> fallback) {
  if (fallback && !has(key)) return *fallback;
  const JsonNode& node = need(key);
  std::string text = node.kind == Kind::string ? text_of(node) : std::string();
  if (node.kind != Kind::string || std::find(words.begin(), words.end(), text) == words.end()) {
    refuse(key, "one of " + words::joined(words), node);
  }
  return text;
}

JsonReader JsonReader::object(std::string_view key) {
  return {with_keys(need(key)), path_of(key), context_};
}

JsonObjects JsonReader::objects(std::string_view key) {
  const JsonNode* node = find(key);
  if (node == nullptr) return {{.kind = Kind::array, .source = "[]"}, path_of(key), context_};
  if (node->kind != Kind::array) refuse(key, "an array of objects", *node);
  return {*node, path_of(key), context_};
}

void JsonReader::spend_inflated(std::string_view key, std::size_t bytes) {
  if (bytes > context_->inflated_left) fail(key, "inflates to more than a text may hold");
  context_->inflated_left -= bytes;
}

JsonObjects::Iterator::Iterator(const JsonObjects& all) : all_(all), elements_(all.array_) {
  ++*this;
}

JsonObjects::Iterator& JsonObjects::Iterator::operator++() {
  now_.reset();
  if (elements_.next()) {
    now_.emplace(JsonReader(with_keys(elements_.value()),
                            fmt::format("{}[{}]", all_.path_, index_++), all_.context_));
  }
  return *this;
}

void JsonReader::done() const {
  if (context_->rules.passes_unknown_keys) return;
  for (const std::string& key : node_.keys) {
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    const auto meant = core::nearest_word(key, asked_);
    fail(key, meant ? "is not known here; perhaps '" + *meant + "' is meant"
                    : "is not known here; there are: " + words::joined(asked_));
  }
}

void JsonReader::fail(std::string_view key, const std::string& what) const {
  const auto at = std::find(node_.keys.begin(), node_.keys.end(), key);
  const std::size_t line = at == node_.keys.end()
                               ? node_.line
                               : node_.key_lines[static_cast<std::size_t>(at - node_.keys.begin())];
  // Either may quote the text, which can be long.
  constexpr std::size_t kLongestPath = 200;
  constexpr std::size_t kLongestReason = 2000;
  throw core::Error(fmt::format("{}: key '{}': {}", place_in(context_->where, line),
                                words::excerpt(path_of(key), kLongestPath),
                                words::excerpt(what, kLongestReason)));
}

void JsonReader::refuse(std::string_view key, const std::string& must_be,
                        const JsonNode& is) const {
  fail(key, fmt::format("must be {}, is {}", must_be, quoted(is)));
}

std::string JsonReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

}  // namespace heatwave::json
