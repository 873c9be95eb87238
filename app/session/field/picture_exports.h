// Fields as PNG files: single ones and sequences of frames, handed to the export queue.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/export_queue.h"
#include "app/export/field_picture.h"
#include "app/export/frame_sink.h"
#include "app/scene/scene.h"
#include "app/session/command.h"
#include "app/session/snapshot.h"
#include "kernels/field/field_state.h"

namespace heatwave::session {

/// Makes the first of NAME-001, NAME-002, … that is not there yet, in this folder. Throws
/// core::Error.
std::filesystem::path made_fresh_folder(const std::filesystem::path& parent,
                                        const std::string& name);

/// In what a sequence can be saved: an extension, none of a folder, and what it is.
struct SequenceFormat {
  std::string extension;
  std::string title;
};
std::vector<SequenceFormat> sequence_formats();

class PictureExports {
 public:
  PictureExports(std::shared_ptr<exporting::ExportQueue> queue, std::filesystem::path folder);

  /// A field as its scene wants it shown.
  /// `averaged`: the plane that its view shows in place of the field; empty: it shows the field.
  void save(const scene::Scene& scene, field::FieldState state, std::vector<std::uint8_t> flags,
            std::vector<float> averaged, const SaveFieldPng& command);

  /// Into a folder, or one file where its name says so; ends before it takes more of the disk than
  /// the command allows. Throws core::Error when it can't be made.
  void start_sequence(const StartSequence& command, const scene::Scene& scene);
  void stop_sequence();
  /// The field is another one, or went back: a running sequence goes on in a fresh folder, so that
  /// no folder holds two stories.
  void start_over(const scene::Scene& scene);
  [[nodiscard]] bool in_sequence() const { return sequence_.has_value(); }
  /// Whether the sequence wants the field at this step.
  [[nodiscard]] bool wants(std::int64_t step) const;
  /// How many steps there are from here to the next frame of the sequence.
  [[nodiscard]] std::int64_t steps_to_next(std::int64_t step) const;
  void take_frame(const scene::Scene& scene, field::FieldState state,
                  std::vector<std::uint8_t> flags, std::vector<float> averaged);

  [[nodiscard]] bool has_room() const { return queue_->has_room() && !may_be_full(); }
  [[nodiscard]] ExportStatus status() const;
  /// Whatever could not be saved, in words; of a sequence only the first of a row of failures.
  std::vector<std::string> take_failures();
  /// What a sequence that has ended came to, once its last file is complete.
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
    std::int64_t taken = 0;    ///< in all its folders
    std::int64_t newest = -1;  ///< step of the newest frame in this folder; −1: none yet
    std::string scene;
    std::filesystem::path folder;  ///< or the one file of all frames
    bool names_folders = true;     ///< none was asked for
    std::shared_ptr<exporting::FrameTally> tally = std::make_shared<exporting::FrameTally>();
    std::unique_ptr<exporting::FrameSink> sink;
    std::int64_t pixel_bytes = 0;  ///< of a picture, which its file hardly ever is larger than
    bool at_limit = false;
  };

  void open_sink(Sequence& sequence);
  /// Pictures of the sequence that wait to be written.
  [[nodiscard]] std::int64_t waiting() const;
  /// Whether what waits might fill it: then nobody knows yet whether another picture fits.
  [[nodiscard]] bool may_be_full() const;
  [[nodiscard]] bool is_full() const;

  std::shared_ptr<exporting::ExportQueue> queue_;
  std::filesystem::path folder_;
  std::optional<Sequence> sequence_;
  std::vector<Sequence> ended_;  ///< their last pictures are still being written
  bool failing_ = false;
  std::int64_t written_before_failure_ = 0;
};

/// The field as its view shows it, coloured by its exact extremes; walls by the flags. `averaged`:
/// the plane that the view shows in place of the field; empty: it shows the field.
exporting::FieldPicture picture_of(const scene::Scene& scene, field::FieldState state,
                                   std::vector<std::uint8_t> flags,
                                   const exporting::PictureParts& parts = {},
                                   std::vector<float> averaged = {});

}  // namespace heatwave::session
