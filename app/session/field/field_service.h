// The field's service: the scene and the field that runs it, what is done to them and undone, what
// is seen of them and saved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/session/command.h"
#include "app/session/field/averaged_plane.h"
#include "app/session/field/field_status.h"
#include "app/session/field/frame_budget.h"
#include "app/session/field/history.h"
#include "app/session/field/instruments.h"
#include "app/session/field/live_field.h"
#include "app/session/field/pace_keeper.h"
#include "app/session/field/picture_exports.h"
#include "app/session/hub.h"
#include "app/session/session.h"

namespace heatwave::session {

/// Gives the items of a scene ids of their own, beginning after the newest one; returns the last.
int number_items(scene::Scene& scene, int newest);

class FieldService {
 public:
  FieldService(scene::Scene scene, const SessionOptions& options, Hub& hub);

  // apply_items.cpp
  void apply(const AddItem& command, Gesture gesture);
  void apply(const ChangeItem& command, Gesture gesture);
  void apply(const MoveItem& command, Gesture gesture);
  void apply(const ExtendItem& command, Gesture gesture);
  void apply(const RemoveItem& command, Gesture gesture);
  void apply(const Paint& command, Gesture gesture);
  void apply(const Erase& command, Gesture gesture);
  // apply_field.cpp
  void apply(const SetParameter& command, Gesture gesture);
  void apply(const SetGuard& command, Gesture gesture);
  void apply(const SetEdges& command, Gesture gesture);
  void apply(const SetColours& command, Gesture gesture);
  void apply(const ShowComponent& command, Gesture gesture);
  void apply(const SetView& command, Gesture gesture);
  void apply(const SetViewpoint& command, Gesture gesture);
  void apply(const SetPace& command, Gesture gesture);
  void apply(const DescribeScene& command, Gesture gesture);
  void apply(const LoadScene& command, Gesture gesture);
  void apply(const Resize& command, Gesture gesture);
  void apply(const LoadField& command, Gesture gesture);
  void apply(const PutBack& command, Gesture gesture);
  void apply(const Play& command, Gesture gesture);
  void apply(const Pause& command, Gesture gesture);
  void apply(const Advance& command, Gesture gesture);
  void apply(const Reset& command, Gesture gesture);
  void apply(const ChooseBackend& command, Gesture gesture);
  void apply(const SaveFieldPng& command, Gesture gesture);
  void apply(const SaveScene& command, Gesture gesture);
  void apply(const StartSequence& command, Gesture gesture);
  void apply(const StopSequence& command, Gesture gesture);
  // apply_measures.cpp
  void apply(const AddProbe& command, Gesture gesture);
  void apply(const MoveProbe& command, Gesture gesture);
  void apply(const RemoveProbe& command, Gesture gesture);
  void apply(const SetLine& command, Gesture gesture);
  void apply(const RemoveLine& command, Gesture gesture);
  void apply(const SetSampling& command, Gesture gesture);
  void apply(const WatchTotals& command, Gesture gesture);
  void apply(const SetUnits& command, Gesture gesture);
  void apply(const SaveMeasures& command, Gesture gesture);
  // apply_undo.cpp
  void apply(const Undo& command, Gesture gesture);
  void apply(const Redo& command, Gesture gesture);

  // The frame
  /// In which steps may take so long.
  void begin_frame(double most_seconds);
  /// Steps of an Advance that wait for the writer or the next frame.
  [[nodiscard]] bool owes_steps() const { return owed_steps_ > 0; }
  void take_owed_steps();
  void forgive_owed_steps() { owed_steps_ = 0; }
  /// As many steps as the pace says, where it is playing.
  void play(double seconds);
  /// Exactly so many, however long they take.
  void run(std::int64_t steps);
  /// Looks at what the steps came to, as far as is known, and says what there is to say of it.
  void observe();
  void tell_loss();
  /// What could not be saved, and what a sequence came to.
  void tell_of_exports();
  /// The field cannot go on for now: says so, and lets nothing run into it again and again.
  void stop_for_failure(const std::string& words);
  void present(field::DisplayTarget& target, PresentedPlane plane);
  /// The plane that the view shows in place of the field; empty: it shows the field.
  [[nodiscard]] std::vector<float> averaged() { return averaged_.copy(); }
  void probe(core::Cell cell) { probe_ = cell; }
  /// Does not play on though it is playing.
  void rest(bool on) { resting_ = on; }
  void finish_exports() { exports_.finish(); }
  void show_in(FieldStatus& status);

