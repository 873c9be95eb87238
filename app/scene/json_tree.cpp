// Builds the tree from the events of nlohmann's parser, which itself knows no lines.
#include "app/scene/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

/// The line of the character that was read last. The parser has just read a string's or brace's
/// last character when it reports it, and one character more after a number: also then the line is
/// the value's, for a line break counts to the line that it ends.
struct LineCount {
  std::size_t line = 1;
  bool at_break = false;

  void pass(char c) {
    if (at_break) ++line;
    at_break = c == '\n';
  }
};

class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, LineCount* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    count_->pass(*at_++);
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* at_;
  LineCount* count_;
};

class TreeBuilder {
 public:
  TreeBuilder(const LineCount& count, const std::string& where) : count_(count), where_(where) {}

  bool null() { return leaf({.kind = JsonNode::Kind::null}); }
  bool boolean(bool value) { return leaf({.kind = JsonNode::Kind::boolean, .boolean = value}); }
  bool number_integer(std::int64_t value) {
    return leaf(
        {.kind = JsonNode::Kind::number, .number = static_cast<double>(value), .whole = value});
  }
  bool number_unsigned(std::uint64_t value) {
    JsonNode node{.kind = JsonNode::Kind::number, .number = static_cast<double>(value)};
    node.natural = value;
    if (std::in_range<std::int64_t>(value)) node.whole = static_cast<std::int64_t>(value);
    return leaf(std::move(node));
  }
  bool number_float(double value, const std::string& /*text*/) {
    return leaf({.kind = JsonNode::Kind::number, .number = value});
  }
  bool string(std::string& value) {
    return leaf({.kind = JsonNode::Kind::string, .text = std::move(value)});
  }
  bool binary(std::vector<std::uint8_t>& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return open(JsonNode::Kind::object); }
  bool start_array(std::size_t /*size*/) { return open(JsonNode::Kind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& key) {
    JsonNode& object = open_.back();
    if (!keys_.back().insert(key).second) {
      fail(fmt::format("key '{}' comes twice", key));
    }
    object.keys.push_back(std::move(key));
    object.key_lines.push_back(count_.line);
    return true;
  }

  [[noreturn]] bool parse_error(std::size_t /*position*/, const std::string& /*last_token*/,
                                const nlohmann::detail::exception& error) {
    std::string words = error.what();
    for (const char* before : {"] ", ": "}) {
      const std::size_t at = words.find(before);
      if (at != std::string::npos) words.erase(0, at + 2);
    }
    std::replace_if(
        words.begin(), words.end(), [](unsigned char c) { return c < ' '; }, ' ');
    fail("not JSON: " + words);
  }

  JsonNode take() { return std::move(root_); }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw core::Error(fmt::format("{}:{}: {}", where_, count_.line, what));
  }
  bool leaf(JsonNode node) {
    node.line = count_.line;
    return put(std::move(node));
  }
  bool open(JsonNode::Kind kind) {
    // Deeper nesting than any scene has would only exhaust the stack later.
    constexpr std::size_t kDeepest = 64;
    if (open_.size() >= kDeepest) fail("is nested too deeply");
    open_.push_back({.kind = kind, .line = count_.line});
    keys_.emplace_back();
    return true;
  }
  bool close() {
    JsonNode node = std::move(open_.back());
    open_.pop_back();
    keys_.pop_back();
    return put(std::move(node));
  }
  bool put(JsonNode node) {
    (open_.empty() ? root_ : open_.back().children.emplace_back()) = std::move(node);
    return true;
  }

  const LineCount& count_;
  const std::string& where_;
  std::vector<JsonNode> open_;
  std::vector<std::unordered_set<std::string>> keys_;  ///< of each that is open
  JsonNode root_;
};

}  // namespace

JsonNode parse_json(std::string_view text, const std::string& where, std::size_t first_line) {
  LineCount count{.line = first_line};
  TreeBuilder builder(count, where);
  nlohmann::json::sax_parse(CountingIterator(text.data(), &count),
                            CountingIterator(text.data() + text.size(), &count), &builder);
  return builder.take();
}

std::string quoted(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::null:
      return "null";
    case JsonNode::Kind::boolean:
      return node.boolean ? "true" : "false";
    case JsonNode::Kind::number:
      return fmt::format("{}", node.number);
    case JsonNode::Kind::string:
      return '"' + node.text + '"';
    case JsonNode::Kind::array:
      return fmt::format("an array of {}", node.children.size());
    case JsonNode::Kind::object:
      break;
  }
  return "an object";
}

}  // namespace heatwave::session
