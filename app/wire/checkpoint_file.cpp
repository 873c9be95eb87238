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
#include "app/scene/rasterise.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_json.h"
#include "app/session/field/beside_reading.h"
#include "app/session/field/check_sum.h"
#include "app/system/part_file.h"
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
constexpr const char* kHeadName = "checkpoint.json";
constexpr const char* kRimName = "rim.npy";
constexpr std::string_view kStepPrefix = "step-";
constexpr std::size_t kMostPlanes = 64;

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

/// Removes the files of a checkpoint, its head first, and no others. A program that was killed may
/// have removed some already, or may have left one under its hidden name.
void remove_checkpoint(const fs::path& folder) {
  std::error_code ignored;
  fs::remove(folder / kHeadName, ignored);
  fs::remove(folder / kRimName, ignored);
  for (std::size_t plane = 0; plane < kMostPlanes; ++plane) {
    fs::remove(folder / plane_name(plane), ignored);
  }
  system::FolderReader reader(folder, ignored);
  while (const auto path = reader.next(ignored)) {
    if (system::is_hidden_part(*path)) fs::remove(*path, ignored);
  }
  fs::remove(folder, ignored);  // fails if it holds other files
}

std::string text_of(const session::CheckSum& sum) { return fmt::format("{:016x}", sum.value()); }

exporting::NpyFile opened(const fs::path& path, core::Extent extent) {
  exporting::NpyFile file(path);
  if (file.extent() != extent || file.components() != 1) {
    system::refuse_file(path, "does not have the cells of its checkpoint");
  }
  return file;
}

std::vector<exporting::NpyFile> opened_planes(const fs::path& folder, std::size_t planes,
                                              core::Extent extent) {
  std::vector<exporting::NpyFile> files;
  for (std::size_t i = 0; i < planes; ++i) {
    files.push_back(opened(folder / plane_name(i), extent));
  }
  return files;
}

/// Adds the planes of a checkpoint to its check sum.
void add_planes(session::CheckSum& sum, const fs::path& folder, std::size_t planes,
                core::Extent extent) {
  std::vector<float> cells;
  for (exporting::NpyFile& file : opened_planes(folder, planes, extent)) {
    for (const core::Rect& band : scene::bands(core::whole(extent))) {
      cells.resize(static_cast<std::size_t>(band.cells()));
      file.read_next(cells);
      sum.add_cells(cells);
    }
  }
}

void read_bands(const fs::path& folder, std::size_t planes, core::Extent extent,
                const session::TakeBand& take) {
  std::vector<exporting::NpyFile> files = opened_planes(folder, planes, extent);
  for (const core::Rect& band : scene::bands(core::whole(extent), planes)) {
    session::FieldTile rows{.area = band, .planes = {}};
    for (exporting::NpyFile& file : files) {
      file.read_next(rows.planes.emplace_back(static_cast<std::size_t>(band.cells())));
    }
    take(std::move(rows));
  }
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
  run.field.step = in.whole("step");
  run.last_step = in.whole("last_step");
  run.every_steps = in.whole("every_steps");
  run.every_seconds = in.number("every_seconds");
  const auto planes =
      static_cast<std::size_t>(in.integer("planes", 0, static_cast<int>(kMostPlanes)));
  const int rim = in.integer("rim", 0, std::numeric_limits<int>::max());
  const std::string sum = in.text("sum");
  read(in, "scene", run.scene);
  scene::check_scene(run.scene);
  in.done();
  if (run.field.step < 0 || run.last_step < run.field.step) in.fail("step", "is beyond the run");
  if (planes != field::plane_count(scene::equation_of(run.scene))) {
    in.fail("planes", "must be those of the equation");
  }
  const core::Extent extent = run.scene.extent;
  run.field.read = [folder, planes, extent](const session::TakeBand& take) {
    read_bands(folder, planes, extent, take);
  };
  if (rim > 0) run.field.rim = opened(folder / kRimName, {rim, 1}).read().cells;
  session::CheckSum own(run.field.step);
  add_planes(own, folder, planes, extent);
  own.add_rim(run.field.rim);
  if (text_of(own) != sum) {
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

namespace {

/// Writes one plane of a field and adds its cells to the check sum.
void write_plane(const fs::path& path, const session::BandedField& field, std::size_t plane,
                 core::Extent extent, session::CheckSum& sum) {
  std::optional<system::GrowingFile> file;
  session::BesideReading beside([&](const session::FieldTile& rows) {
    if (rows.area.y0 == 0) {  // also where a device was lost, and all begins anew
      file.emplace(path, system::Naming::replacing);
      file->append(exporting::npy_header(extent, 1));
    }
    const std::vector<float>& cells = rows.planes.front();
    file->append(
        {reinterpret_cast<const std::uint8_t*>(cells.data()), cells.size() * sizeof(float)});
  });
  const session::CheckSum before = sum;
  field.read([&](session::FieldTile rows) {
    if (rows.area.y0 == 0) sum = before;
    std::swap(rows.planes.front(), rows.planes[plane]);
    rows.planes.resize(1);
    sum.add_cells(rows.planes.front());
    beside.take(std::make_shared<const session::FieldTile>(std::move(rows)));
  });
  beside.wait();
  (void)file->finish();
}

void write_new_checkpoint(const fs::path& to, const SavedRun& run) {
  const core::Extent extent = run.scene.extent;
  const std::size_t planes = field::plane_count(scene::equation_of(run.scene));
  const std::vector<float>& rim = run.field.rim;
  try {
    session::CheckSum sum(run.field.step);
    // Only one plane is added to the sum at a time, so each is written from a reading of its own.
    for (std::size_t i = 0; i < planes; ++i) {
      write_plane(to / plane_name(i), run.field, i, extent, sum);
    }
    sum.add_rim(rim);
    if (!rim.empty()) {
      const core::Extent size{static_cast<int>(rim.size()), 1};
      (void)system::write_whole_file(to / kRimName,
                                     exporting::encoded_npy(size, std::span(&rim, 1)),
                                     system::Naming::replacing);
    }
    const nlohmann::ordered_json head{
        {"heatwave", kCheckpointWord},
        {"version", kCheckpointVersion},
        {"program", std::string(words::version())},
        {"step", run.field.step},
        {"last_step", run.last_step},
        {"every_steps", run.every_steps},
        {"every_seconds", run.every_seconds},
        {"planes", planes},
        {"rim", rim.size()},
        {"sum", text_of(sum)},
        {"scene", scene::json_of(run.scene, scene::SceneForm::travelling)}};
    system::write_whole_text(to / kHeadName, head.dump(2) + "\n", system::Naming::replacing);
  } catch (...) {
    remove_checkpoint(to);
    throw;
  }
}

}  // namespace

void write_checkpoint(const fs::path& folder, const SavedRun& run) {
  const fs::path to = folder / fmt::format("{}{}", kStepPrefix, run.field.step);
  if (!is_finished(to)) {
    remove_checkpoint(to);  // a program that was killed may have left some of its files
    write_new_checkpoint(to, run);
  }
  for (const auto& [step, path] : folders_in(folder)) {
    if (step != run.field.step) remove_checkpoint(path);
  }
}

}  // namespace heatwave::wire
