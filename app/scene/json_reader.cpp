// Getters that check, and the search for the key that an unknown one was meant to be.
#include "app/scene/json_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/scene/base64.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

using Kind = JsonNode::Kind;

bool is_pair(const JsonNode& node) {
  return node.kind == Kind::array && node.children.size() == 2 &&
         node.children[0].kind == Kind::number && node.children[1].kind == Kind::number;
}

Point as_point(const JsonNode& node) { return {node.children[0].number, node.children[1].number}; }

}  // namespace

JsonReader::JsonReader(const JsonNode& node, std::string path, const std::string& where,
                       std::string_view what)
    : node_(&node), path_(std::move(path)), where_(&where) {
  if (node.kind == Kind::object) return;
  const std::string subject = path_.empty() ? std::string(what) : "key '" + path_ + "':";
  throw core::Error(
      fmt::format("{}:{}: {} must be an object, is {}", where, node.line, subject, quoted(node)));
}

const JsonNode* JsonReader::find(std::string_view key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.emplace_back(key);
  const auto at = std::find(node_->keys.begin(), node_->keys.end(), key);
  if (at == node_->keys.end()) return nullptr;
  return &node_->children[static_cast<std::size_t>(at - node_->keys.begin())];
}

const JsonNode& JsonReader::need(std::string_view key) {
  const JsonNode* node = find(key);
  if (node == nullptr) fail(key, "is missing");
  return *node;
}

bool JsonReader::has(std::string_view key) { return find(key) != nullptr; }

bool JsonReader::is_text(std::string_view key) {
  const JsonNode* node = find(key);
  return node != nullptr && node->kind == Kind::string;
}

double JsonReader::number(std::string_view key, std::optional<double> fallback) {
  if (fallback && !has(key)) return *fallback;
  const JsonNode& node = need(key);
  if (node.kind != Kind::number) refuse(key, "a number", node);
  return node.number;
}

double JsonReader::positive(std::string_view key, std::optional<double> fallback) {
  if (fallback && !has(key)) return *fallback;
  const JsonNode& node = need(key);
  if (node.kind != Kind::number || !(node.number > 0.0)) refuse(key, "a positive number", node);
  return node.number;
}

int JsonReader::integer(std::string_view key, int low, int high, std::optional<int> fallback) {
  if (fallback && !has(key)) return *fallback;
  const JsonNode& node = need(key);
  if (node.kind != Kind::number || std::floor(node.number) != node.number || node.number < low ||
      node.number > high) {
    refuse(key, fmt::format("a whole number from {} to {}", low, high), node);
  }
  return static_cast<int>(node.number);
}

std::int64_t JsonReader::whole(std::string_view key) {
  const JsonNode& node = need(key);
  if (!node.whole) refuse(key, "a whole number", node);
  return *node.whole;
}

std::uint64_t JsonReader::natural(std::string_view key) {
  const JsonNode& node = need(key);
  if (!node.natural) refuse(key, "a whole number from 0 on", node);
  return *node.natural;
}

bool JsonReader::flag(std::string_view key, bool fallback) {
  const JsonNode* node = find(key);
  if (node == nullptr) return fallback;
  if (node->kind != Kind::boolean) refuse(key, "true or false", *node);
  return node->boolean;
}

std::string JsonReader::text(std::string_view key, std::optional<std::string> fallback) {
  if (fallback && !has(key)) return *fallback;
  const JsonNode& node = need(key);
  if (node.kind != Kind::string) refuse(key, "a text", node);
  return node.text;
}

std::string JsonReader::word(std::string_view key, const std::vector<std::string>& words,
                             std::optional<std::string> fallback) {
  if (fallback && !has(key)) return *fallback;
  const JsonNode& node = need(key);
  if (node.kind != Kind::string ||
      std::find(words.begin(), words.end(), node.text) == words.end()) {
    refuse(key, "one of " + words::joined(words), node);
  }
  return node.text;
}

