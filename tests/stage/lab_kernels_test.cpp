// Tests that the stage plays the kernels of the Lab, or refuses them by the construct's name.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kernels/core/error.h"
#include "kernels/cuda_text/compiler.h"
#include "kernels/stage/machine.h"

namespace heatwave::stage {
namespace {

namespace fs = std::filesystem;

constexpr int kElements = 1024;  // in each array
constexpr int kPlayed = 79;      // the Lab has 91 kernels

std::string text_of_file(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Small values of parameters, and shapes of blocks.
const nlohmann::json& shapes() {
  static const nlohmann::json all = nlohmann::json::parse(
      text_of_file(fs::path(HEATWAVE_SOURCE_FOLDER) / "tests/stage/lab_kernels.json"));
  return all;
}

/// Returns a small value for a kernel's parameter, by its name.
double small_value(const std::string& name) { return shapes()["values"].value(name, 0.0); }

/// Returns the shape of a block; most kernels take any.
Dim block_of(const std::string& kernel) {
  for (const auto& [begin, shape] : shapes()["blocks"].items()) {
    if (kernel.starts_with(begin)) return {shape[0], shape[1]};
  }
  return {32};
}

std::string with_arguments(const cuda_text::Source& source, const std::string& kernel) {
  std::string arguments;
  for (const std::string& each : source.template_parameters(kernel)) {
    arguments += (arguments.empty() ? "" : ", ") +
                 std::to_string(
                     static_cast<int>(shapes()["template_values"].value(each, small_value(each))));
  }
  return arguments.empty() ? kernel : kernel + "<" + arguments + ">";
}

Trace play_small(std::shared_ptr<const cuda_text::Program> program) {
  Machine machine({.schedule = {}, .most_steps = 20'000});
  const Dim block = block_of(program->name);
  KernelLaunch launch{.program = program, .grid = {1}, .block = block, .arguments = {}};
  launch.shared_bytes = 4096;
  for (const cuda_text::Parameter& each : program->parameters) {
    if (!each.is_pointer) {
      launch.arguments.emplace_back(small_value(each.name));
    } else if (each.name ==
               "held") {  // a plate whose cells are all held has no edge to read beyond
      launch.arguments.emplace_back(machine.array(each.name, Space::global, Scalar::uint8,
                                                  std::vector<double>(kElements, 1.0)));
    } else {
      launch.arguments.emplace_back(machine.zeroed(each.name, each.target, kElements));
    }
  }
  return machine.play([&] { machine.launch(launch); });
}

TEST(StageLabKernels, AreAllPlayedOrRefusedByName) {
  int all = 0;
  int played = 0;
  int refused = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(HEATWAVE_SOURCE_FOLDER) /
                                                            "kernels/lab/experiments")) {
    if (!entry.path().string().ends_with("_kernels.cuh")) continue;
    const cuda_text::Source source(text_of_file(entry.path()));
    for (const std::string& name : source.kernels()) {
      ++all;
      const std::string kernel = with_arguments(source, name);
      SCOPED_TRACE(entry.path().filename().string() + ": " + kernel);
      const cuda_text::Compilation made = source.compile(kernel);
      if (!made.program) {
        ASSERT_FALSE(made.diagnostics.empty());
        for (const cuda_text::Diagnostic& each : made.diagnostics) {
          EXPECT_TRUE(each.refused) << cuda_text::text_of(each);
        }
        ++refused;
        continue;
      }
      const Trace trace = play_small(std::make_shared<const cuda_text::Program>(*made.program));
      EXPECT_GT(trace.steps.size(), 1U);
      const auto harmful =
          std::find_if(trace.faults.begin(), trace.faults.end(), [](const Fault& fault) {
            // Races and locks within a warp are what some of these kernels show.
            return fault.kind == FaultKind::outside || fault.kind == FaultKind::unwritten ||
                   fault.kind == FaultKind::barrier;
          });
      EXPECT_EQ(harmful, trace.faults.end()) << harmful->text;
      ++played;
    }
  }
  EXPECT_EQ(all, 91);
  EXPECT_EQ(played, kPlayed) << "tell the new number";
  EXPECT_EQ(played + refused, all);
}

}  // namespace
}  // namespace heatwave::stage
