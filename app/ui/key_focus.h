// Which control has the keys: Tab goes from one to the next, in the order in which they are drawn,
// and arrows go within a list.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/ui/box.h"

namespace heatwave::ui {

/// What a control does with keys. Enter and Space press each of them.
enum class Takes : std::uint8_t {
  press,   ///< nothing else
  unfold,  ///< up and down, too, unfold its list
  change,  ///< arrows change its value
  text,    ///< it is typed into as soon as it has the keys
};

/// What lies over what: the keys go to the uppermost that is drawn.
enum class Layer : std::uint8_t { window, question, list };

class KeyFocus {
 public:
  /// What the keys ask of a control.
  struct Asked {
    bool pressed = false;
    int along = 0;      ///< steps by left and right
    int up = 0;         ///< steps by up and down
    bool held = false;  ///< by a key that is held down: the same grip still

    [[nodiscard]] bool turned() const { return along != 0 || up != 0; }
  };

  /// A control, as it was drawn.
  struct Stop {
    ImGuiID id = 0;
    Takes takes = Takes::press;
    Layer layer = Layer::window;
    bool enabled = true;
    bool typing = false;
    std::int64_t list = 0;  ///< that it is a row of, told from all others ever drawn; 0: of none
    bool chosen = false;
    Box box{};
  };

  // The window, before anything is drawn
  /// What was drawn in the frame before is what there is to go through.
  void begin_frame();
  /// On to the next (1) or back (−1), round the ends.
  void move(int by);
  /// Each of these is false where no control wants it.
  bool press();
  bool turn(int along, int up, bool held);
  /// To the first of a list, or to its last.
  bool jump(bool to_last);
  /// The keys go back to the room; Tab goes on from where it was.
  void hide();
  /// Whether a control has the keys.
  [[nodiscard]] bool is_held() const { return shown_ && found() != nullptr; }
  [[nodiscard]] Layer layer() const { return uppermost_; }
  /// It left what is being typed in behind.
  [[nodiscard]] bool drops_text() const { return drops_text_; }

  // The controls, as they are drawn
  void enter(Layer layer);
  void leave();
  /// Of controls that can do nothing now; each has its end.
  void begin_disabled(bool disabled);
  void end_disabled();
  /// Of rows that are one stop: Tab comes to the one that is chosen, arrows go to the others.
  void begin_choices() { choices_ = ++lists_; }
  void end_choices() { choices_ = 0; }
  /// Before a control is drawn that can be typed into. `takes_keys`: though Tab is elsewhere.
  void begin_typing(ImGuiID id, Takes takes, bool takes_keys = false);
  /// Behind each control. `is_chosen`: where keys begin in a list, or come to one.
  Asked stop(ImGuiID id, const Box& box, Takes takes, bool is_chosen = false);
  /// Of the place that a control has for whoever drives the window from outside.
  void note_name(const Box& box, const std::string& name);

  // What has them
  [[nodiscard]] bool is_on(const Box& box) const { return shown_ && drawn_here_ && box == box_; }
  [[nodiscard]] const Box& box() const { return box_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// For how long nothing has come of keys.
  [[nodiscard]] double rested() const { return ImGui::GetTime() - since_; }
  /// So many can be gone through by Tab.
  [[nodiscard]] std::size_t count() const;
  /// Round it, over all; nothing where none has them.
  void draw_ring(float unit, const ImVec4& ring, const ImVec4& ground) const;

 private:
  [[nodiscard]] ImGuiID& at(Layer layer) { return at_[static_cast<std::size_t>(layer)]; }
  [[nodiscard]] ImGuiID here() const { return at_[static_cast<std::size_t>(uppermost_)]; }
  [[nodiscard]] const Stop* found() const;
  /// The row of its list that Tab comes to; itself where it is in none.
  [[nodiscard]] const Stop& entry_of(const Stop& stop) const;
  /// The nearest row of the same list, by what way arrows point; null: none.
  [[nodiscard]] const Stop* beside(const Stop& from, int along, int up) const;
  void go_to(const Stop& stop);
  [[nodiscard]] bool is_disabled() const { return !disables_.empty() && disables_.back(); }

  std::vector<Stop> seen_;   ///< in the frame before, of the uppermost layer
  std::vector<Stop> drawn_;  ///< so far
  std::array<ImGuiID, 3> at_{};
  std::array<int, 3> index_{};  ///< where that was
  std::int64_t lists_ = 0;      ///< that were ever begun
  std::int64_t choices_ = 0;    ///< the one whose rows are drawn now; 0: none
  std::vector<Layer> layers_{Layer::window};
  Layer uppermost_ = Layer::window;
  /// Whether what is drawn now can do nothing, by each begin_disabled() that is open.
  std::vector<bool> disables_;
  bool shown_ = false;
  bool came_ = false;
  bool drops_text_ = false;
  // Dear ImGui lets a control be typed into only in the frame after it was asked to.
  ImGuiID asked_typing_ = 0;  ///< in this frame
  ImGuiID next_typing_ = 0;   ///< asked in the frame before
  Asked asked_;
  bool drawn_here_ = false;
  Box box_;
  Box seen_part_;  ///< of the window that it lies in
  std::string name_;
  double since_ = 0.0;
};

}  // namespace heatwave::ui
