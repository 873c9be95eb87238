// The destination of a sequence's frames: written in order, in the background, within a limit, and
// never as an incomplete file.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/export_queue.h"
#include "app/export/field_picture.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::exporting {

/// Frame rate of all films and animations.
inline constexpr int kFramesPerSecond = 25;

/// A format that turns frames into files. All its functions run on the export queue's thread, one
/// at a time, except the constructor.
class FrameFormat : core::NonCopyable {
 public:
  virtual ~FrameFormat() = default;

  /// Adds a frame. Returns the file written so far; empty: none yet. Throws core::Error.
  virtual std::filesystem::path add(const Image& image, std::int64_t number) = 0;
  /// Called when a frame could not be made. A file with all frames is discarded, so that no frame
  /// is missing in it.
  virtual void give_up() {}
  /// Completes the format. Returns its file; empty: no frame was saved.
  virtual std::filesystem::path close() = 0;
  /// Returns the bytes of all frames so far.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// State of a sequence's frames, written by the export queue's thread and read by any. A sequence
/// that continues in another sink keeps its tally.
struct FrameTally {
  std::atomic<std::int64_t> done = 0;  ///< frames that were written or have failed
  std::atomic<std::int64_t> written = 0;
  std::atomic<std::uint64_t> bytes = 0;
  std::atomic<std::uint64_t> largest = 0;  ///< bytes of the largest frame
  std::atomic<int> open = 0;               ///< sinks whose last file is incomplete
};

struct FrameFormatEntry {
  std::string_view extension;  ///< file extension that selects it; empty: a folder
  std::string_view title;
  std::unique_ptr<FrameFormat> (*make)(const std::filesystem::path& path, system::Naming naming);
};
/// All formats.
const std::vector<FrameFormatEntry>& frame_formats();
/// Throws core::Error when a frame's size differs from that of earlier frames in one file.
void require_same_extent(const std::filesystem::path& path, core::Extent before, core::Extent now);
/// Returns the extensions of formats with all frames in one file, such as ".gif".
std::vector<std::string> one_file_endings();
/// Returns whether the path names one file with all frames rather than a folder.
bool is_one_file(const std::filesystem::path& path);

/// Tells how many bytes a sequence takes.
struct SequenceBytes {
  double first = 0.0;  ///< bytes of the first picture and of the file's head
  double each = 0.0;   ///< bytes of each further picture
  [[nodiscard]] double of(std::int64_t pictures) const {
    return first + each * static_cast<double>(pictures - 1);
  }
};
/// Encodes pictures, at least one, in the format with this extension, and returns what they take.
/// Throws core::Error where that fails.
SequenceBytes measured_bytes(std::span<const Image> pictures, std::string_view extension);

class FrameSink : core::NonCopyable {
 public:
  /// The path's extension selects the format; without one it is a folder with a picture for each
  /// frame.
  FrameSink(std::shared_ptr<ExportQueue> queue, const std::filesystem::path& path,
            system::Naming naming,
            std::shared_ptr<FrameTally> tally = std::make_shared<FrameTally>());
  /// Closes the sink if it is open.
  ~FrameSink();

  /// While this is false, add no more frames.
  [[nodiscard]] bool has_room() const { return queue_->has_room(); }
  /// Adds a frame; never blocks. Numbers must grow: a step of the field, or of a board.
  void add(FieldPicture picture, std::int64_t number);
  void add(Image image, std::int64_t number);
  /// Ends the sequence.
  void close();
  /// Ends the sequence instead of close(); a file with all frames is discarded.
  void give_up() { open_.reset(); }

 private:
  class Open;

  template <typename Picture>
  void hand_over(Picture picture, std::int64_t number);

  std::shared_ptr<ExportQueue> queue_;
  std::shared_ptr<Open> open_;  ///< null: closed
};

}  // namespace heatwave::exporting
