// Reads recordings line by line; an error names the line.
#include "app/wire/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "app/json/json_reader.h"
#include "app/json/json_tree.h"
#include "app/scene/scene_json.h"
#include "app/system/read_files.h"
#include "app/wire/command_json.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::wire {
namespace {

using json::JsonNode;
using json::JsonReader;

/// Reads a text line by line; only a piece of a long file is in memory.
class LineReader {
 public:
  /// Writes the next bytes, at most `bytes`, to `to`. Returns their number; 0: at the end.
  using Read = std::function<std::size_t(char* to, std::size_t bytes)>;

  LineReader(Read read, std::string where) : read_(std::move(read)), where_(std::move(where)) {}

  /// Returns the text's first bytes. Call it before next().
  std::string_view beginning();
  /// Returns the next line without its line break, valid until the next call; none after the last
  /// one. Throws core::Error for a line that is too long.
  std::optional<std::string_view> next();
  /// The number of the newest line, from 1.
  [[nodiscard]] std::size_t number() const { return number_; }
  /// Returns whether the newest line has a line break; without it the line may be cut.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  /// The name of the text in errors.
  [[nodiscard]] const std::string& where() const { return where_; }

 private:
  void take_piece();

  Read read_;
  std::string where_;
  std::string text_;
  std::size_t begin_ = 0;  ///< offset of the next line in the text
  std::size_t number_ = 0;
  bool is_new_ = true;
  bool is_whole_ = false;
  bool at_end_ = false;
};

constexpr std::size_t kPiece = std::size_t{1} << 16U;  ///< bytes per read
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30U;
/// A field of 8192 × 8192 cells with two planes takes 700 MB as text.
constexpr std::size_t kLongestLine = std::size_t{1} << 30U;
/// Equals nine hours of dragging at 60 commands a second; each line takes up to 1 kB of memory.
constexpr std::uint64_t kMostLines = 2'000'000;

/// Refuses a file that would take too much memory, before reading it.
void require_readable(const std::filesystem::path& path) {
  system::PlainFile file(path);
  if (file.size() > kMostBytes) {
    system::refuse_file(path, fmt::format("is too large: it has {}, and at most {} are read",
                                          core::in_bytes(static_cast<double>(file.size())),
                                          core::in_bytes(static_cast<double>(kMostBytes))));
  }
  if (file.size() <= kMostLines) return;
  std::array<char, kPiece> piece{};
  std::uint64_t lines = 0;
  while (const std::size_t got = file.read(piece.data(), piece.size())) {
    lines += static_cast<std::uint64_t>(std::count(piece.begin(), piece.begin() + got, '\n'));
  }
  if (lines > kMostLines) {
    system::refuse_file(path, fmt::format("is too long: it has {} lines, and at most {} are read",
                                          lines, kMostLines));
  }
}

std::string_view LineReader::beginning() {
  take_piece();
  return text_;
}

std::optional<std::string_view> LineReader::next() {
  std::size_t end = text_.find('\n', begin_);
  while (end == std::string::npos && !at_end_) {
    const std::size_t had = text_.size() - begin_;
    take_piece();
    end = text_.find('\n', had);
  }
  if (begin_ == text_.size()) return std::nullopt;
  is_whole_ = end != std::string::npos;
  const std::size_t length = std::min(end, text_.size()) - begin_;
  const std::string_view line = std::string_view(text_).substr(begin_, length);
  begin_ += length + (is_whole_ ? 1 : 0);
  ++number_;
  return line;
}

void LineReader::take_piece() {
  text_.erase(0, std::exchange(begin_, 0));
  const std::size_t had = text_.size();
  if (had > kLongestLine) {
    throw core::Error(fmt::format("{}:{}: is too long: a line may have {}", where_, number_ + 1,
                                  core::in_bytes(double{kLongestLine})));
  }
  text_.resize(had + kPiece + had / 4);
  const std::size_t got = read_(text_.data() + had, text_.size() - had);
  text_.resize(had + got);
  at_end_ = got == 0;
  if (std::exchange(is_new_, false)) system::remove_byte_order_mark(text_, where_);
}

/// The text must outlive the reader.
LineReader lines_of(std::string_view text, const std::string& where) {
  return {[text](char* to, std::size_t bytes) mutable {
            const std::size_t taken = text.copy(to, bytes);
            text.remove_prefix(taken);
            return taken;
          },
          where};
}

/// Throws core::Error for a file that cannot be read, or that has too many bytes or lines.
LineReader lines_of_file(const std::filesystem::path& path) {
  require_readable(path);
  const auto file = std::make_shared<system::PlainFile>(path);
  return {[file](char* to, std::size_t bytes) { return file->read(to, bytes); }, path.string()};
}

/// Limit of repeated text: a line that changes one field of the previous command takes memory for
/// all of its fields, so the full texts of such lines are added up. Small commands are not counted.
constexpr std::size_t kSmallRepetition = 1024;                 ///< bytes
constexpr std::size_t kMostRepeated = std::size_t{16} << 20U;  ///< bytes

constexpr std::int64_t kLongestPause = 1'000'000'000'000;  ///< milliseconds
/// No device takes a step of the smallest grid in less than 10 ns. While the field runs, the
/// recorder writes a line at least every two seconds, except for large grids with slow steps.
constexpr std::int64_t kMostStepsPerMillisecond = 100'000;
constexpr std::int64_t kLongestSpacing = 2'000;  ///< milliseconds
/// Largest error of a line's time in milliseconds.
constexpr std::int64_t kLateness = 20;

bool means_nothing(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#';
}

std::uint64_t sum_of(JsonReader& r) {
  const std::string text = r.text(kSumKey);
  std::uint64_t sum = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, sum, 16);
  if (error != std::errc() || at != end || text.size() != 16) {
    r.fail(kSumKey, "must be 16 hexadecimal digits, is \"" + text + '"');
  }
  return sum;
}

