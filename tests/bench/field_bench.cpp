// Measures how fast fields are stepped, in turn with other methods and other numbers of threads:
//
//   field_bench [--grids 640x480,1024x1024] [--threads 1,2] [--equation heat] [--sources 1]
//               [--media] [--edges held] [--simd avx2] [--backend cuda] [--tiles strips] [--rounds
//               9]
//               [--only-ours] [--levels] [--probes 8] [--totals] [--spacing 16] [--formula]
//               [--bytecode] [--json]
//
// With --tiles, a GPU cuts the grid into small or large tiles or strips, in place of the best
// choice. With --probes or --totals, ours is also measured while it takes samples; their cost is
// included. With --formula, the equation is also stepped as a typed formula; with --bytecode, as
// one by bytecode, as where the system refuses to run machine code. The other methods are our plain
// path and, for heat on the CPU, a student's loop and the Python libraries NumPy, numba and Taichi
// if they are installed. A method with wrong results gets no time. With --levels, it compares our
// SIMD levels for all equations, edges and kinds of cells.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/copy_speed.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/core/part_of_limit.h"
#include "kernels/core/random.h"
#include "kernels/core/simd.h"
#include "kernels/field/cpu/cpu_stepper.h"
#include "kernels/field/field_solver.h"
#include "kernels/field/formula/formula.h"
#include "tests/bench/field_options.h"
#include "tests/bench/plain_loop.h"
#include "tests/bench/python_stepper.h"
#include "tests/kernels/refused_code.h"
#include "tests/kernels/test_fields.h"

