// This experiment computes mean distances to fixed objects. This file describes its variants,
// checks their results and contains those that run on the CPU.
#include "kernels/lab/experiments/distance/distance_experiment.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>

#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::distance_experiment {
namespace {

using Means = std::vector<float>;

Means unwritten(const DistanceProblem& problem) {
  return Means(static_cast<std::size_t>(problem.side * problem.side),
               std::numeric_limits<float>::quiet_NaN());
}

auto check_of(const DistanceProblem& problem) {
  return [&problem](const Means* means) { return checked_distance(problem, *means); };
}

// variant: loop
void means_of_row(const std::vector<Object>& objects, float* means, std::int64_t side,
                  std::int64_t row) {
  for (std::int64_t x = 0; x < side; ++x) {
    float sum = 0.0F;
    for (const Object& object : objects) {
      const float dx = object.x - static_cast<float>(x);
      const float dy = object.y - static_cast<float>(row);
      sum += std::sqrt(dx * dx + dy * dy);  //! one square root at a time
    }
    means[row * side + x] = sum / static_cast<float>(objects.size());
  }
}

std::unique_ptr<Run> loop(const DistanceProblem& problem, const Stop& stop) {
  return cpu_run(
      [&problem, stop, means = unwritten(problem)]() mutable -> const Means* {
        for (std::int64_t row = 0; row < problem.side && !stop.stop_requested(); ++row) {
          means_of_row(problem.objects, means.data(), problem.side, row);
        }
        return &means;
      },
      check_of(problem));
}

// variant: threads
[[gnu::always_inline]] inline void means_of_row_wide(const Object* objects, std::size_t count,
                                                     float* means, int side, float y) {
  for (int x = 0; x < side; ++x) means[x] = 0.0F;
  for (std::size_t i = 0; i < count; ++i) {
    const Object object = objects[i];  //! one object for a whole row of points
    for (int x = 0; x < side; ++x) {
      means[x] += distance_to(object, static_cast<float>(x), y);  //! 16 square roots at once
    }
  }
  const auto divisor = static_cast<float>(count);
  for (int x = 0; x < side; ++x) means[x] /= divisor;
}

std::unique_ptr<Run> threads(const DistanceProblem& problem, const Stop& stop) {
  auto team = std::make_shared<core::ThreadTeam>(core::cpu_facts().processors);
  return cpu_run(
      [&problem, stop, team, means = unwritten(problem)]() mutable -> const Means* {
        team->run([&](int member) {  //! each processor takes its share of the rows
          for (std::int64_t row = member; row < problem.side && !stop.stop_requested();
               row += team->size()) {
            core::kAtBestLevel<means_of_row_wide>(
                problem.objects.data(), problem.objects.size(), means.data() + row * problem.side,
                static_cast<int>(problem.side), static_cast<float>(row));
          }
        });
        return &means;
      },
      check_of(problem));
}
// end

double exact_mean(const DistanceProblem& problem, std::int64_t point) {
  const auto x = static_cast<double>(point % problem.side);
  const auto y =
      static_cast<double>(point / problem.side);  // NOLINT(bugprone-integer-division): a row
  double sum = 0.0;
  for (const Object& object : problem.objects) {
    const double dx = static_cast<double>(object.x) - x;
    const double dy = static_cast<double>(object.y) - y;
    sum += std::sqrt(dx * dx + dy * dy);
  }
  return sum / static_cast<double>(problem.objects.size());
}

double roots(const Settings& settings) {
  const auto side = static_cast<double>(settings["n"]);
  return side * side * static_cast<double>(settings["objects"]);
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<DistanceProblem>();
  problem->side = settings["n"];
  problem->threads = settings["threads"];
  const Random random(settings.seed);
  const auto side = static_cast<float>(problem->side);
  problem->objects =
      filled<Object>(stop, static_cast<std::size_t>(settings["objects"]), [&](std::size_t i) {
        return Object{side * random.uniform(2 * i), side * random.uniform(2 * i + 1)};
      });
  // About 67 million square roots take 0.2 s. An odd distance between the checked points visits
  // every column.
  constexpr double kRootsAtMost = 1 << 26;
  const auto apart = static_cast<std::int64_t>(roots(settings) / kRootsAtMost);
  problem->every = apart == 0 ? 1 : apart | 1;
  const std::int64_t points = problem->side * problem->side;
  problem->expected =
      filled<double>(stop, static_cast<std::size_t>((points + problem->every - 1) / problem->every),
                     [&](std::size_t i) {
                       return exact_mean(*problem, static_cast<std::int64_t>(i) * problem->every);
                     });
  return problem;
}

/// Each square root comes with two differences, two products, a sum and the addition to the mean;
/// each point's mean is written once.
Work work(const Settings& settings) {
  const auto side = static_cast<double>(settings["n"]);
  return {.bytes = 4.0 * side * side + 8.0 * static_cast<double>(settings["objects"]),
          .operations = 7.0 * roots(settings)};
}

/// Counts one pass for each object that a warp reads, since all its lanes read one address.
Traffic object_traffic(const Settings& settings) {
  return whole_lines(work(settings).bytes) + passes(roots(settings) / kWarpLanes);
}

std::function<std::string(const Settings&)> left_out_above(double most) {
  return [most](const Settings& settings) {
    return roots(settings) <= most ? std::string()
                                   : std::string(
                                         "this many points and objects take many seconds; select "
                                         "the variant by name to "
                                         "run it");
  };
}

constexpr const char* kLecturePlace = "Hibbeler, 512 × 512 points, 16 objects";
constexpr const char* kLecturePlaceWithCopies =
    "Hibbeler, 512 × 512 points, 16 objects, with copies";

std::map<std::string, std::int64_t> lecture_setting() { return {{"n", 512}, {"objects", 16}}; }

std::vector<Variant> cpu_variants() {
  return {{.id = "loop",
           .title = "CPU, simple loop",
           .what = "One thread loops over the points, and for each point over the objects.",
           .processor = Processor::cpu,
           .work = work,
           .lecture = {{kLecturePlace, 45, lecture_setting()}},
           .left_out = left_out_above(2e9),
           .make = makes<DistanceProblem>(loop)},
          {.id = "threads",
           .title = "CPU, threads and vectors",
           .what = "All processors share the rows, and each computes 16 points at once for one "
                   "object.",
           .processor = Processor::cpu,
           .cpu_threads = CpuThreads::all,
           .work = work,
           .left_out = left_out_above(4e10),
           .make = makes<DistanceProblem>(threads)}};
}

std::vector<Variant> gpu_variants() {
  return {{.id = "global",
           .title = "objects in global memory",
           .what = "One thread for each point reads all objects; all threads read them in one "
                   "order.",
           .processor = Processor::gpu,
           .work = work,
           .lecture = {{kLecturePlace, 0.097, lecture_setting()},
                       {kLecturePlaceWithCopies, 4.75, lecture_setting(), true}},
           .make = launched_by<distance_global>()},
          {.id = "constant",
           .title = "objects in constant memory",
           .what = "If all lanes read one address, constant memory needs only one read for the "
                   "warp. It has 64 KB, which hold 8192 objects.",
           .processor = Processor::gpu,
           .work = work,
           .lecture = {{kLecturePlace, 0.075, lecture_setting()},
                       {kLecturePlaceWithCopies, 4.42, lecture_setting(), true}},
           .make = launched_by<distance_constant>()},
          on_gpu("shared", "objects in shared memory",
                 "Each block loads the objects once for all its points, piece by piece, so "
                 "their number is not limited.",
                 work, launched_by<distance_shared>()),
          on_gpu("points", "four points per thread",
                 "Each object that is read serves four points of a row, whose square roots do "
                 "not wait for each other, and one store of 16 bytes writes them.",
                 work, launched_by<distance_points>()),
          on_gpu("fast-root", "four points, hardware square root",
                 "The square root of the special function unit, exact to 23 bits, without the "
                 "ten or so instructions that round it correctly.",
                 work, launched_by<distance_fast_root>()),
          on_gpu("numbered", "threads numbered through the square",
                 "With rows of 512 points, half of each block's 256 threads are idle; numbered "
                 "through the square, all of them work. The square roots of eight objects are "
                 "in flight at once, and a multiplication replaces each division. On small "
                 "squares the launch remains as the limit.",
                 work, launched_by<distance_numbered>())};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = cpu_variants();
  const std::vector<Variant> gpu = gpu_variants();
  all.insert(all.end(), gpu.begin(), gpu.end());
  set_traffic(all, {{"global", object_traffic}, {"shared", object_traffic}});
  for (Variant& each : all) {
    const bool is_approximate = each.id == "fast-root" || each.id == "numbered";
    if (is_approximate) each.lower_precision = "square root to 23 bits";
  }
  return all;
}

std::string rounded(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.7g", value);
  return text.data();
}

/// Returns whether neighbouring means differ by at most 1, which holds because no distance changes
/// by more than 1 between neighbours. So no point between the checked ones can be far off or
/// unwritten without notice.
bool smooth(const DistanceProblem& problem, const std::vector<float>& means, double slack) {
  const auto side = static_cast<std::size_t>(problem.side);
  const auto near = [&](float a, float b) {
    const auto larger = static_cast<double>(std::max(std::abs(a), std::abs(b)));
    return std::abs(static_cast<double>(a) - static_cast<double>(b)) <= 1.0 + slack * larger;
  };
  const std::int64_t right = count_right(means.size(), problem.stop, [&](std::size_t i) {
    return (i % side == 0 || near(means[i], means[i - 1])) &&
           (i < side || near(means[i], means[i - side]));
  });
  return right == static_cast<std::int64_t>(means.size());
}

}  // namespace

