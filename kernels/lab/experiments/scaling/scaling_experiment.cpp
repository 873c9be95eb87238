// This experiment steps a field that is cut into one band for each device, or for each thread of
// the CPU: one plate for all of them, or a plate for each.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/field_solver.h"
#include "kernels/lab/bench/launched_by.h"
#include "kernels/lab/bench/outcomes.h"
#include "kernels/lab/bench/traffic.h"
#include "kernels/lab/experiment.h"
#include "kernels/lab/experiments/scaling/scaling_field.h"

namespace heatwave::lab::scaling_experiment {
namespace {

struct ScalingProblem : Problem {
  Settings settings;
};

const std::string& equation_of(const Settings& s) {
  return field_equations().at(static_cast<std::size_t>(s["equation"])).id;
}

enum class Plates : std::uint8_t { one_for_all, one_each };

core::Extent extent_of(const Settings& s, Plates plates) {
  const std::int64_t n = s["n"];
  const std::int64_t rows = plates == Plates::one_each ? n * s["devices"] : n;
  return {static_cast<int>(n), static_cast<int>(rows)};
}

field::SolverRequest divided_request(const Settings& s, Plates plates, field::Backend backend) {
  field::SolverRequest request = request_of(equation_of(s), extent_of(s, plates), backend);
  const auto devices = static_cast<int>(s["devices"]);
  if (backend == field::Backend::cpu) {
    request.threads = devices;
    request.division.parts = devices;
    return request;
  }
  request.device = 0;
  if (devices == 1) return request;
  request.division.devices.resize(static_cast<std::size_t>(devices));
  std::iota(request.division.devices.begin(), request.division.devices.end(), 0);
  return request;
}

/// Returns a number that depends on every bit of some bands of rows, among them those at the cuts.
std::uint64_t bits_of(field::FieldSolver& solver, core::Extent e, std::int64_t devices) {
  constexpr std::int64_t kBandsOfAPart = 16;
  constexpr int kRowsBeside = 16;
  std::uint64_t bits = 14695981039346656037U;  // FNV-1a
  for (std::int64_t band = 0; band <= devices * kBandsOfAPart; ++band) {
    const auto middle = static_cast<int>(e.height * band / (devices * kBandsOfAPart));
    const core::Rect rows{0, std::max(0, middle - kRowsBeside), e.width,
                          std::min(e.height, middle + kRowsBeside)};
    for (const std::vector<float>& plane : solver.read(rows)) {
      for (const float value : plane) {
        std::uint32_t word = 0;
        std::memcpy(&word, &value, sizeof(word));
        bits = (bits ^ word) * 1099511628211U;
      }
    }
  }
  return bits;
}

std::string in_hexadecimal(std::uint64_t bits) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "bits %08x", static_cast<unsigned>(bits ^ (bits >> 32U)));
  return text.data();
}

// variant: strong weak strong-cuda weak-cuda
class DividedRun final : public Run {
 public:
  DividedRun(const ScalingProblem& problem, Plates plates, field::Backend backend, Stop stop)
      : settings_(problem.settings),
        stop_(std::move(stop)),
        devices_(settings_["devices"]),
        request_(divided_request(settings_, plates, backend)),
        solver_(field::make_solver(request_)) {  //! one part of the field for each device
    const std::size_t parts = std::max<std::size_t>(1, solver_->backend().parts.size());
    if (std::cmp_less(parts, devices_)) {
      throw core::Unavailable("the plate has too few rows for this many devices");
    }
    if (backend == field::Backend::cuda && request_.formula) compile();
  }

  [[nodiscard]] bool repeatable() const override { return false; }
  [[nodiscard]] int devices() const override { return static_cast<int>(devices_); }
  double time(int /*launches*/) override { return time_on_host(); }

  double time_on_host() override {
    prepare(*solver_, request_);
    const auto start = std::chrono::steady_clock::now();
    advance(*solver_);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    return took.count();
  }
  Outcome outcome() override;

 private:
  /// Waits for the kernels of a typed formula, which are compiled when they are first needed.
  void compile() {
    do {
      prepare(*solver_, request_);
      advance(*solver_);
    } while (solver_->report().is_compiling && !stop_.stop_requested());
  }
  /// Begins the field. A GPU takes some steps, too, since the first ones after its cells have
  /// changed sort its tiles; all parts exchange rows meanwhile.
  void prepare(field::FieldSolver& solver, const field::SolverRequest& request) const {
    constexpr std::int64_t kFirstSteps = 240;  // up to 96 lie between two exchanges
    begin(solver, request);
    if (request.backend == field::Backend::cuda) solver.advance(kFirstSteps);
    wait(solver);
  }
  /// Waits for all parts: each has a cell of the westernmost column.
  void wait(field::FieldSolver& solver) const {
    (void)solver.read({0, 0, 1, request_.extent.height});
  }
  void advance(field::FieldSolver& solver) const {
    // A device takes all steps at once; the CPU polls for a stop.
    const std::int64_t steps = settings_["steps"];
    const std::int64_t most = request_.backend == field::Backend::cuda
                                  ? steps
                                  : std::max<std::int64_t>(48, (1 << 26) / request_.extent.cells());
    for (std::int64_t done = 0; done < steps && !stop_.stop_requested(); done += most) {
      solver.advance(std::min(most, steps - done));  //! parts exchange rows after several steps
    }
    wait(solver);
  }

  Settings settings_;
  Stop stop_;
  std::int64_t devices_;
  field::SolverRequest request_;
  std::unique_ptr<field::FieldSolver> solver_;
};
// end

