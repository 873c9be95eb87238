// Tests how a lecture becomes a page: escapes, bars, fences, and lines to write on.
#include "app/export/lecture_page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

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

TEST(LecturePage, APictureIsAsWideAsItsLettersNeed) {
  LectureSection section{.title = "S", .caption = "C", .picture = {1}};
  EXPECT_TRUE(has(lecture_html(page_with(section)), "style=\"width: 100%\""));
  section.picture_width = 80;
  EXPECT_TRUE(has(lecture_html(page_with(section)), "style=\"width: 80mm\""));
}

TEST(LecturePage, AnOptionStaysOnOneLine) {
  const std::string html = lecture_html(page_with({.title = "S", .text = "run --parts 2 - <x"}));
  EXPECT_TRUE(has(html, "run <span class=\"option\">--parts</span> 2 - &lt;x</p>"));
}

TEST(LecturePage, ANarrowPictureHasItsWordsBesideItAndItsKernelBelow) {
  LectureSection section{
      .title = "S", .text = "T", .caption = "C", .picture = {1}, .kernel = "__global__"};
  section.picture_width = 130;
  const std::string wide = lecture_html(page_with(section));
  EXPECT_FALSE(has(wide, "class=\"beside\""));
  EXPECT_LT(wide.find("<pre>__global__"), wide.find("<figure>"));
  section.picture_width = 80;
  const std::string narrow = lecture_html(page_with(section));
  const std::size_t figure = narrow.find("<figure class=\"beside\" style=\"width: 80mm\">");
  ASSERT_NE(figure, std::string::npos);
  EXPECT_LT(figure, narrow.find("<p class=\"text\">T</p>"));
  EXPECT_LT(narrow.find("<p class=\"text\">T</p>"), narrow.find("<pre>__global__"));
}

// A program of 60 lines fits on a page: it is whole there, to be copied.
TEST(LecturePage, AListingStaysOnOnePage) {
  LecturePage page = page_with({.title = "S"});
  for (int i = 0; i < 60; ++i) page.program += "x;\n";
  const std::string html = lecture_html(page);
  EXPECT_TRUE(has(html, "<pre>x;\n"));
  EXPECT_TRUE(std::regex_search(html, std::regex("\\npre \\{[^}]*break-inside: avoid;")));
  EXPECT_FALSE(has(html, "break-inside: auto"));
}

TEST(LecturePage, ResultsHaveAColumnWhereTheStepShowsThem) {
  LecturePage page = page_with({.title = "S", .caption = "Times", .times = {{"a", 1}, {"b", 10}}});
  EXPECT_FALSE(has(lecture_markdown(page, {""}), "result"));
  page.sections.front().times.front().result = "518.913";
  EXPECT_TRUE(has(lecture_html(page), "<td>a</td><td>518.913</td><td class=\"time\">"));
  EXPECT_TRUE(has(lecture_html(page), "<td>b</td><td></td><td class=\"time\">"));
  EXPECT_TRUE(has(lecture_markdown(page, {""}), "| variant | result | time |"));
  EXPECT_TRUE(has(lecture_markdown(page, {""}), "\n| a | 518.913 | "));
}

TEST(LecturePage, AHandoutHasLinesToWriteOn) {
  LecturePage page = page_with({.title = "S", .question = "Why?"});
  EXPECT_FALSE(has(lecture_html(page), "<div class=\"line\">"));
  page.for_class = true;
  EXPECT_TRUE(has(lecture_html(page), "<div class=\"line\">"));
}

TEST(LecturePage, AQuestionStaysOnOnePageWithItsAnswer) {
  const std::string html =
      lecture_html(page_with({.title = "S", .question = "Why?", .answer = "So."}));
  EXPECT_TRUE(has(html, "break-inside: avoid; }\n.question"));
  EXPECT_TRUE(has(html,
                  "<div class=\"asked\">\n<p class=\"question\">Why?</p>\n"
                  "<p class=\"answer\">So.</p>\n</div>\n"));
  EXPECT_FALSE(has(lecture_html(page_with({.title = "S"})), "<div class=\"asked\">"));
}

TEST(LecturePage, AGuideIsAboveTheTitlesOfAllSteps) {
  LecturePage page = page_with({.title = "A_B", .room = "Lab"});
  EXPECT_FALSE(has(lecture_html(page), "<ol"));
  EXPECT_FALSE(has(lecture_markdown(page, {""}), "\n1. A"));
  page.guide = "Page Down goes on.";
  EXPECT_TRUE(has(lecture_html(page), "<p class=\"guide\">Page Down goes on.</p>\n<ol"));
  EXPECT_TRUE(has(lecture_html(page), "<li>A_B <span class=\"place\">Lab</span></li>"));
  EXPECT_TRUE(has(lecture_markdown(page, {""}), "Page Down goes on.\n\n1. A\\_B (Lab)\n\n"));
}

