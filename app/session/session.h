// The model behind every front: takes commands, owns the scene and the solver, keeps the history.
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
#include "app/session/journal.h"
#include "app/session/last_minute.h"
#include "app/session/snapshot.h"
#include "kernels/field/field_solver.h"

namespace heatwave::session {

using SolverFactory =
    std::function<std::unique_ptr<field::FieldSolver>(const field::SolverRequest&)>;

/// What takes a while. Throws where it is given up, and then nothing has come of it.
using Preparation = std::function<void(const std::atomic<bool>& given_up)>;
/// Has it done, beside itself or not, and returns when it has ended; throws what it throws. `told`
/// is what is made ready and what that costs.
using Preparer = std::function<void(const std::string& told, const Preparation& work)>;

/// What is presented of a field: what its view shows, which may be an average over time; or the
/// component that is shown, now or a step before.
enum class PresentedPlane : std::uint8_t { shown, now, step_before };

struct SessionOptions {
  field::Backend backend = field::Backend::automatic;
  int threads = 0;
  std::optional<int> device;  ///< which CUDA device; else any
  std::filesystem::path export_folder = "out";
  /// What undo may take of this machine's memory for fields as they were.
  std::uint64_t most_undo_bytes = History::kMostBytes;
  /// And what the last minute may; 0: it is not kept.
  std::uint64_t most_minute_bytes = LastMinute::kMostBytes;
  /// Where measurements of the lab recorded on other machines lie; empty: there are none.
  std::filesystem::path recorded_labs;
  /// Shared with whoever else writes pictures; made when null.
  std::shared_ptr<exporting::ExportQueue> writer;
  SolverFactory make_solver = field::make_solver;
  /// Who has a large field made ready; null: whoever asks for it waits.
  Preparer prepare;
  /// Makes the writers of recordings; null: nothing is recorded.
  JournalFactory make_journal;
  /// Takes the commands that the window carries out; null: there is no window.
  std::function<void(Envelope)> window;
  /// Whether what probes read is kept over time.
  bool keeps_samples = true;
  /// Whether the snapshot tells of the GPU that the lab would use: to look for one starts CUDA.
  bool names_gpu = true;
};

class Session {
 public:
  Session(scene::Scene scene, SessionOptions options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  /// Queues a command; it takes effect at the top of the next frame. Safe from any thread, as is
  /// all that has to do with envelopes.
  void submit(Command command, Gesture gesture = 0);
  void submit(Envelope envelope);
  /// What has become of this sender's commands since it asked last; of many only the newest.
  [[nodiscard]] std::vector<Answer> take_answers(ClientId client);

  /// One frame: applies what was submitted, and when playing advances the field by the scene's pace
  /// (as many steps as fit in `seconds_for_steps` where the pace says so). Steps that would take
  /// longer than `most_seconds` are left to the frames that follow. A command of this
  /// program's own that cannot be carried out becomes a notice; nothing is lost by it. Nor is a
  /// solver that fails for good the end: then playing stops.
  void frame(double seconds_for_steps, double most_seconds = 0.08);

  /// Applies what was submitted and advances exactly so many steps: the headless way. Here a
  /// command of this program's own that cannot be carried out throws core::Error.
  void run(std::int64_t steps);
  /// The same for what was done before: a field that overflowed then overflows again and goes on.
  void repeat(std::int64_t steps);

  [[nodiscard]] const Snapshot& snapshot() const;
  /// Flags of every cell (field::CellFlag), row by row; `scene_version` tells when they change.
  [[nodiscard]] const std::vector<std::uint8_t>& cell_flags() const;

  /// The step before is there where the equation looks back.
  void present(field::DisplayTarget& target, PresentedPlane plane = PresentedPlane::shown);
  /// While it rests, a field that is playing takes no steps; it plays on afterwards. It rests by
  /// itself while the lab measures, so that the device is quiet.
  void rest(bool on);
  /// Waits for the steps under way and copies the field. After run() it is the field of the step
  /// asked for, even where a device is lost over it.
  field::FieldState state();
  /// The plane that the view shows in place of the field, row by row; empty: it shows the field.
  [[nodiscard]] std::vector<float> averaged();
  /// All that decides how it goes on from here, to come back to. What lay under items that were
  /// moved since the newest step is not kept: it is for where the field has just gone on, or
  /// begins.
  struct Kept;
  [[nodiscard]] std::shared_ptr<const Kept> kept();
  void go_back(const Kept& kept);
  /// What was done in the last minute of frames; none where nothing was, or the field is too large
  /// for that to be kept.
  [[nodiscard]] std::optional<LoggedMinute> last_minute() const;
  /// While it is shown once more none of that is kept; then it goes on as before, or begins anew.
  void hold_minute();
  void resume_minute(bool as_before);
  /// To be saved: where a hand has been at the field, it begins with the field as it is now.
  [[nodiscard]] scene::Scene scene_as_it_stands();
  /// As a new session would begin with this scene: its items numbered from 1, nothing to undo.
  /// Throws core::Error for a scene that cannot be.
  void begin(scene::Scene scene);
  /// What it takes of the memory.
  [[nodiscard]] static std::uint64_t bytes_of(const Kept& kept);
  /// Waits until every exported file is complete or has failed, and ends a recording that is under
  /// way. Throws core::Error where that cannot be saved.
  void finish_exports();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace heatwave::session
