// The parts of a session and what it does with each command.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/session/field/frame_budget.h"
#include "app/session/field/live_field.h"
#include "app/session/field/pace_keeper.h"
#include "app/session/field/picture_exports.h"
#include "app/session/history.h"
#include "app/session/lab/lab_worker.h"
#include "app/session/notices.h"
#include "app/session/recorder.h"
#include "app/session/session.h"
#include "app/session/stage/stage_worker.h"

namespace heatwave::session {

/// In a frame nothing waits and mistakes become notices; headless, all is done and mistakes are
/// thrown; repeating is headless without a look at what the values have grown to.
enum class Manner : std::uint8_t { frame, headless, repeating };

/// Gives the items of a scene ids of their own, beginning after the newest one; returns the last.
int number_items(Scene& scene, int newest);

struct Session::Kept {
  Scene scene;
  field::FieldState state;
  History history;
  int newest_id = 0;
  int newest_item = 0;
  bool untouched = true;
  bool by_hand = false;
};

struct Session::Impl {
  Impl(Scene scene, SessionOptions options);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  Impl(Impl&&) = delete;
  Impl& operator=(Impl&&) = delete;

  // mail.cpp: what comes in, and what goes back to the sender
  void submit(Envelope envelope);
  void take_mail();
  std::vector<Answer> take_answers(ClientId client);
  void answer(const Envelope& envelope, Answer answer);
  /// The command itself, or why not: as an answer, a notice or an exception.
  void carry_out(Envelope envelope);
  void refuse(const Envelope& envelope, const std::string& why);

  // recording.cpp
  void record(Envelope envelope, std::int64_t step);
  void record_loss();
  void keep_keyframe();
  void stop_recording();
  /// Where that cannot be written, a frame says so and the field goes on.
  template <typename Work>
  void go_on_without_recording(Work work);

  // session.cpp: the frame
  void headless_run(std::int64_t steps);
  void apply_submitted();
  void take_owed_steps();
  /// A Pause or the end of a sequence gives up the steps that wait for the writer.
  void let_pause_through();
  void advance(std::int64_t steps);
  void take_due_frame();
  /// The field as it is; headless, steps that a device took with it are taken again before.
  [[nodiscard]] field::FieldState saved();
  /// The field cannot go on for now: says so, and lets nothing run into it again and again.
  void stop_for_failure(const std::string& words);
  void tell_loss();
  void play(double seconds);
  void observe();
  /// What could not be saved, and what a sequence came to.
  void tell_of_exports();
  /// The newest survey, when it is one of this field and says that it overflowed.
  [[nodiscard]] std::optional<std::int64_t> overflow_step(const field::Report& report);
  void stop_for_overflow(std::int64_t step);
  [[nodiscard]] std::string overflow_text(std::int64_t step) const;
  void request_survey();
  void check_overflow_now();
  void publish();

  // apply_command.cpp: what each command does
  void apply(const AddItem& command, Gesture gesture);
  void apply(const ChangeItem& command, Gesture gesture);
  void apply(const MoveItem& command, Gesture gesture);
  void apply(const ExtendItem& command, Gesture gesture);
  void apply(const RemoveItem& command, Gesture gesture);
  void apply(const Paint& command, Gesture gesture);
  void apply(const Erase& command, Gesture gesture);
  void apply(const SetParameter& command, Gesture gesture);
  void apply(const SetGuard& command, Gesture gesture);
  void apply(const SetEdges& command, Gesture gesture);
  void apply(const SetColours& command, Gesture gesture);
  void apply(const ShowComponent& command, Gesture gesture);
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
  void apply(const Undo& command, Gesture gesture);
  void apply(const Redo& command, Gesture gesture);
  void apply(const ChooseBackend& command, Gesture gesture);
  void apply(const SaveFieldPng& command, Gesture gesture);
  void apply(const SaveScene& command, Gesture gesture);
  void apply(const StartSequence& command, Gesture gesture);
  void apply(const StopSequence& command, Gesture gesture);
  void apply(const StartRecording& command, Gesture gesture);
  void apply(const StopRecording& command, Gesture gesture);
  void apply(const DismissNotice& command, Gesture gesture);

  // apply_lab.cpp: what the lab's commands do
  void apply(const RunLab& command, Gesture gesture);
  void apply(const CancelLab& command, Gesture gesture);
  void apply(const SaveLab& command, Gesture gesture);

  // apply_stage.cpp
  void apply(const PlayLesson& command, Gesture gesture);

  /// To be saved: where a hand has been at the field, it begins with that.
  [[nodiscard]] Scene scene_as_it_stands();
  void edit_scene(Scene next, const std::string& what, Gesture gesture);
  [[nodiscard]] HistoryEntry before_field_change(const std::string& what, Gesture gesture);
  /// The same before a stroke, which changes only what lies under it.
  [[nodiscard]] HistoryEntry before_stroke(const std::string& what, Gesture gesture,
                                           const Mask& mask);
  /// Whether there is memory for the whole field as it was before this gesture, and it is wanted.
  [[nodiscard]] bool fits_in_history(Gesture gesture) const;
  /// Before the field goes on: what is kept of it in parts would hold no more.
  void complete_history();
  void record_field_change(HistoryEntry before);
  void restart(Scene next, HistoryEntry before);
  /// Brings back what an entry holds; gives what was there instead.
  [[nodiscard]] HistoryEntry swapped_in(const HistoryEntry& entry);
  /// Whatever was known of the field holds no more.
  void field_was_replaced();

  SessionOptions options;
  int newest_id = 0;
  Notices notices;  // before the field: making that one may have something to say
  LiveField field;
  History history;
  PictureExports exports;
  PaceKeeper pace;
  FrameBudget budget;
  std::mutex mail_mutex;  ///< guards what is submitted and answered, and nothing else
  std::vector<Envelope> mail;
  std::map<ClientId, std::deque<Answer>> answers;
  std::uint64_t home_sequence = 0;
  std::deque<Envelope> queue;   ///< taken from the mail, in its order
  std::int64_t owed_steps = 0;  ///< of an Advance that waits for the writer or the next frame
  Recorder recorder;
  bool untouched = true;  ///< nothing was done that a recording would have
  /// What an Undo or Redo brought back from before the recording, which its readers don't have.
  std::optional<PutBack> from_before;
  Manner manner = Manner::frame;
  bool playing = false;
  bool overflowed = false;
  /// The field holds what no step made of the scene: it was painted on, rubbed out, loaded.
  bool by_hand = false;
  bool resting = false;  ///< does not play on though it is playing
  int newest_item = 0;
  core::Cell probe{-1, -1};
  field::Report report;
  std::uint64_t newest_ticket = 0;
  /// Surveys up to this one are of a field that was replaced since, and count for nothing.
  std::uint64_t stale_ticket = 0;
  std::uint64_t story = 0;  ///< as in the snapshot
  std::uint64_t surveyed_version = 0;
  core::Cell surveyed_probe{-1, -1};
  std::int64_t step_before_frame = 0;
  Snapshot snapshot;
  LabWorker lab;
  StageWorker plays;
};

}  // namespace heatwave::session
