// Checks what a person has set for a lesson, and plays it.
#include "kernels/stage/lesson.h"

#include <cmath>

#include "kernels/core/error.h"
#include "kernels/core/find_by_id.h"

namespace heatwave::stage {
namespace {

void check_input(const Input& input, const std::vector<double>& values) {
  const auto count = static_cast<int>(values.size());
  if (count < input.least || count > input.most) {
    const std::string many = input.least == input.most ? std::to_string(input.least)
                                                       : std::to_string(input.least) + " to " +
                                                             std::to_string(input.most);
    throw core::Error(input.id + " takes " + many + (input.most == 1 ? " number" : " numbers") +
                      ", not " + std::to_string(count));
  }
  for (const double value : values) {
    if (!(value >= input.minimum && value <= input.maximum)) {
      throw core::Error(input.id + " must lie between " + std::to_string(input.minimum) + " and " +
                        std::to_string(input.maximum));
    }
    if (input.whole_numbers && value != std::floor(value)) {
      throw core::Error(input.id + " takes whole numbers");
    }
  }
}

/// As many of something as a person wants, but at least one.
Input count_input(const char* id, const char* title, const std::string& help, int initial,
                  int maximum) {
  return {.id = id,
          .title = title,
          .help = help,
          .initial = {static_cast<double>(initial)},
          .minimum = 1,
          .maximum = static_cast<double>(maximum)};
}

}  // namespace

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
  for (const Input& input : lesson.inputs) settings.inputs.try_emplace(input.id, input.initial);
  if (settings.warp == 0) settings.warp = lesson.warp;
  if (settings.warp < 1 || settings.warp > 32) {
    throw core::Error("a warp has 1 to 32 threads, not " + std::to_string(settings.warp));
  }
  if (settings.version.empty()) {
    if (!lesson.versions.empty()) settings.version = lesson.versions.front().id;
  } else {
    core::find_by_id(lesson.versions, settings.version, [&] {
      return "the lesson '" + lesson.id + "' has no version '" + settings.version + "'";
    });
  }
  return settings;
}

Trace play(const Lesson& lesson, const PlaySettings& settings) {
  const PlaySettings all = completed(lesson, settings);
  Machine machine({.schedule = all.schedule, .warp = all.warp});
  const std::function<void()> host = lesson.set_up(machine, all);
  return machine.play(host);
}

}  // namespace heatwave::stage
