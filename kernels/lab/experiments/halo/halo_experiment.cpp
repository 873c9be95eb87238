// This experiment steps a plate that is cut into two bands. This file describes its variants and
// contains those that run on the CPU.
#include "kernels/lab/experiments/halo/halo_experiment.h"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

#include "kernels/core/device.h"
#include "kernels/core/every_level.h"
#include "kernels/core/thread_team.h"
#include "kernels/lab/bench/cpu_run.h"
#include "kernels/lab/bench/inputs.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"

namespace heatwave::lab::halo_experiment {
namespace {

using Plate = std::vector<float>;

// variant: loop bands-row bands
[[gnu::always_inline]] inline void step_row(const float* from, float* to, std::int64_t width) {
  for (std::int64_t x = 1; x < width - 1; ++x)
    to[x] = step_of(from[x], from[x - 1], from[x + 1], from[x - width], from[x + width]);
}
void step_rows(const Plate& from, Plate& to, std::int64_t width, Rows rows) {
  for (std::int64_t y = rows.begin; y < rows.end; ++y)
    core::kAtBestLevel<step_row>(from.data() + y * width, to.data() + y * width, width);
}
// end

// variant: loop
class Loop final : public CpuRun {
 public:
  Loop(const HaloProblem& problem, Stop stop) : problem_(problem), stop_(std::move(stop)) {}
  [[nodiscard]] bool repeatable() const override { return false; }
  Outcome outcome() override { return checked_plate(problem_, now_, nullptr); }

 protected:
  void reset() override { now_ = next_ = problem_.start; }
  void launch() override {
    for (std::int64_t s = 0; s < problem_.steps && !stop_.stop_requested(); ++s) {
      step_rows(now_, next_, problem_.n, {1, problem_.n - 1});
      std::swap(now_, next_);  //! two planes: a step never overwrites what it reads
    }
  }

 private:
  const HaloProblem& problem_;
  Stop stop_;
  Plate now_;
  Plate next_;
};

// variant: bands-row bands
/// A band in memory of its own, which one thread steps.
struct CpuBand : Band {
  Plate now;
  Plate next;
};

class Bands final : public CpuRun {
 public:
  Bands(const HaloProblem& problem, std::int64_t ghosts, Stop stop)
      : problem_(problem), ghosts_(ghosts), stop_(std::move(stop)), team_(2) {
    const std::array<Band, 2> bands = bands_of(problem, ghosts);
    for (std::size_t b = 0; b < 2; ++b) static_cast<Band&>(bands_[b]) = bands[b];
  }
  [[nodiscard]] bool repeatable() const override { return false; }
  Outcome outcome() override {
    Plate plate(problem_.start.size());
    for (const CpuBand& band : bands_) {
      std::copy_n(band.now.data() + band.above * problem_.n, band.own * problem_.n,
                  plate.data() + (band.first + band.above) * problem_.n);
    }
    const Cut cut{.places = "two threads stand in for two devices", .ghosts = ghosts_};
    return checked_plate(problem_, plate, &cut);
  }

 protected:
  void reset() override {
    for (CpuBand& band : bands_) {
      const float* begin = problem_.start.data() + band.first * problem_.n;
      band.now.assign(begin, begin + band.rows() * problem_.n);
      band.next = band.now;
    }
  }
  void launch() override {
    team_.run([&](int member) {
      CpuBand& own = bands_[static_cast<std::size_t>(member)];
      const CpuBand& other = bands_[static_cast<std::size_t>(1 - member)];
      for_groups(problem_, ghosts_, [&](std::int64_t steps) {
        for (std::int64_t later = steps - 1; later >= 0 && !stop_.stop_requested(); --later) {
          step_rows(own.now, own.next, problem_.n, own.stepped(later));
          std::swap(own.now, own.next);
        }
        team_.sync();  //! the other band has stepped, too
        const Rows from = other.sent();
        std::copy(other.now.begin() + from.begin * problem_.n,
                  other.now.begin() + from.end * problem_.n,
                  own.now.begin() + own.received().begin * problem_.n);  //! the exchange
        team_.sync();
      });
    });
  }

