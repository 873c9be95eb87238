// The course of `heatwave lab`: settle what to measure, measure, print, and say what went wrong.
#include "app/cli/lab.h"

#include <fmt/format.h>

#include <cstdio>
#include <new>
#include <utility>
#include <vector>

#include "app/cli/lab_list.h"
#include "app/cli/lab_profile.h"
#include "app/cli/lab_requests.h"
#include "app/cli/lab_terminal.h"
#include "app/cli/outputs.h"
#include "app/cli/progress.h"
#include "app/export/lab_figures.h"
#include "app/export/lab_table.h"
#include "app/system/process.h"
#include "app/system/write_files.h"
#include "app/words/version.h"
#include "app/words/word_lists.h"

namespace heatwave::cli {
namespace {

using Print = std::function<void(const std::string&)>;

class LabRun {
 public:
  LabRun(const LabOptions& options, const Print& print)
      : options_(options),
        print_(print),
        requests_(lab_requests(options)),
        style_(style_of_standard_output()),
        progress_(requests_.size()) {
    style_.details = !options.experiments.empty();
  }

  void carried_out();

 private:
  void check_all();
  void measure(std::size_t index);
  void take(lab::Report report);
  void note_failures(const lab::Report& report);
  void finish();
  /// Tables go to standard output unless that is asked for in another form.
  [[nodiscard]] bool prints_tables() const { return !options_.format || !options_.out.empty(); }

  const LabOptions& options_;
  const Print& print_;
  system::Interrupt interrupt_;  // before anything that may start threads
  std::vector<lab::Request> requests_;
  TableStyle style_;
  LabProgress progress_;
  std::vector<lab::Report> reports_;
  std::vector<std::string> failures_;
};

/// Whatever was asked for by name and cannot be done is said before anything is measured.
void LabRun::check_all() {
  for (lab::Request& request : requests_) {
    if (options_.sweep && options_.sweep->text.empty()) {
      for (const std::string& line : fit_own_sweep(request)) {
        fmt::print(stderr, "heatwave: {}\n", words::printable(line));
      }
    }
    if (!options_.experiments.empty()) lab::check(request);
  }
}

void LabRun::measure(std::size_t index) {
  const lab::Request& request = requests_[index];
  const std::string title = exporting::title_of(request.experiment);
  const lab::Observer observer{
      .progress = [&](const lab::Progress& now) { progress_.show(index, title, now); }};
  try {
    take(lab::measure(request, observer, interrupt_.token()));
  } catch (const core::Error& error) {
    failures_.emplace_back(error.what());
  } catch (const std::bad_alloc&) {
    failures_.push_back(fmt::format("{}: not enough memory", request.experiment));
  }
}

void LabRun::take(lab::Report report) {
  progress_.clear();
  if (prints_tables() && !report.measurements.empty()) {
    if (reports_.empty()) print_(exporting::machine_text(report.machine));
    print_("\n" + lab_table(report, style_));
  }
  note_failures(report);
  reports_.push_back(std::move(report));
}

void LabRun::note_failures(const lab::Report& report) {
  for (const lab::Measurement& m : report.measurements) {
    if (m.status == lab::Status::wrong || m.status == lab::Status::failed) {
      failures_.push_back(fmt::format("{} {}: {}", m.experiment, m.variant, exporting::remark(m)));
    }
  }
}

void LabRun::finish() {
  if (!options_.out.empty()) {
    const std::string text = exporting::lab_text(*options_.format, reports_, words::version());
    const auto naming = options_.force ? system::Naming::replacing : system::Naming::exact;
    const auto path = system::write_whole_text(options_.out, text, naming);
    print_(fmt::format("\nwrote {}\n", path.string()));
  } else if (!prints_tables()) {
    print_(exporting::lab_text(*options_.format, reports_, words::version()));
  }
  if (interrupt_.token().stop_requested()) {
    std::size_t done = 0;
    for (const lab::Report& report : reports_) {
      for (const lab::Measurement& m : report.measurements) done += m.timed() ? 1 : 0;
    }
    throw core::Error(fmt::format("stopped by {} after {} measurement{}", interrupt_.name(), done,
                                  done == 1 ? "" : "s"));
  }
  if (failures_.empty()) return;
  const std::size_t more = failures_.size() - 1;
  throw core::Error(failures_.front() + (more > 0 ? fmt::format(" (and {} more)", more) : ""));
}

void LabRun::carried_out() {
  check_all();
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (interrupt_.token().stop_requested()) break;
    measure(i);
  }
  progress_.clear();
  finish();
}

}  // namespace

void lab(const LabOptions& options, const Print& print) {
  if (options.list) {
    print(options.format == exporting::TableFormat::json
              ? lab_list_json(options.experiments)
              : lab_list(options.experiments, style_of_standard_output()));
    return;
  }
  if (options.ptx || options.sass) return lab_compiled(options, print);
  if (options.profile) return lab_profile(options, print);
  check_file(options.out, options.force);
  LabRun(options, print).carried_out();
}

}  // namespace heatwave::cli
