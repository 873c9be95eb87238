// Refuses invalid options before a window appears.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "app/cli/field_setup.h"
#include "app/cli/options.h"
#include "app/cli/outputs.h"
#include "app/cli/tuned.h"
#include "app/files/file_kind.h"
#include "app/files/remembered.h"
#include "app/scene/scene_files.h"
#include "app/session/field/gpu_start.h"
#include "app/session/field/live_field.h"
#include "app/shell/start.h"
#include "app/system/folders.h"
#include "app/wire/lecture.h"
#include "app/wire/recording.h"
#include "app/words/version.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/kernel_compilation.h"

namespace heatwave::cli {
namespace {

struct Recalled {
  /// Null: this window neither restores nor saves settings.
  std::shared_ptr<files::RememberedFiles> memory;
  std::string why_no_memory;    ///< the reason, as one phrase; empty: there is a memory
  files::Remembered kept;       ///< the defaults: nothing was restored
  float zoom = 1.0F;            ///< scale of the interface
  bool is_first_start = false;  ///< nothing is known of an earlier start
  std::string told;             ///< a sentence about settings that could not be restored
};

bool is_driven(const WindowOptions& options) {
  const char* status = std::getenv("HEATWAVE_STATUS");
  return options.frames > 0 || !options.screenshot.empty() ||
         (status != nullptr && *status != '\0');
}

/// Returns why a window that was started in this way keeps no settings, as one phrase.
std::string why_no_memory(const WindowOptions& options) {
  if (options.remember) return "there is no folder for them";
  if (options.fresh) return "this window was started with --fresh";
  if (options.frames > 0) return "this window was started with --frames";
  if (!options.screenshot.empty()) return "this window was started with --screenshot";
  return is_driven(options) ? "a script drives this window" : "there is no folder for them";
}

bool is_room(const std::string& id) {
  return std::any_of(rooms::kRooms.begin(), rooms::kRooms.end(),
                     [&](const rooms::RoomEntry& entry) { return entry.id == id; });
}

/// Any option for the field means the default scene, not the last one used.
bool asks_for_field(const FieldOptions& field) {
  return !field.scene.empty() || field.asks_of_scene();
}

/// Returns whether the command line says what the window shows, so that no gallery lies over it.
bool asks_for_content(const WindowOptions& options) {
  return asks_for_field(options.field) || !options.room.empty() || !options.experiment.empty() ||
         !options.lesson.empty();
}

void recall_scene(FieldOptions& field, const std::string& scene, std::string& told) {
  if (scene.empty() || asks_for_field(field)) return;
  try {
    (void)scene::scene_or_blank(scene);
    field.scene = scene;
  } catch (const core::Error& error) {
    // The name of a scene that was never saved cannot be found again.
    if (!std::filesystem::path(scene).has_parent_path()) return;
    told = words::sentence(
        fmt::format("the scene used last cannot be opened: {}", words::printable(error.what())));
  }
}

void recall_window(WindowOptions& options, const files::Remembered& kept) {
  if (!options.light) options.light = !kept.dark;
  if (!options.window) {
    options.window = {
        std::clamp(kept.window.width, shell::kLeastWindow.width, shell::kMostWindow.width),
        std::clamp(kept.window.height, shell::kLeastWindow.height, shell::kMostWindow.height)};
  }
}

/// Restores the theme, the window's size, the room and the scene. Windows driven by scripts start
/// with the defaults, unless the option asks for the settings.
Recalled recall(WindowOptions& options) {
  Recalled recalled;
  // A field on the command line is shown first.
  if (options.room.empty() && asks_for_field(options.field)) options.room = rooms::kFields.id;
  const bool remembers = options.remember || (!options.fresh && !is_driven(options));
  const auto folders = remembers ? system::person_folders() : std::nullopt;
  files::Remembered& kept = recalled.kept;
  if (folders) {
    recalled.memory = std::make_shared<files::RememberedFiles>(*folders);
    kept = recalled.memory->kept();
    recalled.is_first_start = kept == files::Remembered{};
    recall_scene(options.field, kept.scene, recalled.told);
    if (options.scale == 0.0) recalled.zoom = kept.scale;
  } else {
    recalled.why_no_memory = why_no_memory(options);
    // A window that a script drives shows neither the greeting nor the tour's offer.
    kept.has_dragged = kept.has_toured = !options.fresh;
  }
  recalled.is_first_start |= options.fresh && !is_driven(options);
  recall_window(options, kept);
  if (options.room.empty()) options.room = is_room(kept.room) ? kept.room : rooms::kFields.id;
  return recalled;
}

bool has_display() {
  constexpr std::array kNames = {"DISPLAY", "WAYLAND_DISPLAY"};
  for (const char* name : kNames) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return true;
  }
  return false;
}

/// Reads the recording that the command line names instead of a scene; null: it names a scene.
std::shared_ptr<const wire::Recording> asked_recording(const FieldOptions& field) {
  if (std::filesystem::path(field.scene).extension() != ".hwrec") return nullptr;
  if (field.asks_of_scene()) {
    throw UsageError(
        "a recording has its own scene: --size, --set, --show and --view are for scenes");
  }
  return std::make_shared<wire::Recording>(wire::read_recording(field.scene));
}

/// Reads the scene and sets its origin.
scene::Scene asked_scene(const std::string& name) {
  scene::Scene scene = chosen_scene(name, "");
  const std::filesystem::path path(name);
  if (path.has_parent_path() || path.extension() == ".json") {
    scene.origin.file = std::filesystem::absolute(path).lexically_normal();
  }
  return scene;
}

/// Reads the lecture given instead of a scene; null: it is not a lecture.
std::shared_ptr<const wire::Lecture> asked_lecture(const FieldOptions& field) {
  if (!wire::is_lecture_file(field.scene)) return nullptr;
  if (field.asks_of_scene()) {
    throw UsageError(
        "a lecture has its own scenes: --size, --set, --show and --view are for scenes");
  }
  std::error_code ignored;
  const std::filesystem::path path(field.scene);
  // A lecture that comes with the program is found by its name alone.
  const bool by_name = !path.has_parent_path() && !std::filesystem::exists(path, ignored);
  return std::make_shared<wire::Lecture>(
      wire::find_lecture(by_name ? path.stem().string() : field.scene));
}

}  // namespace

