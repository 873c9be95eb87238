// What a run measures, as a table in a file that grows with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/cli/options.h"
#include "app/session/field/measure_tables.h"
#include "app/session/session.h"
#include "app/system/write_files.h"

namespace heatwave::cli {

/// Comma-separated values, a line for each sample: the step, then each cell that is measured;
/// in units where the scene has them.
class SampleFile {
 public:
  /// No path: nothing is measured. Throws core::Error where there is nothing to measure.
  SampleFile(const MeasureOptions& options, bool force, const session::Snapshot& first);

  /// So many steps at most until it wants to see the field again.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const;
  /// Takes the field as it is, where a sample is due and has not been taken.
  void take(const session::Snapshot& snapshot);
  /// The file that there is now; empty: none was wanted.
  std::filesystem::path finish();

 private:
  std::int64_t every_;
  std::int64_t newest_ = -1;
  scene::Measures measures_;
  core::Extent grid_;
  session::TableUnits units_;  ///< of the scene as it was at first
  std::optional<system::GrowingFile> file_;
};

}  // namespace heatwave::cli
