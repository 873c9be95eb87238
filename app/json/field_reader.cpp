// Reads values from JSON and checks them against the limits of their types.
#include "app/json/field_reader.h"

#include <cmath>

#include "app/words/word_lists.h"

namespace heatwave::json {
namespace {

template <typename Whole>
void read_whole_numbers(JsonReader& in, const char* key, std::vector<Whole>& value) {
  value.clear();
  for (const double number : in.numbers(key)) {
    const bool fits = std::floor(number) == number && std::abs(number) < 0x1p53 &&
                      std::in_range<Whole>(static_cast<std::int64_t>(number));
    if (!fits) in.fail(key, fmt::format("must be whole numbers, is {} among others", number));
    value.push_back(static_cast<Whole>(number));
  }
}

}  // namespace

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
void read(JsonReader& in, const char* key, core::Point& value) { value = in.point(key); }

void read(JsonReader& in, const char* key, core::Extent& value) {
  std::vector<int> sides;
  read(in, key, sides);
  if (sides.size() != 2) in.fail(key, "must be two whole numbers [width, height]");
  value = {sides[0], sides[1]};
}

void read(JsonReader& in, const char* key, std::vector<core::Point>& value) {
  value = in.points(key);
}

void read(JsonReader& in, const char* key, std::vector<float>& value) {
  value = in.floats(key, in.text(key));
}

void read(JsonReader& in, const char* key, std::vector<std::vector<float>>& value) {
  value.clear();
  for (const std::string& text : in.texts(key)) value.push_back(in.floats(key, text));
}

void read(JsonReader& in, const char* key, std::vector<std::string>& value) {
  value = in.texts(key);
}
void read(JsonReader& in, const char* key, std::vector<double>& value) { value = in.numbers(key); }
void read(JsonReader& in, const char* key, std::vector<int>& value) {
  read_whole_numbers(in, key, value);
}
void read(JsonReader& in, const char* key, std::vector<std::int64_t>& value) {
  read_whole_numbers(in, key, value);
}

void read(JsonReader& in, const char* key,
          std::vector<std::pair<std::string, std::string>>& value) {
  value = in.text_pairs(key);
}

}  // namespace heatwave::json
