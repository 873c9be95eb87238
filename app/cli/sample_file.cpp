// One line a sample; numbers are written so that reading them gives the same bits.
#include "app/cli/sample_file.h"

#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "app/scene/line_places.h"
#include "app/session/field/unit_figures.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::cli {
namespace {

std::string head(const scene::Scene& scene, const session::TableUnits& units) {
  const auto& components = field::find_equation(scene.equation).components;
  const std::string& id = components[scene::shown_component(scene)].id;
  std::string line = "step";
  if (units.step > 0) line += std::string(",") + session::kTimeColumn;
  const auto add = [&](double x, double y) {
    const std::string name = units.legend.titled(fmt::format("{}({:.7g},{:.7g})", id, x, y));
    fmt::format_to(std::back_inserter(line), ",\"{}\"", name);
  };
  for (const scene::Probe& probe : scene.measures.probes) {
    const core::Cell cell = scene::cell_of(probe.at, scene.extent);
    add(cell.x, cell.y);
  }
  if (scene.measures.profile) {
    for (const core::Point at : scene::places_along(*scene.measures.profile, scene.extent)) {
      add(at.x - 0.5, at.y - 0.5);
    }
  }
  if (scene.measures.totals) {
    fmt::format_to(std::back_inserter(line), ",{},{},{}", units.legend.titled("minimum"),
                   units.legend.titled("maximum"), session::total_title(scene));
  }
  return line + "\r\n";
}

}  // namespace

SampleFile::SampleFile(const MeasureOptions& options, bool force, const session::Snapshot& first)
    : every_(options.every),
      measures_(first.scene.measures),
      grid_(first.scene.extent),
      units_(first.scene) {
  if (options.csv.empty()) return;
  if (measures_.probes.empty() && !measures_.profile && !measures_.totals) {
    throw core::Error(
        "there is nothing to measure for --csv: add --probe X,Y, --profile X0,Y0:X1,Y1 or "
        "--totals");
  }
  file_.emplace(options.csv, force ? system::Naming::replacing : system::Naming::exact);
  file_->append(head(first.scene, units_));
}

std::int64_t SampleFile::steps_to_next(std::int64_t step) const {
  if (!file_) return std::numeric_limits<std::int64_t>::max();
  return every_ - step % every_;
}

void SampleFile::take(const session::Snapshot& snapshot) {
  if (!file_ || snapshot.step == newest_ || snapshot.step % every_ != 0) return;
  if (snapshot.scene.measures != measures_ || snapshot.scene.extent != grid_) {
    throw core::Error(fmt::format(
        "at step {} another grid or other places are to be measured than --csv has columns for",
        snapshot.step));
  }
  newest_ = snapshot.step;
  std::string line = std::to_string(snapshot.step);
  const auto put = [&](auto number) { fmt::format_to(std::back_inserter(line), ",{}", number); };
  if (units_.step > 0) put(units_.step * static_cast<double>(snapshot.step));
  const auto add = [&](const std::vector<float>& values) {
    for (const float value : values) put(units_.said(value));
  };
  add(snapshot.readings.probes);
  if (snapshot.readings.profile) add(snapshot.readings.profile->values);
  if (const auto& whole = snapshot.readings.whole) {
    put(units_.said(whole->minimum));
    put(units_.said(whole->maximum));
    put(whole->total);
  }
  file_->append(line + "\r\n");
}

std::filesystem::path SampleFile::finish() {
  return file_ ? file_->finish() : std::filesystem::path();
}

}  // namespace heatwave::cli
