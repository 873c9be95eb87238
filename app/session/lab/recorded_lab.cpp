// Finds the files of recorded measurements and sorts them by experiment.
#include "app/session/lab/recorded_lab.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/export/lab_table.h"
#include "app/json/json_check.h"
#include "app/system/read_files.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path> recorded_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  system::FolderReader reader(folder, error);
  while (const auto path = reader.next(error)) {
    const std::string name = path->filename().string();
    if (name.starts_with("lab") && path->extension() == ".json") files.push_back(*path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

exporting::RecordedLab read_file(const fs::path& path) {
  return exporting::read_lab_json(system::whole_text(path, json::kMeasurementsBudget.bytes));
}

}  // namespace

RecordedLabs read_recorded_labs(const fs::path& folder) {
  RecordedLabs all;
  for (const fs::path& path : recorded_files(folder)) {
    try {
      exporting::RecordedLab recorded = read_file(path);
      for (lab::Report& report : recorded.reports) {
        LabRuns& runs = all.results[report.experiment];
        runs.push_back(std::make_shared<const LabResult>(LabResult{.report = std::move(report),
                                                                   .when = recorded.date,
                                                                   .recorded = true,
                                                                   .complete = true}));
      }
    } catch (const std::exception& error) {
      all.failures.push_back("cannot read the measurements recorded in '" + path.string() +
                             "': " + error.what());
    }
  }
  for (auto& [experiment, runs] : all.results) {
    // The first run is shown first: runs of all variants, then sweeps, each with the newest first.
    std::stable_sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) {
      const bool a_sweeps = !a->report.swept.empty();
      const bool b_sweeps = !b->report.swept.empty();
      return a_sweeps != b_sweeps ? b_sweeps : a->when > b->when;
    });
  }
  return all;
}

}  // namespace heatwave::session
