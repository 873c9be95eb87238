// Probes, a profile, a file for their values.
#include "app/cli/measure_options.h"

#include <fmt/format.h>

#include "app/cli/add_option.h"
#include "app/cli/output_options.h"

namespace heatwave::cli {

void add_measure_options(CLI::App& app, RunOptions& options) {
  MeasureOptions& measure = options.measure;
  add_several(app, "--probe", "X,Y",
              "Measure this cell, counted from the top left; may be given up to eight times",
              [&measure](const auto& option, const auto& text) {
                measure.probes.push_back(place(option, text));
              });
  add(app, "--profile", "X0,Y0:X1,Y1",
      "Measure along this line from cell to cell, between their centres too",
      [&measure](const auto& option, const auto& text) {
        measure.profile = segment(option, text);
      });
  app.add_flag("--totals", measure.totals,
               "Measure the least, the most, and all the heat or energy of the field");
  add_path(app, "--csv",
           "Save what is measured, a line for each sample; without --probe and --profile what the "
           "scene measures",
           measure.csv);
  add(app, "--sample", "K", "Measure every K steps (every step unless said otherwise)",
      [&measure](const auto& option, const auto& text) {
        measure.every = whole_number(option, text, 1, kMostSteps);
      });
}

void check_measure_options(const RunOptions& options) {
  const MeasureOptions& measure = options.measure;
  if (measure.probes.size() > static_cast<std::size_t>(scene::kMostProbes)) {
    throw UsageError(fmt::format("--probe can be given {} times at most", scene::kMostProbes));
  }
  if (!measure.csv.empty()) return;
  for (const auto& [name, given] : {std::pair{"--probe", !measure.probes.empty()},
                                    {"--profile", measure.profile.has_value()},
                                    {"--totals", measure.totals},
                                    {"--sample", measure.every != 1}}) {
    if (given)
      throw UsageError(fmt::format("{} needs a file for the values: add --csv FILE", name));
  }
}

}  // namespace heatwave::cli
