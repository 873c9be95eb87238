// What only the window knows: looks, folded groups, what a person is about to type.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/rooms/room.h"
#include "app/rooms/stage/stage_ui.h"
#include "app/session/command.h"

namespace heatwave::panels {

enum class Group : std::uint8_t {
  tools,
  item,
  equation,
  colours,
  scene,
  timings,
  exporting,
  lab_experiment,
  lab_parameters,
  lab_sweep,
  lab_run,
  lab_device,
  lab_saving,
  stage_story,
  stage_lesson,
  stage_faults,
  stage_inputs,
  stage_schedule,
  stage_totals,
  stage_saving,
};
inline constexpr std::size_t kGroups = 20;

/// A scene that can be opened.
struct SceneChoice {
  std::string name;
  std::string title;
  std::string watch;
  std::string equation;
};

/// Things that only the window can do; it clears them when they are done.
struct Requests {
  bool save_window = false;
  bool save_chart = false;  ///< the chart of the lab, as lab.chart_area says
  bool save_board = false;  ///< the board of the stage, as stage.board_area says
  bool copy_table = false;  ///< the lab's result that is shown, as Markdown, to the clipboard
  bool full_screen = false;
  bool quit = false;
};

enum class LabChart : std::uint8_t { bars, sweep, roofline, outcome };
enum class SweepMetric : std::uint8_t { time, bandwidth, arithmetic };
enum class LabDetail : std::uint8_t { table, source, comparison };

/// What a person has chosen in the lab; all of it stays when the experiment or the room is
/// switched.
struct LabUi {
  std::string experiment;  ///< the one shown; never empty once the room was open
  std::map<std::string, lab::Settings> settings;  ///< by experiment, as set
  std::map<std::string, std::string> selected;    ///< by experiment: the variant chosen
  std::map<std::string, std::string> swept;       ///< by experiment: the parameter to sweep
  /// By experiment: 1 + the place of the recording that is shown; 0: this machine's runs.
  std::map<std::string, std::size_t> recording;
  int repeats = 20;
  LabChart chart = LabChart::bars;
  SweepMetric sweep_metric = SweepMetric::time;  ///< what the sweep draws upwards
  LabDetail detail = LabDetail::table;
  int sort_column = -1;  ///< −1: the ladder's own order
  bool sort_descending = false;
  bool whole_file = false;                             ///< the source view shows all of it
  std::shared_ptr<const lab::Picture> ranged_picture;  ///< whose least and greatest value are kept
  std::array<float, 2> picture_range{};
  std::array<float, 4> chart_area{};  ///< where it lies: x, y, width, height
  float chart_missing = 0.0F;         ///< the height that its rows lack; they scroll then
  bool whole_chart = false;           ///< wanted once, as high as it needs, for one picture …
  bool draws_whole_chart = false;     ///< … and being drawn: nothing scrolls
  bool chart_in_front = true;         ///< in a room so low that chart and details take turns
  std::string followed;               ///< experiment and variant last chosen …
  bool follows = false;               ///< … and now another: it is scrolled into sight
  std::array<float, 4> free_place{};  ///< where a notice hides nothing: x, y, width, height
};

struct UiState {
  Room room = Room::fields;
  LabUi lab;
  StageUi stage;
  bool dark = true;
  float scale = 1.0F;
  bool panel_shown = true;
  bool help_shown = false;
  bool is_full_screen = false;
  bool writer_has_room = true;  ///< for another picture
  std::array<bool, kGroups> open{true, true, true,  true, false, true, false,
                                 true, true, false, true, true,  true,  //
                                 true, true, true,  true, true,  true, true};
  std::vector<SceneChoice> scenes;
  std::map<std::string, std::string> last_scene;  ///< by equation
  /// Where the controls drawn in this frame lie: x, y, width, height; for whoever drives the window
  /// from outside. Buttons of an action by its key, of a choice by "choice/title".
  std::map<std::string, std::array<float, 4>> places;

  core::Extent wanted_extent{};  ///< typed, not yet applied
  core::Extent wanted_for_extent{};
  std::string wanted_for_scene;
  int fixed_pace = 1;  ///< the number kept while the pace is "fit"
  std::int64_t sequence_every = 10;
  std::int64_t sequence_frames = 0;
  session::Gesture widget_gesture = 0;          ///< of the slider being slid
  int typed_pace = 0;                           ///< steps per frame being typed; 0: none
  std::map<std::uint64_t, double> notice_seen;  ///< when each notice appeared
  std::string saved;                            ///< the newest file that was told of
  std::string told;                             ///< the window's own notice
  double told_at = -1e9;                        ///< when it appeared
  std::array<float, 2> hovered_item{};          ///< where the control under the pointer begins
  double hovered_since = 0.0;
  Requests requests;
};

inline constexpr float kSmallestScale = 0.75F;
inline constexpr float kLargestScale = 3.0F;

}  // namespace heatwave::panels
