// Parts of a panel that are scrolled out of sight: laid out every few frames, and not in each.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "app/ui/box.h"
#include "app/ui/key_focus.h"

namespace heatwave::ui {

struct Look;

/// In between they keep their room, Tab's stops and the places of their controls.
class UnseenParts {
 public:
  /// `pressed`: by keys or the mouse, which any part may answer to, at once and in frames to come.
  void begin_frame(bool pressed);
  /// What `lay_out` draws at the cursor, over all the width there is.
  void draw(const Look& look, ImGuiID id, const std::function<void()>& lay_out);

  /// Frames from one layout of a part to the next; one part of all is laid out in a frame.
  static constexpr std::int64_t kEvery = 8;

 private:
  /// What the height of a part depends on, besides what is in it.
  struct Room {
    float width = 0.0F;
    float unit = 0.0F;
    int fonts = -1;
    friend bool operator==(const Room&, const Room&) = default;
  };
  struct Part {
    Room room;
    float height = 0.0F;
    std::int64_t laid_out = -kEvery;  ///< the newest frame in which it was, out of sight
    ImVec2 at{};                      ///< then
    std::vector<KeyFocus::Stop> stops;
    Places places;
  };

  /// Whether it is its turn: others that are due come in the next frames.
  bool takes_turn(const Part& part);
  static void stand_in(const Look& look, const Part& part, ImVec2 at);

  std::map<ImGuiID, Part> parts_;
  std::int64_t frame_ = 0;
  std::int64_t turn_ = -1;          ///< the newest frame in which a part took its turn
  std::int64_t pressed_ = -kEvery;  ///< the newest frame in which anything was
};

}  // namespace heatwave::ui