Outcome DividedRun::outcome() {
  const std::uint64_t bits = bits_of(*solver_, request_.extent, devices_);
  const field::BackendInfo backend = solver_->backend();
  Outcome outcome{.result = in_hexadecimal(bits)};
  if (devices_ > 1) {
    outcome.facts = {{"exchange", backend.exchange},
                     {"steps between two exchanges", grouped(backend.steps_between_exchanges)}};
  }
  outcome.facts.emplace_back("method", solver_->report().method);
  solver_.reset();  // one device needs the memory for the whole field
  field::SolverRequest one = request_;
  one.division = {};
  const auto whole = field::make_solver(one);
  prepare(*whole, one);
  advance(*whole);
  const std::uint64_t expected = bits_of(*whole, one.extent, devices_);
  outcome.expected = in_hexadecimal(expected);
  outcome.right = bits == expected;
  outcome.error = outcome.right ? 0.0 : 1.0;
  return outcome;
}

std::unique_ptr<Problem> make_problem(const Settings& settings, const Stop& /*stop*/) {
  auto problem = std::make_unique<ScalingProblem>();
  problem->settings = settings;
  return problem;
}

MakeRun on_threads(Plates plates) {
  return makes<ScalingProblem>([plates](const ScalingProblem& problem, const Stop& stop) {
    const int processors = core::cpu_facts().processors;
    if (problem.settings["devices"] > processors) {
      throw core::Unavailable("the program may use " + std::to_string(processors) +
                              (processors == 1 ? " processor" : " processors") + " here");
    }
    return std::make_unique<DividedRun>(problem, plates, field::Backend::cpu, stop);
  });
}

MakeRun on_devices(Plates plates) {
  if (!kHasCuda) return {};
  return makes<ScalingProblem>([plates](const ScalingProblem& problem, const Stop& stop) {
    const std::size_t count = core::cuda_status().devices.size();
    if (std::cmp_greater(problem.settings["devices"], count)) {
      throw core::Unavailable("this machine has " + std::to_string(count) +
                              (count == 1 ? " GPU" : " GPUs"));
    }
    return std::make_unique<DividedRun>(problem, plates, field::Backend::cuda, stop);
  });
}

template <Plates plates>
Work work(const Settings& s) {
  const auto cells = static_cast<double>(extent_of(s, plates).cells());
  return {.cells = cells * static_cast<double>(s["steps"])};
}

std::vector<Parameter> parameters() {
  std::vector<std::string> equations;
  for (const FieldEquation& each : field_equations()) equations.push_back(each.id);
  return {{.id = "n",
           .title = "rows and columns",
           .help = "Side of the square plate, or of each device's own one.",
           .minimum = 64,
           .maximum = 1 << 15,
           .initial = 2048,
           .sweep = {1024, 2048, 4096, 8192, 16384}},
          {.id = "devices",
           .title = "devices",
           .help = "GPUs that share the field, or threads of the CPU with a band each.",
           .maximum = 64,
           .initial = 2,
           .sweep = {1, 2, 4, 8}},
          {.id = "equation",
           .title = "equation",
           .help = "What the field follows; two of the choices are typed formulas.",
           .minimum = 0,
           .maximum = static_cast<std::int64_t>(equations.size()) - 1,
           .initial = 0,
           .choices = equations},
          {.id = "steps",
           .title = "steps",
           .help = "Steps that are timed together.",
           .maximum = 100'000,
           .initial = 480}};
}

std::vector<Variant> variants() {
  constexpr const char* kSource = "kernels/lab/experiments/scaling/scaling_experiment.cpp";
  std::vector<Variant> all = {
      on_cpu("strong", "one plate for all",
             "Strong scaling: the plate stays the same, and each thread has a band of it. Twice as "
             "many threads should take half the time.",
             work<Plates::one_for_all>, on_threads(Plates::one_for_all), CpuThreads::some),
      on_cpu("weak", "a plate for each",
             "Weak scaling: each thread has a plate of its own size, joined to the next one. The "
             "time should stay the same.",
             work<Plates::one_each>, on_threads(Plates::one_each), CpuThreads::some),
      on_gpu("strong-cuda", "one plate for all",
             "Strong scaling: the plate stays the same, and each GPU has a band of it. The smaller "
             "the band, the more the exchange of rows and its edges count.",
             work<Plates::one_for_all>, on_devices(Plates::one_for_all)),
      on_gpu(
          "weak-cuda", "a plate for each",
          "Weak scaling: each GPU has a plate of its own size, joined to the next one. "
          "However many GPUs there are, each exchanges rows with at most two others, so the time "
          "should stay the same.",
          work<Plates::one_each>, on_devices(Plates::one_each))};
  for (Variant& each : all) {
    each.source = kSource;
    each.task = each.id.starts_with("weak") ? "weak scaling" : "strong scaling";
    if (each.processor == Processor::gpu) each.traffic = no_traffic;
  }
  return all;
}

/// Two planes for each of at most two components, and a byte that tells the kind of a cell.
double bytes_of_all_plates(const Settings& s) {
  return 17.0 * static_cast<double>(extent_of(s, Plates::one_each).cells());
}

}  // namespace

Experiment experiment() {
  return {.id = "scaling",
          .title = "Scaling",
          .shows =
              "The program's own solver steps a field that is cut into bands, one for each device. "
              "One plate for all of them, strong scaling, should get faster with each device; a "
              "plate for each, weak scaling, should take the same time. Sweep the devices and look "
              "where the curves leave these lines. Every result is compared with the bits of one "
              "device.",
          .parameters = parameters(),
          .quick = {{"n", 256}, {"steps", 48}},
          .host_bytes = bytes_of_all_plates,
          .device_bytes = bytes_of_all_plates,
          .make_problem = make_problem,
          .variants = variants()};
}

}  // namespace heatwave::lab::scaling_experiment
