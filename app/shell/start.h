// What the window opens with, as plain values.
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

struct Start {
  scene::Scene scene;
  std::vector<session::Command> commands;  ///< before the first frame
  /// Played from its beginning, which the scene is; null: none.
  std::shared_ptr<const wire::Recording> recording;
  /// Given from its first step on; null: none.
  std::shared_ptr<const wire::Lecture> lecture;
  std::filesystem::path picture;  ///< asked about first; empty: none
  field::Backend backend = field::Backend::automatic;
  int threads = 0;                   ///< 0: as many as the machine has processors
  std::optional<int> device;         ///< which CUDA device; else any
  core::Extent window{1280, 800};    ///< in pixels
  std::int64_t frames = 0;           ///< leave after so many; 0: when the person leaves
  std::filesystem::path screenshot;  ///< empty: none; else the last frame, before leaving
  std::filesystem::path record;      ///< all that is done, from the first frame on; empty: nowhere
  session::JournalFactory make_journal;
  session::SolverFactory make_solver = field::make_solver;
  /// Compiles the GPU's kernels while the CPU steps; null: nothing has to be compiled.
  std::shared_ptr<session::GpuStart> gpu_start;
  std::filesystem::path files_within;  ///< the only folder that dialogs show; empty: all are
  bool force = false;                  ///< both may replace existing files
  double scale = 0.0;                  ///< of the interface; 0: as the display says
  float zoom = 1.0F;                   ///< of the interface, as the person has set it
  bool light = false;                  ///< the light theme instead of the dark one
  bool fullscreen = false;
  double rate = 0.0;                     ///< frames a second; 0: as many as the screen shows
  std::string room = rooms::kFields.id;  ///< shown first
  std::string experiment;                ///< shown in the lab; empty: the first one
  std::string lesson;                    ///< shown on the stage; empty: the first one
  /// What was remembered and where more is kept; null: nothing is.
  std::shared_ptr<files::RememberedFiles> memory;
  std::string told;  ///< by the window, at first
  /// Without a memory: whether the window greets and offers the tour all the same.
  bool for_the_first_time = false;
  std::stop_token stop;  ///< asked by a signal: the window closes in order
};

/// Sides of a window, in window units. Below the least nothing could be read; above the most the
/// memory of a picture of it is counted in gigabytes, and X servers give up.
inline constexpr core::Extent kLeastWindow{320, 200};
inline constexpr core::Extent kMostWindow{16384, 16384};

/// Ends the sentence that says why no window can be opened.
inline constexpr std::string_view kWithoutWindow =
    "'heatwave run' computes and saves pictures without one";

}  // namespace heatwave::shell
