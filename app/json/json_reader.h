// Reads the values of one JSON object; every mistake becomes an error with its line and key.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/json/json_tree.h"
#include "kernels/core/geometry.h"

namespace heatwave::json {

class JsonObjects;

// How a number that is infinite is written where a text takes figures.
inline constexpr std::string_view kInfinite = "infinite";
inline constexpr std::string_view kMinusInfinite = "-infinite";

/// What a text may hold; a text that a person writes may hold the least.
struct JsonRules {
  bool passes_unknown_keys = false;  ///< a newer version may have written them
  bool takes_figures = false;        ///< a number may be null, which is no number, or infinite
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

/// Keys are asked for one by one; done() then refuses all others, whose values are never built. A
/// getter with a fallback gives it where the key is absent; one without refuses that.
class JsonReader {
 public:
  /// `path` is what leads to this object, as in "sources[2]"; empty at the top, which `what` names
  /// in errors. `where` names the text; empty: it has no name. The node's keys are listed.
  JsonReader(JsonNode node, std::string path, const std::string& where,
             std::string_view what = "a scene", const JsonRules& rules = {});

  [[nodiscard]] bool has(std::string_view key);
  /// Whether the key, which must be there, has no value.
  [[nodiscard]] bool is_null(std::string_view key);
  double number(std::string_view key, std::optional<double> fallback = {});
  double positive(std::string_view key, std::optional<double> fallback = {});
  int integer(std::string_view key, int low, int high, std::optional<int> fallback = {});
  /// To the last digit.
  std::int64_t whole(std::string_view key);
  std::uint64_t natural(std::string_view key);
  bool flag(std::string_view key, bool fallback);
  std::string text(std::string_view key, std::optional<std::string> fallback = {});
  /// One of the given words.
  std::string word(std::string_view key, const std::vector<std::string>& words,
                   std::optional<std::string> fallback = {});
  core::Point point(std::string_view key);
  std::vector<core::Point> points(std::string_view key);
  /// Two numbers.
  std::pair<double, double> pair(std::string_view key);
  /// Two whole numbers of cells, from 1 to the longest side.
  core::Extent extent(std::string_view key, int longest);
  [[nodiscard]] bool is_text(std::string_view key);
  std::vector<double> numbers(std::string_view key);
  /// The floats whose bytes a text of this key holds in base64.
  std::vector<float> floats(std::string_view key, const std::string& text);
  std::vector<std::string> texts(std::string_view key);
  /// Pairs of texts, of which what cannot be shown is replaced.
  std::vector<std::pair<std::string, std::string>> text_pairs(std::string_view key);
  JsonReader object(std::string_view key);
  /// The objects of an array; none where the key is absent.
  JsonObjects objects(std::string_view key);
  /// Counts what a compressed part of the text inflates to; refuses the key where all such parts of
  /// the text come to more than its budget.
  void spend_inflated(std::string_view key, std::size_t bytes);

  /// Calls a key by another name where its value is of this kind. Returns whether it did.
  bool rename(std::string_view key, JsonNode::Kind kind, std::string_view name);
  /// The object's keys, as they were written or renamed.
  [[nodiscard]] const std::vector<std::string>& keys() const { return node_.keys; }

  /// The number under "version", from 1 to the newest one that this program reads.
  int version(int newest);

  /// Refuses keys that were not asked for, unless the rules pass over them.
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

/// The objects of an array, read one after the other; what the array holds besides objects is
/// refused when its turn comes.
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

  /// `path` is what leads to the array.
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
