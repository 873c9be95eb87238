// This experiment computes heat on a plate. This file describes its variants and contains the
// simple loop and the reference for the CPU.
#include "kernels/lab/experiments/stencil/stencil_experiment.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "kernels/core/denormals.h"
#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::stencil_experiment {
namespace {

using Plate = std::vector<float>;

// variant: loop
[[gnu::always_inline]] inline void step_all_cells(const float* from, float* to,
                                                  const std::uint8_t* held, std::int64_t width,
                                                  std::int64_t height) {
  for (std::int64_t i = 0; i < width * height; ++i) {
    if (held[i] != 0) {  //! tests the mask for every cell, though nearly all are free
      to[i] = from[i];   // the outermost cells are held, so all others have four neighbours
    } else {
      to[i] = heat_step({from[i], from[i - 1], from[i + 1], from[i - width], from[i + width]});
    }
  }
}

class Loop final : public CpuRun {
 public:
  Loop(const StencilProblem& problem, Stop stop) : problem_(problem), stop_(std::move(stop)) {}
  [[nodiscard]] bool repeatable() const override { return false; }
  Outcome outcome() override { return checked_stencil(problem_, now_); }

 protected:
  void reset() override {
    now_ = problem_.start;
    next_ = poisoned_plate(problem_);
  }
  void launch() override {
    const core::FlushDenormals here;  //! denormals would take a hundred cycles each
    const core::Extent e = problem_.extent;
    for (std::int64_t s = 0; s < problem_.steps && !stop_.stop_requested(); ++s) {
      core::kAtBestLevel<step_all_cells>(now_.data(), next_.data(), problem_.held.data(), e.width,
                                         e.height);
      std::swap(now_, next_);  //! two grids: a step never overwrites what it reads
    }
  }

