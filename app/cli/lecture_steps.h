// The steps of a lecture, carried out without a window: to be checked, or to be written as a page.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "app/cli/options.h"
#include "app/session/session.h"
#include "app/wire/lecture.h"
#include "app/wire/lecture_player.h"

namespace heatwave::cli {

using StepDone =
    std::function<void(session::Session& session, wire::LecturePlayer& player, std::size_t step)>;

/// Carries out all steps, and calls `done` after each. Throws core::Error that names the step in
/// which something failed, also in `done`.
void carry_out(const wire::Lecture& lecture, const LectureOptions& options, const StepDone& done);

/// Plays what the stage shows; the snapshot then has its trace.
void play(session::Session& session, const session::StageSight& sight);

/// Saves the lecture's script, handout or program, whichever the options name, and returns the text
/// to print. Throws core::Error.
std::string saved_lecture(const wire::Lecture& lecture, const LectureOptions& options);

}  // namespace heatwave::cli
