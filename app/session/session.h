// The model behind every interface: accepts commands, owns the scene and the solver, keeps the
// history.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/export_queue.h"
#include "app/export/field_picture.h"
#include "app/scene/scene.h"
#include "app/session/envelope.h"
#include "app/session/field/history.h"
#include "app/session/field/space_time.h"
#include "app/session/journal.h"
#include "app/session/last_minute.h"
#include "app/session/snapshot.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

using SolverFactory =
    std::function<std::unique_ptr<field::FieldSolver>(const field::SolverRequest&)>;

/// Work that takes a while. Throws when it is cancelled, and then changes nothing.
using Preparation = std::function<void(const std::atomic<bool>& given_up)>;
/// Runs the work, on another thread or not, and returns when it has ended; passes on its
/// exceptions. `told` names the work and its cost.
using Preparer = std::function<void(const std::string& told, const Preparation& work)>;

/// The presented plane: that of the view, which may be an average over time; or the displayed
/// component, at the current or the previous time level; a component of the vectors that arrows
/// show; or the second quantity, beside the shown one.
enum class PresentedPlane : std::uint8_t { shown, now, step_before, flow_right, flow_up, beside };

struct SessionOptions {
  field::Backend backend = field::Backend::automatic;
  int threads = 0;
  std::optional<int> device;  ///< index of a CUDA device; none: any
  std::filesystem::path export_folder = "out";
  /// Limit of the undo history's memory for fields, in bytes.
  std::uint64_t most_undo_bytes = History::kMostBytes;
  /// Limit of the last minute's memory, in bytes; 0: it is not kept.
  std::uint64_t most_minute_bytes = LastMinute::kMostBytes;
  /// Folder of the lab's recorded measurements; empty: none.
  std::filesystem::path recorded_labs;
  /// Shared with other writers of pictures; null: the session makes its own.
  std::shared_ptr<exporting::ExportQueue> writer;
  SolverFactory make_solver = field::make_solver;
  /// Above 0: the field lies on the CPUs of several processes, and those on this host have this
  /// share of it.
  double share_here = 0.0;
  /// Prepares large fields; null: the caller waits for them.
  Preparer prepare;
  /// Makes the journals of recordings; null: recording is not possible.
  JournalFactory make_journal;
  /// Receives the commands for the window; null: there is no window.
  std::function<void(Envelope)> window;
  /// Samples of probes are kept over time.
  bool keeps_samples = true;
  /// Earlier steps of a field on a line are kept for its space–time picture.
  bool keeps_past = true;
  /// Steps between the rows that take_rows() returns, in place of samples; 0: there are no rows.
  std::int64_t rows_every = 0;
  /// The snapshot names the lab's GPU; finding it starts CUDA.
  bool names_gpu = true;
  /// The field to begin with, of the scene as it is given; none: the scene's first field
  std::optional<BandedField> begins_with = {};
};

class Session {
 public:
  Session(scene::Scene scene, SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  /// Queues a command, which takes effect at the beginning of the next frame. Thread-safe, like all
  /// functions with envelopes.
  void submit(Command command, Gesture gesture = 0) {
    submit(Envelope{.gesture = gesture, .command = std::move(command)});
  }
  void submit(Envelope envelope);
  /// Returns this sender's answers since the last call; if there are too many, only the newest.
  [[nodiscard]] std::vector<Answer> take_answers(ClientId client);

  /// Runs one frame: applies the queued commands and, if playing, takes steps at the scene's pace
  /// (or as many as fit into `seconds_for_steps` if the pace says so). Steps beyond `most_seconds`
  /// are left to the following frames. A failed command of this program becomes a notice. If the
  /// solver fails for good, playing stops.
  void frame(double seconds_for_steps, double most_seconds = 0.08);

  /// Applies the queued commands and takes exactly this number of steps, for headless runs. A
  /// failed command of this program throws core::Error.
  void run(std::int64_t steps);
  /// Repeats recorded steps like run(), but a field that overflows continues.
  void repeat(std::int64_t steps);

  [[nodiscard]] const Snapshot& snapshot() const;
  /// Returns the flags of every cell (field::CellFlag), row by row; they change with
  /// `scene_version`.
  [[nodiscard]] const std::vector<std::uint8_t>& cell_flags() const;

  /// Presents a plane. The previous time level exists only for equations that use it.
  void present(field::DisplayTarget& target, PresentedPlane plane = PresentedPlane::shown);
  /// While on, a playing field takes no steps. The lab has the same effect while it measures, so
  /// that the device is idle.
  void rest(bool on);
  /// Waits for pending steps and copies the field. After run() its step is exact, even if a device
  /// was lost.
  field::FieldState state();
  /// Returns the field as state() would, but a large one needs no copy. It must be read before the
  /// next step. If a device is lost meanwhile, it begins at the top again.
  [[nodiscard]] BandedField field_in_bands();
  /// Returns a copy of what the view shows in place of the field.
  [[nodiscard]] Derived derived();
  /// State to return to with go_back(). Values under items moved since the newest step are not
  /// included, so use it directly after a step or at the beginning.
  struct Kept;
  [[nodiscard]] std::shared_ptr<const Kept> kept();
  void go_back(const Kept& kept);
  /// Returns the log of the last minute; none: nothing was done, or the field is too large to be
  /// kept.
  [[nodiscard]] std::optional<LoggedMinute> last_minute() const;
  /// Pauses the last minute's log while it is shown, then continues it or begins a new one.
  void hold_minute();
  void resume_minute(bool as_before);
  /// Returns the scene for saving; after manual changes it begins with the field's current state.
  [[nodiscard]] scene::Scene scene_as_it_stands();
  /// Begins a scene as a new session would: items numbered from 1, nothing to undo. Throws
  /// core::Error for an invalid scene.
  void begin(scene::Scene scene);
  /// Returns the memory of a kept state, in bytes.
  [[nodiscard]] static std::uint64_t bytes_of(const Kept& kept);
  /// Returns the measurements at the steps since the last call, one row for each multiple of
  /// SessionOptions::rows_every.
  [[nodiscard]] std::vector<MeasuredRow> take_rows();
  /// Waits until every exported file is complete or has failed, and ends a running recording.
  /// Throws core::Error when the recording cannot be saved.
  void finish_exports();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace heatwave::session
