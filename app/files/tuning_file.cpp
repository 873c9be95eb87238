// Stores the file as JSON with a version; an unreadable one is set aside.
#include "app/files/tuning_file.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "app/files/own_file.h"
#include "app/json/field_reader.h"
#include "app/json/field_writer.h"
#include "app/system/write_files.h"
#include "app/words/kernel_names.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::files {
namespace {

using json::FieldWriter;
using json::Json;

constexpr int kTuningVersion = 2;

constexpr int kMostCells = 1 << 16;  ///< most cells of a side, and most threads

std::optional<std::string> flaw_of_time(double time) {
  return std::isfinite(time) ? std::nullopt : std::optional<std::string>("must be a finite number");
}

void grid_fields(auto& grid, auto&& visit) {
  visit("equation", grid.equation);
  visit("width", grid.extent.width, json::Between{1, kMostCells});
  visit("height", grid.extent.height, json::Between{1, kMostCells});
  visit.nullable("in_registers", grid.stepping.in_registers);
  visit.nullable("tiles", grid.stepping.tiles);
  visit("threads", grid.stepping.threads, json::Between{0, kMostCells});
  visit("way", grid.method);
  visit("us_per_step", grid.us_per_step, flaw_of_time);
  visit("us_by_rule", grid.us_by_rule, flaw_of_time);
}

void tuning_fields(auto& tuning, auto&& visit) {
  visit("backend", tuning.backend);
  visit.check("backend", [&] {
    if (tuning.backend == field::Backend::automatic) {
      throw core::Error("must be a backend that computes, is \"auto\"");
    }
  });
  visit("device", tuning.device);
  visit.rows("grids", tuning.grids, {}, [](auto& grid, auto&& inner) { grid_fields(grid, inner); });
}

void device_fields(auto& tunings, auto&& visit) {
  visit.rows("devices", tunings, {},
             [](auto& tuning, auto&& inner) { tuning_fields(tuning, inner); });
}

/// Returns why this program cannot use the file; none: it can.
std::optional<std::string> reason_to_ignore(int version, const std::string& program,
                                            const std::string& running) {
  if (program != running) {
    return fmt::format("it was measured by Heatwave {}, and this is Heatwave {}",
                       words::excerpt(program), running);
  }
  if (version == kTuningVersion) return {};
  return fmt::format("its format has version {}, and this Heatwave reads version {}", version,
                     kTuningVersion);
}

}  // namespace

nlohmann::ordered_json json_of(const field::TunedGrid& grid) {
  Json out = Json::object();
  grid_fields(grid, FieldWriter(out, FieldWriter::Numbers::figures));
  return out;
}

TuningFile::TuningFile(const system::PersonFolders& folders, std::string program)
    : path_(folders.state / "tuning.json"), program_(std::move(program)) {
  read();
}

void TuningFile::read() {
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) return;
  try {
    json::JsonReader in = read_own_file(path_);
    json::FieldReader visit(in);
    int version = 0;
    std::string program;
    visit("version", version);
    visit("program", program);
    if (const auto reason = reason_to_ignore(version, program, program_)) {
      message_ = fmt::format("{} does not count: {}. 'heatwave info --tune' measures anew",
                             words::printable(path_.string()), *reason);
      return;
    }
    device_fields(tunings_, visit);
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
  Json json{{"version", kTuningVersion}, {"program", program_}};
  device_fields(std::as_const(tunings_), FieldWriter(json, FieldWriter::Numbers::figures));
  system::write_whole_text(path_, json.dump(1) + "\n", system::Naming::replacing);
}

}  // namespace heatwave::files
