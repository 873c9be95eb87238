// Bytes as recorded measurements: what is read can be written in every format and read again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/export/lab_table.h"
#include "kernels/core/error.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heatwave;
  exporting::RecordedLab recorded;
  try {
    recorded = exporting::read_lab_json({reinterpret_cast<const char*>(data), size});
  } catch (const core::Error&) {
    return 0;
  }
  (void)exporting::lab_csv(recorded.reports);
  (void)exporting::lab_markdown(recorded.reports);
  if (!recorded.reports.empty()) (void)exporting::lab_json(recorded.reports);
  return 0;
}
