// What the lab's charts say of a result: which measurement stands for each variant, which of them
// matter, and the words around them. Values only, nothing is drawn here.
#pragma once

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

/// The catalogue's entry; null where a recorded result names one that this program lacks.
const lab::Experiment* experiment_of(const std::string& id);
const lab::Parameter* parameter_of(const std::string& experiment, const std::string& id);

/// The three of one task that a room should see first; each may be null.
struct Leaders {
  const lab::Measurement* simplest_cpu = nullptr;
  const lab::Measurement* simplest_gpu = nullptr;
  const lab::Measurement* best = nullptr;  ///< the fastest right one that is no yardstick
};

/// The measurements of one setting, a rung each, in the ladder's order. Its own leaders are those
/// of the experiment's usual task.
struct Ladder : Leaders {
  std::vector<const lab::Measurement*> rungs;
  std::vector<Leaders> tasks;  ///< the usual one first; only the ranked of a task are compared
  const lab::Report* report = nullptr;  ///< that these measurements are part of

  /// Those whose task the measurement shares.
  [[nodiscard]] Leaders leaders_of(const lab::Measurement& measurement) const;
  /// How its kernel compares with one thread of the CPU; empty where either is not ranked, and of
  /// that thread itself.
  [[nodiscard]] std::string speed(const lab::Measurement& measurement) const;
  [[nodiscard]] const lab::Measurement* find(const std::string& variant) const;
  [[nodiscard]] bool is_best(const lab::Measurement& m) const { return &m == leaders_of(m).best; }
  /// Whether it is one of its task's leaders.
  [[nodiscard]] bool matters(const lab::Measurement& m) const {
    const Leaders leaders = leaders_of(m);
    return &m == leaders.simplest_cpu || &m == leaders.simplest_gpu || &m == leaders.best;
  }
};
/// Of a sweep: at this value of the parameter.
Ladder ladder_of(const lab::Report& report, std::optional<std::int64_t> swept_value = {});

/// The swept values, growing; none without a sweep.
std::vector<std::int64_t> swept_values(const lab::Report& report);
/// The value of a sweep that charts of one value show: the one that is set, else the last.
std::optional<std::int64_t> shown_value(const lab::Report& report, const lab::Settings* settings);

/// The rungs that charts of one setting show.
Ladder shown_ladder(const LabModel& model, const lab::Report& report);

/// What a chart draws from; it keeps nothing of it.
struct ChartData {
  const session::LabResult* result = nullptr;  ///< never null in a chart
  const session::LabResult* before = nullptr;  ///< the run before, to compare with; may be null
  const session::LabResult* beside = nullptr;  ///< another run in the same chart; may be null
  std::string selected;                        ///< the variant chosen, drawn in the accent colour
};

/// The texts at the head of a chart.
/// `swept`: the parameter that has no single value here; empty: none.
ui::ChartHeading chart_heading(const session::LabResult& result, const std::string& what,
                               const lab::Settings* settings, const std::string& swept = {});

/// "n = 1 048 576", "input = few values".
std::string setting_words(const std::string& experiment, const std::string& parameter,
                          std::int64_t value);
/// A value of a parameter: its name where it has one, else the number.
std::string value_words(const lab::Parameter* parameter, std::int64_t value);
/// The title without the place, which a tag beside it tells.
std::string title_beside_tag(const lab::Measurement& measurement);
/// What stands in a variant's row where there is no bar: "needs a CUDA GPU: no driver".
std::string why_not_measured(const lab::Measurement& measurement);
/// The same without what all of them have in common, the reason why there is no GPU.
std::string why_in_short(const lab::Measurement& measurement);
/// "expected 512, got 47".
std::string how_wrong(const lab::Measurement& measurement);
/// A relative error: "none", "2.4e-07", "31 %".
std::string error_words(double error);
/// A processor's name without what all names have: "AMD EPYC 9654".
std::string short_device_name(std::string name);
/// "72 % of its limit"; "in cache" where memory is no limit; empty where none is known.
std::string share_of_limit(const lab::Measurement& measurement);

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

}  // namespace heatwave::lab_room