/// Builds entries from lines.
class EntryReader {
 public:
  enum class Kind : std::uint8_t { recording, script };

  EntryReader(const std::string& where, Kind kind, StepGaps gaps)
      : where_(where), is_script_(kind == Kind::script), gaps_(gaps) {}

  void read(std::string_view text, JsonNode node, std::size_t number);

  [[nodiscard]] bool ended() const { return ended_; }
  std::vector<Entry> take();

 private:
  std::int64_t step(JsonReader& line) const;
  std::int64_t milliseconds(JsonReader& line) const;
  /// Refuses a step that the field cannot have reached since the previous line.
  void check_gap(const JsonReader& line, const Entry& entry);
  /// `bytes` is the line's length.
  std::shared_ptr<const session::Command> command(JsonReader& line, std::size_t number,
                                                  std::size_t bytes, bool is_repeated);
  SentCommand sent(JsonReader& line, std::size_t number, std::size_t bytes, bool is_repeated);
  void infer_steps();

  const std::string& where_;
  bool is_script_;
  StepGaps gaps_;
  bool ended_ = false;
  std::int64_t time_ = 0;
  SentCommand newest_;  ///< its command is null at first
  /// Bytes of text in the newest command.
  std::size_t newest_bytes_ = 0;
  /// Bytes of repeated text so far.
  std::size_t repeated_ = 0;
  /// Step after the newest line; if unknown, the highest so far.
  std::int64_t step_ = 0;
  std::int64_t highest_step_ = 0;  ///< highest step of any line
  std::int64_t step_time_ = 0;     ///< milliseconds at the newest line with a step
  std::vector<Entry> entries_;
};

