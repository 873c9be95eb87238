// The course of a computation without a window: its steps, with pictures on the way, and the
// report.
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
#include "kernels/field/field_state.h"

namespace heatwave::cli {

/// Summed cell by cell in double, so that equal fields give equal figures whatever computed them.
struct Statistics {
  float minimum = 0.0F;
  float maximum = 0.0F;
  double mean = 0.0;
};

/// The recording that was done again.
struct Replayed {
  std::string file;
  std::string program;                          ///< the version that wrote it
  int keyframes = 0;                            ///< check sums that were the same
  std::optional<std::size_t> breaks_off_after;  ///< line; none: it is complete
};

struct RunReport {
  std::int64_t steps = 0;
  double seconds = 0.0;  ///< spent computing, until the last step was done
  Statistics field;
  std::vector<std::filesystem::path> png;
  std::filesystem::path dump;       ///< empty: none
  std::filesystem::path csv;        ///< empty: none
  std::filesystem::path recording;  ///< written; empty: none
  std::optional<Replayed> replayed;
};

std::string summary(const RunReport& report, const session::Snapshot& snapshot);
/// On standard error, a line each: what the session has to say of the run, as of a lost device.
void warn(const session::Snapshot& snapshot);
std::string json(const RunReport& report, const session::Snapshot& snapshot);

class Course {
 public:
  struct Way {
    /// Does what is due, then takes at most so many steps; returns how many.
    std::function<std::int64_t(std::int64_t most)> take;
    /// Whether there are more.
    std::function<bool()> goes_on;
    /// How far it has come, and of how much.
    std::function<std::int64_t()> done;
    std::int64_t total = 0;
  };

  /// The session and the options outlive it. Throws core::OutOfMemory where there is not enough of
  /// it to save what comes out.
  Course(session::Session& session, const OutputOptions& options, Way way);

  /// Goes all the way; saves what is asked for.
  const RunReport& carried_out();
  /// What the session has to say, on standard error.
  void tell_warnings();

 private:
  void go_to(std::int64_t step);
  void take_field();
  [[nodiscard]] exporting::FieldPicture picture();
  void save_frames();
  void save_picture();
  void finish_pictures();
  void save_dump();

  session::Session& session_;
  const OutputOptions& options_;
  Way way_;
  system::Naming naming_;
  std::shared_ptr<exporting::ExportQueue> queue_ = std::make_shared<exporting::ExportQueue>();
  Progress progress_;
  std::int64_t taken_ = 0;
  std::int64_t chunk_ = 1;
  field::FieldState state_;
  RunReport report_;
};

}  // namespace heatwave::cli
