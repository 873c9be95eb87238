// The file as JSON with a version of its own; a broken one is set aside.
#include "app/files/tuning_file.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "app/export/files.h"
#include "app/export/plain_file.h"
#include "app/files/set_aside.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kTuningVersion = 2;
constexpr std::uint64_t kLargestTuning = 1U << 20U;

Json json_of_choice(const std::optional<bool>& choice) { return choice ? Json(*choice) : Json(); }

std::optional<bool> choice_of(const Json& json) {
  return json.is_null() ? std::optional<bool>() : json.get<bool>();
}

Json json_of_tiles(const std::optional<field::Tiles>& tiles) {
  return tiles ? Json(field::name_of(*tiles)) : Json();
}

std::optional<field::Tiles> tiles_of(const Json& json) {
  if (json.is_null()) return std::nullopt;
  const std::string name = json;
  for (const field::Tiles tiles : field::kAllTiles) {
    if (field::name_of(tiles) == name) return tiles;
  }
  throw core::Error("it names unknown tiles");
}

field::TunedGrid grid_of(const Json& json) {
  field::TunedGrid grid{.equation = json.at("equation"),
                        .extent = {json.at("width"), json.at("height")},
                        .stepping = {.in_registers = choice_of(json.at("in_registers")),
                                     .tiles = tiles_of(json.at("tiles")),
                                     .threads = json.at("threads"),
                                     .reason = {}},
                        .way = json.at("way"),
                        .us_per_step = json.at("us_per_step"),
                        .us_by_rule = json.at("us_by_rule")};
  constexpr int kMost = 1 << 16;
  const auto is_count = [](int value, int least) { return value >= least && value <= kMost; };
  const bool is_right = is_count(grid.extent.width, 1) && is_count(grid.extent.height, 1) &&
                        is_count(grid.stepping.threads, 0) && std::isfinite(grid.us_per_step) &&
                        std::isfinite(grid.us_by_rule);
  if (!is_right) throw core::Error("a number in it makes no sense");
  return grid;
}

Json json_of_tuning(const field::Tuning& tuning) {
  Json json{{"backend", field::name_of(tuning.backend)},
            {"device", tuning.device},
            {"grids", Json::array()}};
  for (const field::TunedGrid& grid : tuning.grids) json["grids"].push_back(json_of(grid));
  return json;
}

field::Tuning tuning_of(const Json& json) {
  const std::string backend = json.at("backend");
  if (backend != "cpu" && backend != "cuda") throw core::Error("it names an unknown backend");
  field::Tuning tuning{.backend = backend == "cpu" ? field::Backend::cpu : field::Backend::cuda,
                       .device = json.at("device"),
                       .grids = {}};
  for (const Json& grid : json.at("grids")) tuning.grids.push_back(grid_of(grid));
  return tuning;
}

}  // namespace

nlohmann::ordered_json json_of(const field::TunedGrid& grid) {
  return {{"equation", grid.equation},
          {"width", grid.extent.width},
          {"height", grid.extent.height},
          {"in_registers", json_of_choice(grid.stepping.in_registers)},
          {"tiles", json_of_tiles(grid.stepping.tiles)},
          {"threads", grid.stepping.threads},
          {"way", grid.way},
          {"us_per_step", grid.us_per_step},
          {"us_by_rule", grid.us_by_rule}};
}

TuningFile::TuningFile(const PersonFolders& folders, std::string program)
    : path_(folders.state / "tuning.json"), program_(std::move(program)) {
  read();
}

void TuningFile::read() {
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) return;
  try {
    const Json json = Json::parse(exporting::whole_text(path_, kLargestTuning));
    const std::string program = json.at("program");
    if (json.at("version").get<int>() != kTuningVersion || program != program_) {
      message_ = fmt::format(
          "{} was measured by Heatwave {}: it counts no longer, 'heatwave info --tune' measures "
          "anew",
          words::printable(path_.string()), words::printable(program));
      return;
    }
    for (const Json& each : json.at("devices")) tunings_.push_back(tuning_of(each));
    return;
  } catch (const Json::exception&) {
    message_ = set_aside(path_, "it is not what Heatwave has written");
  } catch (const core::Error& error) {
    message_ = set_aside(path_, error.what());
  }
  tunings_.clear();
}

void TuningFile::keep(const field::Tuning& tuning) {
  std::erase_if(tunings_, [&](const field::Tuning& each) {
    return each.backend == tuning.backend && each.device == tuning.device;
  });
  tunings_.push_back(tuning);
  Json json{{"version", kTuningVersion}, {"program", program_}, {"devices", Json::array()}};
  for (const field::Tuning& each : tunings_) json["devices"].push_back(json_of_tuning(each));
  exporting::write_whole_text(path_, json.dump(1) + "\n", exporting::Naming::replacing);
}

}  // namespace heatwave::files
