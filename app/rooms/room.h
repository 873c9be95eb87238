// The interface between the shell and a room: what a room draws from and sends, the table of its
// actions, from which the key map, the help, the buttons and their tooltips are made, and the room.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/colour/colouring.h"
#include "app/export/field_picture.h"
#include "app/lines/sampled_field.h"
#include "app/rooms/room_names.h"
#include "app/scene/scene.h"
#include "app/session/command.h"
#include "app/session/sights.h"
#include "app/session/snapshot.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/figures.h"
#include "app/ui/group_list.h"
#include "app/ui/look.h"
#include "app/view/field_mapping.h"
#include "app/view/relief.h"
#include "app/view/sample_request.h"
#include "app/view/surface_camera.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::rooms {

/// The sink for commands, with their gestures.
using CommandSink = std::function<void(session::Command, session::Gesture)>;

/// The texts and data about the comparison.
struct Comparison {
  session::ComparisonLayout layout = session::ComparisonLayout::side_by_side;
  double divided_at = 0.5;
  bool difference = true;
  std::string before;             ///< label that distinguishes the other field
  std::string now;                ///< label that distinguishes the edited field
  core::Extent extent;            ///< extent of the other field
  bool is_comparable = true;      ///< both fields have the same grid and show the same quantity
  std::optional<double> largest;  ///< largest difference; empty: it is not shown, or there is none
  double difference_range = 1.0;  ///< the colours of the difference go from −this to this
  const colour::ColourMap* difference_map = &colour::find_colour_map("coolwarm");
  const session::Snapshot* snapshot = nullptr;  ///< state of the other field; never null in a frame
  const CommandSink* edits = nullptr;           ///< changes the other field; never null in a frame
  /// The other field's scene and samples, if lines are drawn over it; null: it shows another
  /// quantity.
  const scene::Scene* scene = nullptr;
  const lines::Samples* samples = nullptr;
};

/// The second quantity, which is shown beside the first one.
struct QuantityBeside {
  scene::Scene scene;  ///< shows the second quantity in place of the first one
  colour::ColourScale colours;
  field::ComponentSurvey survey;  ///< extremes of the presented values
  /// Its samples for contours; null or empty: none were requested.
  const lines::Samples* samples = nullptr;
};

/// The positions of the other field, or of the second quantity, and of the difference.
struct Panes {
  view::FieldMapping before;
  view::FieldMapping difference;
  bool shows_difference = true;
  /// Samples requested of what is in the other pane; none: no samples.
  std::optional<view::SampleRequest> request;
};

/// The times of a frame's parts, for the timings panel.
struct Timings {
  ui::TimeSeries step, copy, draw, ui, present, frame;
  double now = 0.0;  ///< seconds, the clock of the series
  /// The rates and the time of a step are of one interval, so that they multiply out.
  double steps_per_second = 0.0;
  double frames_per_second = 0.0;
  double step_ms = 0.0;           ///< time of a step on the device; 0: no step is timed
  double first_picture_ms = 0.0;  ///< since the program's start
  int frames_from_drag = 0;       ///< frames from the newest drag to its picture, both included
  std::string display_path;

  /// Returns the share of time in which the device computes steps, from 0 to 1: the product of the
  /// time of a step and the steps per second.
  [[nodiscard]] double computing_share() const {
    return std::clamp(step_ms * 1e-3 * steps_per_second, 0.0, 1.0);
  }
};

/// Numbers gestures; commands of one gesture are undone together.
class Gestures {
 public:
  session::Gesture next() { return ++newest_; }

 private:
  session::Gesture newest_ = 0;
};

inline constexpr const char* kNoRoomForPictures =
    "Nothing is saved now: many pictures still wait to be written";

/// Sends the commands of rooms and panels.
class CommandSender {
 public:
  explicit CommandSender(CommandSink sink) : sink_(std::move(sink)) {}