void EntryReader::read(std::string_view text, JsonNode node, std::size_t number) {
  JsonReader line(std::move(node), "", where_, "a line");
  // Older versions used the key of a command's field for the client.
  line.rename(kFormerClientKey, JsonNode::Kind::number, kClientKey);
  const bool is_keyframe = line.has(kSumKey);
  const bool repeats_command = !is_keyframe && newest_.command != nullptr && !line.has(kCommandKey);
  std::string name;
  if (repeats_command) {
    name = session::traits_of(*newest_.command).name;
  } else if (!is_keyframe && line.is_text(kCommandKey)) {
    name = line.text(kCommandKey);
  }
  const bool lost_step = rename_former_fields(line, name);
  Entry entry{.line = number};
  if (line.has(kStepKey) || !(is_script_ || lost_step)) entry.at = step(line);
  if (!is_script_ || line.has(kTimeKey)) time_ += milliseconds(line);
  entry.milliseconds = time_;
  if (is_keyframe) {
    entry.what = Keyframe{sum_of(line)};
    ended_ = line.flag(kEndKey, false);
  } else {
    newest_ = sent(line, number, text.size(), repeats_command);
    entry.what = newest_;
  }
  line.done();
  if (!is_script_) check_gap(line, entry);
  entries_.push_back(std::move(entry));
}

std::int64_t EntryReader::step(JsonReader& line) const {
  const std::int64_t at = line.whole(kStepKey);
  if (at < 0) line.fail(kStepKey, fmt::format("must be a step from 0 on, is {}", at));
  return at;
}

std::int64_t EntryReader::milliseconds(JsonReader& line) const {
  const std::int64_t since = line.whole(kTimeKey);
  if (since > kLongestPause) {
    line.fail(kTimeKey, fmt::format("must be at most {}, is {}", kLongestPause, since));
  }
  return std::max<std::int64_t>(0, since);
}

void EntryReader::check_gap(const JsonReader& line, const Entry& entry) {
  if (!entry.at) return;
  const std::int64_t since = entry.milliseconds - step_time_;
  const std::int64_t most = kMostStepsPerMillisecond * std::min(since + kLateness, kLongestSpacing);
  if (gaps_ == StepGaps::plausible && *entry.at > step_ && *entry.at - step_ > most) {
    line.fail(kStepKey,
              fmt::format("step {} is {} steps on from the line before, more than a field takes in "
                          "{} ms; 'heatwave replay --long-gaps' plays it anyway",
                          *entry.at, *entry.at - step_, since));
  }
  highest_step_ = std::max(highest_step_, *entry.at);
  step_ = std::max<std::int64_t>(0, step_after(entry, *entry.at).value_or(highest_step_));
  highest_step_ = std::max(highest_step_, step_);
  step_time_ = entry.milliseconds;
}

std::shared_ptr<const session::Command> EntryReader::command(JsonReader& line, std::size_t number,
                                                             std::size_t bytes, bool is_repeated) {
  if (!is_repeated) {
    newest_bytes_ = bytes;
    return std::make_shared<const session::Command>(read_command(line));
  }
  const bool changes =
      std::any_of(line.keys().begin(), line.keys().end(), [](const std::string& key) {
        return std::find(kReservedKeys.begin(), kReservedKeys.end(), key) == kReservedKeys.end();
      });
  if (!changes) return newest_.command;
  if (newest_bytes_ > bytes + kSmallRepetition) repeated_ += newest_bytes_ - bytes;
  if (repeated_ > kMostRepeated) {
    throw core::Error(fmt::format(
        "{}:{}: too many lines repeat large commands with small changes; at most {} are read",
        where_, number, core::in_bytes(double{kMostRepeated})));
  }
  newest_bytes_ = std::max(newest_bytes_, bytes);
  return std::make_shared<const session::Command>(read_changes(line, *newest_.command));
}

