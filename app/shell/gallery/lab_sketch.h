// A small picture of an experiment's results: a bar for each variant.
#pragma once

#include <imgui.h>

#include <string>

#include "app/session/lab/lab_status.h"
#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::shell {

/// Draws the results measured here, else recorded ones. `part`, from 0 to 1: how far a race of all
/// variants has come; negative: it is over.
void draw_lab_sketch(ImDrawList& list, const ui::Look& look, const session::LabStatus& lab,
                     const std::string& experiment, const ui::Box& area, double part);

}  // namespace heatwave::shell
