// The Lab's private state, and the context that its parts draw from.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/room.h"
#include "app/rooms/room_frame.h"
#include "app/rooms/shown_source.h"
#include "app/session/lab/profile_report.h"
#include "app/session/sights.h"
#include "app/ui/box.h"
#include "app/ui/group_list.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab_room {

using session::LabChart;
using session::LabDetail;
enum class SweepMetric : std::uint8_t { time, bandwidth, arithmetic };

inline constexpr int kRepeats = 20;

/// The report in the lecture profiler's format, and the inputs that it was made from.
struct ProfileReport {
  std::shared_ptr<const session::LabResult> of;
  lab::Settings settings;
  std::vector<session::ProfilePart> parts;
};

/// The user's choices in the Lab; they stay when the experiment or the room changes.
struct LabModel {
  std::string experiment;                         ///< shown experiment; empty: the first one
  std::map<std::string, lab::Settings> settings;  ///< by experiment; only changed settings
  std::map<std::string, std::string> selected;    ///< by experiment: the chosen variant
  std::map<std::string, std::string> swept;       ///< by experiment: the parameter to sweep
  /// By experiment: 1 + the index of the shown recording; 0: this machine's runs.
  std::map<std::string, std::size_t> recording;
  /// Experiment and variant of the current lecture. If this machine's run lacks the variant, a
  /// recording that contains it is shown.
  std::pair<std::string, std::string> told_of;
  /// By experiment: 1 + the index of the run beside the shown one, counted as in `origins_of`; 0:
  /// none.
  std::map<std::string, std::size_t> run_beside;
  bool linear = false;  ///< the time axis begins at zero
  int repeats = kRepeats;
  LabChart chart = LabChart::bars;
  SweepMetric sweep_metric = SweepMetric::time;  ///< y axis of the sweep chart
  LabDetail detail = LabDetail::table;
  /// column that the lecture refers to
  session::LabTableColumn column = session::LabTableColumn::time;
  bool column_is_due = false;   ///< the table must still scroll to `column`
  float column_seen_in = 0.0F;  ///< width of the table in the last frame
  int sort_column = -1;         ///< −1: the ladder's order
  bool sort_descending = false;
  bool whole_file = false;                             ///< the source view shows the whole file
  bool shows_ptx = false;                              ///< PTX beside the CUDA C
  bool shows_sass = false;                             ///< SASS beside the CUDA C
  bool shows_mark = false;                             ///< the first important line is visible
  std::shared_ptr<const lab::Picture> ranged_picture;  ///< picture that `picture_range` belongs to
  std::array<float, 2> picture_range{};
  ui::Box chart_area;          ///< area of the chart
  float chart_missing = 0.0F;  ///< missing height; if positive, the rows scroll
  float longest_bar = 0.0F;    ///< length available to the bars of times, in pixels
  /// draws the chart at full height, without scrolling, for a picture
  bool draws_whole_chart = false;
  bool chart_in_front = true;  ///< in a low room: the chart is shown instead of the details
  std::string followed;        ///< experiment and variant chosen last
  bool follows = false;        ///< another variant was chosen; scrolls to it
  ui::Box free_place;          ///< area where a notice covers nothing important
  ui::Folds folds;
  std::shared_ptr<const rooms::ShownSource> source;  ///< shown source; null: none yet
  std::shared_ptr<const rooms::ShownSource> beside;  ///< shown PTX or SASS; null: none yet
  ProfileReport profile;
};

struct LabView : rooms::Frame {
  LabModel& model;

  static std::span<const rooms::ActionRow<LabView>> actions();
};

void draw_lab_place(LabView& context, const ui::Box& room);
/// Draws the chart again over everything else, tall enough for all its rows if the window allows.
void draw_whole_chart(LabView& context, const ui::Box& window);

/// Rounds a number from a slider to two digits: 13 421 773 becomes 13 000 000.
std::int64_t with_two_digits(double value);

std::span<const ui::GroupRow<LabView>> side_groups();

void draw_lab_side(LabView& context, const ui::Box& area);

}  // namespace heatwave::lab_room
