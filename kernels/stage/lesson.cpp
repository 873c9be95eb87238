// The settings of a lesson are checked here before it is played.
#include "kernels/stage/lesson.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/core/find_by_id.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage {
namespace {

void check_input(const Input& input, const std::vector<double>& values) {
  const auto count = static_cast<int>(values.size());
  if (count < input.least || count > input.most) {
    const std::string many = input.least == input.most ? std::to_string(input.least)
                                                       : std::to_string(input.least) + " to " +
                                                             std::to_string(input.most);
    throw core::Error("'" + input.id + "' takes " + many +
                      (input.most == 1 ? " number" : " numbers") + ", not " +
                      std::to_string(count));
  }
  for (const double value : values) {
    if (!(value >= input.minimum && value <= input.maximum)) {
      throw core::Error("'" + input.id + "' must lie between " + words::number(input.minimum) +
                        " and " + words::number(input.maximum));
    }
    if (input.whole_numbers && value != std::floor(value)) {
      throw core::Error("'" + input.id + "' takes whole numbers");
    }
  }
}

/// Returns an input for a count that is at least one.
Input count_input(const char* id, const char* title, const std::string& help, int initial,
                  int maximum) {
  return {.id = id,
          .title = title,
          .help = help,
          .initial = {static_cast<double>(initial)},
          .minimum = 1,
          .maximum = static_cast<double>(maximum)};
}

const Version* find_version(const Lesson& lesson, const std::string& id) {
  if (const Version* found = core::with_id(lesson.versions, id)) return found;
  return lesson.versions.empty() ? nullptr : &lesson.versions.front();
}

const std::vector<double>& first_input(const Lesson& lesson, const std::string& version,
                                       const Input& input) {
  const Version* found = find_version(lesson, version);
  if (found == nullptr) return input.initial;
  const auto own = found->inputs.find(input.id);
  return own == found->inputs.end() ? input.initial : own->second;
}

}  // namespace

KernelText code_of(const Lesson& lesson, const PlaySettings& settings) {
  const Version* found = find_version(lesson, settings.version);
  const bool own = found != nullptr && !found->code.text().empty();
  const KernelText& shipped = own ? found->code : lesson.code;
  return settings.text.empty() ? shipped : KernelText(settings.text).with_host_of(shipped);
}

Schedule first_schedule(const Lesson& lesson, const std::string& version) {
  const Version* found = find_version(lesson, version);
  return found == nullptr ? lesson.schedule : found->schedule.value_or(lesson.schedule);
}

PlaySettings with_version(const Lesson& lesson, PlaySettings settings, const std::string& version) {
  if (settings.schedule == first_schedule(lesson, settings.version)) {
    settings.schedule = first_schedule(lesson, version);
  } else {
    settings.schedule.choices.clear();  // the choices belong to other steps
  }
  settings.text.clear();  // the user's text belongs to the other version
  for (const Input& input : lesson.inputs) {
    std::vector<double>& values = settings.inputs[input.id];
    if (values.empty() || values == first_input(lesson, settings.version, input)) {
      values = first_input(lesson, version, input);
    }
  }
  settings.version = version;
  return settings;
}

Input blocks_input(int initial, int maximum, const std::string& help) {
  return count_input("blocks", "blocks", help, initial, maximum);
}

Input threads_input(int initial, int maximum, const std::string& help) {
  return count_input("threads", "threads per block", help, initial, maximum);
}

PlaySettings completed(const Lesson& lesson, PlaySettings settings) {
  for (const auto& [id, values] : settings.inputs) {
    const Input& input = core::find_by_id(lesson.inputs, id, [&lesson, &id = id] {
      return "the lesson '" + lesson.id + "' has no input '" + id + "'";
    });
    check_input(input, values);
  }
  if (settings.version.empty()) {
    if (!lesson.versions.empty()) settings.version = lesson.versions.front().id;
  } else {
    core::find_by_id(lesson.versions, settings.version, [&] {
      return "the lesson '" + lesson.id + "' has no version '" + settings.version + "'";
    });
  }
  for (const Input& input : lesson.inputs) {
    settings.inputs.try_emplace(input.id, first_input(lesson, settings.version, input));
  }
  if (settings.warp == 0) settings.warp = lesson.warp;
  if (settings.warp < 1 || settings.warp > 32) {
    throw core::Error("a warp has 1 to 32 threads, not " + std::to_string(settings.warp));
  }
  return settings;
}

Trace play(const Lesson& lesson, const PlaySettings& settings, Watch watch, bool goes_on,
           std::int64_t most_steps, std::shared_ptr<PlayMemory> pages) {
  const PlaySettings all = completed(lesson, settings);
  Machine machine({.schedule = all.schedule,
                   .warp = all.warp,
                   .most_steps = most_steps,
                   .watch = std::move(watch),
                   .goes_on = goes_on},
                  std::move(pages));
  const std::function<void()> host = lesson.set_up(machine, all, code_of(lesson, all));
  return machine.play(host);
}

}  // namespace heatwave::stage
