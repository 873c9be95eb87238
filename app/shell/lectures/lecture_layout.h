// Lays out the steps of a lecture without a display: finds what the class would not see, and
// takes pictures of what it does see.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "app/export/field_picture.h"
#include "app/rooms/room.h"
#include "app/session/session.h"
#include "app/wire/lecture.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::shell {

/// A window in which a class must see what a step points at.
struct LectureWindow {
  core::Extent size;
  float unit = 1.0F;  ///< scale of the interface
};

/// The rooms in windows of usual sizes, drawn by Dear ImGui without a display.
class LectureLayout : core::NonCopyable {
 public:
  static constexpr core::Extent kWindow{1280, 800};
  static constexpr std::array<LectureWindow, 2> kWindows{{{kWindow, 1.0F}, {{1920, 1080}, 2.0F}}};
  /// Number of lines of code in sight where a step points at one of them.
  static constexpr int kLeastCodeLines = 10;

  explicit LectureLayout(session::Session& session);
  ~LectureLayout();

  /// Shows the step's room. Returns the first of the places named by the step that is missing or
  /// cut, with the reason; empty: all are in sight.
  [[nodiscard]] std::string first_hidden(const wire::LectureStep& step);
  /// Returns the picture of the step's room that its key saves, light for paper, `pixels` a unit.
  /// Empty: the room has none.
  [[nodiscard]] exporting::Image picture(const wire::LectureStep& step, float pixels);

 private:
  /// Gives the window its size and its scale.
  void open(const LectureWindow& window);
  /// Returns the reason why the class would not see one of the places in this window; empty: all
  /// are in sight.
  [[nodiscard]] std::string hidden_in(const LectureWindow& window, const wire::LectureStep& step);
  /// Returns the reason why too little of the code is in sight; empty: enough is.
  [[nodiscard]] std::string lacking_code(rooms::Room& room);
  [[nodiscard]] rooms::Frame frame();
  /// Draws the room until it has settled.
  void settle(rooms::Room& room, const rooms::Layout& layout);
  void draw(rooms::Room& room, const rooms::Layout& layout);

  session::Session& session_;
  std::array<std::unique_ptr<rooms::Room>, 3> rooms_;
  rooms::CommandSender commands_;
  ui::FontSet fonts_;
  ui::Memory memory_;
  ui::Places places_;
  std::set<std::string> cut_;  ///< places that are not wholly in sight
  bool is_for_paper_ = false;
  float unit_ = 1.0F;
  rooms::Timings timings_;
  colour::ColourScale colours_;
  std::function<std::string(std::string_view)> keys_of_;
  std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)> texture_of_;
};

}  // namespace heatwave::shell
