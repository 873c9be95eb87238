// The tour through the three rooms for first-time users: offers it, shows what each step needs,
// recognises completed steps, draws the card and a ring around the control that it speaks of.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/rooms/room.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// The action that a step of the tour waits for.
enum class TourTask : unsigned char {
  drag,
  parameter,
  pause,
  view,
  draw,
  undo,
  measure,
  variant,
  step,
  end,
  find
};

struct TourStep {
  TourTask task;
  std::string_view room;   ///< room in which it is done; empty: any
  std::string_view shows;  ///< scene, experiment or lesson; empty: what the step before has shown
  std::string_view group;  ///< group of the panel to scroll to; empty: none
  /// Names of the controls that the step speaks of, also of the rail's button; empty: none.
  std::array<std::string_view, 4> controls;
  std::string_view title;
  std::string_view words;
};

/// Returns the steps: about three minutes for the field, two for the lab, two for the stage.
std::span<const TourStep> tour_steps();

/// Progress of the tour. Times are in seconds of any clock.
class TourModel {
 public:
  static constexpr double kExplainedFor = 30.0;  ///< seconds for which the offer has a sentence
  static constexpr double kPraisedFor = 1.5;     ///< seconds for which "Done" is shown

  /// Offers the tour to a first-time user, until it is taken or declined.
  void offer(double now) { offered_at_ = now; }
  [[nodiscard]] bool is_offered() const { return offered_at_ && !step_; }
  /// Returns whether the offer has shrunk to a row of buttons, which takes little room.
  [[nodiscard]] bool is_brief(double now) const {
    return is_offered() && now - *offered_at_ >= kExplainedFor;
  }
  void begin();
  /// Ends the tour and withdraws the offer.
  void end();
  /// Goes to the next step; after the last one, ends.
  void skip();
  /// Returns true if the current step was waiting for this action.
  bool note(TourTask task, double now);
  /// Goes to the next step once "Done" has been shown long enough.
  void pass(double now);

  [[nodiscard]] std::optional<std::size_t> step() const { return step_; }
  [[nodiscard]] bool is_done() const { return done_at_.has_value(); }
  /// Returns whether the tour was taken or declined; it is not offered again.
  [[nodiscard]] bool was_seen() const { return seen_; }

 private:
  std::optional<double> offered_at_;
  std::optional<std::size_t> step_;
  std::optional<double> done_at_;
  bool seen_ = false;
};

class TourGuide {
 public:
  explicit TourGuide(const ShellContext& shell);

  void handle(const session::MoveTour& command);
  /// Completes a step that waited for this command.
  void observe(const session::Command& command);

  /// Goes on where a step is done, and offers the tour to a user who has not seen it, as far as is
  /// known.
  void update();
  /// Draws the card. Returns its height above the room's bottom.
  float draw(ShellView& view, const rooms::Layout& layout, const ui::Box& notices);
  /// Returns the height that the card took at the panel's end in the previous frame.
  [[nodiscard]] float height_in_panel() const { return height_in_panel_; }

  [[nodiscard]] TourStatus status() const;

 private:
  /// Shows the scene, the experiment or the lesson that the current step needs.
  void show_step();
  /// Scrolls the panel to the group that the step speaks of; on the rail it would cover the room.
  void show_group(const TourStep& step);
  void note_what_is_seen(double now);
  [[nodiscard]] bool may_offer() const;

  const ShellContext& shell_;
  TourModel model_;
  bool was_seen_;
  bool has_panel_ = false;  ///< the panel was not folded to the rail in the previous frame
  float height_in_panel_ = 0.0F;
  std::optional<std::size_t> shown_step_;  ///< the step whose needs were shown last
  int stage_step_ = 0;                     ///< step of the stage in the previous frame
  std::string variant_;                    ///< variant of the lab in the previous frame
};

}  // namespace heatwave::shell
