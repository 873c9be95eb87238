// What can be done in the lab; keys and buttons alike end here.
#pragma once

#include <memory>
#include <string>

#include "app/rooms/panel_context.h"
#include "kernels/lab/experiment.h"

namespace heatwave::panels {

// What is shown
// -------------------------------------------------------------------------------------------

/// The experiment shown: the first one until another is chosen.
const lab::Experiment& shown_experiment(UiState& ui);
/// What is set for the experiment shown: its initial values until they are changed.
lab::Settings& shown_settings(UiState& ui);
/// The variant chosen of the experiment shown; until one is chosen, its last that is no yardstick.
std::string& shown_variant(UiState& ui);
/// The parameter to sweep of the experiment shown; empty where none has values to compare.
std::string& shown_sweep(UiState& ui);
/// The result shown, of this machine or a recorded one; null where there is none.
std::shared_ptr<const session::LabResult> shown_result(PanelContext& context);
/// This machine's run before the newest one; null where there is none, or a recording is shown.
std::shared_ptr<const session::LabResult> result_before(PanelContext& context);

// What can be done
// -------------------------------------------------------------------------------------------

/// Why nothing can be run now, as one phrase; empty when it can.
std::string why_no_run(const PanelContext& context);
void run_all(PanelContext& context);
/// The variant chosen alone, even where it is left out of a run of all.
void run_selected(PanelContext& context);
/// All variants, for each value of the parameter to sweep.
void run_sweep(PanelContext& context);
void cancel_run(PanelContext& context);
/// Runs all, or cancels what is running.
void run_or_cancel(PanelContext& context);

void choose_experiment(PanelContext& context, const std::string& id);
/// 1: the next, −1: the one before; round and round.
void choose_neighbour_experiment(PanelContext& context, int by);
/// The variant below (1) or above (−1) in the table as it is sorted; stays at its ends.
void select_neighbour_variant(PanelContext& context, int by);
void reset_settings(PanelContext& context);

}  // namespace heatwave::panels
