// Times fields on one device and in parts, in turn.
//
//   parts_bench [heat,wave,gray-scott,typed-allen-cahn,typed-schnakenberg] [2048,4096] [24,48]
//   [0,1] [peer|staged] [rounds]
//
// equations, sizes of square grids, steps between two exchanges (0: the default), CUDA devices, how
// rows travel. With `cpu:N` in place of devices it compares N threads with N parts of one thread
// each, and with `ranks`, under mpirun, one device with those of all processes:
//
//   mpirun -n 2 parts_bench heat 8192,16384 24,48,96 ranks auto 5 weak
//
// Weak scaling is timed with `weak` as the last word: each part has a square of its own.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/platform.h"
#include "kernels/core/ranks.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/parts/serve_parts.h"
#include "kernels/lab/experiments/scaling/scaling_field.h"

namespace {

using namespace heatwave;
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
  std::unique_ptr<FieldSolver> solver;
  core::Extent extent;
  std::vector<double> seconds = {};  ///< of a step, one for each round
  std::vector<double> queued = {};   ///< the part of them until advance() returned
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

/// Says what the time of parts consists of: what the slowest part needs alone, which edges at the
/// cut and the rows of neighbours make longer than its share, and what exchanges add; and how long
/// the host takes for its calls, which the devices cannot outrun.
void tell_terms(const std::vector<Way>& ways) {
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (ways[i].kind != Way::Kind::parts) continue;
    double alone = 0.0;
    for (std::size_t j = i + 1; j < ways.size() && ways[j].kind == Way::Kind::alone; ++j) {
      alone = std::max(alone, median(ways[j].seconds));
    }
    if (alone == 0.0) continue;
    const double own = median(ways[i].seconds);
    const double queued = median(ways[i].queued);
    std::printf("    %s: alone %.3f us/step, exchanges add %.3f, calls of the host take %.3f: %s\n",
                ways[i].name.c_str(), 1e6 * alone, 1e6 * (own - alone), 1e6 * queued,
                queued > 0.95 * own        ? "the host holds"
                : own - alone > 0.03 * own ? "exchanges hold"
                                           : "strips hold");
  }
}

void compare(std::vector<Way>& ways, int rounds, bool is_weak) {
  constexpr double kSecondsOfARound = 0.15;
  for (Way& way : ways) {  // compiles, allocates, warms up
    do {
      (void)seconds_of(way, 480);
    } while (way.solver->report().is_compiling);
    way.queued.clear();
  }
  const int once = 480;
  const int steps = std::clamp(
      static_cast<int>(kSecondsOfARound / (seconds_of(ways[0], once) / once)), 240, 200'000);
  for (Way& way : ways) {
    if (&way != &ways[0]) (void)seconds_of(way, once);
  }
  for (int round = 0; round < rounds; ++round) {
    for (Way& way : ways) way.seconds.push_back(seconds_of(way, steps) / steps);
  }
  const double one = median(ways[0].seconds);
  const std::vector<float> expected = middle_of(ways[0]);
  for (Way& way : ways) {
    const auto [low, high] = std::minmax_element(way.seconds.begin(), way.seconds.end());
    const double own = median(way.seconds);
    const bool is_whole = way.extent == ways[0].extent;
    std::printf("  %-34s %9.3f us/step (%.3f to %.3f; queued in %.3f)  %s %.3f  %s\n",
                way.name.c_str(), 1e6 * own, 1e6 * *low, 1e6 * *high, 1e6 * median(way.queued),
                is_weak ? "weak" : "times", one / own,
                !is_whole                    ? ""
                : middle_of(way) == expected ? "same bits"
                                             : "DIFFERENT");
  }
  std::printf("    %s\n", ways[1].solver->report().method.c_str());
  tell_terms(ways);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const auto argument = [&](int index, const char* otherwise) {
    return std::string(index < count ? arguments[index] : otherwise);
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
  const bool is_weak = argument(count - 1, "") == "weak";
  const auto exchange = core::find_named<field::ExchangeKind>(argument(5, "auto"));
  const int rounds = std::max(1, std::atoi(argument(6, "5").c_str()));
  for (const std::string& equation : words_of(argument(1, "heat"))) {
    for (const int size : numbers_of(argument(2, "2048,4096"))) {
      std::printf("%s %d x %d\n", equation.c_str(), size, size);
      const core::Extent extent{size, size};
      field::SolverRequest request = lab::scaling_experiment::request_of(
          equation, extent, on_cpu ? field::Backend::cpu : field::Backend::cuda);
      request.threads = threads;
      std::vector<Way> ways;
      ways.push_back({Way::Kind::whole, on_cpu ? "threads" : "one device",
                      field::make_solver(request), extent});
      const int parts = on_cpu     ? threads
                        : on_ranks ? ranks->size()
                                   : static_cast<int>(devices.size());
      if (is_weak) request.extent.height = size * parts;
      for (const int wanted : numbers_of(argument(3, "24"))) {
        request.division = {.parts = parts,
                            .devices = devices,
                            .steps = wanted,
                            .exchange = exchange.value_or(field::ExchangeKind::automatic),
                            .ranks = ranks};
        auto solver = field::make_solver(request);
        const int steps = solver->backend().steps_between_exchanges;
        ways.push_back({Way::Kind::parts,
                        std::to_string(parts) + (on_ranks ? " ranks, " : " parts, ") +
                            std::to_string(steps) + " steps",
                        std::move(solver), request.extent});
        if (on_cpu || on_ranks) continue;
        // A device alone with a part's rows, and those that it holds of its neighbours, takes the
        // least time that the parts can take.
        field::SolverRequest alone = request;
        alone.division = {};
        alone.extent.height = request.extent.height / parts + (parts > 2 ? 2 : 1) * steps;
        for (const int device : devices) {
          alone.device = device;
          ways.push_back({Way::Kind::alone,
                          "rows of one part, device " + std::to_string(device) + " alone",
                          field::make_solver(alone), alone.extent});
        }
      }
      for (Way& way : ways) {
        request.extent = way.extent;
        lab::scaling_experiment::begin(*way.solver, request);
      }
      compare(ways, rounds, is_weak);
    }
  }
  return 0;
}