SentCommand EntryReader::sent(JsonReader& line, std::size_t number, std::size_t bytes,
                              bool is_repeated) {
  SentCommand sent = is_repeated ? newest_ : SentCommand{};
  if (line.has(kGestureKey)) sent.gesture = line.natural(kGestureKey);
  if (line.has(kClientKey)) {
    constexpr int kHighestNumber = std::numeric_limits<int>::max();
    sent.client = static_cast<session::ClientId>(line.integer(kClientKey, 0, kHighestNumber));
  }
  if (line.has(kSequenceKey)) sent.sequence = line.natural(kSequenceKey);
  sent.command = command(line, number, bytes, is_repeated);
  const session::CommandTraits& traits = session::traits_of(*sent.command);
  if (!is_script_ && !traits.recorded) {
    line.fail(kCommandKey, fmt::format("'{}' has no place in a recording", traits.name));
  }
  return sent;
}

/// Interpolates missing steps between those of the neighbouring lines by their times.
void EntryReader::infer_steps() {
  const auto has_step = [](const Entry& entry) { return entry.at.has_value(); };
  auto next = entries_.begin();  // next entry with a step
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto here = entries_.begin() + static_cast<std::ptrdiff_t>(i);
    if (here->at) continue;
    if (next <= here) next = std::find_if(here, entries_.end(), has_step);
    std::int64_t before = 0;
    std::int64_t time_before = 0;
    if (i > 0) {
      const Entry& last = *std::prev(here);
      const auto step = last.at ? step_after(last, *last.at) : std::nullopt;
      if (!step) continue;
      before = std::max<std::int64_t>(0, *step);
      time_before = last.milliseconds;
    }
    here->at = before;
    if (next == entries_.end() || *next->at <= before) continue;
    const auto rest = static_cast<double>(next->milliseconds - here->milliseconds);
    const auto all =
        static_cast<double>(std::max<std::int64_t>(1, next->milliseconds - time_before));
    if (rest >= all) continue;
    const double missing = static_cast<double>(*next->at - before) * (rest / all);
    here->at = std::max(before, *next->at - static_cast<std::int64_t>(missing));
  }
}

std::vector<Entry> EntryReader::take() {
  if (!is_script_) infer_steps();
  return std::move(entries_);
}

/// Returns whether a file may be a recording, by its first bytes; other files are read no further.
bool begins_like_recording(std::string_view text) {
  return text.starts_with('{') && text.find(kFormatKey) != std::string_view::npos &&
         text.find(kFormatWord) != std::string_view::npos;
}

core::Error no_recording(const std::string& where) {
  return core::Error(fmt::format("'{}' is not a recording of Heatwave", where));
}

Recording read_header(const JsonNode& node, const std::string& where) {
  JsonReader line(node, "", where, "the first line");
  if (!line.has(kFormatKey) || line.text(kFormatKey) != kFormatWord) throw no_recording(where);
  (void)line.version(kFormatVersion);
  Recording recording{.file = where, .program = line.text("program")};
  read(line, "scene", recording.scene);
  line.done();
  return recording;
}

/// Parses a line; none: it is the last line and incomplete.
std::optional<JsonNode> parse_line(std::string_view line, const LineReader& lines) {
  if (lines.is_whole()) return json::parse_json(line, lines.where(), lines.number());
  try {
    return json::parse_json(line, lines.where(), lines.number());
  } catch (const core::Error&) {
    return std::nullopt;
  }
}

Recording recording_from(LineReader lines, StepGaps gaps) {
  const std::string& where = lines.where();
  if (!begins_like_recording(lines.beginning())) throw no_recording(where);
  const auto header = parse_line(*lines.next(), lines);
  if (!header) {
    throw core::Error(
        fmt::format("'{}' breaks off in its first line; there is nothing to play", where));
  }
  Recording recording = read_header(*header, where);
  EntryReader reader(where, EntryReader::Kind::recording, gaps);
  std::size_t newest_whole = lines.number();
  while (const auto line = lines.next()) {
    if (reader.ended()) {
      throw core::Error(
          fmt::format("{}:{}: comes after the recording's end", where, lines.number()));
    }
    auto node = parse_line(*line, lines);
    if (!node) break;
    reader.read(*line, std::move(*node), lines.number());
    newest_whole = lines.number();
  }
  if (!reader.ended()) recording.breaks_off_after = newest_whole;
  recording.entries = reader.take();
  return recording;
}

