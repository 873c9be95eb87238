// Bytes as recorded measurements: what is read can be written in every format and read again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/export/lab_table.h"
#include "tests/fuzz/refusal.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto recorded = fuzz::accepted([&] { return exporting::read_lab_json(text); });
  if (!recorded) return 0;
  (void)exporting::lab_csv(recorded->reports);
  (void)exporting::lab_markdown(recorded->reports);
  if (!recorded->reports.empty()) (void)exporting::lab_json(recorded->reports);
  return 0;
}
