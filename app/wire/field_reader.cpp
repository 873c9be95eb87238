// Values from JSON, each held to what its type can be.
#include "app/wire/field_reader.h"

#include <cmath>

namespace heatwave::wire {
namespace {

constexpr int kHighest = std::numeric_limits<int>::max();

template <typename Whole>
void read_whole_numbers(JsonReader& r, const char* key, std::vector<Whole>& value) {
  value.clear();
  for (const double number : r.numbers(key)) {
    const bool fits = std::floor(number) == number && std::abs(number) < 0x1p53 &&
                      std::in_range<Whole>(static_cast<std::int64_t>(number));
    if (!fits) r.fail(key, fmt::format("must be whole numbers, is {} among others", number));
    value.push_back(static_cast<Whole>(number));
  }
}

}  // namespace

void read(JsonReader& r, const char* key, bool& value) {
  if (!r.has(key)) r.fail(key, "is missing");
  value = r.flag(key, false);
}
void read(JsonReader& r, const char* key, int& value) {
  value = r.integer(key, std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
}
void read(JsonReader& r, const char* key, std::int64_t& value) { value = r.whole(key); }
void read(JsonReader& r, const char* key, std::uint64_t& value) { value = r.natural(key); }
void read(JsonReader& r, const char* key, double& value) { value = r.number(key); }
void read(JsonReader& r, const char* key, std::string& value) { value = r.text(key); }
void read(JsonReader& r, const char* key, core::Point& value) { value = r.point(key); }

void read(JsonReader& r, const char* key, core::Extent& value) {
  std::vector<int> sides;
  read(r, key, sides);
  if (sides.size() != 2) r.fail(key, "must be two whole numbers [width, height]");
  value = {sides[0], sides[1]};
}

void read(JsonReader& r, const char* key, scene::Pace& value) {
  value = {};
  if (r.is_text(key)) {
    r.word(key, {"fit"});
  } else {
    value.steps = r.integer(key, 0, kHighest);
  }
}

void read(JsonReader& r, const char* key, scene::Item& value) {
  JsonReader object = r.object(key);
  const int id = object.integer("id", 0, kHighest, 0);
  value = scene::read_item(object, object.word("is", {"source", "wall", "medium"}), nullptr);
  value.id = id;
  object.done();
}

void read(JsonReader& r, const char* key, scene::Scene& value) {
  JsonReader object = r.object(key);
  value = scene::read_scene(object, {}, scene::SceneForm::travelling);
}

void read(JsonReader& r, const char* key, std::vector<core::Point>& value) {
  value = r.points(key);
}

void read(JsonReader& r, const char* key, std::vector<float>& value) {
  value = r.floats(key, r.text(key));
}

void read(JsonReader& r, const char* key, std::vector<std::vector<float>>& value) {
  value.clear();
  for (const std::string& text : r.texts(key)) value.push_back(r.floats(key, text));
}

void read(JsonReader& r, const char* key, std::vector<std::string>& value) { value = r.texts(key); }
void read(JsonReader& r, const char* key, std::vector<double>& value) { value = r.numbers(key); }
void read(JsonReader& r, const char* key, std::vector<int>& value) {
  read_whole_numbers(r, key, value);
}
void read(JsonReader& r, const char* key, std::vector<std::int64_t>& value) {
  read_whole_numbers(r, key, value);
}

}  // namespace heatwave::wire
