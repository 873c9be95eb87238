// Another run in the same chart: this machine's beside a recorded one, or two recordings.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/ui/chart_axes.h"

namespace heatwave::lab_room {

/// What may be shown of an experiment: this machine's newest run, then recordings.
struct Origins {
  std::vector<std::string> titles;
  std::vector<std::string> help;
};
Origins origins_of(const session::LabStatus& lab, const std::string& experiment);

/// The one of these that lies beside the one that is shown, of the experiment shown; 0: none, else
/// 1 + its place.
std::size_t shown_beside(const LabView& context);
/// Null where there is none, or it has not been measured.
std::shared_ptr<const session::LabResult> result_beside(const LabView& context);
/// The next one of them that was measured, or none after the last.
void choose_next_beside(LabView& context);

/// A variant's other run. Values only.
struct Beside {
  Ladder ladder;
  std::string origin;  ///< on which machine and when; empty: there is none

  /// Null where it has no bar.
  [[nodiscard]] const lab::Measurement* of(const lab::Measurement& m) const;
  /// "0.138 ms  n = 64": its time, and what of its settings is not as this one's.
  [[nodiscard]] std::string label(const lab::Measurement& m) const;
};
Beside beside_of(const LabModel& model, const session::LabResult* result);

/// From zero, or logarithmic: all that bars show of both.
ui::Range range_of_times(const Ladder& ladder, const Ladder& before, const Beside& beside,
                         bool linear);

/// The group of the panel.
void draw_chart_group(LabView& context);

}  // namespace heatwave::lab_room
