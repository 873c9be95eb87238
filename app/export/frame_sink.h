// Where the frames of a sequence go, whoever takes them: in order, in the background, bounded, and
// never half a file.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/export_queue.h"
#include "app/export/field_picture.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::exporting {

/// Of all that moves.
inline constexpr int kFramesPerSecond = 25;

/// How frames become files. All but the making happens on the thread of the export queue, one after
/// the other.
class FrameFormat : core::NonCopyable {
 public:
  virtual ~FrameFormat() = default;

  /// Returns the file that there is now; empty: none yet. Throws core::Error.
  virtual std::filesystem::path add(const Image& image, std::int64_t number) = 0;
  /// A frame could not be made. A file of all frames is given up, so that none lacks a frame.
  virtual void give_up() {}
  /// Empty: none of the frames is in a file.
  virtual std::filesystem::path close() = 0;
  /// Of all frames so far.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// What has become of a sequence's frames: kept by the thread of the export queue, read by any. A
/// sequence that goes on in another sink takes it along.
struct FrameTally {
  std::atomic<std::int64_t> done = 0;  ///< frames that are written or have failed
  std::atomic<std::int64_t> written = 0;
  std::atomic<std::uint64_t> bytes = 0;
  std::atomic<std::uint64_t> largest = 0;  ///< bytes of one frame
  std::atomic<int> open = 0;               ///< sinks whose last file is not complete yet
};

struct FrameFormatEntry {
  std::string_view extension;  ///< of the path that asks for it; empty: a folder's
  std::string_view title;
  bool needs_ffmpeg = false;
  std::unique_ptr<FrameFormat> (*make)(const std::filesystem::path& path, system::Naming naming);
};
/// Every format there is.
const std::vector<FrameFormatEntry>& frame_formats();
/// Throws core::Error where a frame has not the size of those before it in one file.
void require_same_extent(const std::filesystem::path& path, core::Extent before, core::Extent now);
/// The endings of the formats that hold all frames in one file: ".gif".
std::vector<std::string> one_file_endings();
/// Whether a path asks for one file of all frames, not for a folder.
bool is_one_file(const std::filesystem::path& path);

class FrameSink : core::NonCopyable {
 public:
  /// The path's extension says in which format; one without is a folder, a picture for each frame.
  FrameSink(std::shared_ptr<ExportQueue> queue, const std::filesystem::path& path,
            system::Naming naming,
            std::shared_ptr<FrameTally> tally = std::make_shared<FrameTally>());
  /// Closes what was not closed.
  ~FrameSink();

  /// While there is none, hand over no more.
  [[nodiscard]] bool has_room() const { return queue_->has_room(); }
  /// Never blocks. Numbers grow: a step of the field, or of a board.
  void add(FieldPicture picture, std::int64_t number);
  void add(Image image, std::int64_t number);
  /// There will be no more.
  void close();
  /// Instead of close: one file of all frames does not appear.
  void give_up() { open_.reset(); }

 private:
  class Open;

  template <typename Picture>
  void hand_over(Picture picture, std::int64_t number);

  std::shared_ptr<ExportQueue> queue_;
  std::shared_ptr<Open> open_;  ///< null: closed
};

}  // namespace heatwave::exporting
