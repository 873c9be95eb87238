// Reads recordings line by line; whatever is wrong is said with its line.
#include "app/wire/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "app/export/plain_file.h"
#include "app/scene/json_reader.h"
#include "app/scene/json_tree.h"
#include "app/scene/scene_parts_json.h"
#include "app/wire/command_json.h"
#include "app/wire/recording_format.h"
#include "kernels/core/error.h"

namespace heatwave::wire {
namespace {

using session::JsonNode;
using session::JsonReader;

/// The lines of a text, one after the other.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] std::size_t number() const { return number_; }
  std::string_view next() {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return line;
  }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

bool means_nothing(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos || line[first] == '#';
}

bool has(const JsonNode& node, std::string_view key) {
  return std::find(node.keys.begin(), node.keys.end(), key) != node.keys.end();
}

/// The command before this line, with what the line says in its place.
JsonNode continued(JsonNode before, const JsonNode& line) {
  before.line = line.line;
  for (std::size_t i = 0; i < line.keys.size(); ++i) {
    const auto at = std::find(before.keys.begin(), before.keys.end(), line.keys[i]);
    if (at == before.keys.end()) {
      before.keys.push_back(line.keys[i]);
      before.children.push_back(line.children[i]);
      before.key_lines.push_back(line.line);
      continue;
    }
    before.children[static_cast<std::size_t>(at - before.keys.begin())] = line.children[i];
  }
  std::fill(before.key_lines.begin(), before.key_lines.end(), line.line);
  return before;
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

/// Entries from lines.
class EntryReader {
 public:
  EntryReader(const std::string& where, bool is_script) : where_(where), is_script_(is_script) {}

  void read(std::string_view text, std::size_t number) {
    JsonNode node = session::parse_json(text, where_, number);
    if (node.kind == JsonNode::Kind::object && !has(node, kCommandKey) && !has(node, kSumKey)) {
      node = continued(newest_, node);
    }
    JsonReader line(node, "", where_, "a line");
    Entry entry{.line = number};
    if (!is_script_ || line.has(kStepKey)) entry.at = step(line);
    if (!is_script_ || line.has(kTimeKey)) time_ += std::max<std::int64_t>(0, line.whole(kTimeKey));
    entry.milliseconds = time_;
    if (line.has(kSumKey)) {
      entry.what = Keyframe{sum_of(line)};
      ended_ = line.flag(kEndKey, false);
      line.done();
    } else {
      entry.what = envelope(line);
      line.done();
      newest_ = std::move(node);
    }
    entries_.push_back(std::move(entry));
  }

  [[nodiscard]] bool ended() const { return ended_; }
  std::vector<Entry> take() { return std::move(entries_); }

 private:
  static std::int64_t step(JsonReader& line) {
    const std::int64_t at = line.whole(kStepKey);
    if (at < 0) line.fail(kStepKey, fmt::format("must be a step from 0 on, is {}", at));
    return at;
  }

  session::Envelope envelope(JsonReader& line) const {
    session::Envelope envelope;
    if (line.has(kGestureKey)) envelope.gesture = line.natural(kGestureKey);
    if (line.has(kClientKey)) {
      constexpr int kHighestNumber = std::numeric_limits<int>::max();
      envelope.client = static_cast<session::ClientId>(line.integer(kClientKey, 0, kHighestNumber));
    }
    if (line.has(kSequenceKey)) envelope.sequence = line.natural(kSequenceKey);
    envelope.command = read_command(line);
    const session::CommandTraits& traits = session::traits_of(envelope.command);
    if (!is_script_ && !traits.recorded) {
      line.fail(kCommandKey, fmt::format("'{}' has no place in a recording", traits.name));
    }
    return envelope;
  }

  const std::string& where_;
  bool is_script_;
  bool ended_ = false;
  std::int64_t time_ = 0;
  JsonNode newest_{.kind = JsonNode::Kind::object};
  std::vector<Entry> entries_;
};

Recording read_header(std::string_view text, const std::string& where) {
  const auto foreign = [&] {
    return core::Error(fmt::format("'{}' is not a recording of Heatwave", where));
  };
  if (!text.starts_with('{') || text.find(kFormatWord) == std::string_view::npos) throw foreign();
  const JsonNode node = session::parse_json(text, where);
  JsonReader line(node, "", where, "the first line");
  if (!line.has(kFormatKey) || line.text(kFormatKey) != kFormatWord) throw foreign();
  const int version = line.integer("version", 1, std::numeric_limits<int>::max());
  if (version > kFormatVersion) {
    line.fail("version", fmt::format("{} is newer than this program, which reads up to {}", version,
                                     kFormatVersion));
  }
  Recording recording{.file = where, .program = line.text("program")};
  JsonReader scene = line.object("scene");
  recording.scene = session::read_scene(scene, {}, session::SceneForm::travelling);
  line.done();
  return recording;
}

/// A field of 8192 × 8192 cells of two planes takes 700 MB as text.
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30U;

}  // namespace

Recording parse_recording(std::string_view text, const std::string& where) {
  Lines lines(text);
  Recording recording = read_header(lines.next(), where);
  EntryReader reader(where, false);
  while (!lines.at_end()) {
    const std::string_view line = lines.next();
    if (reader.ended()) {
      throw core::Error(
          fmt::format("{}:{}: stands behind the recording's end", where, lines.number()));
    }
    reader.read(line, lines.number());
  }
  if (!reader.ended()) {
    throw core::Error(fmt::format("{}:{}: the recording breaks off", where, lines.number()));
  }
  recording.entries = reader.take();
  return recording;
}

Recording read_recording(const std::filesystem::path& path) {
  return parse_recording(exporting::whole_text(path, kMostBytes), path.string());
}

std::vector<Entry> parse_script(std::string_view text, const std::string& where) {
  EntryReader reader(where, true);
  for (Lines lines(text); !lines.at_end();) {
    const std::string_view line = lines.next();
    if (!means_nothing(line)) reader.read(line, lines.number());
  }
  return reader.take();
}

std::vector<Entry> read_script(const std::filesystem::path& path) {
  return parse_script(exporting::whole_text(path, kMostBytes), path.string());
}

}  // namespace heatwave::wire
