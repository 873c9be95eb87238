// The options of each subcommand, and their checks; every value is read by values.h for its
// messages.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "app/cli/options.h"

namespace heatwave::cli {

/// An option with one value, which `take` gets with the option's name.
CLI::Option* add(CLI::App& app, const std::string& name, const std::string& kind,
                 const std::string& help,
                 const std::function<void(const std::string&, const std::string&)>& take);

/// Likewise, but it may be given several times.
CLI::Option* add_several(CLI::App& app, const std::string& name, const std::string& kind,
                         const std::string& help,
                         const std::function<void(const std::string&, const std::string&)>& take);

/// An option with the name of a file.
CLI::Option* add_path(CLI::App& app, const std::string& name, const std::string& help,
                      std::filesystem::path& path);

inline constexpr std::int64_t kMostSteps = std::numeric_limits<std::int64_t>::max() / 4;

void add_backend_options(CLI::App& app, field::Backend& backend, std::optional<int>& device,
                         int& threads);
void add_output_options(CLI::App& app, OutputOptions& options);
/// Throws UsageError for options that do not fit together.
void check_output_options(const OutputOptions& options);

void add_picture_options(CLI::App& app, PictureOptions& options);
void check_picture_options(const CLI::App& app, const RunOptions& options);

/// The scene with the picture in it.
scene::Scene with_picture(scene::Scene scene, const PictureOptions& options);

void add_measure_options(CLI::App& app, RunOptions& options);
/// Throws UsageError where they do not go together.
void check_measure_options(const RunOptions& options);

void add_lab_options(CLI::App& app, LabOptions& options);
/// What single options cannot see; a file's name says its format where no option does. Throws
/// UsageError.
void settle_lab(LabOptions& options);

void add_lecture_options(CLI::App& app, LectureOptions& options);
/// Throws UsageError for what is missing or does not fit together.
void settle_lecture(const LectureOptions& options);

void add_replay_options(CLI::App& app, ReplayOptions& options);
/// Throws UsageError for what is missing or does not fit together.
void settle_replay(const ReplayOptions& options);

void add_stage_options(CLI::App& app, StageOptions& options);
/// What single options cannot see. Throws UsageError.
void settle_stage(StageOptions& options);

}  // namespace heatwave::cli
