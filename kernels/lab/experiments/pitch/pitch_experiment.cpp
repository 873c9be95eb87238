// This experiment shows padded rows. This file describes its variants and contains those that run
// on the CPU, whose rows are padded for its caches.
#include "kernels/lab/experiments/pitch/pitch_experiment.h"

#include <bit>
#include <limits>

#include "kernels/core/aligned.h"
#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/grouped.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::pitch_experiment {
namespace {

constexpr auto kCacheLine = static_cast<std::int64_t>(core::kCacheLine);

// variant: rows columns
std::int64_t dense(std::int64_t row_bytes) { return row_bytes; }
// variant: rows-padded threads
std::int64_t whole_lines(std::int64_t row_bytes) {
  return padded_to(row_bytes, kCacheLine);  //! every row begins at a cache line
}
// variant: columns-power
std::int64_t power_of_two(std::int64_t row_bytes) {
  const auto bytes = static_cast<std::uint64_t>(whole_lines(row_bytes));
  return static_cast<std::int64_t>(std::bit_ceil(bytes));  //! a column falls into few cache sets
}
// variant: columns-padded
std::int64_t power_and_a_line(std::int64_t row_bytes) {
  return power_of_two(row_bytes) + kCacheLine;  //! one extra line: a column spreads over all sets
}
// end

using PitchRule = std::int64_t (*)(std::int64_t row_bytes);

/// The cells in rows that begin `pitch` bytes apart, and memory for the results.
struct HostRows {
  HostRows(const PitchProblem& problem, PitchRule rule)
      : rows(problem.rows), width(problem.width), pitch(rule(problem.row_bytes())) {
    const auto size = static_cast<std::size_t>(rows * stride());
    in.resize(size);
    out.resize(size, std::numeric_limits<float>::quiet_NaN());
    for (std::int64_t row = 0; row < rows; ++row) {
      std::copy_n(problem.cells.data() + row * width, width, in.data() + row * stride());
    }
  }

  [[nodiscard]] std::int64_t stride() const { return pitch / 4; }
  /// Stops early on request.
  [[nodiscard]] std::vector<float> dense_result(const Stop& stop) const {
    std::vector<float> cells;
    cells.reserve(static_cast<std::size_t>(rows * width));
    for (std::int64_t row = 0; row < rows && !stop.stop_requested(); ++row) {
      const float* from = out.data() + row * stride();
      cells.insert(cells.end(), from, from + width);
    }
    return cells;
  }