 private:
  const HaloProblem& problem_;
  std::int64_t ghosts_;
  Stop stop_;
  core::ThreadTeam team_;
  std::array<CpuBand, 2> bands_;
};
// end

std::unique_ptr<Run> whole(const HaloProblem& problem, const Stop& stop) {
  return std::make_unique<Loop>(problem, stop);
}
std::unique_ptr<Run> with_one_row(const HaloProblem& problem, const Stop& stop) {
  return std::make_unique<Bands>(problem, 1, stop);
}
std::unique_ptr<Run> with_wide_halo(const HaloProblem& problem, const Stop& stop) {
  return std::make_unique<Bands>(problem, problem.ghosts, stop);
}

/// Returns the plate after all steps, computed without a cut. After a stop request it ends with the
/// current step.
Plate stepped(const HaloProblem& problem, const Stop& stop) {
  Plate now = problem.start;
  Plate next = problem.start;
  core::ThreadTeam team(core::cpu_facts().processors);
  for (std::int64_t s = 0; s < problem.steps && !stop.stop_requested(); ++s) {
    team.run([&](int member) {
      const std::int64_t inner = problem.n - 2;
      step_rows(now, next, problem.n,
                {1 + inner * member / team.size(), 1 + inner * (member + 1) / team.size()});
    });
    std::swap(now, next);
  }
  return now;
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& stop) {
  auto problem = std::make_unique<HaloProblem>();
  problem->n = settings["n"];
  problem->ghosts = std::min(settings["rows"], problem->n / 2);
  problem->steps = settings["steps"];
  const Random random(settings.seed);
  problem->start = filled<float>(stop, static_cast<std::size_t>(problem->n * problem->n),
                                 [&](std::size_t i) { return random.uniform(i); });
  problem->expected = stepped(*problem, stop);
  return problem;
}

std::string three_digits(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

double cells(const Settings& s) { return static_cast<double>(s["n"] * s["n"]); }

/// Each step reads and writes every cell once. The ghost rows that both bands step are not counted.
Work of_plate(const Settings& s) {
  const double stepped_cells = cells(s) * static_cast<double>(s["steps"]);
  return {.bytes = 8.0 * stepped_cells,
          .operations = 7.0 * stepped_cells,
          .footprint = 8.0 * cells(s),
          .cells = stepped_cells};
}

/// Five loads, of which four are found in the L1 cache, and a store.
Traffic of_whole_plate(const Settings& s) {
  const double stepped_cells = cells(s) * static_cast<double>(s["steps"]);
  return {.passes = 6 * stepped_cells / kWarpLanes,
          .l2_bytes = 8.0 * stepped_cells,
          .memory_bytes = 8.0 * stepped_cells};
}

std::string takes_seconds(const Settings& s) {
  constexpr double kMostSteppedCells = 5e9;
  return cells(s) * static_cast<double>(s["steps"]) <= kMostSteppedCells
             ? std::string()
             : "this many cells and steps take many seconds; select the variant by name to run it";
}

std::vector<Parameter> parameters() {
  return {{.id = "n",
           .title = "rows and columns",
           .help = "Side of the square plate; the smaller it is, the more an exchange costs.",
           .minimum = 4,
           .maximum = 1 << 15,
           .initial = 1 << 12,
           .sweep = {512, 1024, 2048, 4096, 8192, 16384}},
          {.id = "rows",
           .title = "ghost rows",
           .help = "Ghost rows of a wide halo, and steps from one exchange to the next: 24 rows "
                   "are exchanged after every 24th step.",
           .maximum = 256,
           .initial = 12,
           .sweep = {1, 2, 4, 8, 12, 24, 48}},
          {.id = "steps",
           .title = "steps",
           .help = "Steps that are timed together.",
           .maximum = 10'000,
           .initial = 48}};
}

std::vector<Variant> variants() {
  std::vector<Variant> all = {
      on_cpu("loop", "one thread", "One thread steps the whole plate: nothing is exchanged.",
             of_plate, makes<HaloProblem>(whole)),
      on_cpu("bands-row", "two bands, one row",
             "Two threads step a band each, in memory of its own, as two processes would. After "
             "each step they meet at a barrier, and each copies one row of the other's.",
             of_plate, makes<HaloProblem>(with_one_row), CpuThreads::some),
      on_cpu("bands", "two bands, wide halo",
             "Several ghost rows are copied at once. Each serves one step, so the threads meet "
             "less often and step some rows twice.",
             of_plate, makes<HaloProblem>(with_wide_halo), CpuThreads::some),
      on_gpu("one-device", "one device", "One device steps the whole plate: the time to beat.",
             of_plate, launched_by<halo_one_device>()),
      on_gpu("staged-row", "one row, through the host",
             "After each step a row of each band goes to pinned memory of the host and from there "
             "to the other device. The host waits for both devices, and they wait for the host.",
             of_plate, launched_by<halo_staged_row>()),
      on_gpu("staged", "wide halo, through the host",
             "Several rows go the same way after as many steps: as many bytes, but fewer waits.",
             of_plate, launched_by<halo_staged>()),
      on_gpu("peer-copies", "peer copies",
             "cudaMemcpyPeerAsync copies from one device's memory to the other's. Events order "
             "steps and copies, so the host waits for nothing; the devices wait for the copies.",
             of_plate, launched_by<halo_peer_copies>()),
      on_gpu("overlap", "peer copies, overlapped",
             "In the last step before an exchange the rows to be sent are stepped first, in a "
             "stream of higher priority. They travel while the rows inside are stepped.",
             of_plate, launched_by<halo_overlap>()),
      on_gpu("stores", "stores into the neighbour's memory",
             "The kernel that steps the rows at the cut writes each value twice: into its own "
             "plane and into the ghost row of the other device. No copy is left.",
             of_plate, launched_by<halo_stores>()),
      on_gpu("nccl", "NCCL",
             "NVIDIA's library sends and receives the rows by a kernel of its own, between the "
             "steps. It needs two GPUs.",
             of_plate, launched_by<halo_nccl>())};
  all.front().left_out = takes_seconds;
  all.back().yardstick = true;
  for (Variant& each : all) {
    if (each.processor == Processor::gpu) each.traffic = of_whole_plate;
    // These exchange rows by calls on the host; their device code is that of one device.
    for (const char* id : {"staged-row", "staged", "peer-copies", "overlap"})
      if (each.id == id) each.source = "kernels/lab/experiments/halo/halo_launch.cu";
  }
  return all;
}

}  // namespace

std::array<Band, 2> bands_of(const HaloProblem& problem, std::int64_t ghosts) {
  const std::int64_t half = problem.n / 2;
  return {Band{.first = 0, .above = 0, .own = half, .below = ghosts},
          Band{.first = half - ghosts, .above = ghosts, .own = problem.n - half, .below = 0}};
}

Outcome checked_plate(const HaloProblem& problem, const std::vector<float>& plate, const Cut* cut) {
  Outcome outcome = outcome_of_array(plate.data(), problem.expected, problem.stop);
  if (cut == nullptr) return outcome;
  outcome.note = cut->places;
  const auto exchanges = (problem.steps + cut->ghosts - 1) / cut->ghosts;
  const auto bytes = 4 * cut->ghosts * problem.n;
  outcome.facts = {{"exchanges", grouped(exchanges)},
                   {"bytes of an exchange, each way", grouped(bytes)}};
  if (cut->memory_bytes_per_second <= 0 || cut->link_bytes_per_second <= 0) return outcome;
  // Each device's memory and the link need at least these times; the longer one is the limit.
  const double memory_ms = 1e3 * 8.0 * static_cast<double>(problem.n * problem.n * problem.steps) /
                           (cut->devices * cut->memory_bytes_per_second);
  const double link_ms = 1e3 * static_cast<double>(bytes * exchanges) / cut->link_bytes_per_second;
  // A row of a band costs a step 8 bytes for each cell, and the cut costs it 4.
  const double hiding_rows = cut->memory_bytes_per_second / (2.0 * cut->link_bytes_per_second);
  outcome.facts.insert(
      outcome.facts.end(),
      {{"link, measured each way", three_digits(1e-9 * cut->link_bytes_per_second) + " GB/s"},
       {"steps, if memory is the limit", three_digits(memory_ms) + " ms"},
       {"rows across, if the link is the limit", three_digits(link_ms) + " ms"},
       {"rows of a band that hide the link",
        grouped(static_cast<std::int64_t>(std::ceil(hiding_rows)))}});
  return outcome;
}

Experiment experiment() {
  return {
      .id = "halo",
      .title = "Halo exchange",
      .shows =
          "A plate is cut into two bands, one for each device. Each band keeps ghost rows, copies "
          "of the other's rows beside the cut, and every step makes one more of them stale. So "
          "they are exchanged at every step, or several rows after several steps: the same bytes "
          "in fewer messages, for a few rows that both compute. Look for the exchange that hides "
          "behind the steps. Where there is one GPU, two of its streams stand in for two devices; "
          "they "
          "share its memory, so nothing gets faster.",
      .parameters = parameters(),
      .quick = {{"n", 256}, {"steps", 24}},
      .host_bytes = [](const Settings& s) { return 16.0 * cells(s); },
      .device_bytes =
          [](const Settings& s) {
            return 8.0 * (cells(s) + 2.0 * static_cast<double>(s["n"] * s["rows"]));
          },
      .make_problem = make_problem,
      .variants = variants()};
}

}  // namespace heatwave::lab::halo_experiment