 private:
  const StencilProblem& problem_;
  Stop stop_;
  Plate now_;
  Plate next_;
};
// end

std::unique_ptr<Run> loop(const StencilProblem& problem, const Stop& stop) {
  return std::make_unique<Loop>(problem, stop);
}

std::unique_ptr<Run> solver(const StencilProblem& problem, const Stop& stop) {
  return stencil_by_solver(problem, field::Backend::cpu, stop);
}

[[gnu::always_inline]] inline void step_row(const float* from, float* to, std::int64_t width) {
  for (std::int64_t x = 1; x < width - 1; ++x) {
    to[x] = heat_step({from[x], from[x - 1], from[x + 1], from[x - width], from[x + width]});
  }
}

/// Computes the reference: every inner cell steps, then the source is restored. It uses no mask.
/// After a stop request it ends with the current step.
Plate stepped(const StencilProblem& problem, const Stop& stop) {
  const std::int64_t width = problem.extent.width;
  const std::int64_t height = problem.extent.height;
  Plate now = problem.start;
  Plate next = problem.start;
  const core::Rect source = problem.source;
  core::ThreadTeam team(core::cpu_facts().processors);
  std::atomic<std::int64_t> last = problem.steps - 1;  // the first member decides for all
  team.run([&](int member) {
    const core::FlushDenormals here;
    const std::int64_t begin = std::max<std::int64_t>(1, height * member / team.size());
    const std::int64_t end = std::min(height - 1, height * (member + 1) / team.size());
    for (std::int64_t s = 0; s <= last; ++s) {
      const float* from = (s % 2 == 0 ? now : next).data();
      float* to = (s % 2 == 0 ? next : now).data();
      for (std::int64_t y = begin; y < end; ++y) {
        core::kAtBestLevel<step_row>(from + y * width, to + y * width, width);
        if (y < source.y0 || y >= source.y1) continue;
        std::fill(to + y * width + source.x0, to + y * width + source.x1, kSource);
      }
      if (member == 0 && s < last && stop.stop_requested()) last = s;
      team.sync();
    }
  });
  return last % 2 == 0 ? next : now;
}

/// Returns a maker of the solver on CUDA; empty: this program has no CUDA.
MakeRun solver_on_gpu() {
  if (!kHasCuda) return {};
  return makes<StencilProblem>([](const StencilProblem& problem, const Stop& stop) {
    return stencil_by_solver(problem, field::Backend::cuda, stop);
  });
}

core::Extent extent_of(const Settings& settings) {
  const std::int64_t rows = settings["n"];
  const std::int64_t columns = settings["width"];
  return {static_cast<int>(columns > 0 ? columns : std::max<std::int64_t>(1, rows * 4 / 3)),
          static_cast<int>(rows)};
}

/// Returns a rectangle with a quarter of the plate's width and height, in its middle and never on
/// its edge.
core::Rect source_of(core::Extent e) {
  const core::Rect inner =
      core::intersection({e.width * 3 / 8, e.height * 3 / 8, e.width * 5 / 8, e.height * 5 / 8},
                         {1, 1, e.width - 1, e.height - 1});
  return inner.empty() ? core::Rect{} : inner;  // a narrow plate has no room for a source
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<StencilProblem>();
  const core::Extent e = extent_of(settings);
  problem->extent = e;
  problem->source = source_of(e);
  problem->steps = settings["steps"];
  problem->threads = settings["threads"];
  const Random random(settings.seed);
  const bool cold = settings["input"] == 0;
  problem->start = filled<float>(stop, static_cast<std::size_t>(e.cells()),
                                 [&](std::size_t i) { return cold ? 0.0F : random.uniform(i); });
  problem->held.assign(problem->start.size(), 0);
  for (int y = 0; y < e.height; ++y) {
    for (int x = 0; x < e.width; ++x) {
      const bool edge = x == 0 || y == 0 || x == e.width - 1 || y == e.height - 1;
      if (!edge && !problem->source.contains({x, y})) continue;
      const std::size_t at = core::whole(e).index(x, y);
      problem->held[at] = 1;
      problem->start[at] = edge ? 0.0F : kSource;
    }
  }
  problem->expected = stepped(*problem, stop);
  return problem;
}

double cells_of(const Settings& settings) {
  return static_cast<double>(extent_of(settings).cells());
}

/// Each step reads and writes every cell of the two grids once, with seven operations for each
/// cell.
Work work(const Settings& settings) {
  const double stepped_cells = cells_of(settings) * static_cast<double>(settings["steps"]);
  return {.bytes = 8.0 * stepped_cells,
          .operations = 7.0 * stepped_cells,
          .footprint = 8.0 * cells_of(settings),
          .cells = stepped_cells};
}

/// The solver need not access memory in each step: reading and writing the plate once is the least
/// for all steps together.
Work solver_work(const Settings& settings) {
  const Work all = work(settings);
  return {.bytes = 8.0 * cells_of(settings), .operations = all.operations, .cells = all.cells};
}

/// Counts a warp's passes for its 32 cells in one step, and the words that each cell costs L2. The
/// neighbours are found in the L1 cache.
CountTraffic step_traffic(double accesses, double words) {
  return [accesses, words](const Settings& s) {
    const double stepped_cells = work(s).bytes / 8.0;
    return Traffic{.passes = accesses * stepped_cells / kWarpLanes,
                   .l2_bytes = 4.0 * words * stepped_cells,
                   .memory_bytes = 4.0 * words * stepped_cells};
  };
}

std::function<std::string(const Settings&)> left_out_above(double stepped_cells) {
  return [stepped_cells](const Settings& settings) {
    const double all = cells_of(settings) * static_cast<double>(settings["steps"]);
    return all <= stepped_cells
               ? std::string()
               : std::string(
                     "this many cells and steps take many seconds; select the variant by name to "
                     "run it");
  };
}

std::vector<Parameter> parameters() {
  return {
      {.id = "n",
       .title = "rows",
       .help = "Height of the plate in cells.",
       .maximum = 32768,
       .initial = 480,
       .sweep = {120, 240, 480, 960, 1920, 3840}},
      {.id = "width",
       .title = "columns",
       .help = "Width of the plate in cells; 0: four thirds of its height.",
       .minimum = 0,
       .maximum = 65536,
       .initial = 0,
       .zero = "4/3 of the rows"},
      {.id = "steps",
       .title = "steps",
       .help = "Steps that are timed together; the slides take 100 000.",
       .maximum = 100000,
       .initial = 100},
      threads_parameter({.help = "The blocks are 16 threads wide; this number sets their height.",
                         .minimum = 16,
                         .sweep = {64, 128, 256, 512, 1024}}),
      {.id = "input",
       .title = "plate at the start",
       .help = "Cold, as on the slides, or random numbers from 0 to 1.",
       .minimum = 0,
       .maximum = 1,
       .initial = 0,
       .choices = {"cold", "uniform"}}};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      {.id = "loop",
       .title = "CPU, simple loop",
       .what = "One thread steps all cells and tests a mask for held ones.",
       .processor = Processor::cpu,
       .work = work,
       .left_out = left_out_above(5e9),
       .make = makes<StencilProblem>(loop)},
      {.id = "solver",
       .title = "CPU, the program's field solver",
       .what = "The solver of the Fields room: all processors, vector instructions, and no "
               "mask where all cells are free.",
       .processor = Processor::cpu,
       .cpu_threads = CpuThreads::all,
       .work = solver_work,
       .left_out = left_out_above(5e10),
       .source = "kernels/lab/experiments/stencil/stencil_solver.cpp",
       .make = makes<StencilProblem>(solver)},
      on_gpu("global", "global memory, two launches",
             "The variant of the slides: one kernel steps all inner cells, a second one "
             "restores the held cells. The slides report under one second of GPU time for "
             "100 000 steps of 480 × 640 cells.",
             work, launched_by<stencil_global>()),
      on_gpu("one-launch", "global memory, one launch",
             "A byte for each cell says whether it is held, so that one launch does "
             "everything: the fair comparison for the variants below.",
             work, launched_by<stencil_one_launch>()),
      on_gpu("shared", "shared tile with halo",
             "A block loads its cells and a halo of one cell into shared memory: each cell "
             "once for each block instead of five times. Today's L1 cache does this by "
             "itself, so this variant costs a barrier and gains little or nothing: on an "
             "H200 it was slower than even the two launches of plain reads from 1920 rows "
             "on.",
             work, launched_by<stencil_shared>()),
      on_gpu("texture", "texture object on pitched memory",
             "The reads go through the texture units to the rows in pitched memory. The slides "
             "bind a texture reference to them by cudaBindTexture; today a texture object is "
             "passed to the kernel. Compare it with one launch of plain reads: on an H200 it "
             "is slower from 480 rows on. The slides themselves add that textures are no "
             "longer needed for north, south, east and west.",
             work, launched_by<stencil_texture>()),
      on_gpu("cuda-array", "texture object on a CUDA array",
             "A CUDA array has its own layout: cells that are close in either direction are "
             "close in memory. It is read through a texture and written through a surface. It "
             "pays for scattered reads that are close in two dimensions, as in image "
             "processing; a stencil reads whole rows.",
             work, launched_by<stencil_cuda_array>()),
      {.id = "solver-cuda",
       .title = "the program's field solver",
       .what = "The solver of the Fields room on this GPU, with equal bits: several steps in "
               "each pass over memory. A plate that fits into the GPU's registers stays there "
               "for all steps, and its tiles exchange only halos.",
       .processor = Processor::gpu,
       .work = solver_work,
       .source = "kernels/lab/experiments/stencil/stencil_solver.cpp",
       .make = solver_on_gpu()}};
  // Two launches also read the sources; one launch also reads a byte that says whether a cell is
  // held. A texture unit handles eight lanes in a clock cycle. A tile and its halo are filled
  // before they are read.
  set_traffic(all, {{"global", step_traffic(5 + 1 + 1, 3)},
                    {"one-launch", step_traffic(5 + 1 + 1, 2.25)},
                    {"shared", step_traffic(2 * 1.3 + 5 + 1 + 1, 2.25)},
                    {"texture", step_traffic(5 * 4 + 1 + 1, 2.25)},
                    {"cuda-array", step_traffic(5 * 4 + 1 + 1, 2.25)},
                    {"solver-cuda", no_traffic}});
  return all;
}

