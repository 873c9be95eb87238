// Lines are kept in memory, where half an hour takes a few megabytes, and saved as one whole file.
#include "app/wire/recording_writer.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/export/files.h"
#include "app/session/scene_parts_json.h"
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

class RecordingWriter : public session::Journal {
 public:
  RecordingWriter(session::JournalRequest request, const std::string& program)
      : request_(std::move(request)) {
    write({{kFormatKey, kFormatWord},
           {"version", kFormatVersion},
           {"program", program},
           {"scene", session::json_of(request_.scene, session::SceneForm::travelling)}});
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
    const auto naming = request_.replace ? exporting::Naming::replacing
                        : request_.exact ? exporting::Naming::exact
                                         : exporting::Naming::fresh;
    return exporting::write_whole_file(request_.path, text_, naming);
  }

  [[nodiscard]] std::uint64_t bytes() const override { return text_.size(); }

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
  }

  session::JournalRequest request_;
  std::vector<std::uint8_t> text_;
  Json newest_ = Json::object();  ///< of the newest command
  std::int64_t newest_time_ = 0;
};

}  // namespace

session::JournalFactory recording_writers(std::string program) {
  return [program = std::move(program)](const session::JournalRequest& request) {
    return std::make_unique<RecordingWriter>(request, program);
  };
}

}  // namespace heatwave::wire
