// Both formats show the parts in one order: words, what is shown, question, answer. Where HTML has
// a picture beside these, the kernel follows them.
#include "app/export/lecture_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/json/base64.h"
#include "app/words/numbers.h"
#include "app/words/text_equations.h"
#include "app/words/text_tables.h"
#include "kernels/core/error.h"

namespace heatwave::exporting {
namespace {

/// Black on white, so that every printer shows it. A question stays on one page with its answer, or
/// with the lines to write on.
constexpr const char* kStyle = R"css(
@page { size: A4; margin: 18mm 16mm; }
body { max-width: 46em; margin: 2em auto; padding: 0 1em; font: 11pt/1.45 system-ui, sans-serif;
  color: #111; background: #fff; }
h1 { margin: 0; font-size: 22pt; }
.outline { columns: 2; margin: 0.6em 0; padding: 0; }
.outline li { margin-left: 2em; }
.place { color: #444; font-size: 9.5pt; }
h2 { margin: 1.1em 0 0.3em; font-size: 14pt; break-after: avoid; }
h2 .room { float: right; font-size: 10pt; font-weight: normal; color: #444; }
.about { margin-top: 0.2em; font-size: 12pt; color: #333; }
p { margin: 0.4em 0; orphans: 2; widows: 2; }
.option { white-space: nowrap; }
.watch::before { content: "Watch: "; font-weight: bold; }
.asked { margin-top: 0.8em; break-inside: avoid; }
.question { font-weight: bold; }
.question::before { content: "Question: "; }
.answer { padding-left: 0.8em; border-left: 3px solid #111; }
.answer::before { content: "Answer: "; font-weight: bold; }
.misconception::before { content: "Misconception: "; font-weight: bold; }
.notes { font-style: italic; }
.lead { break-after: avoid; break-inside: avoid; }
.line { display: flow-root; height: 1.9em; border-bottom: 1px solid #555; }
figure { margin: 0.8em 0; break-inside: avoid; }
figure.beside { float: right; clear: right; margin: 0.3em 0 0.3em 1.2em; }
section, h2, pre { clear: both; }
.together { break-inside: avoid; display: flow-root; margin-top: 1.4em; }
.together h2 { margin-top: 0; }
figure img { max-width: 100%; }
figcaption { font-size: 9.5pt; color: #333; }
pre { padding: 0.6em; border: 1px solid #999; font: 8pt/1.3 ui-monospace, monospace;
  break-inside: avoid; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: 9.5pt; }
td, th { padding: 0.15em 0.4em; text-align: left; }
.said { width: auto; margin: 0.5em 0; }
.said th { border-bottom: 1px solid #111; }
.number { text-align: right; white-space: nowrap; }
tr.shown { font-weight: bold; }
td.time { text-align: right; white-space: nowrap; }
td.bar { width: 45%; }
.bar div { height: 0.8em; background: #1b4f8a; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
code { font-family: ui-monospace, monospace; }
)css";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += letter;
    }
  }
  return out;
}

/// Returns an equation as MathML; one that is invalid as it was typed.
std::string html_equation(std::string_view tex) {
  try {
    return words::mathml_of(tex);
  } catch (const core::Error&) {
    return escaped(fmt::format("${}$", tex));
  }
}

/// Returns the text, escaped. An option, such as --parts, stays on one line.
std::string html_text(std::string_view text) {
  std::string all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const bool is_option = word.size() > 2 && word.front() == '-';
    all += is_option ? "<span class=\"option\">" + escaped(word) + "</span>" : escaped(word);
    if (end < text.size()) all += ' ';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

/// Returns a text with its equations and its code.
std::string html_words(std::string_view text) {
  std::string all;
  for (const words::TextPiece& piece : words::pieces_of(text)) {
    all += piece.is_equation ? html_equation(piece.text)
           : piece.is_code   ? "<code>" + html_text(piece.text) + "</code>"
                             : html_text(piece.text);
  }
  return all;
}

std::string paragraph(const char* style, const std::string& words) {
  if (words.empty()) return {};
  return fmt::format("<p class=\"{}\">{}</p>\n", style, html_words(words));
}

std::string html_table(const words::TextTable& table) {
  std::string rows;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const char* const tag = row == 0 ? "th" : "td";
    rows += "<tr>";
    for (std::size_t i = 0; i < table.columns(); ++i) {
      rows += fmt::format("<{}{}>{}</{}>", tag, table.at_right[i] ? " class=\"number\"" : "",
                          html_words(table.rows[row][i]), tag);
    }
    rows += "</tr>\n";
  }
  return "<table class=\"said\">\n" + rows + "</table>\n";
}

/// Returns the text of a step, with its tables.
std::string html_said(const std::string& text) {
  std::string all;
  for (const words::TextPart& part : words::parts_of(text)) {
    all += part.words.empty() ? html_table(part.table) : paragraph("text", std::string(part.words));
  }
  return all;
}

std::string html_code(const std::string& text) {
  return text.empty() ? std::string() : fmt::format("<pre>{}</pre>\n", escaped(text));
}

/// Returns the length of a bar in percent, on a logarithmic scale that begins below the least time.
double bar_length(double milliseconds, double least, double most) {
  constexpr double kShortest = 4.0;
  if (most <= least) return 100.0;
  const double part = std::log(milliseconds / least) / std::log(most / least);
  return kShortest + (100.0 - kShortest) * part;
}

bool any_result(const std::vector<LectureTime>& times) {
  return std::ranges::any_of(times, [](const LectureTime& each) { return !each.result.empty(); });
}

std::string html_times(const std::vector<LectureTime>& times) {
  const auto [least, most] = std::minmax_element(
      times.begin(), times.end(),
      [](const auto& a, const auto& b) { return a.milliseconds < b.milliseconds; });
  const bool has_results = any_result(times);
  std::string rows;
  for (const LectureTime& each : times) {
    const std::string result =
        has_results ? fmt::format("<td>{}</td>", escaped(each.result)) : std::string();
    rows += fmt::format(
        "<tr{}><td>{}</td>{}<td class=\"time\">{}</td><td class=\"bar\"><div style=\"width: "
        "{:.0f}%\"></div></td></tr>\n",
        each.shown ? " class=\"shown\"" : "", escaped(each.title), result,
        escaped(words::measured_time(each.milliseconds)),
        bar_length(each.milliseconds, least->milliseconds, most->milliseconds));
  }
  return "<table>\n" + rows + "</table>\n";
}

constexpr double kWidestBeside =
    95.0;  ///< a wider picture has no words at its left; in millimetres

bool stands_beside(const LectureSection& section) {
  return section.picture_width > 0 && section.picture_width <= kWidestBeside &&
         !section.picture.empty();
}

/// Returns a section's picture or its times.
std::string html_shown(const LectureSection& section) {
  if (section.caption.empty()) return {};
  std::string inside;
  const std::string width = section.picture_width > 0
                                ? fmt::format("{:.0f}mm", section.picture_width)
                                : std::string("100%");
  if (!section.picture.empty()) {
    inside += fmt::format("<img alt=\"{}\" style=\"width: {}\" src=\"data:image/png;base64,{}\">\n",
                          escaped(section.caption), width, json::as_base64(section.picture));
  }
  if (!section.times.empty()) inside += html_times(section.times);
  const std::string style = stands_beside(section)
                                ? fmt::format(" class=\"beside\" style=\"width: {}\"", width)
                                : std::string();
  return fmt::format("<figure{}>\n{}<figcaption>{}</figcaption>\n</figure>\n", style, inside,
                     escaped(section.caption));
}

constexpr int kLinesToWriteOn = 3;

/// Returns a question with what is said of it, or with lines to write on.
std::string html_asked(const std::string& question, const std::string& said, bool for_class) {
  if (question.empty()) return {};
  std::string text = paragraph("question", question) + said;
  for (int i = 0; for_class && i < kLinesToWriteOn; ++i) text += "<div class=\"line\"></div>\n";
  return "<div class=\"asked\">\n" + text + "</div>\n";
}

std::string html_section(const LectureSection& section, int number, bool for_class) {
  const std::string head = fmt::format("<h2><span class=\"room\">{}</span>{}. {}</h2>\n",
                                       escaped(section.room), number, escaped(section.title));
  const std::string words = html_said(section.text) + paragraph("watch", section.watch);
  const std::string asked =
      html_asked(section.question, paragraph("answer", section.answer), for_class) +
      paragraph("notes", section.notes);
  const std::string shown = html_shown(section);
  const std::string code = html_code(section.kernel);
  // Beside a picture there is room for all words; the kernel takes the whole width.
  const std::string parts = stands_beside(section) ? "<div class=\"together\">\n" + head + shown +
                                                         words + asked + "</div>\n" + code
                                                   : head + words + code + shown + asked;
  return "<section>\n" + parts + "</section>\n";
}

/// Returns the titles of the steps, for who has little time to prepare; empty: a handout.
std::string html_outline(const LecturePage& page) {
  if (page.guide.empty()) return {};
  std::string titles;
  for (const LectureSection& each : page.sections) {
    titles += fmt::format("<li>{} <span class=\"place\">{}</span></li>\n", escaped(each.title),
                          escaped(each.room));
  }
  return paragraph("guide", page.guide) + "<ol class=\"outline\">\n" + titles + "</ol>\n";
}

std::string html_exercise(const LectureExercise& exercise) {
  std::string text = fmt::format("<section>\n<div class=\"together\">\n<h2>Exercise: {}</h2>\n",
                                 escaped(exercise.title));
  text += paragraph("lead", exercise.task) + html_code(exercise.kernel) + "</div>\n";
  text += fmt::format("<p><code>{}</code> saves it, <code>{}</code> checks the solution.</p>\n",
                      escaped(exercise.save), escaped(exercise.check));
  if (!exercise.answer.empty()) {
    text += "<p class=\"lead\">A solution:</p>\n" + html_code(exercise.answer);
  }
  return text + "</section>\n";
}

constexpr const char* kProblems = "Questions to take home";

std::string html_problems(const LecturePage& page) {
  if (page.problems.empty()) return {};
  std::string text = fmt::format("<section>\n<h2>{}</h2>\n", kProblems);
  for (const LectureProblem& each : page.problems) {
    text += html_asked(
        each.question,
        paragraph("answer", each.answer) + paragraph("misconception", each.misconception),
        page.for_class);
  }
  return text + "</section>\n";
}

/// Returns a fenced block, whose fence is longer than any in the text.
std::string fenced(const std::string& text, const char* language) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) fence += '`';
  const char* const end = text.ends_with('\n') ? "" : "\n";
  return fmt::format("{}{}\n{}{}{}\n\n", fence, language, text, end, fence);
}

/// Escapes the letters that Markdown would not print as they are. Equations stay TeX, which readers
/// of Markdown typeset.
std::string plain(std::string_view text) {
  std::string out;
  for (const words::TextPiece& piece : words::pieces_of(text)) {
    if (piece.is_equation) {
      out += fmt::format("${}$", piece.text);
      continue;
    }
    if (piece.is_code) {
      out += fmt::format("`{}`", piece.text);
      continue;
    }
    for (const char letter : piece.text) {
      if (std::string_view("\\`*_<>[]#|$").find(letter) != std::string_view::npos) out += '\\';
      out += letter;
    }
  }
  return out;
}

std::string markdown_table(const words::TextTable& table) {
  std::string text;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    for (const std::string& cell : table.rows[row]) text += "| " + plain(cell) + " ";
    text += "|\n";
    for (std::size_t i = 0; row == 0 && i < table.columns(); ++i) {
      text += table.at_right[i] ? "|---:" : "|---";
    }
    if (row == 0) text += "|\n";
  }
  return text;
}

/// Returns the text of a step, with its tables.
std::string markdown_said(const std::string& text) {
  std::string all;
  for (const words::TextPart& part : words::parts_of(text)) {
    all += (part.words.empty() ? markdown_table(part.table) : plain(part.words) + "\n") + "\n";
  }
  return all;
}

std::string labelled(const char* label, const std::string& words) {
  return words.empty() ? std::string() : fmt::format("**{}** {}\n\n", label, plain(words));
}

std::string markdown_outline(const LecturePage& page) {
  if (page.guide.empty()) return {};
  std::string text = plain(page.guide) + "\n\n";
  for (std::size_t i = 0; i < page.sections.size(); ++i) {
    const LectureSection& each = page.sections[i];
    text += fmt::format("{}. {} ({})\n", i + 1, plain(each.title), each.room);
  }
  return text + "\n";
}

std::string markdown_shown(const LectureSection& section, const std::string& picture) {
  if (section.caption.empty()) return {};
  std::string text;
  if (!section.kernel.empty()) text += fenced(section.kernel, "cuda");
  if (!picture.empty()) text += fmt::format("![{}]({})\n\n", plain(section.caption), picture);
  if (!section.times.empty()) {
    const bool has_results = any_result(section.times);
    text += has_results ? "| variant | result | time |\n|---|---|---:|\n"
                        : "| variant | time |\n|---|---:|\n";
    for (const LectureTime& each : section.times) {
      text += fmt::format(
          "| {} | {}{} |\n", each.shown ? "**" + plain(each.title) + "**" : plain(each.title),
          has_results ? plain(each.result) + " | " : "", words::measured_time(each.milliseconds));
    }
    text += '\n';
  }
  return text + fmt::format("*{}*\n\n", plain(section.caption));
}

}  // namespace

std::string lecture_html(const LecturePage& page) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n",
      escaped(page.title), kStyle, escaped(page.title));
  text += paragraph("about", page.about) + html_outline(page);
  int number = 0;
  for (const LectureSection& each : page.sections) {
    text += html_section(each, ++number, page.for_class);
  }
  text += html_problems(page);
  for (const LectureExercise& each : page.exercises) text += html_exercise(each);
  if (!page.program.empty()) {
    text += fmt::format("<section>\n<h2>The program of this lecture: {}</h2>\n",
                        escaped(page.program_name)) +
            html_code(page.program) + "</section>\n";
  }
  return text + "</body>\n</html>\n";
}

std::string lecture_markdown(const LecturePage& page, const std::vector<std::string>& pictures) {
  std::string text = fmt::format("# {}\n\n", plain(page.title));
  if (!page.about.empty()) text += plain(page.about) + "\n\n";
  text += markdown_outline(page);
  for (std::size_t i = 0; i < page.sections.size(); ++i) {
    const LectureSection& each = page.sections[i];
    text += fmt::format("## {}. {} ({})\n\n", i + 1, plain(each.title), each.room);
    text += markdown_said(each.text);
    text += labelled("Watch:", each.watch) + markdown_shown(each, pictures[i]);
    text += labelled("Question:", each.question) + labelled("Answer:", each.answer);
    text += labelled("Notes:", each.notes);
  }
  if (!page.problems.empty()) text += fmt::format("## {}\n\n", kProblems);
  for (const LectureProblem& each : page.problems) {
    text += labelled("Question:", each.question) + labelled("Answer:", each.answer);
    text += labelled("Misconception:", each.misconception);
  }
  for (const LectureExercise& each : page.exercises) {
    text += fmt::format("## Exercise: {}\n\n{}\n\n", plain(each.title), plain(each.task));
    text += fenced(each.kernel, "cuda");
    text += fmt::format("`{}` saves it, `{}` checks the solution.\n\n", each.save, each.check);
    if (!each.answer.empty()) text += "A solution:\n\n" + fenced(each.answer, "cuda");
  }
  if (!page.program.empty()) {
    text += fmt::format("## The program of this lecture: {}\n\n", plain(page.program_name)) +
            fenced(page.program, "cuda");
  }
  return text;
}

}  // namespace heatwave::exporting
