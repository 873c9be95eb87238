// Times fields on one device and in parts, in turn.
//
//   parts_bench [heat,wave,gray-scott,typed-allen-cahn,typed-schnakenberg] [2048,16384x8192]
//   [24,48] [0,1] [peer|staged|nccl] [rounds] [weak] [--time-line] [--json FILE]
//
// equations, grids (one number is a square), steps between two exchanges (0: the default), CUDA
// devices, how rows travel. With `cpu:N` in place of devices it compares N threads with N parts of
// one thread each, and with `ranks`, under mpirun, one device with those of all processes:
//
//   mpirun -n 2 parts_bench heat 8192,16384 24,48,96 ranks auto 5 weak
//
// Weak scaling is timed with `weak` as the last word: each part has a grid of its own.
// `--time-line` shows what each part does between two exchanges, and `--json` writes all figures to
// a file.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/platform.h"
#include "kernels/core/ranks.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/parts/serve_parts.h"
#include "kernels/lab/experiments/scaling/scaling_field.h"
#include "tests/bench/parts_time_line.h"

namespace {

using namespace heatwave;
using bench::formatted;
using bench::joined;
using bench::PartLine;
using field::FieldSolver;

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

std::vector<int> numbers_of(const std::string& text) {
  std::vector<int> numbers;
  for (const std::string& word : words_of(text)) numbers.push_back(std::atoi(word.c_str()));
  return numbers;
}

/// Returns the grids of a list such as "4096,16384x8192".
std::vector<core::Extent> extents_of(const std::string& text) {
  std::vector<core::Extent> extents;
  for (const std::string& word : words_of(text)) {
    const std::size_t by = word.find('x');
    const int width = std::atoi(word.c_str());
    extents.push_back({width, by == std::string::npos ? width : std::atoi(&word[by + 1])});
  }
  return extents;
}

/// Meets the other processes of mpirun, by the module beside the program or in the folder above;
/// null: it is not there, or mpirun started none.
std::shared_ptr<core::Ranks> joined_ranks(const std::filesystem::path& program) {
  if (core::open_library_for_others(HEATWAVE_MPI_LIBRARY) == nullptr) return nullptr;
  const std::filesystem::path folder = std::filesystem::absolute(program).parent_path();
  for (const std::filesystem::path& place : {folder, folder / ".."}) {
    void* module = core::open_library((place / "libheatwave_mpi.so").string());
    if (module == nullptr) continue;
    using Open = core::Ranks*(std::string*);
    auto* open = reinterpret_cast<Open*>(core::function_in(module, "heatwave_open_ranks"));
    std::string why;
    std::shared_ptr<core::Ranks> ranks(open(&why));
    if (!ranks) std::fprintf(stderr, "%s\n", why.c_str());
    return ranks;
  }
  return nullptr;
}

struct Way {
  enum class Kind : std::uint8_t { whole, parts, alone };

