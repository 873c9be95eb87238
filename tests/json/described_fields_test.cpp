// A value that is described once is written and read alike, and every mistake in its text is named.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/json/field_reader.h"
#include "app/json/field_writer.h"
#include "kernels/core/error.h"
#include "kernels/core/names.h"

namespace heatwave::json {

enum class Colour : std::uint8_t { red, grey };
constexpr auto names_of(Colour /*kind*/) {
  return std::to_array<core::Name<Colour>>(
      {{Colour::red, "red"}, {Colour::grey, "grey"}, {Colour::grey, "gray"}});
}

namespace {

struct Round {
  double radius = 1.0;
  static constexpr std::string_view kName = "round";
  static void fields(auto& self, auto&& visit) { visit("radius", self.radius, kPositive); }
  friend bool operator==(const Round&, const Round&) = default;
};
struct Square {
  static constexpr std::string_view kName = "square";
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
  friend bool operator==(const Square&, const Square&) = default;
};

struct Plate {
  std::string title;
  int count = 1;
  Colour colour = Colour::red;
  std::variant<Round, Square> shape;
  std::vector<Round> holes;
  std::optional<double> weight;
  double width = 2.0;
  static void fields(auto& self, auto&& visit) {
    visit("title", self.title);
    visit.changed("count", self.count, 1, Between{1, 9});
    visit.later("colour", self.colour);
    visit.variant("shape", self.shape);
    visit.optional("holes", self.holes);
    visit.nullable("weight", self.weight);
    visit.group("size", self.width != 2.0,
                [&](auto&& inner) { inner.changed("width", self.width, 2.0); });
  }
  friend bool operator==(const Plate&, const Plate&) = default;
};

Plate read(const std::string& text) {
  JsonReader in(parse_json(text, "plate.json"), "", "plate.json", "a plate");
  Plate plate;
  describe(plate, FieldReader(in));
  in.done();
  return plate;
}

std::string refusal(const std::string& text) {
  try {
    (void)read(text);
  } catch (const core::Error& error) {
    return error.what();
  }
  return "";
}

TEST(DescribedFields, AreReadAsTheyWereWritten) {
  const Plate plain{.title = "p", .shape = Square{}};
  EXPECT_EQ(object_of(plain).dump(),
            R"({"title":"p","colour":"red","shape":"square","weight":null})");
  EXPECT_EQ(read(object_of(plain).dump()), plain);
  const Plate full{.title = "f",
                   .count = 3,
                   .colour = Colour::grey,
                   .shape = Round{0.5},
                   .holes = {{1.0}, {2.5}},
                   .weight = 4.0,
                   .width = 7.0};
  EXPECT_EQ(object_of(full).dump(),
            R"({"title":"f","count":3,"colour":"grey","shape":"round","radius":0.5,)"
            R"("holes":[{"radius":1},{"radius":2.5}],"weight":4,"size":{"width":7}})");
  EXPECT_EQ(read(object_of(full).dump()), full);
}

TEST(DescribedFields, NameTheLineAndTheKeyOfEachMistake) {
  EXPECT_EQ(refusal("{\"title\": \"p\",\n\"shape\": \"round\",\n\"radius\": 0, \"weight\": 1}"),
            "plate.json:3: key 'radius': must be a positive number, is 0");
  EXPECT_EQ(refusal(R"({"title": "p", "count": 10})"),
            "plate.json:1: key 'count': must be a whole number from 1 to 9, is 10");
  EXPECT_EQ(refusal(R"({"title": "p", "colour": "blue"})"),
            "plate.json:1: key 'colour': must be one of red, grey, gray, is \"blue\"");
  EXPECT_EQ(refusal("{\"title\": \"p\", \"shape\": \"square\", \"weight\": 1,\n\"colur\": 1}"),
            "plate.json:2: key 'colur': is not known here; perhaps 'colour' is meant");
  EXPECT_EQ(refusal(R"({"title": "p", "shape": "square", "weight": 1, "holes": [{}]})"),
            "plate.json:1: key 'holes[0].radius': is missing");
}

TEST(DescribedFields, KeepWhatChangesLeaveOut) {
  Plate plate{.title = "p", .count = 5, .shape = Round{2.0}, .width = 7.0};
  JsonReader in(parse_json(R"({"title": "q"})", "change"), "", "change");
  FieldReader change(in, FieldReader::Object::changes);
  change("title", plate.title);
  change.changed("count", plate.count, 1);
  EXPECT_EQ(plate.title, "q");
  EXPECT_EQ(plate.count, 5);
}

TEST(Names, FindWhatTheyName) {
  EXPECT_EQ(core::name_of(Colour::grey), "grey") << "the first name of a value counts";
  EXPECT_EQ(core::find_named<Colour>("gray"), Colour::grey);
  EXPECT_FALSE(core::find_named<Colour>("blue"));
}

}  // namespace
}  // namespace heatwave::json
