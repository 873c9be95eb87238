// Bytes as a CUDA text: every mistake has a place in the text and printable words, and every kernel
// without mistakes compiles to code whose jumps stay inside it and plays without harm.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/cuda_text/compiler.h"
#include "kernels/stage/machine.h"
#include "tests/fuzz/refusal.h"

namespace {

using namespace heatwave;

void check(const cuda_text::Program& program) {
  const auto length = static_cast<std::int32_t>(program.code.size());
  for (const cuda_text::Instruction& each : program.code) {
    const bool jumps = each.code == cuda_text::Code::jump ||
                       each.code == cuda_text::Code::jump_if_zero ||
                       each.code == cuda_text::Code::jump_if_not_zero;
    if (jumps && (each.a < 0 || each.a >= length)) std::abort();
  }
  if (program.code.empty() || program.code.back().code != cuda_text::Code::finish) std::abort();
}

/// Plays a few steps of four threads; every array has 16 elements.
void play(const cuda_text::Program& program) {
  stage::Machine machine(
      {.schedule = stage::Schedule::from("random:1"), .warp = 2, .most_steps = 20});
  try {
    stage::KernelLaunch launch{.program = std::make_shared<const cuda_text::Program>(program),
                               .grid = {2},
                               .block = {2},
                               .arguments = {},
                               .shared_bytes = 64};
    for (const cuda_text::Parameter& each : program.parameters) {
      if (each.is_pointer) {
        launch.arguments.emplace_back(machine.zeroed(each.name, each.target, 16));
      } else {
        launch.arguments.emplace_back(3);
      }
    }
    (void)machine.play([&] { machine.launch(launch); });
  } catch (const core::Error&) {  // too large, or beyond the limits of a launch
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const fuzz::RefusalLimits limits;
  const cuda_text::Source source(text);
  const int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  const auto found = source.check();
  for (const cuda_text::Diagnostic& each : found) {
    if (each.place.line < 1 || each.place.line > lines || each.place.column < 1) std::abort();
    limits.check(words::printable(each.text));
  }
  for (const std::string& kernel : source.kernels()) {
    const cuda_text::Compilation made = source.compile(kernel);
    if (made.program.has_value() != mistakes_in(made.diagnostics).empty()) std::abort();
    if (!made.program) continue;
    check(*made.program);
    play(*made.program);
  }
  return 0;
}