  Kind kind;
  std::string name;
  field::SolverRequest request;
  std::unique_ptr<FieldSolver> solver = field::make_solver(request);
  core::Extent extent = request.extent;
  std::vector<double> seconds = {};  ///< of a step, one for each round
  std::vector<double> queued = {};   ///< the part of them until advance() returned
  bool has_same_bits = true;         ///< false: the middle differs from that of the whole grid
  std::vector<PartLine> time_line = {};
};

double seconds_of(Way& way, int steps) {
  const auto wait = [&] { (void)way.solver->read({0, 0, 1, way.extent.height}); };
  wait();
  const auto start = std::chrono::steady_clock::now();
  const auto since_start = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  way.solver->advance(steps);
  way.queued.push_back(since_start() / steps);
  wait();
  return since_start();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::vector<float> middle_of(Way& way) {
  const auto [width, height] = way.extent;
  return way.solver->read({width / 2 - 80, height / 2 - 80, width / 2 + 80, height / 2 + 80})[0];
}

/// The terms of the time that parts take for a step, in seconds.
struct Terms {
  /// The slowest part alone, which edges at the cut and rows of neighbours make longer than its
  /// share
  double alone = 0.0;
  double exchanges = 0.0;  ///< time that exchanges add
  double calls = 0.0;      ///< time of the host's calls, which devices cannot outrun
};

/// Returns the terms of a way whose parts are timed alone behind it; none: they are not.
std::optional<Terms> terms_of(const std::vector<Way>& ways, std::size_t index) {
  double alone = 0.0;
  for (std::size_t i = index + 1; i < ways.size() && ways[i].kind == Way::Kind::alone; ++i) {
    alone = std::max(alone, median(ways[i].seconds));
  }
  if (alone == 0.0) return std::nullopt;
  return Terms{alone, median(ways[index].seconds) - alone, median(ways[index].queued)};
}

void tell_terms(const std::vector<Way>& ways) {
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const auto terms =
        ways[i].kind == Way::Kind::parts ? terms_of(ways, i) : std::optional<Terms>();
    if (!terms) continue;
    const double own = median(ways[i].seconds);
    std::printf("    %s: alone %.3f us/step, exchanges add %.3f, calls of the host take %.3f: %s\n",
                ways[i].name.c_str(), 1e6 * terms->alone, 1e6 * terms->exchanges,
                1e6 * terms->calls,
                terms->calls > 0.95 * own       ? "the host holds"
                : terms->exchanges > 0.03 * own ? "exchanges hold"
                                                : "strips hold");
  }
}

/// The options of a comparison, which are the same for all.
struct Wanted {
  int rounds = 5;
  bool is_weak = false;
  bool has_time_line = false;
};

void begin(std::vector<Way>& ways) {
  for (Way& way : ways) lab::scaling_experiment::begin(*way.solver, way.request);
}

/// Times the ways in turn, and compares their bits with those of the first one.
void measure(std::vector<Way>& ways, const Wanted& wanted) {
  constexpr double kSecondsOfARound = 0.15;
  begin(ways);
  for (Way& way : ways) {  // compiles, allocates, warms up
    do {
      (void)seconds_of(way, 480);
    } while (way.solver->report().is_compiling);
  }
  begin(ways);  // some may have stepped more often than others while they compiled
  const int once = 480;
  const int steps = std::clamp(
      static_cast<int>(kSecondsOfARound / (seconds_of(ways[0], once) / once)), 240, 200'000);
  for (Way& way : ways) {
    if (&way != &ways[0]) (void)seconds_of(way, once);
    way.queued.clear();
  }
  for (int round = 0; round < wanted.rounds; ++round) {
    for (Way& way : ways) way.seconds.push_back(seconds_of(way, steps) / steps);
  }
  const std::vector<float> expected = middle_of(ways[0]);
  for (Way& way : ways) {
    way.has_same_bits = way.extent != ways[0].extent || middle_of(way) == expected;
  }
  for (Way& way : ways) {
    if (wanted.has_time_line && way.kind == Way::Kind::parts) {
      way.time_line = bench::time_line_of(*way.solver);
    }
  }
}

void print(const std::vector<Way>& ways, bool is_weak) {
  const double one = median(ways[0].seconds);
  for (const Way& way : ways) {
    const auto [low, high] = std::minmax_element(way.seconds.begin(), way.seconds.end());
    const double own = median(way.seconds);
    std::printf("  %-34s %9.3f us/step (%.3f to %.3f; queued in %.3f)  %s %.3f  %s\n",
                way.name.c_str(), 1e6 * own, 1e6 * *low, 1e6 * *high, 1e6 * median(way.queued),
                is_weak ? "weak" : "times", one / own,
                way.extent != ways[0].extent ? ""
                : way.has_same_bits          ? "same bits"
                                             : "DIFFERENT");
  }
  std::printf("    %s\n", ways[1].solver->report().method.c_str());
  tell_terms(ways);
  for (const Way& way : ways) {
    if (way.time_line.empty()) continue;
    std::printf("    %s, from one exchange to the next:\n%s", way.name.c_str(),
                bench::text_of(way.time_line).c_str());
  }
  std::fflush(stdout);
}

/// Returns the figures of a way as a JSON object.
std::string row_of(const std::string& equation, const std::vector<Way>& ways, std::size_t index,
                   bool is_weak) {
  const Way& way = ways[index];
  const auto [low, high] = std::minmax_element(way.seconds.begin(), way.seconds.end());
  const double own = median(way.seconds);
  const field::BackendInfo& backend = way.solver->backend();
  static constexpr const char* kKinds[] = {"whole", "parts", "a part alone"};
  const std::size_t parts = std::max<std::size_t>(1, backend.parts.size());
  std::string row = formatted(
      "  {\"scaling\": \"%s\", \"equation\": \"%s\", \"kind\": \"%s\", \"width\": %d, "
      "\"height\": %d, \"devices\": %zu,\n",
      is_weak ? "weak" : "strong", equation.c_str(), kKinds[static_cast<std::size_t>(way.kind)],
      way.extent.width, way.extent.height, parts);
  row += formatted(
      "   \"us_per_step\": {\"median\": %.3f, \"least\": %.3f, \"most\": %.3f}, "
      "\"queued_us_per_step\": %.3f, \"cells_per_second\": %.5g, \"of_one_device\": %.3f",
      1e6 * own, 1e6 * *low, 1e6 * *high, 1e6 * median(way.queued),
      static_cast<double>(way.extent.cells()) / own, median(ways[0].seconds) / own);
  if (way.kind != Way::Kind::parts) return row + "}";
  row += formatted(",\n   \"exchange\": \"%s\", \"steps_between_exchanges\": %d",
                   backend.exchange.c_str(), backend.steps_between_exchanges);
  if (way.extent == ways[0].extent) {
    row += formatted(", \"same_bits\": %s", way.has_same_bits ? "true" : "false");
  }
  if (const auto terms = terms_of(ways, index)) {
    row += formatted(",\n   \"terms_us\": {\"alone\": %.3f, \"exchanges\": %.3f, \"calls\": %.3f}",
                     1e6 * terms->alone, 1e6 * terms->exchanges, 1e6 * terms->calls);
  }
  std::vector<std::string> times;
  for (const field::PartTimes& part : way.solver->report().parts) {
    times.push_back(formatted("{\"compute\": %.3f, \"exchange\": %.3f, \"hidden\": %.3f}",
                              1e3 * part.compute_ms, 1e3 * part.exchange_ms, 1e3 * part.hidden_ms));
  }
  row += ",\n   \"parts_us\": [" + joined(times, ", ") + "]";
  if (!way.time_line.empty()) row += ",\n   \"time_line\": " + bench::json_of(way.time_line);
  return row + "}";
}

/// Writes all figures to a file. Returns whether that went well.
bool write_json(const std::string& path, const std::string& device, int rounds,
                const std::vector<std::string>& rows) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  std::fprintf(
      file,
      "{\"bench\": \"parts_bench\", \"device\": \"%s\", \"rounds\": %d, \"rows\": [\n%s\n]}\n",
      device.c_str(), rounds, joined(rows, ",\n").c_str());
  return std::fclose(file) == 0;
}

/// Takes an option and the words behind it out of the arguments. Returns the last of them; none:
/// the option is not there.
std::optional<std::string> take_option(std::vector<std::string>& words, const std::string& option,
                                       std::ptrdiff_t words_behind) {
  const auto at = std::find(words.begin(), words.end(), option);
  if (at == words.end() || words.end() - at <= words_behind) return std::nullopt;
  std::string last = at[words_behind];
  words.erase(at, at + words_behind + 1);
  return last;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments, arguments + count);
  const auto json_file = take_option(words, "--json", 1);
  Wanted wanted{.has_time_line = take_option(words, "--time-line", 0).has_value()};
  const auto argument = [&](std::size_t index, const char* otherwise) {
    return index < words.size() ? words[index] : std::string(otherwise);
  };
  const std::string where = argument(4, "0,1");
  const bool on_cpu = where.rfind("cpu:", 0) == 0;
  const int threads = on_cpu ? std::atoi(where.c_str() + 4) : 0;
  const bool on_ranks = where == "ranks";
  std::shared_ptr<core::Ranks> ranks;
  if (on_ranks) {
    ranks = joined_ranks(arguments[0]);
    if (!ranks) return 1;
    if (ranks->rank() > 0) {
      field::serve_parts(ranks);
      return 0;
    }
  }
  const std::vector<int> devices = on_cpu || on_ranks ? std::vector<int>{} : numbers_of(where);
  wanted.is_weak = words.back() == "weak";
  const auto exchange = core::find_named<field::ExchangeKind>(argument(5, "auto"));
  wanted.rounds = std::max(1, std::atoi(argument(6, "5").c_str()));
  std::vector<std::string> rows;
  std::string device_name;
  for (const std::string& equation : words_of(argument(1, "heat"))) {
    for (const core::Extent extent : extents_of(argument(2, "2048,4096"))) {
      std::printf("%s %d x %d\n", equation.c_str(), extent.width, extent.height);
      field::SolverRequest request = lab::scaling_experiment::request_of(
          equation, extent, on_cpu ? field::Backend::cpu : field::Backend::cuda);
      request.threads = threads;
      std::vector<Way> ways;
      ways.push_back({Way::Kind::whole, on_cpu ? "threads" : "one device", request});
      const int parts = on_cpu     ? threads
                        : on_ranks ? ranks->size()
                                   : static_cast<int>(devices.size());
      if (wanted.is_weak) request.extent.height *= parts;
      for (const int between : numbers_of(argument(3, "24"))) {
        request.division = {.parts = parts,
                            .devices = devices,
                            .steps = between,
                            .exchange = exchange.value_or(field::ExchangeKind::automatic),
                            .ranks = ranks};
        ways.push_back({Way::Kind::parts, "", request});
        const int steps = ways.back().solver->backend().steps_between_exchanges;
        ways.back().name = std::to_string(parts) + (on_ranks ? " ranks, " : " parts, ") +
                           std::to_string(steps) + " steps";
        if (on_cpu || on_ranks) continue;
        // A device alone with a part's rows, and those that it holds of its neighbours, takes the
        // least time that the parts can take.
        field::SolverRequest alone = request;
        alone.division = {};
        alone.extent.height = request.extent.height / parts + (parts > 2 ? 2 : 1) * steps;
        for (const int device : devices) {
          alone.device = device;
          ways.push_back({Way::Kind::alone,
                          "rows of one part, device " + std::to_string(device) + " alone", alone});
        }
      }
      measure(ways, wanted);
      print(ways, wanted.is_weak);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        rows.push_back(row_of(equation, ways, i, wanted.is_weak));
      }
      device_name = ways[0].solver->backend().device;
    }
  }
  if (json_file && !write_json(*json_file, device_name, wanted.rounds, rows)) {
    std::perror(json_file->c_str());
    return 1;
  }
  return 0;
}
