// A queue of files that a background thread writes in order, each complete or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/field_picture.h"
#include "app/system/write_files.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::exporting {

struct QueueFailure {
  std::string words;  ///< description, with the path
  bool of_series = false;
};

struct QueueStatus {
  std::int64_t taken = 0;    ///< pictures passed to the queue
  std::int64_t written = 0;  ///< complete files on disk
  std::int64_t failed = 0;
  double seconds_left = 0.0;  ///< estimate until the queue is empty, at its speed so far
  std::filesystem::path newest;
  std::filesystem::path newest_single;  ///< excludes frames of series
};

class ExportQueue : core::NonCopyable {
 public:
  /// `most_waiting`: limit in bytes of waiting pictures, beyond which has_room() is false.
  explicit ExportQueue(std::size_t most_waiting = std::size_t{256} << 20U);
  ~ExportQueue();  ///< finishes all pending files

  /// Adds a job of a series, which returns the file it made. `bytes`: size of the waiting data.
  /// Never blocks.
  void add(std::size_t bytes, std::function<std::filesystem::path()> work);
  /// Queues a picture; missing folders are created. Never blocks.
  void write(FieldPicture picture, std::filesystem::path path, system::Naming naming);
  void write(Image image, std::filesystem::path path, system::Naming naming);

  /// Returns false while the waiting data are close to the limit; add nothing until it is true.
  [[nodiscard]] bool has_room() const;
  [[nodiscard]] QueueStatus status() const;
  /// Returns the first failure since the last call, with the path; the others are only counted.
  std::optional<std::string> take_failure();
  /// Returns the failures since the last call: only the first of each series, and all of single
  /// pictures.
  std::vector<QueueFailure> take_failures();
  /// Waits until everything is written.
  void finish();

 private:
  struct Writer;  ///< the thread, and what it shares with the callers
  /// Failures of single pictures are reported; those of a series are counted.
  enum class Belongs : std::uint8_t { to_nothing, to_a_series };
  void add(std::size_t bytes, Belongs belongs, std::function<std::filesystem::path()> work);

  std::unique_ptr<Writer> writer_;
};

}  // namespace heatwave::exporting
