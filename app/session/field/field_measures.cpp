// Edits probes and lines, and reads the field for them.
#include "app/session/field/field_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/session/field/measure_tables.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

std::vector<scene::Probe>::iterator found_probe(scene::Scene& scene, int number) {
  auto& probes = scene.measures.probes;
  const auto at = std::find_if(probes.begin(), probes.end(), [number](const scene::Probe& each) {
    return each.number == number;
  });
  if (at == probes.end()) throw core::Error(fmt::format("there is no probe {}", number));
  return at;
}

}  // namespace

void FieldMeasures::apply(const AddProbe& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  const int number = free_probe(next.measures);
  if (number == 0) throw core::Error(fmt::format("all {} probes are in use", scene::kMostProbes));
  scene::check_place(command.point, next.extent, "a probe");
  auto& probes = next.measures.probes;
  const auto place = std::find_if(probes.begin(), probes.end(), [number](const scene::Probe& each) {
    return each.number > number;
  });
  probes.insert(place, {number, command.point});
  core_.edit(std::move(next), "drop a probe", gesture);
}

void FieldMeasures::apply(const MoveProbe& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  scene::check_place(command.to, next.extent, "a probe");
  found_probe(next, command.number)->at = command.to;
  core_.edit(std::move(next), "move a probe", gesture);
}

void FieldMeasures::apply(const RemoveProbe& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.measures.probes.erase(found_probe(next, command.number));
  core_.edit(std::move(next), "remove a probe", gesture);
}

void FieldMeasures::apply(const SetLine& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  line_of(next.measures, command.line) = scene::Segment{command.from, command.to};
  scene::check_measures(next.measures, next.extent);
  core_.edit(std::move(next), fmt::format("lay the {}", core::name_of(command.line)), gesture);
}

void FieldMeasures::apply(const RemoveLine& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  auto& line = line_of(next.measures, command.line);
  if (!line)
    throw core::Error(fmt::format("there is no {} to take away", core::name_of(command.line)));
  line.reset();
  core_.edit(std::move(next), fmt::format("remove the {}", core::name_of(command.line)), gesture);
}

void FieldMeasures::apply(const SetSampling& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.measures.every = command.every;
  scene::check_measures(next.measures, next.extent);
  core_.edit(std::move(next), "set how often probes are read", gesture);
}

void FieldMeasures::apply(const WatchTotals& command, Gesture gesture) {
  scene::Scene next = core_.scene();
  next.measures.totals = command.on;
  core_.edit(std::move(next), command.on ? "follow the totals" : "leave the totals", gesture);
}

void FieldMeasures::apply(const SetUnits& command, Gesture gesture) {
  if (command.units) scene::check_units(*command.units);
  scene::Scene next = core_.scene();
  next.measures.units = command.units;
  core_.edit(std::move(next), "set units", gesture);
}

void FieldMeasures::apply(const SaveMeasures& command, Gesture /*gesture*/) {
  const scene::Scene& scene = core_.scene();
  measure();
  const std::string text = csv_of(command.table, instruments_.readings(), scene);
  const std::string name = fmt::format("{}-{}.csv", scene.name.empty() ? "scene" : scene.name,
                                       core::name_of(command.table));
  const auto written = saved_text(core_.hub().export_folder, text, command.path, name);
  core_.hub().notices.add(Notice::Kind::info, "Saved what was measured as " + written.string());
}

void FieldMeasures::measure() {
  LiveField& live = core_.live();
  const bool in_frame = core_.hub().manner == Manner::frame;
  instruments_.read(live, core_.averaged(), in_frame);
  // A device lost during reading has lost steps; a headless run repeats them all.
  while (!in_frame && live.step() < live.goal()) {
    core_.catch_up();
    instruments_.read(live, core_.averaged(), false);
  }
}

}  // namespace heatwave::session
