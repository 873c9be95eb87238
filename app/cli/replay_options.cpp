// Which recording, how far, on what, and what is saved of it.
#include "app/cli/replay_options.h"

#include "app/cli/add_option.h"
#include "app/cli/output_options.h"

namespace heatwave::cli {

void add_replay_options(CLI::App& app, ReplayOptions& options) {
  app.add_option("FILE", options.file, "A recording (.hwrec)")->type_name("");
  add_backend_options(app, options.backend, options.device, options.threads);
  add(app, "--until", "STEP", "Stop where the field first comes to this step",
      [&options](const auto& option, const auto& text) {
        options.until = whole_number(option, text, 0, kMostSteps);
      });
  app.add_flag("--long-gaps", options.long_gaps,
               "Play also a recording with more steps between two lines than a field takes in that "
               "time");
  add_output_options(app, options);
}

void settle_replay(const ReplayOptions& options) {
  check_output_options(options);
  if (options.file.empty()) {
    throw UsageError("replay needs a recording: heatwave replay FILE.hwrec");
  }
}

}  // namespace heatwave::cli
