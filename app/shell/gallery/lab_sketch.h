// A small picture of an experiment's results: a bar for each variant.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "app/session/lab/lab_status.h"
#include "app/ui/box.h"
#include "app/ui/look.h"

namespace heatwave::shell {

/// How much faster the best variant is, in lines: "60.9×", then "kernel alone vs", "16 CPU
/// threads".
struct SpeedLines {
  std::string number;  ///< empty: it is not compared
  std::vector<std::string> base;
};
/// Returns the Lab's own comparison of the best variant: with all threads of the CPU, with one, or
/// with the first variant; of the results measured here, else of recorded ones.
SpeedLines speed_lines(const session::LabStatus& lab, const std::string& experiment);

/// Draws the results measured here, else recorded ones. `part`, from 0 to 1: how far a race of all
/// variants has come; negative: it is over.
void draw_lab_sketch(ImDrawList& list, const ui::Look& look, const session::LabStatus& lab,
                     const std::string& experiment, const ui::Box& area, double part);

}  // namespace heatwave::shell
