// Tests which characters a terminal may receive.
#include "app/words/word_lists.h"

#include <gtest/gtest.h>

namespace heatwave::session {
namespace {

TEST(Words, WhatATerminalWouldObeyIsMadeVisible) {
  EXPECT_EQ(words::printable("α ≤ 1/4 × 𝄞"), "α ≤ 1/4 × 𝄞");
  EXPECT_EQ(words::printable("two\nlines\tand\r\n"), "two lines and  ");
  EXPECT_EQ(words::printable("\x1b[31mred\x7f\x07"), "\\x1b[31mred\\x7f\\x07");
  EXPECT_EQ(words::printable("\xc2\x9b"
                             "31m"),
            "\\u009b31m");
  EXPECT_EQ(words::printable("\x9b\xff\xce"), "\\x9b\\xff\\xce");
}

TEST(Words, WhatNobodySeesIsMadeVisible) {
  EXPECT_EQ(words::printable("gpj.\u202eexe\u2066"), "gpj.\\u202eexe\\u2066");
  EXPECT_EQ(words::printable("\ufeffa\u200bb\u2028c\u00add"), "\\ufeffa\\u200bb\\u2028c\\u00add");
  EXPECT_EQ(words::printable("\U000e0041"), "\\ue0041");
  EXPECT_EQ(words::printable("👩\u200d🏫"), "👩\u200d🏫") << "emoji and scripts need joiners";
  for (const char* good : {"", "α\nβ\t", "👩\u200d🏫", "½ ≤ 𝄞"}) EXPECT_TRUE(words::is_visible(good));
  for (const char* bad : {"\r", "\x1b", "\u0085", "\u202e", "\u200f", "\u061c", "\ufeff", "\x80"}) {
    EXPECT_FALSE(words::is_visible(bad)) << words::printable(bad);
  }
}

TEST(Words, ALongTextIsQuotedByItsBeginning) {
  EXPECT_EQ(words::excerpt("short\n"), "short ");
  EXPECT_EQ(words::excerpt("ææææ", 5), "ææ…");
  EXPECT_EQ(words::excerpt(std::string(100, 'a')), std::string(80, 'a') + "…");
}

TEST(Words, KnowWhatIsUtf8) {
  for (const char* good : {"", "plain", "α", "≤", "𝄞", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(words::is_utf8(good)) << good;
  }
  for (const char* bad : {"\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf0\x80\x80\xaf",
                          "\xf4\x90\x80\x80", "\xce", "a\xff"}) {
    EXPECT_FALSE(words::is_utf8(bad)) << bad;
  }
}

TEST(Sentence, EndsWithAPeriodOrItsQuestionMark) {
  EXPECT_EQ(words::sentence("unknown name 'vv'"), "Unknown name 'vv'.");
  EXPECT_EQ(words::sentence("unknown name 'vv'; did you mean 'v'?"),
            "Unknown name 'vv'; did you mean 'v'?");
}

}  // namespace
}  // namespace heatwave::session
