// Only what differs is written.
#include "app/scene/viewpoint_json.h"

#include <nlohmann/json.hpp>

#include "kernels/core/error.h"

namespace heatwave::scene {

void put_viewpoint(Json& view, const Viewpoint& viewpoint) {
  const Viewpoint first;
  if (viewpoint.magnified != first.magnified || viewpoint.centre != first.centre) {
    view["from_above"] = {{"magnified", json_number(viewpoint.magnified)},
                          {"centre", json_point(viewpoint.centre)}};
  }
  Viewpoint surface = viewpoint;
  surface.magnified = first.magnified;
  surface.centre = first.centre;
  if (surface == first) return;
  view["surface"] = {{"turned", json_number(viewpoint.turned)},
                     {"tilted", json_number(viewpoint.tilted)},
                     {"zoomed", json_number(viewpoint.zoomed)},
                     {"moved", json_point(viewpoint.moved)}};
}

Viewpoint read_viewpoint(JsonReader& view) {
  Viewpoint viewpoint;
  if (view.has("from_above")) {
    JsonReader r = view.object("from_above");
    viewpoint.magnified = r.number("magnified", viewpoint.magnified);
    if (r.has("centre")) viewpoint.centre = r.point("centre");
    r.done();
  }
  if (view.has("surface")) {
    JsonReader r = view.object("surface");
    viewpoint.turned = r.number("turned", viewpoint.turned);
    viewpoint.tilted = r.number("tilted", viewpoint.tilted);
    viewpoint.zoomed = r.number("zoomed", viewpoint.zoomed);
    if (r.has("moved")) viewpoint.moved = r.point("moved");
    r.done();
  }
  try {
    check_viewpoint(viewpoint);
  } catch (const core::Error& error) {
    view.fail("surface", error.what());
  }
  return viewpoint;
}

}  // namespace heatwave::scene