  /// Sends a command that is undone by itself.
  void send(session::Command command) { sink_(std::move(command), gestures_.next()); }
  /// Sends one of several commands that are undone together.
  void send(session::Command command, session::Gesture gesture) {
    sink_(std::move(command), gesture);
  }
  /// Sends the command of a slider or field while it is held; `grip` distinguishes one hold from
  /// the next.
  void edit(session::Command command, int grip) {
    if (std::exchange(grip_, grip) != grip) edited_ = gestures_.next();
    sink_(std::move(command), edited_);
  }
  /// Shows a message for a few seconds.
  void tell(std::string text) { send(session::ShowMessage{std::move(text)}); }

  [[nodiscard]] Gestures& gestures() { return gestures_; }
  [[nodiscard]] const CommandSink& sink() const { return sink_; }

 private:
  CommandSink sink_;
  Gestures gestures_;
  int grip_ = -1;
  session::Gesture edited_ = 0;
};

/// The part of a lecture that the class thinks about.
enum class LectureAsks : std::uint8_t {
  no_lecture,  ///< none is open
  nothing,     ///< its step has no question, or shows the answer
  question     ///< the answer to the step's question is still hidden
};

struct Frame : ui::Look {
  const session::Snapshot& snapshot;
  const Timings& timings;
  const colour::ColourScale& colours;  ///< current colours of the field
  CommandSender& commands;
  bool writer_has_room;  ///< another picture can be saved
  /// Returns the displayed keys of an action of this room or of the window.
  const std::function<std::string(std::string_view)>& keys_of;
  /// Returns a picture as a texture for this frame; empty function: there are no textures.
  const std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)>& texture_of;
  /// The requested samples of the displayed field; null or empty: none were requested.
  const lines::Samples* samples = nullptr;
  /// The samples as heights for a surface; null or empty: no surface is shown.
  const view::Relief* relief = nullptr;
  /// The comparison with another field; null: none.
  const Comparison* comparison = nullptr;
  /// The second quantity; null: one quantity is shown.
  const QuantityBeside* beside = nullptr;
  /// True if the room shows the greeting, because the user may never have dragged anything.
  bool greets = false;
  /// True if a picture of each step is being saved.
  bool saves_sequence = false;
  /// True if the field's values between cells are interpolated.
  bool smooth_cells = true;
  /// True if the cuts between the parts of the field are drawn.
  bool shows_cuts = false;
  /// True if an audience sees the room alone.
  bool presented = false;
  /// Returns an image as a texture for this frame; null: there are no textures.
  const std::function<ImTextureID(const std::shared_ptr<const exporting::Image>&)>*
      texture_of_image = nullptr;
  LectureAsks lecture_asks = LectureAsks::no_lecture;

  void send(session::Command command) const { commands.send(std::move(command)); }
  void edit(session::Command command) const { commands.edit(std::move(command), memory.grips); }
  /// Returns this frame with another look.
  [[nodiscard]] Frame with(const ui::Look& look) const {
    return {look,        snapshot,       timings,      colours,    commands,   writer_has_room,
            keys_of,     texture_of,     samples,      relief,     comparison, beside,
            greets,      saves_sequence, smooth_cells, shows_cuts, presented,  texture_of_image,
            lecture_asks};
  }
  /// Returns the size of letters that the last row still reads, in multiples of body text; at most
  /// 1.
  [[nodiscard]] float last_row_letters() const {
    constexpr float kLinesOfWindow = 40;  // body text of the last row fits so often in the window
    constexpr float kBody = 16;
    constexpr float kLeast = 0.25F;  // a window of a few pixels would have letters of no size
    return std::clamp(ImGui::GetIO().DisplaySize.y / kLinesOfWindow / (kBody * unit), kLeast, 1.0F);
  }
  /// Returns the smallest text in multiples of body text: below 1 in a presented room whose body
  /// text is larger than the last row needs.
  [[nodiscard]] float least_letters() const { return presented ? last_row_letters() : 1.0F; }
};

