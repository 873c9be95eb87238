// Bytes as a script of commands: each command that is read is written, and read again as the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "app/wire/command_json.h"
#include "app/wire/recording.h"
#include "tests/fuzz/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto script = fuzz::accepted([&] { return wire::parse_script(text, "fuzzed.jsonl"); });
  if (!script) return 0;
  for (const wire::Entry& entry : *script) {
    const auto* sent = std::get_if<wire::SentCommand>(&entry.what);
    if (sent == nullptr) continue;
    const std::string line = wire::json_of(*sent->command).dump();
    const auto again = wire::parse_script(line, "written.jsonl");
    const auto& command = std::get<wire::SentCommand>(again.at(0).what).command;
    if (wire::json_of(*command).dump() != line) std::abort();
  }
  return 0;
}
