// The lab room's state, private to it, and the parts that draw from it.
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

/// The old profiler's report, and what it was made from.
struct ProfileReport {
  std::shared_ptr<const session::LabResult> of;
  lab::Settings settings;
  std::vector<session::ProfilePart> parts;
};

/// What a person has chosen in the lab; all of it stays when the experiment or the room is
/// switched.
struct LabModel {
  std::string experiment;                         ///< the one shown; empty: the first one
  std::map<std::string, lab::Settings> settings;  ///< by experiment, where they were changed
  std::map<std::string, std::string> selected;    ///< by experiment: the variant chosen
  std::map<std::string, std::string> swept;       ///< by experiment: the parameter to sweep
  /// By experiment: 1 + the place of the recording that is shown; 0: this machine's runs.
  std::map<std::string, std::size_t> recording;
  /// Experiment and variant of which a lecture speaks: where that is not part of the run here, a
  /// recording that has it is shown.
  std::pair<std::string, std::string> told_of;
  /// By experiment: 1 + the place of the run that lies beside it among the same; 0: none.
  std::map<std::string, std::size_t> run_beside;
  bool linear = false;  ///< the axis of times begins at zero
  int repeats = kRepeats;
  LabChart chart = LabChart::bars;
  SweepMetric sweep_metric = SweepMetric::time;  ///< what the sweep draws upwards
  LabDetail detail = LabDetail::table;
  session::LabTableColumn column = session::LabTableColumn::time;  ///< a lecture speaks of it …
  bool column_is_due = false;   ///< … and the table is to be scrolled to it
  float column_seen_in = 0.0F;  ///< the table's width in the frame before
  int sort_column = -1;         ///< −1: the ladder's own order
  bool sort_descending = false;
  bool whole_file = false;                             ///< the source view shows all of it
  bool shows_ptx = false;                              ///< beside the CUDA C …
  bool shows_sass = false;                             ///< … or the machine code instead
  bool shows_mark = false;                             ///< and the first line of it that matters
  std::shared_ptr<const lab::Picture> ranged_picture;  ///< whose least and greatest value are kept
  std::array<float, 2> picture_range{};
  ui::Box chart_area;              ///< where it lies
  float chart_missing = 0.0F;      ///< the height that its rows lack; they scroll then
  float longest_bar = 0.0F;        ///< what the bars of times have room for, in pixels
  bool draws_whole_chart = false;  ///< as high as it needs, for a picture: nothing scrolls
  bool chart_in_front = true;      ///< in a room so low that chart and details take turns
  std::string followed;            ///< experiment and variant last chosen …
  bool follows = false;            ///< … and now another: it is scrolled into sight
  ui::Box free_place;              ///< where a notice hides nothing
  ui::Folds folds;
  std::shared_ptr<const rooms::ShownSource> source;  ///< as shown; null: none yet
  std::shared_ptr<const rooms::ShownSource> beside;  ///< likewise, what became of it
  ProfileReport profile;
};

struct LabView : rooms::Frame {
  LabModel& model;

  static std::span<const rooms::ActionRow<LabView>> actions();
};

void draw_lab_place(LabView& context, const ui::Box& room);
/// The chart once more over all else, high enough for all its rows where the window is.
void draw_whole_chart(LabView& context, const ui::Box& window);

/// Rounded so that a slid number is easy to say: 13 421 773 becomes 13 000 000.
std::int64_t with_two_digits(double value);

std::span<const ui::GroupRow<LabView>> side_groups();

void draw_lab_side(LabView& context, const ui::Box& area);

}  // namespace heatwave::lab_room