/// Keys as the window reports them: capital letters, digits and signs are their ASCII codes.
namespace key {
inline constexpr int kSpace = 32;
inline constexpr int kEscape = 256;
inline constexpr int kEnter = 257;
inline constexpr int kTab = 258;
inline constexpr int kDelete = 261;
inline constexpr int kBackspace = 259;
inline constexpr int kRight = 262;
inline constexpr int kLeft = 263;
inline constexpr int kDown = 264;
inline constexpr int kUp = 265;
inline constexpr int kPageUp = 266;
inline constexpr int kPageDown = 267;
inline constexpr int kHome = 268;
inline constexpr int kEnd = 269;
inline constexpr int kF1 = 290;
inline constexpr int kF2 = 291;
inline constexpr int kF3 = 292;
inline constexpr int kF4 = 293;
inline constexpr int kF5 = 294;
inline constexpr int kF6 = 295;
inline constexpr int kF7 = 296;
inline constexpr int kF8 = 297;
inline constexpr int kF9 = 298;
inline constexpr int kF10 = 299;
inline constexpr int kF11 = 300;
inline constexpr int kF12 = 301;
inline constexpr int kKeypadSubtract = 333;
inline constexpr int kKeypadAdd = 334;
inline constexpr int kKeypadEnter = 335;
}  // namespace key

struct Chord {
  int key = 0;
  bool control = false;
  bool shift = false;
  friend bool operator==(const Chord&, const Chord&) = default;
};

/// Up to five chords of one action.
struct Chords {
  Chord first, second, third, fourth, fifth;

  [[nodiscard]] bool contains(Chord chord) const {
    return chord.key != 0 && (chord == first || chord == second || chord == third ||
                              chord == fourth || chord == fifth);
  }
};

/// The texts and keys of an action.
struct Action {
  const char* id;
  Chords chords;
  const char* keys;  ///< displayed keys; empty: listed in the help with the row above
  const char* what;  ///< description in the help
  const char* heading;
  bool repeats = false;           ///< repeats while the key is held down
  bool explains_refusal = false;  ///< its key shows the reason when the action is disabled
};

/// An action of the room with this view: a row of its table.
template <typename View>
struct ActionRow : Action {
  void (*act)(View&);
  /// Returns why the action is disabled, as one phrase; empty: it is enabled. Null: it is always
  /// enabled.
  std::string (*why_not_now)(const View&) = nullptr;
  /// Returns whether the room shows already why the action is disabled, so that its key need not.
  /// Null: it never does.
  bool (*is_refusal_evident)(const View&) = nullptr;
};

template <typename Row>
const Row* find_action(std::span<const Row> rows, std::string_view id) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [id](const Row& row) { return row.id == id; });
  return found == rows.end() ? nullptr : &*found;
}

template <typename View>
std::string why_not(const ActionRow<View>& row, const View& view) {
  return row.why_not_now == nullptr ? std::string() : row.why_not_now(view);
}

template <typename View>
void perform(const ActionRow<View>& row, View& view) {
  const std::string reason = why_not(row, view);
  if (reason.empty()) return row.act(view);
  const bool is_evident = row.is_refusal_evident != nullptr && row.is_refusal_evident(view);
  if (row.explains_refusal && !is_evident) view.commands.tell(reason + ".");
}

/// Returns the row with this id. An unknown id is a programming error.
template <typename View>
const ActionRow<View>& row_of(const View& /*view*/, std::string_view id) {
  const auto* row = find_action(View::actions(), id);
  if (row == nullptr) throw std::logic_error("no action " + std::string(id));
  return *row;
}

/// Performs the action, or shows why it is disabled.
template <typename View>
void perform(std::string_view id, View& view) {
  perform(row_of(view, id), view);
}

template <typename View>
std::string why_not(std::string_view id, const View& view) {
  return why_not(row_of(view, id), view);
}