namespace heatwave::bench {
namespace {

using field::CpuField;
using field::EquationInfo;
using field::SetCells;

/// One stepping method: it advances the field, and returns the field.
struct Way {
  std::string name;
  int threads = 1;
  int least_steps = 2;  ///< number of steps that a measurement takes at least
  std::function<void(int steps)> advance;
  std::function<std::vector<float>()> field;
  bool is_exact = true;  ///< true: its field must equal ours exactly
  /// Bytes that each of its newest steps moved; empty: the least for single steps.
  std::function<double()> bytes_per_step{};
  /// How its newest steps were made, in words; empty: a method of others.
  std::function<std::string()> method{};
  std::vector<double> seconds_per_step{};
  bool is_right = true;
};

/// Returns numbers from −1 to 1 that are computed fast for any size of the grid.
field::FieldState start_of(const std::string& equation, core::Extent e) {
  field::FieldState state = field::testing::zero_state(equation, e);
  for (std::size_t plane = 0; plane < state.planes.size(); ++plane) {
    std::vector<float>& cells = state.planes[plane];
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = static_cast<float>(core::splitmix64(plane, i) >> 40U) * 0x1p-23F - 1.0F;
    }
  }
  return state;
}

field::Edges edges_of(const Wanted& wanted) { return field::testing::same_edges(wanted.edges); }

/// Returns a scene of held squares, which together have a third of the grid's side, with another
/// medium in half of the grid.
SetCells scene(const Wanted& wanted, core::Extent e) {
  const EquationInfo& equation = field::find_equation(wanted.equation);
  const bool media = wanted.media;
  const int sources = wanted.sources;
  SetCells cells = field::testing::bare_cells(e, edges_of(wanted), equation.components.size());
  if (media) cells.factors.assign(cells.flags.size(), 1.0F);
  const int per_side = std::max(1, static_cast<int>(std::ceil(std::sqrt(sources))));
  const int side = std::max(1, std::min(e.width, e.height) / (3 * per_side));
  for (int y = 0; y < e.height; ++y) {
    for (int x = 0; x < e.width; ++x) {
      const std::size_t i = cells.area.index(x, y);
      const int column = x * per_side / e.width;
      const int row = y * per_side / e.height;
      const bool is_source =
          row * per_side + column < sources && x - column * e.width / per_side - side < side &&
          x - column * e.width / per_side >= side && y - row * e.height / per_side - side < side &&
          y - row * e.height / per_side >= side;
      if (is_source) {
        cells.flags[i] = field::kHeld;
        cells.held_values[i] = 1.0F;
      } else if (media && x > e.width / 2) {
        cells.flags[i] = static_cast<std::uint8_t>(cells.flags[i] | field::kMedium);
        cells.factors[i] = 0.5F;
      }
    }
  }
  return cells;
}

/// A measurement takes three whole passes at least: in a part of a pass, nothing that several steps
/// share has paid off yet.
constexpr int kStepsOfPasses = 3 * field::kMostStepsPerPass;

/// Returns what is sampled: cells along a diagonal, or the totals.
field::Sampling sampling_of(const Wanted& wanted, core::Extent e) {
  field::Sampling sampling{.every = wanted.spacing, .totals = wanted.totals};
  for (int i = 0; i < wanted.probes; ++i) {
    sampling.cells.push_back({(2 * i + 1) * e.width / (2 * wanted.probes),
                              (2 * i + 1) * e.height / (2 * wanted.probes)});
  }
  return sampling;
}

/// Returns how a GPU cuts the grid; empty: by the rule.
field::Stepping stepping_of(const Wanted& wanted) {
  if (!wanted.tiles) return {};
  return {.in_registers = false, .tiles = wanted.tiles};
}

/// A GPU takes single steps if only two are requested at once.
Way ours(const Wanted& wanted, core::Extent e, int threads, const SetCells& cells,
         int at_once = std::numeric_limits<int>::max(), const field::Sampling& sampling = {},
         const std::shared_ptr<const field::formula::Formula>& formula = nullptr) {
  const std::shared_ptr<field::FieldSolver> solver =
      field::make_solver({.equation = wanted.equation,
                          .extent = e,
                          .backend = wanted.backend,
                          .threads = threads,
                          .simd = wanted.simd,
                          .stepping = stepping_of(wanted),
                          .formula = formula});
  const auto begin = [&] {
    solver->load(start_of(wanted.equation, e));
    solver->apply(field::SetRules{
        field::initial_parameters(field::find_equation(wanted.equation)), edges_of(wanted), {}});
    solver->apply(cells);
  };
  begin();
  if (formula != nullptr) {  // a GPU's kernels for several steps are compiled when they are needed
    do {
      solver->advance(kStepsOfPasses);
    } while (solver->report().is_compiling);
    begin();
  }
  solver->sample_steps(sampling);
  return {.name = "ours",
          .threads = threads,
          .least_steps = at_once < kStepsOfPasses ? 2 : kStepsOfPasses,
          .advance =
              [solver, at_once](int steps) {
                for (; steps > 0; steps -= at_once) solver->advance(std::min(steps, at_once));
                (void)solver->take_samples();
                (void)solver->read({0, 0, 1, 1});  // waits for the GPU
              },
          .field = [solver] { return solver->save().planes[0]; },
          .bytes_per_step = [solver] { return solver->report().bytes_per_step; },
          .method = [solver] { return solver->report().method; }};
}

/// Returns the equation as a formula that bytecode steps.
Way by_bytecode(const Wanted& wanted, core::Extent e, int threads, const SetCells& cells) {
  const field::testing::RefusedCode here;
  Way way = ours(wanted, e, threads, cells, std::numeric_limits<int>::max(), {},
                 field::formula::make_formula(field::find_equation(wanted.equation).text));
  way.name = "bytecode";
  return way;
}

Way plain_path(const Wanted& wanted, core::Extent e, int threads, const SetCells& cells) {
  struct Plain {
    Plain(const EquationInfo& equation, core::Extent extent, int threads_wanted)
        : field(extent, equation.components.size()),
          stepper(field::make_plain_cpu_stepper(equation.id)),
          team(threads_wanted) {}
    CpuField field;
    std::unique_ptr<field::CpuStepper> stepper;
    core::ThreadTeam team;
  };
  const EquationInfo& equation = field::find_equation(wanted.equation);
  const std::size_t components = equation.components.size();
  auto plain = std::make_shared<Plain>(equation, e, threads);
  const field::FieldState state = start_of(wanted.equation, e);
  CpuField& f = plain->field;
  for (std::size_t c = 0; c < components; ++c) {
    f.newest[c].write(core::whole(e), state.planes[c]);
    f.other[c].write(core::whole(e), state.planes[state.planes.size() - components + c]);
  }
  std::copy(cells.flags.begin(), cells.flags.end(), f.flags.begin());
  if (!cells.factors.empty()) {
    f.add_factors();
    f.factors->write(core::whole(e), cells.factors);
  }
  for (int y = 0; y < e.height; ++y) {
    for (int x = 0; x < e.width; ++x) {
      if (f.is_free(x, y)) continue;
      for (std::size_t c = 0; c < components; ++c) {
        const float held = cells.held_values[c * cells.flags.size() + cells.area.index(x, y)];
        f.set_cell({x, y}, c, held, held);
      }
    }
  }
  f.absorbing = field::absorbing_sides(edges_of(wanted));
  if (f.absorbing.any()) {
    f.rim.assign(components * static_cast<std::size_t>(field::rim_size(e.width, e.height)), 0.0F);
  }
  plain->stepper->set_parameters(field::initial_parameters(equation));
  return {.name = "plain path",
          .threads = threads,
          .advance =
              [plain](int steps) {
                plain->stepper->advance(plain->field, plain->team, field::Oscillators(), 0, steps);
              },
          .field =
              [plain] {
                CpuField& now = plain->field;
                std::vector<float> cells_now(static_cast<std::size_t>(now.extent.cells()));
                now.newest[0].read(core::whole(now.extent), cells_now);
                return cells_now;
              }};
}

PlainLoop begun(core::Extent e, const SetCells& cells) {
  PlainLoop loop;
  loop.width = e.width;
  loop.height = e.height;
  loop.alpha = static_cast<float>(field::find_equation("heat").parameters[0].initial);
  loop.newest = start_of("heat", e).planes[0];
  loop.held.resize(cells.flags.size());
  for (std::size_t i = 0; i < cells.flags.size(); ++i) {
    loop.held[i] = (cells.flags[i] & field::kHeld) != 0 ? 1 : 0;
    if (loop.held[i] != 0) loop.newest[i] = cells.held_values[i];
  }
  loop.other = loop.newest;
  return loop;
}

/// Adds a loop as a student would write it, and libraries.
void add_students(std::vector<Way>& ways, core::Extent e, int threads, const SetCells& cells) {
  const auto loop = std::make_shared<PlainLoop>(begun(e, cells));
  ways.push_back({.name = "plain loop, OpenMP",
                  .threads = threads,
                  .advance = [loop, threads](int steps) { loop->advance(steps, threads); },
                  .field = [loop] { return loop->newest; },
                  .is_exact = false});
#ifndef _WIN32  // Windows has no named pipe through which Python could answer as a file
  static const std::vector<std::string> names = python_steppers();
  for (const std::string& name : names) {
    const auto stepper = std::make_shared<PythonStepper>(name, *loop, threads);
    ways.push_back({.name = name,
                    .threads = threads,
                    .advance = [stepper](int steps) { stepper->advance(steps); },
                    .field = [stepper] { return stepper->field(); },
                    .is_exact = false});
  }
#endif
}

double seconds_of(const Way& way, int steps) {
  const auto start = std::chrono::steady_clock::now();
  way.advance(steps);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool agree(const std::vector<float>& a, const std::vector<float>& b, bool exactly) {
  if (exactly) return a == b;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](float x, float y) { return std::fabs(x - y) < 1e-4F; });
}

