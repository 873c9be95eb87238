// The course of a computation without a window: its steps, with pictures on the way, and the
// report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/cli/options.h"
#include "app/cli/progress.h"
#include "app/cli/run_report.h"
#include "app/export/png_writer.h"
#include "app/session/session.h"
#include "app/system/write_files.h"
#include "kernels/field/field_state.h"

namespace heatwave::cli {

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
  std::shared_ptr<exporting::PngWriter> writer_ = std::make_shared<exporting::PngWriter>();
  Progress progress_;
  std::int64_t taken_ = 0;
  std::int64_t chunk_ = 1;
  field::FieldState state_;
  RunReport report_;
};

}  // namespace heatwave::cli
