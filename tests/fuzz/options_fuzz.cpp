// Bytes as a command line, an argument a line. What it asks for is not done, but lessons are
// played.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "kernels/core/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  std::vector<std::string> arguments(1);
  for (const char c : std::string_view(reinterpret_cast<const char*>(data), size)) {
    if (c == '\n') {
      arguments.emplace_back();
    } else if (c != '\0') {  // the system's own end of an argument
      arguments.back() += c;
    }
  }
  try {
    const cli::Options options = cli::parse(arguments);
    if (const auto* typed = std::get_if<cli::FormulaOptions>(&options)) {
      cli::formula(*typed, [](const std::string& /*text*/) {});
    }
    if (const auto* stage = std::get_if<cli::StageOptions>(&options)) (void)cli::stage(*stage);
  } catch (const core::Error& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
  return 0;
}
