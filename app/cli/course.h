// A headless computation: its steps, the pictures between them, and the report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/cli/options.h"
#include "app/cli/progress.h"
#include "app/export/export_queue.h"
#include "app/export/field_picture.h"
#include "app/session/session.h"
#include "app/session/snapshot.h"
#include "app/system/write_files.h"

namespace heatwave::cli {

/// Statistics of the cells, summed in double and in one order, so that equal fields give equal
/// figures on every backend.
struct Statistics {
  float minimum = 0.0F;
  float maximum = 0.0F;
  double mean = 0.0;
};

/// The recording that was replayed.
struct Replayed {
  std::string file;
  std::string program;  ///< version that wrote it
  int keyframes = 0;    ///< number of matching check sums
  /// Number of the last complete line; none: the recording is complete.
  std::optional<std::size_t> breaks_off_after;
};

struct RunReport {
  std::int64_t steps = 0;
  double seconds = 0.0;  ///< computing time until the last step was done
  Statistics field;
  std::vector<std::filesystem::path> png;
  std::filesystem::path dump;       ///< empty: none
  double dump_seconds = 0.0;        ///< time of reading and writing the array
  std::filesystem::path csv;        ///< empty: none
  std::filesystem::path recording;  ///< file written; empty: none
  std::optional<Replayed> replayed;
};

/// Prints the session's warnings, such as a lost device, on standard error, one per line.
void warn(const session::Snapshot& snapshot);

/// Prepares a large field, after a line on standard error that says what it takes.
void tell_and_prepare(const std::string& told, const session::Preparation& work);

/// Returns how many steps to take next after a chunk of steps that took some seconds.
std::int64_t next_chunk(std::int64_t chunk, double seconds);

class Course {
 public:
  struct Way {
    /// Does everything that is due, then takes at most `most` steps; returns their number.
    std::function<std::int64_t(std::int64_t most)> take;
    /// Returns whether there is more to do.
    std::function<bool()> goes_on;
    /// Returns the progress, relative to `total`.
    std::function<std::int64_t()> done;
    std::int64_t total = 0;
  };

  /// The session and the options must outlive it. Throws core::OutOfMemory when memory does not
  /// suffice for saving the results.
  Course(session::Session& session, const OutputOptions& options, Way way);

  /// Runs to the end and saves the requested files.
  const RunReport& carried_out();
  /// Prints the session's warnings on standard error. Returns the report as text, or as JSON if the
  /// options say so.
  std::string text_of(const RunReport& report);
  /// Prints the session's warnings on standard error.
  void tell_warnings();

 private:
  void go_to(std::int64_t step);
  [[nodiscard]] exporting::FieldPicture picture();
  void save_frames();
  void save_picture();
  void finish_pictures();
  void sum_up_and_dump();

  session::Session& session_;
  const OutputOptions& options_;
  Way way_;
  system::Naming naming_;
  std::shared_ptr<exporting::ExportQueue> queue_ = std::make_shared<exporting::ExportQueue>();
  Progress progress_;
  std::int64_t taken_ = 0;
  std::int64_t chunk_ = 1;
  RunReport report_;
};

}  // namespace heatwave::cli
