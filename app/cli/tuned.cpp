// Finds the tuning file, measures for it, and describes its contents.
#include "app/cli/tuned.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/cli/progress.h"
#include "app/files/compiled_code.h"
#include "app/system/folders.h"
#include "app/words/version.h"
#include "app/words/word_lists.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"

namespace heatwave::cli {
namespace {

constexpr const char* kHowToTune = "'heatwave info --tune' finds the fastest way on this machine";

/// Returns the requests for this machine: the CPU and CUDA's first device.
std::vector<field::TuningRequest> all_requests() {
  std::vector<field::TuningRequest> requests(1);
  requests[0].backend = field::Backend::cpu;
  if (!core::cuda_status().usable) return requests;
  requests.emplace_back();
  requests[1].backend = field::Backend::cuda;
  return requests;
}

std::string words_of(const field::TunedGrid& grid) {
  const field::Stepping& stepping = grid.stepping;
  const std::string threads = stepping.threads > 0 ? fmt::format("{} thread{}, ", stepping.threads,
                                                                 stepping.threads == 1 ? "" : "s")
                                                   : "";
  const std::string tiles =
      stepping.tiles ? std::string(field::name_of(*stepping.tiles)) + ", " : "";
  return fmt::format("           {} at {} × {}: {:.3g} instead of {:.3g} µs/step ({}{})\n",
                     grid.equation, grid.extent.width, grid.extent.height, grid.us_per_step,
                     grid.us_by_rule, threads + tiles, grid.method);
}

/// Returns the machine code of formulas that earlier starts have kept; null: there is no folder.
std::shared_ptr<field::formula::CodeCache> compiled_code() {
  const auto folders = system::person_folders();
  if (!folders) return nullptr;
  return std::make_shared<files::CompiledCode>(folders->cache / "kernels");
}

}  // namespace

std::optional<files::TuningFile> tuning_file() {
  const auto folders = system::person_folders();
  if (!folders) return std::nullopt;
  return files::TuningFile(*folders, std::string(words::version()));
}

TunedSolvers tuned_solvers() {
  const auto file = tuning_file();
  if (!file) return {};
  TunedSolvers solvers{.make = field::make_solver, .message = file->message()};
  if (!file->tunings().empty()) solvers.make = field::tuned_solvers(file->tunings());
  solvers.make = [make = std::move(solvers.make),
                  code = compiled_code()](field::SolverRequest request) {
    request.code_cache = code;
    return make(request);
  };
  return solvers;
}

session::SolverFactory tuned_solvers_here() {
  TunedSolvers solvers = tuned_solvers();
  if (!solvers.message.empty()) fmt::print(stderr, "heatwave: {}\n", solvers.message);
  return std::move(solvers.make);
}

void tune_here() {
  std::optional<files::TuningFile> file = tuning_file();
  if (!file) {
    throw core::Error("the measurements cannot be stored: neither HOME nor XDG_STATE_HOME is set");
  }
  const std::vector<field::TuningRequest> requests = all_requests();
  constexpr std::int64_t kParts = 1000;
  const auto share = kParts / static_cast<std::int64_t>(requests.size());
  Progress progress(share * static_cast<std::int64_t>(requests.size()));
  std::int64_t before = 0;
  for (const field::TuningRequest& request : requests) {
    file->keep(field::tune(request, [&](double done) {
      progress.show(before + static_cast<std::int64_t>(done * static_cast<double>(share)));
    }));
    before += share;
  }
}

std::string tuning_text(const std::optional<files::TuningFile>& file) {
  if (!file || file->tunings().empty()) {
    const std::string why = file && !file->message().empty() ? file->message() : kHowToTune;
    return fmt::format("Steps      taken by rule; {}\n", why);
  }
  std::string text;
  for (const field::Tuning& tuning : file->tunings()) {
    const bool is_here = tuning.device == field::tuned_device(tuning.backend);
    const auto other = std::count_if(
        tuning.grids.begin(), tuning.grids.end(),
        [](const field::TunedGrid& grid) { return grid.stepping != field::Stepping{}; });
    text += fmt::format(
        "{:<11}measured for {}{}: on {} of {} grids another way than the rule's is the fastest\n",
        text.empty() ? "Steps" : "", words::printable(tuning.device),
        is_here ? "" : " (not this machine's)", other, tuning.grids.size());
    for (const field::TunedGrid& grid : tuning.grids) {
      if (grid.stepping != field::Stepping{}) text += words_of(grid);
    }
  }
  return text;
}

nlohmann::ordered_json tuning_json(const std::optional<files::TuningFile>& file) {
  nlohmann::ordered_json json{{"file", file ? file->path().string() : ""},
                              {"told", file ? file->message() : ""},
                              {"devices", nlohmann::ordered_json::array()}};
  if (!file) return json;
  for (const field::Tuning& tuning : file->tunings()) {
    nlohmann::ordered_json grids = nlohmann::ordered_json::array();
    for (const field::TunedGrid& grid : tuning.grids) grids.push_back(files::json_of(grid));
    json["devices"].push_back({{"device", tuning.device},
                               {"backend", field::name_of(tuning.backend)},
                               {"used", tuning.device == field::tuned_device(tuning.backend)},
                               {"grids", grids}});
  }
  return json;
}

}  // namespace heatwave::cli