  std::int64_t rows;
  std::int64_t width;
  std::int64_t pitch;
  core::AlignedVector<float> in;
  core::AlignedVector<float> out;
};

// variant: rows rows-padded
void pass_along_rows(HostRows& array, const Stop& stop) {
  for (std::int64_t row = 0; row < array.rows && !stop.stop_requested(); ++row) {
    const float* in = array.in.data() + row * array.stride();
    float* out = array.out.data() + row * array.stride();
    for (std::int64_t x = 0; x < array.width; ++x) out[x] = 2 * in[x];  //! one cell at a time
  }
}

// variant: columns columns-power columns-padded
/// This function must not be inlined: otherwise the compiler might swap the loops and pass along
/// the rows.
[[gnu::noinline]] void pass_down_one(const float* in, float* out, std::int64_t rows,
                                     std::int64_t stride) {
  for (std::int64_t row = 0; row < rows; ++row)
    out[row * stride] = 2 * in[row * stride];  //! each cell is in another cache line
}

void pass_down_columns(HostRows& array, const Stop& stop) {
  for (std::int64_t x = 0; x < array.width && !stop.stop_requested(); ++x)
    pass_down_one(array.in.data() + x, array.out.data() + x, array.rows, array.stride());
}

// variant: threads
[[gnu::always_inline]] inline void pass_along_one(const float* in, float* out, std::int64_t width) {
  for (std::int64_t x = 0; x < width; ++x) out[x] = 2 * in[x];  //! vector instructions, all aligned
}

void pass_by_threads(HostRows& array, core::ThreadTeam& team) {
  team.run([&](int member) {  //! each thread takes consecutive rows
    const std::int64_t end = array.rows * (member + 1) / team.size();
    for (std::int64_t row = array.rows * member / team.size(); row < end; ++row) {
      core::kAtBestLevel<pass_along_one>(array.in.data() + row * array.stride(),
                                         array.out.data() + row * array.stride(), array.width);
    }
  });
}
// end

/// Checks the results. In the note, the slides' array gets the pitch of a CPU: whole cache lines.
Outcome checked(const PitchProblem& problem, const HostRows& array) {
  return checked_doubles(problem, array.dense_result(problem.stop), array.pitch,
                         whole_lines(kLectureWidth));
}

MakeRun on_one_thread(PitchRule rule, void (*pass)(HostRows&, const Stop&)) {
  return makes<PitchProblem>([=](const PitchProblem& problem, const Stop& stop) {
    auto array = std::make_shared<HostRows>(problem, rule);
    return cpu_run(
        [array, stop, pass] {
          pass(*array, stop);
          return array.get();
        },
        [&problem](const HostRows* done) { return checked(problem, *done); });
  });
}

std::unique_ptr<Run> on_all_threads(const PitchProblem& problem, const Stop& /*stop*/) {
  auto array = std::make_shared<HostRows>(problem, whole_lines);
  auto team = std::make_shared<core::ThreadTeam>(core::cpu_facts().processors);
  return cpu_run(
      [array, team] {
        pass_by_threads(*array, *team);
        return array.get();
      },
      [&problem](const HostRows* done) { return checked(problem, *done); });
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<PitchProblem>();
  const Random random(settings.seed);
  problem->rows = settings["n"];
  problem->width = settings["width"];
  problem->cells = filled<float>(
      stop, static_cast<std::size_t>(problem->rows * problem->width),
      [&random](std::size_t i) { return static_cast<float>(1 + random.below(i, 1U << 20U)); });
  return problem;
}

/// Returns the bytes of the array with the largest padding.
double padded_bytes(const Settings& s) {
  return static_cast<double>(s["n"]) * static_cast<double>(power_and_a_line(4 * s["width"]));
}
double dense_bytes(const Settings& s) {
  return 4.0 * static_cast<double>(s["n"]) * static_cast<double>(s["width"]);
}

Work work(const Settings& s) { return {.bytes = 2.0 * dense_bytes(s)}; }

/// Rows that are not aligned cost a warp's access a fifth sector.
Traffic dense_rows_traffic(const Settings& s) {
  Traffic all = lab::whole_lines(work(s).bytes);
  if (s["width"] % 8 != 0) all.l2_bytes *= 1.25;
  return all;
}

/// Down the columns each lane needs its own sector. The block's eight columns find the sectors that
/// they read in the L1 cache; every write goes to L2.
Traffic columns_traffic(const Settings& s) {
  const std::int64_t width = s["width"];
  const Traffic access = global_access([width](int lane) { return lane * width; });
  const double warps = dense_bytes(s) / kLineBytes;
  return {.passes = warps * 2.0 * access.passes,
          .l2_bytes = warps * access.l2_bytes + dense_bytes(s),
          .memory_bytes = work(s).bytes};
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "rows",
           .help = "Rows of the array.",
           .maximum = 1 << 18,
           .initial = 2048,
           .sweep = {24, 256, 1024, 2048, 4096, 8192}},
          {.id = "width",
           .title = "floats in a row",
           .help = "Cells in a row; with an odd number most rows of a dense array are not aligned.",
           .maximum = 1 << 16,
           .initial = 4093,
           .sweep = {88, 1021, 1024, 2047, 2048, 4092, 4093, 4094, 4095, 4096, 4097}}};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("rows", "along rows, dense",
             "Row after row without gaps: the whole array is contiguous.", work,
             on_one_thread(dense, pass_along_rows)),
      on_cpu("rows-padded", "along rows, padded to cache lines",
             "Each row begins at a cache line, so no two rows or threads share one.", work,
             on_one_thread(whole_lines, pass_along_rows)),
      on_cpu("columns", "down columns, dense",
             "Each step goes to another row, so only one cell of each fetched line is used.", work,
             on_one_thread(dense, pass_down_columns)),
      on_cpu("columns-power", "down columns, pitch a power of two",
             "All cells of a column map to a few sets of the cache and evict each other "
             "before their lines are used again.",
             work, on_one_thread(power_of_two, pass_down_columns)),
      on_cpu("columns-padded", "down columns, one extra line",
             "One cache line of padding in each row spreads the columns over all sets.", work,
             on_one_thread(power_and_a_line, pass_down_columns)),
      on_cpu("threads", "along rows, padded, threads and vectors",
             "All processors share the padded rows, which are aligned for vector "
             "instructions.",
             work, makes<PitchProblem>(on_all_threads), CpuThreads::all),
      on_gpu("columns-dense", "down columns, dense",
             "A warp's threads are one row apart: 32 sectors for 32 cells.", work,
             launched_by<pitch_columns_dense>()),
      on_gpu("columns-pitched", "down columns, pitched",
             "Padding does not help: a warp's threads are still one row apart, and need one "
             "sector each.",
             work, launched_by<pitch_columns_pitched>()),
      on_gpu("rows-dense", "along rows, dense",
             "A warp's threads are neighbours, but with an odd width most rows are not "
             "aligned: five sectors instead of four.",
             work, launched_by<pitch_rows_dense>()),
      on_gpu("rows-pitched", "along rows, pitched",
             "cudaMallocPitch pads every row, so each row is aligned and each warp reads "
             "four sectors.",
             work, launched_by<pitch_rows_pitched>()),
      on_gpu("rows-vectors", "along rows, pitched, 16 bytes per thread",
             "Only if every row is aligned may a thread move four cells at once.", work,
             launched_by<pitch_rows_vectors>()),
  };
  set_traffic(all, {{"rows-dense", dense_rows_traffic},
                    {"columns-dense", columns_traffic},
                    {"columns-pitched", columns_traffic}});
  return all;
}

}  // namespace

