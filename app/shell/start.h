// Start options of the window, as plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/remembered.h"
#include "app/rooms/room_names.h"
#include "app/scene/scene.h"
#include "app/session/command.h"
#include "app/session/field/gpu_start.h"
#include "app/session/journal.h"
#include "app/session/session.h"
#include "app/wire/lecture.h"
#include "app/wire/recording.h"
#include "kernels/core/geometry.h"
#include "kernels/field/field_solver.h"

namespace heatwave::shell {

/// The solver that computes the field.
struct StartSolver {
  field::Backend backend = field::Backend::automatic;
  int threads = 0;            ///< 0: one for each processor
  std::optional<int> device;  ///< index of a CUDA device; none: any
  session::SolverFactory make = field::make_solver;
  /// Compiles the GPU's kernels while the CPU steps; null: nothing has to be compiled.
  std::shared_ptr<session::GpuStart> gpu_start;
};

/// The size and the look of the window.
struct StartLook {
  core::Extent window{1280, 800};  ///< in pixels
  double scale = 0.0;              ///< scale of the interface; 0: the display's
  float zoom = 1.0F;               ///< the user's scale of the interface
  bool light = false;              ///< the light theme instead of the dark one
  bool smooth_cells = true;        ///< values between cells are interpolated
  bool fullscreen = false;
  double rate = 0.0;  ///< frames per second; 0: the screen's rate
};

/// The room shown first, and what the Lab and the Stage show first.
struct StartPlace {
  std::string room = rooms::kFields.id;
  std::string experiment;  ///< experiment shown in the lab; empty: the first
  std::string lesson;      ///< lesson shown on the stage; empty: the first
  bool gallery = false;    ///< the gallery lies over the room
};

struct Start {
  scene::Scene scene;
  std::vector<session::Command> commands;  ///< sent before the first frame
  /// Recording played from its beginning; `scene` is its scene; null: none.
  std::shared_ptr<const wire::Recording> recording;
  /// Lecture that starts at its first step; null: none.
  std::shared_ptr<const wire::Lecture> lecture;
  std::filesystem::path file;  ///< picture or kernel that is opened first; empty: none
  StartSolver solver;
  StartLook look;
  StartPlace place;
  std::int64_t frames = 0;           ///< number of frames before leaving; 0: until the user leaves
  std::filesystem::path screenshot;  ///< picture of the last frame; empty: none
  std::filesystem::path record;      ///< file for all commands from the first frame on; empty: none
  session::JournalFactory make_journal;
  std::filesystem::path files_within;  ///< the only folder that dialogs show; empty: they show all
  bool force = false;                  ///< `screenshot` and `record` may replace existing files
  files::Remembered remembered;        ///< settings and state of earlier runs, or the defaults
  /// The files that keep them for the next start; null: nothing is kept.
  std::shared_ptr<files::RememberedFiles> memory;
  std::string why_no_memory;  ///< the reason, as one phrase; empty: there is a memory
  std::string told;           ///< the window's first message; empty: none
  std::stop_token stop;       ///< requested by a signal: the window closes in order
};

/// Limits of a window's side, in window units. A smaller one is unreadable; a picture of a larger
/// one takes gigabytes of memory, and X servers fail.
inline constexpr core::Extent kLeastWindow{320, 200};
inline constexpr core::Extent kMostWindow{16384, 16384};

/// End of the message that explains why no window can be opened.
inline constexpr std::string_view kWithoutWindow =
    "'heatwave run' computes and saves pictures without one";

}  // namespace heatwave::shell