struct Spread {
  double median;
  double least;
  double most;
};

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values.front(), values.back()};
}

/// Measures the methods in turn, so that other programs on the machine slow them down equally.
void measure(std::vector<Way>& ways, core::Extent e, int rounds) {
  const int checked_steps = e.cells() > (1 << 22) ? 9 : 33;
  constexpr double kSecondsATime = 0.03;
  const auto steps_at_once = [](const Way& way, double seconds_a_step) {
    return std::clamp(static_cast<int>(kSecondsATime / seconds_a_step), way.least_steps, 100'000) /
           2 * 2;
  };
  std::vector<int> steps;
  for (Way& way : ways) {
    steps.push_back(steps_at_once(way, seconds_of(way, checked_steps) / checked_steps));
    way.is_right = agree(way.field(), ways.front().field(), way.is_exact);
  }
  // If a step is short, this few steps take no longer than their request: measure with more.
  for (std::size_t i = 0; i < ways.size(); ++i) {
    steps[i] = steps_at_once(ways[i], seconds_of(ways[i], steps[i]) / steps[i]);
  }
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < ways.size(); ++i) {
      ways[i].seconds_per_step.push_back(seconds_of(ways[i], steps[i]) / steps[i]);
    }
  }
}

/// Returns the bytes per second of the device's memory, which is measured once.
double memory_speed(const Wanted& wanted) {
  static const double speed = wanted.backend == field::Backend::cuda ? core::device_copy_bandwidth()
                                                                     : core::cpu_memory_bandwidth();
  return speed;
}

