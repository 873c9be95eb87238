// Plays of the Lab's kernels that work on matrices, plates and other two-dimensional arrays.
#include <algorithm>
#include <utility>

#include "kernels/lab/experiments/distance/distance_experiment.h"
#include "kernels/lab/experiments/matmul/matmul_experiment.h"
#include "kernels/lab/experiments/pitch/pitch_experiment.h"
#include "kernels/lab/experiments/stencil/stencil_experiment.h"
#include "tests/stage/played_lab.h"

namespace heatwave::stage::test {
namespace {

/// Returns rows of `width` values with padding of zeros up to `stride`.
template <typename T>
std::vector<T> with_padding(const std::vector<T>& dense, std::size_t width, std::size_t stride) {
  std::vector<T> padded(dense.size() / width * stride);
  for (std::size_t i = 0; i < dense.size(); ++i) padded[i / width * stride + i % width] = dense[i];
  return padded;
}

/// Returns the rows' values without their padding.
template <typename T>
std::vector<T> without_padding(const std::vector<T>& padded, std::size_t width,
                               std::size_t stride) {
  std::vector<T> dense;
  for (std::size_t i = 0; i < padded.size(); ++i) {
    if (i % stride < width) dense.push_back(padded[i]);
  }
  return dense;
}

void add_matmul(std::vector<LabCase>& cases) {
  using namespace lab::matmul_experiment;
  struct Product {
    const char* kernel;
    const char* file;
    int n;
    int covers;  ///< rows and columns of C that a block computes
    Dim block;
    bool padded = false;  ///< rows are padded to 128 bytes
  };
  const char* const lecture = "matmul/matmul_kernels.cuh";
  const char* const registers = "matmul/matmul_registers_kernels.cuh";
  // Sizes that no tile divides. Where a thread computes a whole tile, a block has four threads
  // instead of 1,024.
  for (const Product& each : {Product{"multiply_uncoalesced", lecture, 19, 8, {8, 8}},
                              {"multiply_coalesced", lecture, 19, 8, {8, 8}},
                              {"multiply_into_global", lecture, 34, 64, {2, 2}},
                              {"multiply_local_tiles", lecture, 34, 64, {2, 2}},
                              {"multiply_shared_tiles<8>", lecture, 19, 8, {8, 8}},
                              {"multiply_shared_tiles<16>", lecture, 19, 16, {16, 16}},
                              {"multiply_shared_tiles<32>", lecture, 19, 32, {32, 32}},
                              {"multiply_register_tiles", registers, 19, 128, {256}},
                              {"multiply_vector_loads", registers, 19, 128, {256}, true}}) {
    const auto problem = problem_of<MatmulProblem>("matmul", {{"n", each.n}});
    const std::string name = each.kernel;
    cases.push_back({name, each.file, {name.substr(0, name.find('<'))}, [=](PlayedLab& play) {
                       const auto n = static_cast<std::size_t>(each.n);
                       const std::size_t stride = each.padded ? (n + 31) / 32 * 32 : n;
                       const Array a = play.input("a", with_padding(problem->a, n, stride));
                       const Array b = play.input("b", with_padding(problem->b, n, stride));
                       // Only one kernel adds to C, which begins as zero.
                       const bool adds = name == "multiply_into_global";
                       const Array c = adds ? play.input("c", std::vector<float>(n * stride))
                                            : play.output<float>("c", n * stride);
                       const int blocks = blocks_of(each.n, each.covers);
                       std::vector<Argument> arguments{a, b, c, each.n};
                       if (each.padded) arguments.emplace_back(stride);
                       play.launch(name, {blocks, blocks}, each.block, arguments);
                       play.run();
                       return checked_matmul(*problem,
                                             without_padding(play.values<float>(c), n, stride),
                                             MatmulPrecision::float32);
                     }});
  }
}

void add_pitch(std::vector<LabCase>& cases) {
  using namespace lab::pitch_experiment;
  const auto problem = problem_of<PitchProblem>("pitch", {{"n", 13}, {"width", 37}});
  const int width = static_cast<int>(problem->width);
  const int rows = static_cast<int>(problem->rows);
  struct Pass {
    const char* kernel;
    int pitch;  ///< bytes
    Dim grid;
  };
  const int dense = 4 * width;
  for (const Pass& each :
       {Pass{"along_rows", dense, {blocks_of(width, 32), blocks_of(rows, 8)}},
        {"along_rows", 256, {blocks_of(width, 32), blocks_of(rows, 8)}},
        {"along_rows_by_four", 256, {blocks_of(blocks_of(width, 4), 32), blocks_of(rows, 8)}},
        {"down_columns", dense, {blocks_of(rows, 32), blocks_of(width, 8)}},
        {"down_columns", 256, {blocks_of(rows, 32), blocks_of(width, 8)}}}) {
    cases.push_back(
        {each.kernel + std::string(" pitch ") + std::to_string(each.pitch),
         "pitch/pitch_kernels.cuh",
         {each.kernel},
         [=](PlayedLab& play) {
           const auto stride = static_cast<std::size_t>(each.pitch / 4);
           const auto wide = static_cast<std::size_t>(width);
           const Array in = play.input("in", with_padding(problem->cells, wide, stride));
           const Array out = play.output<float>("out", stride * static_cast<std::size_t>(rows));
           play.launch(each.kernel, each.grid, {32, 8}, {in, out, each.pitch, width, rows});
           play.run();
           return checked_doubles(*problem, without_padding(play.values<float>(out), wide, stride),
                                  each.pitch, kLecturePitch);
         }});
  }
}

void add_distance(std::vector<LabCase>& cases) {
  using namespace lab::distance_experiment;
  const auto problem =
      problem_of<DistanceProblem>("distance", {{"n", 21}, {"objects", 5}, {"threads", 32}});
  const int side = static_cast<int>(problem->side);
  const int count = static_cast<int>(problem->objects.size());
  std::vector<float> objects;
  for (const Object& each : problem->objects) {
    objects.push_back(each.x);
    objects.push_back(each.y);
  }
  struct Means {
    const char* kernel;
    int points;     ///< points that a thread computes
    bool constant;  ///< the objects are in constant memory
  };
  for (const Means& each : {Means{"means_from_global", 1, false},
                            {"means_from_shared", 1, false},
                            {"means_from_constant", 1, true},
                            {"means_of_four_points", 4, true}}) {
    cases.push_back(
        {each.kernel, "distance/distance_kernels.cuh", {each.kernel}, [=](PlayedLab& play) {
           const Array means = play.output<float>("means", static_cast<std::size_t>(side * side));
           std::vector<Argument> arguments{count, means, side};
           if (each.constant) {
             play.constant("constant_objects", objects);
           } else {
             arguments.insert(arguments.begin(), play.input("objects", objects));
           }
           play.launch(each.kernel, {blocks_of(side, each.points * 32), side}, {32}, arguments);
           play.run();
           return checked_distance(*problem, play.values<float>(means));
         }});
  }
}

void add_stencil(std::vector<LabCase>& cases) {
  using namespace lab::stencil_experiment;
  const std::string file = "stencil/stencil_kernels.cuh";
  for (const int input : {0, 1}) {
    const auto problem = problem_of<StencilProblem>(
        "stencil", {{"n", 21}, {"width", 27}, {"steps", 3}, {"threads", 64}, {"input", input}});
    const int width = problem->extent.width;
    const int height = problem->extent.height;
    const auto wide = static_cast<std::size_t>(width);
    constexpr std::size_t kStride = 32;  // cells from one row to the next
    const Dim block{16, 4};
    const Dim grid{blocks_of(width, block.x), blocks_of(height, block.y)};
    const std::string with = " input " + std::to_string(input);
    cases.push_back(
        {"step_inner_cells and put_back" + with,
         file,
         {"step_inner_cells", "put_back"},
         [=](PlayedLab& play) {
           std::vector<float> sources(problem->start.size());
           for (int y = 0; y < height; ++y) {
             for (int x = 0; x < width; ++x) {
               if (problem->source.contains({x, y}))
                 sources[core::whole(problem->extent).index(x, y)] = kSource;
             }
           }
           Array from = play.input("from", with_padding(problem->start, wide, kStride));
           Array to = play.input("to", with_padding(poisoned_plate(*problem), wide, kStride));
           const Array held = play.input("sources", with_padding(sources, wide, kStride));
           for (std::int64_t step = 0; step < problem->steps; ++step) {
             play.launch("step_inner_cells", grid, block, {from, to, kStride, width, height});
             play.launch("put_back", grid, block, {to, held, kStride, width, height});
             std::swap(from, to);
           }
           play.run();
           return checked_stencil(*problem,
                                  without_padding(play.values<float>(from), wide, kStride));
         }});
    for (const char* kernel : {"step_and_hold", "step_shared_tile"}) {
      cases.push_back(
          {kernel + with, file, {kernel}, [=](PlayedLab& play) {
             Array from = play.input("from", with_padding(problem->start, wide, kStride));
             Array to = play.input("to", with_padding(poisoned_plate(*problem), wide, kStride));
             const Array held = play.input("held", problem->held);
             for (std::int64_t step = 0; step < problem->steps; ++step) {
               play.launch(kernel, grid, block, {from, to, kStride, held, width, width, height},
                           (block.x + 2) * (block.y + 2) * 4);
               std::swap(from, to);
             }
             play.run();
             return checked_stencil(*problem,
                                    without_padding(play.values<float>(from), wide, kStride));
           }});
    }
  }
}

}  // namespace

std::vector<LabCase> lab_grid_cases() {
  std::vector<LabCase> cases;
  add_matmul(cases);
  add_pitch(cases);
  add_distance(cases);
  add_stencil(cases);
  return cases;
}

}  // namespace heatwave::stage::test