shell::Start window_start(const WindowOptions& asked) {
  WindowOptions options = asked;
  const bool names_content = asks_for_content(options);
  Recalled recalled = recall(options);
  TunedSolvers solvers;
  if (recalled.memory != nullptr) solvers = tuned_solvers();
  check_parts_options(options.field.parts, options.field.backend, options.field.device);
  solvers.make = solvers_in_parts(std::move(solvers.make), options.field.parts);
  if (recalled.told.empty()) recalled.told = words::sentence(solvers.message);
  const auto recording = asked_recording(options.field);
  const auto lecture = asked_lecture(options.field);
  const files::FileKind kind = files::kind_of(options.field.scene);
  const bool is_opened = kind == files::FileKind::picture || kind == files::FileKind::kernel;
  const std::string scene = lecture || is_opened ? std::string() : options.field.scene;
  shell::Start start{.scene = recording ? recording->scene : asked_scene(scene),
                     .commands = {},
                     .recording = recording,
                     .lecture = lecture,
                     .solver = {.backend = options.field.backend,
                                .threads = options.field.threads,
                                .device = options.field.device,
                                .make = std::move(solvers.make)},
                     .look = {.window = *options.window,
                              .scale = options.scale,
                              .zoom = recalled.zoom,
                              .light = *options.light,
                              .smooth_cells = recalled.kept.smooth_cells,
                              .fullscreen = options.fullscreen,
                              .rate = options.rate},
                     .place = {.room = options.room,
                               .experiment = options.experiment,
                               .lesson = options.lesson,
                               .gallery = recalled.is_first_start && !names_content},
                     .frames = options.frames,
                     .screenshot = options.screenshot,
                     .record = options.record,
                     .make_journal = wire::recording_writers(std::string(words::version())),
                     .files_within = options.files,
                     .force = options.force,
                     .remembered = recalled.kept,
                     .memory = recalled.memory,
                     .why_no_memory = recalled.why_no_memory,
                     .told = recalled.told};
  if (is_opened) start.file = options.field.scene;
  if (start.solver.backend == field::Backend::automatic &&
      field::needs_kernel_compilation(start.solver.device)) {
    start.solver.gpu_start =
        std::make_shared<session::GpuStart>(start.solver.make, field::compile_kernels);
    start.solver.make = [gpu = start.solver.gpu_start](const field::SolverRequest& request) {
      return gpu->make_solver(request);
    };
    if (start.told.empty()) start.told = words::sentence(std::string(session::GpuStart::kReason));
  }
  start.commands = field_commands(options.field, start.scene, false,
                                  "switch off 'keep it stable' in the window to go further");
  check_file(options.screenshot, options.force);
  check_file(options.record, options.force);
  std::error_code unknown;
  if (!options.files.empty() && !std::filesystem::is_directory(options.files, unknown)) {
    throw UsageError(fmt::format("--files must name a folder, not '{}'", options.files.string()));
  }
  scene::Scene sized = start.scene;
  sized.extent = options.field.size.value_or(sized.extent);
  session::require_host_memory(sized, options.field.backend);
  if (has_display()) {
    const std::string cost = session::cost_of(sized);
    if (!cost.empty()) fmt::print(stderr, "heatwave: {}\n", cost);
    return start;
  }
  throw core::Error(
      fmt::format("there is no display to open a window on; {}", shell::kWithoutWindow));
}

}  // namespace heatwave::cli
