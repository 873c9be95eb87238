// Reads the values of one JSON object; every mistake becomes an error with its line and key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/scene/json_tree.h"
#include "app/scene/shape.h"

namespace heatwave::session {

/// Keys are asked for one by one; done() then refuses those that nobody asked for. A getter with a
/// fallback gives it where the key is absent; one without refuses that.
class JsonReader {
 public:
  /// `path` is what leads to this object, as in "sources[2]"; empty at the top, which `what` names
  /// in errors. The node and `where` must outlive the reader.
  JsonReader(const JsonNode& node, std::string path, const std::string& where,
             std::string_view what = "a scene");

  [[nodiscard]] bool has(std::string_view key);
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
  Point point(std::string_view key);
  std::vector<Point> points(std::string_view key);
  /// Two numbers.
  std::pair<double, double> pair(std::string_view key);
  /// Two whole numbers of cells, from 1 to the longest side.
  core::Extent extent(std::string_view key, int longest);
  [[nodiscard]] bool is_text(std::string_view key);
  std::vector<double> numbers(std::string_view key);
  /// The floats whose bytes a text of this key holds in base64.
  std::vector<float> floats(std::string_view key, const std::string& text);
  std::vector<std::string> texts(std::string_view key);
  JsonReader object(std::string_view key);
  /// The objects of an array; none where the key is absent.
  std::vector<JsonReader> objects(std::string_view key);

  /// The object's keys, as they were written.
  [[nodiscard]] const std::vector<std::string>& keys() const { return node_->keys; }

  void done() const;
  [[noreturn]] void fail(std::string_view key, const std::string& what) const;

 private:
  [[nodiscard]] const JsonNode* find(std::string_view key);
  const JsonNode& need(std::string_view key);
  [[nodiscard]] std::string path_of(std::string_view key) const;
  [[noreturn]] void refuse(std::string_view key, const std::string& must_be,
                           const JsonNode& is) const;

  const JsonNode* node_;
  std::string path_;
  const std::string* where_;
  std::vector<std::string> asked_;
};

}  // namespace heatwave::session
