// Bytes as a recording: all that is not one is refused within the limits.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/wire/recording.h"
#include "tests/fuzz/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)fuzz::accepted([&] { return wire::parse_recording(text, "fuzzed.hwrec"); });
  return 0;
}
