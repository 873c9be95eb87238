// What can be done in the lab; keys and buttons alike end here.
#pragma once

#include <memory>
#include <string>

#include "app/rooms/lab/lab_view.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab_room {

// What is shown
// -------------------------------------------------------------------------------------------

/// The experiment shown: the first one until another is chosen.
const lab::Experiment& shown_experiment(const LabModel& model);
/// What is set for the experiment shown: its initial values until they are changed.
lab::Settings shown_settings(const LabModel& model);
/// The same, to be changed.
lab::Settings& changed_settings(LabModel& model);
/// The variant chosen of the experiment shown; until one is chosen, its last that is no yardstick.
std::string shown_variant(const LabModel& model);
void choose_variant(LabModel& model, const std::string& variant);
/// The parameter to sweep of the experiment shown; empty where none has values to compare.
std::string shown_sweep(const LabModel& model);
/// 1 + the place of the recording that is shown; 0: this machine's runs. Until one is chosen it is
/// this machine where it has measured or has a GPU to measure with, else the newest recording.
std::size_t shown_recording(const LabView& context);
/// The result shown, of this machine or a recorded one; null where there is none.
std::shared_ptr<const session::LabResult> shown_result(const LabView& context);
/// This machine's run before the newest one; null where there is none, or a recording is shown.
std::shared_ptr<const session::LabResult> result_before(const LabView& context);

// What can be done
// -------------------------------------------------------------------------------------------

/// Why nothing can be run now, as one phrase; empty when it can.
std::string why_no_run(const LabView& context);
/// Why a variant cannot be measured on this machine, as one phrase; empty when it can.
std::string why_not_here(const LabView& context, const lab::Variant& variant);

/// This machine's runs instead of a recording. A variant that cannot run here gives way to the best
/// that can, and the reason is told.
void show_this_machine(LabView& context);
void run_all(LabView& context);
/// The variant chosen alone, even where it is left out of a run of all.
void run_selected(LabView& context);
/// All variants, for each value of the parameter to sweep.
void run_sweep(LabView& context);

/// Runs all, or cancels what is running.
void run_or_cancel(LabView& context);

void choose_experiment(LabView& context, const std::string& id);

void reset_settings(LabView& context);

}  // namespace heatwave::lab_room
