// What the lab's commands do: measuring, cancelling, saving what came out.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "app/export/files.h"
#include "app/export/lab_table.h"
#include "app/session/session_impl.h"
#include "kernels/core/error.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {
namespace {

/// A file's extension, and its contents.
std::pair<const char*, std::string> as_text(TableFormat format,
                                            const std::vector<lab::Report>& reports) {
  switch (format) {
    case TableFormat::csv:
      return {".csv", exporting::lab_csv(reports)};
    case TableFormat::json:
      return {".json", exporting::lab_json(reports)};
    case TableFormat::markdown:
      break;
  }
  return {".md", exporting::lab_markdown(reports)};
}

}  // namespace

void Session::Impl::apply(const RunLab& command, Gesture /*gesture*/) {
  lab.start(command.request);
  if (manner != Manner::headless) return;
  lab.wait();
  if (const auto failure = lab.take_failure()) throw core::Error(*failure);
}

void Session::Impl::apply(const CancelLab& /*command*/, Gesture /*gesture*/) { lab.cancel(); }

void Session::Impl::apply(const SaveLab& command, Gesture /*gesture*/) {
  const lab::Experiment& experiment = lab::find_experiment(command.experiment);
  lab.show_in(snapshot.lab);
  const auto runs = snapshot.lab.results.find(experiment.id);
  if (runs == snapshot.lab.results.end()) {
    throw core::Error(fmt::format("nothing was measured yet that could be saved: run {} first",
                                  experiment.title));
  }
  const auto [extension, text] = as_text(command.format, {runs->second.front()->report});
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  const auto path = command.path.empty()
                        ? options.export_folder / ("lab-" + experiment.id + extension)
                        : std::filesystem::path(command.path);
  const auto naming = command.path.empty() ? exporting::Naming::fresh : exporting::Naming::exact;
  const auto written = exporting::write_whole_file(path, bytes, naming);
  notices.add(Notice::Kind::info, fmt::format("Saved the measurements as {}", written.string()));
}

}  // namespace heatwave::session
