// Moments of a session that are kept to be come back to.
#include <utility>

#include "app/scene/scene_checks.h"
#include "app/scene/scene_edit.h"
#include "app/session/session_impl.h"

namespace heatwave::session {

std::shared_ptr<const Session::Kept> Session::kept() {
  return std::make_shared<const Kept>(Kept{impl_->field.scene(), impl_->field.save(),
                                           impl_->history, impl_->newest_id, impl_->newest_item,
                                           impl_->untouched, impl_->by_hand});
}

std::uint64_t Session::bytes_of(const Kept& kept) {
  return session::bytes_of(kept.state) + kept.history.bytes();
}

void Session::go_back(const Kept& kept) {
  impl_->field.restore(kept.scene, kept.state);
  impl_->history = kept.history;
  impl_->newest_id = kept.newest_id;
  impl_->newest_item = kept.newest_item;
  impl_->untouched = kept.untouched;
  impl_->by_hand = kept.by_hand;
  impl_->from_before.reset();
  impl_->owed_steps = 0;
  impl_->field_was_replaced();
  // No command did this, and a recording that is under way must have it.
  impl_->history.mark_all(impl_->recorder.running());
  impl_->record_loss();
  impl_->publish();
}

Scene Session::scene_as_it_stands() { return impl_->scene_as_it_stands(); }

void Session::begin(Scene scene) {
  check_scene(scene);
  const int newest = number_items(scene, 0);
  (void)hold_within_guard(scene);
  impl_->field.restart(std::move(scene));
  go_back({.scene = impl_->field.scene(),
           .state = impl_->field.save(),
           .history = History(impl_->options.most_undo_bytes),
           .newest_id = newest});
}

}  // namespace heatwave::session
