// Planes as base64 or in a file; the memory of absorbing edges always as base64.
#include "app/scene/field_json.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/export/npy.h"
#include "app/scene/base64.h"
#include "app/scene/scene_checks.h"
#include "app/words/numbers.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::scene {
namespace {

namespace fs = std::filesystem;

/// Without a folder in it, so that a scene reaches for nothing but what lies beside it.
bool is_bare(const std::string& name) {
  const fs::path path(name);
  return !name.empty() && path.filename() == path && name != "." && name != "..";
}

void read_file(JsonReader& r, field::FieldState& state, const Scene& scene,
               const fs::path& folder) {
  const std::string name = r.text("file");
  if (folder.empty()) r.fail("file", "files are read for scene files alone");
  if (!is_bare(name)) r.fail("file", "must be the name of a file beside the scene");
  try {
    exporting::NpyFile file(folder / name);
    state.extent = file.extent();
    if (state.extent != scene.extent) {
      throw core::Error(fmt::format("holds {} × {} cells, and the scene has {} × {}",
                                    state.extent.width, state.extent.height, scene.extent.width,
                                    scene.extent.height));
    }
    const field::EquationInfo& equation = field::find_equation(scene.equation);
    if (file.components() != field::plane_count(equation)) {
      throw core::Error(fmt::format(
          "holds {}, and the {} equation takes {}",
          words::counted(static_cast<std::int64_t>(file.components()), "plane", "planes"),
          equation.id, field::plane_count(equation)));
    }
    const exporting::Array array = file.read();
    const auto cells = static_cast<std::ptrdiff_t>(array.extent.cells());
    for (std::size_t p = 0; p < array.components; ++p) {
      const auto begin = array.cells.begin() + static_cast<std::ptrdiff_t>(p) * cells;
      state.planes.emplace_back(begin, begin + cells);
    }
  } catch (const core::Error& error) {
    r.fail("file", error.what());
  }
}

}  // namespace

void put_field(Json& out, const field::FieldState& state, const std::string& file) {
  Json entry = Json::object();
  if (file.empty()) {
    entry["size"] = {state.extent.width, state.extent.height};
    entry["planes"] = Json::array();
    for (const auto& plane : state.planes) entry["planes"].push_back(as_base64(plane));
  } else {
    entry["file"] = file;
  }
  if (state.step != 0) entry["step"] = state.step;
  if (!state.rim.empty()) entry["rim"] = as_base64(state.rim);
  out["field"] = std::move(entry);
}

GivenField read_field(JsonReader& root, const Scene& scene, const fs::path& folder) {
  if (!root.has("field")) return {};
  JsonReader r = root.object("field");
  field::FieldState state;
  if (r.has("file")) {
    read_file(r, state, scene, folder);
  } else {
    state.extent = r.extent("size", kLongestSide);
    for (const std::string& plane : r.texts("planes")) {
      state.planes.push_back(r.floats("planes", plane));
    }
  }
  if (r.has("step")) state.step = r.whole("step");
  if (r.has("rim")) state.rim = r.floats("rim", r.text("rim"));
  r.done();
  try {
    check_given(state, field::find_equation(scene.equation));
  } catch (const core::Error& error) {
    root.fail("field", error.what());
  }
  return GivenField(std::make_shared<const field::FieldState>(std::move(state)));
}

}  // namespace heatwave::scene
