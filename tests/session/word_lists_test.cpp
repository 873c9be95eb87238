// What a terminal may be shown.
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
            "\\xc2\\x9b31m");
  EXPECT_EQ(words::printable("\x9b\xff\xce"), "\\x9b\\xff\\xce");
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

}  // namespace
}  // namespace heatwave::session
