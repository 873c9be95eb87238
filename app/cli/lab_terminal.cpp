// Formats the table: columns of figures, then bars in the rest of the line.
#include "app/cli/lab_terminal.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "app/cli/lab_requests.h"
#include "app/cli/text_columns.h"
#include "app/export/lab_table.h"
#include "app/system/process.h"
#include "app/words/numbers.h"
#include "app/words/speed_words.h"
#include "app/words/word_lists.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::cli {
namespace {

using lab::Measurement;
using lab::Report;

constexpr int kFewestColumns = 80;
constexpr int kMostColumns = 160;
constexpr int kColumnsInAPipe = 100;
constexpr int kMargin = 2;
constexpr int kLongestTitle = 34;
constexpr int kLongestResult = 24;
constexpr int kShortestTitle = 20;
constexpr int kShortestBar = 10;
constexpr int kColumnsForPinned = 110;
constexpr std::size_t kMostFacts = 24;

constexpr const char* kRed = "\033[31m";
constexpr const char* kGreen = "\033[32m";
constexpr const char* kDim = "\033[2m";
constexpr const char* kBold = "\033[1m";
constexpr const char* kPlain = "\033[0m";

class Table {
 public:
  Table(const Report& report, const TableStyle& style);

  [[nodiscard]] std::string text() const;

 private:
  [[nodiscard]] std::string heading() const;
  [[nodiscard]] std::string head_line() const;
  [[nodiscard]] std::string group_line(const Measurement& m) const;
  [[nodiscard]] std::string task_line(const Measurement& m) const;
  [[nodiscard]] std::string row(const Measurement& m) const;
  [[nodiscard]] std::string figures(const Measurement& m) const;
  [[nodiscard]] std::string compared_head() const;
  [[nodiscard]] std::string compared(const Measurement& m) const;
  [[nodiscard]] std::string bar(const Measurement& m) const;
  [[nodiscard]] std::string facts(const Measurement& m) const;
  [[nodiscard]] std::string comparisons() const;
  [[nodiscard]] std::string painted(const char* colour, const std::string& text) const;
  [[nodiscard]] bool is_best(const Measurement& m) const;
  void choose_widths();
  void choose_scale();

