// The files of a checkpoint appear one after the other; then the checkpoint before is removed.
#include "app/wire/checkpoint_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/export/npy.h"
#include "app/json/json_reader.h"
#include "app/json/json_tree.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_json.h"
#include "app/session/field/check_sum.h"
#include "app/system/read_files.h"
#include "app/system/write_files.h"
#include "app/words/version.h"
#include "kernels/core/error.h"
#include "kernels/field/equation.h"

namespace heatwave::wire {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCheckpointWord = "checkpoint";
constexpr int kCheckpointVersion = 1;
constexpr int kMostPlanes = 64;
constexpr const char* kHeadName = "checkpoint.json";
constexpr const char* kRimName = "rim.npy";
constexpr std::string_view kStepPrefix = "step-";

fs::path plane_name(std::size_t plane) { return fmt::format("plane-{}.npy", plane); }

/// Returns the step in the name of a checkpoint's folder; none: it is no such name.
std::optional<std::int64_t> step_of(const fs::path& path) {
  const std::string name = path.filename().string();
  if (!name.starts_with(kStepPrefix)) return std::nullopt;
  const char* const begin = name.data() + kStepPrefix.size();
  const char* const end = name.data() + name.size();
  std::int64_t step = 0;
  const auto read = std::from_chars(begin, end, step);
  if (read.ec != std::errc() || read.ptr != end || step < 0) return std::nullopt;
  return step;
}

/// Returns the folders of checkpoints by their steps, also of those that were never finished.
std::map<std::int64_t, fs::path> folders_in(const fs::path& folder) {
  std::map<std::int64_t, fs::path> found;
  std::error_code error;  // a missing folder has none
  system::FolderReader reader(folder, error);
  while (auto path = reader.next(error)) {
    if (const auto step = step_of(*path)) found.emplace(*step, *std::move(path));
  }
  return found;
}

bool is_finished(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kHeadName, ignored);
}

/// Returns the step and the folder of the newest complete checkpoint; none: there is none.
std::optional<std::pair<std::int64_t, fs::path>> newest_in(const fs::path& folder) {
  std::optional<std::pair<std::int64_t, fs::path>> newest;
  for (const auto& [step, path] : folders_in(folder)) {
    if (is_finished(path)) newest.emplace(step, path);
  }
  return newest;
}

/// Removes the files of a checkpoint, its head first, and no others.
void remove_checkpoint(const fs::path& folder) {
  std::error_code ignored;
  fs::remove(folder / kHeadName, ignored);
  fs::remove(folder / kRimName, ignored);
  // A program that was killed here before may have removed the first planes only.
  for (std::size_t plane = 0; plane < kMostPlanes; ++plane)
    fs::remove(folder / plane_name(plane), ignored);
  fs::remove(folder, ignored);  // fails if it holds other files
}

std::string sum_text(const field::FieldState& state) {
  return fmt::format("{:016x}", session::check_sum(state));
}

std::vector<float> cells_of(const fs::path& path, core::Extent extent) {
  exporting::NpyFile file(path);
  if (file.extent() != extent || file.components() != 1) {
    system::refuse_file(path, "does not have the cells of its checkpoint");
  }
  return file.read().cells;
}

SavedRun read_finished(const fs::path& folder) {
  const fs::path head = folder / kHeadName;
  const std::string where = head.string();
  constexpr std::uint64_t kMostHeadBytes = std::uint64_t{1} << 30U;  // it may hold a whole field
  const std::string text = system::whole_text(head, kMostHeadBytes);
  json::JsonReader in(json::parse_json(text, where), "", where, "a checkpoint",
                      json::kOwnFileRules);
  if (in.text("heatwave") != kCheckpointWord) in.fail("heatwave", "must be \"checkpoint\"");
  in.version(kCheckpointVersion);
  SavedRun run;
  run.state.step = in.whole("step");
  run.last_step = in.whole("last_step");
  run.every_steps = in.whole("every_steps");
  run.every_seconds = in.number("every_seconds");
  const auto planes = static_cast<std::size_t>(in.integer("planes", 0, kMostPlanes));
  const int rim = in.integer("rim", 0, std::numeric_limits<int>::max());
  const std::string sum = in.text("sum");
  read(in, "scene", run.scene);
  scene::check_scene(run.scene);
  in.done();
  if (run.state.step < 0 || run.last_step < run.state.step) in.fail("step", "is beyond the run");
  if (planes != field::plane_count(scene::equation_of(run.scene))) {
    in.fail("planes", "must be those of the equation");
  }
  run.state.extent = run.scene.extent;
  for (std::size_t i = 0; i < planes; ++i) {
    run.state.planes.push_back(cells_of(folder / plane_name(i), run.state.extent));
  }
  if (rim > 0) run.state.rim = cells_of(folder / kRimName, {rim, 1});
  if (sum_text(run.state) != sum) {
    throw core::Error(fmt::format(
        "the files in '{}' do not have the check sum of their checkpoint: they were changed or are "
        "damaged",
        folder.string()));
  }
  return run;
}

}  // namespace

std::optional<std::int64_t> newest_checkpoint(const fs::path& folder) {
  const auto newest = newest_in(folder);
  return newest ? std::optional(newest->first) : std::nullopt;
}

void remove_checkpoints(const fs::path& folder) {
  for (const auto& [step, path] : folders_in(folder)) remove_checkpoint(path);
}

SavedRun read_checkpoint(const fs::path& folder) {
  const auto newest = newest_in(folder);
  if (!newest) throw core::Error(fmt::format("'{}' holds no checkpoint", folder.string()));
  return read_finished(newest->second);
}

void write_checkpoint(const fs::path& folder, const SavedRun& run) {
  const field::FieldState& state = run.state;
  const fs::path to = folder / fmt::format("{}{}", kStepPrefix, state.step);
  if (is_finished(to)) return;
  remove_checkpoint(to);  // a program that was killed may have left some of its files
  const auto save_cells = [&](const fs::path& name, core::Extent extent,
                              const std::vector<float>& cells) {
    system::write_whole_file(to / name, exporting::encoded_npy(extent, std::span(&cells, 1)),
                             system::Naming::replacing);
  };
  try {
    for (std::size_t i = 0; i < state.planes.size(); ++i) {
      save_cells(plane_name(i), state.extent, state.planes[i]);
    }
    if (!state.rim.empty()) {
      save_cells(kRimName, {static_cast<int>(state.rim.size()), 1}, state.rim);
    }
    const nlohmann::ordered_json head{
        {"heatwave", kCheckpointWord},
        {"version", kCheckpointVersion},
        {"program", std::string(words::version())},
        {"step", state.step},
        {"last_step", run.last_step},
        {"every_steps", run.every_steps},
        {"every_seconds", run.every_seconds},
        {"planes", state.planes.size()},
        {"rim", state.rim.size()},
        {"sum", sum_text(state)},
        {"scene", scene::json_of(run.scene, scene::SceneForm::travelling)}};
    system::write_whole_text(to / kHeadName, head.dump(2) + "\n", system::Naming::replacing);
  } catch (...) {
    remove_checkpoint(to);
    throw;
  }
  for (const auto& [step, path] : folders_in(folder)) {
    if (step != state.step) remove_checkpoint(path);
  }
}

}  // namespace heatwave::wire
