// Tests that the stage plays the kernels of the Lab with results that their experiments accept, or
// refuses them by the construct's name.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kernels/core/error.h"
#include "kernels/cuda_text/compiler.h"
#include "tests/sanitized.h"
#include "tests/stage/played_lab.h"

namespace heatwave::stage {
namespace test {

namespace fs = std::filesystem;

static fs::path experiments_folder() {
  return fs::path(HEATWAVE_SOURCE_FOLDER) / "kernels/lab/experiments";
}

static std::string text_of_file(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

PlayedLab::PlayedLab(const std::string& file, const Schedule& schedule)
    : text_(text_of_file(experiments_folder() / file)),
      machine_({.schedule = schedule, .most_steps = 400'000}) {}

Array PlayedLab::zeroed_struct(const std::string& kernel, const std::string& parameter) {
  const auto program = text_.kernel(kernel);
  const auto found =
      std::find_if(program->parameters.begin(), program->parameters.end(),
                   [&parameter](const auto& each) { return each.name == parameter; });
  return machine_.zeroed(parameter, found->target, 1);
}

void PlayedLab::launch(const std::string& kernel, Dim grid, Dim block,
                       std::vector<Argument> arguments, int shared_bytes) {
  auto program = std::make_shared<cuda_text::Program>(*text_.kernel(kernel));
  for (cuda_text::MemoryObject& object : program->objects) {
    for (const auto& [name, values] : constants_) {
      if (name != object.name) continue;
      const Scalar scalar = object.layout.cells.front().scalar;
      object.initial.clear();
      for (const double value : values)
        object.initial.push_back(cuda_text::from_double(scalar, value));
    }
  }
  launched_.insert(program->name);
  launches_.push_back({.program = std::move(program),
                       .grid = grid,
                       .block = block,
                       .arguments = std::move(arguments),
                       .shared_bytes = shared_bytes});
}

void PlayedLab::run() {
  trace_ = machine_.play([this] {
    for (const KernelLaunch& each : launches_) machine_.launch(each);
  });
  end_ = trace_.at(static_cast<int>(trace_.steps.size()));
}

double PlayedLab::member(Array array, const std::string& cell) const {
  const auto at = static_cast<std::size_t>(array.id());
  const std::vector<cuda_text::Cell>& cells = trace_.arrays[at].layout.cells;
  const auto found = std::find_if(cells.begin(), cells.end(),
                                  [&cell](const auto& each) { return each.name == cell; });
  return end_.arrays[at].at(static_cast<std::size_t>(found - cells.begin())).value;
}

static const std::vector<LabCase>& lab_cases() {
  static const std::vector<LabCase> all = [] {
    std::vector<LabCase> cases;
    for (auto* some :
         {lab_array_cases, lab_sum_cases, lab_contest_cases, lab_grid_cases, lab_course_cases}) {
      for (LabCase& each : some()) cases.push_back(std::move(each));
    }
    return cases;
  }();
  return all;
}

void PrintTo(const LabCase& played, std::ostream* out) {  // NOLINT: GoogleTest's name
  *out << played.name;
}

/// A part of the cases, so that they run beside each other.
class StageLabResults : public ::testing::TestWithParam<int> {
 public:
  static constexpr int kParts = 8;
};

INSTANTIATE_TEST_SUITE_P(Part, StageLabResults, ::testing::Range(0, StageLabResults::kParts));

TEST_P(StageLabResults, AreRightByTheExperimentsOwnCheck) {
  for (std::size_t i = static_cast<std::size_t>(GetParam()); i < lab_cases().size(); i += kParts) {
    const LabCase& each = lab_cases()[i];
    const std::vector<std::string> schedules =
        ::heatwave::test::kSanitized
            ? std::vector<std::string>{"random:1"}
            : std::vector<std::string>{"lockstep", "independent", "random:1"};
    for (const std::string& schedule : schedules) {
      SCOPED_TRACE(each.name + ", " + schedule);
      PlayedLab play(each.file, Schedule::from(schedule));
      const lab::Outcome outcome = each.run(play);
      if (!each.wrong_on_purpose) {
        EXPECT_TRUE(outcome.right) << "expected " << outcome.expected << ", got " << outcome.result;
      }
      EXPECT_EQ(play.launched(), each.kernels);
      std::set<FaultKind> found;
      for (const Fault& fault : play.trace().faults) {
        found.insert(fault.kind);
        EXPECT_TRUE(each.shows.contains(fault.kind)) << fault.text;
      }
      EXPECT_EQ(found, each.shows);
    }
  }
}

/// Returns the name of a kernel with small values for its template parameters.
static std::string with_arguments(const cuda_text::Source& source, const std::string& kernel) {
  static const nlohmann::json kShapes = nlohmann::json::parse(
      text_of_file(fs::path(HEATWAVE_SOURCE_FOLDER) / "tests/stage/lab_kernels.json"));
  std::string arguments;
  for (const std::string& each : source.template_parameters(kernel)) {
    const int small = kShapes["values"].value(each, 0);
    arguments += (arguments.empty() ? "" : ", ") +
                 std::to_string(kShapes["template_values"].value(each, small));
  }
  return arguments.empty() ? kernel : kernel + "<" + arguments + ">";
}

/// The kernels that the stage refuses, and the construct that it names.
static const std::map<std::string, std::string>& refused_kernels() {
  static const std::string kNotPlayed = " can be shown and timed, but not played";
  static const std::map<std::string, std::string> all{
      {"means_by_hardware_root", "inline PTX (asm)" + kNotPlayed},
      {"means_by_numbered_threads", "inline PTX (asm)" + kNotPlayed},
      {"sum_by_hardware", "inline PTX (asm)" + kNotPlayed},
      {"count_by_warp", "inline PTX (asm)" + kNotPlayed},
      {"count_by_ticket", "cuda::atomic_ref" + kNotPlayed},
      {"count_packed", "cuda::atomic_ref" + kNotPlayed},
      {"from_texture", "a texture (cudaTextureObject_t)" + kNotPlayed},
      {"step_texture", "a texture (cudaTextureObject_t)" + kNotPlayed},
      {"step_cuda_array", "a texture (cudaTextureObject_t)" + kNotPlayed},
      {"multiply_pipelined", "an asynchronous copy (pipeline)" + kNotPlayed},
      {"multiply_bulk_copies", "a copy by the TMA (CUtensorMap)" + kNotPlayed},
      {"multiply_by_warp_groups", "a copy by the TMA (CUtensorMap)" + kNotPlayed},
      {"pass_relaxed", "cuda::thread_scope" + kNotPlayed},
      {"pass_with_fences", "cuda::thread_scope" + kNotPlayed},
      {"pass_in_block", "cuda::thread_scope" + kNotPlayed},
      {"pass_on_device", "cuda::thread_scope" + kNotPlayed},
      {"pass_in_system", "cuda::thread_scope" + kNotPlayed},
      {"pass_by_barrier", "cuda::thread_scope" + kNotPlayed},
      {"pass_in_one_order", "cuda::thread_scope" + kNotPlayed},
      {"add_bfloat", "the type '__nv_bfloat16'" + kNotPlayed},
      {"join_bfloat", "the type '__nv_bfloat16'" + kNotPlayed}};
  return all;
}

TEST(StageLabKernels, AreAllJudgedByTheirExperimentOrRefusedByName) {
  std::set<std::string> judged;
  for (const LabCase& each : lab_cases()) judged.insert(each.kernels.begin(), each.kernels.end());
  int all = 0;
  std::map<std::string, std::string> refused;
  for (const auto& entry : fs::recursive_directory_iterator(experiments_folder())) {
    if (!entry.path().string().ends_with("_kernels.cuh")) continue;
    const cuda_text::Source source(text_of_file(entry.path()));
    for (const std::string& name : source.kernels()) {
      ++all;
      SCOPED_TRACE(entry.path().filename().string() + ": " + name);
      const cuda_text::Compilation made = source.compile(with_arguments(source, name));
      EXPECT_TRUE(warnings_in(made.diagnostics).empty())
          << cuda_text::text_of(warnings_in(made.diagnostics).front());
      if (judged.contains(name)) continue;
      EXPECT_FALSE(made.program) << "give it a case";
      for (const cuda_text::Diagnostic& each : made.diagnostics) {
        EXPECT_EQ(each.severity, cuda_text::Severity::unplayed) << cuda_text::text_of(each);
        refused.emplace(name, each.text);
      }
    }
  }
  EXPECT_EQ(all, 124);
  EXPECT_EQ(refused, refused_kernels());
}

}  // namespace test
}  // namespace heatwave::stage
