// Stores the file as JSON with a version; an unreadable one is set aside.
#include "app/files/tuning_file.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "app/export/json_object.h"
#include "app/files/own_files.h"
#include "app/system/write_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace {

using Json = nlohmann::ordered_json;
using exporting::JsonObject;

constexpr int kTuningVersion = 2;

Json json_of_choice(const std::optional<bool>& choice) { return choice ? Json(*choice) : Json(); }

std::optional<bool> choice_of(const JsonObject& json, const char* key) {
  if (json.is_null(key)) return {};
  return json.flag(key);
}

Json json_of_tiles(const std::optional<field::Tiles>& tiles) {
  return tiles ? Json(field::name_of(*tiles)) : Json();
}

std::optional<field::Tiles> tiles_of(const JsonObject& json, const char* key) {
  if (json.is_null(key)) return {};
  const std::string name = json.text(key);
  for (const field::Tiles tiles : field::kAllTiles) {
    if (field::name_of(tiles) == name) return tiles;
  }
  json.refuse(key, "tiles that this version knows", Json(name));
}

int count_of(const JsonObject& json, const char* key, int least) {
  constexpr int kMost = 1 << 16;
  const int count = json.small(key);
  if (count < least || count > kMost) {
    json.refuse(key, fmt::format("from {} to {}", least, kMost), Json(count));
  }
  return count;
}

double time_of(const JsonObject& json, const char* key) {
  const double time = json.number(key);
  if (!std::isfinite(time)) json.refuse(key, "a finite number", Json(time));
  return time;
}

field::TunedGrid grid_of(const JsonObject& json) {
  return {.equation = json.visible_text("equation"),
          .extent = {count_of(json, "width", 1), count_of(json, "height", 1)},
          .stepping = {.in_registers = choice_of(json, "in_registers"),
                       .tiles = tiles_of(json, "tiles"),
                       .threads = count_of(json, "threads", 0),
                       .reason = {}},
          .method = json.visible_text("way"),
          .us_per_step = time_of(json, "us_per_step"),
          .us_by_rule = time_of(json, "us_by_rule")};
}

Json json_of_tuning(const field::Tuning& tuning) {
  Json json{{"backend", field::name_of(tuning.backend)},
            {"device", tuning.device},
            {"grids", Json::array()}};
  for (const field::TunedGrid& grid : tuning.grids) json["grids"].push_back(json_of(grid));
  return json;
}

field::Tuning tuning_of(const JsonObject& json) {
  const std::string backend = json.text("backend");
  if (backend != "cpu" && backend != "cuda") {
    json.refuse("backend", "\"cpu\" or \"cuda\"", Json(backend));
  }
  field::Tuning tuning{.backend = backend == "cpu" ? field::Backend::cpu : field::Backend::cuda,
                       .device = json.visible_text("device"),
                       .grids = {}};
  for (const JsonObject& grid : json.objects("grids")) tuning.grids.push_back(grid_of(grid));
  return tuning;
}

/// Returns why this program cannot use the file; none: it can.
std::optional<std::string> reason_to_ignore(int version, const std::string& program,
                                            const std::string& running) {
  if (program != running) {
    return fmt::format("it was measured by Heatwave {}, and this is Heatwave {}", program, running);
  }
  if (version == kTuningVersion) return {};
  return fmt::format("its format has version {}, and this Heatwave reads version {}", version,
                     kTuningVersion);
}

}  // namespace

nlohmann::ordered_json json_of(const field::TunedGrid& grid) {
  return {{"equation", grid.equation},
          {"width", grid.extent.width},
          {"height", grid.extent.height},
          {"in_registers", json_of_choice(grid.stepping.in_registers)},
          {"tiles", json_of_tiles(grid.stepping.tiles)},
          {"threads", grid.stepping.threads},
          {"way", grid.method},
          {"us_per_step", grid.us_per_step},
          {"us_by_rule", grid.us_by_rule}};
}

TuningFile::TuningFile(const system::PersonFolders& folders, std::string program)
    : path_(folders.state / "tuning.json"), program_(std::move(program)) {
  read();
}

void TuningFile::read() {
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) return;
  try {
    const Json document = own_document(path_);
    const JsonObject json(document, {});
    const int version = json.small("version");
    const std::string program = json.visible_text("program");
    if (const auto reason = reason_to_ignore(version, program, program_)) {
      message_ = fmt::format("{} does not count: {}. 'heatwave info --tune' measures anew",
                             words::printable(path_.string()), *reason);
      return;
    }
    for (const JsonObject& each : json.objects("devices")) tunings_.push_back(tuning_of(each));
  } catch (const core::Error& error) {
    tunings_.clear();
    message_ = set_aside(path_, error.what());
  }
}

void TuningFile::keep(const field::Tuning& tuning) {
  std::erase_if(tunings_, [&](const field::Tuning& each) {
    return each.backend == tuning.backend && each.device == tuning.device;
  });
  tunings_.push_back(tuning);
  Json json{{"version", kTuningVersion}, {"program", program_}, {"devices", Json::array()}};
  for (const field::Tuning& each : tunings_) json["devices"].push_back(json_of_tuning(each));
  system::write_whole_text(path_, json.dump(1) + "\n", system::Naming::replacing);
}

}  // namespace heatwave::files
