// Bytes as a lecture: what is read is written, and read again as the same lecture.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/wire/lecture.h"
#include "tests/fuzz/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lecture = fuzz::accepted([&] { return wire::parse_lecture(text, "fuzzed.hwl"); });
  if (!lecture) return 0;
  const std::string written = wire::to_json(*lecture);
  if (wire::to_json(wire::parse_lecture(written, "fuzzed.hwl")) != written) std::abort();
  return 0;
}