/// A distance has a relative error of about 3·2⁻²⁴ (5·2⁻²⁴ with the hardware's square root). All
/// distances are positive, so each addition adds at most 2⁻²⁴ to the sum's error, or in total 8
/// standard deviations of a random walk. The division comes last. One missing object of m changes
/// the mean by about 1/m, which is far more.
Outcome checked_distance(const DistanceProblem& problem, const std::vector<float>& means) {
  const auto count = static_cast<double>(problem.objects.size());
  const double allowed = 0x1p-24 * (std::min(count, 8.0 * std::sqrt(count)) + 8.0);
  double error = 0.0;
  std::int64_t wrong = 0;
  std::size_t shown = 0;
  const auto compared_points = static_cast<std::int64_t>(problem.expected.size());
  take_turns(0, compared_points, problem.stop, [&](std::int64_t which) {
    const auto i = static_cast<std::size_t>(which);
    const double expected = problem.expected[i];
    const auto got = static_cast<double>(means[i * static_cast<std::size_t>(problem.every)]);
    const double off = std::abs(got - expected);
    // An object may coincide with the only point, where the mean is zero.
    const double relative = expected > 0 ? off / expected : off;
    if (!(relative <= allowed) && wrong++ == 0) shown = i;
    error = std::isfinite(relative) ? std::max(error, relative) : INFINITY;
  });
  const bool even = problem.every == 1 || smooth(problem, means, 2.0 * allowed);
  const std::size_t point = shown * static_cast<std::size_t>(problem.every);
  const auto side = static_cast<std::size_t>(problem.side);
  const std::string compared = grouped(compared_points) + " points were compared";
  std::string note = wrong == 0 ? compared : grouped(wrong) + " are wrong; " + compared;
  if (!even) note += "; the mean changes more between neighbours than is possible";
  return {.right = wrong == 0 && even,
          .result = "point (" + std::to_string(point % side) + ", " + std::to_string(point / side) +
                    "): " + rounded(static_cast<double>(means[point])),
          .expected = rounded(problem.expected[shown]),
          .error = error,
          .note = note,
          .picture =
              picture_of({static_cast<int>(problem.side), static_cast<int>(problem.side)}, means)};
}