/// Returns the bytes per second of the memory that holds a field or, on a CPU, of the cache that
/// holds it. 0: the field is in a GPU's cache, which has another limit.
double speed_limit(const Wanted& wanted, core::Extent e) {
  constexpr std::uint64_t kPlanes = 2;  // the current and the previous time level
  const std::uint64_t bytes = static_cast<std::uint64_t>(e.cells()) * kPlanes * sizeof(float) *
                              field::find_equation(wanted.equation).components.size();
  if (wanted.backend == field::Backend::cpu) return core::cpu_copy_speed(bytes).bytes_per_second;
  return bytes <= core::cuda_status().devices.at(0).l2_cache ? 0.0 : memory_speed(wanted);
}

/// Returns a text such as "24 % of the limit"; empty: the limit does not apply.
std::string share_of_limit(double part) {
  char text[64] = "";
  if (part > 0) std::snprintf(text, sizeof text, ", %4.0f %% of the limit", 100.0 * part);
  return text;
}

void print(const Wanted& wanted, core::Extent e, const std::vector<Way>& ways, bool is_first) {
  const double cells = static_cast<double>(e.cells());
  const double bytes = field::bytes_per_cell(field::find_equation(wanted.equation));
  const double limit = speed_limit(wanted, e);
  double our_time = 0.0;  // with an equal number of threads
  for (const Way& way : ways) {
    const int threads = way.threads;
    if (way.name == ways.front().name) our_time = spread_of(way.seconds_per_step).median;
    const Spread s = spread_of(way.seconds_per_step);
    const double speed = cells / s.median;
    const double moved = way.bytes_per_step ? way.bytes_per_step() : bytes * cells;
    const double part = core::part_of_limit(moved / s.median, limit);
    if (wanted.json) {
      std::printf(
          "%s\n  {\"equation\": \"%s\", \"backend\": \"%s\", \"width\": %d, \"height\": %d, "
          "\"threads\": %d, \"sources\": %d, \"media\": %s, \"way\": \"%s\", \"right\": %s",
          is_first && &way == ways.data() ? "" : ",", wanted.equation.c_str(),
          std::string(field::name_of(wanted.backend)).c_str(), e.width, e.height, threads,
          wanted.sources, wanted.media ? "true" : "false", way.name.c_str(),
          way.is_right ? "true" : "false");
      if (way.is_right) {
        std::printf(
            ", \"us_per_step\": {\"median\": %.3f, \"least\": %.3f, \"most\": %.3f}, "
            "\"cells_per_second\": %.4g, \"times_ours\": %.3f, \"of_limit\": %.3f",
            1e6 * s.median, 1e6 * s.least, 1e6 * s.most, speed, s.median / our_time, part);
        if (way.method) std::printf(", \"method\": \"%s\"", way.method().c_str());
      }
      std::printf("}");
    } else if (way.is_right) {
      std::printf(
          "%5d × %-5d %2d threads  %-18s %9.1f µs/step (%.1f to %.1f), %6.2f billion "
          "cells/s, %5.2f times ours%s%s\n",
          e.width, e.height, threads, way.name.c_str(), 1e6 * s.median, 1e6 * s.least, 1e6 * s.most,
          1e-9 * speed, s.median / our_time, share_of_limit(part).c_str(),
          way.method ? (", " + way.method()).c_str() : "");
    } else {
      std::printf("%5d × %-5d %2d threads  %-18s WRONG: no time\n", e.width, e.height, threads,
                  way.name.c_str());
    }
  }
  std::fflush(stdout);
}

std::string device_name(const Wanted& wanted) {
  if (wanted.backend == field::Backend::cpu) return core::cpu_facts().name;
  return core::cuda_status().devices.at(0).name;
}

