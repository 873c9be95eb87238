// Uses the events of nlohmann's parser, which counts neither lines nor values itself.
#include "app/json/json_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <vector>

#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::json {
namespace {

constexpr std::size_t kDeepestJson = 64;
/// The largest number of keys of an object.
constexpr std::size_t kMostKeys = 1000;
/// The number of bytes.
constexpr std::size_t kLongestKey = 1000;

/// The parser's position. A line break belongs to the line that it ends, so a number's line is
/// right although the parser reads one character beyond the number.
struct Position {
  std::size_t line = 1;
  bool at_break = false;
  bool in_string = false;
  bool escapes = false;  ///< the character was a backslash that escapes the next one

  /// Returns whether the character begins a string.
  bool pass(char c) {
    if (at_break) ++line;
    at_break = c == '\n';
    const bool is_quote = c == '"' && !escapes;
    escapes = in_string && c == '\\' && !escapes;
    if (is_quote) in_string = !in_string;
    return is_quote && in_string;
  }
};

/// Hides the beginning of long plain text in a string from the parser, which would keep two copies
/// of it. The values themselves are read from the text later.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char* end, Position* position)
      : at_(at), end_(end), position_(position) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    if (position_->pass(*at_++)) skip_plain();
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
  void skip_plain() {
    constexpr std::ptrdiff_t kShown = 2 * kLongestKey;
    const char* const plain_end = std::find_if_not(
        at_, end_, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
    if (plain_end - at_ > kShown) at_ = plain_end - kShown;
  }

  const char* at_;
  const char* end_;
  Position* position_;
};

/// Counts the parser's values, and stores only the keys of open objects.
class JsonCounter {
 public:
  JsonCounter(const Position& position, const std::string& where, const JsonBudget& budget)
      : position_(position), where_(where), budget_(budget) {}

  bool null() { return add_value(); }
  bool boolean(bool /*value*/) { return add_value(); }
  bool number_integer(std::int64_t /*value*/) { return add_value(); }
  bool number_unsigned(std::uint64_t /*value*/) { return add_value(); }
  bool number_float(double /*value*/, const std::string& /*text*/) { return add_value(); }
  bool string(const std::string& /*value*/) { return add_value(); }
  bool binary(const std::vector<std::uint8_t>& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return open(); }
  bool start_array(std::size_t /*size*/) { return open(); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(const std::string& key) {
    if (key.size() > kLongestKey) {
      fail(fmt::format("a key has more than {} bytes", kLongestKey));
    }
    if (!keys_.back().insert(key).second) {
      fail(fmt::format("key '{}' comes twice", words::excerpt(key)));
    }
    if (keys_.back().size() > kMostKeys) {
      fail(fmt::format("an object has more than {} keys", kMostKeys));
    }
    return true;
  }

  [[noreturn]] bool parse_error(std::size_t /*position*/, const std::string& /*last_token*/,
                                const nlohmann::detail::exception& error) {
    std::string words = error.what();
    for (const char* before : {"] ", ": "}) {
      const std::size_t at = words.find(before);
      if (at != std::string::npos) words.erase(0, at + 2);
    }
    constexpr std::size_t kLongestReason = 200;
    fail("not JSON: " + words::excerpt(words, kLongestReason));
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw core::Error(fmt::format("{}: {}", place_in(where_, position_.line), what));
  }
  bool add_value() {
    if (++values_ > budget_.values) {
      fail(fmt::format("the text holds more than {} values", budget_.values));
    }
    return true;
  }
  bool open() {
    // Deeper nesting would overflow the stack of the code that reads the values.
    if (keys_.size() >= kDeepestJson) fail("is nested too deeply");
    keys_.emplace_back();
    return add_value();
  }
  bool close() {
    keys_.pop_back();
    return true;
  }

  const Position& position_;
  const std::string& where_;
  const JsonBudget& budget_;
  std::size_t values_ = 0;
  std::vector<std::unordered_set<std::string>> keys_;  ///< keys of each open array or object
};

}  // namespace

std::string place_in(const std::string& where, std::size_t line) {
  return where.empty() ? fmt::format("line {}", line) : fmt::format("{}:{}", where, line);
}

void check_json(std::string_view text, const std::string& where, const JsonBudget& budget,
                std::size_t first_line) {
  if (text.size() > budget.bytes) {
    throw core::Error(fmt::format("{}: the text has {}, and may have {}",
                                  place_in(where, first_line),
                                  core::in_bytes(static_cast<double>(text.size())),
                                  core::in_bytes(static_cast<double>(budget.bytes))));
  }
  // The parser takes a NUL byte for the end of the text.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    const auto breaks = std::count(text.begin(), text.begin() + nul, '\n');
    throw core::Error(fmt::format("{}: not JSON: it has a NUL byte",
                                  place_in(where, first_line + static_cast<std::size_t>(breaks))));
  }
  Position position{.line = first_line};
  JsonCounter counter(position, where, budget);
  const char* const end = text.data() + text.size();
  nlohmann::json::sax_parse(CountingIterator(text.data(), end, &position),
                            CountingIterator(end, end, &position), &counter);
}

}  // namespace heatwave::json
