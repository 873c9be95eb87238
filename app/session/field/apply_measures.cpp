// What is done to probes and lines; no cell of the field changes by it.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/session/field/field_service.h"
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

void FieldService::apply(const AddProbe& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  const int number = free_probe(next.measures);
  if (number == 0) throw core::Error(fmt::format("all {} probes are in use", scene::kMostProbes));
  scene::check_place(command.point, next.extent, "a probe");
  auto& probes = next.measures.probes;
  const auto place = std::find_if(probes.begin(), probes.end(), [number](const scene::Probe& each) {
    return each.number > number;
  });
  probes.insert(place, {number, command.point});
  edit_scene(std::move(next), "drop a probe", gesture);
}

void FieldService::apply(const MoveProbe& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  scene::check_place(command.to, next.extent, "a probe");
  found_probe(next, command.number)->at = command.to;
  edit_scene(std::move(next), "move a probe", gesture);
}

void FieldService::apply(const RemoveProbe& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  next.measures.probes.erase(found_probe(next, command.number));
  edit_scene(std::move(next), "remove a probe", gesture);
}

void FieldService::apply(const SetLine& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  line_of(next.measures, command.line) = scene::Segment{command.from, command.to};
  check_measures(next.measures, next.extent);
  edit_scene(std::move(next), fmt::format("lay the {}", core::name_of(command.line)), gesture);
}

void FieldService::apply(const RemoveLine& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  auto& line = line_of(next.measures, command.line);
  if (!line)
    throw core::Error(fmt::format("there is no {} to take away", core::name_of(command.line)));
  line.reset();
  edit_scene(std::move(next), fmt::format("remove the {}", core::name_of(command.line)), gesture);
}

void FieldService::apply(const SetSampling& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  next.measures.every = command.every;
  check_measures(next.measures, next.extent);
  edit_scene(std::move(next), "set how often probes are read", gesture);
}

void FieldService::apply(const WatchTotals& command, Gesture gesture) {
  scene::Scene next = live_.scene();
  next.measures.totals = command.on;
  edit_scene(std::move(next), command.on ? "follow the totals" : "leave the totals", gesture);
}

void FieldService::apply(const SetUnits& command, Gesture gesture) {
  if (command.units) check_units(*command.units);
  scene::Scene next = live_.scene();
  next.measures.units = command.units;
  edit_scene(std::move(next), "set units", gesture);
}

void FieldService::apply(const SaveMeasures& command, Gesture /*gesture*/) {
  const scene::Scene& scene = live_.scene();
  measure();
  const std::string text = csv_of(command.table, instruments_.readings(), scene);
  const std::string name = fmt::format("{}-{}.csv", scene.name.empty() ? "scene" : scene.name,
                                       core::name_of(command.table));
  const auto written = saved_text(hub_.export_folder, text, command.path, name);
  hub_.notices.add(Notice::Kind::info, "Saved what was measured as " + written.string());
}

void FieldService::measure() {
  instruments_.read(live_, hub_.manner == Manner::frame);
  // What a device took with it while it was read is taken again: headless, every step counts.
  while (hub_.manner != Manner::frame && live_.step() < live_.goal()) {
    advance(0);
    instruments_.read(live_, false);
  }
}

}  // namespace heatwave::session