/// Prints how many cells one thread steps at each SIMD level of this CPU, and in parentheses which
/// part of the next level's number that is. Returns whether all levels gave equal fields.
bool compare_levels_in(Wanted scene_wanted, core::Extent e, const std::string& title) {
  constexpr std::pair<core::SimdLevel, const char*> kLevels[] = {
      {core::SimdLevel::basic, "basic"},
      {core::SimdLevel::avx2, "avx2"},
      {core::SimdLevel::avx512, "avx512"}};
  std::vector<Way> ways;
  for (const auto& [level, name] : kLevels) {
    if (level > core::simd_level()) continue;
    scene_wanted.simd = level;
    ways.push_back(ours(scene_wanted, e, 1, scene(scene_wanted, e)));
    ways.back().name = name;
  }
  measure(ways, e, scene_wanted.rounds);
  const auto speed = [&](const Way& way) {
    return 1e-9 * static_cast<double>(e.cells()) / spread_of(way.seconds_per_step).least;
  };
  std::printf("%5d × %-5d %-40s", e.width, e.height, title.c_str());
  bool all_right = true;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    std::printf("  %s %.2f", ways[i].name.c_str(), speed(ways[i]));
    if (i + 1 < ways.size()) std::printf(" (%.2f)", speed(ways[i]) / speed(ways[i + 1]));
    all_right = all_right && ways[i].is_right;
  }
  std::printf(" billion cells/s%s\n", all_right ? "" : ", WRONG");
  std::fflush(stdout);
  return all_right;
}

/// Compares the levels for all equations, kinds of edges and kinds of cells.
bool compare_levels(const Wanted& wanted) {
  struct Kind {
    const char* name;
    int sources;
    bool media;
  };
  constexpr Kind kKinds[] = {{"plain", 0, false}, {"64 sources", 64, false}, {"media", 0, true}};
  bool all_right = true;
  for (const EquationInfo& equation : field::equations()) {
    for (const auto& [edges_name, edges] : edge_kinds()) {
      if (std::find(equation.edges.begin(), equation.edges.end(), edges) == equation.edges.end()) {
        continue;
      }
      for (const Kind& kind : kKinds) {
        Wanted one = wanted;
        one.equation = equation.id;
        one.edges = edges;
        one.sources = kind.sources;
        one.media = kind.media;
        for (const core::Extent e : wanted.grids) {
          const std::string title = equation.id + ", " + edges_name + ", " + kind.name;
          all_right = compare_levels_in(one, e, title) && all_right;
        }
      }
    }
  }
  return all_right;
}

/// Runs all measurements. Returns whether all methods were correct.
bool run(const Wanted& wanted) {
  if (wanted.levels) return compare_levels(wanted);
  bool all_right = true;
  bool is_first = true;
  if (wanted.json) {
    std::printf(
        "{\"device\": \"%s\", \"simd\": \"%s\", \"memory_bytes_per_second\": %.4g, "
        "\"rounds\": %d, \"rows\": [",
        device_name(wanted).c_str(), core::cpu_facts().simd.c_str(), memory_speed(wanted),
        wanted.rounds);
  }
  for (const core::Extent e : wanted.grids) {
    const SetCells cells = scene(wanted, e);
    std::vector<Way> ways;
    for (const int threads : wanted.threads) {
      ways.push_back(ours(wanted, e, threads, cells));
      if (wanted.probes > 0 || wanted.totals) {
        ways.push_back(ours(wanted, e, threads, cells, std::numeric_limits<int>::max(),
                            sampling_of(wanted, e)));
        ways.back().name = "ours, sampled";
      }
      if (wanted.formula) {
        ways.push_back(
            ours(wanted, e, threads, cells, std::numeric_limits<int>::max(), {},
                 field::formula::make_formula(field::find_equation(wanted.equation).text)));
        ways.back().name = "typed formula";
      }
      if (wanted.bytecode) ways.push_back(by_bytecode(wanted, e, threads, cells));
      if (!wanted.only_ours && wanted.backend == field::Backend::cuda) {
        ways.push_back(ours(wanted, e, threads, cells, 2));
        ways.back().name = "one step a pass";
        continue;
      }
      if (!wanted.only_ours) ways.push_back(plain_path(wanted, e, threads, cells));
      const bool same_rule = wanted.equation == "heat" && wanted.edges == field::EdgeKind::held;
      if (!wanted.only_ours && same_rule && !wanted.media) {
        add_students(ways, e, threads, cells);
      }
    }
    measure(ways, e, wanted.rounds);
    print(wanted, e, ways, is_first);
    is_first = false;
    for (const Way& way : ways) all_right = all_right && way.is_right;
  }
  if (wanted.json) std::printf("\n]}\n");
  return all_right;
}

}  // namespace
}  // namespace heatwave::bench

int main(int count, char** arguments) {
  try {
    return heatwave::bench::run(
               heatwave::bench::parsed({arguments, static_cast<std::size_t>(count)}))
               ? 0
               : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "field_bench: %s\n", error.what());
    return 2;
  }
}
