// Lists the scenes, the equations and what the side panel sets; shows what was found.
#include "app/rooms/fields/fields_findings.h"

#include "app/colour/colouring.h"
#include "app/rooms/fields/fields_actions.h"
#include "app/rooms/fields/fields_side.h"
#include "app/session/field/picture_exports.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

constexpr const char* kScene = "scene";
constexpr const char* kEquation = "equation";
constexpr const char* kFormat = "film";
constexpr const char* kParameters = "Equation";  ///< the group where an equation's are set
constexpr const char* kMeasures = "Measure";     ///< and where units are
constexpr const char* kColours = "Colours";

}  // namespace

std::vector<rooms::Finding> findings_of(const FieldsModel& model, const scene::Scene& scene) {
  std::vector<rooms::Finding> all;
  for (const SceneChoice& each : model.scenes) {
    all.push_back({kScene, each.name, each.title, each.watch});
  }
  for (const field::EquationInfo& each : field::equations()) {
    all.push_back({kEquation, each.id, each.title, each.formula});
  }
  for (const field::ParameterInfo& each : field::find_equation(scene.equation).parameters) {
    all.push_back({rooms::kSetting, kParameters, each.title, each.help, true});
  }
  all.push_back({rooms::kSetting, kMeasures, "Physical units", "metres, seconds, kelvins", true});
  for (const colour::ColourMap& each : colour::colour_maps()) {
    all.push_back({rooms::kSetting, kColours, "Colour map " + each.id, "", true});
  }
  for (const session::SequenceFormat& each : session::sequence_formats()) {
    all.push_back({kFormat, each.extension, "Start a sequence: " + each.title,
                   "record video animation frames " + each.extension, true});
  }
  rooms::add_groups(all, side_groups());
  return all;
}

void show_found(FieldsView& context, const rooms::Finding& finding) {
  if (finding.kind == kScene) return open_scene(context, finding.id);
  if (finding.kind == kEquation) return open_scene(context, context.model.last_scene[finding.id]);
  if (finding.kind == kFormat) return start_sequence(context, finding.id);
  context.model.folds.look_for(finding.id);
}

}  // namespace heatwave::fields_room
