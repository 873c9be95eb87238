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
  std::string words;  ///< with the path
  bool of_series = false;
};

struct QueueStatus {
  std::int64_t taken = 0;    ///< pictures handed over
  std::int64_t written = 0;  ///< files complete on disk
  std::int64_t failed = 0;
  double seconds_left = 0.0;  ///< until it has caught up, by its pace so far
  std::filesystem::path newest;
  std::filesystem::path newest_single;  ///< that belongs to no series
};

class ExportQueue : core::NonCopyable {
 public:
  /// `most_waiting` bytes of pictures may wait before there is no more room.
  explicit ExportQueue(std::size_t most_waiting = std::size_t{256} << 20U);
  ~ExportQueue();  ///< finishes what was handed over

  /// Work that takes its turn among the pictures: it gives the file that it made. `bytes` wait with
  /// it. It is part of a series. Never blocks.
  void add(std::size_t bytes, std::function<std::filesystem::path()> work);
  /// Missing folders are made. Never blocks.
  void write(FieldPicture picture, std::filesystem::path path, system::Naming naming);
  void write(Image image, std::filesystem::path path, system::Naming naming);

  /// False while so much waits that more would fill the memory: hand over no more until it is true.
  [[nodiscard]] bool has_room() const;
  [[nodiscard]] QueueStatus status() const;
  /// The first failure since the last call, in words with the path; the others only count.
  std::optional<std::string> take_failure();
  /// The failures since the last call: of series only the first, of single pictures each.
  std::vector<QueueFailure> take_failures();
  /// Waits until nothing is left to write.
  void finish();

 private:
  struct Impl;
  /// A picture asked for by itself is told of; one of many is counted with the others.
  enum class Belongs : std::uint8_t { to_nothing, to_a_series };
  void add(std::size_t bytes, Belongs belongs, std::function<std::filesystem::path()> work);

  std::unique_ptr<Impl> impl_;
};

}  // namespace heatwave::exporting
