// The groups of the stage's side panel.
#pragma once

#include "app/rooms/panel_context.h"

namespace heatwave::panels {

void draw_stage_story_group(PanelContext& context);
void draw_stage_lesson_group(PanelContext& context);
void draw_stage_faults_group(PanelContext& context);
void draw_stage_inputs_group(PanelContext& context);
void draw_stage_schedule_group(PanelContext& context);
void draw_stage_totals_group(PanelContext& context);
void draw_stage_saving_group(PanelContext& context);

}  // namespace heatwave::panels
