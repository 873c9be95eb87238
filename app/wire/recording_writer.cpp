// Lines go into a file that is not there under its name before it is whole: however long a lesson
// is recorded, little of it is kept in memory.
#include "app/wire/recording_writer.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/export/files.h"
#include "app/scene/scene_parts_json.h"
#include "app/wire/command_json.h"
#include "app/wire/recording_format.h"

namespace heatwave::wire {
namespace {

using session::Json;

/// What of `now` differs from `before`, where the one can be told by the other.
Json told_by_difference(const Json& now, const Json& before) {
  bool same_keys = now.size() == before.size();
  Json difference = Json::object();
  for (const auto& [key, value] : now.items()) {
    const auto at = before.find(key);
    same_keys = same_keys && at != before.end();
    if (at == before.end() || *at != value) difference[key] = value;
  }
  const bool same_command = same_keys && !difference.contains(kCommandKey);
  return same_command ? difference : now;
}

exporting::Naming naming_of(const session::JournalRequest& request) {
  if (request.replace) return exporting::Naming::replacing;
  return request.exact ? exporting::Naming::exact : exporting::Naming::fresh;
}

class RecordingWriter : public session::Journal {
 public:
  RecordingWriter(const session::JournalRequest& request, const std::string& program)
      : file_(request.path, naming_of(request)) {
    write({{kFormatKey, kFormatWord},
           {"version", kFormatVersion},
           {"program", program},
           {"scene", session::json_of(request.scene, session::SceneForm::travelling)}});
  }

  void note(session::Moment moment, const session::Envelope& envelope) override {
    Json command;
    if (envelope.gesture != 0) command[kGestureKey] = envelope.gesture;
    if (envelope.client != session::kHome) {
      command[kClientKey] = envelope.client;
      command[kSequenceKey] = envelope.sequence;
    }
    command.update(json_of(envelope.command));
    Json line = stamped(moment);
    line.update(told_by_difference(command, newest_));
    write(line);
    newest_ = std::move(command);
  }

  void keyframe(session::Moment moment, std::uint64_t sum) override {
    Json line = stamped(moment);
    line[kSumKey] = fmt::format("{:016x}", sum);
    write(line);
  }

  std::filesystem::path close(session::Moment moment, std::uint64_t sum) override {
    Json line = stamped(moment);
    line[kEndKey] = true;
    line[kSumKey] = fmt::format("{:016x}", sum);
    write(line);
    pass_on();
    return file_.finish();
  }

  [[nodiscard]] std::uint64_t bytes() const override { return in_file_ + text_.size(); }

 private:
  Json stamped(session::Moment moment) {
    const std::int64_t since = moment.milliseconds - newest_time_;
    newest_time_ = moment.milliseconds;
    return {{kStepKey, moment.step}, {kTimeKey, since}};
  }

  void write(const Json& line) {
    // A name need not be UTF-8; whatever it is, the line is.
    const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace);
    text_.insert(text_.end(), text.begin(), text.end());
    text_.push_back('\n');
    if (text_.size() >= kMostKept) pass_on();
  }

  void pass_on() {
    file_.append(text_);
    in_file_ += text_.size();
    text_.clear();
  }

  static constexpr std::size_t kMostKept = std::size_t{1} << 16U;

  exporting::GrowingFile file_;
  std::uint64_t in_file_ = 0;
  std::vector<std::uint8_t> text_;  ///< lines that are not in the file yet
  Json newest_ = Json::object();    ///< of the newest command
  std::int64_t newest_time_ = 0;
};

}  // namespace

session::JournalFactory recording_writers(std::string program) {
  return [program = std::move(program)](const session::JournalRequest& request) {
    return std::make_unique<RecordingWriter>(request, program);
  };
}

}  // namespace heatwave::wire
