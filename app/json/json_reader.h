// Reads the values of one JSON object; every mistake becomes an error with its line and key.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/json/json_tree.h"
#include "kernels/core/geometry.h"

namespace heatwave::json {

class JsonObjects;

// An infinite number is written by these words in texts that take figures.
inline constexpr std::string_view kInfinite = "infinite";
inline constexpr std::string_view kMinusInfinite = "-infinite";

/// Rules for the contents of a text; those for texts that people write are the strictest.
struct JsonRules {
  bool passes_unknown_keys = false;  ///< a newer version may have written them
  bool takes_figures = false;        ///< a number may be infinite, or null for NaN
  bool refuses_invisible = false;    ///< texts have no control or invisible characters
};
/// The rules for files of the program's own.
inline constexpr JsonRules kOwnFileRules{.passes_unknown_keys = true};
/// The rules for measurements, which are shown.
inline constexpr JsonRules kMeasurementRules{
    .passes_unknown_keys = true, .takes_figures = true, .refuses_invisible = true};

/// The state that all readers of one text share.
struct JsonContext {
  std::string where;
  JsonRules rules;
  std::size_t inflated_left = 0;  ///< bytes that compressed parts may still inflate to
};

/// Keys are requested one by one; done() then refuses all others, whose values are never built. A
/// getter returns its fallback if the key is absent; without a fallback it refuses that.
class JsonReader {
 public:
  /// `path`: the path of this object, such as "sources[2]"; empty: the top, which `what` names in
  /// errors. `where`: the name of the text; empty: it has no name. The node's keys must be listed.
  JsonReader(JsonNode node, std::string path, const std::string& where,
             std::string_view what = "a scene", const JsonRules& rules = {});

  [[nodiscard]] bool has(std::string_view key);
  /// Returns whether the key's value is null. The key is required.
  [[nodiscard]] bool is_null(std::string_view key);
  double number(std::string_view key, std::optional<double> fallback = {});
  int integer(std::string_view key, int low, int high, std::optional<int> fallback = {});
  /// Returns the number without rounding.
  std::int64_t whole(std::string_view key);
  std::uint64_t natural(std::string_view key);
  bool flag(std::string_view key, bool fallback);
  std::string text(std::string_view key, std::optional<std::string> fallback = {});
  /// Returns one of the given words.
  std::string word(std::string_view key, const std::vector<std::string>& words,
                   std::optional<std::string> fallback = {});
  [[nodiscard]] bool is_text(std::string_view key);
  /// Returns the result of `read_node` for the key's value; if there is none, refuses the key,
  /// whose value must be `must_be`.
  template <typename ReadNode>
  auto value(std::string_view key, const std::string& must_be, ReadNode read_node) {
    const JsonNode& node = need(key);
    auto result = read_node(node);
    if (!result) refuse(key, must_be, node);
    return *std::move(result);
  }
  JsonReader object(std::string_view key);
  /// Returns the objects of an array; none if the key is absent.
  JsonObjects objects(std::string_view key);
  /// Subtracts the inflated bytes of a key's compressed value from the text's budget. Refuses the
  /// key if they exceed the rest of the budget.
  void spend_inflated(std::string_view key, std::size_t bytes);

  /// Renames a key if its value is of this kind. Returns whether it did.
  bool rename(std::string_view key, JsonNode::Kind kind, std::string_view name);
  /// Returns the object's keys, as written or renamed.
  [[nodiscard]] const std::vector<std::string>& keys() const { return node_.keys; }

  /// Returns the number under "version", from 1 to the newest version that this program reads.
  int version(int newest);

  /// Refuses keys that were not requested, unless the rules allow them.
  void done() const;
  [[noreturn]] void fail(std::string_view key, const std::string& what) const;

 private:
  friend class JsonObjects;
  JsonReader(JsonNode node, std::string path, std::shared_ptr<JsonContext> context,
             std::string_view what = {});

  [[nodiscard]] const JsonNode* find(std::string_view key);
  const JsonNode& need(std::string_view key);
  [[nodiscard]] std::string path_of(std::string_view key) const;
  [[noreturn]] void refuse(std::string_view key, const std::string& must_be,
                           const JsonNode& is) const;

  JsonNode node_;
  std::string path_;
  std::shared_ptr<JsonContext> context_;
  std::vector<std::string> asked_;
};

/// The objects of an array, read one after the other; any other element is refused when its turn
/// comes.
class JsonObjects {
 public:
  class Iterator {
   public:
    explicit Iterator(const JsonObjects& all);
    JsonReader& operator*() { return *now_; }
    Iterator& operator++();
    friend bool operator!=(const Iterator& a, std::default_sentinel_t /*end*/) {
      return a.now_.has_value();
    }

   private:
    const JsonObjects& all_;
    JsonElements elements_;
    std::size_t index_ = 0;
    std::optional<JsonReader> now_;
  };

  /// `path`: the path of the array.
  JsonObjects(JsonNode array, std::string path, std::shared_ptr<JsonContext> context)
      : array_(std::move(array)), path_(std::move(path)), context_(std::move(context)) {}

  [[nodiscard]] std::size_t size() const { return element_count(array_); }
  [[nodiscard]] Iterator begin() const { return Iterator(*this); }
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }

 private:
  JsonNode array_;
  std::string path_;
  std::shared_ptr<JsonContext> context_;
};

}  // namespace heatwave::json