std::string rounded(float value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", static_cast<double>(value));
  return text.data();
}

}  // namespace

std::vector<float> poisoned_plate(const StencilProblem& problem) {
  Plate plate = problem.start;
  for (std::size_t i = 0; i < plate.size(); ++i) {
    if (problem.held[i] == 0) plate[i] = std::numeric_limits<float>::quiet_NaN();
  }
  return plate;
}

Outcome checked_stencil(const StencilProblem& problem, const std::vector<float>& plate) {
  std::int64_t wrong = 0;
  // The middle cell, unless another one is the first wrong one.
  std::size_t shown = plate.size() / 2;
  double error = 0.0;
  take_turns(0, static_cast<std::int64_t>(plate.size()), problem.stop, [&](std::int64_t cell) {
    const auto i = static_cast<std::size_t>(cell);
    if (std::memcmp(&plate[i], &problem.expected[i], sizeof(float)) == 0) return;
    if (wrong++ == 0) shown = i;
    const double off = std::abs(static_cast<double>(plate[i] - problem.expected[i]));
    error = std::isfinite(off) ? std::max(error, off) : INFINITY;
  });
  const auto width = static_cast<std::size_t>(problem.extent.width);
  const std::string where =
      "row " + std::to_string(shown / width) + ", column " + std::to_string(shown % width) + ": ";
  const std::string cells = grouped(problem.extent.cells());
  return {.right = wrong == 0,
          .result = where + rounded(plate[shown]),
          .expected = where + rounded(problem.expected[shown]),
          .error = error / static_cast<double>(kSource),
          .note = wrong == 0 ? "all " + cells + " cells are correct to the last bit"
                             : grouped(wrong) + " of " + cells + " cells are wrong",
          .picture = picture_of(problem.extent, plate)};
}

Experiment experiment() {
  return {
      .id = "stencil",
      .title = "Heat equation",
      .shows =
          "Every cell of a plate takes a step towards the mean of its four neighbours, "
          "while the edge is held at zero and a rectangle in the middle at one. A step "
          "moves 8 bytes for a few operations, so arithmetic is never the limit: on "
          "small plates the launches are, on large ones the path through caches and "
          "memory. All variants give equal bits, because all use one order of "
          "operations. Image smoothing and edge detection read a cell and its "
          "neighbours, too.",
      .parameters = parameters(),
      .quick = {{"n", 240}, {"steps", 20}},
      .host_bytes = [](const Settings& s) { return 32.0 * cells_of(s) + 8e6; },
      // Memory for three grids of floats and one of bytes, and for one variant two more arrays,
      // with rows padded to 512 bytes.
      .device_bytes =
          [](const Settings& s) {
            return 21.0 * cells_of(s) + 4096.0 * static_cast<double>(s["n"]);
          },
      .make_problem = make_problem,
      .variants = variants(),
  };
}

}  // namespace heatwave::lab::stencil_experiment
