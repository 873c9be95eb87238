// Checkpoints of a long run: its scene and its field in a folder, from which another run goes on.
//
//   state/step-1200/plane-0.npy      each plane of the field
//   state/step-1200/rim.npy          the memory of absorbing edges, if there is one
//   state/step-1200/checkpoint.json  written last: without it the folder is no checkpoint
//
// Only the newest checkpoint stays. A program that is killed while it writes one leaves the one
// before.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/scene/scene.h"
#include "app/session/field/field_tiles.h"

namespace heatwave::wire {

/// A run as a checkpoint holds it.
struct SavedRun {
  scene::Scene scene;
  session::BandedField field;
  std::int64_t last_step = 0;    ///< step of the field at which the run was to end
  std::int64_t every_steps = 0;  ///< steps between checkpoints; 0: by time
  double every_seconds = 0.0;    ///< seconds between checkpoints; 0: by steps
};

/// Returns the step of the newest complete checkpoint in a folder; none: there is none.
std::optional<std::int64_t> newest_checkpoint(const std::filesystem::path& folder);
/// Reads the newest checkpoint in a folder; its field is read from the files when it is needed.
/// Throws core::Error when there is none, or when its files do not have its check sum.
SavedRun read_checkpoint(const std::filesystem::path& folder);
/// Writes a checkpoint, of whose field no copy is made, and removes the older ones; does nothing if
/// there is one of this step. Throws core::Error, and leaves the one before, when it cannot be
/// written.
void write_checkpoint(const std::filesystem::path& folder, const SavedRun& run);
/// Removes all checkpoints in a folder, and no other files.
void remove_checkpoints(const std::filesystem::path& folder);

}  // namespace heatwave::wire