Experiment experiment() {
  return {
      .id = "distance",
      .title = "Mean distance",
      .shows =
          "For each point of a square, the mean distance to some fixed objects is computed. All "
          "threads of a warp read one object at a time, which suits constant memory; on "
          "the slides that saved 23 % of the kernel's time. Compare the kernel with the "
          "time including the copies: they cost far more than the kernel, so from pageable "
          "memory a GPU may be hardly faster than all threads of a CPU.",
      .parameters =
          {{.id = "n",
            .title = "points a side",
            .help = "The square has n × n points.",
            .maximum = 32768,
            .initial = 512,
            .sweep = {128, 256, 512, 1024, 2048, 4096}},
           {.id = "objects",
            .title = "objects",
            .help = "Fixed objects at random positions; constant memory holds 8192. The slides "
                    "also draw a room of 256 × 256 points with four.",
            .maximum = 16384,
            .initial = 16,
            .sweep = {4, 16, 64, 256, 1024, 4096}},
           threads_parameter(
               {.help = "Threads of each block of the kernels, arranged along a row."})},
      .quick = {{"n", 256}},
      // Memory for the means, their reference in double precision and a picture; the objects are
      // negligible.
      .host_bytes =
          [](const Settings& s) {
            const auto side = static_cast<double>(s["n"]);
            return 12.0 * side * side + 5e6;
          },
      .device_bytes =
          [](const Settings& s) {
            const auto side = static_cast<double>(s["n"]);
            return 4.0 * side * side + 8.0 * static_cast<double>(s["objects"]) + 1e6;
          },
      .make_problem = make_problem,
      .variants = variants(),
  };
}

}  // namespace heatwave::lab::distance_experiment