  const Report& report_;
  const TableStyle& style_;
  int columns_;
  int title_width_ = 0;
  bool shows_copies_ = false;  ///< a column for times that include copies to and from the device
  bool shows_pinned_ = false;  ///< a column for copies from pinned memory, if the line has room
  int result_width_ = 0;       ///< 0: no such column
  int bar_width_ = 0;          ///< 0: no space for bars
  // Ends of the bars' scale, as powers of ten of a millisecond.
  double shortest_ = 0.0;
  double longest_ = 1.0;
};

constexpr int kTimeWidth = 9;
constexpr int kFasterWidth = 18;
constexpr int kRateWidth = 13;
constexpr int kPercentWidth = 7;
constexpr int kCopiesWidth = 9;
constexpr int kMarkWidth = 3;

Table::Table(const Report& report, const TableStyle& style)
    : report_(report),
      style_(style),
      columns_(std::clamp(style.columns, kFewestColumns, kMostColumns)) {
  choose_widths();
  choose_scale();
}

void Table::choose_widths() {
  int longest_result = 0;
  for (const Measurement& m : report_.measurements) {
    title_width_ = std::max(title_width_, width_of(m.title));
    shows_copies_ = shows_copies_ || m.with_copies_ms > 0;
    shows_pinned_ = shows_pinned_ || (m.with_pinned_copies_ms > 0 && columns_ >= kColumnsForPinned);
    if (m.ranked()) longest_result = std::max(longest_result, width_of(m.outcome.result));
  }
  const int figures_width = kTimeWidth + kFasterWidth + kRateWidth + kPercentWidth +
                            (shows_copies_ ? kCopiesWidth : 0) +
                            (shows_pinned_ ? kCopiesWidth : 0) + kMarkWidth;
  const int room = columns_ - kMargin - figures_width;
  title_width_ = std::min(title_width_, kLongestTitle);
  // Titles take precedence over bars.
  const bool has_bars = room - kShortestBar >= std::min(title_width_, kShortestTitle);
  title_width_ = std::min(title_width_, has_bars ? room - kShortestBar : room);
  bar_width_ = has_bars ? room - title_width_ : 0;
  result_width_ = std::min(longest_result, kLongestResult) + 1;
  if (bar_width_ - result_width_ < 2 * kShortestBar) result_width_ = 0;
  bar_width_ -= result_width_;
}

/// Chooses the powers of ten below the shortest time and above the longest.
void Table::choose_scale() {
  double least = INFINITY;
  double most = 0.0;
  for (const Measurement& m : report_.measurements) {
    if (!m.ranked() || m.time.median <= 0) continue;
    least = std::min(least, m.time.median);
    most = std::max(most, m.time.median);
  }
  if (most <= 0) return;
  shortest_ = std::floor(std::log10(least));
  longest_ = std::max(std::ceil(std::log10(most)), shortest_ + 1);
}

std::string Table::painted(const char* colour, const std::string& text) const {
  return style_.colour && !text.empty() ? colour + text + kPlain : text;
}

bool Table::is_best(const Measurement& m) const {
  return std::none_of(report_.measurements.begin(), report_.measurements.end(),
                      [&](const Measurement& other) {
                        return other.ranked() && !other.yardstick && other.comparable_with(m) &&
                               lab::is_better(other, m);
                      });
}

std::string Table::heading() const {
  std::string text =
      painted(kBold, exporting::title_of(report_.experiment)) + " (" + report_.experiment + ")\n";
  if (report_.measurements.empty()) return text;
  return text +
         wrapped(exporting::settings_text(report_.experiment, report_.measurements.front().settings,
                                          report_.swept),
                 kMargin, columns_);
}

std::string Table::head_line() const {
  std::string line(static_cast<std::size_t>(kMargin + title_width_), ' ');
  line += right("time", kTimeWidth) + right(compared_head(), kFasterWidth) +
          right("rate", kRateWidth) + right("limit", kPercentWidth);
  if (shows_copies_) line += right("+ copies", kCopiesWidth);
  if (shows_pinned_) line += right("+ pinned", kCopiesWidth);
  line += left("", kMarkWidth);
  if (result_width_ > 0) line += left("result", result_width_);
  if (bar_width_ == 0) return painted(kDim, line) + "\n";
  const std::string begin = words::measured_time(std::pow(10.0, shortest_));
  const std::string end = words::measured_time(std::pow(10.0, longest_)) + ", log";
  line += begin + right(end, std::max(bar_width_ - width_of(begin), 1 + width_of(end)));
  return painted(kDim, line) + "\n";
}

std::string Table::group_line(const Measurement& m) const {
  const auto at = m.settings.values.find(report_.swept);
  if (at == m.settings.values.end()) return {};
  return fmt::format("  {} = {}\n", report_.swept,
                     exporting::value_text(report_.experiment, at->first, at->second));
}

/// Returns a line that names the task of the rows below, which differs from that of the rows above.
std::string Table::task_line(const Measurement& m) const {
  return painted(kDim, fmt::format("  {}:\n", m.task.empty() ? "the others" : m.task));
}

std::string Table::bar(const Measurement& m) const {
  if (bar_width_ == 0) return {};
  static constexpr std::array<const char*, 8> kEighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double part = (std::log10(m.time.median) - shortest_) / (longest_ - shortest_);
  const int eighths =
      std::clamp(static_cast<int>(std::lround(part * 8 * bar_width_)), 1, 8 * bar_width_);
  std::string text;
  for (int i = 0; i < eighths / 8; ++i) text += "█";
  return text + kEighths[static_cast<std::size_t>(eighths % 8)];
}

/// Names what the kernels are compared with: "vs 16 CPU threads".
std::string Table::compared_head() const {
  for (const Measurement& m : report_.measurements) {
    const words::Reference reference = words::reference_of(report_, m);
    if (reference.measurement != nullptr) return "vs " + reference.in_short;
  }
  return {};
}

std::string Table::compared(const Measurement& m) const {
  return words::reference_of(report_, m).in_short_beside(m);
}

std::string Table::figures(const Measurement& m) const {
  std::string text = right(words::measured_time(m.time.median), kTimeWidth);
  text += right(compared(m), kFasterWidth);
  text += right(exporting::in_rate(m), kRateWidth);
  text += right(exporting::in_percent(m, report_.machine), kPercentWidth);
  const auto copied = [](double ms) {
    return right(ms > 0 ? words::measured_time(ms) : "", kCopiesWidth);
  };
  if (shows_copies_) text += copied(m.with_copies_ms);
  if (shows_pinned_) text += copied(m.with_pinned_copies_ms);
  return text;
}

std::string Table::row(const Measurement& m) const {
  const std::string title(static_cast<std::size_t>(kMargin), ' ');
  const std::string start = title + left(m.title, title_width_);
  if (m.ranked() && m.time.median > 0) {
    std::string line = start + figures(m) + " ✓ ";
    if (result_width_ > 0) line += left(m.outcome.result, result_width_);
    return line + painted(is_best(m) ? kGreen : kPlain, bar(m)) + "\n" + facts(m);
  }
  const std::string said = exporting::remark(m);
  const bool bad = m.status == lab::Status::wrong || m.status == lab::Status::failed;
  const char* const colour = bad ? kRed : kDim;
  if (m.status == lab::Status::measured) {  // wrong on purpose: its time is shown, not ranked
    return start + right(words::measured_time(m.time.median), kTimeWidth) + "\n" +
           painted(kRed, wrapped(said, 2 * kMargin, columns_)) + facts(m);
  }
  if (width_of(start) + 2 + width_of(said) <= columns_) {
    return start + "  " + painted(colour, said) + "\n";
  }
  return start + "\n" + painted(colour, wrapped(said, 2 * kMargin, columns_));
}

std::string Table::facts(const Measurement& m) const {
  std::string text;
  if (!style_.details) return text;
  if (const std::string lecture = exporting::lecture_text(m); !lecture.empty()) {
    text += painted(kDim, wrapped("slides: " + lecture, 2 * kMargin, columns_));
  }
  if (const std::string busy = exporting::utilisation_text(m, report_.machine); !busy.empty()) {
    text += painted(kDim, wrapped(busy, 2 * kMargin, columns_));
  }
  if (m.ranked()) {
    std::string said = m.outcome.note;
    if (result_width_ == 0) {  // there was no space for the column
      said = "result: " + m.outcome.result + (said.empty() ? "" : "; " + said);
    }
    if (!said.empty()) text += painted(kDim, wrapped(said, 2 * kMargin, columns_));
  }
  const auto& all = m.outcome.facts;
  for (std::size_t i = 0; i < std::min(all.size(), kMostFacts); ++i) {
    text += wrapped(all[i].first + ": " + all[i].second, 2 * kMargin, columns_);
  }
  if (all.size() > kMostFacts) text += fmt::format("    and {} more\n", all.size() - kMostFacts);
  return text;
}

/// Compares the best variant of each task with the CPU; a sweep would have too many lines.
std::string Table::comparisons() const {
  std::string text;
  if (!report_.swept.empty()) return text;
  for (const Measurement& m : report_.measurements) {
    if (!m.ranked() || m.yardstick || !is_best(m)) continue;
    for (const words::Speed& speed : words::speeds_of(report_, m)) {
      text +=
          wrapped(m.title + ": " + words::in_words(speed, report_.machine.cpu), kMargin, columns_);
    }
  }
  return text;
}

std::string Table::text() const {
  std::string text = heading() + head_line();
  const Measurement* before = nullptr;
  for (const Measurement& m : report_.measurements) {
    if (before == nullptr || !(before->settings == m.settings)) text += group_line(m);
    if ((before == nullptr ? "" : before->task) != m.task) text += task_line(m);
    text += row(m);
    before = &m;
  }
  return text + comparisons();
}

bool colours_are_wanted() {
  const char* const no_colour = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  return (no_colour == nullptr || *no_colour == '\0') && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

}  // namespace

TableStyle style_of_standard_output() {
  const int columns = system::terminal_columns(system::Output::standard);
  if (columns == 0) return {.columns = kColumnsInAPipe};
  return {.columns = columns, .colour = colours_are_wanted()};
}

std::string lab_table(const Report& report, const TableStyle& style) {
  return Table(report, style).text();
}

namespace {

using lab::Experiment;
using lab::Parameter;
using lab::Variant;
using Json = nlohmann::ordered_json;

constexpr int kIndent = 4;

std::string first_sentence(const std::string& text) { return text.substr(0, text.find(". ") + 1); }

const char* place_of(const Variant& variant) {
  return variant.processor == lab::Processor::cpu ? "CPU" : "GPU";
}

/// Returns "from 1 to 1024, initially 256", or the names of the choices.
std::string range_of(const Experiment& experiment, const Parameter& parameter) {
  const std::string initial = exporting::value_text(experiment.id, parameter.id, parameter.initial);
  if (!parameter.choices.empty()) {
    return fmt::format("{} (unless set: {})", words::joined(parameter.choices), initial);
  }
  return fmt::format("{} to {} (unless set: {})", parameter.minimum, parameter.maximum, initial);
}

std::string in_short(const Experiment& experiment, int columns) {
  std::string text = wrapped(first_sentence(experiment.shows), kIndent, columns);
  for (const Parameter& parameter : experiment.parameters) {
    text += wrapped(fmt::format("{}: {}", parameter.id, range_of(experiment, parameter)), kIndent,
                    columns);
  }
  for (const lab::Processor place : {lab::Processor::cpu, lab::Processor::gpu}) {
    std::vector<std::string> ids;
    for (const Variant& variant : experiment.variants) {
      if (variant.processor == place) ids.push_back(variant.id);
    }
    if (ids.empty()) continue;
    const char* const where = place == lab::Processor::cpu ? "CPU" : "GPU";
    text += wrapped(fmt::format("{}: {}", where, words::joined(ids)), kIndent, columns);
  }
  return text;
}

std::string in_full(const Experiment& experiment, const Parameter& parameter, int columns) {
  std::string text = fmt::format("{}: {}. {} {}.", parameter.id, parameter.title, parameter.help,
                                 range_of(experiment, parameter));
  if (!parameter.sweep.empty()) {
    std::vector<std::string> values;
    for (const std::int64_t value : parameter.sweep) {
      values.push_back(exporting::value_text(experiment.id, parameter.id, value));
    }
    text += " Its sweep: " + words::joined(values) + ".";
  }
  return wrapped(text, kIndent, columns);
}

std::string in_full(const Experiment& experiment, const Variant& variant, int columns) {
  std::string text =
      fmt::format("{} ({}): {}. {}", variant.id, place_of(variant), variant.title, variant.what);
  if (variant.wrong_on_purpose) text += " It is wrong on purpose.";
  for (const lab::LectureFigure& figure : variant.lecture) {
    text += fmt::format(" On slides: {} ({}).",
                        words::printed_time(figure.milliseconds, figure.gflops), figure.where);
  }
  text += fmt::format(" [{}]", lab::source_file(experiment, variant));
  return wrapped(text, kIndent, columns);
}

std::string in_full(const Experiment& experiment, int columns) {
  std::string text = wrapped(experiment.shows, kIndent, columns) + "\n  Parameters\n";
  for (const Parameter& parameter : experiment.parameters) {
    text += in_full(experiment, parameter, columns);
  }
  text += "\n  Variants\n";
  for (const Variant& variant : experiment.variants) text += in_full(experiment, variant, columns);
  return text;
}

Json json_of(const Parameter& parameter) {
  return {{"id", parameter.id},           {"title", parameter.title},
          {"help", parameter.help},       {"minimum", parameter.minimum},
          {"maximum", parameter.maximum}, {"initial", parameter.initial},
          {"choices", parameter.choices}, {"sweep", parameter.sweep},
          {"zero", parameter.zero}};
}

Json json_of(const Experiment& experiment) {
  Json json{{"id", experiment.id}, {"title", experiment.title}, {"shows", experiment.shows}};
  json["parameters"] = Json::array();
  for (const Parameter& parameter : experiment.parameters) {
    json["parameters"].push_back(json_of(parameter));
  }
  json["variants"] = Json::array();
  for (const Variant& variant : experiment.variants) {
    json["variants"].push_back({{"id", variant.id},
                                {"title", variant.title},
                                {"what", variant.what},
                                {"place", variant.processor == lab::Processor::cpu ? "cpu" : "gpu"},
                                {"wrong_on_purpose", variant.wrong_on_purpose},
                                {"yardstick", variant.yardstick},
                                {"source", lab::source_file(experiment, variant)}});
  }
  return json;
}

}  // namespace

std::string lab_list(const std::vector<std::string>& names, const TableStyle& style) {
  const int columns = std::min(style.columns, kWidestText);
  std::string text;
  for (const Experiment* each : chosen_experiments(names)) {
    text += fmt::format("{}{} ({})\n", text.empty() ? "" : "\n", each->title, each->id);
    text += names.empty() ? in_short(*each, columns) : in_full(*each, columns);
  }
  return text;
}

std::string lab_list_json(const std::vector<std::string>& names) {
  Json document = Json::array();
  for (const Experiment* each : chosen_experiments(names)) document.push_back(json_of(*each));
  return document.dump(2) + "\n";
}

}  // namespace heatwave::cli
