// Selects what the Lab's charts show of a result: the measurement of each variant, the leaders, and
// the words for them. Values only; draws nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/rooms/lab/lab_view.h"
#include "app/session/lab/lab_status.h"
#include "app/ui/chart_axes.h"
#include "app/ui/pen.h"
#include "kernels/lab/experiment.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab_room {

/// Returns the experiment of the catalogue; null: a recorded result names one that this program
/// lacks.
const lab::Experiment* experiment_of(const std::string& id);
const lab::Parameter* parameter_of(const std::string& experiment, const std::string& id);

/// The three most important variants of one task; each may be null.
struct Leaders {
  const lab::Measurement* simplest_cpu = nullptr;
  const lab::Measurement* simplest_gpu = nullptr;
  /// The ranked variant that is better than all others by lab::is_better(), yardsticks left out.
  const lab::Measurement* best = nullptr;
};

/// The measurements of one setting in the ladder's order, one rung per variant. The inherited
/// leaders are those of the experiment's main task.
struct Ladder : Leaders {
  std::vector<const lab::Measurement*> rungs;
  /// main task first; only ranked variants of the same task are compared
  std::vector<Leaders> tasks;
  const lab::Report* report = nullptr;  ///< the report that contains the measurements

  /// Returns the leaders of the measurement's task.
  [[nodiscard]] Leaders leaders_of(const lab::Measurement& measurement) const;
  [[nodiscard]] const lab::Measurement* find(const std::string& variant) const;
  /// Returns the first rung; null: there is none.
  [[nodiscard]] const lab::Measurement* first() const {
    return rungs.empty() ? nullptr : rungs.front();
  }
  /// True if the measurement is the best of its task, or level with it.
  [[nodiscard]] bool is_best(const lab::Measurement& m) const;
  /// Returns the fastest variant of lower precision that is faster than the main task's best; null:
  /// none is.
  [[nodiscard]] const lab::Measurement* faster_at_lower_precision() const;
  /// Returns how many variants share the first place of the main task; 0: there is no best one.
  [[nodiscard]] std::ptrdiff_t count_of_best() const;
  /// True if the measurement is one of its task's leaders.
  [[nodiscard]] bool matters(const lab::Measurement& m) const {
    const Leaders leaders = leaders_of(m);
    return &m == leaders.simplest_cpu || &m == leaders.simplest_gpu || &m == leaders.best;
  }
};
/// True if the samples do not tell which of two variants of one task is faster: the middle halves
/// of their times overlap. Variants of different precision are never level.
bool are_level(const lab::Measurement& a, const lab::Measurement& b);

/// Returns the ladder of a report; for a sweep, at one value of the parameter.
Ladder ladder_of(const lab::Report& report, std::optional<std::int64_t> swept_value = {});

/// Returns the swept values in ascending order; empty: no sweep.
std::vector<std::int64_t> swept_values(const lab::Report& report);
/// Returns the value of a sweep that charts of one value show: the one in the settings, otherwise
/// the last.
std::optional<std::int64_t> shown_value(const lab::Report& report, const lab::Settings* settings);

/// Returns the ladder that charts of one setting show.
Ladder shown_ladder(const LabModel& model, const lab::Report& report);

/// The input of a chart. A chart stores none of these pointers between frames.
struct ChartData {
  const session::LabResult* result = nullptr;  ///< null, in the list alone: none yet
  const session::LabResult* before = nullptr;  ///< last run, for comparison; may be null
  const session::LabResult* beside = nullptr;  ///< another run in the same chart; may be null
  std::string selected;                        ///< chosen variant, in the accent colour
};

/// Returns the texts of a chart's heading. `of`: a measurement with the settings to name; null:
/// none. `swept`: the parameter that has no single value here; empty: none.
ui::ChartHeading chart_heading(const session::LabResult& result, const std::string& what,
                               const lab::Measurement* of, const std::string& swept = {});

/// Returns "n = 1 048 576", "input = few values".
std::string setting_text(const std::string& experiment, const std::string& parameter,
                         std::int64_t value);
/// Returns the name of a parameter's value, or the number if it has no name.
std::string value_words(const lab::Parameter* parameter, std::int64_t value);
/// Returns the title without the processor, which the tag shows.
std::string title_beside_tag(const lab::Measurement& measurement);
/// Returns the text in place of a bar: "needs a CUDA GPU: no driver".
std::string why_not_measured(const lab::Measurement& measurement);
/// Shortens why_not_measured(): leaves out why there is no GPU, which is the same for all variants.
std::string why_in_short(const lab::Measurement& measurement);
/// Returns "expected 512, got 47".
std::string how_wrong(const lab::Measurement& measurement);
/// Formats a relative error: "none", "2.4e-07", "31 %".
std::string error_words(double error);
/// Removes what all processor names have in common: "AMD EPYC 9654".
std::string short_device_name(std::string name);
/// Returns "72 % of its limit"; "in cache": memory is no limit; "faster than a copy": it passes the
/// limit that a copy measured; empty: unknown.
std::string share_of_limit(const lab::Measurement& measurement, const lab::Machine& machine);

/// The results of an experiment that can be shown: this machine's newest run, then recordings.
struct Origins {
  std::vector<std::string> titles;
  std::vector<std::string> help;
};
Origins origins_of(const session::LabStatus& lab, const std::string& experiment);

/// Returns which of the origins is shown beside the main result: 0 for none, otherwise 1 + its
/// index.
std::size_t shown_beside(const LabView& context);
/// Returns the result beside the main one; null: none is chosen, or it has not been measured.
std::shared_ptr<const session::LabResult> result_beside(const LabView& context);
/// Chooses the next measured origin to show beside the main result, or none after the last.
void choose_next_beside(LabView& context);

/// Another run of the experiment. Values only.
struct Beside {
  Ladder ladder;
  std::string origin;  ///< machine and date of the run; empty: no run

  /// Returns the run's measurement of the same variant; null: it has no bar.
  [[nodiscard]] const lab::Measurement* of(const lab::Measurement& m) const;
  /// Returns "0.138 ms  n = 64": its time, and the settings that differ.
  [[nodiscard]] std::string label(const lab::Measurement& m) const;
};
Beside beside_of(const LabModel& model, const session::LabResult* result);

/// Returns the range of all times that the bars show; linear ranges begin at zero.
ui::Range range_of_times(const Ladder& ladder, const Ladder& before, const Beside& beside,
                         bool linear);

}  // namespace heatwave::lab_room
