// The export dialog: what is saved, how large, as which kind of file, how long, and where.
#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/export/field_picture.h"
#include "app/export/frame_sink.h"
#include "app/rooms/room.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

enum class ExportSubject : std::uint8_t {
  field,
  framed_field,  ///< with the colour bar and the title
  part,          ///< the room's chart or board
  window,
  surface,  ///< the surface in the window, with its axis
};

/// The offered sizes; the first three are in pixels for a cell, or for a pixel of the window.
enum class ExportSize : std::uint8_t { once, twice, four_times, full_hd, ultra_hd, own };

inline constexpr std::string_view kOnePng = ".png";

struct ExportChoice {
  ExportSubject subject = ExportSubject::field;
  ExportSize size = ExportSize::once;
  core::Extent own{1920, 1080};
  std::string format;       ///< file extension; empty: a folder with a PNG for each step
  bool outlines = false;    ///< with the outlines of sources, walls and media
  bool smooth = true;       ///< values between cells, where a cell has several pixels
  std::int64_t every = 10;  ///< steps of the field between pictures
  std::int64_t frames = 0;  ///< 0: until stopped
  double gigabytes = static_cast<double>(session::kMostSequenceBytes) / 1e9;
  std::string path;  ///< empty: a fresh name in the export folder
  friend bool operator==(const ExportChoice&, const ExportChoice&) = default;

  [[nodiscard]] bool is_one_picture() const { return format == kOnePng; }
  [[nodiscard]] bool is_of_field() const { return subject <= ExportSubject::framed_field; }
  [[nodiscard]] exporting::PictureSize picture_size() const;
  [[nodiscard]] exporting::PictureParts parts() const;
};

/// Returns the choice that a room begins with.
ExportChoice first_choice(const rooms::Room& room);
/// Returns the command that carries out the choice.
session::Command command_of(const ExportChoice& choice);

/// A picture as it would be saved, and its cost.
struct ExportPreview {
  std::shared_ptr<const exporting::Image> image;  ///< shrunk; null: there is none yet
  core::Extent extent{0, 0};                      ///< size of the picture to be saved
  exporting::SequenceBytes bytes;                 ///< in the chosen kind of file; 0: unknown
  double seconds = 0.0;                           ///< time to draw and to encode it
};
/// Draws the choice's picture of the field. For a film, the scene, which begins with this field, is
/// run for a moment, and its first pictures are encoded.
ExportPreview preview_of(const ExportChoice& choice, const exporting::FieldPicture& picture,
                         scene::Scene scene);

/// Speed and pace that a film's duration follows from.
struct ExportPace {
  double steps_per_second = 0.0;  ///< 0: unknown
  std::int64_t board_steps = 0;   ///< number of steps of a board that are left
};
/// Describes size and duration of the export.
std::string estimate_of(const ExportChoice& choice, const ExportPreview& preview,
                        const ExportPace& pace);

enum class ExportAnswer : std::uint8_t { none, save, copy, leave };

class ExportQuestion {
 public:
  [[nodiscard]] bool is_open() const { return open_; }
  /// `format`: chosen first; none: the last one chosen in this room.
  void open(const rooms::Room& room, const std::optional<std::string>& format);
  void close() { open_ = false; }

  [[nodiscard]] const ExportChoice& choice() const { return choices_.at(room_); }
  /// Returns the field's picture as chosen last; none: its size was not chosen.
  [[nodiscard]] std::optional<exporting::PictureParts> sized_field() const;
  /// True if the preview lacks the current choice. Then call make_preview().
  [[nodiscard]] bool needs_preview() const;
  /// True if a preview is being made.
  [[nodiscard]] bool is_waiting() const { return making_.valid(); }
  /// Makes the preview on another thread. `times`: the saved picture is this much larger.
  void make_preview(exporting::FieldPicture picture, scene::Scene scene);
  void make_preview(exporting::Image image, double times);

  /// Draws the dialog. `why_no_copy`: why no picture can be copied; empty: it can.
  ExportAnswer draw(ShellView& view, const rooms::Room& room, const std::string& why_no_copy);
  void add_status(nlohmann::ordered_json& status) const;

 private:
  void take_preview();
  void draw_controls(ShellView& view, const rooms::Room& room);
  void draw_preview(const ShellView& view, ImVec2 area) const;

  bool open_ = false;
  std::string room_;
  std::map<std::string, ExportChoice> choices_;  ///< the newest of each room
  std::optional<ExportChoice> previewed_;
  std::future<ExportPreview> making_;
  ExportPreview preview_;
};

}  // namespace heatwave::shell
