// The actions of the Lab, shared by keys and buttons.
#pragma once

#include <memory>
#include <string>

#include "app/rooms/lab/lab_view.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab_room {

// Shown content
// -------------------------------------------------------------------------------------------

/// Returns the shown experiment: the chosen one, or the first.
const lab::Experiment& shown_experiment(const LabModel& model);
/// Returns the settings of the shown experiment: its initial values until they are changed.
lab::Settings shown_settings(const LabModel& model);
/// Returns the settings of the shown experiment to change them.
lab::Settings& changed_settings(LabModel& model);
/// Returns the chosen variant of the shown experiment; by default the last one that can run in this
/// program, is no yardstick, and is not wrong on purpose.
std::string shown_variant(const LabModel& model);
void choose_variant(LabModel& model, const std::string& variant);
/// Returns the parameter to sweep in the shown experiment; empty: no parameter has values to sweep.
std::string shown_sweep(const LabModel& model);
/// Returns 1 + the index of the shown recording; 0: this machine's runs. The default is this
/// machine if it has measured or has a GPU to measure with, otherwise the newest recording.
std::size_t shown_recording(const LabView& context);
/// Returns the shown result, of this machine or recorded; null: there is none.
std::shared_ptr<const session::LabResult> shown_result(const LabView& context);
/// Returns this machine's run before the newest one; null: there is none, or a recording is shown.
std::shared_ptr<const session::LabResult> result_before(const LabView& context);

// Actions
// -------------------------------------------------------------------------------------------

/// Returns the reason why nothing can run now, as one phrase; empty: a run can start.
std::string why_no_run(const LabView& context);
/// Returns the reason why a variant cannot be measured on this machine, as one phrase; empty: it
/// can.
std::string why_not_here(const LabView& context, const lab::Variant& variant);

/// Shows this machine's runs instead of a recording. If the chosen variant cannot run here, chooses
/// the best one that can, and shows the reason.
void show_this_machine(LabView& context);
void run_all(LabView& context);
/// Runs only the chosen variant, even if a run of all leaves it out.
void run_selected(LabView& context);
/// Runs all variants for each value of the parameter to sweep.
void run_sweep(LabView& context);

/// Runs all variants, or cancels the current run.
void run_or_cancel(LabView& context);

void choose_experiment(LabView& context, const std::string& id);

void reset_settings(LabView& context);

}  // namespace heatwave::lab_room
