// The subcommands of the program.
#pragma once

#include <functional>
#include <string>

#include "app/cli/options.h"
#include "app/shell/start.h"
#include "app/shell/window/opengl_facts.h"

namespace heatwave::cli {

/// Returns the text to print: a summary, or one JSON document. Throws core::Error, also for a field
/// that overflows; then neither --png nor --dump is written.
std::string run(const RunOptions& options);

/// Returns the text to print. Throws core::Error, also when the field differs from the recording.
std::string replay(const ReplayOptions& options);

/// Prints tables one by one as they are measured, or one document at the end. Throws UsageError,
/// and core::Error with one sentence when a measurement failed, was wrong or was stopped by Ctrl-C;
/// completed measurements are printed before.
void lab(const LabOptions& options, const std::function<void(const std::string&)>& print);

/// Returns the text to print: the list, a line for each step, the state after one, or one JSON
/// document. A detected fault is part of the play; a lesson that cannot be played throws
/// core::Error.
std::string stage(const StageOptions& options);

/// Lists the exercises, shows or saves one, or prints the verdict on a solution. Throws UsageError,
/// and core::Error when the solution is not right.
void exercise(const ExerciseOptions& options, const std::function<void(const std::string&)>& print);

/// Prints the components and parameters of a formula, its operations or its cost. Prints all
/// mistakes, each with its line, and then throws core::Error.
void formula(const FormulaOptions& options, const std::function<void(const std::string&)>& print);

/// Lists the lectures, runs all steps of one, or saves it as a page or its program. Throws
/// core::Error for the first step that fails.
std::string lecture(const LectureOptions& options);

/// Returns the text to print. `probe_opengl` comes from the shell, which uses OpenGL.
std::string info(const InfoOptions& options,
                 const std::function<shell::OpenGlFacts()>& probe_opengl);

/// Reports the cost of a large grid on standard error. Throws UsageError for an invalid scene,
/// parameter or file, and core::Error when there is no display.
shell::Start window_start(const WindowOptions& options);

}  // namespace heatwave::cli
