// Connects the parts of the service and publishes their state.
#include "app/session/field/field_service.h"

#include <exception>
#include <utility>

namespace heatwave::session {

FieldService::FieldService(scene::Scene scene, const SessionOptions& options, Hub& hub)
    : core_(std::move(scene),
            {options.make_solver, options.backend, options.threads, options.device, options.prepare,
             options.share_here},
            options.most_undo_bytes, hub),
      scene_edits_(core_),
      field_edits_(core_),
      measures_(core_, options.keeps_samples, options.rows_every),
      files_(core_, options),
      watch_(core_),
      course_(core_, watch_, measures_, files_) {
  core_.derived().set_keeps_past(options.keeps_past);
  if (!options.keeps_past) core_.derived().restart();  // forgets the first row
  core_.connect([this] { course_.catch_up(); },
                [this] {
                  watch_.forget(true);
                  course_.start_over();
                  core_.hub().notices.dismiss_offers();
                  files_.exports().start_over(core_.scene());
                  measures_.instruments().start_over();
                });
}

void FieldService::present(field::DisplayTarget& target, PresentedPlane plane) {
  try {
    DerivedPlane& derived = core_.derived();
    if (plane == PresentedPlane::shown && derived.is_shown()) return derived.present(target);
    if (plane == PresentedPlane::flow_right) return derived.present_flow(target, 0);
    if (plane == PresentedPlane::flow_up) return derived.present_flow(target, 1);
    if (plane == PresentedPlane::beside) return derived.present_beside(target);
    const scene::Scene& scene = core_.scene();
    const std::size_t back =
        plane == PresentedPlane::step_before ? scene::equation_of(scene).components.size() : 0;
    core_.live().present(target, back + shown_component(scene));
  } catch (const std::exception& error) {
    course_.stop_for_failure(error.what());
  }
}

void FieldService::go_back(const KeptField& kept, bool is_recorded) {
  core_.go_back(kept);
  course_.drop_pending_steps();
  core_.announce_other();
  // No command caused this change, so the running recording must contain the state itself.
  mark_history(is_recorded);
  core_.hub().record_loss();
}

void FieldService::settle() {
  core_.live().underlay().forget();
  core_.derived().restart();
}

void FieldService::show_in(FieldStatus& status) {
  const LiveField& live = core_.live();
  if (status.scene_version != live.scene_version()) status.scene = live.scene();
  status.scene_version = live.scene_version();
  status.field_version = live.field_version();
  status.newest_item = core_.newest_item();
  status.survey_epoch = watch_.survey_epoch();
  status.surveyed = watch_.is_surveyed();
  status.step = live.step();
  course_.show_in(status);
  const HistoryEntry* done = core_.history().newest();
  const HistoryEntry* undone = core_.history().undone();
  status.can_undo = done != nullptr;
  status.can_redo = undone != nullptr;
  status.undo_what = done != nullptr ? done->what : "";
  status.redo_what = undone != nullptr ? undone->what : "";
  status.backend = live.backend();
  status.report = watch_.report();
  status.line = core_.derived().line();
  status.derived = core_.derived().survey(watch_.cell());
  status.readings = measures_.readings();
  status.readings.as_begun = core_.is_as_begun();
  status.exporting = files_.exports().status();
}

}  // namespace heatwave::session
