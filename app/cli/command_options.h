// The options of each subcommand and their checks; values.h reads all values for its messages.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/options.h"
#include "app/cli/values.h"

namespace heatwave::cli {

/// Adds an option with one value; `set_value` receives the option's name and the value.
CLI::Option* add(CLI::App& app, const std::string& name, const std::string& kind,
                 const std::string& help,
                 const std::function<void(const std::string&, const std::string&)>& set_value);

/// Adds an option that may be given several times.
CLI::Option* add_several(
    CLI::App& app, const std::string& name, const std::string& kind, const std::string& help,
    const std::function<void(const std::string&, const std::string&)>& set_value);

/// Adds an option for a whole number from `least` to `most`; the value may be optional.
template <typename Value>
CLI::Option* add_whole_number(CLI::App& app, const std::string& name, const std::string& kind,
                              const std::string& help, Value& value, std::int64_t least,
                              std::int64_t most) {
  return add(app, name, kind, help, [&, least, most](const auto& option, const auto& text) {
    const std::int64_t number = whole_number(option, text, least, most);
    if constexpr (requires { value.value(); }) {
      value = static_cast<typename Value::value_type>(number);
    } else {
      value = static_cast<Value>(number);
    }
  });
}

/// Adds an option for one of these names; an empty kind lists them.
CLI::Option* add_choice(CLI::App& app, const std::string& name, const std::string& kind,
                        const std::string& help, std::string& value,
                        const std::vector<std::string>& choices);

/// Adds an option for a name of the enum's table; an empty kind lists them.
template <core::Named Enum, typename Value>
CLI::Option* add_enum(CLI::App& app, const std::string& name, const std::string& kind,
                      const std::string& help, Value& value) {
  return add(app, name,
             kind.empty() ? fmt::format("{}", fmt::join(core::all_names<Enum>(), "|")) : kind, help,
             [&](const auto& option, const auto& text) { value = choice<Enum>(option, text); });
}

/// Adds an option for a file name.
CLI::Option* add_path(CLI::App& app, const std::string& name, const std::string& help,
                      std::filesystem::path& path);

inline constexpr std::int64_t kMostSteps = std::numeric_limits<std::int64_t>::max() / 4;

void add_backend_options(CLI::App& app, field::Backend& backend, std::optional<int>& device,
                         int& threads);
void add_output_options(CLI::App& app, OutputOptions& options);
/// Throws UsageError for options that contradict each other.
void check_output_options(const OutputOptions& options);

void add_picture_options(CLI::App& app, PictureOptions& options);
void check_picture_options(const CLI::App& app, const RunOptions& options);

/// Returns the scene with the picture in it.
scene::Scene with_picture(scene::Scene scene, const PictureOptions& options);

void add_measure_options(CLI::App& app, RunOptions& options);
/// Throws UsageError for options that contradict each other.
void check_measure_options(const RunOptions& options);

void add_lab_options(CLI::App& app, LabOptions& options);
/// Checks combinations of options, and takes the format from the file name if no option gives it.
/// Throws UsageError.
void resolve_lab_options(LabOptions& options);

void add_lecture_options(CLI::App& app, LectureOptions& options);
/// Throws UsageError for missing or contradictory options.
void check_lecture_options(const LectureOptions& options);

void add_replay_options(CLI::App& app, ReplayOptions& options);
/// Throws UsageError for missing or contradictory options.
void check_replay_options(const ReplayOptions& options);

/// Returns the ids of all lessons and exercises.
std::vector<std::string> lesson_ids();
void add_stage_options(CLI::App& app, StageOptions& options);
/// Checks combinations of options. Throws UsageError.
void resolve_stage_options(StageOptions& options);

void add_exercise_options(CLI::App& app, ExerciseOptions& options);
/// Throws UsageError for options that contradict each other.
void check_exercise_options(const ExerciseOptions& options);

}  // namespace heatwave::cli
