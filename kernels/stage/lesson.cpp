// Checks what a person has set for a lesson, and plays it.
#include "kernels/stage/lesson.h"

#include <algorithm>
#include <cmath>

#include "kernels/core/error.h"

namespace heatwave::stage {
namespace {

template <typename Range>
std::string ids_of(const Range& range) {
  std::string text;
  for (const auto& each : range) text += (text.empty() ? "" : ", ") + each.id;
  return text;
}

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

}  // namespace

PlaySettings completed(const Lesson& lesson, PlaySettings settings) {
  for (const auto& [id, values] : settings.inputs) {
    const auto known = std::find_if(lesson.inputs.begin(), lesson.inputs.end(),
                                    [&id = id](const Input& input) { return input.id == id; });
    if (known == lesson.inputs.end()) {
      throw core::Error("the lesson '" + lesson.id + "' has no input '" + id +
                        "' (there are: " + ids_of(lesson.inputs) + ")");
    }
    check_input(*known, values);
  }
  for (const Input& input : lesson.inputs) settings.inputs.try_emplace(input.id, input.initial);
  if (settings.warp == 0) settings.warp = lesson.warp;
  if (settings.warp < 1 || settings.warp > 32) {
    throw core::Error("a warp has 1 to 32 threads, not " + std::to_string(settings.warp));
  }
  if (settings.version.empty()) {
    if (!lesson.versions.empty()) settings.version = lesson.versions.front().id;
  } else if (std::none_of(lesson.versions.begin(), lesson.versions.end(),
                          [&](const Version& each) { return each.id == settings.version; })) {
    throw core::Error("the lesson '" + lesson.id + "' has no version '" + settings.version +
                      "' (there are: " + ids_of(lesson.versions) + ")");
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
