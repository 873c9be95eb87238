// Probes, lines and how often, to JSON and back.
#include "app/scene/measures_json.h"

#include <nlohmann/json.hpp>

namespace heatwave::scene {
namespace {

std::optional<Segment> read_line(JsonReader& r, const std::string& key) {
  if (!r.has(key)) return {};
  const std::vector<Point> ends = r.points(key);
  if (ends.size() != 2) r.fail(key, "must be two points, as in [[10, 20], [90, 20]]");
  return Segment{ends[0], ends[1]};
}

}  // namespace

void put_measures(Json& out, const Measures& measures) {
  if (measures.none()) return;
  Json all = Json::object();
  int next = 1;
  for (const Probe& probe : measures.probes) {
    Json entry;
    if (probe.number != next) entry["number"] = probe.number;
    entry["at"] = json_point(probe.at);
    all["probes"].push_back(std::move(entry));
    next = probe.number + 1;
  }
  for (const LineKind kind : {LineKind::profile, LineKind::tape}) {
    const auto& line = line_of(measures, kind);
    if (line) all[name_of(kind)] = json_points({line->from, line->to});
  }
  if (measures.every != 0) all["every"] = measures.every;
  if (measures.totals) all["totals"] = true;
  if (measures.units) {
    all["units"] = {{"cell", json_number(measures.units->cell)},
                    {"rate", json_number(measures.units->rate)},
                    {"zero", json_number(measures.units->zero)},
                    {"one", json_number(measures.units->one)}};
  }
  out["measure"] = std::move(all);
}

Measures read_measures(JsonReader& root) {
  Measures measures;
  if (!root.has("measure")) return measures;
  JsonReader r = root.object("measure");
  int next = 1;
  for (JsonReader& entry : r.objects("probes")) {
    const int number = entry.integer("number", 1, kMostProbes, next);
    measures.probes.push_back({number, entry.point("at")});
    entry.done();
    next = number + 1;
  }
  for (const LineKind kind : {LineKind::profile, LineKind::tape}) {
    line_of(measures, kind) = read_line(r, name_of(kind));
  }
  if (r.has("every")) measures.every = r.whole("every");
  measures.totals = r.flag("totals", false);
  if (r.has("units")) {
    JsonReader u = r.object("units");
    measures.units = Units{.cell = u.positive("cell"),
                           .rate = u.positive("rate"),
                           .zero = u.number("zero", 0.0),
                           .one = u.number("one", 1.0)};
    u.done();
  }
  r.done();
  return measures;
}

}  // namespace heatwave::scene
