// Which lecture, and what is wanted of it.
#include "app/cli/lecture_options.h"

#include "app/cli/output_options.h"

namespace heatwave::cli {

void add_lecture_options(CLI::App& app, LectureOptions& options) {
  app.add_option("LECTURE", options.lecture,
                 "A lecture's name, or its file (.hwl), to do all its steps without a window")
      ->type_name("");
  app.add_flag("--list", options.list, "Show the lectures that come with the program");
  app.add_flag("--check", options.check, "Do all steps, and say which of them cannot be done");
  app.add_flag("--json", options.json, "Print one JSON document");
  add_backend_options(app, options.backend, options.device, options.threads);
}

void settle_lecture(const LectureOptions& options) {
  if (options.list && (options.check || !options.lecture.empty())) {
    throw UsageError("--list shows all lectures, and stands alone or with --json");
  }
  if (options.list) return;
  if (options.lecture.empty()) {
    throw UsageError(
        "'heatwave lecture' needs a lecture; 'heatwave lecture --list' shows them all");
  }
  if (!options.check) {
    throw UsageError("'heatwave lecture' needs --check, to do all steps, or --list");
  }
}

}  // namespace heatwave::cli