Point JsonReader::point(std::string_view key) {
  const JsonNode& node = need(key);
  if (!is_pair(node)) refuse(key, "a point [x, y]", node);
  return as_point(node);
}

std::vector<Point> JsonReader::points(std::string_view key) {
  const JsonNode& node = need(key);
  const bool good = node.kind == Kind::array && !node.children.empty() &&
                    std::all_of(node.children.begin(), node.children.end(), is_pair);
  if (!good) refuse(key, "an array of points [[x, y], ...]", node);
  std::vector<Point> points;
  for (const JsonNode& child : node.children) points.push_back(as_point(child));
  return points;
}

std::pair<double, double> JsonReader::pair(std::string_view key) {
  const JsonNode& node = need(key);
  if (!is_pair(node)) refuse(key, "two numbers [a, b]", node);
  return {node.children[0].number, node.children[1].number};
}

core::Extent JsonReader::extent(std::string_view key, int longest) {
  const auto [width, height] = pair(key);
  for (const double side : {width, height}) {
    if (!(side >= 1 && side <= longest) || std::floor(side) != side) {
      fail(key, fmt::format("must be two whole numbers from 1 to {}, is [{}, {}]", longest, width,
                            height));
    }
  }
  return {static_cast<int>(width), static_cast<int>(height)};
}

std::vector<float> JsonReader::floats(std::string_view key, const std::string& text) {
  auto floats = from_base64(text);
  if (!floats) fail(key, "must be the bytes of floats in base64");
  return std::move(*floats);
}

std::vector<double> JsonReader::numbers(std::string_view key) {
  const JsonNode& node = need(key);
  const bool good = node.kind == Kind::array &&
                    std::all_of(node.children.begin(), node.children.end(),
                                [](const JsonNode& n) { return n.kind == Kind::number; });
  if (!good) refuse(key, "an array of numbers", node);
  std::vector<double> numbers;
  for (const JsonNode& child : node.children) numbers.push_back(child.number);
  return numbers;
}

std::vector<std::string> JsonReader::texts(std::string_view key) {
  const JsonNode& node = need(key);
  const bool good = node.kind == Kind::array &&
                    std::all_of(node.children.begin(), node.children.end(),
                                [](const JsonNode& n) { return n.kind == Kind::string; });
  if (!good) refuse(key, "an array of texts", node);
  std::vector<std::string> texts;
  for (const JsonNode& child : node.children) texts.push_back(child.text);
  return texts;
}

JsonReader JsonReader::object(std::string_view key) { return {need(key), path_of(key), *where_}; }

std::vector<JsonReader> JsonReader::objects(std::string_view key) {
  std::vector<JsonReader> readers;
  const JsonNode* node = find(key);
  if (node == nullptr) return readers;
  if (node->kind != Kind::array) refuse(key, "an array of objects", *node);
  for (std::size_t i = 0; i < node->children.size(); ++i) {
    readers.emplace_back(node->children[i], fmt::format("{}[{}]", path_of(key), i), *where_);
  }
  return readers;
}

void JsonReader::done() const {
  for (const std::string& key : node_->keys) {
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    const auto meant = words::nearest(key, asked_);
    fail(key, meant ? "is not known here; perhaps '" + *meant + "' is meant"
                    : "is not known here; there are: " + words::joined(asked_));
  }
}

void JsonReader::fail(std::string_view key, const std::string& what) const {
  const auto at = std::find(node_->keys.begin(), node_->keys.end(), key);
  const std::size_t line =
      at == node_->keys.end()
          ? node_->line
          : node_->key_lines[static_cast<std::size_t>(at - node_->keys.begin())];
  throw core::Error(fmt::format("{}:{}: key '{}': {}", *where_, line, path_of(key), what));
}

void JsonReader::refuse(std::string_view key, const std::string& must_be,
                        const JsonNode& is) const {
  fail(key, fmt::format("must be {}, is {}", must_be, quoted(is)));
}

std::string JsonReader::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

}  // namespace heatwave::session
