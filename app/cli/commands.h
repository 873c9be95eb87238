// The subcommands of the program: what each does with its options.
#pragma once

#include <functional>
#include <string>

#include "app/cli/options.h"
#include "app/shell/start.h"
#include "app/shell/window/opengl_facts.h"

namespace heatwave::cli {

/// What to print: a summary, or one JSON document. Throws core::Error; a field that overflows is
/// one, and then neither --png nor --dump is written.
std::string run(const RunOptions& options);

/// Returns what is to be printed. Throws core::Error, also where the field comes out differently.
std::string replay(const ReplayOptions& options);

/// Prints tables one by one as they are measured, or one document at the end. Throws UsageError,
/// and core::Error with one sentence when something could not be measured, was wrong or was stopped
/// by Ctrl-C; what has been measured is printed before.
void lab(const LabOptions& options, const std::function<void(const std::string&)>& print);

/// What to print: the list, a line for each step, the moment after one, or one JSON document. A
/// fault that is found is part of the play; a lesson that cannot be played throws core::Error.
std::string stage(const StageOptions& options);

/// Lists the lectures, or does all steps of one. Throws core::Error for the first that cannot be
/// done.
std::string lecture(const LectureOptions& options);

/// What to print. `probe_opengl` comes from the front, which knows OpenGL.
std::string info(const InfoOptions& options,
                 const std::function<shell::OpenGlFacts()>& probe_opengl);

/// Says on standard error what a large grid costs. Throws UsageError for a scene, parameter or file
/// that cannot be, core::Error when there is no display.
shell::Start window_start(const WindowOptions& options);

}  // namespace heatwave::cli
