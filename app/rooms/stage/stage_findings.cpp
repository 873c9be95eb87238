// Lists the lessons, their versions and what the side panel sets; shows what was found.
#include "app/rooms/stage/stage_findings.h"

#include "app/rooms/stage/stage_actions.h"
#include "app/rooms/stage/stage_side.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::stage_room {
namespace {

constexpr const char* kLesson = "lesson";
constexpr const char* kVersion = "version";
constexpr const char* kInputs = "Version and inputs";  ///< the group where a lesson's are set

}  // namespace

std::vector<rooms::Finding> findings_of(const StageModel& model) {
  std::vector<rooms::Finding> all;
  for (const stage::Lesson& each : stage::lessons()) {
    all.push_back({kLesson, each.id, each.title, each.shows});
  }
  for (const stage::Lesson& each : stage::lessons()) {
    for (const stage::Version& version : each.versions) {
      all.push_back({kVersion, each.id + '/' + version.id, version.title, each.title});
    }
  }
  for (const stage::Input& each : shown_lesson(model).inputs) {
    all.push_back({rooms::kSetting, kInputs, each.title, each.help, true});
  }
  rooms::add_groups(all, side_groups());
  return all;
}

void show_found(StageView& context, const rooms::Finding& finding) {
  if (finding.kind == kLesson) return choose_lesson(context, finding.id);
  if (finding.kind != kVersion) return context.model.folds.look_for(finding.id);
  const std::size_t end = finding.id.find('/');
  choose_lesson(context, finding.id.substr(0, end));
  choose_version(context, finding.id.substr(end + 1));
}

}  // namespace heatwave::stage_room
