// Decides which run a measurement belongs to, and reads the files of recorded measurements.
#include "app/session/lab/lab_results.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>

#include "app/export/lab_table.h"
#include "app/json/json_check.h"
#include "app/system/process.h"
#include "app/system/read_files.h"
#include "kernels/core/error.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {
namespace {

constexpr std::size_t kRunsKept = 2;

std::string time_of_day() {
  const std::tm local = system::local_time(std::time(nullptr)).value_or(std::tm{});
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%H:%M:%S", &local);
  return text.data();
}

bool same_machine(const lab::Machine& a, const lab::Machine& b) {
  return a.cpu.name == b.cpu.name && a.cpu.detail == b.cpu.detail && a.gpu.name == b.gpu.name &&
         a.no_gpu == b.no_gpu;
}

/// Returns whether all settings of a report equal the request's, except the swept one.
bool same_settings(const lab::Report& report, const lab::Request& request) {
  if (report.swept != request.sweep.parameter) return false;
  return std::all_of(report.measurements.begin(), report.measurements.end(),
                     [&](const lab::Measurement& m) {
                       lab::Settings settings = m.settings;
                       if (!report.swept.empty()) {
                         settings.values[report.swept] = request.settings[report.swept];
                       }
                       return settings == request.settings;
                     });
}

/// Rows are ordered by the swept value, then by the experiment's order of variants.
bool stands_before(const lab::Report& report, const lab::Measurement& a,
                   const lab::Measurement& b) {
  const auto& ladder = lab::find_experiment(report.experiment).variants;
  const auto rank = [&](const lab::Measurement& m) {
    const auto at = std::find_if(ladder.begin(), ladder.end(),
                                 [&](const lab::Variant& v) { return v.id == m.variant; });
    const std::int64_t swept = report.swept.empty() ? 0 : m.settings[report.swept];
    return std::tuple(swept, std::distance(ladder.begin(), at));
  };
  return rank(a) < rank(b);
}

bool same_picture(const lab::Picture& a, const lab::Picture& b) {
  return a.extent == b.extent && a.cells.size() == b.cells.size() &&
         std::memcmp(a.cells.data(), b.cells.data(), a.cells.size() * sizeof(float)) == 0;
}

std::vector<std::filesystem::path> recorded_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  system::FolderReader reader(folder, error);
  while (const auto path = reader.next(error)) {
    const std::string name = path->filename().string();
    if (name.starts_with("lab") && path->extension() == ".json") files.push_back(*path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

exporting::RecordedLab read_file(const std::filesystem::path& path) {
  return exporting::read_lab_json(system::whole_text(path, json::kMeasurementsBudget.bytes));
}

}  // namespace

GrowingRun::GrowingRun(const lab::Request& request, lab::Machine machine, LabRuns before)
    : before_(std::move(before)), runs_(before_) {
  merging_ = !request.variants.empty() && !before_.empty() &&
             same_machine(before_.front()->report.machine, machine) &&
             same_settings(before_.front()->report, request);
  if (merging_) {
    result_ = *before_.front();
    was_complete_ = std::exchange(result_.complete, false);
    before_.erase(before_.begin());
  } else {
    result_.report.machine = std::move(machine);
    result_.report.experiment = request.experiment;
    result_.report.swept = request.sweep.parameter;
    result_.when = time_of_day();
  }
}

void GrowingRun::add(const lab::Measurement& measurement) {
  if (measurement.status == lab::Status::cancelled) return;
  auto& rows = result_.report.measurements;
  const auto is_same = [&](const lab::Measurement& m) {
    return m.variant == measurement.variant && m.settings == measurement.settings;
  };
  const auto known = std::find_if(rows.begin(), rows.end(), is_same);
  if (!measurement.timed() && known != rows.end() && known->timed()) {
    keep(measurement);
    return;
  }
  lab::Measurement row = measurement;
  share_picture(row);
  std::erase_if(rows, is_same);
  const auto at = std::upper_bound(rows.begin(), rows.end(), row,
                                   [this](const lab::Measurement& a, const lab::Measurement& b) {
                                     return stands_before(result_.report, a, b);
                                   });
  rows.insert(at, std::move(row));
  show();
}

void GrowingRun::share_picture(lab::Measurement& row) const {
  std::shared_ptr<const lab::Picture>& picture = row.outcome.picture;
  if (picture == nullptr) return;
  const auto share_with = [&](const lab::Report& report) {
    return std::any_of(report.measurements.begin(), report.measurements.end(), [&](const auto& m) {
      const auto& kept = m.outcome.picture;
      if (kept == nullptr || !same_picture(*kept, *picture)) return false;
      picture = kept;
      return true;
    });
  };
  if (share_with(result_.report)) return;
  for (const auto& run : before_) {
    if (share_with(run->report)) return;
  }
}

void GrowingRun::keep(const lab::Measurement& instead_of) {
  const lab::Experiment& experiment = lab::find_experiment(result_.report.experiment);
  why_kept_ = experiment.title + ", " + instead_of.title + ": " + lab::name_of(instead_of.status);
  if (!instead_of.note.empty()) why_kept_ += ": " + instead_of.note;
  why_kept_ += ". What was measured before stays.";
}

void GrowingRun::finish(bool whole) {
  const auto& rows = result_.report.measurements;
  if (rows.empty()) return;
  if (!has_figures() && !before_.empty()) {
    keep(rows.back());
    return;
  }
  // Rows that were not measured again are still there; missing rows are still missing.
  result_.complete = merging_ ? was_complete_ : whole;
  show();
}

bool GrowingRun::has_figures() const {
  const auto& rows = result_.report.measurements;
  return std::any_of(rows.begin(), rows.end(), [](const auto& m) { return m.timed(); });
}

void GrowingRun::show() {
  if (!has_figures() && !before_.empty()) return;  // the earlier runs are more useful
  runs_ = {std::make_shared<const LabResult>(result_)};
  runs_.insert(runs_.end(), before_.begin(), before_.end());
  runs_.resize(std::min(runs_.size(), kRunsKept));
}

RecordedLabs read_recorded_labs(const std::filesystem::path& folder) {
  RecordedLabs all;
  for (const std::filesystem::path& path : recorded_files(folder)) {
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
