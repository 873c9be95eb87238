// The hub: what comes in, whose it is, what is recorded of it, and the snapshot of it all.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "app/session/field/field_service.h"
#include "app/session/hub.h"
#include "app/session/lab/lab_service.h"
#include "app/session/last_minute.h"
#include "app/session/mailbox.h"
#include "app/session/recorder.h"
#include "app/session/session.h"
#include "app/session/stage/stage_service.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::session {

struct Session::Kept {
  KeptField field;
  bool untouched = true;
};

struct Session::Impl : core::NonCopyable {
  Impl(scene::Scene scene, SessionOptions options);
  ~Impl();

  // session.cpp: from the mailbox to the services
  /// The command itself, or why not: as an answer, a notice or an exception.
  void carry_out(Envelope envelope);
  /// To the service whose command it is, or to the window.
  void hand_over(const Envelope& envelope);
  void hand_to_window(const Envelope& envelope);
  void refuse(const Envelope& envelope, const std::string& why);

  // session.cpp: the frame
  void headless_run(std::int64_t steps);
  void apply_submitted();
  /// A Pause or the end of a sequence gives up the steps that wait for the writer.
  void let_pause_through();
  void observe();
  void publish();

  // apply_recording.cpp
  void apply(const StartRecording& command, Gesture gesture);
  void apply(const StopRecording& command, Gesture gesture);
  void apply(const DismissNotice& command, Gesture gesture);
  /// `replaced`: the field is another one since.
  void record(Envelope envelope, std::int64_t step, bool replaced);
  void log(Envelope envelope, std::int64_t step, bool replaced);
  /// Of the last minute.
  void log_frame();
  void record_loss();
  void keep_keyframe();
  void stop_recording();
  /// Where that cannot be written, a frame says so and the field goes on.
  template <typename Work>
  void go_on_without_recording(Work work);

  SessionOptions options;
  Notices notices;
  Hub hub;
  FieldService field;
  LabService lab;
  StageService stage;
  Mailbox mailbox;
  std::deque<Envelope> queue;  ///< taken from the mailbox, in its order
  Recorder recorder;
  LastMinute last_minute;
  bool untouched = true;  ///< nothing was done that a recording would have
  Snapshot snapshot;
};

}  // namespace heatwave::session
