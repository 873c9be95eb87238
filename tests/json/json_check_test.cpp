// Tests that a JSON text beyond its budget is refused.
#include "app/json/json_check.h"

#include <gtest/gtest.h>

#include "kernels/core/error.h"

namespace heatwave::json {
namespace {

using namespace std::string_view_literals;

std::string refusal(const std::string& text, const JsonBudget& budget,
                    const std::string& where = "f.json") {
  try {
    check_json(text, where, budget);
  } catch (const core::Error& error) {
    return error.what();
  }
  return "";
}

constexpr JsonBudget kSmall{.bytes = 40'000, .values = 5};

TEST(JsonCheck, CountsValuesAtAllDepths) {
  EXPECT_EQ(refusal("{\"a\": [1, {\"b\": \"c\"}]}", kSmall), "");
  EXPECT_EQ(refusal("{\"a\":\n[1, {\"b\": \"c\", \"d\": null}]}", kSmall),
            "f.json:2: the text holds more than 5 values");
  EXPECT_EQ(refusal(std::string(40'001, ' '), kSmall),
            "f.json:1: the text has 40.0 kB, and may have 40.0 kB");
}

TEST(JsonCheck, BoundsDepthAndKeys) {
  constexpr JsonBudget kManyValues{.bytes = 1'000'000, .values = 100'000};
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(refusal(nested(64), kManyValues), "");
  EXPECT_EQ(refusal(nested(65), kManyValues), "f.json:1: is nested too deeply");
  std::string keys = "{\"0\": 0";
  for (int key = 1; key < 1000; ++key) keys += ", \"" + std::to_string(key) + "\": 0";
  EXPECT_EQ(refusal(keys + "}", kManyValues), "");
  EXPECT_EQ(refusal(keys + ", \"1000\": 0}", kManyValues),
            "f.json:1: an object has more than 1000 keys");
  EXPECT_EQ(refusal("{\"" + std::string(1001, 'k') + "\": 0}", kManyValues),
            "f.json:1: a key has more than 1000 bytes");
}

TEST(JsonCheck, FindsWhatIsWrongInAndAfterLongStrings) {
  constexpr JsonBudget kLarge{.bytes = 1'000'000, .values = 10};
  const std::string plain(100'000, 'x');
  EXPECT_EQ(refusal("[\"" + plain + "\"]", kLarge), "");
  EXPECT_EQ(refusal("[\"" + plain + "\\\"æ\\\\\", \"" + plain + "\"]", kLarge), "");
  for (const char* wrong : {"\n\"]", "\\q\"]", "\xff\"]", "\\\"]", "\",]", "", "\"\"]"}) {
    EXPECT_NE(refusal("[\n\"" + plain + wrong, kLarge).find("f.json:2: not JSON"),
              std::string::npos)
        << wrong;
  }
}

TEST(JsonCheck, RefusesANulByteAndWhatFollowsIt) {
  for (const std::string_view text : {"{}\0"sv, "{}\0 and more"sv, "[\"\0\"]"sv, "\0[1, 2"sv}) {
    EXPECT_EQ(refusal(std::string(text), kSmall), "f.json:1: not JSON: it has a NUL byte");
    EXPECT_EQ(refusal("\n\n" + std::string(text), kSmall), "f.json:3: not JSON: it has a NUL byte");
  }
  EXPECT_EQ(refusal("[\"\\u0000\"]", kSmall), "");
}

TEST(JsonCheck, NamesThePlaceOfAMistake) {
  EXPECT_EQ(refusal("{\"a\": 1,\n\"a\": 2}", kSmall), "f.json:2: key 'a' comes twice");
  EXPECT_EQ(refusal("{\"a\": 1,\n\"a\": 2}", kSmall, ""), "line 2: key 'a' comes twice");
  EXPECT_EQ(refusal("{\n\n\"a\": oops}", kSmall).substr(0, 18), "f.json:3: not JSON");
}

}  // namespace
}  // namespace heatwave::json