  // What is kept and recorded of it
  [[nodiscard]] const LiveField& live() const { return live_; }
  [[nodiscard]] int newest_item() const { return newest_item_; }
  /// Grows when the field becomes another one.
  [[nodiscard]] std::uint64_t story() const { return story_; }
  /// The field as it is.
  [[nodiscard]] field::FieldState copied() { return live_.save(); }
  /// The same; headless, steps that a device took with it are taken again before.
  [[nodiscard]] field::FieldState saved();
  /// What brings the scene back as it is, with this field; without one the field goes on.
  [[nodiscard]] PutBack put_back(std::optional<field::FieldState> state) const;
  /// What an Undo or Redo brought back from before the recording, which its readers don't have.
  [[nodiscard]] std::optional<PutBack> take_from_before();
  /// What was done so far is from before the recording, or of none.
  void mark_history(bool before_recording) { history_.mark_all(before_recording); }
  /// Gives up what lies under items, and the average so far: a recording that begins here does not
  /// have them.
  void settle() {
    live_.settle();
    averaged_.restart(live_);
  }

  struct Kept {
    scene::Scene scene;
    field::FieldState state;
    History history;
    int newest_id = 0;
    int newest_item = 0;
    bool by_hand = false;
    bool as_begun = true;
  };
  [[nodiscard]] Kept kept();
  /// Where a new service would begin with this scene.
  [[nodiscard]] Kept beginning(scene::Scene scene);
  /// To be saved: where a hand has been at the field, it begins with that.
  [[nodiscard]] scene::Scene scene_as_it_stands();
  void go_back(const Kept& kept, bool is_recorded);

 private:
  // field_service.cpp: steps
  void advance(std::int64_t steps);
  void take_due_frame();
  void pause_where_asked();

  // field_watch.cpp
  void request_survey();
  /// The newest survey, when it is one of this field and says that it overflowed.
  [[nodiscard]] std::optional<std::int64_t> overflow_step(const field::Report& report);
  void stop_for_overflow(std::int64_t step);
  [[nodiscard]] std::string overflow_text(std::int64_t step) const;
  void check_overflow_now();

  // apply_measures.cpp
  /// Reads what is measured, of the field as it is now.
  void measure();

  // apply_field.cpp
  void edit_scene(scene::Scene next, const std::string& what, Gesture gesture);
  void restart(scene::Scene next, HistoryEntry before);
  /// Whatever was known of the field holds no more.
  void field_was_replaced();

  // apply_undo.cpp
  [[nodiscard]] HistoryEntry before_field_change(const std::string& what, Gesture gesture);
  /// The same before a stroke, which changes only what lies under it.
  [[nodiscard]] HistoryEntry before_stroke(const std::string& what, Gesture gesture,
                                           const scene::Mask& mask);
  /// Whether there is memory for the whole field as it was before this gesture, and it is wanted.
  [[nodiscard]] bool fits_in_history(Gesture gesture) const;
  /// Before the field goes on: what is kept of it in parts would hold no more.
  void complete_history();
  void record_field_change(HistoryEntry before);
  /// Brings back what an entry holds; gives what was there instead.
  [[nodiscard]] HistoryEntry swapped_in(const HistoryEntry& entry);

  Hub& hub_;
  int newest_id_ = 0;
  LiveField live_;
  History history_;
  PictureExports exports_;
  Instruments instruments_;
  AveragedPlane averaged_;
  PaceKeeper pace_;
  FrameBudget budget_;
  std::int64_t owed_steps_ = 0;
  std::optional<PutBack> from_before_;
  bool playing_ = false;
  std::optional<std::int64_t> play_until_;  ///< the step at which playing pauses; none: at no step
  bool overflowed_ = false;
  /// The field holds what no step made of the scene: it was painted on, rubbed out, loaded.
  bool by_hand_ = false;
  /// The field has come from its scene's beginning by steps alone.
  bool as_begun_ = true;
  bool resting_ = false;
  int newest_item_ = 0;
  core::Cell probe_{-1, -1};
  field::Report report_;
  std::uint64_t newest_ticket_ = 0;
  /// Surveys up to this one are of a field that was replaced since, and count for nothing.
  std::uint64_t stale_ticket_ = 0;
  std::uint64_t story_ = 0;  ///< as in the status
  std::uint64_t surveyed_version_ = 0;
  core::Cell surveyed_probe_{-1, -1};
  std::int64_t step_before_frame_ = 0;
};

}  // namespace heatwave::session
