// Saves fields as PNG files through the export queue: single pictures and sequences of frames.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/export/export_queue.h"
#include "app/export/field_picture.h"
#include "app/export/frame_sink.h"
#include "app/scene/scene.h"
#include "app/session/command.h"
#include "app/session/snapshot.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

struct SessionOptions;

/// Creates the first of NAME-001, NAME-002, … that does not exist in this folder. Throws
/// core::Error.
std::filesystem::path made_fresh_folder(const std::filesystem::path& parent,
                                        const std::string& name);

/// A format of sequences: its extension, which is empty for a folder, and its title.
struct SequenceFormat {
  std::string extension;
  std::string title;
};
std::vector<SequenceFormat> sequence_formats();

class PictureExports {
 public:
  PictureExports(std::shared_ptr<exporting::ExportQueue> queue, std::filesystem::path folder);

  /// Sets the folder of files without a given name.
  void set_folder(std::filesystem::path folder) { folder_ = std::move(folder); }
  /// Saves a picture of the field with its scene's view. `derived`: what the view shows in
  /// place of the field.
  void save(const scene::Scene& scene, field::FieldState state, std::vector<std::uint8_t> flags,
            Derived derived, const SaveFieldPng& command);

  /// Starts a sequence in a folder, or in one file if its name says so. It ends before it exceeds
  /// the command's disk limit. Throws core::Error when the destination cannot be created.
  void start_sequence(const StartSequence& command, const scene::Scene& scene);
  void stop_sequence();
  /// Continues a running sequence in a fresh folder, because the field was replaced or went back:
  /// no folder mixes two stories.
  void start_over(const scene::Scene& scene);
  [[nodiscard]] bool in_sequence() const { return sequence_.has_value(); }
  /// Returns whether the sequence needs the field at this step.
  [[nodiscard]] bool wants(std::int64_t step) const;
  /// Returns the number of steps to the next frame of the sequence.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const;
  void take_frame(const scene::Scene& scene, field::FieldState state,
                  std::vector<std::uint8_t> flags, Derived derived);

  [[nodiscard]] bool has_room() const { return queue_->has_room() && !may_be_full(); }
  [[nodiscard]] ExportStatus status() const;
  /// Returns descriptions of new failures; for a sequence, only the first of several in a row.
  std::vector<std::string> take_failures();
  /// Result of a sequence, once its last file is complete.
  struct Ended {
    std::string words;
    bool at_limit = false;
  };
  std::optional<Ended> take_ended();
  void finish() { queue_->finish(); }

 private:
  struct Sequence {
    std::int64_t every = 1;
    std::int64_t frames = 0;      ///< 0: until stopped
    std::int64_t most_bytes = 0;  ///< 0: no limit
    exporting::PictureParts with;
    std::int64_t taken = 0;    ///< number of frames in all its folders
    std::int64_t newest = -1;  ///< step of the newest frame in this folder; -1: none yet
    std::string scene;
    std::filesystem::path folder;  ///< the folder, or the one file of all frames
    bool names_folders = true;     ///< the command named no folder
    std::shared_ptr<exporting::FrameTally> tally = std::make_shared<exporting::FrameTally>();
    std::unique_ptr<exporting::FrameSink> sink;
    std::int64_t pixel_bytes = 0;  ///< bytes of a picture's pixels, which its file rarely exceeds
    bool at_limit = false;
  };

  void open_sink(Sequence& sequence);
  /// Returns the number of the sequence's pictures that wait to be written.
  [[nodiscard]] std::int64_t waiting() const;
  /// Returns whether the waiting pictures might reach the limit; then it is unknown whether another
  /// picture fits.
  [[nodiscard]] bool may_be_full() const;
  [[nodiscard]] bool is_full() const;

  std::shared_ptr<exporting::ExportQueue> queue_;
  std::filesystem::path folder_;
  std::optional<Sequence> sequence_;
  std::vector<Sequence> ended_;  ///< sequences whose last pictures are still being written
  bool failing_ = false;
  std::int64_t written_before_failure_ = 0;
};

/// Builds the picture of a field with its view, coloured by its exact extremes; walls come from the
/// flags. `derived`: what the view shows in place of the field, and beside it; a line without it
/// has no past.
exporting::FieldPicture picture_of(const scene::Scene& scene, field::FieldState state,
                                   std::vector<std::uint8_t> flags,
                                   const exporting::PictureParts& parts = {}, Derived derived = {});

/// Returns the size of that picture, with a second quantity beside the first one.
core::Extent picture_extent(const scene::Scene& scene, core::Extent grid,
                            const exporting::PictureParts& parts);

/// Returns the options of a session that runs beside another one to make pictures: it takes one
/// thread of the CPU and keeps nothing.
SessionOptions options_for_pictures();

}  // namespace heatwave::session