TEST(LecturePage, TheTimeOfTheShownVariantIsBold) {
  const LecturePage page =
      page_with({.title = "S", .caption = "Times", .times = {{"a", 1}, {"b", 10, /*shown=*/true}}});
  EXPECT_TRUE(has(lecture_html(page), "<tr><td>a</td>"));
  EXPECT_TRUE(has(lecture_html(page), "<tr class=\"shown\"><td>b</td>"));
  EXPECT_TRUE(has(lecture_markdown(page, {""}), "\n| a | "));
  EXPECT_TRUE(has(lecture_markdown(page, {""}), "\n| **b** | "));
}

TEST(LecturePage, QuestionsToTakeHomeHaveTheirAnswersOrLinesToWriteOn) {
  LecturePage page = page_with({.title = "S"});
  EXPECT_FALSE(has(lecture_html(page), "Questions to take home"));
  page.problems = {{.question = "Why?", .answer = "So.", .misconception = "Never."}};
  const std::string html = lecture_html(page);
  EXPECT_TRUE(has(html,
                  "<p class=\"question\">Why?</p>\n<p class=\"answer\">So.</p>\n"
                  "<p class=\"misconception\">Never.</p>\n"));
  EXPECT_FALSE(has(html, "<div class=\"line\">"));
  EXPECT_TRUE(has(lecture_markdown(page, {""}),
                  "## Questions to take home\n\n**Question:** Why?\n\n**Answer:** So.\n\n"
                  "**Misconception:** Never.\n\n"));
  page.for_class = true;
  EXPECT_TRUE(has(lecture_html(page), "<div class=\"line\">"));
}

TEST(LecturePage, EquationsAreTypesetByReadersOfEitherFormat) {
  const LecturePage page = page_with({.title = "S", .text = "a_b < $c_1$, or $\\wrong$, for $5"});
  EXPECT_TRUE(has(lecture_html(page),
                  "<p class=\"text\">a_b &lt; <math displaystyle=\"true\" alttext=\"c₁\"><msub>"
                  "<mi>c</mi><mn>1</mn></msub></math>, or $\\wrong$, for $5</p>"));
  EXPECT_TRUE(has(lecture_markdown(page, {""}), "a\\_b \\< $c_1$, or $\\wrong$, for \\$5\n"));
}

/// Returns the relative luminance, as WCAG defines it, of "#rgb" or "#rrggbb".
double luminance(const std::string& colour) {
  const std::size_t digits = colour.size() == 4 ? 1 : 2;
  const auto part = [&](std::size_t i) {
    const std::string text = colour.substr(1 + digits * i, digits);
    const double value = std::stoi(digits == 1 ? text + text : text, nullptr, 16) / 255.0;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
}

TEST(LecturePage, ATableOfTheTextIsATableInEitherFormat) {
  const LecturePage page{
      .title = "T",
      .sections = {
          {.title = "S", .text = "Times:\n| | old | new |\n|---|---:|---:|\n| `sum` | 2 | 1 |"}}};
  const std::string html = lecture_html(page);
  EXPECT_NE(html.find("<p class=\"text\">Times:</p>"), std::string::npos);
  EXPECT_NE(html.find("<th class=\"number\">old</th>"), std::string::npos);
  EXPECT_NE(html.find("<td><code>sum</code></td><td class=\"number\">2</td>"), std::string::npos);
  const std::string markdown = lecture_markdown(page, {""});
  EXPECT_NE(markdown.find("Times:\n\n|  | old | new |\n|---|---:|---:|\n| `sum` | 2 | 1 |\n"),
            std::string::npos)
      << markdown;
}

TEST(LecturePage, EveryColourCanBeReadOnWhite) {
  EXPECT_NEAR(1.05 / (luminance("#777") + 0.05), 4.48, 0.01) << "as WCAG's tools print it";
  const std::string html = lecture_html(page_with({.title = "S"}));
  const std::regex pattern("#[0-9a-f]{3,6}");
  int colours = 0;
  for (std::sregex_iterator at(html.begin(), html.end(), pattern), end; at != end; ++at) {
    if (at->str() == "#fff") continue;  // the page
    ++colours;
    const bool rule = at->str() == "#999";  // the frame of a listing, which is no text
    EXPECT_GE(1.05 / (luminance(at->str()) + 0.05), rule ? 2.5 : 4.5) << at->str();
  }
  EXPECT_GT(colours, 6);
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
