// Tests how a lecture becomes a page: escapes, bars, fences, and lines to write on.
#include "app/export/lecture_page.h"

#include <gtest/gtest.h>

namespace heatwave::exporting {
namespace {

LecturePage page_with(LectureSection section) {
  return {.title = "T & U", .sections = {std::move(section)}};
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(LecturePage, HtmlEscapesWordsAndHasNoEmptyParts) {
  const std::string html =
      lecture_html(page_with({.title = "a < b", .room = "Lab", .text = "\"x\" > y"}));
  EXPECT_TRUE(has(html, "<h1>T &amp; U</h1>"));
  EXPECT_TRUE(has(html, "1. a &lt; b</h2>"));
  EXPECT_TRUE(has(html, "<p class=\"text\">&quot;x&quot; &gt; y</p>"));
  EXPECT_FALSE(has(html, "<p class=\"question\">"));
  EXPECT_FALSE(has(html, "<figure>"));
}

// Bars are logarithmic: of 1, 10 and 100 ms the second one ends in the middle.
TEST(LecturePage, BarsOfTimesAreLogarithmic) {
  const std::string html = lecture_html(
      page_with({.title = "S", .caption = "Times", .times = {{"a", 1}, {"b", 10}, {"c", 100}}}));
  for (const char* const width : {"width: 4%", "width: 52%", "width: 100%"}) {
    EXPECT_TRUE(has(html, width)) << width;
  }
  const std::string one =
      lecture_html(page_with({.title = "S", .caption = "Time", .times = {{"a", 3}}}));
  EXPECT_TRUE(has(one, "width: 100%"));
}

TEST(LecturePage, AHandoutHasLinesToWriteOn) {
  LecturePage page = page_with({.title = "S", .question = "Why?"});
  EXPECT_FALSE(has(lecture_html(page), "<div class=\"line\">"));
  page.for_class = true;
  EXPECT_TRUE(has(lecture_html(page), "<div class=\"line\">"));
}

TEST(LecturePage, MarkdownPrintsEveryLetterAndFencesEveryCode) {
  const std::string text = lecture_markdown(
      page_with({.title = "__syncthreads", .room = "Stage", .caption = "C", .kernel = "a ``` b"}),
      {""});
  EXPECT_TRUE(has(text, "## 1. \\_\\_syncthreads (Stage)"));
  EXPECT_TRUE(has(text, "````cuda\na ``` b\n````\n"));
}

}  // namespace
}  // namespace heatwave::exporting