std::vector<Entry> script_from(LineReader lines) {
  EntryReader reader(lines.where(), EntryReader::Kind::script, StepGaps::any);
  while (const auto line = lines.next()) {
    if (means_nothing(*line)) continue;
    reader.read(*line, json::parse_json(*line, lines.where(), lines.number()), lines.number());
  }
  return reader.take();
}

}  // namespace

SentCommand sent_command(const session::Envelope& envelope) {
  return {.client = envelope.client,
          .sequence = envelope.sequence,
          .gesture = envelope.gesture,
          .command = std::make_shared<const session::Command>(envelope.command)};
}

std::optional<std::int64_t> step_after(const Entry& entry, std::int64_t at) {
  const auto* sent = std::get_if<SentCommand>(&entry.what);
  if (sent == nullptr) return at;
  const session::Command& command = *sent->command;
  if (const auto* put_back = std::get_if<session::PutBack>(&command)) {
    return put_back->state ? put_back->state->step : at;
  }
  if (std::holds_alternative<session::Undo>(command) ||
      std::holds_alternative<session::Redo>(command) ||
      std::holds_alternative<session::SetFormula>(command)) {
    return std::nullopt;
  }
  const bool begins_anew = std::holds_alternative<session::Reset>(command) ||
                           std::holds_alternative<session::LoadScene>(command) ||
                           std::holds_alternative<session::Resize>(command);
  return begins_anew ? 0 : at;
}

std::int64_t steps_of(const std::vector<Entry>& entries) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  std::int64_t steps = 0;
  std::int64_t step = 0;
  for (const Entry& entry : entries) {
    const std::int64_t at = entry.at.value_or(step);
    if (at > step) steps += std::min(at - step, kMost - steps);
    step = std::max<std::int64_t>(0, step_after(entry, at).value_or(at));
  }
  return steps;
}

std::string told_of_break(const Recording& recording) {
  if (!recording.breaks_off_after) return {};
  const auto& entries = recording.entries;
  const std::int64_t step = entries.empty() ? 0 : entries.back().at.value_or(0);
  return fmt::format("'{}' breaks off after line {}, at step {}; it is played up to there",
                     recording.file, *recording.breaks_off_after, step);
}

Recording parse_recording(std::string_view text, const std::string& where, StepGaps gaps) {
  return recording_from(lines_of(text, where), gaps);
}

Recording read_recording(const std::filesystem::path& path, StepGaps gaps) {
  return recording_from(lines_of_file(path), gaps);
}

std::vector<Entry> parse_script(std::string_view text, const std::string& where) {
  return script_from(lines_of(text, where));
}

std::vector<Entry> read_script(const std::filesystem::path& path) {
  return script_from(lines_of_file(path));
}

Recording recording_of(const session::LoggedMinute& minute, std::int64_t step, std::uint64_t sum) {
  Recording recording{.file = "the last minute"};
  const auto& start = std::get<session::PutBack>(minute.entries.front().envelope.command);
  recording.scene = start.scene;
  for (const session::LoggedMinute::Entry& each : minute.entries) {
    Entry entry{.line = recording.entries.size() + 1,
                .at = each.step,
                .milliseconds = each.milliseconds,
                .what = sent_command(each.envelope)};
    // The first entry itself brings the field to its step.
    if (recording.entries.empty()) entry.at.reset();
    recording.entries.push_back(std::move(entry));
  }
  recording.entries.push_back({.line = recording.entries.size() + 1,
                               .at = step,
                               .milliseconds = minute.entries.back().milliseconds,
                               .what = Keyframe{sum}});
  return recording;
}

}  // namespace heatwave::wire
