// A room of the window as the shell knows it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/rooms/action.h"
#include "app/rooms/frame.h"
#include "app/rooms/room_names.h"
#include "app/session/sights.h"
#include "app/ui/box.h"
#include "app/view/field_mapping.h"
#include "app/view/sample_wish.h"
#include "app/view/surface_camera.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::rooms {

/// Where the parts of the window lie, in window units.
struct Layout {
  ui::Box top, transport, side;
  ui::Box room;  ///< all between the bars, beside the side panel
};

/// A part of the window to be saved as it is in this frame.
struct Picture {
  ui::Box area;
  std::string name;     ///< of the file; of the folder, where it is one of a series
  int number = -1;      ///< in its series; −1: it stands alone
  bool hidden = false;  ///< the frame was drawn for it alone, and is not shown
};

/// A line of the help that no action has.
struct Hint {
  const char* keys;
  const char* what;
};

/// Something of a room that is found by its name: a scene, an experiment, a setting …
struct Finding {
  std::string kind;  ///< in a word
  std::string id;
  std::string title;
  std::string words;      ///< a sentence on it; may be empty
  bool in_panel = false;  ///< it is seen in the side panel
};

inline constexpr const char* kSetting = "setting";

/// The groups of a side panel; `Rows` have a title and words.
template <typename Rows>
void add_groups(std::vector<Finding>& all, const Rows& rows) {
  for (const auto& row : rows) all.push_back({kSetting, row.title, row.title, row.words, true});
}

class Room : core::NonCopyable {
 public:
  virtual ~Room() = default;

  // Words
  [[nodiscard]] virtual const RoomEntry& entry() const = 0;
  /// Of what is shown: in the window's title, and in names of files.
  [[nodiscard]] virtual std::string title(const session::Snapshot& snapshot) const = 0;
  [[nodiscard]] virtual std::string file_name(const session::Snapshot& snapshot) const = 0;
  /// What the mouse does.
  [[nodiscard]] virtual std::span<const Hint> mouse() const { return {}; }
  /// For whoever drives the window from outside.
  virtual void add_status(nlohmann::ordered_json& status, const Frame& frame) = 0;

  // Actions
  [[nodiscard]] virtual const std::vector<const Action*>& actions() const = 0;
  [[nodiscard]] virtual std::string why_not(const Action& action, const Frame& frame) = 0;
  virtual void perform(const Action& action, const Frame& frame) = 0;

  // What can be found in it by name, besides its actions
  [[nodiscard]] virtual std::vector<Finding> findings(const session::Snapshot&) const { return {}; }
  virtual void show_found(const Finding& /*finding*/, const Frame& /*frame*/) {}

  // A frame
  /// Takes its place in the window; before its input and once more after it.
  virtual void lay_out(const Layout& /*layout*/, const session::Snapshot& /*snapshot*/,
                       float /*unit*/) {}
  virtual void take_pointer(const Frame& /*frame*/) {}
  /// In place of it while another room is shown.
  virtual void rest(const Frame& /*frame*/) {}
  /// Once the session has done its part, before anything is drawn; so much time has passed.
  virtual void begin(const Frame& /*frame*/, double /*seconds*/) {}
  /// Whether it changes by itself, besides what the session is at.
  [[nodiscard]] virtual bool moves() const { return false; }
  virtual void draw(const Frame& frame, const Layout& layout) = 0;
  /// In the bar at the top: what is shown, to choose; `buttons`: the width that others take.
  virtual void draw_head(const Frame& frame, const ui::Box& bar, float buttons) = 0;
  virtual void draw_side(const Frame& frame, const ui::Box& area) = 0;
  virtual void draw_transport(const Frame& frame, const ui::Box& area) = 0;
  /// Over all that was drawn, where the window is.
  virtual void draw_over(const Frame& /*frame*/, const ui::Box& /*window*/) {}
  /// Where a notice hides the least: it begins at the lower right corner.
  [[nodiscard]] virtual ui::Box place_of_notices(const Layout& layout, float /*unit*/) const {
    return layout.room;
  }

  // Pictures of a part of it
  [[nodiscard]] virtual bool wants_picture() const { return false; }
  virtual std::optional<Picture> picture(const Frame& /*frame*/) { return {}; }
  /// One of a series was saved, or could not be.
  virtual void picture_taken(bool /*saved*/) {}

  /// Shows one of its experiments, lessons, …; an empty name leaves what is shown.
  virtual void show(const std::string& /*what*/) {}
  /// Shows what a sight says of this room; where it says nothing all stays as it is.
  virtual void look_at(const session::Sight& /*sight*/) {}
  /// Says in the sight what is shown here.
  virtual void note_sight(session::Sight& /*sight*/) const {}
  /// Where it shows the field; null: it does not.
  [[nodiscard]] virtual const view::FieldMapping* field() const { return nullptr; }
  /// What of the window lies below and around the field; all else is panels.
  [[nodiscard]] virtual ui::Box ground(const Layout& layout) const { return layout.room; }
  /// From where it shows the field as a surface; null: it shows it from above.
  [[nodiscard]] virtual const view::SurfaceCamera* surface() const { return nullptr; }
  /// Where another field lies beside it, and their difference; null: there is none.
  [[nodiscard]] virtual const Panes* panes() const { return nullptr; }
  /// Where it wants to know the field's values; none: nowhere.
  [[nodiscard]] virtual std::optional<view::SampleWish> samples_wanted() const { return {}; }
};

/// A room whose actions are the table of its view.
template <typename View>
class TableRoom : public Room {
 public:
  [[nodiscard]] const std::vector<const Action*>& actions() const override {
    // Every button looks for its keys in it, in every frame.
    static const std::vector<const Action*> all = [] {
      std::vector<const Action*> rows;
      for (const ActionRow<View>& row : View::actions()) rows.push_back(&row);
      return rows;
    }();
    return all;
  }
  [[nodiscard]] std::string why_not(const Action& action, const Frame& frame) override {
    const View view = this->view(frame);
    return rooms::why_not(static_cast<const ActionRow<View>&>(action), view);
  }
  void perform(const Action& action, const Frame& frame) override {
    View view = this->view(frame);
    rooms::perform(static_cast<const ActionRow<View>&>(action), view);
  }

 protected:
  [[nodiscard]] virtual View view(const Frame& frame) = 0;
};

}  // namespace heatwave::rooms
