// Data that the shell's panels draw from, and the table of actions for every room.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "app/export/field_picture.h"
#include "app/rooms/room.h"
#include "app/shell/shell_snapshot.h"

namespace heatwave::shell {

struct ShellView : rooms::Frame {
  const ShellSnapshot& now;
  /// Keys pressed while a question over the window is open.
  std::span<const rooms::Chord> question_keys;
  /// The draw lists that the audience's window leaves out; null: it leaves out none.
  std::vector<ImDrawList*>* aside = nullptr;

  static std::span<const rooms::ActionRow<ShellView>> actions();
};

/// Hides the draw list from the audience's window.
inline void keep_from_audience(const ShellView& view, ImDrawList* list) {
  if (view.aside != nullptr) view.aside->push_back(list);
}

// Headings of sections of the help
inline constexpr const char* kRoomsHeading = "Rooms";
inline constexpr const char* kLectureHeading = "Lecture";
inline constexpr const char* kPresentHeading = "Present";

}  // namespace heatwave::shell