Outcome checked_doubles(const PitchProblem& problem, const std::vector<float>& cells,
                        std::int64_t pitch, std::int64_t lecture_pitch) {
  const std::int64_t right = count_right(
      cells.size(), problem.stop, [&](std::size_t i) { return cells[i] == 2 * problem.cells[i]; });
  const auto all = static_cast<std::int64_t>(problem.cells.size());
  const auto bytes = [](std::int64_t count) { return core::grouped(count) + " bytes"; };
  const auto begin_of = [](const PitchedLayout& layout, std::int64_t row, std::int64_t column) {
    return core::grouped(row) + " · " + core::grouped(layout.pitch) + " + " +
           core::grouped(column) + " · 4 = " + core::grouped(layout.address(row, column));
  };
  const PitchedLayout own{problem.row_bytes(), pitch};
  const PitchedLayout lecture{kLectureWidth, lecture_pitch};
  const std::int64_t last_row = problem.rows - 1;
  return {.right = right == all,
          .result = core::grouped(right) + " doubled",
          .expected = core::grouped(all) + " doubled",
          .error = static_cast<double>(all - right) / static_cast<double>(all),
          .facts = {{"width of a row", bytes(own.width)},
                    {"pitch, from one row to the next", bytes(own.pitch)},
                    {"padding of a row", bytes(own.padding())},
                    {"offset of the last cell: row · pitch + column · 4",
                     begin_of(own, last_row, problem.width - 1)},
                    {"the array of the slides", "352 bytes wide, 24 rows"},
                    {"its pitch here", bytes(lecture.pitch)},
                    {"its pitch on the slides", bytes(kLecturePitch)},
                    {"its padding here", bytes(lecture.padding())},
                    {"its cell at row 5, column 10", begin_of(lecture, 5, 10)}}};
}

Experiment experiment() {
  return {
      .id = "pitch",
      .title = "Pitched arrays",
      .shows =
          "A pitched array pads each row, so that every row begins at a multiple of the device's "
          "alignment: on the slides 352 bytes become 512. A row of 352 bytes is 11 whole "
          "sectors, so the padding saves none. For a row of 340 bytes, three warps need 13 or 14 "
          "sectors if it is not aligned, and 11 if it is padded. The cell at (row, column) is at "
          "row · pitch + column · size, with the pitch in bytes. If rows are not a whole number "
          "of sectors, the padding saves about one sector for each warp, and it allows 16-byte "
          "loads. Down columns it does not help a GPU, and on a CPU a pitch that is a power of "
          "two is the worst.",
      .parameters = parameters(),
      .quick = {{"n", 1024}, {"width", 1021}},
      .host_bytes = [](const Settings& s) { return 2 * dense_bytes(s) + 2 * padded_bytes(s); },
      // The device's alignment is unknown here; 1024 bytes are twice the largest known alignment.
      .device_bytes =
          [](const Settings& s) {
            return 2.0 * static_cast<double>(s["n"]) *
                   static_cast<double>(padded_to(4 * s["width"], 1024));
          },
      .make_problem = make_problem,
      .variants = variants()};
}

}  // namespace heatwave::lab::pitch_experiment