/// A button for an action, with the action's keys and the reason if it is disabled.
template <typename View>
void action_button(View& view, ui::Icon icon, std::string_view id, const std::string& help,
                   const ui::ButtonLook& button = {}) {
  const ActionRow<View>& row = row_of(view, id);
  const char* name = *row.keys == '\0' ? row.id : row.keys;
  const std::string keys = *row.keys == '\0' ? std::string() : view.keys_of(row.id);
  if (ui::icon_button(view, name, icon, help, keys, why_not(row, view), button)) {
    perform(row, view);
  }
}

/// The positions of the window's parts, in window units.
struct Layout {
  ui::Box top, transport, side;
  ui::Box room;             ///< between the bars, beside the side panel
  bool presented = false;   ///< an audience sees the room alone
  bool on_cpu = false;      ///< OpenGL runs on the processor, where details cost time
  bool in_lecture = false;  ///< a lecture says what there is to see
  /// Places of the room that the step of the lecture points at.
  std::vector<std::string> named;
};

/// Returns the space around the controls of the transport bar, which is lower in a low window.
inline ImVec2 transport_padding(const ui::Box& transport, float unit) {
  constexpr float kControls = 40;
  return {16 * unit, std::max(0.0F, (transport.height() - kControls * unit) / 2)};
}

/// The part of a room that a picture shows, as drawn in this frame.
struct Picture {
  ui::Box area;      ///< empty: the room has nothing to save
  std::string part;  ///< end of the file name, after the room's
  int step = -1;     ///< number in the sequence that is being saved; −1: no sequence
};

/// A line in the help that belongs to no action.
struct Hint {
  const char* keys;
  const char* what;
};

/// Something in a room that can be found by name: a scene, an experiment, a setting.
struct Finding {
  std::string kind;  ///< one word
  std::string id;
  std::string title;
  std::string words;      ///< a sentence about it; may be empty
  bool in_panel = false;  ///< located in the side panel
};

inline constexpr const char* kSetting = "setting";

/// Adds the groups of a side panel; `Rows` have a title and words.
template <typename Rows>
void add_groups(std::vector<Finding>& all, const Rows& rows) {
  for (const auto& row : rows) all.push_back({kSetting, row.title, row.title, row.words, true});
}

/// Tells which parts of a room a lecture's next and previous step show or hide first.
struct Reveals {
  bool next = false;    ///< a hidden part can be shown
  bool newest = false;  ///< the part shown last can be hidden again
};

class Room : core::NonCopyable {
 public:
  virtual ~Room() = default;

  // Texts
  [[nodiscard]] virtual const RoomEntry& entry() const = 0;
  /// Names the shown content, for the window's title and for file names.
  [[nodiscard]] virtual std::string title(const session::Snapshot& snapshot) const = 0;
  [[nodiscard]] virtual std::string file_name(const session::Snapshot& snapshot) const = 0;
  /// Lists what the mouse does.
  [[nodiscard]] virtual std::span<const Hint> mouse() const { return {}; }
  /// Adds to the status for tests that drive the window from outside.
  virtual void add_status(nlohmann::ordered_json& status, const Frame& frame) = 0;

  // Actions
  [[nodiscard]] virtual const std::vector<const Action*>& actions() const = 0;
  [[nodiscard]] virtual std::string why_not(const Action& action, const Frame& frame) = 0;
  virtual void perform(const Action& action, const Frame& frame) = 0;

  // Search, besides the actions
  [[nodiscard]] virtual std::vector<Finding> findings(const session::Snapshot&) const { return {}; }
  virtual void show_found(const Finding& /*finding*/, const Frame& /*frame*/) {}

