// Each line is written to its file at once, so it survives however the program ends.
#include "app/wire/recording.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/scene/scene_json.h"
#include "app/system/write_files.h"
#include "app/wire/command_json.h"

namespace heatwave::wire {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the keys of `now` that differ from `before`, if these suffice; otherwise all of `now`.
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

system::Naming naming_of(const session::JournalRequest& request) {
  if (request.replace) return system::Naming::replacing;
  return request.exact ? system::Naming::exact : system::Naming::fresh;
}

/// Invalid bytes of names are replaced, so that the line is UTF-8.
std::string text_of(const Json& line) {
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string header(const session::JournalRequest& request, const std::string& program) {
  return text_of({{kFormatKey, kFormatWord},
                  {"version", kFormatVersion},
                  {"program", program},
                  {"scene", scene::json_value(request.scene)}});
}

class RecordingWriter : public session::Journal {
 public:
  RecordingWriter(const session::JournalRequest& request, const std::string& program)
      : file_(request.path, header(request, program), naming_of(request)) {}

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
    file_.close();
    return file_.path();
  }

  [[nodiscard]] std::uint64_t bytes() const override { return file_.size(); }

 private:
  Json stamped(session::Moment moment) {
    const std::int64_t since = moment.milliseconds - newest_time_;
    newest_time_ = moment.milliseconds;
    return {{kStepKey, moment.step}, {kTimeKey, since}};
  }

  void write(const Json& line) { file_.append(text_of(line)); }

  system::LogFile file_;
  Json newest_ = Json::object();  ///< the newest command
  std::int64_t newest_time_ = 0;
};

}  // namespace

session::JournalFactory recording_writers(std::string program) {
  return [program = std::move(program)](const session::JournalRequest& request) {
    return std::make_unique<RecordingWriter>(request, program);
  };
}

}  // namespace heatwave::wire