  // Frames
  /// Takes the room's layout in the window; called before the input and once more after it.
  virtual void lay_out(const Layout& /*layout*/, const session::Snapshot& /*snapshot*/,
                       float /*unit*/) {}
  virtual void take_pointer(const Frame& /*frame*/) {}
  /// Replaces take_pointer() while another room is shown.
  virtual void rest(const Frame& /*frame*/) {}
  /// Called after the session's work and before drawing; `seconds` is the time since the last call.
  virtual void begin(const Frame& /*frame*/, double /*seconds*/) {}
  /// True if the room changes by itself, apart from the session's changes.
  [[nodiscard]] virtual bool moves() const { return false; }
  virtual void draw(const Frame& frame, const Layout& layout) = 0;
  /// Draws the choice of content in the top bar; `buttons`: width that other controls need.
  virtual void draw_head(const Frame& frame, const ui::Box& bar, float buttons) = 0;
  virtual void draw_side(const Frame& frame, const ui::Box& area) = 0;
  virtual void draw_transport(const Frame& frame, const ui::Box& area) = 0;
  /// Draws above everything else.
  virtual void draw_over(const Frame& /*frame*/, const ui::Box& /*window*/) {}
  /// Returns the area where a notice covers the least; notices start at its lower right corner.
  [[nodiscard]] virtual ui::Box place_of_notices(const Layout& layout, float /*unit*/) const {
    return layout.room;
  }

  /// Returns the area of a presented room where captions of keys cover nothing that is read; none:
  /// the room leaves a lane for them below it.
  [[nodiscard]] virtual std::optional<ui::Box> place_of_keys() const { return {}; }

  /// Returns which groups of the side panel are folded.
  [[nodiscard]] virtual ui::Folds& folds() = 0;

  // Pictures
  /// Returns what a picture of the room shows: its chart or its board.
  [[nodiscard]] virtual Picture picture(const session::Snapshot& /*snapshot*/) const { return {}; }
  /// Shows the next step of the sequence being saved. Returns false after the last one.
  virtual bool show_next_step() { return false; }

  /// Shows an experiment or a lesson by name; an empty name changes nothing.
  virtual void show(const std::string& /*what*/) {}
  /// Shows a sight; parts of this room that the sight does not mention stay unchanged.
  virtual void look_at(const session::Sight& /*sight*/) {}
  /// Stores in the sight what the room shows.
  virtual void note_sight(session::Sight& /*sight*/) const {}
  [[nodiscard]] virtual Reveals reveals() const { return {}; }
  /// Shows the next hidden part (1), or hides the newest one again (−1).
  virtual void reveal(int /*by*/, const Frame& /*frame*/) {}
  /// Returns the share of the room above its divider; 0: it has none.
  [[nodiscard]] virtual float divider() const { return 0.0F; }
  virtual void place_divider(float /*share*/) {}
  /// Returns the mapping of the field; null: the room does not show the field.
  [[nodiscard]] virtual const view::FieldMapping* field() const { return nullptr; }
  /// Returns the part of the window with the field and its surroundings; the rest is panels.
  [[nodiscard]] virtual ui::Box ground(const Layout& layout) const { return layout.room; }
  /// Returns the viewpoint on the surface; null: the field is shown from above.
  [[nodiscard]] virtual const view::SurfaceCamera* surface() const { return nullptr; }
  /// Returns the part of the window with the surface, its axis and its colour bar; empty: the field
  /// is shown from above.
  [[nodiscard]] virtual ui::Box surface_area() const { return {}; }
  /// True if the room draws the field as a plot, so that no cells are painted.
  [[nodiscard]] virtual bool plots_field() const { return false; }
  /// Returns the positions of the other field and of the difference; null: there is none.
  [[nodiscard]] virtual const Panes* panes() const { return nullptr; }
  /// Returns the request for samples of the field; empty: none.
  [[nodiscard]] virtual std::optional<view::SampleRequest> samples_wanted() const { return {}; }
};

/// A room whose actions are the table of its view.
template <typename View>
class TableRoom : public Room {
 public:
  [[nodiscard]] const std::vector<const Action*>& actions() const override {
    // Cached because every button looks up its keys in every frame.
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
